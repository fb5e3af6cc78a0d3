"""Members who come to a table of their session in play, or leave it for another."""

from __future__ import annotations

from bot.render.names import plain
from bot.render.words.base import BaseWords, mention


class MoveWords(BaseWords):
    """Sentences at the tables of a session."""

    def moves_away(self, name: str, channel: int, seat: int) -> str:
        """Say that a member goes to another table."""
        return self._("{name} moves to <#{channel}>, seat {seat}.").format(
            name=name, channel=channel, seat=seat
        )

    def moves_here(self, user: int, number: int, seat: int) -> str:
        """Say that a member comes from another table."""
        return self._("{who} comes from table {number} and has seat {seat}.").format(
            who=mention(user), number=number, seat=seat
        )

    def comes_late(self, user: int, seat: int, chips: int) -> str:
        """Say that a member has come late to the session."""
        return self._("{who} comes late and has seat {seat}, with {chips} chips.").format(
            who=mention(user), seat=seat, chips=chips
        )

    def you_move(self, channel: int, seat: int) -> str:
        """Tell a member that he plays on at another table."""
        return self._(
            "You have been moved to <#{channel}>, seat {seat}, with all your chips."
        ).format(channel=channel, seat=seat)

    def final_table(self) -> str:
        """Say that the session is played at one table from now on."""
        return self._("**This is the final table**")

    def seat_line(self, seat: int, name: str, chips: int) -> str:
        """Name who has a seat, with his chips."""
        return f"{seat} {plain(name)} ({chips})"

    def waits_for_tables(self) -> str:
        """Say why no hand comes."""
        return self._("-# The next hand waits for the other tables.")

    def broken_up(self) -> str:
        """Say why a table is closed while its session goes on."""
        return self._("**This table is broken up**: everybody plays on at the others.")

    def one_of_several_over(self) -> str:
        """Say that a table has ended with its session; its stacks count among those of all."""
        return self._("**The table is closed.** The places of all players are in the channel.")
