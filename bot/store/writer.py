"""One transaction after another on one connection; who asks meanwhile joins the next one."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import aiosqlite

Work = Callable[[sqlite3.Connection], object]
"""Statements that belong together, executed in the connection's thread; perhaps more than once."""


class WorkFailed(Exception):
    """A work of a transaction cannot be done, its cause says why; nothing has changed."""


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A work, and who waits for it."""

    work: Work
    done: asyncio.Future[None]

    def tell(self, error: BaseException | None) -> None:
        """Let who waits know that it is on the disk, or why it is not."""
        if self.done.cancelled():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class Writer:
    """Writes what is asked for while a transaction is under way as one more.

    However much is asked at once, the disk is waited for twice at most. Each work is there as a
    whole or not at all, and one that fails takes nothing back but itself.
    """

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self.connection = connection
        self._lock = asyncio.Lock()
        """Held by whoever has a transaction open."""
        self._waiting: list[Asked] = []
        self._writing: asyncio.Task[None] | None = None

    async def write(self, work: Work) -> None:
        """Do some work: it is on the disk when this returns, and undone when this raises."""
        asked = Asked(work, asyncio.get_running_loop().create_future())
        self._waiting.append(asked)
        if self._writing is None:
            # A task of its own: who gives up waiting leaves the others writing.
            self._writing = asyncio.create_task(self._write_waiting())
        await asked.done

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[aiosqlite.Connection]:
        """Have the connection for oneself: nothing else is written meanwhile."""
        async with self._lock:
            yield self.connection

    async def finish(self) -> None:
        """Wait until everything is written that was asked for."""
        if self._writing is not None:
            await self._writing

    async def _write_waiting(self) -> None:
        """Write what was asked for, and what is asked for meanwhile, until nothing is left."""
        while self._waiting:
            asked, self._waiting = self._waiting, []
            await self._write([one for one in asked if not one.done.cancelled()])
        self._writing = None

    async def _write(self, asked: Sequence[Asked]) -> None:
        """Commit works together; where one of them fails, each by itself."""
        error: BaseException | None = None
        try:
            async with self._lock:
                await _in_one_hop(self.connection, [one.work for one in asked])
        except WorkFailed as failed:
            if len(asked) > 1:
                for one in asked:
                    await self._write([one])
                return
            error = failed.__cause__
        except Exception as failed:  # noqa: BLE001 - each who asked gets it
            error = failed
        for one in asked:
            one.tell(error)


async def _in_one_hop(connection: aiosqlite.Connection, works: Sequence[Work]) -> None:
    """Commit works together in the connection's thread.

    aiosqlite sends its thread one statement at a time, and the way there and back takes longer
    than executing it. What sends a whole transaction is not public: a test holds it to what is
    relied on here.
    """
    await connection._execute(  # type: ignore[no-untyped-call]  # noqa: SLF001
        lambda: _transaction(works, connection._conn)  # noqa: SLF001
    )


def _transaction(works: Sequence[Work], db: sqlite3.Connection) -> None:
    """Commit works together, or undo them all.

    :raises WorkFailed: when one of them cannot be done.
    :raises sqlite3.Error: when the database cannot be written at all.
    """
    if db.in_transaction:
        # What a failure before this one could not take back must not be committed with it.
        db.rollback()
    db.execute("BEGIN IMMEDIATE")
    try:
        _do(works, db)
        db.commit()
    except BaseException:
        with suppress(sqlite3.Error):
            db.rollback()
        raise


def _do(works: Sequence[Work], db: sqlite3.Connection) -> None:
    try:
        for work in works:
            work(db)
    except Exception as error:
        raise WorkFailed from error
