"""Trouble that passes: rate limits, server errors, broken connections."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox import cloudflare, too_many
from tests.bot.bad_house import BadHouse
from tests.bot.evening import Evening, sit_down
from tests.bot.house import checked
from tests.sandbox.openapi import Spec

MESSAGES = "/channels/{channel_id}/messages"
REQUESTS = {
    "direct message": ("POST", MESSAGES, "Hand 1 in"),
    "edit": ("PATCH", MESSAGES, "Ana calls 2"),
    "answer": ("POST", "/callback", "Ben calls 2"),
    "closing answer": ("POST", "/callback", "Cem checks"),
    "post": ("POST", MESSAGES, "Flop"),
}
RATE_LIMITS = {
    "route": too_many("user"),
    "shared": too_many("shared"),
    "global": too_many("global"),
    "without headers": too_many(headers=False),
    "cloudflare": cloudflare(),
}


@pytest.fixture(name="house")
async def _house(tmp_path: Path, spec: Spec | None) -> AsyncIterator[BadHouse]:
    async with checked(BadHouse(tmp_path), spec) as house:
        yield house


async def do(
    house: BadHouse, acting: Coroutine[Any, Any, object], seen: Callable[[], bool]
) -> None:
    """Have a member act, and wait until it is seen; his own answer may never come."""
    act = asyncio.create_task(acting)
    troubles = 0
    async with asyncio.timeout(10):
        while not seen():
            if len(house.logged("Discord is in trouble")) > troubles:
                # The bot pauses; discord.py's own pauses are real ones.
                troubles += 1
                await house.clock.pass_time(1.1)
            await asyncio.sleep(0.01)
    await house.settled()
    act.cancel()
    await asyncio.gather(act, return_exceptions=True)


async def play_to_the_flop(house: BadHouse, evening: Evening) -> None:
    """Deal, and act once by each way of sending: by command, by button, and ending a street."""
    evening.stack(hole="Ana As Ad, Ben Ks Kd, Cem Qs Qd", board="Jh 8s 5c")
    ana, ben, cem = evening.members.values()
    await do(house, ana.press(house.post, "Start"), lambda: "Before the flop" in house.post.text)
    call = ana.slash(house.channel, "call")
    await do(house, call, lambda: "Ana calls 2" in house.post.text)
    preflop = house.post
    await do(house, ben.press(preflop, "Call 1"), lambda: "Ben calls 2" in preflop.text)
    check = cem.press(preflop, "Check")
    await do(house, check, lambda: "Flop" in house.post.text and "Cem checks" in preflop.text)
    await house.until(lambda: all(len(member.dms) == 2 for member in evening.members.values()))


def nothing_is_lost_or_doubled(house: BadHouse, evening: Evening) -> None:
    texts = [post.text for post in house.posts]
    assert len(texts) == 3
    for said in ("Ana calls 2", "Ben calls 2", "Cem checks"):
        assert [said in text for text in texts] == [False, True, False]
    assert ["J♥ 8♠ 5♣" in text for text in texts] == [False, False, True]
    assert not house.posts[1].buttons
    cards = {"Ana": "A♠ A♦", "Ben": "K♠ K♦", "Cem": "Q♠ Q♦"}
    for name, hand in cards.items():
        assert [hand in text for text in evening.dms(name)] == [False, True]
    assert evening.stacks() == {"Ana": 198, "Ben": 198, "Cem": 198}


async def survives(house: BadHouse, request_kind: str, **fault: Any) -> None:
    """Play with one request going wrong."""
    # An answer that arrived although its request failed is refused the second time.
    house.expected = ("40060",)
    evening = await sit_down(house, "Ana", "Ben", "Cem")
    method, path, holding = REQUESTS[request_kind]
    expected = house.faults.expect(method, path, holding=holding, **fault)
    await play_to_the_flop(house, evening)
    assert expected.met >= 1
    nothing_is_lost_or_doubled(house, evening)
    await evening.play("Ben checks, Cem checks, Ana checks")
    assert "Turn" in house.post.text


@pytest.mark.parametrize("limit", RATE_LIMITS)
@pytest.mark.parametrize("request_kind", REQUESTS)
async def test_429(house: BadHouse, request_kind: str, limit: str) -> None:
    await survives(house, request_kind, answer=RATE_LIMITS[limit])


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("request_kind", REQUESTS)
async def test_503(house: BadHouse, request_kind: str, when: str) -> None:
    await survives(house, request_kind, status=503, when=when)


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("status", [500, 502, 504])
async def test_other_server_errors(house: BadHouse, status: int, when: str) -> None:
    await survives(house, "post", status=status, when=when)


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("request_kind", REQUESTS)
async def test_broken_connection(house: BadHouse, request_kind: str, when: str) -> None:
    await survives(house, request_kind, cut=when)


async def test_503_of_an_hour_costs_few_requests_and_one_line(house: BadHouse) -> None:
    evening = await sit_down(house, "Ana", "Ben")
    await evening.deal()
    down = house.faults.expect("PATCH", MESSAGES, times=None, status=503)
    await evening["Ana"].slash(house.channel, "call")
    for _ in range(720):
        await house.clock.pass_time(5)
        await asyncio.sleep(0.001)
    assert 10 < down.met <= 130
    assert len(house.logged("Discord is in trouble")) == 1
    down.let_go()
    await house.retry(lambda: "Ana calls 2" in house.post.text, seconds=30)


async def test_429_of_cloudflare_has_one_lane_at_a_time_try(house: BadHouse) -> None:
    evening = await sit_down(house, "Ana", "Ben", "Cem", "Dora", "Émile", "Fay", turn=600)
    banned = house.faults.expect("POST", MESSAGES, times=None, answer=cloudflare())
    await evening["Ana"].press(house.post, "Start")
    for _ in range(120):
        await house.clock.pass_time(5)
        await asyncio.sleep(0.002)
    lanes = len(evening.members) + 1
    assert lanes < banned.met <= 4 * lanes
    banned.let_go()
    await house.retry(lambda: "Before the flop" in house.post.text, seconds=60)
    await house.retry(lambda: all(len(m.dms) == 2 for m in evening.members.values()))
    await house.settled()
    assert len(house.posts) == 2
    assert [len(m.dms) for m in evening.members.values()] == [2] * 6
