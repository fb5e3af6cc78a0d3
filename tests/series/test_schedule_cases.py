"""The cases of kind schedule, each by its id, with the numbers of the case file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from bot.render.words import Words
from bot.series.errors import UnknownZone
from bot.series.model import SESSION_JSON, Session
from bot.series.places import Ending, shared_places
from bot.series.schedule import Schedule, Weekly, starts, stop_of
from bot.series.zones import at_wall_clock, in_utc, in_zone, read_zone
from bot.table import play
from bot.table.change import Chance, Who
from bot.table.model import Alarm, Phase, Table
from engine.actions import Call, Check, Fold, RaiseTo
from engine.cards import FULL_DECK, parse_cards
from engine.rules import Game
from engine.session import places
from tests.bot.pure import NOW, acted, sat_down, user_in
from tests.data import test_data
from tests.series.samples import a_season

PARIS = "Europe/Paris"
WRITTEN = "%Y-%m-%dT%H:%MZ"
ELSEWHERE = {"T014"}
"""Cases whose tests are in `test_season`, where sessions begin."""


def cases() -> Iterator[dict[str, Any]]:
    for line in test_data("cases", "cases.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        if case["kind"] == "schedule":
            yield case


def case(number: str) -> dict[str, Any]:
    return next(case for case in cases() if case["id"] == number)


def moments(written: list[str]) -> list[datetime]:
    return [datetime.strptime(one, WRITTEN).replace(tzinfo=UTC) for one in written]


def test_every_case_of_kind_schedule_has_a_test() -> None:
    here = {name[5:9].upper() for name in globals() if name.startswith("test_t0")}
    assert {case["id"] for case in cases()} == here | ELSEWHERE


def test_t001_a_weekly_start_keeps_its_local_hour_across_both_changes() -> None:
    expected = moments(case("T001")["expected"]["utc"])
    weekly = Schedule(PARIS, date(2026, 10, 20), time(20), Weekly(), sessions=30)
    assert set(expected) <= set(starts(weekly))
    assert {in_zone(start, PARIS).time() for start in starts(weekly)} == {time(20)}


def test_t003_a_time_that_comes_twice_is_one_session_the_first() -> None:
    first = case("T003")["expected"]["fires"].rpartition(" ")[2]
    daily = Schedule(PARIS, date(2026, 10, 24), time(2, 30), Weekly(days=tuple(range(7))), 3)
    that_night = [s for s in starts(daily) if in_zone(s, PARIS).date() == date(2026, 10, 25)]
    assert that_night == moments([first])


def test_t004_a_fixed_offset_is_answered_with_the_wish_for_a_named_zone() -> None:
    with pytest.raises(UnknownZone) as refused:
        read_zone("UTC+2")
    assert refused.value.offset
    assert "Name a place" in Words().refusal(refused.value)


def test_t008_every_stored_time_is_aware_and_a_naive_one_is_rejected() -> None:
    session = a_season().sessions[0]
    stored = SESSION_JSON.dump_json(session).decode()
    assert '"2026-10-06T18:00:00Z"' in stored
    loaded = SESSION_JSON.validate_json(stored)
    assert loaded == session
    assert loaded.start < datetime(2027, 1, 1, tzinfo=UTC)
    with pytest.raises(ValidationError):
        SESSION_JSON.validate_json(stored.replace("18:00:00Z", "18:00:00"))
    with pytest.raises(ValueError, match="needs a zone"):
        in_utc(datetime(2026, 10, 6, 18))  # noqa: DTZ001 - that is the point


def at_ten(stop_at: datetime) -> Table:
    """Return the table of T009 with its hand dealt at 21:59:58 and played to A's raise, called."""
    setup = case("T009")["setup"]
    table = sat_down(Game.HOLDEM, list(setup["stacks_before"].values()), "ABC")
    deck = parse_cards("As 2c 3c Ad 7d 4h 9c Kh Qs 8d 5s 6h 4s Jd")
    deck += tuple(card for card in FULL_DECK if card not in deck)
    # The last of three seats draws the first button: A posts the small blind, B the big one.
    dealt = play.start(table, Who(user_in(1), "A"), Chance(NOW, lambda: deck, lambda: 2)).table
    return acted(replace(dealt, stop_at=stop_at.timestamp()), Fold, lambda seat: RaiseTo(seat, 20))


def test_t009_the_hand_in_progress_at_the_stop_is_played_and_no_other_is_dealt() -> None:
    expected = case("T009")["expected"]
    stop = datetime.fromtimestamp(NOW + 2, UTC)  # the hand was dealt two seconds before
    table = acted(at_ten(stop), Call)
    later = Chance(NOW + 60, lambda: FULL_DECK, lambda: 0)
    while table.session.hand_in_progress:
        hand = table.session.hand
        assert hand is not None
        assert hand.to_act is not None
        who = Who(user_in(hand.seats[hand.to_act]), "")
        table = play.act(table, who, Check, later).table
    stacks = {"ABC"[player.seat - 1]: player.stack for player in table.session.players}
    assert stacks == expected["final"]
    assert table.phase is Phase.CLOSED
    (winner,) = places(table.session)[0].players
    assert "ABC"[winner.seat - 1] == expected["winner"]


def test_t009_a_hand_that_was_to_start_at_exactly_the_stop_is_not_dealt() -> None:
    table = acted(at_ten(datetime.fromtimestamp(NOW + 8, UTC)), Fold)
    assert table.phase is Phase.BETWEEN
    at_the_stop = Chance(table.alarms[Alarm.NEXT_HAND], lambda: FULL_DECK, lambda: 0)
    assert at_the_stop.now == table.stop_at
    ended = play.wake(table, at_the_stop)
    assert ended is not None
    assert ended.table.phase is Phase.CLOSED
    assert ended.table.session.hands_played == 1


def test_t012_two_out_in_the_same_hand_share_the_place() -> None:
    expected = case("T012")["expected"]["places_if_session_ends_now"]
    names = "ABCD"
    endings = [Ending(0, 600), Ending(1, 0, 5), Ending(2, 0, 5), Ending(3, 200)]
    places = shared_places(endings, by_exit=True)
    assert {names[m]: shared.place for shared in places for m in shared.members} == expected


def test_t013_a_length_is_elapsed_time() -> None:
    expected, two_hours = case("T013")["expected"], timedelta(hours=2)
    autumn = stop_of(at_wall_clock(date(2026, 10, 25), time(1, 30), PARIS), two_hours)
    assert [autumn] == moments([expected["stop_utc"]])
    assert str(in_zone(autumn, PARIS)) == "2026-10-25 02:30:00+01:00"
    spring = stop_of(at_wall_clock(date(2027, 3, 28), time(1, 30), PARIS), two_hours)
    assert spring == datetime(2027, 3, 28, 2, 30, tzinfo=UTC)
    assert in_zone(spring, PARIS).time() == time(4, 30)


def test_t015_every_member_sees_his_own_time() -> None:
    shown = case("T015")["expected"]["shown"]
    weekly = Schedule(PARIS, date(2026, 10, 28), time(20), Weekly(), sessions=2)
    abroad = [in_zone(start, "America/New_York") for start in starts(weekly)]
    assert [local.strftime("%Y-%m-%d %H:%M %Z") for local in abroad] == shown
    sent = Words().session_time(starts(weekly)[0], PARIS)
    assert f"<t:{int(starts(weekly)[0].timestamp())}:F>" in sent


def test_a_session_that_was_moved_is_stored_like_any_other() -> None:
    session: Session = replace(a_season().sessions[0], moved=True)
    assert SESSION_JSON.validate_json(SESSION_JSON.dump_json(session)) == session
