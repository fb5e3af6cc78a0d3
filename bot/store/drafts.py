"""Series that are being planned, in the database: a panel goes on after a restart."""

from __future__ import annotations

from bot.router import DraftId
from bot.series.errors import PreviewGone
from bot.series.model import SETUP_JSON, Setup
from bot.store.database import Store

KEPT_S = 24 * 3_600.0


class DraftStore:
    """The part of an open database that belongs to drafts."""

    def __init__(self, store: Store) -> None:
        self._atomic = store.atomic
        self._reading = store.reading

    async def add(self, draft: DraftId, guild: int, setup: Setup, now: float) -> None:
        """Keep a new draft for a day, and let go of older ones."""
        async with self._atomic() as db:
            await db.execute("DELETE FROM drafts WHERE made < ?", (now - KEPT_S,))
            await db.execute(
                "INSERT OR REPLACE INTO drafts (id, guild, setup, made) VALUES (?, ?, ?, ?)",
                (draft, guild, SETUP_JSON.dump_json(setup).decode(), now),
            )

    async def change(self, draft: DraftId, setup: Setup) -> None:
        """Keep a draft as it is now."""
        written = SETUP_JSON.dump_json(setup).decode()
        async with self._atomic() as db:
            await db.execute("UPDATE drafts SET setup = ? WHERE id = ?", (written, draft))

    async def of(self, draft: DraftId, guild: int) -> Setup:
        """Return a server's draft.

        :raises PreviewGone: when it is saved already, or too old.
        """
        async with self._reading() as db:
            cursor = await db.execute(
                "SELECT setup FROM drafts WHERE id = ? AND guild = ?", (draft, guild)
            )
            row = await cursor.fetchone()
        if row is None:
            raise PreviewGone
        return SETUP_JSON.validate_json(row[0])

    async def remove(self, draft: DraftId) -> None:
        """Let go of a draft that is saved as a series."""
        async with self._atomic() as db:
            await db.execute("DELETE FROM drafts WHERE id = ?", (draft,))
