"""Time: what o'clock it is, and one task that sleeps until the next alarm of any table."""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import Awaitable, Callable

from bot.table.model import TableId


class Clock:
    """The wall clock, in seconds since the epoch."""

    def now(self) -> float:
        """Return the time."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait for a while."""
        await asyncio.sleep(seconds)

    async def wait(self, event: asyncio.Event, seconds: float | None) -> None:
        """Wait until something has happened, for so many seconds at most; None: however long."""
        waiters: list[asyncio.Future[object]] = [asyncio.ensure_future(event.wait())]
        if seconds is not None:
            waiters.append(asyncio.ensure_future(self.sleep(max(seconds, 0.0))))
        try:
            await asyncio.wait(waiters, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for waiter in waiters:
                waiter.cancel()


class Alarms:
    """Wakes each table when its next alarm is due.

    Alarms are rows of the store; this holds only when each table wants to be woken next, so one
    task serves any number of tables.
    """

    def __init__(self, clock: Clock, wake: Callable[[TableId], Awaitable[None]]) -> None:
        self._clock = clock
        self._wake = wake
        self._next: dict[TableId, float] = {}
        self._heap: list[tuple[float, TableId]] = []
        self._changed = asyncio.Event()
        self.stopped = False

    def stop(self) -> None:
        """Wake no table any more; whoever is being woken is finished with."""
        self.stopped = True
        self._changed.set()

    def set(self, table: TableId, at: float | None) -> None:
        """Set when to wake a table next; None: not at all."""
        if at is None:
            self._next.pop(table, None)
        elif self._next.get(table) != at:
            self._next[table] = at
            heapq.heappush(self._heap, (at, table))
            if self._heap[0][0] == at:
                self._changed.set()

    async def run(self) -> None:
        """Wake tables, one after another, until that is stopped."""
        while not self.stopped:
            at, table = self._heap[0] if self._heap else (None, None)
            if at is None or table is None:
                await self._wait(None)
            elif self._next.get(table) != at:
                heapq.heappop(self._heap)
            elif (left := at - self._clock.now()) > 0:
                await self._wait(left)
            else:
                heapq.heappop(self._heap)
                del self._next[table]
                await self._wake(table)

    async def _wait(self, seconds: float | None) -> None:
        """Wait until the time is up, or an earlier alarm is set."""
        if self.stopped:
            return
        self._changed.clear()
        await self._clock.wait(self._changed, seconds)
