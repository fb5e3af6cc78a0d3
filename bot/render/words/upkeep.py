"""What is said when the program restarts, and about maintenance."""

from __future__ import annotations

from bot.render.names import plain
from bot.render.words.base import BaseWords, at_time

REASON_WIDTH = 200


class UpkeepWords(BaseWords):
    """Sentences about the bot itself."""

    def restarting(self) -> str:
        """Say at a table that the program ends for a moment."""
        return self._("Croupier restarts; play goes on in a moment, your time is given back.")

    def maintenance(self, until: float, reason: str) -> str:
        """Say at a table that maintenance has been announced, and what it is for."""
        said = self.no_hands(until)
        return f"{said} {plain(reason, REASON_WIDTH)}" if reason else said

    def no_hands(self, until: float) -> str:
        """Say that the next hand waits for the end of maintenance."""
        return self._("No new hands: maintenance until {time}.").format(time=at_time(until))

    def maintenance_over(self) -> str:
        """Say at a table that hands are dealt again, sooner than was said."""
        return self._("Maintenance is over: hands are dealt again.")

    def under_maintenance(self, until: float) -> str:
        """Refuse what maintenance does not allow."""
        return self._(
            "Maintenance until {time}: no table is opened and no hand starts before then."
        ).format(time=at_time(until))

    def maintenance_begun(self, until: float, tables: int) -> str:
        """Confirm maintenance to the operator."""
        return self._n(
            "No hand starts until {time}; {tables} open table has been told.",
            "No hand starts until {time}; {tables} open tables have been told.",
            tables,
        ).format(time=at_time(until), tables=tables)

    def maintenance_ended(self, tables: int) -> str:
        """Confirm the end of maintenance to the operator."""
        return self._n(
            "Maintenance is over: {tables} open table goes on.",
            "Maintenance is over: {tables} open tables go on.",
            tables,
        ).format(tables=tables)
