"""Reading what is committed, while something else is being written."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import aiosqlite
import pytest

from bot.router import DraftId
from bot.series.errors import PreviewGone
from bot.store import Store
from bot.store.drafts import DraftStore
from bot.store.reader import Reader
from bot.store.series import SeriesStore
from tests.series.samples import a_setup


@dataclass
class Opened:
    """A reader, and a file that another connection writes."""

    reader: Reader
    path: Path

    def write(self, note: str) -> None:
        with sqlite3.connect(self.path) as db:
            db.execute("INSERT INTO notes VALUES (?)", (note,))
        db.close()

    async def notes(self) -> list[str]:
        async with self.reader.snapshot() as db:
            return await read(db)


async def read(db: aiosqlite.Connection) -> list[str]:
    return [row[0] for row in await db.execute_fetchall("SELECT note FROM notes ORDER BY note")]


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Opened]:
    path = tmp_path / "reader.db"
    async with aiosqlite.connect(path, isolation_level=None) as connection:
        await connection.execute("PRAGMA journal_mode = WAL")
        await connection.execute("CREATE TABLE notes (note TEXT)")
        yield Opened(Reader(connection), path)


async def test_all_is_seen_that_was_committed_before(opened: Opened) -> None:
    for note in "abc":
        opened.write(note)
        assert (await opened.notes())[-1] == note


async def test_a_snapshot_is_one_state_whatever_is_written_meanwhile(opened: Opened) -> None:
    opened.write("a")
    async with opened.reader.snapshot() as db:
        assert await read(db) == ["a"]
        opened.write("b")
        assert await read(db) == ["a"]
    assert await opened.notes() == ["a", "b"]


async def test_who_reads_at_the_same_time_sees_what_was_committed_before_he_asked(
    opened: Opened,
) -> None:
    async def write_and_read(note: str) -> bool:
        opened.write(note)
        return note in await opened.notes()

    assert all(await asyncio.gather(*(write_and_read(str(number)) for number in range(20))))


async def test_a_read_that_fails_or_is_given_up_keeps_nobody_in_the_past(opened: Opened) -> None:
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        async with opened.reader.snapshot() as db:
            await db.execute_fetchall("SELECT * FROM pages")
    for moments in range(6):
        reading = asyncio.create_task(opened.notes())
        for _ in range(moments):
            await asyncio.sleep(0)
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        opened.write(str(moments))
        assert (await opened.notes())[-1] == str(moments)


async def test_a_read_waits_for_no_change_that_is_being_written_and_sees_nothing_of_it(
    tmp_path: Path,
) -> None:
    store = await Store.open(tmp_path)
    drafts, draft = DraftStore(store), DraftId(1)
    try:
        async with store.atomic() as db:
            await db.execute(
                "INSERT INTO drafts (id, guild, setup, made) VALUES (?, 5, '{}', 0)", (draft,)
            )
            async with asyncio.timeout(10):
                with pytest.raises(PreviewGone):
                    await drafts.of(draft, 5)
                assert await SeriesStore(store).next_due() is None
        await drafts.change(draft, a_setup())
        assert await drafts.of(draft, 5) == a_setup()
    finally:
        await store.close()
