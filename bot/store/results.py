"""How tables ended, in the database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import astuple, fields

import aiosqlite
from pydantic import TypeAdapter

from bot.table.model import TABLE_JSON, Table, UserId
from bot.table.result import Result, results

_COLUMNS = "table_id, guild, channel, at, game, cash, hands, member, name, place, field, won"
_NAMES = [field.name for field in fields(Result)]
RESULT = TypeAdapter(Result)
_MISSING = (
    "SELECT state, (SELECT max(at) FROM log WHERE table_id = id) FROM tables"
    " WHERE open = 0 AND id NOT IN (SELECT table_id FROM table_results)"
    " AND state ->> '$.session.hands_played' > 0"
    " AND EXISTS (SELECT 1 FROM ledger WHERE table_id = id AND hand IS NOT NULL)"
)


def write_results(db: sqlite3.Connection, table: Table, at: float) -> None:
    """Write down how a table that closed ended, inside the transaction that has its last chips."""
    rows = db.execute(
        "SELECT member, sum(amount) FROM ledger WHERE table_id = ? AND hand IS NOT NULL"
        " GROUP BY member",
        (table.id,),
    )
    won = {UserId(row[0]): row[1] for row in rows}
    db.executemany(
        f"INSERT INTO table_results ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
        [astuple(result) for result in results(table, won, at)],
    )


async def are_results_missing(db: aiosqlite.Connection) -> bool:
    """Say whether tables closed before results were kept, but not before the ledger was."""
    return bool(await db.execute_fetchall(f"{_MISSING} LIMIT 1"))


def write_missing_results(db: sqlite3.Connection) -> None:
    """Write down how those tables ended, inside a transaction."""
    for state, at in db.execute(_MISSING).fetchall():
        write_results(db, TABLE_JSON.validate_json(state), at)


async def read_results(
    db: aiosqlite.Connection, where: str, values: Iterable[object]
) -> list[Result]:
    """Return the results of which something is true, the newest first."""
    rows = await db.execute_fetchall(
        f"SELECT {_COLUMNS} FROM table_results WHERE {where} ORDER BY at DESC, table_id, member",  # noqa: S608
        tuple(values),
    )
    return [RESULT.validate_python(dict(zip(_NAMES, row, strict=True))) for row in rows]
