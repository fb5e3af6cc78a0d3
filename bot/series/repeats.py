"""Rules as moderators choose them: from a short list, with weekdays typed where there are more."""

from __future__ import annotations

import re
from datetime import date
from enum import StrEnum

from bot.series.errors import BadWeekdays, DaysOfWeeks
from bot.series.schedule import LAST, Monthly, Once, Repeat, Weekly

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MOST_WEEKS = 52


class Repeating(StrEnum):
    """How often a series is played."""

    ONCE = "once"
    WEEKLY = "weekly"
    TWO_WEEKS = "two_weeks"
    FOUR_WEEKS = "four_weeks"
    MONTHLY = "monthly"
    """On the same weekday of each month as the first date: the second Tuesday, say."""
    LAST = "last"
    """On the last such weekday of each month."""


WEEKS = {Repeating.WEEKLY: 1, Repeating.TWO_WEEKS: 2, Repeating.FOUR_WEEKS: 4}


def make_repeat(repeating: Repeating, first: date, days: str) -> Repeat:
    """Return the rule that was chosen, counted from the first date.

    :raises BadWeekdays: for weekdays that are none.
    :raises DaysOfWeeks: for weekdays of what is not repeated by weeks.
    """
    chosen = read_weekdays(days)
    if repeating in WEEKS:
        return Weekly(WEEKS[repeating], chosen)
    if chosen:
        raise DaysOfWeeks
    if repeating is Repeating.ONCE:
        return Once()
    nth = LAST if repeating is Repeating.LAST else (first.day + 6) // 7
    return Monthly(nth, first.weekday())


def read_weekdays(text: str) -> tuple[int, ...]:
    """Read English weekdays by two of their first letters or more; nothing reads as none.

    :raises BadWeekdays: for what is no weekday.
    """
    found = []
    for word in re.findall(r"[^\s,;]+", text.casefold()):
        day = next((number for number, name in enumerate(_DAYS) if name.startswith(word)), None)
        if day is None or len(word) < 2:
            raise BadWeekdays(text)
        found.append(day)
    return tuple(sorted(set(found)))


def repeating_of(repeat: Repeat) -> Repeating | None:
    """Return how often a rule repeats, None for a number of weeks that is not offered."""
    match repeat:
        case Once():
            return Repeating.ONCE
        case Monthly(nth=nth):
            return Repeating.LAST if nth == LAST else Repeating.MONTHLY
        case Weekly(every=every):
            return next((each for each, weeks in WEEKS.items() if weeks == every), None)
