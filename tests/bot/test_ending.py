"""The graceful end, seen from the tables: what is told, what is not taken, what is left over."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.table.model import Alarm
from tests.bot.bad_house import BadHouse
from tests.bot.evening import deal_first, sit_down
from tests.bot.house import checked
from tests.sandbox.openapi import Spec

PARTING = "Croupier restarts; play goes on in a moment, your time is given back."
NOT_COUNTED = (
    "Croupier restarts: this did not count. Play goes on in a moment, and your time is given back."
)
LONG_S = 30


@pytest.fixture(name="house")
async def _house(tmp_path: Path, spec: Spec | None) -> AsyncIterator[BadHouse]:
    async with checked(BadHouse(tmp_path), spec) as house:
        yield house


def untold(house: BadHouse) -> int:
    """Return how many rows the next start will find in the outbox."""
    with contextlib.closing(sqlite3.connect(house.database)) as db:
        return int(db.execute("SELECT count(*) FROM outbox").fetchone()[0])


async def wind_down(house: BadHouse, grace_s: float = LONG_S) -> None:
    assert house.client is not None
    await house.client.wind_down(grace_s)


async def test_a_table_in_a_hand_reads_once_that_play_goes_on(house: BadHouse) -> None:
    await deal_first(house, "Ana", "Ben")
    await wind_down(house)
    assert [post.text for post in house.posts].count(PARTING) == 1
    assert house.post.text == PARTING
    await house.stop_bot()
    await house.start_bot()
    await house.settled()
    assert [post.text for post in house.posts].count(PARTING) == 1


async def test_a_table_between_hands_reads_it_after_the_result(house: BadHouse) -> None:
    evening = await deal_first(house, "Ana", "Ben")
    await evening.type("Ana folds")
    await wind_down(house)
    assert "Hand 1: Ben wins" in house.posts[-2].text
    assert house.post.text == PARTING


async def test_a_lobby_is_left_in_peace(house: BadHouse) -> None:
    await sit_down(house, "Ana", "Ben")
    await wind_down(house)
    assert PARTING not in house.post.text


async def test_what_is_under_way_is_told_before_the_last_line(house: BadHouse) -> None:
    evening = await deal_first(house, "Ana", "Ben")
    flop = house.faults.expect("POST", "/messages", holding="Flop", hold="before")
    await evening["Ana"].slash(house.channel, "call")
    await evening["Ben"].slash(house.channel, "check")
    await house.until(lambda: flop.met == 1)
    ending = asyncio.create_task(wind_down(house))
    await asyncio.sleep(0)
    assert not ending.done()
    flop.let_go()
    await ending
    assert ["Flop" in post.text for post in house.posts[-2:]] == [True, False]
    assert house.post.text == PARTING
    assert untold(house) == 0


async def test_who_acts_meanwhile_is_told_that_it_did_not_count(house: BadHouse) -> None:
    evening = await deal_first(house, "Ana", "Ben")
    edit = house.faults.expect("PATCH", "/messages", hold="before")
    await evening["Ana"].slash(house.channel, "raise", amount="6")
    await house.until(lambda: edit.met == 1)
    ending = asyncio.create_task(wind_down(house))
    await asyncio.sleep(0)
    pressed = await evening["Ben"].press(house.post, "My cards")
    typed = await evening["Ben"].slash(house.channel, "call")
    for reply in (pressed, typed):
        assert reply.ephemeral
        assert reply.text == NOT_COUNTED
    edit.let_go()
    await ending
    await house.stop_bot()
    await house.start_bot()
    await house.settled()
    reply = await house.slash(evening["Ben"], "call")
    assert reply.text == "You called: 6 in this round."


async def test_what_discord_does_not_take_in_time_stays_for_the_next_start(
    house: BadHouse,
) -> None:
    house.expected = ("Discord is in trouble", "503")
    evening = await deal_first(house, "Ana", "Ben")
    flop = house.faults.expect("POST", "/messages", holding="Flop", hold="before")
    await evening["Ana"].slash(house.channel, "call")
    await evening["Ben"].slash(house.channel, "check")
    await house.until(lambda: flop.met == 1)
    await wind_down(house, grace_s=0.2)
    assert untold(house) > 0
    assert house.post.text == PARTING
    await house.stop_bot()
    flop.let_go()
    await house.start_bot()
    await house.settled()
    assert [("Flop" in post.text) for post in house.posts].count(True) == 1
    assert untold(house) == 0


async def test_a_last_line_that_is_not_taken_is_not_said_later(house: BadHouse) -> None:
    await deal_first(house, "Ana", "Ben")
    house.expected = ("403",)
    house.faults.expect("POST", "/messages", holding="restarts", status=403, code=50013)
    await wind_down(house)
    await house.stop_bot()
    await house.start_bot()
    await house.settled()
    assert all(post.text != PARTING for post in house.posts)


async def test_no_turn_runs_out_and_no_hand_is_dealt_meanwhile(house: BadHouse) -> None:
    await deal_first(house, "Ana", "Ben")
    await wind_down(house)
    await house.clock.pass_time(100)
    await asyncio.sleep(0.02)
    assert all("out of time" not in post.text for post in house.posts)


async def test_the_time_since_nobody_could_act_is_given_back(house: BadHouse) -> None:
    await deal_first(house, "Ana", "Ben", turn=60)
    await house.pass_time(20)
    await wind_down(house)
    await house.clock.pass_time(15)
    await house.stop_bot()
    await house.clock.pass_time(100)
    await house.start_bot()
    await house.settled()
    assert house.client is not None
    ends = house.client.tables.at(house.channel.id).alarms[Alarm.TURN]
    assert 38 < ends - house.clock.now() <= 41


async def test_the_time_is_given_back_from_the_end_on_whatever_is_still_under_way(
    house: BadHouse,
) -> None:
    await deal_first(house, "Ana", "Ben", turn=60)
    await house.pass_time(20)
    assert house.client is not None
    tables = house.client.tables
    async with tables.locked([tables.at(house.channel.id).id]):
        ending = asyncio.create_task(wind_down(house))
        await asyncio.sleep(0)
        await house.clock.pass_time(15)
    await ending
    await house.stop_bot()
    await house.start_bot()
    await house.settled()
    ends = house.client.tables.at(house.channel.id).alarms[Alarm.TURN]
    assert 38 < ends - house.clock.now() <= 41
