"""What the sender reports, and what the tables make of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.outbox import Live, Lost, Upward
from bot.places import Places
from bot.store import OutboxRow
from bot.table.change import Chance, Change, with_member
from bot.table.model import Obstacle, Table, TableId, UserId
from bot.tables import Tables


class Reports(Upward):
    """Hands the sender's reports on to the tables."""

    def __init__(self, tables: Tables, places: Places) -> None:
        self._tables = tables
        self._places = places
        self.find_another_way: Callable[[OutboxRow], Awaitable[None]]

    def live(self, table: TableId) -> Live | None:
        """Return the newest state of a table's post."""
        return self._tables.live(table)

    async def posted(self, table: TableId, key: str) -> None:
        """Note that a post is in its channel, or never will be: nobody need wait for it."""
        self._tables.note_posted(table, key)

    async def shown(self, table: TableId) -> None:
        """Let the clock of the member to act run."""
        await self._tables.note_shown(table)

    async def tried(self, user: UserId, *, reachable: bool) -> None:
        """Note at every table of a member whether direct messages reach him."""

        def decide(now: Table, _: Chance) -> Change:
            member = now.members.get(user)
            if member is None or member.reachable is reachable:
                return Change(now)
            return Change(with_member(now, replace(member, reachable=reachable)))

        for table in [t.id for t in self._tables.all_open() if user in t.members]:
            await self._tables.try_change(table, decide)

    async def undelivered(self, row: OutboxRow) -> None:
        """Have a message find another way."""
        await self.find_another_way(row)

    async def lost(self, channel: int, why: Lost) -> None:
        """Suspend the table of a channel, or give it up, as nothing can be told there."""
        await self._places.lose(channel, Obstacle[why.name])
