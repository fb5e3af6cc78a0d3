"""What members are told who signed up, when a moderator changes what concerns them.

One post in the channel pings them all; where the sessions go to another channel, their
announcements there do the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.catalogue import words_for
from bot.render import series_screens
from bot.render.words import Words
from bot.series import signup
from bot.series.model import Changed, Entry, Series, Session
from bot.series.telling import Telling
from bot.store.series import Season


@dataclass(frozen=True, slots=True)
class _Line:
    """Something to tell, and whom."""

    text: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class _Pair:
    """A session as it was and as it is."""

    was: Session
    session: Session


def notices(before: Season, changed: Changed) -> tuple[Telling, ...]:
    """Return what is told of a change: nothing where it concerns nobody."""
    now = {session.number: session for session in changed.sessions}
    known = [_Pair(was, now[was.number]) for was in before.sessions if was.number in now]
    concerned = [p for p in known if p.was.entries or p.was.announced_at is not None]
    words = words_for(changed.series.locale)
    lines = list(_of_series(before.series, changed.series, concerned, words)) if concerned else []
    for pair in concerned:
        lines += _of_session(before.series, changed.series, pair, words)
    if not lines:
        return ()
    why = "" if changed.line is None else changed.line.why
    entries = [entry for line in lines for entry in line.entries]
    shown = series_screens.changed_screen([line.text for line in lines], why, entries, words)
    return (Telling("changed", shown, channel=before.series.setup.channel),)


def _of_series(
    was: Series, series: Series, pairs: Sequence[_Pair], words: Words
) -> Iterator[_Line]:
    """Yield what there is to tell of a series to all who signed up."""
    everybody = tuple(entry for pair in pairs for entry in pair.was.entries)
    if series.paused is not was.paused:
        yield _Line(words.goes_on(series) if was.paused else words.pauses(series), everybody)
    if series.setup.channel != was.setup.channel:
        yield _Line(words.moves_to(series), everybody)


def _of_session(before: Series, series: Series, pair: _Pair, words: Words) -> Iterator[_Line]:
    """Yield what there is to tell of a session."""
    was, session = pair.was, pair.session
    if session.end is not None:
        yield _Line(words.not_played(series, session), was.entries)
        return
    if session.start != was.start:
        yield _Line(words.postponed(series, session), was.entries)
    played = words.played_for(series.setup.options_of(session.number))
    if played != words.played_for(before.setup.options_of(session.number)):
        yield _Line(words.plays(series, session, played), was.entries)
    had, have = signup.seated(before.setup, was), signup.seated(series.setup, session)
    if up := _missing(have, had):
        yield _Line(words.room_for_more(series, session), up)
    if down := _missing(had, have):
        yield _Line(words.room_for_fewer(series, session), down)


def _missing(some: Sequence[Entry], others: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return those of some members who are not among others."""
    members = {entry.member for entry in others}
    return tuple(entry for entry in some if entry.member not in members)
