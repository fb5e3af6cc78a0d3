"""Rules as moderators choose them: from a short list, with weekdays typed where there are more."""

from __future__ import annotations

import re
from datetime import date
from enum import StrEnum

from bot.series.errors import BadDate
from bot.series.schedule import LAST, Monthly, Once, Repeat, Weekly

_DAYS = ("mo", "tu", "we", "th", "fr", "sa", "su")


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


def make_repeat(repeating: Repeating, first: date, days: str) -> Repeat:
    """Return the rule that was chosen, counted from the first date.

    :raises BadDate: for weekdays that are none.
    """
    match repeating:
        case Repeating.ONCE:
            return Once()
        case Repeating.MONTHLY:
            return Monthly((first.day + 6) // 7, first.weekday())
        case Repeating.LAST:
            return Monthly(LAST, first.weekday())
        case _:
            every = {Repeating.TWO_WEEKS: 2, Repeating.FOUR_WEEKS: 4}.get(repeating, 1)
            return Weekly(every, read_weekdays(days))


def read_weekdays(text: str) -> tuple[int, ...]:
    """Read weekdays by their first two letters: ``Tue, Fri``; nothing reads as none.

    :raises BadDate: for what is no weekday.
    """
    words = re.findall(r"\w+", text)
    if not all(word[:2].casefold() in _DAYS and word.isalpha() for word in words):
        raise BadDate(text)
    return tuple(sorted({_DAYS.index(word[:2].casefold()) for word in words}))


def repeating_of(repeat: Repeat) -> Repeating | None:
    """Return how often a rule repeats, None for a rhythm that is not offered."""
    match repeat:
        case Once():
            return Repeating.ONCE
        case Monthly(nth=nth):
            return Repeating.LAST if nth == LAST else Repeating.MONTHLY
        case Weekly(every=every):
            offered = {1: Repeating.WEEKLY, 2: Repeating.TWO_WEEKS, 4: Repeating.FOUR_WEEKS}
            return offered.get(every)
