"""One member who asks for too much is slowed down, and nobody else is."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from dataclasses import replace

import pytest

from bot.door import WINDOW_S, Door
from bot.errors import Restarting, TooFast
from bot.settings import MEMBER_LIMIT
from bot.table.model import UserId
from tests.bot.evening import deal_first, sit_down
from tests.bot.house import House, TestClock

ANA, BEN = UserId(1), UserId(2)
PATIENCE_S = 60.0
"""How long members wait for an answer where many ask at once."""


@pytest.fixture(name="clock")
def _clock() -> TestClock:
    clock = TestClock()
    clock.stand_still()
    return clock


@pytest.fixture(name="door")
def _door(clock: TestClock) -> Door:
    return Door(clock, MEMBER_LIMIT)


def admitted(door: Door, user: UserId, times: int) -> int:
    """Return how many of several tries at once are let in."""
    count = 0
    for _ in range(times):
        with contextlib.suppress(TooFast):
            count += door.admit(user)
    return count


def test_over_the_limit_a_member_is_told_once(door: Door) -> None:
    assert admitted(door, ANA, MEMBER_LIMIT) == MEMBER_LIMIT
    with pytest.raises(TooFast):
        door.admit(ANA)
    assert [door.admit(ANA) for _ in range(200)] == [False] * 200


def test_others_are_let_in_meanwhile(door: Door) -> None:
    admitted(door, ANA, 1_000)
    assert admitted(door, BEN, MEMBER_LIMIT) == MEMBER_LIMIT


async def test_the_allowance_comes_back_evenly(door: Door, clock: TestClock) -> None:
    admitted(door, ANA, 1_000)
    await clock.pass_time(WINDOW_S / MEMBER_LIMIT)
    assert admitted(door, ANA, 5) == 1
    await clock.pass_time(WINDOW_S)
    assert admitted(door, ANA, 1_000) == MEMBER_LIMIT


async def test_who_has_slowed_down_is_told_again_the_next_time(
    door: Door, clock: TestClock
) -> None:
    admitted(door, ANA, 1_000)
    await clock.pass_time(WINDOW_S / MEMBER_LIMIT)
    assert door.admit(ANA)
    with pytest.raises(TooFast):
        door.admit(ANA)


async def test_however_many_come_only_those_of_the_last_seconds_are_remembered(
    door: Door, clock: TestClock
) -> None:
    for user in range(5_000):
        door.admit(UserId(user))
        if user % 1_000 == 0:
            await clock.pass_time(WINDOW_S)
    assert len(door._used_until) <= 2_000


def test_nobody_is_let_in_any_more_when_the_house_closes(door: Door) -> None:
    door.close()
    for _ in range(3):
        with pytest.raises(Restarting):
            door.admit(ANA)


async def limited(house: House) -> None:
    """Start the bot anew with the limit that operators have; a busy machine changes nothing."""
    house.clock.stand_still()
    house.world.limits = replace(house.world.limits, answer_s=PATIENCE_S)
    await house.stop_bot()
    house.member_limit = MEMBER_LIMIT
    await house.start_bot()


def changes(house: House) -> int:
    """Return how many changes of tables were committed."""
    with contextlib.closing(sqlite3.connect(house.database)) as db:
        return int(db.execute("SELECT count(*) FROM log").fetchone()[0])


def answers(house: House, *ids: int) -> list[int]:
    """Return which of these interactions were answered, in the order of the answers."""
    paths = [e.path for e in house.world.exchanges if e.path.startswith("/interactions/")]
    answered = [int(path.split("/")[2]) for path in paths]
    return [one for one in answered if one in ids]


async def test_a_member_who_hammers_a_button_delays_nobody(house: House) -> None:
    await sit_down(house, "Ana", "Cem")
    await limited(house)
    ana, ben, lobby = house.member("Ana"), house.member("Ben"), house.post
    before = changes(house)
    labels = ["Leave", "Join"] * 100
    hammering = [asyncio.create_task(ana.press(lobby, label)) for label in labels]
    joining = asyncio.create_task(ben.press(lobby, "Join"))
    assert (await joining).kind == "update"
    await house.settled()
    for task in hammering:
        task.cancel()
    created = [data for name, data in house.world.events if name == "INTERACTION_CREATE"][-201:]
    of_ana = [int(data["id"]) for data in created[:-1]]
    of_ben = int(created[-1]["id"])
    order = answers(house, *of_ana, of_ben)
    # What is over the limit reaches no table, and is answered once.
    assert changes(house) - before <= MEMBER_LIMIT + 1
    assert len(order) <= MEMBER_LIMIT + 2
    # He came last of all, and waited for few of the presses that were let in.
    assert order.index(of_ben) < MEMBER_LIMIT / 2
    assert "Ben" in lobby.text


async def test_over_the_limit_one_sentence_is_said_and_nothing_changes(house: House) -> None:
    await deal_first(house, "Ana", "Ben")
    await limited(house)
    ana, before = house.member("Ana"), changes(house)
    asking = [asyncio.create_task(ana.slash(house.channel, "cards")) for _ in range(60)]
    folding = asyncio.create_task(ana.slash(house.channel, "fold"))
    await house.world.wait_for(lambda: len(house.ephemerals(ana)) > MEMBER_LIMIT)
    await house.settled()
    for task in (*asking, folding):
        task.cancel()
    said = [message.text for message in house.ephemerals(ana)]
    assert said.count("That was too much at once. Wait a few seconds, then try again.") == 1
    assert changes(house) == before
    await house.pass_time(1)
    assert (await house.slash(ana, "fold")).text == "You folded."


async def test_a_hand_with_every_card_marked_and_unmarked_stays_under_the_limit(
    house: House,
) -> None:
    evening = await deal_first(house, "Ana", "Ben", game="fivecard", stack=50)
    await limited(house)
    await evening.type("Ben checks, Ana checks")
    ben = evening["Ben"]
    picker = await house.press("Draw…", ben)
    assert picker.message is not None
    for position in (0, 1, 2, 3, 4) * 4:
        label = picker.message.buttons[position].label
        reply = await house.press_on(picker.message, label, ben)
        assert reply.kind == "update"
    reply = await house.press_on(picker.message, "Stand pat", ben)
    assert "too much" not in reply.text
