"""SQLite: one file, one process, one connection that writes, every commit durable."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import IO, Self

import aiosqlite

from bot.store.faults import StoreError, Watch, advice
from bot.store.files import make_files
from bot.store.migrations import migrations
from bot.store.reader import Reader
from bot.store.writer import Work, Writer
from bot.store.written import Conflict

TAKEN = (
    "log.interaction",
    "log.table_id",
    "tables.channel",
    "tables.id",
    "corrections.number",
)
"""What may be there already when two changes meet; anything else is a bug."""


class Connection:
    """An open file, to which statements are sent. Use `open` and `close`."""

    def __init__(
        self,
        connection: aiosqlite.Connection,
        reading: aiosqlite.Connection,
        lock_file: IO[str],
        path: Path,
    ) -> None:
        self._db = connection
        self._lock_file = lock_file
        self._watch = Watch(path)
        self._writer = Writer(connection)
        self._reader = Reader(reading)

    @classmethod
    async def open(
        cls, data_dir: Path, *, connect: Callable[..., aiosqlite.Connection] = aiosqlite.connect
    ) -> Self:
        """Open the database in a folder, making it where there is none, and migrate it.

        :raises StoreError: when another process owns it, it comes from a newer version, or the
            folder or the file cannot be used.
        """
        path, lock_file = make_files(data_dir)
        db, reading = (connect(path, isolation_level=None) for _ in range(2))
        store = cls(db, reading, lock_file, path)
        try:
            await store._prepare()
        except sqlite3.DatabaseError as error:
            await store.close()
            raise StoreError(f"{path} cannot be used: {advice(error) or error}") from error
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Close the database and give it up to other processes."""
        await self._writer.finish()
        await self._reader.connection.close()
        await self._db.close()
        self._lock_file.close()

    async def _prepare(self) -> None:
        await self._db
        await self._db.execute("PRAGMA journal_mode = WAL")
        # FULL: a commit is on the disk before anybody is told of it.
        await self._db.execute("PRAGMA synchronous = FULL")
        await self._db.execute("PRAGMA foreign_keys = ON")
        await self._migrate()
        await self._reader.connection

    async def _migrate(self) -> None:
        cursor = await self._db.execute("PRAGMA user_version")
        row = await cursor.fetchone()
        at = int(row[0]) if row else 0
        steps = migrations()
        if at > len(steps):
            raise StoreError(
                f"The database is of a newer version ({at}) than this program knows "
                f"({len(steps)}). Start the newer program, or restore a backup."
            )
        for number, sql in enumerate(steps[at:], start=at + 1):
            await self._db.executescript(
                f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA user_version = {number};\nCOMMIT;"
            )

    async def _write(self, work: Work) -> None:
        """Execute statements as one transaction: all of them, on the disk, or none.

        :raises Conflict: when what they add is there already.
        :raises StoreFailed: when the database cannot be written; nothing has changed then.
        """
        with self._watch.understood():
            try:
                await self._writer.write(work)
            except sqlite3.IntegrityError as error:
                if _is_taken(error):
                    raise Conflict from error
                raise
        self._watch.written()

    @asynccontextmanager
    async def atomic(self) -> AsyncIterator[aiosqlite.Connection]:
        """Execute statements one after another as one transaction, for what is seldom done.

        Nothing else is written meanwhile, so what belongs to a press goes through `_write`.

        :raises Conflict: when what they add is there already.
        :raises StoreFailed: when the database cannot be written; nothing has changed then.
        """
        async with self._writer.alone() as db:
            with self._watch.understood():
                # What a failure before this one could not take back must not be committed with it.
                if db.in_transaction:
                    await db.rollback()
                # Only what writes waits for other programs that do.
                await db.execute("BEGIN")
                try:
                    yield db
                    await db.commit()
                except sqlite3.IntegrityError as error:
                    await db.rollback()
                    if _is_taken(error):
                        raise Conflict from error
                    raise
                except BaseException:
                    with suppress(sqlite3.Error):
                        await db.rollback()
                    raise
            self._watch.written()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[aiosqlite.Connection]:
        """Read by statements that all see the same state; what is being written waits for none.

        :raises StoreFailed: when the database cannot be read.
        """
        with self._watch.understood():
            async with self._reader.snapshot() as db:
                yield db

    async def _rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        """Return what a query finds.

        :raises StoreFailed: when the database cannot be read.
        """
        async with self.reading() as db:
            return list(await db.execute_fetchall(query, values))


def _is_taken(error: sqlite3.IntegrityError) -> bool:
    """Say whether something is there already as two changes have met; anything else is a bug."""
    return any(taken in str(error) for taken in TAKEN)
