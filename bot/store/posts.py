"""Which messages posts have become, in the database: those of series are too many to remember."""

from __future__ import annotations

from bot.store.database import Store
from bot.store.written import FROM_OUTBOX, OutboxRow
from bot.table.model import TableId


class PostStore:
    """The part of an open database that knows the messages of posts."""

    def __init__(self, store: Store) -> None:
        self._atomic = store.atomic
        self._reading = store.reading

    async def message(self, table: TableId, key: str) -> int | None:
        """Return the message that a post became, None where it is unknown, or gone."""
        async with self._reading() as db:
            cursor = await db.execute(
                "SELECT message FROM posts WHERE table_id = ? AND key = ?", (table, key)
            )
            row = await cursor.fetchone()
        return None if row is None else row[0]

    async def forget(self, table: TableId, key: str) -> None:
        """Know of a post that its message is gone."""
        async with self._atomic() as db:
            await db.execute("DELETE FROM posts WHERE table_id = ? AND key = ?", (table, key))

    async def edits_of_series(self) -> list[OutboxRow]:
        """Return every edit of what series have said that is still to be made."""
        async with self._reading() as db:
            rows = await db.execute_fetchall(
                f"{FROM_OUTBOX} WHERE kind = 'edit' AND table_id < 0 ORDER BY id"
            )
        return [OutboxRow(*row) for row in rows]

    async def forget_edits(self, channel: int) -> None:
        """Have nothing edited any more in a channel that is gone."""
        async with self._atomic() as db:
            await db.execute("DELETE FROM outbox WHERE kind = 'edit' AND target = ?", (channel,))
