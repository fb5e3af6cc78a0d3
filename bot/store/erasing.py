"""Taking a member out of everything that is kept: somebody without a name has done it all.

His number and his name are written in many places: in columns, in the states of tables, in events.
All of them change in one transaction, so that everything still fits together. The number that takes
his place is drawn anew for each table, so that nobody can tell what the same member did elsewhere.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from typing import Any

import aiosqlite

from bot.table.model import FORMER, TableId, UserId

NAMED_BY = {"user": "name", "by": "name", "member": "name", "subject": "subject_name"}
"""Where a number stands in a value, and where the name that belongs to it."""


@dataclass(frozen=True, slots=True)
class Place:
    """A column in which members are written down, and the one that says for which table."""

    rows: str
    owner: str
    column: str
    name: str | None = None
    """The column of the name that belongs to a number."""


WRITTEN = (
    Place("tables", "id", "state"),
    Place("deeds", "table_id", "deed"),
    Place("log", "table_id", "events"),
)
"""Values written as JSON. Whom the last one knows the others know too: only they are searched."""
NUMBERED = (
    Place("table_results", "table_id", "member", "name"),
    Place("ledger", "table_id", "member"),
    Place("ledger", "table_id", "by"),
)
"""Numbers of members."""


async def tables_of(db: aiosqlite.Connection, user: UserId) -> list[TableId]:
    """Return the tables that know a member, open ones too."""
    searches = (
        [
            f"SELECT {place.owner} FROM {place.rows} WHERE instr({place.column}, :user)"  # noqa: S608
            for place in WRITTEN[:-1]
        ]
        + [
            f"SELECT {place.owner} FROM {place.rows} WHERE {place.column} = :user"  # noqa: S608
            for place in NUMBERED
        ]
    )
    rows = await db.execute_fetchall(" UNION ".join(searches), {"user": user})
    return [TableId(row[0]) for row in rows]


async def is_awaited(db: aiosqlite.Connection, user: UserId) -> bool:
    """Say whether something is still to be told to a member, or of a table that knows him."""
    rows = await db.execute_fetchall("SELECT table_id, target FROM outbox")
    known = set(await tables_of(db, user)) if rows else set()
    return any(table in known or target == user for table, target in rows)


async def erase(db: aiosqlite.Connection, user: UserId) -> None:
    """Take a member out of all tables that are closed, inside a transaction."""
    for table in await tables_of(db, user):
        rows = await db.execute_fetchall("SELECT 1 FROM tables WHERE id = ? AND open = 0", (table,))
        if rows:
            await _erase_at(db, table, user, -1 - secrets.randbits(48))
    await db.execute("DELETE FROM members WHERE user = ?", (user,))


async def _erase_at(db: aiosqlite.Connection, table: TableId, user: UserId, former: int) -> None:
    """Put a number that means nobody in the place of a member, wherever a table names him."""
    for place in WRITTEN:
        await _rewrite(db, place, table, user, former)
    for place in NUMBERED:
        named = "" if place.name is None else f", {place.name} = '{FORMER}'"
        await db.execute(
            f"UPDATE {place.rows} SET {place.column} = ?{named}"  # noqa: S608
            f" WHERE {place.owner} = ? AND {place.column} = ?",
            (former, table, user),
        )
    await db.execute(
        "UPDATE ledger SET reason = replace(replace(reason, ?, ?), ?, ?) WHERE table_id = ?",
        (f"<@{user}>", FORMER, str(user), FORMER, table),
    )
    # The posts that handed out cards are known by the member they were for.
    await db.execute("DELETE FROM posts WHERE table_id = ? AND instr(key, ?)", (table, user))


async def _rewrite(
    db: aiosqlite.Connection, place: Place, table: TableId, user: UserId, former: int
) -> None:
    """Do so in values written as JSON."""
    column = place.column
    rows = await db.execute_fetchall(
        f"SELECT {column} FROM {place.rows} WHERE {place.owner} = ? AND instr({column}, ?)",  # noqa: S608
        (table, user),
    )
    for (written,) in rows:
        changed = without(json.loads(written), user, former)
        await db.execute(
            f"UPDATE {place.rows} SET {column} = ? WHERE {place.owner} = ? AND {column} = ?",  # noqa: S608
            (json.dumps(changed, ensure_ascii=False, separators=(",", ":")), table, written),
        )


def without(value: Any, user: int, former: int) -> Any:
    """Return a JSON value with another number for a member, and no name for him."""
    match value:
        case dict():
            gone = {
                NAMED_BY[key] for key, held in value.items() if key in NAMED_BY and held == user
            }
            return {
                without(key, user, former): (FORMER if key in gone else without(held, user, former))
                for key, held in value.items()
            }
        case list():
            return [without(held, user, former) for held in value]
        case int() if value == user:
            return former
        case str() if value == str(user):
            return str(former)
        case str():
            return value.replace(f"<@{user}>", FORMER).replace(str(user), FORMER)
        case _:
            return value
