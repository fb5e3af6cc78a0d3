"""What becomes of tables when their place is lost, and of members who could not be heard."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable
from functools import partial

from bot.hearing import Missed
from bot.outbox import Outbox
from bot.table import play, suspension
from bot.table.change import Chance, Change
from bot.table.model import Obstacle, Table, TableId, UserId
from bot.tables import Tables

log = logging.getLogger(__name__)


class Places:
    """Suspends tables, gives them up, and lets them go on."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.outbox: Outbox | None = None
        """Set once by whoever wires tables and sender together."""

    async def lose(self, channel: int, why: Obstacle) -> None:
        """Suspend the table of a channel, or give it up, as nothing can be told there."""
        table = self._tables.find(channel)
        if table is None or (table.suspended is not None and table.suspended.why is why):
            return
        log.warning("Table %s lost its place: %s", table.id, why)
        await self._tables.try_change(
            table.id, lambda now, chance: suspension.lose(now, why, chance.now)
        )

    async def found(self, channel: int) -> None:
        """Let the table of a channel go on that was suspended."""
        table = self._tables.find(channel)
        if table is None or table.suspended is None:
            return
        assert self.outbox is not None
        self.outbox.found(channel)
        await self._tables.try_change(
            table.id, lambda now, chance: suspension.lift(now, chance.now)
        )

    async def excuse(self, missed: Iterable[Missed]) -> None:
        """Take back that members missed their turns: they could not be heard."""
        turns: dict[TableId, Counter[UserId]] = {}
        for table, user in missed:
            turns.setdefault(table, Counter())[user] += 1
        for table, users in turns.items():
            try:
                await self._tables.try_change(table, partial(_excused, users))
            except Exception:
                # The session is begun anew all the same.
                log.exception("Table %s: missed turns could not be taken back", table)


def _excused(users: Counter[UserId], table: Table, chance: Chance) -> Change:
    return play.excuse(table, users, chance)
