"""What happens to a session by itself, and when: one step after another, each of them once.

`next_step` is the whole timetable. A step that is done is a field that is set, so that whoever asks
again, after a restart or twice in one minute, is told the next one. What was overtaken while nobody
was here is not made up for: of several reminders the newest is sent, and a session that could not
begin within the time of grace is missed (RULINGS E6).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from enum import StrEnum

from bot.series import signup
from bot.series.model import (
    End,
    Hindrance,
    Reminder,
    Series,
    Session,
    SessionPost,
    Setup,
    Shows,
    TooFew,
)
from bot.series.schedule import following, stop_of
from bot.table.model import Options, TableId
from engine.rules import Game

ANNOUNCED_BEFORE = timedelta(days=7)
CHECKED_BEFORE = timedelta(minutes=10)
TIME_TO_ANSWER = timedelta(minutes=2)
"""The least time to say that one is here, should the question come late."""
RETRY = timedelta(seconds=30)
"""How soon a session that cannot begin tries again."""
REMINDED_BEFORE = {
    Reminder.DAY: timedelta(days=1),
    Reminder.HOUR: timedelta(hours=1),
    Reminder.FIVE: timedelta(minutes=5),
}


class Step(StrEnum):
    """What is done next about a session, in this order where several are due."""

    LET_GO = "let_go"
    """The series is paused: the session is not played."""
    GIVE_UP = "give_up"
    """The time of grace is over."""
    ANNOUNCE = "announce"
    REMIND = "remind"
    CLOSE = "close"
    """Sign-up closes."""
    CHECK = "check"
    """Everybody is asked whether he is here."""
    START = "start"
    SHUT = "shut"
    """Who comes from now on is not seated."""
    STOP = "stop"
    """The hands being played are the last ones."""
    SCORE = "score"
    """The tables have ended, or are looked at again."""


def next_step(series: Series, session: Session) -> tuple[datetime, Step] | None:
    """Return what is done next about a session and when, None once it has ended."""
    steps = _steps(series, session)
    return min(steps, key=lambda step: step[0], default=None)


def due(series: Series, session: Session, now: datetime) -> Step | None:
    """Return what is to be done about a session now, None while there is nothing."""
    ripe = [step for at, step in _steps(series, session) if at <= now]
    order = list(Step)
    return min(ripe, key=order.index, default=None)


def _steps(series: Series, session: Session) -> list[tuple[datetime, Step]]:
    """Return every step that is still to be done, with its time."""
    setup = series.setup
    if session.end is not None:
        return []
    if session.started_at is not None:
        if session.stopped_at is not None:
            return [((session.tried_at or session.stopped_at) + RETRY, Step.SCORE)]
        steps = [(stop_at(setup, session), Step.STOP)]
        if session.late_until is not None:
            steps.append((session.late_until, Step.SHUT))
        return steps
    if series.paused:
        return [(session.start, Step.LET_GO)]
    steps = [(session.start + timedelta(minutes=setup.grace_min), Step.GIVE_UP)]
    if session.announced_at is None:
        steps.append((session.start - ANNOUNCED_BEFORE, Step.ANNOUNCE))
    steps += [
        (session.start - REMINDED_BEFORE[reminder], Step.REMIND)
        for reminder in setup.reminders
        if reminder not in session.reminded
    ]
    if session.closed_at is None:
        steps.append((session.start - timedelta(minutes=setup.closes_min), Step.CLOSE))
    if setup.presence and session.checked_at is None:
        steps.append((session.start - CHECKED_BEFORE, Step.CHECK))
    else:
        steps.append((_may_start_at(session), Step.START))
    return steps


def _may_start_at(session: Session) -> datetime:
    at = session.start
    if session.checked_at is not None:
        at = max(at, session.checked_at + TIME_TO_ANSWER)
    return at if session.tried_at is None else max(at, session.tried_at + RETRY)


def stop_at(setup: Setup, session: Session) -> datetime:
    """Return the agreed stop: as long after the announced start as a session lasts."""
    minutes = options_of(setup, session).minutes
    assert minutes is not None
    return stop_of(session.start, timedelta(minutes=minutes))


# The steps


def announce(setup: Setup, session: Session, now: datetime) -> Session:
    """Note that a session is announced, which is a reminder as well."""
    announced = replace(session, announced_at=now)
    return replace(announced, reminded=_overtaken(setup, announced, now))


def remind(setup: Setup, session: Session, now: datetime) -> tuple[Session, Reminder | None]:
    """Note the reminders that are due and return the newest, None once the session should run."""
    due_now = _overtaken(setup, session, now)
    fresh = [reminder for reminder in due_now if reminder not in session.reminded]
    newest = min(fresh, key=lambda reminder: REMINDED_BEFORE[reminder], default=None)
    return replace(session, reminded=due_now), newest if now < session.start else None


def check(session: Session, now: datetime) -> Session:
    """Note that everybody is asked whether he is here."""
    return replace(session, checked_at=now)


def hindrance_now(setup: Setup, session: Session) -> Hindrance | None:
    """Return what keeps a session from beginning as far as its players go."""
    return None if len(signup.players(setup, session)) >= setup.least else Hindrance.TOO_FEW


def hinder(session: Session, hindrance: Hindrance, now: datetime) -> Session:
    """Note that a session could not begin; it tries again until the time of grace is over."""
    return replace(session, tried_at=now, hindrance=hindrance)


def start(session: Session, options: Options, tables: Iterable[TableId], now: datetime) -> Session:
    """Note that a session has begun at some tables, and how they are set up."""
    assert not session.begun
    return replace(session, started_at=now, options=options, tables=tuple(tables), hindrance=None)


def options_of(setup: Setup, session: Session) -> Options:
    """Return how the tables of a session are, were or would be set up."""
    return session.options or setup.options_of(session.number)


def game_of(setup: Setup, session: Session) -> Game:
    """Return what is, was or would be played in a session."""
    return options_of(setup, session).game


def take_late(setup: Setup, session: Session, now: datetime) -> Session:
    """Note until when who comes is still seated, although the session has begun."""
    until = session.start + timedelta(minutes=setup.late_min)
    return replace(session, late_until=until) if until > now else session


def shut(session: Session) -> Session:
    """Note that who comes from now on is not seated."""
    return replace(session, late_until=None)


def reach_final(session: Session, now: datetime) -> Session:
    """Note that the final table is announced."""
    return replace(session, final_at=now)


def stop(session: Session, now: datetime) -> Session:
    """Note that the last hands are being played."""
    return replace(shut(session), stopped_at=now, tried_at=None)


def look_again(session: Session, now: datetime) -> Session:
    """Note that the tables have not ended yet."""
    return replace(session, tried_at=now)


def score(session: Session, now: datetime) -> Session:
    """Note that a session was played to its end; its results are written with it."""
    assert session.started_at is not None
    return replace(shut(session), ended_at=now, end=End.PLAYED)


def give_up(series: Series, session: Session, last: datetime, now: datetime) -> Session:
    """Cancel or postpone a session for which too few came; one that could not begin is missed.

    :param last: the start of the last session of the series.
    """
    if session.hindrance is not Hindrance.TOO_FEW:
        return end(session, End.MISSED, now)
    if series.setup.too_few is TooFew.POSTPONE:
        return moved(series.setup, session, following(series.setup.schedule, last), now)
    return end(session, End.TOO_FEW, now)


def end(session: Session, how: End, now: datetime, why: str = "") -> Session:
    """End a session that was not played."""
    return replace(session, ended_at=now, end=how, why=why)


def moved(setup: Setup, session: Session, to: datetime, now: datetime) -> Session:
    """Give a session another time; who signed up stays, and is reminded of the new one."""
    entries = tuple(replace(entry, present=False) for entry in session.entries)
    fresh = replace(
        session,
        start=to,
        reminded=(),
        closed_at=None,
        checked_at=None,
        tried_at=None,
        hindrance=None,
        posts=_without_question(session),
        entries=entries,
    )
    return replace(fresh, reminded=_overtaken(setup, fresh, now))


def relocated(session: Session, now: datetime) -> Session:
    """Have a session announced anew, in another channel; before its start all are asked anew."""
    if session.announced_at is None:
        return session
    if now < session.start:
        return replace(session, announced_at=None, checked_at=None, posts=())
    posts = tuple(post for post in session.posts if post.shows is Shows.PRESENCE)
    return replace(session, announced_at=None, posts=posts)


def _without_question(session: Session) -> tuple[SessionPost, ...]:
    """Return the posts that go on showing a session for which everybody is asked anew."""
    return tuple(post for post in session.posts if post.shows is not Shows.PRESENCE)


def _overtaken(setup: Setup, session: Session, now: datetime) -> tuple[Reminder, ...]:
    """Return the reminders whose time has come, sent or not."""
    return tuple(
        reminder
        for reminder in setup.reminders
        if session.start - REMINDED_BEFORE[reminder] <= now or reminder in session.reminded
    )
