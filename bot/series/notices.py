"""What members are told who signed up, when a moderator changes what concerns them.

One post in the channel pings them all; where the sessions go to another channel, their
announcements there do the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.catalogue import words_for
from bot.render import series_screens
from bot.render.words import Words
from bot.series.model import Changed, Series, Session
from bot.series.telling import Telling
from bot.store.series import Season

Sessions = list[tuple[Session, Session]]
"""Sessions as they were and are."""


def notices(before: Season, changed: Changed) -> tuple[Telling, ...]:
    """Return what is told of a change: nothing where it concerns nobody."""
    now = {session.number: session for session in changed.sessions}
    known = [(was, now[was.number]) for was in before.sessions if was.number in now]
    concerned = [(was, is_) for was, is_ in known if was.entries or was.announced_at is not None]
    words = words_for(changed.series.locale)
    lines = list(_lines(before.series, changed.series, concerned, words))
    if not concerned or not lines:
        return ()
    why = "" if changed.line is None else changed.line.why
    entries = [entry for was, _ in concerned for entry in was.entries]
    shown = series_screens.changed_screen(lines, why, entries, words)
    return (Telling("changed", shown, channel=before.series.setup.channel),)


def _lines(was: Series, series: Series, sessions: Sessions, words: Words) -> Iterator[str]:
    """Yield what there is to tell: of the series, then of each session."""
    if series.paused is not was.paused:
        yield words.goes_on(series) if was.paused else words.pauses(series)
    if series.setup.channel != was.setup.channel:
        yield words.moves_to(series)
    for before, session in sessions:
        if session.end is not None:
            yield words.not_played(series, session)
            continue
        if session.start != before.start:
            yield words.postponed(series, session)
        played = words.played_for(series.setup.options_of(session.number))
        if played != words.played_for(was.setup.options_of(session.number)):
            yield words.plays(series, session, played)
