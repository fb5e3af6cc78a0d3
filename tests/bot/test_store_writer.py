"""Transactions that are written together: each work whole or not at all."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import aiosqlite
import pytest

from bot.store.writer import Work, Writer

Opened = tuple[Writer, Path]


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Opened]:
    path = tmp_path / "writer.db"
    async with aiosqlite.connect(path, timeout=0.02, isolation_level=None) as connection:
        await connection.execute("CREATE TABLE notes (note TEXT UNIQUE)")
        yield Writer(connection), path


def note(*notes: str) -> Work:
    def work(db: sqlite3.Connection) -> None:
        for each in notes:
            db.execute("INSERT INTO notes VALUES (?)", (each,))

    return work


def on_disk(path: Path) -> list[str]:
    """Read with another connection: only what is committed is seen."""
    with sqlite3.connect(path) as db:
        rows = db.execute("SELECT note FROM notes ORDER BY note").fetchall()
    db.close()
    return [row[0] for row in rows]


async def test_what_is_written_is_there_for_others_when_it_returns(opened: Opened) -> None:
    writer, path = opened
    await writer.write(note("a", "b"))
    assert on_disk(path) == ["a", "b"]


async def test_works_asked_for_at_once_are_all_written(opened: Opened) -> None:
    writer, path = opened
    await asyncio.gather(*(writer.write(note(f"{number:03}")) for number in range(200)))
    assert on_disk(path) == [f"{number:03}" for number in range(200)]


async def test_a_work_that_fails_takes_back_all_of_itself_and_nothing_of_others(
    opened: Opened,
) -> None:
    writer, path = opened
    works = (note("a"), note("b", "a"), note("c"))
    outcomes = await asyncio.gather(*map(writer.write, works), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [
        type(None),
        sqlite3.IntegrityError,
        type(None),
    ]
    assert on_disk(path) == ["a", "c"]


async def test_a_bug_in_a_work_is_raised_and_undone(opened: Opened) -> None:
    writer, path = opened

    def bug(db: sqlite3.Connection) -> None:
        note("a")(db)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await writer.write(bug)
    await writer.write(note("b"))
    assert on_disk(path) == ["b"]


async def test_a_work_that_the_database_cannot_do_is_raised_to_who_asked_for_it_alone(
    opened: Opened,
) -> None:
    writer, path = opened
    works = (note("a"), note("b"), lambda db: db.execute("INSERT INTO nowhere VALUES (1)"))
    *others, failed = await asyncio.gather(*map(writer.write, works), return_exceptions=True)
    assert others == [None, None]
    assert isinstance(failed, sqlite3.OperationalError)
    assert on_disk(path) == ["a", "b"]


async def test_when_the_database_cannot_be_written_all_who_asked_know_and_nothing_is(
    opened: Opened,
) -> None:
    writer, path = opened
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        works = (note("a"), note("b"))
        outcomes = await asyncio.gather(*map(writer.write, works), return_exceptions=True)
        other.execute("ROLLBACK")
    other.close()
    assert [str(outcome) for outcome in outcomes] == 2 * ["database is locked"]
    assert on_disk(path) == []
    await writer.write(note("c"))
    assert on_disk(path) == ["c"]


async def test_what_somebody_else_left_open_is_not_committed(opened: Opened) -> None:
    writer, path = opened
    await writer.connection.execute("BEGIN")
    await writer.connection.execute("INSERT INTO notes VALUES ('stray')")
    await writer.write(note("a"))
    assert on_disk(path) == ["a"]


async def test_who_gives_up_waiting_leaves_the_others_writing(opened: Opened) -> None:
    writer, path = opened
    over = threading.Event()
    slow = asyncio.create_task(writer.write(lambda _: over.wait()))
    await asyncio.sleep(0)
    given_up, waiting = (asyncio.create_task(writer.write(note(each))) for each in "ab")
    await asyncio.sleep(0)
    slow.cancel()
    given_up.cancel()
    over.set()
    await waiting
    assert on_disk(path) == ["b"]


async def test_who_gives_up_under_way_has_it_written_by_the_time_all_is(opened: Opened) -> None:
    writer, path = opened
    begun, over = threading.Event(), threading.Event()

    def slow(db: sqlite3.Connection) -> None:
        begun.set()
        over.wait()
        note("a")(db)

    asking = asyncio.create_task(writer.write(slow))
    await asyncio.to_thread(begun.wait)
    asking.cancel()
    over.set()
    await writer.finish()
    assert on_disk(path) == ["a"]


async def test_a_whole_transaction_goes_to_the_connections_thread_at_once(opened: Opened) -> None:
    """What is relied on in aiosqlite, public or not: should it change, this says so."""
    writer, _ = opened
    threads: set[int] = set()

    def here(db: sqlite3.Connection) -> None:
        assert isinstance(db, sqlite3.Connection)
        assert db.in_transaction
        threads.add(threading.get_ident())

    await writer.write(here)
    await writer.connection.create_function("thread", 0, threading.get_ident)
    rows = await writer.connection.execute_fetchall("SELECT thread()")
    assert [(thread,) for thread in threads] == list(rows)
    assert threads != {threading.get_ident()}
