"""The durable commit of an action, next to a bare SQLite commit of the same bytes."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from bot.store import Store
from bot.store.migrations import migrations
from bot.table import play
from bot.table.change import Chance, Change, Who
from bot.table.model import EVENTS_JSON, TABLE_JSON, Table
from engine.actions import Call, Check
from engine.cards import FULL_DECK
from engine.hand import legal
from engine.rules import Game
from tests.bot.pure import NOW, dealt, sat_down, user_in

PLAYERS = 6
STACK = 200


async def measure(folder: Path, count: int) -> dict[str, Any]:
    """Commit the same changes with both by turns and return how long it took."""
    changes = _changes()
    table = next(changes).table
    store = await Store.open(folder / "commits")
    bare = _bare(folder / "bare.db", table)
    ours, bares = [], []
    try:
        await store.commit(replace(table, version=1), (), (), at=NOW)
        for version in range(2, count + 2):
            change = next(changes)
            after = replace(change.table, version=version)
            start = time.perf_counter()
            await store.commit(after, change.events, (), at=NOW, interaction=version)
            ours.append(time.perf_counter() - start)
            state, events = TABLE_JSON.dump_json(after).decode(), _events(change)
            start = time.perf_counter()
            _commit(bare, after, state, events)
            bares.append(time.perf_counter() - start)
    finally:
        bare.close()
        await store.close()
    return {
        "commit_ratio": round(median(ours) / median(bares), 2),
        "commit_ms": round(1_000 * median(ours), 3),
        "bare_commit_ms": round(1_000 * median(bares), 3),
    }


def _changes() -> Iterator[Change]:
    """Yield a table of six and then, for ever, what its members do to it: check or call."""
    table = dealt(sat_down(Game.HOLDEM, [STACK] * PLAYERS))
    yield Change(table)
    while True:
        hand = table.session.hand
        assert hand is not None
        if hand.to_act is None:
            change = play.wake(table, _chance(table))
        else:
            seat = hand.seats[hand.to_act]
            options = legal(hand)
            make = Check if options is not None and options.can_check else Call
            change = play.act(table, Who(user_in(seat), ""), make, _chance(table))
        assert change is not None
        yield change
        table = change.table


def _chance(table: Table) -> Chance:
    """Return chance without any, when the table's next alarm is due."""
    return Chance(max(table.alarms.values(), default=NOW), lambda: FULL_DECK, lambda: 0)


def _events(change: Change) -> str:
    return EVENTS_JSON.dump_json(change.events).decode()


def _bare(path: Path, table: Table) -> sqlite3.Connection:
    """Open a database with the same tables and the same care."""
    db = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        db.execute(f"PRAGMA {pragma}")
    for script in migrations():
        db.executescript(script)
    where = (table.id, table.guild, table.channel)
    db.execute(
        "INSERT INTO tables (id, guild, channel, open, version, state) VALUES (?, ?, ?, 1, 1, '')",
        where,
    )
    return db


def _commit(db: sqlite3.Connection, table: Table, state: str, events: str) -> None:
    db.execute("BEGIN IMMEDIATE")
    db.execute(
        "UPDATE tables SET version = ?, state = ? WHERE id = ?", (table.version, state, table.id)
    )
    db.execute(
        "INSERT INTO log (table_id, version, at, interaction, events) VALUES (?, ?, ?, ?, ?)",
        (table.id, table.version, NOW, table.version, events),
    )
    db.execute("COMMIT")
