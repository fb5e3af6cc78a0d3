"""What the set-up panel of a series says: each choice in words that need no heading."""

from __future__ import annotations

from bot.render.words.series import SeriesWords
from bot.router import DraftPress, DraftVerb
from bot.series.choices import ALL, YES
from bot.series.model import MOST_PLAYERS, Reminder, Setup, TooFew
from bot.series.repeats import MOST_WEEKS, Repeating
from bot.series.stakes import BY_TURNS
from bot.table import lobby
from engine.rules import Game, Structure


class PanelWords(SeriesWords):
    """Sentences of the set-up panel."""

    def draft_label(self, verb: DraftVerb) -> str:
        """Name a button of the panel."""
        _ = self._
        return {
            DraftVerb.CREATE: _("Create"), DraftVerb.DATES: _("When"),
            DraftVerb.GAMES: _("Game"), DraftVerb.STAKES: _("Stakes"),
            DraftVerb.PLAYERS: _("Who"), DraftVerb.START: _("At the start"),
            DraftVerb.SCORING: _("Points"), DraftVerb.PREVIEW: _("Done"),
            DraftVerb.UNTIL: _("How many, how often…"), DraftVerb.CHIPS: _("Chips and levels…"),
            DraftVerb.MOST: _("Most players…"), DraftVerb.POINTS: _("Points of places…"),
        }[verb]  # fmt: skip

    # Dialogs

    def draft_title(self, verb: DraftVerb) -> str:
        """Head a dialog."""
        _ = self._
        return {
            DraftVerb.UNTIL: _("Sessions"), DraftVerb.CHIPS: _("Chips and levels"),
            DraftVerb.MOST: _("Players"), DraftVerb.POINTS: _("Points"),
        }[verb]  # fmt: skip

    def draft_line(self, field: str, setup: Setup) -> tuple[str, str]:
        """Return what is asked for in a line of a dialog, and what can be typed."""
        _, chips = self._, self._("{least} to {most} chips")
        match field:
            case "until":
                hint = _("A number such as 8, or a date such as {date}").format(date="2026-12-15")
                return _("How many, or the last date"), hint
            case "weeks":
                hint = _("1 to {most}; nothing: not by weeks").format(most=MOST_WEEKS)
                return _("Every how many weeks"), hint
            case "most":
                hint = _("{least} to {most}; more wait").format(
                    least=setup.least, most=MOST_PLAYERS
                )
                return _("How many play at most"), hint
            case "stack":
                least, most = lobby.STACK
                return _("Each player starts with"), chips.format(least=least, most=most)
            case "small":
                return _("Small blind"), _("At most the big blind")
            case "big":
                return _("Big blind"), _("At most what each player starts with")
            case "ante":
                return _("Ante"), _("What everyone pays before the deal")
            case "level_minutes":
                hint = _("Minutes of a level, 1 to {most}; 0: they stay").format(
                    most=lobby.LEVEL_MINUTES[1]
                )
                return _("The stakes rise every"), hint
            case _:
                hint = _("Nothing: as many as players one leaves behind, and one more")
                return _("Points of each place, the first one first"), hint

    # Menus

    def choice(self, setup: Setup, press: DraftPress, value: str) -> str:
        """Say what a value of a menu means."""
        _, verb = self._, press.verb
        match verb:
            case DraftVerb.REPEAT:
                return self.repeating(value)
            case DraftVerb.DAYS:
                return self.weekday(int(value))
            case DraftVerb.LENGTH:
                return self.length(int(value))
            case DraftVerb.PLAYED:
                both = _("Both games, by turns")
                return both if value == BY_TURNS else self.game_name(Game(value))
            case DraftVerb.SHOWN:
                return self.game_name(setup.games[int(value)].game)
            case DraftVerb.CLOSES:
                return self.closes(int(value))
            case DraftVerb.LATE:
                return self.late(int(value))
            case DraftVerb.REMINDERS:
                return self.reminded(Reminder(value))
            case DraftVerb.BEST:
                return self.best(value)
            case _:
                game = setup.games[press.game].game
                return self._stakes_choice(game, verb, value) or self._player_choice(verb, value)

    def _stakes_choice(self, game: Game, verb: DraftVerb, value: str) -> str | None:
        _ = self._
        match verb:
            case DraftVerb.MUCK:
                return self.muck(hidden=value == YES)
            case DraftVerb.LIMIT:
                return self.game(game, Structure(value))
            case DraftVerb.STACK:
                return _("Each starts with {stack} chips").format(stack=value)
            case DraftVerb.BLINDS if "/" in value:
                return _("Blinds {blinds}").format(blinds=value)
            case DraftVerb.BLINDS:
                return _("Ante {ante}").format(ante=value)
            case DraftVerb.LEVELS:
                return self.levels(int(value))
            case _:
                return None

    def _player_choice(self, verb: DraftVerb, value: str) -> str:
        _ = self._
        match verb:
            case DraftVerb.LEAST:
                return self.least(int(value))
            case DraftVerb.TOO_FEW:
                return self.too_few(value)
            case DraftVerb.PRESENCE if value == YES:
                return _("Seats for who says that he is here")
            case DraftVerb.PRESENCE:
                return _("Seats for all who signed up")
            case DraftVerb.GRACE:
                return self.grace(int(value))
            case DraftVerb.FIELD:
                return self.counts_from(int(value))
            case _:
                raise NotImplementedError(verb)

    def menu_hint(self, verb: DraftVerb) -> str:
        """Say what holds while nothing is chosen in a menu."""
        _ = self._
        return {
            DraftVerb.DAYS: _("On the weekday of the first date"),
            DraftVerb.REMINDERS: _("No reminders"),
            DraftVerb.CHANNEL: _("Another channel"),
        }[verb]

    def levels(self, minutes: int) -> str:
        """Say how often the stakes rise."""
        if not minutes:
            return self._("The stakes stay")
        return self._n(
            "The stakes rise every {minutes} minute",
            "The stakes rise every {minutes} minutes",
            minutes,
        ).format(minutes=minutes)

    def repeating(self, value: str) -> str:
        """Say how often a series is played; a number is one of weeks."""
        _ = self._
        if value.isdecimal():
            return self._n("every {weeks} week", "every {weeks} weeks", int(value)).format(
                weeks=value
            )
        return {
            Repeating.ONCE: _("once"), Repeating.WEEKLY: _("every week"),
            Repeating.TWO_WEEKS: _("every 2 weeks"), Repeating.FOUR_WEEKS: _("every 4 weeks"),
            Repeating.MONTHLY: _("every month, on the same weekday of it"),
            Repeating.LAST: _("every month, on its last such weekday"),
        }[Repeating(value)]  # fmt: skip

    def length(self, minutes: int) -> str:
        """Say how long a session lasts."""
        return self._n(
            "Stops after {minutes} minute", "Stops after {minutes} minutes", minutes
        ).format(minutes=minutes)

    def games_played(self, setup: Setup) -> list[str]:
        """Say which games are played, and what becomes of losing hands."""
        first, *others = setup.games
        by_turns = self._("by turns with {game}")
        return [
            self.game_name(first.game),
            *(by_turns.format(game=self.game_name(options.game)) for options in others),
            self.muck(hidden=first.stakes.muck),
        ]

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

    def reminded(self, reminder: Reminder) -> str:
        """Name a reminder."""
        _ = self._
        return {
            Reminder.DAY: _("Reminder a day before"), Reminder.HOUR: _("Reminder an hour before"),
            Reminder.FIVE: _("Reminder five minutes before"),
        }[reminder]  # fmt: skip

    def too_few(self, too_few: str) -> str:
        """Say what becomes of a session with too few players."""
        if too_few == TooFew.POSTPONE:
            return self._("With too few players: postponed to the end")
        return self._("With too few players: cancelled")

    def counts_from(self, field: int) -> str:
        """Say from how many players a session counts."""
        return self._n(
            "Counts with {count} player or more", "Counts with {count} players or more", field
        ).format(count=field)

    def best(self, best: str) -> str:
        """Say how many of a member's sessions count."""
        if best == ALL:
            return self._("All sessions count")
        return self._n(
            "Your best session counts", "Your best {count} sessions count", int(best)
        ).format(count=best)
