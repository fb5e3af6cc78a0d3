"""Answers to interactions that come too late, twice, or on a token that is no good any more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.sandbox import Reply
from tests.bot.bad_house import BadHouse
from tests.bot.evening import deal_first
from tests.bot.house import checked
from tests.sandbox.openapi import Spec

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
ORIGINAL = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"


@pytest.fixture(name="house")
async def _house(tmp_path: Path, spec: Spec | None) -> AsyncIterator[BadHouse]:
    async with checked(BadHouse(tmp_path), spec) as house:
        yield house


def answers(house: BadHouse) -> int:
    """Count the answers that were tried, of whatever kind."""
    kinds = (("POST", CALLBACK), ("PATCH", ORIGINAL), ("POST", WEBHOOK))
    return sum(len(house.requests(*kind)) for kind in kinds)


def is_over(house: BadHouse, *, tried: int) -> bool:
    """Say whether an answer was given up after it was tried so often, with one line about it."""
    return len(house.logged("An answer was not delivered")) == 1 and answers(house) == tried


async def test_10062_a_press_answered_after_three_seconds_stands_and_is_shown(
    house: BadHouse,
) -> None:
    house.expected = ("10062",)
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    before, post = answers(house), house.post
    late = house.faults.expect("POST", "/callback", hold="before")
    pressing = asyncio.create_task(evening["Ana"].press(post, "Call 2"))
    await house.until(lambda: late.met == 1)
    await house.pass_slowly(3.5)
    late.let_go()
    await house.until(lambda: "Ana calls 2" in post.text)
    pressing.cancel()
    await house.settled()
    assert is_over(house, tried=before + 1)
    assert house.post is post
    await evening.play("Ben calls, Cem checks")
    assert evening.stacks() == {"Ana": 198, "Ben": 198, "Cem": 198}


async def test_10062_a_command_answered_after_three_seconds_stands_and_is_shown(
    house: BadHouse,
) -> None:
    house.expected = ("10062",)
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    before = answers(house)
    late = house.faults.expect("POST", "/callback", hold="before")
    calling = asyncio.create_task(evening["Ana"].slash(house.channel, "call"))
    await house.until(lambda: "Ana calls 2" in house.post.text)
    await house.pass_slowly(3.5)
    late.let_go()
    await house.until(lambda: is_over(house, tried=before + 1))
    calling.cancel()
    again = await evening.type("Ana calls")
    assert again.text == "Not your turn: Ben is to act."
    assert house.actor() is evening["Ben"]


async def test_40060_a_press_that_was_answered_already_is_not_answered_again(
    house: BadHouse,
) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    house.faults.expect("POST", "/callback", status=400, code=40060)
    before, post = answers(house), house.post
    pressing = asyncio.create_task(evening["Ana"].press(post, "Call 2"))
    await house.until(lambda: "Ana calls 2" in post.text)
    pressing.cancel()
    await house.settled()
    assert is_over(house, tried=before + 1)
    assert post.text.count("Ana calls 2") == 1
    await evening.play("Ben calls")


async def deferred_too_long(house: BadHouse, *, command: bool) -> None:
    """Have Ana call while the disk is slow; the answer is given when her token is no good."""
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    post = house.post
    house.world.limits = replace(house.world.limits, token_s=10.0)
    deferred = len(house.requests("POST", CALLBACK)) + 1
    late = house.faults.expect(
        *(("POST", "/webhooks/") if command else ("PATCH", "@original")), hold="before"
    )
    with house.slow_disk():
        acting: asyncio.Task[Reply] = asyncio.create_task(
            evening["Ana"].slash(house.channel, "call")
            if command
            else evening["Ana"].press(post, "Call 2")
        )
        await house.until(lambda: len(house.requests("POST", CALLBACK)) == deferred)
    await house.until(lambda: late.met == 1)
    tried = answers(house)
    await house.pass_slowly(11)
    late.let_go()
    await house.until(lambda: is_over(house, tried=tried + 1))
    await acting
    await house.settled()
    assert "Ana calls 2" in post.text
    assert house.actor() is evening["Ben"]
    await evening.play("Ben calls, Cem checks")


@pytest.mark.parametrize("command", [False, True])
async def test_50027_a_deferred_action_whose_token_expired_stands_and_is_shown(
    house: BadHouse, *, command: bool
) -> None:
    house.expected = ("50027",)
    await deferred_too_long(house, command=command)


async def test_10015_a_deferred_press_whose_token_is_unknown_stands_and_is_shown(
    house: BadHouse,
) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    post = house.post
    unknown = house.faults.expect("PATCH", "@original", status=404, code=10015)
    deferred = len(house.requests("POST", CALLBACK)) + 1
    with house.slow_disk():
        pressing = asyncio.create_task(evening["Ana"].press(post, "Call 2"))
        await house.until(lambda: len(house.requests("POST", CALLBACK)) == deferred)
    await pressing
    await house.until(lambda: "Ana calls 2" in post.text)
    assert unknown.met == 1
    assert len(house.logged("An answer was not delivered")) == 1
    await evening.play("Ben calls")
