"""What moderators do to a series: each change says who, when and why, and touches nothing begun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from bot.series import season
from bot.series.errors import (
    AlreadyPaused,
    DatePassed,
    NoSuchSession,
    NothingChanges,
    NotPaused,
    SeriesOver,
    SessionBegun,
)
from bot.series.model import (
    Changed,
    Did,
    End,
    LogLine,
    Series,
    SeriesId,
    Session,
    Setup,
)
from bot.series.schedule import Schedule, starts
from bot.table.model import UserId


def dates_to_come(schedule: Schedule, now: datetime) -> tuple[datetime, ...]:
    """Return the start of every session of a schedule that has not begun.

    :raises DatePassed: when the first one lies in the past.
    :raises bot.errors.Refused: when the schedule names no dates, or too many.
    """
    dates = starts(schedule)
    if dates[0] <= now:
        raise DatePassed
    return dates


def create(
    series_id: SeriesId, where: tuple[int, str], host: UserId, setup: Setup, now: datetime
) -> Changed:
    """Make a series at a place (guild, locale), with all its sessions.

    :raises DatePassed: when the first one lies in the past.
    :raises bot.errors.Refused: when the schedule names no dates, or too many.
    """
    guild, locale = where
    dates = dates_to_come(setup.schedule, now)
    sessions = tuple(Session(series_id, number, at) for number, at in enumerate(dates, start=1))
    series = Series(series_id, guild, locale, host, setup)
    return Changed(series, sessions, LogLine(now, host, Did.CREATED))


def pause(
    series: Series, sessions: Sequence[Session], who: UserId, why: str, now: datetime
) -> Changed:
    """Let sessions pass until the series is resumed; one that has begun goes on.

    :raises AlreadyPaused: when it is paused.
    :raises SeriesOver: when it has ended.
    """
    if _running(series).paused:
        raise AlreadyPaused
    line = LogLine(now, who, Did.PAUSED, why)
    return Changed(replace(series, paused=True), _coming(sessions), line)


def resume(
    series: Series, sessions: Sequence[Session], who: UserId, why: str, now: datetime
) -> Changed:
    """Play the sessions to come again.

    :raises NotPaused: when the series is not paused.
    :raises SeriesOver: when it has ended.
    """
    if not _running(series).paused:
        raise NotPaused
    line = LogLine(now, who, Did.RESUMED, why)
    return Changed(replace(series, paused=False), _coming(sessions), line)


def skip(series: Series, session: Session, who: UserId, why: str, now: datetime) -> Changed:
    """Call one session off.

    :raises SessionBegun: when it has begun or ended.
    """
    ended = season.end(_not_begun(session), End.SKIPPED, now, why)
    return Changed(series, (ended,), LogLine(now, who, Did.SKIPPED, why, session.number))


def move(
    series: Series, session: Session, to: datetime, who: UserId, why: str, now: datetime
) -> Changed:
    """Give one session another time; the others keep theirs.

    :raises SessionBegun: when it has begun or ended.
    :raises DatePassed: when the new time lies in the past.
    """
    if to <= now:
        raise DatePassed
    changed = season.moved(series.setup, _not_begun(session), to, now)
    line = LogLine(now, who, Did.MOVED, why, session.number)
    return Changed(series, (replace(changed, moved=True),), line)


def cancel(
    series: Series, sessions: Sequence[Session], who: UserId, why: str, now: datetime
) -> Changed:
    """End a series: what has not begun is called off, its standings stay.

    :raises SeriesOver: when it has ended already.
    """
    over = replace(_running(series), over=True)
    off = tuple(season.end(session, End.CANCELLED, now, why) for session in _coming(sessions))
    return Changed(over, off, LogLine(now, who, Did.CANCELLED, why))


def edit(
    series: Series,
    sessions: Sequence[Session],
    setup: Setup,
    who: UserId,
    why: str,
    now: datetime,
) -> Changed:
    """Set a series up anew for all that has not begun.

    Where the schedule changes, the sessions to come take its dates, one after another: dates too
    many make new sessions, sessions too many are called off.

    :raises DatePassed: when the first of other dates lies in the past.
    :raises SeriesOver: when it has ended.
    :raises NothingChanges: when it is set up so already.
    :raises bot.errors.Refused: when the schedule names no dates, or too many.
    """
    edited = replace(_running(series), setup=setup)
    if setup == series.setup:
        raise NothingChanges
    line = LogLine(now, who, Did.EDITED, why, before=series.setup, after=setup)
    coming = _coming(sessions)
    if setup.channel != series.setup.channel:
        coming = tuple(season.relocated(session, now) for session in coming)
    if setup.schedule == series.setup.schedule:
        return Changed(edited, coming, line)
    dates = dates_to_come(setup.schedule, now)
    kept = [
        replace(season.moved(setup, session, start, now), moved=False)
        for session, start in zip(coming, dates, strict=False)
    ]
    off = [season.end(session, End.CANCELLED, now, why) for session in coming[len(dates) :]]
    new = [
        Session(series.id, number, start)
        for number, start in enumerate(dates[len(coming) :], start=len(sessions) + 1)
    ]
    return Changed(edited, (*kept, *off, *new), line)


def session_of(sessions: Sequence[Session], number: int) -> Session:
    """Return a session by its number.

    :raises NoSuchSession: when the series has none of that number.
    """
    for session in sessions:
        if session.number == number:
            return session
    raise NoSuchSession


def settled(series: Series, sessions: Sequence[Session]) -> Series:
    """Note that a series is over once all its sessions have ended."""
    return replace(series, over=series.over or all(session.end for session in sessions))


def _coming(sessions: Sequence[Session]) -> tuple[Session, ...]:
    """Return the sessions that have not begun: what is due about them hangs on the series."""
    return tuple(session for session in sessions if not session.begun)


def _running(series: Series) -> Series:
    if series.over:
        raise SeriesOver
    return series


def _not_begun(session: Session) -> Session:
    if session.begun:
        raise SessionBegun
    return session
