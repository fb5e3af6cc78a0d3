"""What hosts and moderators ask for, and the answer they get."""

from __future__ import annotations

from collections.abc import Sequence

from bot.asked import Asked
from bot.contests import change_alike, of_session
from bot.outbox import Answer, Private
from bot.render import screens
from bot.store import Store
from bot.table import hosting
from bot.table.change import Chance, Change
from bot.table.deeds import Doing, Manners
from bot.table.model import Ping, Table, TableId, UserId
from bot.table.view import seat_of
from bot.tables import Decide, Tables


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
        """Take a member's seat, at whichever table of the session he sits."""
        return await self._do(
            asked,
            self._seat_of(table, member),
            Doing.REMOVED,
            lambda now, chance: hosting.remove(now, asked.who, member, chance),
        )

    def _seat_of(self, table: TableId, member: UserId) -> TableId:
        """Return the table of a session at which a member sits, the one named if at none."""
        known = [self._tables.get(each) for each in of_session(self._tables, table)]
        return next((each.id for each in known if seat_of(each, member) is not None), table)

    async def invite(self, asked: Asked, table: TableId, member: UserId, name: str) -> Answer:
        """Ping a member to sit down."""
        return await self._do(
            asked, table, Doing.INVITED, lambda now, _: hosting.invite(now, asked.who, member, name)
        )

    async def hand_over(self, asked: Asked, table: TableId, member: UserId) -> Answer:
        """Make another member the host, at all tables of the session."""

        def decide(known: Sequence[Table], _: Chance) -> list[Change]:
            return hosting.hand_over(known, asked.who, member)

        await self._tables.change_together(of_session(self._tables, table), decide, asked.id)
        return _done(asked, Doing.HANDED_OVER)

    async def set_manners(
        self,
        asked: Asked,
        table: TableId,
        turn_s: int | None,
        ping: Ping | None,
        muck: bool | None,
    ) -> Answer:
        """Change how the table is run, and all others of its session; None leaves a thing as is."""

        def decide(now: Table, _: Chance) -> Change:
            kept = hosting.manners_of(now)
            manners = Manners(
                turn_s or kept.turn_s, ping or kept.ping, kept.muck if muck is None else muck
            )
            return hosting.set_manners(now, asked.who, manners)

        await change_alike(self._tables, of_session(self._tables, table), decide, asked.id)
        return _done(asked, Doing.SET)

    async def log(self, asked: Asked, table: TableId) -> Answer:
        """Show what hosts and moderators did at a table."""
        deeds = await self._store.deeds(table)
        return Private(screens.deeds_screen(deeds, asked.words))

    async def _do(self, asked: Asked, table: TableId, what: Doing, decide: Decide) -> Answer:
        await self._tables.change(table, decide, asked.id)
        return _done(asked, what)


def _done(asked: Asked, what: Doing) -> Answer:
    return Private(screens.notice(asked.words.hosted(what)))
