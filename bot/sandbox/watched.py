"""Whoever waits for something to happen in the world, or watches it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

Watcher = Callable[[str, Any], None]


class Watched:
    """Tells those who wait or watch that something happened."""

    def __init__(self) -> None:
        self._waiters: set[asyncio.Future[None]] = set()
        self.watchers: set[Watcher] = set()

    def changed(self, kind: str = "", what: Any = None) -> None:
        """Tell everybody who waits or watches that something happened."""
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)
        self._waiters.clear()
        if kind:
            for watcher in list(self.watchers):
                watcher(kind, what)

    async def wait_for(
        self,
        predicate: Callable[[], Any],
        timeout: float = 3.0,  # noqa: ASYNC109  # a test reads best with it here
    ) -> None:
        """Wait until the predicate is true, asking again after each change.

        It is asked every few milliseconds besides, for it may look at the bot as well.

        :raises TimeoutError: when it does not come true in time.
        """
        async with asyncio.timeout(timeout):
            while not predicate():
                waiter = asyncio.get_running_loop().create_future()
                self._waiters.add(waiter)
                try:
                    await asyncio.wait((waiter,), timeout=0.01)
                finally:
                    self._waiters.discard(waiter)
