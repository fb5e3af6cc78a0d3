"""Taking a member out of everything that is kept: somebody without a name has done it all.

His number and his name are written in many places: in columns, in the states of tables, in events.
All of them change in one transaction, so that everything still fits together. The number that takes
his place is drawn anew for each table and each series, so that nobody can tell what the same member
did elsewhere.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from typing import Any

import aiosqlite

from bot.series.model import SeriesId
from bot.table.model import FORMER, TableId, UserId

NAMED_BY = {"user": "name", "by": "name", "member": "name", "subject": "subject_name"}
"""Where a number stands in a value, and where the name that belongs to it."""


@dataclass(frozen=True, slots=True)
class Place:
    """A column in which members are written down, and the one that says whose the row is."""

    rows: str
    owner: str
    column: str
    name: str | None = None
    """The column of the name that belongs to a number."""


@dataclass(frozen=True, slots=True)
class Home:
    """Where one kind of owner has what it knows of members: tables, or series."""

    written: tuple[Place, ...]
    """Values written as JSON."""
    numbered: tuple[Place, ...]
    """Numbers of members."""
    reasons: Place
    """What somebody typed, mentions included."""
    follows: tuple[Place, ...] = ()
    """More such values, which know nobody whom the others do not: they are not searched."""


TABLES = Home(
    written=(Place("tables", "id", "state"), Place("deeds", "table_id", "deed")),
    numbered=(
        Place("table_results", "table_id", "member", "name"),
        Place("ledger", "table_id", "member"),
        Place("ledger", "table_id", "by"),
    ),
    reasons=Place("ledger", "table_id", "reason"),
    follows=(Place("log", "table_id", "events"),),
)
SERIES = Home(
    written=(
        Place("series", "id", "state"),
        Place("sessions", "series", "state"),
        Place("series_log", "series", "line"),
    ),
    numbered=(
        Place("entries", "series", "member", "name"),
        Place("results", "series", "member", "name"),
        Place("corrections", "series", "member", "name"),
    ),
    reasons=Place("corrections", "series", "reason"),
)


async def tables_of(db: aiosqlite.Connection, user: UserId) -> list[TableId]:
    """Return the tables that know a member, open ones too."""
    return [TableId(owner) for owner in await _owners(db, TABLES, user)]


async def series_of(db: aiosqlite.Connection, user: UserId) -> list[SeriesId]:
    """Return the series that know a member."""
    return [SeriesId(owner) for owner in await _owners(db, SERIES, user)]


async def awaiting_series(db: aiosqlite.Connection, user: UserId) -> list[str]:
    """Return the names of the series that a member runs, or has signed up for."""
    rows = await db.execute_fetchall(
        "SELECT name FROM series WHERE over = 0 AND (state ->> '$.host' = :user OR id IN ("
        " SELECT entries.series FROM entries JOIN sessions ON sessions.series = entries.series"
        " AND sessions.number = entries.session"
        " WHERE member = :user AND sessions.state ->> '$.end' IS NULL)) ORDER BY id",
        {"user": user},
    )
    return [row[0] for row in rows]


async def is_awaited(db: aiosqlite.Connection, user: UserId) -> bool:
    """Say whether something is to be told to a member, or of a table or series that knows him.

    Edits of what series have said are not: they are written anew without him.
    """
    rows = await db.execute_fetchall(
        "SELECT table_id, target FROM outbox WHERE kind <> 'edit' OR table_id >= 0"
    )
    if not rows:
        return False
    known: set[int] = set(await _owners(db, TABLES, user))
    # What series have to tell has their numbers below zero.
    known |= {-series for series in await series_of(db, user)}
    return any(owner in known or target == user for owner, target in rows)


async def erase(db: aiosqlite.Connection, user: UserId) -> None:
    """Take a member out of all series, and all tables that are closed, inside a transaction."""
    rows = await db.execute_fetchall("SELECT id FROM tables WHERE open = 0")
    closed = {row[0] for row in rows}
    for table in await tables_of(db, user):
        if table in closed:
            await _erase_at(db, TABLES, table, user)
            # The posts that handed out cards are known by the member they were for.
            await db.execute(
                "DELETE FROM posts WHERE table_id = ? AND instr(key, ?)", (table, user)
            )
    for series in await series_of(db, user):
        await _erase_at(db, SERIES, series, user)
    await db.execute("DELETE FROM members WHERE user = ?", (user,))


async def _owners(db: aiosqlite.Connection, home: Home, user: UserId) -> list[int]:
    searches = [
        f"SELECT {place.owner} FROM {place.rows} WHERE instr({place.column}, :user)"  # noqa: S608
        for place in home.written
    ] + [
        f"SELECT {place.owner} FROM {place.rows} WHERE {place.column} = :user"  # noqa: S608
        for place in home.numbered
    ]
    rows = await db.execute_fetchall(" UNION ".join(searches), {"user": user})
    return [row[0] for row in rows]


async def _erase_at(db: aiosqlite.Connection, home: Home, owner: int, user: UserId) -> None:
    """Put a number that means nobody in the place of a member, wherever his owner has him."""
    former = -1 - secrets.randbits(48)
    for place in (*home.written, *home.follows):
        await _rewrite(db, place, owner, user, former)
    for place in home.numbered:
        named = "" if place.name is None else f", {place.name} = '{FORMER}'"
        await db.execute(
            f"UPDATE {place.rows} SET {place.column} = ?{named}"  # noqa: S608
            f" WHERE {place.owner} = ? AND {place.column} = ?",
            (former, owner, user),
        )
    place = home.reasons
    await db.execute(
        f"UPDATE {place.rows} SET {place.column} ="  # noqa: S608
        f" replace(replace({place.column}, ?, ?), ?, ?) WHERE {place.owner} = ?",
        (f"<@{user}>", FORMER, str(user), FORMER, owner),
    )


async def _rewrite(
    db: aiosqlite.Connection, place: Place, owner: int, user: UserId, former: int
) -> None:
    """Do so in values written as JSON."""
    column = place.column
    rows = await db.execute_fetchall(
        f"SELECT {column} FROM {place.rows} WHERE {place.owner} = ? AND instr({column}, ?)",  # noqa: S608
        (owner, user),
    )
    for (written,) in rows:
        changed = without(json.loads(written), user, former)
        await db.execute(
            f"UPDATE {place.rows} SET {column} = ? WHERE {place.owner} = ? AND {column} = ?",  # noqa: S608
            (json.dumps(changed, ensure_ascii=False, separators=(",", ":")), owner, written),
        )


async def series_rows(db: aiosqlite.Connection, user: UserId) -> dict[str, list[dict[str, Any]]]:
    """Return what series have about a member, by the kind of row."""
    found: dict[str, list[dict[str, Any]]] = {}
    for place in SERIES.numbered:
        cursor = await db.execute(
            f"SELECT * FROM {place.rows} WHERE {place.column} = ? ORDER BY {place.owner}",  # noqa: S608
            (user,),
        )
        names = [column[0] for column in cursor.description]
        rows = await cursor.fetchall()
        found[place.rows] = [dict(zip(names, row, strict=True)) for row in rows]
    rows = await db.execute_fetchall(
        "SELECT line FROM series_log WHERE line ->> '$.who' = ? ORDER BY series, version", (user,)
    )
    found["changes"] = [json.loads(row[0]) for row in rows]
    return found


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
