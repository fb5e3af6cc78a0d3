"""What the set-up panel of a series says: each choice in words that need no heading."""

from __future__ import annotations

from bot.render.words.series import SeriesWords
from bot.router import DraftVerb
from bot.series.choices import ALL
from bot.series.model import MOST_PLAYERS, Reminder, Setup, TooFew
from bot.series.repeats import Repeating


class PanelWords(SeriesWords):
    """Sentences of the set-up panel."""

    def draft_label(self, verb: DraftVerb) -> str:
        """Name a button of the panel."""
        _ = self._
        return {
            DraftVerb.CREATE: _("Create"), DraftVerb.DATES: _("When"),
            DraftVerb.PLAYERS: _("Who"), DraftVerb.SCORING: _("Points"),
            DraftVerb.PREVIEW: _("Done"), DraftVerb.UNTIL: _("How many, or until when…"),
            DraftVerb.MOST: _("Most players…"), DraftVerb.POINTS: _("Points of places…"),
        }[verb]  # fmt: skip

    def draft_dialog(self, verb: DraftVerb, setup: Setup) -> tuple[str, str, str]:
        """Return the title of a dialog, what is asked for, and what can be typed."""
        _ = self._
        if verb is DraftVerb.UNTIL:
            return (
                _("Sessions"),
                _("How many, or the last date"),
                _("A number such as 8, or a date such as {date}").format(date="2026-12-15"),
            )
        if verb is DraftVerb.MOST:
            return (
                _("Players"),
                _("How many play at most"),
                _("{least} to {most}; more wait").format(least=setup.least, most=MOST_PLAYERS),
            )
        return (
            _("Points"),
            _("Points of each place, the first one first"),
            _("Nothing: as many as players one leaves behind, and one more"),
        )

    def repeating(self, repeating: str) -> str:
        """Say how often a series is played."""
        _ = self._
        return {
            Repeating.ONCE: _("once"), Repeating.WEEKLY: _("every week"),
            Repeating.TWO_WEEKS: _("every 2 weeks"), Repeating.FOUR_WEEKS: _("every 4 weeks"),
            Repeating.MONTHLY: _("every month, on the same weekday of it"),
            Repeating.LAST: _("every month, on its last such weekday"),
        }[Repeating(repeating)]  # fmt: skip

    def days_hint(self) -> str:
        """Say what holds while no weekdays are chosen."""
        return self._("On the weekday of the first date")

    def length(self, minutes: int) -> str:
        """Say how long a session lasts."""
        return self._n(
            "Stops after {minutes} minute", "Stops after {minutes} minutes", minutes
        ).format(minutes=minutes)

    def fields(self, setup: Setup) -> str:
        """Say how many play."""
        return self._("{least} to {most} players, {seats} at a table").format(
            least=setup.least, most=setup.most, seats=self.seats_a_table(setup)
        )

    def least(self, least: int) -> str:
        """Say with how few players a session is played."""
        return self._n("With {least} player or more", "With {least} players or more", least).format(
            least=least
        )

    def closes(self, minutes: int) -> str:
        """Say when sign-up closes."""
        if not minutes:
            return self._("Sign-up closes at the start")
        return self._n(
            "Sign-up closes {minutes} minute before the start",
            "Sign-up closes {minutes} minutes before the start",
            minutes,
        ).format(minutes=minutes)

    def reminded(self, reminder: Reminder) -> str:
        """Name a reminder."""
        _ = self._
        return {
            Reminder.DAY: _("Reminder a day before"), Reminder.HOUR: _("Reminder an hour before"),
            Reminder.FIVE: _("Reminder five minutes before"),
        }[reminder]  # fmt: skip

    def reminders_hint(self) -> str:
        """Say that nobody is reminded."""
        return self._("No reminders")

    def too_few(self, too_few: str) -> str:
        """Say what becomes of a session with too few players."""
        if too_few == TooFew.POSTPONE:
            return self._("With too few players: postponed to the end")
        return self._("With too few players: cancelled")

    def best(self, best: int | str) -> str:
        """Say how many of a member's sessions count."""
        if best == ALL:
            return self._("All sessions count")
        return self._n(
            "Your best session counts", "Your best {count} sessions count", int(best)
        ).format(count=best)
