"""A house where things go wrong: what is expected to, a disk that fails, time that hangs."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

from bot.sandbox import Channel, Exchange, Thread
from tests.bot.house import House


class BadHouse(House):
    """A house in which faults are expected."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.expected: tuple[str, ...] = ()
        """Parts of what a test provokes: lines of the log, answers of the pretend Discord."""
        self._thread: Thread | None = None

    @property
    def channel(self) -> Channel:
        return self._thread or super().channel

    def move_to_a_thread(self) -> Thread:
        """Have everything from now on take place in a thread of the channel."""
        self._thread = self.world.add_thread("a table", super().channel)
        return self._thread

    def requests(self, method: str, template: str) -> list[Exchange]:
        """Return the requests of a kind that reached the pretend Discord."""
        wanted = (method, template)
        return [e for e in self.world.exchanges if (e.method, e.template) == wanted]

    def logged(self, part: str) -> list[str]:
        """Return the lines of the bot's log that say something."""
        return [line for line in self.witness.logged if part in line]

    def problems(self) -> list[str]:
        found = super().problems()
        return [line for line in found if not any(part in line for part in self.expected)]

    @contextlib.asynccontextmanager
    async def database_without(self, table: str) -> AsyncIterator[None]:
        """Have every statement fail meanwhile that needs a table."""
        await self.run_sql(f"ALTER TABLE {table} RENAME TO hidden")
        try:
            yield
        finally:
            await self.run_sql(f"ALTER TABLE hidden RENAME TO {table}")

    async def run_sql(self, sql: str) -> None:
        """Change the database behind the bot's back."""

        def run() -> None:
            with contextlib.closing(sqlite3.connect(self.database)) as db:
                db.execute(sql)
                db.commit()

        await asyncio.to_thread(run)

    @contextlib.contextmanager
    def slow_disk(self) -> Iterator[None]:
        """Have every transaction wait meanwhile; at most for five seconds."""
        with contextlib.closing(sqlite3.connect(self.database, isolation_level=None)) as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield
            finally:
                db.execute("ROLLBACK")

    async def until(self, seen: Callable[[], bool], seconds: float = 5.0) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(seconds):
            while not seen():  # noqa: ASYNC110 - what it waits for gives no sign
                await asyncio.sleep(0.002)

    async def pass_slowly(self, seconds: float) -> None:
        """Let time pass, whether or not the bot can do what is to be done."""
        await self.clock.pass_time(seconds)
        await asyncio.sleep(0.02)

    async def retry(self, seen: Callable[[], bool], seconds: float = 1.0) -> None:
        """Let time pass, a second at a time, until something is so."""
        async with asyncio.timeout(5):
            while not seen():
                await self.clock.pass_time(seconds)
                await asyncio.sleep(0.01)
