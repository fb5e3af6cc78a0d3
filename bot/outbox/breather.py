"""A breather for all lanes while Cloudflare lets nothing of ours through to Discord."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import discord

from bot.clock import Clock
from bot.outbox.trouble import is_ban

FIRST_S = 1.0
LONGEST_S = 60.0


class Breather:
    """Lets one lane at a time try, after ever longer pauses, until a request is taken again."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._trying = asyncio.Lock()
        self._pause_s = 0.0
        self._until = 0.0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait until a request may be made, and notice whether it is refused."""
        if not self._pause_s:
            with self._noticing():
                yield
            return
        async with self._trying:
            await self._clock.sleep(self._until - self._clock.now())
            with self._noticing():
                yield
            self._pause_s = 0.0

    @contextmanager
    def _noticing(self) -> Iterator[None]:
        try:
            yield
        except discord.HTTPException as error:
            if is_ban(error) and self._until <= self._clock.now():
                self._pause_s = min(2 * self._pause_s, LONGEST_S) or FIRST_S
                self._until = self._clock.now() + self._pause_s
            raise
