"""The posts that show a session, kept true: whatever a change makes untrue is edited once.

An edit is written down with the change that asks for it, and waits a moment, so that several
changes cost one. A post that shows its session no longer is left with its last word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.catalogue import words_for
from bot.outbox.payloads import screen_to_json
from bot.render import series_screens
from bot.render.parts import Screen
from bot.series.model import Changed, Series, Session, SessionPost, Shows
from bot.series.telling import key_of, number_of
from bot.store import OutboxRow
from bot.store.series import Season

SETTLING_S = 4.0
"""How long an edit waits for more of the same: many sign up within a few seconds."""


@dataclass(frozen=True, slots=True)
class Redrawn:
    """What a post is to show from now on."""

    series: Series
    session: int
    post: SessionPost
    screen: Screen

    @property
    def shows(self) -> tuple[int, Shows]:
        """Which session the post shows, and as what."""
        return self.session, self.post.shows

    def to_row(self, row_id: int, now: float) -> OutboxRow:
        """Write the edit of the post down."""
        post, payload = self.post, screen_to_json(self.screen)
        due, number = now + SETTLING_S, number_of(self.series.id)
        return OutboxRow(row_id, number, "edit", post.channel, post.key, payload, due, now)


def shown_by(series: Series, session: Session, shows: Shows) -> Session:
    """Return a session that a post shows which is told with the same change of its series."""
    post = SessionPost(shows, key_of(shows, series), series.setup.channel)
    others = tuple(other for other in session.posts if other.shows is not shows)
    return replace(session, posts=(*others, post))


def post_of(session: Session, shows: Shows) -> SessionPost | None:
    """Return the post of a kind that shows a session, None where there is none."""
    return next((post for post in session.posts if post.shows is shows), None)


def redrawn(
    before: Season, after: Changed, pressed: tuple[int, Shows] | None = None
) -> Iterator[Redrawn]:
    """Yield what the posts of sessions are to show where a change has made them untrue.

    :param pressed: which session's post is answered with what it shows in any case.
    """
    changed = {session.number: session for session in after.sessions}
    for session in before.sessions:
        newest = changed.get(session.number)
        if newest is None:
            continue
        for post in session.posts:
            screen = _screen(after.series, newest, post)
            made = Redrawn(after.series, session.number, post, screen)
            if made.shows == pressed or screen != _screen(before.series, session, post):
                yield made


def drawn(season: Season, session: Session) -> list[Redrawn]:
    """Return what the posts of a session show."""
    return [
        Redrawn(season.series, session.number, post, _screen(season.series, session, post))
        for post in session.posts
    ]


def show(series: Series, session: Session, shows: Shows) -> Screen:
    """Show a session in a post that is there: no edit pings anybody."""
    draw = {
        Shows.ANNOUNCEMENT: series_screens.announcement_screen,
        Shows.PRESENCE: series_screens.presence_screen,
    }[shows]
    return replace(draw(series, session, words_for(series.locale)), pings=())


def _screen(series: Series, session: Session, post: SessionPost) -> Screen:
    if post in session.posts:
        return show(series, session, post.shows)
    return series_screens.left_screen(series, session, post, words_for(series.locale))
