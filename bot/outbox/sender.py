"""Everything still to be told, in order, and the posts of the tables kept up to date."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Sequence

import discord

from bot.clock import Clock
from bot.outbox.answers import Answer
from bot.outbox.boards import Boards
from bot.outbox.delivery import Delivery
from bot.outbox.directs import Directs
from bot.outbox.events import Events
from bot.outbox.lanes import Lanes
from bot.outbox.replies import Replies
from bot.outbox.telling import Teller
from bot.outbox.threads import Threads
from bot.outbox.trouble import cause, is_discords
from bot.outbox.upward import Upward
from bot.render.parts import Screen
from bot.seen.watch import Watch
from bot.store import OutboxRow, Store
from bot.store.posts import PostStore
from bot.table.model import TableId, UserId

log = logging.getLogger(__name__)


class Outbox:
    """Sends rows until they are told, answers, and keeps the tables' posts up to date."""

    def __init__(
        self, client: discord.Client, store: Store, clock: Clock, upward: Upward, watch: Watch
    ) -> None:
        self._store = store
        self._posts = PostStore(store)
        self.events = Events(client)
        self._delivery = delivery = Delivery(client)
        self._directs = Directs(client, delivery, store, clock)
        self._threads = Threads(client)
        self._lanes = Lanes(clock)
        self._boards = Boards(store, clock, upward, delivery, self._lanes)
        self._replies = Replies(store, clock, self._lanes, self._boards, watch)
        self._teller = Teller(
            store, upward, delivery, self._directs, self._lanes, self._boards, self._replies
        )

    async def load(self) -> None:
        """Take over what a process before this one left untold.

        Whether it had been sent is in doubt: each such message is looked for first.
        """
        rows = await self._store.outbox()
        await self._boards.load(rows)
        await self._directs.load()
        for row in rows:
            self._lanes.doubt(row)
        self.add(rows)

    def open(self) -> None:
        """Begin to send: the client is connected, unless it is being closed already."""
        self._lanes.open(self._teller)

    async def drain(self) -> None:
        """Wait until everything is told, however long that takes."""
        await self._lanes.drain()

    async def say_once(self, table: TableId, channel: int, key: str, screen: Screen) -> None:
        """Post what is worth one try only, and is not written down."""
        try:
            await self._delivery.say(table, channel, key, screen)
        except Exception as error:
            if not is_discords(error):
                raise
            log.warning("Table %s: %s was not said: %s", table, key, cause(error))

    async def make_threads(self, channel: int, names: Sequence[str]) -> list[int] | None:
        """Return a thread of each name in a channel, made if need be, None where it cannot be.

        :raises NotNow: when Discord is in trouble.
        """
        return await self._threads.make(channel, names)

    async def close(self) -> None:
        """Stop sending; what is untold stays written down."""
        await self._lanes.close()

    def add(self, rows: Iterable[OutboxRow], held: OutboxRow | None = None) -> None:
        """Send rows, in order; a held one is left to the answer that says the same."""
        self._lanes.add(rows, held=held)

    def waiting(self) -> list[OutboxRow]:
        """Return every row that is still to be told."""
        return self._lanes.all_rows()

    def redraw(self, table: TableId, channel: int) -> None:
        """Edit a table's post to the newest state, once, however often this is asked."""
        self._lanes.redraw(table, channel)

    async def look_again(self, channels: Collection[int]) -> None:
        """Put right what series have said in channels in which that was not possible."""
        known = {row.id for row in self._lanes.all_rows()}
        rows = await self._posts.edits_of_series()
        self.add([row for row in rows if row.target in channels and row.id not in known])

    def found(self, channel: int) -> None:
        """Send again to a channel that was lost, beginning with the next change of its table."""
        self._lanes.found(channel)

    def message_of(self, table: TableId, key: str) -> int | None:
        """Return the message that a post became."""
        return self._boards.message_of(table, key)

    def reachable(self, user: UserId) -> bool | None:
        """Say whether direct messages reach a member, None when none was tried."""
        return self._directs.reachable(user)

    def forget(self, user: UserId) -> None:
        """Know nothing of a member's direct messages any more."""
        self._directs.forget(user)

    async def defer(self, interaction: discord.Interaction, *, ephemeral: bool) -> None:
        """Ask Discord for more time; whatever comes of it, the answer is tried later."""
        await self._replies.defer(interaction, ephemeral=ephemeral)

    async def answer(self, interaction: discord.Interaction, answer: Answer) -> None:
        """Answer an interaction; where that fails, the outbox says what it would have said."""
        await self._replies.answer(interaction, answer)

    def if_unreachable(self, user: UserId, asked: discord.Interaction, screen: Screen) -> None:
        """Tell a member privately, should the next direct message to him not arrive."""
        self._replies.if_unreachable(user, asked, screen)

    def forget_fallback(self, user: UserId) -> None:
        """Take that back: he did not sit down after all."""
        self._replies.forget_fallback(user)
