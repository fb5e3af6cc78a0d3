"""Other dates for what is to come of a series: whatever is not named stays as it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, time

from bot.series.errors import DaysOfWeeks, OnlyOnce, TwoEnds
from bot.series.repeats import WEEKS, Repeating, make_repeat, read_weekdays
from bot.series.schedule import Once, Repeat, Schedule, Weekly, read_date, starting_at


@dataclass(frozen=True, slots=True)
class Redating:
    """What is wanted: where the dates begin, and what else is to change."""

    first: date
    at: time
    how: Repeating | None = None
    weeks: int | None = None
    """Every how many weeks, where none of the usual rhythms is meant."""
    days: str = ""
    sessions: int | None = None
    last: str = ""


def redated(schedule: Schedule, wanted: Redating, left: int) -> Schedule:
    """Return a schedule that begins anew.

    :param left: how many sessions are still to come, which it keeps unless another end is named.
    :raises bot.errors.Refused: for what cannot be read, or does not go together.
    """
    schedule = starting_at(schedule, wanted.first, wanted.at)
    schedule = replace(schedule, repeat=_rhythm(schedule, wanted))
    if wanted.last and wanted.sessions is not None:
        raise TwoEnds
    if wanted.last:
        return replace(schedule, sessions=None, last=read_date(wanted.last))
    if wanted.sessions is not None:
        return with_sessions(schedule, wanted.sessions)
    return replace(schedule, sessions=left)


def repeating(schedule: Schedule, how: Repeating) -> Schedule:
    """Return a schedule of another rhythm; weekdays that were chosen stay as long as it has any."""
    repeat = make_repeat(how, schedule.first, "")
    if isinstance(repeat, Weekly):
        repeat = replace(repeat, days=_weekdays(schedule))
    return replace(schedule, repeat=repeat)


def every_weeks(schedule: Schedule, weeks: int) -> Schedule:
    """Return a schedule of every so many weeks; weekdays that were chosen stay."""
    return replace(schedule, repeat=Weekly(weeks, _weekdays(schedule)))


def with_sessions(schedule: Schedule, sessions: int) -> Schedule:
    """Return a schedule of so many sessions.

    :raises OnlyOnce: for several of what is played once.
    """
    if sessions > 1 and isinstance(schedule.repeat, Once):
        raise OnlyOnce
    return replace(schedule, sessions=sessions, last=None)


def _rhythm(schedule: Schedule, wanted: Redating) -> Repeat:
    """Return how a schedule is repeated from now on."""
    if wanted.weeks is not None:
        if wanted.how not in {None, *WEEKS}:
            raise DaysOfWeeks
        schedule = every_weeks(schedule, wanted.weeks)
    elif wanted.how is not None:
        schedule = repeating(schedule, wanted.how)
    days = read_weekdays(wanted.days)
    if not days:
        return schedule.repeat
    if not isinstance(schedule.repeat, Weekly):
        raise DaysOfWeeks
    return replace(schedule.repeat, days=days)


def _weekdays(schedule: Schedule) -> tuple[int, ...]:
    return schedule.repeat.days if isinstance(schedule.repeat, Weekly) else ()
