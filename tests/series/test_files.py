"""The files of a series: a calendar, read by a parser of its own, and a table."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.render.words import Words
from bot.series import season
from bot.series.calendar import to_ics
from bot.series.model import End
from bot.series.spreadsheet import HEADS, to_csv
from bot.series.standings import Correction, Finish, Scoring
from tests.series.samples import LONG_AGO, a_season, a_setup

MADE = a_season()
WORDS = Words()
GAMES = {1: "Hold'em", 2: "Hold'em", 3: "draw"}
NOW = datetime(2026, 9, 1, 12, 30, 15, tzinfo=UTC)

Event = dict[str, str]


def read_ics(text: str) -> tuple[Event, list[Event]]:
    """Read a calendar file by the grammar of RFC 5545: unfold, split, unescape."""
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    for line in text.split("\r\n"):
        assert len(line.encode()) <= 75
    content = text.replace("\r\n ", "").split("\r\n")[:-1]
    assert (content[0], content[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR")
    calendar: Event = {}
    events: list[Event] = []
    within = calendar
    for line in content[1:-1]:
        name, _, value = line.partition(":")
        assert re.fullmatch(r"[A-Z-]+", name), line
        if line == "BEGIN:VEVENT":
            within = {}
        elif line == "END:VEVENT":
            events.append(within)
            within = calendar
        else:
            assert name not in within, f"{name} twice"
            within[name] = re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], value)
    return calendar, events


def moment(written: str) -> datetime:
    return datetime.strptime(written, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)


# The calendar


def test_every_session_is_an_event_from_its_start_to_its_stop() -> None:
    calendar, events = read_ics(to_ics(MADE.series, MADE.sessions, WORDS, NOW))
    assert calendar["VERSION"] == "2.0"
    assert calendar["PRODID"]
    assert [moment(event["DTSTART"]) for event in events] == [s.start for s in MADE.sessions]
    assert all(
        (moment(event["DTEND"]) - moment(event["DTSTART"])).total_seconds() == 7200
        for event in events
    )
    assert {moment(event["DTSTAMP"]) for event in events} == {NOW}
    assert events[0]["SUMMARY"] == "Tuesday Hold'em (1): Texas Hold'em"
    assert len({event["UID"] for event in events}) == 4


def test_a_session_that_is_called_off_or_moved_keeps_its_uid() -> None:
    before = read_ics(to_ics(MADE.series, MADE.sessions, WORDS, NOW))[1]
    first, second, *rest = MADE.sessions
    changed = (
        season.end(first, End.SKIPPED, LONG_AGO),
        season.moved(MADE.series.setup, second, NOW, LONG_AGO),
        *rest,
    )
    newer = replace(MADE.series, version=3)
    after = read_ics(to_ics(newer, changed, WORDS, NOW))[1]
    assert [event["UID"] for event in after] == [event["UID"] for event in before]
    assert [event["STATUS"] for event in after] == ["CANCELLED", *["CONFIRMED"] * 3]
    assert moment(after[1]["DTSTART"]) == NOW
    assert {event["SEQUENCE"] for event in after} == {"3"}


@given(st.text(max_size=120))
def test_any_name_comes_out_of_the_file_as_it_went_in(name: str) -> None:
    series = replace(MADE.series, setup=a_setup(name=name))
    calendar, _ = read_ics(to_ics(series, MADE.sessions[:1], WORDS, NOW))
    shown = "".join(c for c in name if c.isprintable() or c == "\n")
    assert calendar["X-WR-CALNAME"] == shown


def test_long_names_are_folded_between_letters() -> None:
    series = replace(MADE.series, setup=a_setup(name="牌" * 60))
    calendar, events = read_ics(to_ics(series, MADE.sessions, WORDS, NOW))
    assert calendar["X-WR-CALNAME"] == "牌" * 60
    assert events[0]["SUMMARY"] == "牌" * 60 + " (1): Texas Hold'em"


# The table


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def test_the_table_holds_everybody_session_by_session() -> None:
    finishes = [Finish(1, 1, 1, 2), Finish(1, 2, 2, 2), Finish(3, 2, 1, 2), Finish(3, 1, 2, 2)]
    corrections = [Correction(1, 2, 5, "slip"), Correction(2, 1, 9, "slip", undone=True)]
    table = rows(
        to_csv(Scoring(best=1), finishes, corrections, {1: "Léa", 2: 'Tom "T", jr'}, GAMES)
    )
    assert table == [
        [*HEADS, "session 1: Hold'em", "session 3: draw"],
        ["1", "2", 'Tom "T", jr', "7", "2", "1", "1.50", "5", "(1)", "2"],
        ["2", "1", "Léa", "2", "2", "1", "1.50", "0", "2", "(1)"],
    ]


def test_who_did_not_play_a_session_has_an_empty_cell() -> None:
    finishes = [Finish(1, 1, 1, 1), Finish(2, 2, 1, 1)]
    table = rows(to_csv(Scoring(), finishes, (), {1: "Léa", 2: "Tom"}, GAMES))
    assert [row[-2:] for row in table[1:]] == [["(1)", ""], ["", "(1)"]]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"])
def test_no_name_is_a_formula(name: str) -> None:
    table = rows(to_csv(Scoring(), [Finish(1, 1, 1, 2)], (), {1: name}, GAMES))
    assert table[1][2] == f"'{name}"
