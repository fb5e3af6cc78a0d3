"""The sandbox's time moved forward: whoever waits for a time on the way is woken at it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.sandbox import Limits, StandIn
from bot.sandbox.clock import MovingClock
from bot.sandbox.passing import pass_time
from bot.sandbox.ratelimits import RateLimits

HOUR, DAY = 3_600.0, 86_400.0


async def test_a_sleeper_wakes_when_the_time_is_moved() -> None:
    world = StandIn(limits=Limits.relaxed())
    asleep = asyncio.ensure_future(world.clock.sleep(HOUR))
    await asyncio.sleep(0)
    await pass_time(world, HOUR - 60)
    assert not asleep.done()
    await pass_time(world, 60)
    await asyncio.wait_for(asleep, 5)


async def test_time_stops_at_each_moment_that_is_waited_for() -> None:
    world = StandIn(limits=Limits.relaxed())
    clock, began = world.clock, world.now()
    woken: list[int] = []

    async def ring_every(seconds: float) -> None:
        while True:
            await clock.wait(asyncio.Event(), seconds)
            woken.append(round((clock.now() - began) / HOUR))

    ringing = asyncio.ensure_future(ring_every(6 * HOUR))
    await asyncio.sleep(0)
    await pass_time(world, DAY + HOUR)
    assert woken == [6, 12, 18, 24]
    assert world.now() - began == pytest.approx(DAY + HOUR, abs=60)
    ringing.cancel()


async def test_an_event_ends_waiting_before_its_time() -> None:
    clock, event = MovingClock(), asyncio.Event()
    waiting = asyncio.ensure_future(clock.wait(event, DAY))
    await asyncio.sleep(0)
    event.set()
    await asyncio.wait_for(waiting, 5)
    assert clock.nothing_is_due()


async def test_moved_time_is_kept_and_goes_into_ids_and_messages(tmp_path: Path) -> None:
    path = tmp_path / "sandbox.sqlite"
    first = StandIn(path, Limits.relaxed())
    before = await first.member("Léa").say(first.channel("poker"), "before")
    await pass_time(first, DAY)
    after = await first.member("Léa").say(first.channel("poker"), "after")
    assert after.created_at - before.created_at == pytest.approx(DAY, abs=60)
    assert ((after.id - before.id) >> 22) / 1000 == pytest.approx(DAY, abs=60)
    now = first.now()
    await first.close()
    second = StandIn(path, Limits.relaxed())
    assert second.now() == pytest.approx(now, abs=60)
    await second.close()


def test_a_full_bucket_says_for_how_long_it_is() -> None:
    limits = RateLimits(Limits())
    assert limits.full_s() == 0
    for _ in range(Limits().message_edit.requests):
        limits.count("message_edit", "channel")
    assert 0 < limits.full_s() <= Limits().message_edit.seconds
