"""What hosts and moderators ask for, and the answer they get."""

from __future__ import annotations

from collections.abc import Callable

from bot.asked import Asked
from bot.outbox import Answer, Private
from bot.render import screens
from bot.store import Store
from bot.table import hosting
from bot.table.change import Chance, Change
from bot.table.deeds import Doing, Manners
from bot.table.model import Ping, Table, TableId, UserId
from bot.tables import Tables

Decide = Callable[[Table, Chance], Change]


class HostRequests:
    """Turns what a host asks for into changes of his table."""

    def __init__(self, tables: Tables, store: Store) -> None:
        self._tables = tables
        self._store = store

    async def pause(self, asked: Asked, table: TableId) -> Answer:
        """Stop the clocks."""
        return await self._do(
            asked,
            table,
            Doing.PAUSED,
            lambda now, chance: hosting.pause(now, asked.who, chance.now),
        )

    async def resume(self, asked: Asked, table: TableId) -> Answer:
        """Let the clocks go on."""
        return await self._do(
            asked,
            table,
            Doing.RESUMED,
            lambda now, chance: hosting.resume(now, asked.who, chance.now),
        )

    async def remove(self, asked: Asked, table: TableId, member: UserId) -> Answer:
        """Take a member's seat."""
        return await self._do(
            asked,
            table,
            Doing.REMOVED,
            lambda now, chance: hosting.remove(now, asked.who, member, chance),
        )

    async def invite(self, asked: Asked, table: TableId, member: UserId, name: str) -> Answer:
        """Ping a member to sit down."""
        return await self._do(
            asked, table, Doing.INVITED, lambda now, _: hosting.invite(now, asked.who, member, name)
        )

    async def hand_over(self, asked: Asked, table: TableId, member: UserId) -> Answer:
        """Make another member the host."""
        return await self._do(
            asked,
            table,
            Doing.HANDED_OVER,
            lambda now, _: hosting.hand_over(now, asked.who, member),
        )

    async def set_manners(
        self,
        asked: Asked,
        table: TableId,
        turn_s: int | None,
        ping: Ping | None,
        muck: bool | None,
    ) -> Answer:
        """Change how the table is run; None leaves a thing as it is."""

        def decide(now: Table, _: Chance) -> Change:
            kept = hosting.manners_of(now)
            manners = Manners(
                turn_s or kept.turn_s, ping or kept.ping, kept.muck if muck is None else muck
            )
            return hosting.set_manners(now, asked.who, manners)

        return await self._do(asked, table, Doing.SET, decide)

    async def log(self, asked: Asked, table: TableId) -> Answer:
        """Show what hosts and moderators did at a table."""
        deeds = await self._store.deeds(table)
        return Private(screens.deeds_screen(deeds, asked.words))

    async def _do(self, asked: Asked, table: TableId, what: Doing, decide: Decide) -> Answer:
        await self._tables.change(table, decide, asked.id)
        return Private(screens.notice(asked.words.hosted(what)))
