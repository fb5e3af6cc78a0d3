"""Moving the sandbox's time forward, with the bot doing on the way what is due."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .world import StandIn

AT_EACH_STOP_S = 0.1
"""How long the bot makes no request, when time is moved, before it is moved on."""
AT_MOST_S = 10.0
"""How long the bot may take, at each of these stops, to do what is due."""
READY_AGAIN_S = 3.0
"""How long a new session takes to be ready: discord.py waits two seconds for more guilds."""


async def pass_time(world: StandIn, seconds: float) -> None:
    """Move the world's own clock forward, stopping at each time that the bot waits for."""

    async def settle() -> None:
        world.storage.save("clock", 0, {"ahead_s": world.clock.ahead_s})
        world.changed("time")
        await _caught_up(world)

    await world.clock.pass_time(seconds, settle)


async def _caught_up(world: StandIn) -> None:
    """Wait until the bot has done what the time has come for.

    Where turns run out and nobody acts it begins its session anew, and all its clocks stand still
    until it is ready.
    """
    sessions = set(world.gateway.sessions)
    await asyncio.sleep(AT_EACH_STOP_S)
    with suppress(TimeoutError):
        await world.wait_for(world.clock.nothing_is_due, timeout=AT_MOST_S)
    await world.settled(AT_EACH_STOP_S)
    while full_s := world.rate_limits.full_s():
        await asyncio.sleep(full_s)
        await world.settled(AT_EACH_STOP_S)
    if sessions != set(world.gateway.sessions):
        await asyncio.sleep(READY_AGAIN_S)
