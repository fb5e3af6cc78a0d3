"""What is said about records: how members did, and what is kept about one."""

from __future__ import annotations

from collections.abc import Sequence

from bot.records.kept import Kept
from bot.records.leaders import Sum
from bot.render.words.accounts import signed
from bot.render.words.base import BaseWords, moment
from bot.table.result import Result
from engine.rules import Game


class RecordWords(BaseWords):
    """Sentences about results and about one's own data; names arrive safe to show."""

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

    # One's own data

    def kept(self, kept: Kept) -> list[str]:
        """Tell what is kept about a member, one kind a line."""
        _, _n = self._, self._n
        return [
            _("**What is kept about you**"),
            _n(
                "Your seat or your name at {count} open table.",
                "Your seat or your name at {count} open tables.",
                kept.open_tables,
            ).format(count=kept.open_tables),
            _n(
                "The result of {count} table.", "The results of {count} tables.", kept.results
            ).format(count=kept.results),
            _n(
                "{count} hand, with your cards in it.",
                "{count} hands, with your cards in them.",
                kept.hands,
            ).format(count=kept.hands),
            _n(
                "{count} movement of your chips.",
                "{count} movements of your chips.",
                kept.movements,
            ).format(count=kept.movements),
            _n(
                "{count} thing that you did, or that was done to you, as a host or moderator does.",
                "{count} things that you did, or that were done to you, as hosts or moderators do.",
                kept.deeds,
            ).format(count=kept.deeds),
            _n(
                "{count} place on a list, result, correction or change of a series.",
                "{count} places on lists, results, corrections and changes of series.",
                kept.series,
            ).format(count=kept.series),
            self._direct(kept),
            _("`/privacy export` hands it to you, `/privacy delete` deletes it."),
            self._not_ours(),
        ]

    def _direct(self, kept: Kept) -> str:
        if kept.has_direct:
            return self._("The channel of our direct messages, and whether they arrive.")
        return self._("No channel of direct messages.")

    def _not_ours(self) -> str:
        return self._(
            "-# The messages in channels and in our direct messages are kept by Discord; deleting "
            "here does not reach them, nor backups that were taken before."
        )

    def exported_data(self) -> str:
        """Hand over a member's own data."""
        return self._("What is kept about you, with your own cards and nobody else's.")

    def really_delete(self) -> Sequence[str]:
        """Ask whether a member's data are to be deleted."""
        return [
            self._(
                "**Delete what is kept about you?** Your id and your name are taken out of "
                "everything, on all servers: where you played, a former member did. Nobody can "
                "undo that."
            ),
            self._not_ours(),
        ]

    def delete_label(self) -> str:
        """Label the button that deletes one's data."""
        return self._("Delete it")

    def deleted(self) -> str:
        """Confirm that a member's data are deleted."""
        return self._("It is deleted: where you played, a former member did.")
