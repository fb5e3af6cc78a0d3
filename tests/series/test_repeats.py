from __future__ import annotations

from datetime import date

import pytest

from bot.series.errors import BadWeekdays, DaysOfWeeks
from bot.series.repeats import Repeating, make_repeat, read_weekdays
from bot.series.schedule import LAST, Monthly, Once, Repeat, Weekly

THIRD_TUESDAY = date(2026, 10, 20)


@pytest.mark.parametrize(
    ("repeating", "days", "rule"),
    [
        (Repeating.ONCE, "", Once()),
        (Repeating.WEEKLY, "", Weekly()),
        (Repeating.WEEKLY, "Tue, fri", Weekly(days=(1, 4))),
        (Repeating.TWO_WEEKS, "", Weekly(every=2)),
        (Repeating.FOUR_WEEKS, "Monday", Weekly(every=4, days=(0,))),
        (Repeating.MONTHLY, "", Monthly(3, 1)),
        (Repeating.LAST, "", Monthly(LAST, 1)),
    ],
)
def test_every_choice_is_a_rule_counted_from_the_first_date(
    repeating: Repeating, days: str, rule: Repeat
) -> None:
    assert make_repeat(repeating, THIRD_TUESDAY, days) == rule


@pytest.mark.parametrize(
    ("day", "nth"), [(1, 1), (7, 1), (8, 2), (14, 2), (15, 3), (28, 4), (29, 5), (31, 5)]
)
def test_a_day_is_the_so_manieth_of_its_weekday_in_the_month(day: int, nth: int) -> None:
    first = date(2026, 10, day)
    assert make_repeat(Repeating.MONTHLY, first, "") == Monthly(nth, first.weekday())


@pytest.mark.parametrize("text", ["Xyz", "Tuf", "Tue 4", "t", "1", "Tue/Fri"])
def test_what_is_no_weekday_is_refused(text: str) -> None:
    with pytest.raises(BadWeekdays):
        read_weekdays(text)


@pytest.mark.parametrize("repeating", [Repeating.ONCE, Repeating.MONTHLY, Repeating.LAST])
def test_weekdays_go_with_weeks_alone(repeating: Repeating) -> None:
    with pytest.raises(DaysOfWeeks):
        make_repeat(repeating, THIRD_TUESDAY, "Tue Fri")


def test_weekdays_come_in_order_and_once() -> None:
    assert read_weekdays("sun MON; su") == (0, 6)
    assert read_weekdays("") == ()
