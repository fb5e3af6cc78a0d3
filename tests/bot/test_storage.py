"""A disk that fails while members play: refused in words, nothing lost, its operator told."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from bot.sandbox import Reply
from bot.sandbox.exchange import Exchange
from bot.store import Store, StoreError, StoreFailed
from bot.table import lobby
from tests.bot.bad_house import BadHouse
from tests.bot.evening import deal_first
from tests.bot.house import checked
from tests.bot.program import Program
from tests.bot.test_store import a_row, a_table, changed
from tests.sandbox.openapi import Spec

NOT_KEPT = (
    "My records cannot be used just now, so this did not count: the table is as it was. "
    "The operator has been told; please try again in a moment."
)
IMPATIENT = partial(aiosqlite.connect, timeout=0.02)
"""Waits for a lock no longer than a test likes to."""


@pytest.fixture(name="house")
async def _house(tmp_path: Path, spec: Spec | None) -> AsyncIterator[BadHouse]:
    house = BadHouse(tmp_path)
    house.connect = IMPATIENT
    house.expected = ("croupier.db cannot be used", "Connection closed")
    async with checked(house, spec):
        yield house


@contextmanager
def full_disk(house: BadHouse) -> Iterator[None]:
    """Have the machine refuse to make any file longer than the database's log is now."""
    size = Path(f"{house.database}-wal").stat().st_size
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def locked(house: BadHouse) -> Iterator[None]:
    """Have another program keep the database locked."""
    with closing(sqlite3.connect(house.database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


def operator_lines(house: BadHouse) -> list[str]:
    """Return what the log says of the database."""
    return [line for line in house.witness.logged if "croupier.db" in line]


def can_be_written_again(house: BadHouse) -> bool:
    return any("can be written again" in line for line in house.witness.logged)


FAULTS = {
    "full": (full_disk, "its disk cannot be read or written: see to the disk and its space"),
    "locked": (locked, "another program keeps it locked: close that program"),
}


def is_refused(reply: Reply) -> bool:
    return reply.ephemeral and reply.text == NOT_KEPT


@pytest.mark.parametrize("kind", FAULTS)
async def test_what_cannot_be_kept_is_refused_in_words_and_play_goes_on_after(
    house: BadHouse, kind: str
) -> None:
    fails, advice = FAULTS[kind]
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    assert house.client is not None
    before = house.client.tables.at(house.channel.id)
    shown = house.post.text
    with fails(house):
        for _ in range(5):
            assert is_refused(await house.press("Call 2", evening["Ana"]))
        assert is_refused(await house.slash(evening["Ben"], "table away"))
        assert is_refused(await house.slash(house.member("Dea"), "holdem start")) is False
    assert house.client.tables.at(house.channel.id) == before
    assert house.post.text == shown
    told = operator_lines(house)
    assert len(told) == 1, told
    assert advice in told[0]
    await evening.play("Ana calls, Ben calls, Cem checks")
    assert "Flop" in house.post.text
    await house.stop_bot()
    await house.start_bot()
    await evening.play("Ben checks, Cem checks, Ana bets 10, Ben folds, Cem folds")
    assert "Ana wins" in house.post.text


async def test_a_table_that_cannot_be_kept_is_not_opened(house: BadHouse) -> None:
    lea = house.member("Léa")
    await house.settled()
    with full_disk(house):
        assert is_refused(await house.slash(lea, "holdem start"))
    assert house.posts == []
    await house.slash(lea, "holdem start")
    assert "1 Léa" in house.post.text


async def test_no_turn_runs_out_while_nothing_can_be_kept(house: BadHouse) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem", pings="never")
    await house.pass_time(20)
    with locked(house):
        assert is_refused(await house.press("Call 2", evening["Ana"]))
        for _ in range(20):
            await house.pass_slowly(30)
    await house.retry(lambda: can_be_written_again(house))
    await house.settled()
    assert house.actor() is evening["Ana"]
    assert "out of time" not in house.post.text
    await house.pass_time(30)
    assert house.actor() is evening["Ana"]
    await house.pass_time(30)
    assert "out of time" in house.post.text


async def test_the_next_hand_is_dealt_once_it_can_be_kept(house: BadHouse) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    await evening.play("Ana folds, Ben folds")
    with locked(house):
        for _ in range(10):
            await house.pass_slowly(3)
        assert "Hand 2" not in house.post.text
    await house.retry(lambda: "Hand 2" in house.post.text)


async def test_what_was_told_while_it_could_not_be_noted_is_not_told_twice(
    house: BadHouse,
) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    await evening.play("Ana calls, Ben calls")
    sent = house.faults.expect("POST", "/messages", holding="Flop", hold="before")
    await evening["Cem"].press(house.post, "Check")
    await house.until(lambda: sent.met == 1)
    with locked(house):
        sent.let_go()
        await house.until(lambda: bool(operator_lines(house)))
        for _ in range(10):
            await house.pass_slowly(30)
    await house.pass_slowly(30)
    await house.settled()
    assert len([post for post in house.posts if "Flop" in post.text]) == 1
    assert len(operator_lines(house)) < 8


async def test_a_bot_that_starts_while_nothing_can_be_kept_goes_on_by_itself(
    house: BadHouse,
) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    await house.stop_bot()
    with locked(house):
        await house.start_bot()
        assert is_refused(await evening["Ana"].press(house.post, "Call 2"))
    await house.retry(lambda: can_be_written_again(house))
    await house.settled()
    await evening.play("Ana calls, Ben calls, Cem checks")
    assert "Flop" in house.post.text


async def test_a_full_disk_refuses_a_commit_and_leaves_nothing_of_it(tmp_path: Path) -> None:
    store = await Store.open(tmp_path)
    table = a_table()
    await store.commit(table, (), (), at=1000.0)
    pages = await (await store._db.execute("PRAGMA page_count")).fetchone()
    assert pages is not None
    await store._db.execute(f"PRAGMA max_page_count = {pages[0]}")
    rows = [a_row(number, table) for number in range(1, 500)]
    with pytest.raises(StoreFailed, match="its disk is full: free some space"):
        await store.commit(changed(table), (), rows, at=1000.0, interaction=77)
    assert await store.open_tables() == [table]
    assert await store.outbox() == []
    await store._db.execute("PRAGMA max_page_count = 100000")
    await store.commit(changed(table), (), rows, at=1000.0, interaction=77)
    await store.close()
    store = await Store.open(tmp_path)
    assert await store.outbox() == rows
    await store.close()


async def test_a_database_that_may_only_be_read_says_so(tmp_path: Path) -> None:
    store = await Store.open(tmp_path)
    await store.commit(a_table(), (), (), at=1000.0)
    await store.close()

    def connect(path: Path, **options: Any) -> aiosqlite.Connection:
        return aiosqlite.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, **options)

    store = await Store.open(tmp_path, connect=connect)
    with pytest.raises(StoreFailed, match="may only be read: give the bot's user the right"):
        await store.commit(changed(lobby.close(a_table()).table), (), (), at=1000.0)
    assert await store.open_tables() == [a_table()]
    await store.close()


def damage(path: Path) -> None:
    """Overwrite what comes after the first page."""
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    path.write_bytes(bytes(content))


async def test_a_damaged_database_is_named_and_left_alone(tmp_path: Path) -> None:
    store = await Store.open(tmp_path)
    await store.commit(a_table(), (), (), at=1000.0)
    await store.close()
    damage(tmp_path / "croupier.db")
    before = (tmp_path / "croupier.db").read_bytes()
    with pytest.raises(StoreError, match=r"damaged: .* restore a backup with `python -m bot resto"):
        await Store.open(tmp_path)
    assert (tmp_path / "croupier.db").read_bytes() == before


async def test_a_bot_that_finds_its_database_damaged_says_how_to_restore_it_and_ends(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "data" / "sandbox"
    store = await Store.open(folder)
    await store.commit(a_table(), (), (), at=1000.0)
    await store.close()
    damage(folder / "croupier.db")
    async with Program(tmp_path, SANDBOX_PORT="0") as program:
        assert await program.ended() == 1
    assert "`python -m bot restore FILE`" in program.err
    assert "Traceback" not in program.err


async def test_a_table_that_does_not_read_is_named_without_what_it_holds(tmp_path: Path) -> None:
    store = await Store.open(tmp_path)
    await store.commit(a_table(), (), (), at=1000.0)
    await store._db.execute("UPDATE tables SET state = json_set(state, '$.session.stub', 'A of S')")
    await store._db.commit()
    await store._db.execute(
        "UPDATE tables SET state = json_set(state, '$.session.stack', 'A\u2660')"
    )
    await store._db.commit()
    with pytest.raises(StoreFailed, match="holds a table that cannot be read") as failed:
        await store.open_tables()
    assert "\u2660" not in str(failed.value)
    assert failed.value.__cause__ is None
    await store.close()


@pytest.mark.parametrize("answer_fails", [False, True])
async def test_x007_a_press_while_storage_is_slow_is_deferred_and_applied_once(
    tmp_path: Path, *, answer_fails: bool
) -> None:
    house = BadHouse(tmp_path)
    await house.open()
    evening = await deal_first(house, "Ana", "Ben", "Cem")

    def answers() -> list[Exchange]:
        return [e for e in house.world.exchanges if "/callback" in e.template]

    seen = len(answers())
    with house.slow_disk():
        betting = asyncio.create_task(evening["Ana"].slash(house.channel, "raise", amount="25"))
        await house.until(lambda: len(answers()) > seen)
        assert answers()[-1].request["type"] == 5
        assert "Ana raises" not in house.post.text
        if answer_fails:
            house.faults.expect("POST", "/webhooks", status=404, code=10015)
    await house.until(lambda: "Ana raises to 25" in house.post.text)
    await house.settled()
    betting.cancel()
    assert house.actor() is evening["Ben"]
    again = await house.slash(evening["Ana"], "raise", amount="25")
    assert again.text == "Not your turn: Ben is to act."
    told = [message.text for message in house.ephemerals(evening["Ana"])]
    assert ("You raised to 25 in this round." in told) is not answer_fails
    await house.close()
    assert house.problems() == []
