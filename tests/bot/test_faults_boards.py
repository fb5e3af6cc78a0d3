"""Posts that can be edited no more: deleted, too old, or in a thread that is archived."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox import Message, Rate, too_many
from tests.bot.bad_house import BadHouse
from tests.bot.evening import deal_first, sit_down
from tests.bot.house import checked
from tests.sandbox.openapi import Spec

MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = "/channels/{channel_id}/messages/{message_id}"
TURN_S = 60


@pytest.fixture(name="house")
async def _house(tmp_path: Path, spec: Spec | None) -> AsyncIterator[BadHouse]:
    async with checked(BadHouse(tmp_path), spec) as house:
        yield house


def delete_post(house: BadHouse) -> Message:
    """Have a moderator delete the post that shows the table."""
    house.expected = ("10008",)
    post = house.post
    house.world.posts.remove(post)
    return post


async def test_10008_a_deleted_board_is_posted_anew_and_played_on(house: BadHouse) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    posts = len(house.posts)
    gone = delete_post(house)
    edited, posted = len(house.requests("PATCH", MESSAGE)), len(house.requests("POST", MESSAGES))
    await evening.type("Ana calls")
    assert house.post.id != gone.id
    assert "Ana calls 2" in house.post.text
    assert len(house.posts) == posts
    assert len(house.requests("PATCH", MESSAGE)) == edited + 1
    assert len(house.requests("POST", MESSAGES)) == posted + 1
    assert len(house.logged("is posted anew")) == 1
    again = house.post
    await evening.play("Ben calls, Cem checks")
    assert "Cem checks" in again.text
    assert "Flop" in house.post.text
    assert evening.stacks() == {"Ana": 198, "Ben": 198, "Cem": 198}


async def test_10008_a_board_deleted_under_a_press_shows_the_press(house: BadHouse) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    answer = house.faults.expect("POST", "/callback", hold="before")
    pressing = asyncio.create_task(evening["Ana"].press(house.post, "Call 2"))
    await house.until(lambda: answer.met == 1)
    delete_post(house)
    answer.let_go()
    await house.until(lambda: bool(house.posts) and "Ana calls 2" in house.post.text)
    pressing.cancel()
    await evening.play("Ben calls")
    assert len(house.posts) == 2


async def test_10008_met_by_several_changes_at_once_brings_one_post(house: BadHouse) -> None:
    evening = await sit_down(house, "Ana")
    ben, cem = house.member("Ben"), house.member("Cem")
    held = house.faults.expect("POST", "/callback", times=2, hold="before")
    joining = [asyncio.create_task(who.press(house.post, "Join")) for who in (ben, cem)]
    await house.until(lambda: held.met == 2)
    delete_post(house)
    held.let_go()
    await house.until(lambda: bool(house.posts))
    await house.settled()
    for task in joining:
        task.cancel()
    assert len(house.posts) == 1
    assert "2 Ben" in house.post.text
    assert "3 Cem" in house.post.text
    await house.press("Start", evening["Ana"])
    assert "Before the flop" in house.post.text


async def test_10008_a_board_deleted_twice_is_posted_twice(house: BadHouse) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    delete_post(house)
    await evening.type("Ana calls")
    delete_post(house)
    await evening.type("Ben calls")
    assert "Ben calls 2" in house.post.text
    await evening.play("Cem checks")
    assert "Flop" in house.post.text


async def test_10008_nobody_acting_the_clock_posts_the_board_anew(house: BadHouse) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    delete_post(house)
    await house.pass_time(TURN_S + 1)
    assert "Ana is out of time" in house.post.text
    await evening.play("Ben calls")


@pytest.mark.parametrize("fault", [{"cut": "before", "times": None}, {"hold": "after"}])
@pytest.mark.parametrize("away_s", [1, 600])
async def test_10008_a_board_being_posted_anew_when_the_bot_stops_is_there_once(
    house: BadHouse, fault: dict[str, Any], away_s: int
) -> None:
    """Stopped before it is sent, or when it is there and not noted; nonces last five minutes."""
    evening = await deal_first(house, "Ana", "Ben", "Cem", turn=600)
    posts = len(house.posts)
    delete_post(house)
    sent = house.faults.expect("POST", MESSAGES, holding="Ana calls 2", **fault)
    await evening["Ana"].slash(house.channel, "call")
    await house.until(lambda: sent.met == 1)
    if "hold" in fault:
        await house.until(lambda: len(house.posts) == posts)
    await house.stop_bot()
    sent.let_go()
    await house.clock.pass_time(away_s)
    await house.start_bot()
    await house.settled()
    assert len(house.posts) == posts
    assert "Ana calls 2" in house.post.text
    await evening.play("Ben calls, Cem checks")
    assert "Flop" in house.post.text


async def test_10008_of_a_reminder_is_no_trouble(house: BadHouse) -> None:
    house.expected = ("10008",)
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    await house.pass_time(11)
    (reminder,) = [m for m in house.channel.messages if m.text.endswith("your turn.")]
    house.world.posts.remove(reminder)
    await evening.play("Ana calls")
    assert not house.logged("WARNING")


async def test_30046_edits_of_an_old_post_wait_and_only_the_newest_is_sent(house: BadHouse) -> None:
    house.expected = ("30046",)
    evening = await deal_first(house, "Ana", "Ben", "Cem", "Dora")
    house.world.limits = replace(house.world.limits, old_s=0.0, old_message_edit=Rate(1, 0.3))
    before = len(house.requests("PATCH", MESSAGE))
    for name in ("Dora", "Ana", "Ben"):
        await evening[name].slash(house.channel, "call")
    await house.until(lambda: "Ben calls 2" in house.post.text)
    await house.settled()
    taken = [e for e in house.requests("PATCH", MESSAGE)[before:] if e.status == 200]
    assert len(taken) <= 3
    assert house.actor() is evening["Cem"]


async def test_30046_without_end_has_a_fresh_post_take_the_place_of_the_old(
    house: BadHouse,
) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    old, posts = house.post, len(house.posts)
    throttled = too_many(after_s=0.01, headers=False, code=30046)
    tried = house.faults.expect("PATCH", MESSAGES, times=None, answer=throttled)
    await evening.type("Ana calls")
    assert tried.met == 5
    assert house.post.id != old.id
    assert old.deleted
    assert len(house.posts) == posts
    tried.let_go()
    await evening.play("Ben calls")


async def test_50083_a_board_in_an_archived_thread_is_posted_anew(house: BadHouse) -> None:
    house.expected = ("50083",)
    thread = house.move_to_a_thread()
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    old, posts = house.post, len(house.posts)
    thread.archive()
    await house.pass_time(TURN_S + 1)
    assert not thread.archived
    assert house.post.id != old.id
    assert old.deleted
    assert len(house.posts) == posts
    assert "Ana is out of time" in house.post.text
    await evening.play("Ben calls, Cem checks")
    assert "Flop" in house.post.text
    assert evening.stacks() == {"Ana": 200, "Ben": 198, "Cem": 198}


async def test_50083_an_answer_in_a_thread_that_is_being_archived_is_shown(
    house: BadHouse,
) -> None:
    house.expected = ("50083",)
    thread = house.move_to_a_thread()
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    posts = len(house.posts)
    answer = house.faults.expect("POST", "/callback", hold="before")
    pressing = asyncio.create_task(evening["Ana"].press(house.post, "Call 2"))
    await house.until(lambda: answer.met == 1)
    thread.archive()
    answer.let_go()
    await house.until(lambda: bool(house.posts) and "Ana calls 2" in house.post.text)
    pressing.cancel()
    await house.settled()
    assert len(house.posts) == posts
    await evening.play("Ben calls")
