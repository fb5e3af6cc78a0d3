"""What is said of sessions once something about them has changed, or they are over.

Names and reasons arrive as members typed them and are made harmless here.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.render.names import plain
from bot.render.words.series import SeriesWords
from bot.render.words.setups import title
from bot.render.words.standings import REASON
from bot.series.model import End, Series, Session

MOST_WINNERS = 10
"""How many names of those who share a place are shown: the rest is counted."""


class ChangeWords(SeriesWords):
    """Sentences about what has changed."""

    # In the posts that showed it

    def signed_up(self, session: Session) -> list[str]:
        """List who had signed up for a session that has begun or is over."""
        head = self._("**Signed up ({count})**").format(count=len(session.entries))
        return [head, self.names(session.entries) or self._("Nobody.")]

    def became_of(self, series: Series, session: Session) -> str:
        """Say what became of a session that has begun or is over."""
        _ = self._
        if session.end is None:
            return _("It is being played: {places}").format(places=_places(session))
        if session.end is End.PLAYED:
            return self._won(session)
        return self.not_played(series, session)

    def _won(self, session: Session) -> str:
        _ = self._
        if not session.winners:
            return _("It was played.")
        named = self.all_of(self.some(session.winners, MOST_WINNERS))
        if len(session.winners) == 1:
            return _("It was played, and {winner} won.").format(winner=named)
        return _("It was played, and {winners} share the first place.").format(winners=named)

    def elsewhere(self, series: Series, session: Session) -> str:
        """Say that a session is played in another channel."""
        return self._("{session} is played in {channel}: the announcement is there.").format(
            session=self.session_title(series, session), channel=f"<#{series.setup.channel}>"
        )

    # What is told to who signed up

    def pauses(self, series: Series) -> str:
        """Say that a series is paused."""
        return self._("{series} is paused: until it goes on, nothing is played.").format(
            series=title(series.setup.name)
        )

    def goes_on(self, series: Series) -> str:
        """Say that a series is paused no more."""
        return self._("{series} goes on.").format(series=title(series.setup.name))

    def moves_to(self, series: Series) -> str:
        """Say that a series is played in another channel."""
        return self._("{series} is played in {channel} from now on.").format(
            series=title(series.setup.name), channel=f"<#{series.setup.channel}>"
        )

    def plays(self, series: Series, session: Session, played: str) -> str:
        """Say what is played in a session, and for what."""
        return self._("{session}: {played}").format(
            session=self.session_title(series, session), played=played
        )

    def room_for_more(self, series: Series, session: Session) -> str:
        """Tell who waited that more can play."""
        return self._("{session} has room for more: who is named here moves up.").format(
            session=self.session_title(series, session)
        )

    def room_for_fewer(self, series: Series, session: Session) -> str:
        """Tell who had a seat that fewer can play."""
        return self._("{session} has room for fewer: who is named here waits.").format(
            session=self.session_title(series, session)
        )

    def reason(self, why: str) -> str | None:
        """Give a moderator's reason in a small line, None where he gave none."""
        return f"-# {plain(why, REASON)}" if why else None

    # The list of all series

    def list_lines(
        self, series: Series, running: Sequence[Session], coming: Session | None
    ) -> list[str]:
        """Say in the list of series what is being played, and when the next session is."""
        lines = [self._running(series, session) for session in running]
        if not running or (coming is not None and not series.over):
            lines.append(self.next_session(series, coming))
        return lines

    def _running(self, series: Series, session: Session) -> str:
        return self._("**{series}** session {number} is being played: {places}").format(
            series=title(series.setup.name), number=session.number, places=_places(session)
        )


def _places(session: Session) -> str:
    return ", ".join(f"<#{channel}>" for channel in session.channels)
