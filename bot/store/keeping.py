"""Deleting finished hands that a server does not keep any longer."""

from __future__ import annotations

from dataclasses import replace

import aiosqlite

from bot.table.model import TABLE_JSON, TableId


async def tables_with_hands(db: aiosqlite.Connection, guild: int, before: float) -> list[TableId]:
    """Return a server's closed tables whose hands are kept, and at which nothing happened since."""
    rows = await db.execute_fetchall(
        "SELECT id FROM tables WHERE guild = ? AND open = 0"
        " AND (SELECT max(at) FROM log WHERE table_id = id) < ?",
        (guild, before),
    )
    return [TableId(row[0]) for row in rows]


async def delete_hands(db: aiosqlite.Connection, table: TableId) -> None:
    """Delete what happened at a closed table, with its cards; how it ended stays."""
    await db.execute("DELETE FROM log WHERE table_id = ?", (table,))
    await db.execute("DELETE FROM ledger WHERE table_id = ?", (table,))
    rows = await db.execute_fetchall("SELECT state FROM tables WHERE id = ?", (table,))
    for (state,) in rows:
        closed = TABLE_JSON.validate_json(state)
        members = {
            user: replace(member, last_action=None) for user, member in closed.members.items()
        }
        bare = replace(
            closed,
            session=replace(closed.session, hand=None),
            members=members,
            feed=(),
            last_feed=(),
        )
        await db.execute(
            "UPDATE tables SET state = ? WHERE id = ?", (TABLE_JSON.dump_json(bare).decode(), table)
        )
