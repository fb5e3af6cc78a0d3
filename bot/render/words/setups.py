"""How a series is set up: when it is played, what, for what, by whom, and what was changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.render.names import plain
from bot.render.words.series_refusals import SeriesRefusalWords
from bot.series.model import Reminder, Setup, TooFew
from bot.series.schedule import LAST, Monthly, Once, Schedule, Weekly
from bot.series.stakes import level_minutes
from bot.series.standings import Scoring
from bot.series.zones import in_zone
from bot.table.model import Options
from engine.rules import Game

_TITLE = 60
"""Columns of a series' name."""


def title(name: str) -> str:
    """Return the name of a series, harmless."""
    return plain(name, _TITLE)


def full_time(moment: datetime) -> str:
    """Return a moment as Discord writes it out by each member's own clock."""
    return f"<t:{int(moment.timestamp())}:F>"


class SetupWords(SeriesRefusalWords):
    """Sentences about how a series is set up."""

    # When

    def weekday(self, day: int) -> str:
        """Name a day of the week, Monday first."""
        _ = self._
        return (
            _("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday"), _("Friday"), _("Saturday"),
            _("Sunday"),
        )[day]  # fmt: skip

    def rule(self, schedule: Schedule) -> str:
        """Say when a series is played: "every Tuesday at 20:00, Europe/Paris"."""
        at = self._("{days} at {time}, {zone}")
        days = self._days(schedule)
        return at.format(days=days, time=f"{schedule.at:%H:%M}", zone=schedule.zone)

    def _days(self, schedule: Schedule) -> str:
        _ = self._
        match schedule.repeat:
            case Once():
                return _("once, on {date}").format(date=schedule.first)
            case Weekly(every=every, days=days):
                named = [self.weekday(day) for day in sorted(days or {schedule.first.weekday()})]
                together = self.all_of(named)
                if every == 1:
                    return _("every {days}").format(days=together)
                return _("every {weeks} weeks on {days}").format(weeks=every, days=together)
            case Monthly(nth=nth, day=day):
                which = {
                    1: _("first"), 2: _("second"), 3: _("third"), 4: _("fourth"), 5: _("fifth"),
                    LAST: _("last"),
                }[nth]  # fmt: skip
                return _("on the {nth} {day} of each month").format(
                    nth=which, day=self.weekday(day)
                )

    def all_of(self, named: Sequence[str]) -> str:
        """Join what is named: "one, two and three"; of nothing there is no text."""
        if len(named) < 2:
            return "".join(named)
        return self._(" and ").join((", ".join(named[:-1]), named[-1]))

    def session_time(self, start: datetime, zone: str) -> str:
        """Say when a session is: by the clocks of its zone, and by those of whoever reads it."""
        local = in_zone(start, zone)
        return self._("{date} {time} {zone} · {yours}").format(
            date=f"{local:%Y-%m-%d}", time=f"{local:%H:%M}", zone=zone, yours=full_time(start)
        )

    # How a series is set up

    def setup(self, setup: Setup) -> list[str]:
        """Say how a series is set up."""
        _, (first, *others) = self._, setup.games
        lines = [
            f"**{title(setup.name)}**",
            self.played_for(first),
            *(_("by turns with {game}").format(game=self.played_for(game)) for game in others),
            self.rule(setup.schedule),
            _(
                "{least} to {most} players, {seats} at a table · stops after {minutes} minutes"
            ).format(
                least=setup.least,
                most=setup.most,
                seats=self.seats_a_table(setup),
                minutes=setup.minutes,
            ),
        ]
        if first.stakes.muck:
            lines.append(self.muck(hidden=True))
        if setup.closes_min:
            lines.append(self.closes(setup.closes_min))
        if setup.late_min:
            lines.append(self.late(setup.late_min))
        if setup.presence:
            lines.append(_("Who signed up says at the start that he is here"))
        if setup.too_few is TooFew.POSTPONE:
            lines.append(_("With too few players a session is postponed to the end of the series"))
        lines += [self.grace(setup.grace_min), self.reminded_when(setup.reminders)]
        return [*lines, self.where(setup), self.scoring(setup.scoring)]

    def seats_a_table(self, setup: Setup) -> str:
        """Say how many sit at a table, of each game where they are not the same: "9 or 6"."""
        seats = dict.fromkeys(str(options.seats) for options in setup.games)
        return self._(" or ").join(seats)

    def played_for(self, options: Options) -> str:
        """Say which game is played, for what, and when that rises."""
        played = self._("{game} · {stakes} · {stack} chips each").format(
            game=self.game(options.game, options.stakes.structure),
            stakes=self.stakes(options.stakes),
            stack=options.stack,
        )
        minutes = level_minutes(options)
        if not minutes:
            return played
        rising = self._n("higher every {minutes} minute", "higher every {minutes} minutes", minutes)
        return f"{played} · {rising.format(minutes=minutes)}"

    def muck(self, *, hidden: bool) -> str:
        """Say what becomes of losing hands."""
        if hidden:
            return self._("Losing hands stay hidden at the showdown")
        return self._("Losing hands are shown at the showdown")

    def closes(self, minutes: int) -> str:
        """Say when sign-up closes."""
        if not minutes:
            return self._("Sign-up closes at the start")
        return self._n(
            "Sign-up closes {minutes} minute before the start",
            "Sign-up closes {minutes} minutes before the start",
            minutes,
        ).format(minutes=minutes)

    def late(self, minutes: int) -> str:
        """Say for how long after the start who comes is still seated."""
        if not minutes:
            return self._("Nobody is seated after the start")
        return self._n(
            "Late arrivals are seated for {minutes} minute",
            "Late arrivals are seated for {minutes} minutes",
            minutes,
        ).format(minutes=minutes)

    def grace(self, minutes: int) -> str:
        """Say how late a session may begin."""
        return self._n(
            "Begins up to {minutes} minute late", "Begins up to {minutes} minutes late", minutes
        ).format(minutes=minutes)

    def reminded_when(self, reminders: Sequence[Reminder]) -> str:
        """Say when those who signed up are reminded."""
        if not reminders:
            return self._("No reminders")
        return self._("Reminders {times} before").format(times=self._reminder_times(reminders))

    def _reminder_times(self, reminders: Sequence[Reminder]) -> str:
        _ = self._
        names = {
            Reminder.DAY: _("a day"), Reminder.HOUR: _("an hour"), Reminder.FIVE: _("five minutes")
        }  # fmt: skip
        return self.all_of([names[reminder] for reminder in reminders])

    def where(self, setup: Setup) -> str:
        """Say where sessions are played."""
        return self._("Played in <#{channel}>").format(channel=setup.channel)

    def next_dates(self, starts: Sequence[datetime], zone: str, total: int) -> list[str]:
        """List the next dates, before anything is saved."""
        head = self._n("{count} session:", "{count} sessions, the next:", total)
        return [head.format(count=total), *(self.session_time(start, zone) for start in starts)]

    def scoring(self, scoring: Scoring) -> str:
        """Say what a place earns and which sessions count."""
        _ = self._
        if scoring.table:
            points = _("Points: {points}").format(points=", ".join(map(str, scoring.table)))
        else:
            points = _("Points: as many as players you leave behind, and one more")
        if scoring.best is not None:
            points += " · " + self._n(
                "your best session counts", "your best {count} sessions count", scoring.best
            ).format(count=scoring.best)
        if scoring.least_field > 2:
            points += " · " + _("counts from {count} players").format(count=scoring.least_field)
        return points

    # What was changed

    def changes(self, before: Setup, after: Setup) -> list[str]:
        """Say what was changed about a set-up: "stack 200 → 300"."""
        found = self._differences(self._terms(before), self._terms(after))
        several = len({options.game for options in (*before.games, *after.games)}) > 1
        for options in after.games:
            for then in before.games:
                if then.game is options.game:
                    of_game = self._differences(self._stakes_set(then), self._stakes_set(options))
                    if several and of_game:
                        of_game = [self._of_game(options.game, of_game)]
                    found += of_game
        return found

    def _of_game(self, game: Game, changes: Sequence[str]) -> str:
        return self._("{game}: {changes}").format(
            game=self.game_name(game), changes=", ".join(changes)
        )

    def _differences(self, before: dict[str, str], after: dict[str, str]) -> list[str]:
        return [
            self._("{what} {before} → {after}").format(what=what, before=before[what], after=now)
            for what, now in after.items()
            if before[what] != now
        ]

    def _stakes_set(self, options: Options) -> dict[str, str]:
        """Return what is set of a game, by name."""
        _, stakes, minutes = self._, options.stakes, level_minutes(options)
        return {
            _("game"): self.game(options.game, stakes.structure),
            _("stack"): str(options.stack),
            _("blinds"): f"{stakes.small_blind}/{stakes.big_blind}",
            _("ante"): str(stakes.ante),
            _("minutes of a level"): str(minutes) if minutes else _("none"),
        }

    def _terms(self, setup: Setup) -> dict[str, str]:
        """Return what is set of a series but the stakes, by name."""
        _, schedule, scoring = self._, setup.schedule, setup.scoring
        yes_or_no = {True: _("yes"), False: _("no")}
        too_few = {TooFew.CANCEL: _("cancelled"), TooFew.POSTPONE: _("postponed")}
        last = schedule.last or schedule.sessions
        return {
            _("games"): self.all_of([self.game_name(options.game) for options in setup.games]),
            _("dates"): self.rule(schedule),
            _("first date"): str(schedule.first),
            _("sessions"): _("until {date}").format(date=last) if schedule.last else str(last),
            _("minutes of a session"): str(setup.minutes),
            _("channel"): f"<#{setup.channel}>",
            _("players at least"): str(setup.least),
            _("players at most"): str(setup.most),
            _("minutes from the end of sign-up to the start"): str(setup.closes_min),
            _("minutes in which late arrivals are seated"): str(setup.late_min),
            _("minutes a session may begin late"): str(setup.grace_min),
            _("presence asked"): yes_or_no[setup.presence],
            _("reminders before"): self._reminder_times(setup.reminders) or _("none"),
            _("with too few players"): too_few[setup.too_few],
            _("losing hands hidden"): yes_or_no[setup.games[0].stakes.muck],
            _("points"): ", ".join(map(str, scoring.table)) or _("by the number of players"),
            _("best sessions that count"): str(scoring.best or _("all")),
            _("players for a session to count"): str(scoring.least_field),
        }
