"""What is committed, read on a connection of its own: nobody waits for what is being written."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiosqlite


class Reader:
    """Reads, one snapshot after another."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self.connection = connection
        self._lock = asyncio.Lock()
        """Held by whoever has a snapshot open: a newer one would see no more than that."""

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[aiosqlite.Connection]:
        """Have statements see one state of the database: all that is committed by the first."""
        async with self._lock:
            try:
                await self.connection.execute("BEGIN")
                yield self.connection
            finally:
                await self.connection.rollback()
