"""The sandbox's own time, which can be moved forward: a series is a week away otherwise."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from math import inf
from typing import Any

from bot.clock import Clock

LEAST_STEP_S = 1.0
"""Times that are waited for and closer to each other than this are reached at once."""
REACH_S = 60.0
"""How far the time is moved at first, and again where something was due: who has done it may think
of more. Each step after which nothing was is twice as long as the one before."""


class MovingClock(Clock):
    """The wall clock, so many seconds ahead; sleepers wake as if the time had passed."""

    def __init__(self, ahead_s: float = 0.0) -> None:
        self.ahead_s = ahead_s
        self._moved = asyncio.Event()
        self._moving = asyncio.Lock()
        self._due: dict[asyncio.Task[object] | None, float] = {}
        """When each task that waits wants to be woken."""
        self._busy: set[asyncio.Task[object] | None] = set()
        """Tasks that have waited, and will again when they have done what was due."""

    def now(self) -> float:
        """Return the time."""
        return super().now() + self.ahead_s

    def sleep(self, seconds: float) -> Coroutine[Any, Any, None]:
        """Wait until so much time has passed since the call, by itself or moved forward."""
        return self._sleep_until(self.now() + seconds)

    async def _sleep_until(self, until: float) -> None:
        while (left := until - self.now()) > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._moved.wait()

    async def wait(self, event: asyncio.Event, seconds: float | None) -> None:
        """Wait until something has happened, for so many seconds at most; None: however long."""
        task = asyncio.current_task()
        self._busy.discard(task)
        self._due[task] = inf if seconds is None else self.now() + seconds
        try:
            await super().wait(event, seconds)
        finally:
            del self._due[task]
            self._busy.add(task)

    def nothing_is_due(self) -> bool:
        """Say whether whoever had something to do by now has done it, and waits again."""
        self._busy = {task for task in self._busy if task is not None and not task.done()}
        return not self._busy and min(self._due.values(), default=inf) > self.now()

    async def pass_time(self, seconds: float, settle: Callable[[], Awaitable[None]]) -> None:
        """Move the time forward, stopping at each time that somebody waits for.

        :param settle: waits at each stop until what is due then has been done.
        """
        async with self._moving:
            until, reach = self.now() + seconds, REACH_S
            while (left := until - self.now()) > 0:
                step = max(self._until_next(), LEAST_STEP_S)
                self._move(min(left, step, reach))
                await settle()
                reach = REACH_S if step <= reach else 2 * reach

    def _until_next(self) -> float:
        """Return how many seconds are left until somebody is to be woken."""
        now = self.now()
        return min((due for due in self._due.values() if due > now), default=inf) - now

    def _move(self, seconds: float) -> None:
        self.ahead_s += seconds
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()
