"""What is kept: whole tables go in and come out as values.

What one call of a `Store` writes is there as a whole or not at all. A database server could stand
behind the same calls.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any

import aiosqlite

from bot.ledger import Kind, Movement
from bot.server.model import SERVER_JSON, Server
from bot.store import erasing, keeping
from bot.store.connection import Connection
from bot.store.results import (
    are_results_missing,
    read_results,
    write_missing_results,
)
from bot.store.written import (
    FROM_OUTBOX,
    Kept,
    MemberRow,
    OutboxRow,
    keep_change,
    keep_state,
    note_alive,
    write_down,
)
from bot.table.deeds import DEED_JSON, Deed
from bot.table.model import EVENTS_JSON, TABLE_JSON, Hold, Table, TableId, UserId
from bot.table.result import Result
from engine.events import Event


class Store(Connection):
    """An open database. Use `open` and `close`."""

    async def _prepare(self) -> None:
        await super()._prepare()
        if await are_results_missing(self._db):
            await self._write(write_missing_results)
        self._last_table = await self._highest("tables")
        self._last_row = await self._highest("outbox")

    async def _highest(self, name: str) -> int:
        cursor = await self._db.execute(f"SELECT coalesce(max(id), 0) FROM {name}")  # noqa: S608
        row = await cursor.fetchone()
        return int(row[0]) if row else 0

    async def _read_tables(self, query: str, *values: object) -> list[Table]:
        async with self.reading() as db:
            rows = await db.execute_fetchall(query, values)
            return [TABLE_JSON.validate_json(row[0]) for row in rows]

    def new_table_id(self) -> TableId:
        """Return the id of a table to be opened."""
        self._last_table += 1
        return TableId(self._last_table)

    def new_row_id(self) -> int:
        """Return the id of an outbox row to be written."""
        self._last_row += 1
        return self._last_row

    async def commit(
        self,
        table: Table,
        events: tuple[Event, ...],
        rows: Iterable[OutboxRow],
        *,
        at: float,
        interaction: int | None = None,
        movements: Iterable[Movement] = (),
        deed: Deed | None = None,
    ) -> None:
        """Make a change of a table true, and write down what it still has to tell.

        :raises Conflict: when the table has changed since, or the interaction has been accepted.
        :raises StoreFailed: when the database cannot be written; nothing has changed then.
        """
        change = Kept(table, events, tuple(rows), interaction, tuple(movements), deed)
        await self.commit_together([change], at=at)

    async def commit_together(self, changes: Iterable[Kept], *, at: float) -> None:
        """Make changes of several tables true, all of them or none.

        :raises Conflict: when one of them has changed since.
        :raises StoreFailed: when the database cannot be written; nothing has changed then.
        """
        written = [
            (
                change,
                TABLE_JSON.dump_json(change.table).decode(),
                EVENTS_JSON.dump_json(change.events).decode(),
            )
            for change in changes
        ]

        def work(db: sqlite3.Connection) -> None:
            for change, state, events in written:
                keep_state(db, change.table, state)
                keep_change(db, change, events, at)

        await self._write(work)

    async def results(self, guild: int, since: float) -> list[Result]:
        """Return how a server's tables ended since a time, the newest first."""
        async with self.reading() as db:
            return await read_results(db, "guild = ? AND at >= ?", (guild, since))

    async def results_of(self, user: UserId) -> list[Result]:
        """Return how tables ended for a member, on every server, the newest first."""
        async with self.reading() as db:
            return await read_results(db, "member = ?", (user,))

    async def message_of(self, table: TableId) -> int | None:
        """Return the message that shows, or showed last, a table, None where there is none."""
        rows = await self._rows(
            "SELECT message FROM posts JOIN tables ON tables.id = table_id"
            " WHERE table_id = ? AND key = state ->> '$.post'",
            table,
        )
        return rows[0][0] if rows else None

    async def tables_of(self, user: UserId) -> list[Table]:
        """Return every table that knows a member, open or closed."""
        async with self.reading() as db:
            known = await erasing.tables_of(db, user)
        found = [await self.table(table) for table in known]
        return [table for table in found if table is not None]

    async def is_awaited(self, user: UserId) -> bool:
        """Say whether something is to be told to a member, or of a table or series of his."""
        async with self.reading() as db:
            return await erasing.is_awaited(db, user)

    async def awaiting_series(self, user: UserId) -> list[str]:
        """Return the names of the series that a member runs, or has signed up for."""
        async with self.reading() as db:
            return await erasing.awaiting_series(db, user)

    async def series_rows(self, user: UserId) -> dict[str, list[dict[str, Any]]]:
        """Return what series have about a member, by the kind of row."""
        async with self.reading() as db:
            return await erasing.series_rows(db, user)

    @asynccontextmanager
    async def erasing(self) -> AsyncIterator[aiosqlite.Connection]:
        """Execute statements as one transaction that leaves nothing of what was there before."""
        async with self.atomic() as db:
            yield db
        async with self._writer.alone(), self._reader.snapshot():
            # Changes are written beside the file first: what was there before lies there still,
            # until nobody reads it.
            with suppress(sqlite3.Error):
                await self._db.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")

    async def tables_with_hands(self, guild: int, before: float) -> list[TableId]:
        """Return a server's closed tables with hands from before a time, and none after it."""
        async with self.reading() as db:
            return await keeping.tables_with_hands(db, guild, before)

    async def delete_hands(self, table: TableId) -> None:
        """Delete what happened at a closed table, with its cards; how it ended stays."""
        async with self.atomic() as db:
            await keeping.delete_hands(db, table)

    async def ledger(self, table: Table) -> list[Movement]:
        """Return every movement of chips at a table until it was as it is given, in order."""
        rows = await self._rows(
            "SELECT hand, seat, member, kind, amount, by, reason FROM ledger WHERE table_id = ?"
            " AND version <= ? ORDER BY version, line",
            table.id,
            table.version,
        )
        return [
            Movement(row[0], row[1], UserId(row[2]), Kind(row[3]), row[4], row[5], row[6])
            for row in rows
        ]

    async def deeds(self, table: TableId) -> list[tuple[float, Deed]]:
        """Return what hosts and moderators did at a table, and when."""
        rows = await self._rows(
            "SELECT at, deed FROM deeds WHERE table_id = ? ORDER BY version", table
        )
        return [(row[0], DEED_JSON.validate_json(row[1])) for row in rows]

    async def open_tables(self) -> list[Table]:
        """Return every table that is not closed."""
        return await self._read_tables("SELECT state FROM tables WHERE open = 1 ORDER BY id")

    async def table(self, table: TableId) -> Table | None:
        """Return a table as it is now, open or closed."""
        found = await self._read_tables("SELECT state FROM tables WHERE id = ?", table)
        return found[0] if found else None

    async def contest_tables(self, series: int, session: int) -> list[Table]:
        """Return every table of a session of a series, open or closed, in order."""
        return await self._read_tables(
            "SELECT state FROM tables WHERE json_extract(state, '$.contest.series') = ?"
            " AND json_extract(state, '$.contest.session') = ? ORDER BY id",
            series,
            session,
        )

    async def last_table(self, channel: int) -> Table | None:
        """Return the newest table of a channel, open or closed, None where there was none."""
        found = await self._read_tables(
            "SELECT state FROM tables WHERE channel = ? ORDER BY id DESC LIMIT 1", channel
        )
        return found[0] if found else None

    async def log(self, table: TableId) -> list[tuple[float, tuple[Event, ...]]]:
        """Return everything that happened at a table, with the time of each commit."""
        rows = await self._rows(
            "SELECT at, events FROM log WHERE table_id = ? ORDER BY version", table
        )
        with self._watch.understood():
            return [(row[0], EVENTS_JSON.validate_json(row[1])) for row in rows]

    async def outbox(self) -> list[OutboxRow]:
        """Return everything still to be told, in the order in which it was written."""
        rows = await self._rows(f"{FROM_OUTBOX} ORDER BY id")
        return [OutboxRow(*row) for row in rows]

    async def write(self, row: OutboxRow) -> None:
        """Write down something to be told that follows from no change of its table."""
        await self._write(lambda db: write_down(db, [row]))

    async def told(self, row: OutboxRow, message: int | None = None) -> None:
        """Take a row off the outbox, noting which message a post became."""

        def work(db: sqlite3.Connection) -> None:
            if message is not None and row.kind == "post":
                db.execute(
                    "INSERT OR REPLACE INTO posts (table_id, key, message) VALUES (?, ?, ?)",
                    (row.table, row.key, message),
                )
            db.execute("DELETE FROM outbox WHERE id = ?", (row.id,))

        await self._write(work)

    async def posts(self) -> dict[tuple[TableId, str], int]:
        """Return the messages of all posts of open tables, and of those still to be edited."""
        rows = await self._rows(
            "SELECT posts.table_id, key, message FROM posts JOIN tables ON tables.id = table_id"
            " WHERE open = 1 OR table_id IN (SELECT table_id FROM outbox)"
        )
        return {(TableId(row[0]), row[1]): row[2] for row in rows}

    async def members(self) -> dict[UserId, MemberRow]:
        """Return what is known of everybody's direct messages."""
        rows = await self._rows("SELECT user, dm, reachable FROM members")
        return {
            UserId(row[0]): MemberRow(row[0], row[1], None if row[2] is None else bool(row[2]))
            for row in rows
        }

    async def remember_member(self, member: MemberRow) -> None:
        """Keep a member's direct message channel, and whether messages arrive."""
        await self._write(
            lambda db: db.execute(
                "INSERT OR REPLACE INTO members (user, dm, reachable) VALUES (?, ?, ?)",
                (member.user, member.dm, member.reachable),
            )
        )

    async def servers(self) -> list[Server]:
        """Return the settings of every server that has any."""
        rows = await self._rows("SELECT settings FROM servers ORDER BY guild")
        return [SERVER_JSON.validate_json(row[0]) for row in rows]

    async def keep_server(self, server: Server) -> None:
        """Keep the settings of a server."""
        settings = SERVER_JSON.dump_json(server).decode()
        await self._write(
            lambda db: db.execute(
                "INSERT OR REPLACE INTO servers (guild, settings) VALUES (?, ?)",
                (server.guild, settings),
            )
        )

    async def maintenance(self) -> Hold | None:
        """Return the maintenance that was announced last, None when it was ended."""
        rows = await self._rows("SELECT until, reason, interaction FROM maintenance")
        return Hold(*rows[0]) if rows else None

    async def set_maintenance(self, hold: Hold | None) -> None:
        """Keep the maintenance that is announced, or that there is none."""

        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM maintenance")
            if hold is not None:
                db.execute(
                    "INSERT INTO maintenance (id, until, reason, interaction) VALUES (1, ?, ?, ?)",
                    (hold.until, hold.reason, hold.interaction),
                )

        await self._write(work)

    async def alive_until(self) -> float | None:
        """Return when the process before this one was last known to be alive."""
        rows = await self._rows("SELECT at FROM heartbeat")
        return rows[0][0] if rows else None

    async def recovered(
        self, tables: Iterable[Table], rows: Iterable[OutboxRow], at: float
    ) -> None:
        """Keep tables whose clocks an outage has moved, with what they say of it; it is over."""
        states = [(TABLE_JSON.dump_json(t).decode(), t.id, t.version) for t in tables]
        rows = list(rows)

        def work(db: sqlite3.Connection) -> None:
            db.executemany("UPDATE tables SET state = ? WHERE id = ? AND version = ?", states)
            write_down(db, rows)
            note_alive(db, at)

        await self._write(work)

    async def beat(self, at: float) -> None:
        """Note that the process is alive."""
        await self._write(lambda db: note_alive(db, at))
