"""What is written, and the statements that write it, inside a transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass

import aiosqlite

from bot.ledger import Movement
from bot.store.results import write_results
from bot.table.deeds import DEED_JSON, Deed
from bot.table.model import Phase, Table, TableId, UserId
from bot.table.result import has_result
from engine.events import Event

_INTO_OUTBOX = (
    "INSERT INTO outbox (id, table_id, kind, target, key, payload, due, written)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
FROM_OUTBOX = "SELECT id, table_id, kind, target, key, payload, due, written FROM outbox"
_OUT_OF_OUTBOX = "DELETE FROM outbox WHERE kind = 'edit' AND table_id = ? AND key = ?"


class Conflict(Exception):
    """A table has changed since it was loaded, or its channel or interaction is taken."""


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """Something still to be told: to a channel, or to a user by direct message."""

    id: int
    table: TableId
    kind: str
    target: int
    key: str
    payload: str
    due: float
    written: float


@dataclass(frozen=True, slots=True)
class Kept:
    """A change of a table, with what it still has to tell."""

    table: Table
    """It carries the new version; the one in the database must be the one before."""
    events: tuple[Event, ...]
    rows: Sequence[OutboxRow]
    interaction: int | None = None
    movements: Sequence[Movement] = ()
    deed: Deed | None = None


@dataclass(frozen=True, slots=True)
class MemberRow:
    """What is known of a member's direct messages."""

    user: UserId
    dm: int | None
    reachable: bool | None


def keep_state(db: sqlite3.Connection, table: Table, state: str) -> None:
    """Write a table's new state in the place of the one before it.

    :raises Conflict: when that is not the one in the database.
    """
    is_open = table.phase is not Phase.CLOSED
    if table.version == 1:
        db.execute(
            "INSERT INTO tables (id, guild, channel, open, version, state)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (table.id, table.guild, table.channel, is_open, 1, state),
        )
        return
    cursor = db.execute(
        "UPDATE tables SET open = ?, version = ?, state = ? WHERE id = ? AND version = ?",
        (is_open, table.version, state, table.id, table.version - 1),
    )
    if cursor.rowcount != 1:
        raise Conflict


def keep_change(db: sqlite3.Connection, change: Kept, events: str, at: float) -> None:
    """Write down what happened in a change, what it has to tell, and what chips moved."""
    table = change.table
    if change.events or change.interaction is not None:
        db.execute(
            "INSERT INTO log (table_id, version, at, interaction, events) VALUES (?, ?, ?, ?, ?)",
            (table.id, table.version, at, change.interaction, events),
        )
    if change.deed is not None:
        db.execute(
            "INSERT INTO deeds (table_id, version, at, deed) VALUES (?, ?, ?, ?)",
            (table.id, table.version, at, DEED_JSON.dump_json(change.deed).decode()),
        )
    write_down(db, change.rows)
    _enter(db, table, change.movements, at)
    if has_result(table):
        write_results(db, table, at)


def write_down(db: sqlite3.Connection, rows: Sequence[OutboxRow]) -> None:
    """Put rows into the outbox; an edit takes the place of the one before it that still waits."""
    if edited := _edited(rows):
        db.executemany(_OUT_OF_OUTBOX, edited)
    if values := _values(rows):
        db.executemany(_INTO_OUTBOX, values)


async def write_down_in_steps(db: aiosqlite.Connection, rows: Sequence[OutboxRow]) -> None:
    """Do so inside a transaction of several statements."""
    if edited := _edited(rows):
        await db.executemany(_OUT_OF_OUTBOX, edited)
    if values := _values(rows):
        await db.executemany(_INTO_OUTBOX, values)


def _edited(rows: Iterable[OutboxRow]) -> list[tuple[TableId, str]]:
    return [(row.table, row.key) for row in rows if row.kind == "edit"]


def _values(rows: Iterable[OutboxRow]) -> list[tuple[object, ...]]:
    return [(r.id, r.table, r.kind, r.target, r.key, r.payload, r.due, r.written) for r in rows]


def _enter(db: sqlite3.Connection, table: Table, movements: Iterable[Movement], at: float) -> None:
    """Put movements of chips into the ledger."""
    entries = [
        (table.id, table.version, line, at, *astuple(movement))
        for line, movement in enumerate(movements, start=1)
    ]
    if entries:
        db.executemany(
            "INSERT INTO ledger (table_id, version, line, at, hand, seat, member, kind,"
            " amount, by, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            entries,
        )


def note_alive(db: sqlite3.Connection, at: float) -> None:
    """Note that the process is alive."""
    db.execute("INSERT OR REPLACE INTO heartbeat (id, at) VALUES (1, ?)", (at,))
