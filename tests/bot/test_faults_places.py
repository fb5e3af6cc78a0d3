"""Channels and threads in which nothing can be sent any more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.bad_house import BadHouse
from tests.bot.evening import Evening, deal_first
from tests.bot.house import checked
from tests.sandbox.openapi import Spec

MESSAGES = "/channels/{channel_id}/messages"
TEN_MINUTES_S = 600
MOST_REQUESTS = 2
"""How many requests a place costs after it is lost: the one that finds out, one under way."""


@pytest.fixture(name="house")
async def _house(tmp_path: Path, spec: Spec | None) -> AsyncIterator[BadHouse]:
    async with checked(BadHouse(tmp_path), spec) as house:
        yield house


async def on_the_flop(house: BadHouse) -> Evening:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    await evening.play("Ana calls, Ben calls, Cem checks")
    return evening


async def ten_minutes_cost(house: BadHouse, place: int) -> int:
    """Let ten minutes pass; return how many requests were made about a place meanwhile."""
    before = len(house.world.exchanges)
    for _ in range(TEN_MINUTES_S // 5):
        await house.clock.pass_time(5)
        await asyncio.sleep(0.003)
    await house.settled()
    made = list(house.world.exchanges)[before:]
    return len([e for e in made if f"/channels/{place}" in e.path])


@pytest.mark.parametrize("where", ["channel", "thread"])
async def test_x019_10003_a_place_deleted_on_the_flop_is_tried_once_and_no_more(
    house: BadHouse, where: str
) -> None:
    house.expected = ("10003",)
    place = house.move_to_a_thread() if where == "thread" else house.channel
    await on_the_flop(house)
    house.world.remove_channel(place)
    assert await ten_minutes_cost(house, place.id) <= MOST_REQUESTS
    assert len(house.logged("Nothing can be sent to channel")) <= 1
    assert not house.logged("ERROR")


@pytest.mark.parametrize(
    ("code", "permission"), [("50001", "view_channel"), ("50013", "send_messages")]
)
async def test_50001_50013_a_permission_lost_in_mid_hand_is_no_storm(
    house: BadHouse, code: str, permission: str
) -> None:
    house.expected = (code,)
    await on_the_flop(house)
    channel, invalid = house.channel, house.world.invalid_requests
    channel.deny(permission)
    await ten_minutes_cost(house, channel.id)
    assert house.world.invalid_requests - invalid <= MOST_REQUESTS
    assert len(house.logged("Nothing can be sent to channel")) <= 1


async def test_50083_a_locked_thread_is_no_storm(house: BadHouse) -> None:
    house.expected = ("50083",)
    thread = house.move_to_a_thread()
    await on_the_flop(house)
    posts = len(house.posts)
    thread.archive(locked=True)
    assert await ten_minutes_cost(house, thread.id) <= MOST_REQUESTS
    assert thread.archived
    assert len(house.posts) == posts


async def test_50013_a_street_that_could_not_be_posted_is_there_once_the_place_is_found(
    house: BadHouse,
) -> None:
    evening = await on_the_flop(house)
    flop = house.post
    house.faults.expect("POST", MESSAGES, holding="· Turn", status=403, code=50013)
    await evening.play("Ben checks, Cem checks, Ana checks")
    assert "Ana checks" in flop.text, "what was posted can still be edited"
    assert not any("· Turn" in post.text for post in house.posts)
    house.channel.allow("send_messages")
    assert house.client is not None
    house.client.outbox.found(house.channel.id)
    await house.settled()
    await evening.type("Ben checks, Cem checks, Ana checks")
    assert len([post for post in house.posts if "· Turn" in post.text]) == 1
    assert "· River" in house.post.text
    assert evening.stacks() == {"Ana": 198, "Ben": 198, "Cem": 198}


async def test_50013_the_next_table_in_the_channel_is_tried_again(house: BadHouse) -> None:
    evening = await on_the_flop(house)
    house.faults.expect("POST", MESSAGES, holding="**Hand 1:", status=403, code=50013)
    await evening.type("Ben bets 2, Cem folds, Ana folds")
    await house.slash(evening["Ana"], "table stop")
    await house.slash(evening["Ana"], "holdem start")
    assert any(button.label == "Join" for button in house.post.buttons)
