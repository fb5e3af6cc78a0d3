"""Dates of series: against an independent computation, over every kind of clock change."""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.series.errors import BadDate, NoDates, TooManyDates
from bot.series.schedule import (
    LAST,
    MOST_SESSIONS,
    Monthly,
    Once,
    Repeat,
    Schedule,
    Weekly,
    next_starts,
    read_date,
    read_time,
    starting_at,
    starts,
)
from bot.series.zones import in_zone

QUARTER = timedelta(minutes=15)
ZONES = ["Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Tokyo"]
"""Two of them change by an hour in different weeks, one by half an hour, one never."""
TIMES = [time(20), time(2), time(2, 30), time(1, 45), time(0), time(23, 45)]
TUESDAY, FRIDAY = 1, 4


# Another way to the same dates: no rule engine, no local arithmetic, only what clocks show


def clock_shows(day: date, at: time, zone: str) -> datetime:
    """Look at the clock every quarter of an hour until it shows what is wanted, or has jumped."""
    wanted, before = datetime.combine(day, at), None
    moment = datetime(day.year, day.month, day.day, tzinfo=UTC) - timedelta(days=1)
    while True:
        shown = moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
        if before is not None and before < wanted < shown:
            wanted += shown - before - QUARTER  # it jumps over the time: so does the session
        if shown == wanted:
            return moment
        before, moment = shown, moment + QUARTER


def days_of(first: date, repeat: Repeat) -> Iterator[date]:
    """Look at one day after the other."""
    monday = first - timedelta(days=first.weekday())
    for days in range(20_000):
        day = first + timedelta(days=days)
        match repeat:
            case Once():
                fits = day == first
            case Weekly(every=every, days=weekdays):
                week = (day - monday).days // 7
                fits = week % every == 0 and day.weekday() in (weekdays or {first.weekday()})
            case Monthly(nth=nth, day=weekday):
                month = [week[weekday] for week in calendar.monthcalendar(day.year, day.month)]
                named = dict(enumerate(filter(None, month), start=1))
                named[LAST] = max(month)
                fits = named.get(nth) == day.day
        if fits:
            yield day


REPEATS: list[Repeat] = [
    Weekly(),
    Weekly(days=tuple(range(7))),
    Weekly(every=3, days=(TUESDAY, FRIDAY)),
    Weekly(days=(0, 6)),
    Monthly(2, TUESDAY),
    Monthly(5, FRIDAY),
    Monthly(LAST, 6),
]


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("at", TIMES, ids=str)
@pytest.mark.parametrize("repeat", REPEATS, ids=str)
def test_starts_agree_with_a_look_at_the_clock_every_quarter_of_an_hour(
    zone: str, at: time, repeat: Repeat
) -> None:
    """Sixty sessions: every one of these rules meets several changes of the clock."""
    first = date(2026, 3, 1)
    count = 200 if repeat == Weekly(days=tuple(range(7))) else 60
    expected = [clock_shows(day, at, zone) for day in islice(days_of(first, repeat), count)]
    assert starts(Schedule(zone, first, at, repeat, count)) == tuple(expected)


@given(
    zone=st.sampled_from(ZONES),
    first=st.dates(date(2020, 1, 1), date(2040, 12, 31)),
    at=st.sampled_from(TIMES),
    repeat=st.one_of(
        st.just(Once()),
        st.builds(Weekly, st.integers(1, 6), st.sets(st.integers(0, 6)).map(tuple)),
        st.builds(Monthly, st.sampled_from([1, 2, 3, 4, 5, LAST]), st.integers(0, 6)),
    ),
)
def test_any_rule_from_any_day_agrees_with_it_too(
    zone: str, first: date, at: time, repeat: Repeat
) -> None:
    expected = [clock_shows(day, at, zone) for day in islice(days_of(first, repeat), 5)]
    assert starts(Schedule(zone, first, at, repeat, 5)) == tuple(expected)


# The corners of the calendar


def test_the_29th_of_february_is_a_day_like_others_and_exists_in_leap_years_only() -> None:
    leap = Schedule("Europe/Paris", read_date("2028-02-29"), time(20), Weekly(), sessions=2)
    assert [in_zone(s, "Europe/Paris").date() for s in starts(leap)] == [
        date(2028, 2, 29),
        date(2028, 3, 7),
    ]
    with pytest.raises(BadDate):
        read_date("2027-02-29")
    until = Schedule("Europe/Paris", date(2028, 2, 1), time(20), Weekly(), last=date(2028, 2, 29))
    assert len(starts(until)) == 5  # the last date itself is one


def test_a_fifth_weekday_is_left_out_in_months_that_have_four() -> None:
    fifth = Schedule("Europe/Paris", date(2026, 1, 1), time(20), Monthly(5, TUESDAY), sessions=5)
    assert [str(in_zone(start, "Europe/Paris").date()) for start in starts(fifth)] == [
        "2026-03-31",
        "2026-06-30",
        "2026-09-29",
        "2026-12-29",
        "2027-03-30",
    ]


def test_the_last_friday_is_the_fourth_or_the_fifth() -> None:
    last = Schedule("Europe/Paris", date(2026, 1, 1), time(20), Monthly(LAST, FRIDAY), sessions=3)
    assert [str(start.date()) for start in starts(last)] == [
        "2026-01-30",
        "2026-02-27",
        "2026-03-27",
    ]


def test_a_session_late_in_the_evening_of_a_months_last_day_stays_on_it() -> None:
    """In UTC it is the next month already: months are those of the zone."""
    late = Schedule("America/New_York", date(2026, 3, 31), time(23, 45), Monthly(LAST, 1), 2)
    assert [str(start) for start in starts(late)] == [
        "2026-04-01 03:45:00+00:00",
        "2026-04-29 03:45:00+00:00",
    ]


def test_every_other_week_is_counted_from_the_week_of_the_first_date() -> None:
    rule = Weekly(every=2, days=(TUESDAY, FRIDAY))
    every_other = Schedule("Europe/Paris", date(2026, 1, 9), time(20), rule, sessions=4)  # a Friday
    assert [start.day for start in starts(every_other)] == [9, 20, 23, 3]


def test_a_day_that_a_country_skips_makes_one_session_not_two() -> None:
    """Samoa had no 30 December 2011: its session would be at the moment of the next day's."""
    daily = Weekly(days=tuple(range(7)))
    skipped = Schedule("Pacific/Apia", date(2011, 12, 29), time(20), daily, sessions=3)
    days = [in_zone(start, "Pacific/Apia").date() for start in starts(skipped)]
    assert days == [date(2011, 12, 29), date(2011, 12, 31), date(2012, 1, 1)]


# Ends


def test_the_next_dates_are_those_after_a_moment_and_no_more_than_there_are() -> None:
    weekly = Schedule("Europe/Paris", date(2026, 10, 6), time(20), Weekly(), sessions=4)
    third = starts(weekly)[2]
    assert next_starts(weekly, third - timedelta(seconds=1)) == starts(weekly)[2:]
    assert next_starts(weekly, third) == starts(weekly)[3:]
    assert next_starts(weekly, third, count=0) == ()


def test_a_rule_needs_a_date_and_an_end() -> None:
    with pytest.raises(NoDates):
        starts(Schedule("UTC", date(2026, 1, 2), time(20), Weekly(), last=date(2026, 1, 1)))
    with pytest.raises(TooManyDates) as refused:
        starts(Schedule("UTC", date(2026, 1, 2), time(20), Weekly()))
    assert refused.value.most == MOST_SESSIONS
    with pytest.raises(TooManyDates):
        starts(Schedule("UTC", date(2026, 1, 2), time(20), Weekly(), sessions=MOST_SESSIONS + 1))
    most = Schedule("UTC", date(2026, 1, 2), time(20), Weekly(), sessions=MOST_SESSIONS)
    assert len(starts(most)) == MOST_SESSIONS


@pytest.mark.parametrize(
    "text", ["", "tomorrow", "20.10.2026", "2026-13-01", "2026-04-31", "9999-12-31", "0026-10-20"]
)
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(BadDate):
        read_date(text)


@pytest.mark.parametrize("text", ["", "8 pm", "24:30", "20:00Z", "20:00+02:00", "20:60"])
def test_what_is_no_time_of_day_is_refused(text: str) -> None:
    with pytest.raises(BadDate):
        read_time(text)


def test_dates_and_times_are_read_as_they_are_written() -> None:
    assert read_date(" 2026-10-20 ") == date(2026, 10, 20)
    assert (read_time("20:00"), read_time("08:05")) == (time(20), time(8, 5))


@pytest.mark.parametrize("make", [lambda: Weekly(every=0), lambda: Weekly(days=(7,))])
def test_weeks_that_do_not_exist_cannot_be_made(make: type[Weekly]) -> None:
    with pytest.raises(ValueError, match="no such weeks"):
        make()


@pytest.mark.parametrize(("nth", "day"), [(0, 1), (6, 1), (-2, 1), (1, 7)])
def test_weekdays_that_no_month_has_cannot_be_made(nth: int, day: int) -> None:
    with pytest.raises(ValueError, match="no such weekday"):
        Monthly(nth, day)


def test_another_season_begins_with_its_own_date_and_has_as_many_sessions() -> None:
    second_tuesday = Schedule("UTC", date(2026, 1, 13), time(20), Monthly(2, TUESDAY), sessions=3)
    later = starting_at(second_tuesday, date(2027, 1, 1), time(21))  # the first Friday
    assert later == Schedule("UTC", date(2027, 1, 1), time(21), Monthly(1, FRIDAY), sessions=3)
    last = replace(second_tuesday, repeat=Monthly(LAST, TUESDAY))
    assert starting_at(last, date(2027, 1, 1), time(20)).repeat == Monthly(LAST, FRIDAY)
    until = Schedule("UTC", date(2026, 1, 13), time(20), Weekly(), last=date(2026, 1, 31))
    assert starting_at(until, date(2027, 1, 1), time(20)).sessions == 3
