"""What is said about records: how members did."""

from __future__ import annotations

from bot.records.leaders import Sum
from bot.render.words.accounts import signed
from bot.render.words.base import BaseWords, moment
from bot.table.result import Result
from engine.rules import Game


class RecordWords(BaseWords):
    """Sentences about results; names arrive safe to show."""

    def leaders_title(self, days: int) -> str:
        """Title a leaderboard of so many days, 0: of all time."""
        if not days:
            return self._("**Leaderboard of this server**")
        return self._n(
            "**Leaderboard of this server, the last {days} day**",
            "**Leaderboard of this server, the last {days} days**",
            days,
        ).format(days=days)

    def leaders_head(self) -> tuple[str, ...]:
        """Head the columns of a leaderboard."""
        _ = self._
        return "#", _("Member"), _("Sessions"), _("Wins"), _("Hands"), _("Chips")

    def former_members(self, total: Sum) -> str:
        """Tell what those did whose data are deleted."""
        return self._("-# Former members: {sums}.").format(sums=self._sums(total))

    def _sums(self, total: Sum) -> str:
        parts = [
            self._n("{count} session", "{count} sessions", total.sessions).format(
                count=total.sessions
            ),
            self._n("{count} win", "{count} wins", total.wins).format(count=total.wins),
            self._n("{count} hand", "{count} hands", total.hands).format(count=total.hands),
            self._("{amount} play chips").format(amount=signed(total.won)),
        ]
        return ", ".join(parts)

    def previous_page(self) -> str:
        """Label the button to the page before."""
        return self._("Previous")

    def next_page(self) -> str:
        """Label the button to the page after."""
        return self._("Next")

    def no_results(self) -> str:
        """Say that nothing has been played."""
        return self._("No table with a finished hand has closed yet.")

    def record_title(self, name: str) -> str:
        """Title how a member did."""
        return self._("**{name} on this server**").format(name=name)

    def record(self, total: Sum, best: int | None) -> list[str]:
        """Tell how a member did."""
        lines = [f"{self._sums(total)}."]
        if best is not None:
            lines.append(
                self._("Best place: {place}. Left {share} % of the others behind.").format(
                    place=best, share=round(100 * total.beaten)
                )
            )
        return lines

    def last_sessions(self) -> str:
        """Title the last sessions of a member."""
        return self._("Last sessions")

    def session_line(self, result: Result, link: str) -> str:
        """Tell how one session ended for a member."""
        _ = self._
        game = {Game.HOLDEM: _("Hold'em"), Game.FIVECARD: _("five-card draw")}[result.game]
        if result.place is None:
            ended = _("cash") if result.cash else _("without a place")
        else:
            ended = _("place {place} of {field}").format(place=result.place, field=result.field)
        return _("{when}: {game}, {ended}, {amount} [table]({link})").format(
            when=moment(result.at), game=game, ended=ended, amount=signed(result.won), link=link
        )
