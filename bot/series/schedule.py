"""When the sessions of a series are: a rule in the wall-clock time of a named zone.

The rule finds calendar dates; each of them becomes a moment of its own (`bot.series.zones`), so
that a session keeps its local hour across every change of the clocks (RULINGS E5).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from itertools import islice
from typing import Annotated, Literal

from dateutil.rrule import MO, MONTHLY, WEEKLY, rrule, weekday
from pydantic import Field

from bot.series.errors import BadDate, NoDates, TooManyDates
from bot.series.zones import at_wall_clock

MOST_SESSIONS = 200
YEARS = range(2000, 2200)
"""What is no slip of the hand."""
LAST = -1
"""The `nth` of a month's last weekday."""


@dataclass(frozen=True, slots=True)
class Once:
    """One session."""

    kind: Literal["once"] = "once"


@dataclass(frozen=True, slots=True)
class Weekly:
    """On some weekdays of every week, or of every so many; weeks begin on Monday, day 0."""

    every: int = 1
    days: tuple[int, ...] = ()
    """None: the weekday of the first date."""
    kind: Literal["weekly"] = "weekly"

    def __post_init__(self) -> None:
        if self.every < 1 or not set(self.days) <= set(range(7)):
            raise ValueError(f"no such weeks: every {self.every}, on {self.days}")


@dataclass(frozen=True, slots=True)
class Monthly:
    """On the first to fifth weekday of every month, or its last; months without one have none."""

    nth: int
    day: int
    kind: Literal["monthly"] = "monthly"

    def __post_init__(self) -> None:
        if self.nth not in {1, 2, 3, 4, 5, LAST} or self.day not in range(7):
            raise ValueError(f"no such weekday of a month: number {self.nth}, day {self.day}")


Repeat = Annotated[Once | Weekly | Monthly, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True)
class Schedule:
    """A rule, where it begins and where it ends: after a number of sessions or with a date."""

    zone: str
    first: date
    at: time
    repeat: Repeat = Once()
    sessions: int | None = None
    last: date | None = None


def starts(schedule: Schedule) -> tuple[datetime, ...]:
    """Return the start of every session, in UTC.

    :raises NoDates: when the rule names none.
    :raises TooManyDates: when it names more than a series may have.
    """
    wanted = MOST_SESSIONS + 1 if schedule.sessions is None else schedule.sessions
    found = tuple(islice(_moments(schedule), min(wanted, MOST_SESSIONS + 1)))
    if not found:
        raise NoDates
    if len(found) > MOST_SESSIONS:
        raise TooManyDates(MOST_SESSIONS)
    return found


def next_starts(schedule: Schedule, after: datetime, count: int = 5) -> tuple[datetime, ...]:
    """Return the next starts after a moment, as many as there are up to a number."""
    return tuple(islice((start for start in starts(schedule) if start > after), count))


def following(schedule: Schedule, after: datetime) -> datetime:
    """Return the first date after a moment if the rule had no end; one without repeat is weekly."""
    repeat = Weekly() if isinstance(schedule.repeat, Once) else schedule.repeat
    endless = replace(schedule, repeat=repeat, sessions=None, last=None)
    return next(start for start in _moments(endless) if start > after)


def starting_at(schedule: Schedule, first: date, at: time) -> Schedule:
    """Return a rule that begins with another date; one that had a last date has so many sessions.

    Weekdays of months follow the new date, chosen weekdays of weeks stay.
    """
    repeat = schedule.repeat
    if isinstance(repeat, Monthly) and repeat.nth != LAST:
        repeat = Monthly((first.day + 6) // 7, first.weekday())
    elif isinstance(repeat, Monthly):
        repeat = Monthly(LAST, first.weekday())
    count = schedule.sessions or len(starts(schedule))
    return replace(schedule, first=first, at=at, repeat=repeat, sessions=count, last=None)


def stop_of(start: datetime, length: timedelta) -> datetime:
    """Return the end of a session: its length is elapsed time, whatever the clocks do."""
    return start + length


def read_date(text: str) -> date:
    """Read a calendar date such as ``2026-10-20``.

    :raises BadDate: for anything else, the 30th of February included.
    """
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        raise BadDate(text) from None
    if day.year not in YEARS:
        raise BadDate(text)
    return day


def read_time(text: str) -> time:
    """Read a time of day such as ``20:00``; in which zone is said beside it.

    :raises BadDate: for anything else, a time with an offset of its own included.
    """
    try:
        at = time.fromisoformat(text.strip())
    except ValueError:
        raise BadDate(text) from None
    if at.tzinfo is not None:
        raise BadDate(text)
    return at.replace(microsecond=0)


def read_moment(text: str) -> tuple[date, time]:
    """Read a date and a time of day such as ``2026-10-20 20:00``.

    :raises BadDate: for anything else.
    """
    day, _, at = text.strip().partition(" ")
    try:
        return read_date(day), read_time(at)
    except BadDate:
        raise BadDate(text) from None


def _moments(schedule: Schedule) -> Iterator[datetime]:
    """Yield the starts in order; two dates that a skipped day makes one moment are one session."""
    before = None
    for day in _dates(schedule):
        if schedule.last is not None and day > schedule.last:
            return
        moment = at_wall_clock(day, schedule.at, schedule.zone)
        if moment != before:
            yield moment
        before = moment


def _dates(schedule: Schedule) -> Iterator[date]:
    match schedule.repeat:
        case Once():
            yield schedule.first
        case Weekly(every=every, days=days):
            yield from _by_rule(schedule.first, WEEKLY, every, [weekday(day) for day in days])
        case Monthly(nth=nth, day=day):
            yield from _by_rule(schedule.first, MONTHLY, 1, [weekday(day, nth)])


def _by_rule(first: date, often: Literal[1, 2], every: int, days: list[weekday]) -> Iterator[date]:
    midnight = datetime.combine(first, time())
    # A rule without weekdays takes that of the first date.
    rule = rrule(often, dtstart=midnight, interval=every, byweekday=days or None, wkst=MO)
    return (found.date() for found in rule)
