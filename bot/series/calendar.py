"""The dates of a series as a calendar file (RFC 5545): one event a session, in UTC.

Times in UTC need no description of a zone and cannot drift; every calendar shows them by its own
clock. A session keeps its UID, so that a file fetched again moves or cancels what it moved or
cancelled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from bot.render.words import Words
from bot.series.model import End, Series, Session
from bot.series.season import game_of, stop_at

_WIDTH = 75
"""Octets of a line; what is longer goes on in the next one, after a space."""


def to_ics(series: Series, sessions: Iterable[Session], words: Words, now: datetime) -> str:
    """Return a series as a calendar file.

    :param now: when the file is made.
    """
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Croupier//series//EN",
        f"X-WR-CALNAME:{_escaped(series.setup.name)}",
    ]
    for session in sessions:
        lines += _event(series, session, words, now)
    lines.append("END:VCALENDAR")
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def _event(series: Series, session: Session, words: Words, now: datetime) -> list[str]:
    off = session.end not in {None, End.PLAYED}
    game = words.game_name(game_of(series.setup, session))
    return [
        "BEGIN:VEVENT",
        f"UID:series-{series.id}-session-{session.number}@{series.guild}.croupier",
        f"SEQUENCE:{series.version}",
        f"DTSTAMP:{_utc(now)}",
        f"DTSTART:{_utc(session.start)}",
        f"DTEND:{_utc(stop_at(series.setup, session))}",
        f"SUMMARY:{_escaped(f'{series.setup.name} ({session.number}): {game}')}",
        f"URL:https://discord.com/channels/{series.guild}/{series.setup.channel}",
        f"STATUS:{'CANCELLED' if off else 'CONFIRMED'}",
        "END:VEVENT",
    ]


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    """Return a text in which nothing ends a line or a value; control characters are left out."""
    for mark, written in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(mark, written)
    return "".join(letter for letter in text if letter.isprintable())


def _folded(line: str) -> Iterator[str]:
    """Yield a line in pieces of at most 75 octets; no letter is divided."""
    piece, size = "", 0
    for letter in line:
        width = len(letter.encode())
        if size + width > _WIDTH:
            yield piece
            piece, size = " ", 1
        piece, size = piece + letter, size + width
    yield piece
