"""What is said of standings, and of what moderators changed.

Names and reasons arrive as members typed them and are made harmless here.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.render.names import clean_name, plain
from bot.render.words.setups import SetupWords, full_time, title
from bot.series.model import Did, LogLine, Series
from bot.series.standings import Correction, Counts, Explanation, Line, Standing
from engine.rules import Game

REASON = 200
"""Columns of a moderator's reason."""
_CHOICE_REASON = 60
"""Columns of it where a correction is chosen."""


class StandingsWords(SetupWords):
    """Sentences about places and points."""

    def standings_title(self, series: Series, page: int, pages: int) -> str:
        """Head the standings."""
        head = self._("**{series}: standings**").format(series=title(series.setup.name))
        if pages < 2:
            return head
        return head + " " + self._("page {page} of {pages}").format(page=page + 1, pages=pages)

    def standings_heads(self) -> tuple[str, ...]:
        """Name the columns of the picture."""
        _ = self._
        return (_("Points"), _("Sessions"), _("Wins"), _("Average"))

    def no_standings(self) -> str:
        """Say that nothing has been played."""
        return self._("No session has been played yet.")

    def standing(self, standing: Standing, name: str) -> str:
        """Say where a member stands."""
        return self._("{place}. {name}  **{points}**  {played}, {wins}, average {average}").format(
            place=standing.place,
            name=plain(self.name(name)),
            points=standing.points,
            played=self._n("{count} session", "{count} sessions", standing.played).format(
                count=standing.played
            ),
            wins=self._n("{count} win", "{count} wins", standing.wins).format(count=standing.wins),
            average=self.average(standing.average),
        )

    def average(self, points: float) -> str:
        """Write the average of points with one decimal."""
        whole, tenths = f"{points:.1f}".split(".")
        # Translators: a number with one decimal, such as 12.5.
        return self._("{whole}.{tenths}").format(whole=whole, tenths=tenths)

    def explanation(
        self, name: str, explained: Explanation, games: Mapping[int, Game]
    ) -> list[str]:
        """Say what a member's points are made of, the newest session first.

        :param games: what was played in each session.
        """
        _ = self._
        head = _("**{name}: {points}**").format(
            name=plain(name), points=self.points(explained.points)
        )
        if not explained.lines and not explained.corrections:
            return [head, self.no_standings()]
        lines = [self._line(line, games[line.finish.session]) for line in reversed(explained.lines)]
        return [head, *(self.points_corrected(made) for made in explained.corrections), *lines]

    def points(self, count: int) -> str:
        """Say how many points."""
        return self._n("{count} point", "{count} points", abs(count)).format(count=count)

    def _line(self, line: Line, game: Game) -> str:
        _, finish = self._, line.finish
        said = _("Session {number}, {game}: place {place} of {field}, {points}").format(
            number=finish.session,
            game=self.game_name(game),
            place=finish.place,
            field=finish.field,
            points=self.points(line.points),
        )
        why = {
            Counts.YES: "",
            Counts.DROPPED: _(" (does not count: you have better ones)"),
            Counts.SMALL: _(" (does not count: too few played)"),
        }
        return said + why[line.counts]

    def points_corrected(self, made: Correction) -> str:
        """Say what a moderator corrected."""
        _ = self._
        said = _("Correction {number}: {points} points, {reason}").format(
            number=made.number, points=f"{made.points:+d}", reason=plain(made.reason, REASON)
        )
        return f"~~{said}~~" if made.undone else said

    def correction_made(self, made: Correction) -> str:
        """Answer who made a correction, or took one back."""
        said = self.points_corrected(made)
        if made.undone:
            return said
        back = self._("`/series undo` takes it back: its number is {number}.")
        return f"{said}\n-# {back.format(number=made.number)}"

    def correction_choice(self, made: Correction, name: str) -> str:
        """Name a correction where one is chosen: "12: Ana +3, late start"."""
        return self._("{number}: {name} {points}, {reason}").format(
            number=made.number,
            name=clean_name(name),
            points=f"{made.points:+d}",
            reason=clean_name(made.reason, _CHOICE_REASON),
        )

    # The log

    def log_line(self, line: LogLine, name: str) -> str:
        """Say who did what, when and why."""
        _ = self._
        did = {
            Did.CREATED: _("created the series"),
            Did.EDITED: self._edited(line),
            Did.PAUSED: _("paused the series"),
            Did.RESUMED: _("resumed the series"),
            Did.SKIPPED: _("skipped session {session}"),
            Did.MOVED: _("moved session {session}"),
            Did.CANCELLED: _("cancelled the series"),
            Did.CORRECTED: _("gave {name} {points} points"),
            Did.UNDID: _("took back {points} points of {name}"),
        }[line.did].format(
            session=line.session, name=plain(self.name(name)), points=f"{line.points or 0:+d}"
        )
        if line.number is not None:
            did += " " + _("(correction {number})").format(number=line.number)
        said = f"{full_time(line.at)} {self.mention(line.who)} {did}"
        if not line.why:
            return said
        # Translators: what was done to a series, and why.
        return _("{done}: {why}").format(done=said, why=plain(line.why, REASON))

    def _edited(self, line: LogLine) -> str:
        """Say what was changed about the set-up, where that was written down."""
        if line.before is None or line.after is None:
            return self._("changed the set-up")
        return self._("changed: {changes}").format(
            changes=" · ".join(self.changes(line.before, line.after))
        )
