"""What a bot finds that starts while something is still untold."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.bad_house import BadHouse
from tests.bot.evening import deal_first
from tests.bot.house import checked
from tests.bot.killing import Doom, Evening, deadline
from tests.sandbox.openapi import Spec

TURN_S = 60


@pytest.fixture(name="house")
async def _house(tmp_path: Path, spec: Spec | None) -> AsyncIterator[BadHouse]:
    async with checked(BadHouse(tmp_path), spec) as house:
        yield house


def left(house: BadHouse) -> float:
    """Return how much time the newest post gives the member to act."""
    return deadline(house.post) - house.clock.now()


async def test_a_turn_begins_when_its_street_is_posted_at_last(house: BadHouse) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    await evening.play("Ana calls, Ben calls")
    down = house.faults.expect("POST", "/messages", holding="Flop", times=None, status=503)
    await evening["Cem"].press(house.post, "Check")
    await house.until(lambda: down.met > 0)
    await house.stop_bot()
    await house.start_bot()
    for _ in range(20):
        await house.pass_slowly(5)
    assert "Flop" not in house.post.text
    down.let_go()
    await house.retry(lambda: "Flop" in house.post.text)
    await house.settled()
    assert "out of time" not in house.post.text
    assert house.actor() is evening["Ben"]
    assert left(house) > TURN_S - 5


@pytest.mark.parametrize("pressed", [False, True])
async def test_the_time_until_the_bot_is_connected_is_given_back(
    house: BadHouse, *, pressed: bool
) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    await house.pass_time(20)
    await house.stop_bot()
    slow = house.faults.expect("PUT", "/commands", hold="before")
    starting = asyncio.create_task(house.start_bot())
    await house.until(lambda: slow.met == 1)
    await house.clock.pass_time(100)
    with house.slow_disk():
        slow.let_go()
        await starting
        toggling = (
            asyncio.create_task(evening["Cem"].slash(house.channel, "table away"))
            if pressed
            else None
        )
        await asyncio.sleep(0.05)
    if toggling is not None:
        await toggling
    await house.settled()
    assert house.actor() is evening["Ana"]
    assert TURN_S - 30 < left(house) < TURN_S - 10


async def test_a_press_before_the_bot_has_begun_to_send_is_answered(house: BadHouse) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem", hole="Cem As Ad")
    post = house.post
    await house.stop_bot()
    await house.clock.pass_time(300)
    with house.slow_disk():
        await house.start_bot()
        mine = await evening["Cem"].press(post, "My cards")
        assert mine.ephemeral
        assert "A♠ A♦" in mine.text
        calling = asyncio.create_task(evening["Ana"].press(post, "Call 2"))
        await asyncio.sleep(0.05)
    reply = await calling
    await house.settled()
    assert reply.kind == "update"
    assert "Ana calls 2" in post.text
    assert house.actor() is evening["Ben"]
    assert left(house) > TURN_S - 5
    await evening.play("Ben calls")
    assert house.actor() is evening["Cem"]


async def test_a_post_edited_before_it_was_known_is_not_posted_twice(house: BadHouse) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    await evening.play("Ana calls, Ben calls")
    sent = house.faults.expect("POST", "/messages", holding="Flop", hold="after")
    await evening["Cem"].press(house.post, "Check")
    await house.until(lambda: "Flop" in house.post.text)
    flop = house.post
    await evening["Ben"].press(flop, "Check")
    assert "Ben checks" in flop.text
    await house.stop_bot()
    sent.let_go()
    # A message of the same nonce is refused for some minutes only.
    await house.clock.pass_time(900)
    await house.start_bot()
    await house.settled()
    assert house.post is flop
    await evening.play("Cem checks")
    assert "Cem checks" in flop.text


@pytest.mark.parametrize("when", ["before", "after"])
async def test_cards_drawn_in_a_direct_message_arrive_once_after_a_kill(
    tmp_path: Path, when: str
) -> None:
    names = ("Léa", "Tom", "Inès")
    async with Evening(tmp_path, "fivecard", names, {}) as playing:

        def drawing() -> bool:
            prompt = playing.prompt()
            return prompt is not None and (prompt.deal, prompt.step) == (1, 4)

        await playing.play(until=drawing)
        await playing.caught_up()
        prompt = playing.prompt()
        assert prompt is not None
        actor, picker = prompt.actor, prompt.actor.dms[-1]
        before = list(actor.dms)
        await actor.press(picker, picker.buttons[0].label)
        playing.gate.expect(Doom(when, "POST", "/callback", "You exchanged"))
        await playing.ask(actor.press(picker, "Exchange 1"))
        assert playing.dead
        await playing.start()
        await playing.caught_up(0.5)
        came = [message for message in actor.dms if message not in before]
        cards = (await actor.slash(playing.channel, "cards")).text
        hand = next(line for line in cards.splitlines() if "♠" in line or "♥" in line)
        holding = [message for message in [picker, *came] if hand in message.text]
        assert len(holding) == 1
        assert len(came) == (1 if when == "before" else 0)
        assert "You exchanged" in picker.text or when == "before"


async def test_a_bot_that_is_stopped_while_it_starts_says_nothing_any_more(
    house: BadHouse,
) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    await evening.play("Ana calls")
    await house.stop_bot()
    await house.clock.pass_time(100)
    with house.slow_disk():
        await house.start_bot()
        assert house.client is not None
        stopping = asyncio.create_task(house.client.close())
        await asyncio.sleep(0.05)
    await stopping
    await asyncio.sleep(0.05)
    assert not [line for line in house.witness.logged if "ERROR" in line]
