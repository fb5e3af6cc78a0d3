"""How rows of the outbox are told, one after another, and taken off."""

from __future__ import annotations

import logging

import discord

from bot.outbox.boards import Boards
from bot.outbox.delivery import Delivery
from bot.outbox.directs import Directs
from bot.outbox.lanes import Lanes
from bot.outbox.payloads import marker, screen_from_json
from bot.outbox.replies import Replies
from bot.outbox.trouble import (
    UNKNOWN_MESSAGE,
    Lost,
    TooFast,
    cause,
    is_discords,
    may_pass,
    noticing_loss,
)
from bot.outbox.upward import Upward
from bot.seen.about import about
from bot.store import OutboxRow, Store
from bot.store.posts import PostStore
from bot.table.model import TableId, UserId

log = logging.getLogger(__name__)


class Teller:
    """Does what the lanes have to do."""

    def __init__(
        self,
        store: Store,
        upward: Upward,
        delivery: Delivery,
        directs: Directs,
        lanes: Lanes,
        boards: Boards,
        replies: Replies,
    ) -> None:
        self._store = store
        self._posts = PostStore(store)
        self._upward = upward
        self._delivery = delivery
        self._directs = directs
        self._lanes = lanes
        self._boards = boards
        self._replies = replies

    async def tell(self, row: OutboxRow) -> None:
        """Send a row and take it off; what can never be sent is taken off, too."""
        about(table=row.table)
        message: int | None = None
        try:
            message = await self._send(row)
        except discord.HTTPException as error:
            if may_pass(error):
                raise
            log.warning("Table %s: %s cannot be sent: %s", row.table, row.key, cause(error))
        if message is not None:
            self._boards.remember(row.table, row.key, message)
        await self._store.told(row, message)
        if row.kind == "post":
            await self._posted(row)
        self._lanes.done(row)
        self._boards.forget_if_over(row)

    async def drop(self, row: OutboxRow) -> None:
        """Take a row off that can never be sent; what a series has said is put right later."""
        if row.kind != "edit" or row.table >= 0:
            await self._store.told(row)
        if row.kind == "post":
            self._boards.take_place(row)
            await self._upward.posted(row.table, row.key)
        self._lanes.done(row)
        self._boards.forget_if_over(row)

    async def show(self, table: TableId, channel: int) -> None:
        """Bring the post up to date that shows a table."""
        await self._boards.show(table, channel)

    async def lost(self, channel: int, why: Lost) -> None:
        """Report that a channel is lost."""
        if why is Lost.GONE:
            await self._posts.forget_edits(channel)
        await self._upward.lost(channel, why)

    async def _send(self, row: OutboxRow) -> int | None:
        """Send a row and return the message that a post became."""
        in_doubt = self._lanes.is_in_doubt(row)
        if row.kind == "direct":
            await self._send_direct(row, in_doubt=in_doubt)
        elif row.kind == "post":
            with noticing_loss(sending=True):
                replaced = self._boards.replaced(row)
                return await self._delivery.send(
                    row, row.target, in_doubt=in_doubt, instead_of=replaced
                )
        else:
            with noticing_loss():
                await self._change(row)
        return None

    async def _change(self, row: OutboxRow) -> None:
        """Edit or delete a post, unless it was never sent or is gone."""
        message = self._boards.message_of(row.table, row.key)
        if message is None:
            # What the series have said stays there longer than anybody remembers it.
            message = await self._posts.message(row.table, row.key)
        if message is None:
            return
        if row.kind == "delete":
            await self._delivery.delete(row.target, message)
            return
        mark = marker(row.table, row.key)
        try:
            await self._delivery.edit(row.target, message, screen_from_json(row.payload), mark)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            # Somebody did not want it there: it is left so.
            await self._posts.forget(row.table, row.key)

    async def _posted(self, row: OutboxRow) -> None:
        """Report a post, and bring it up to date where it shows its table."""
        replaced = self._boards.take_place(row)
        if replaced is not None:
            await self._remove(row, replaced)
        newest = self._upward.live(row.table)
        await self._upward.posted(row.table, row.key)
        if newest is not None and newest.key == row.key:
            screen = screen_from_json(row.payload)
            await self._boards.saw(row.table, row.target, row.key, screen)

    async def _remove(self, row: OutboxRow, message: int) -> None:
        """Delete a message that another has replaced, if that is possible."""
        try:
            await self._delivery.delete(row.target, message)
        except Exception as error:
            if not is_discords(error):
                raise
            log.warning("Table %s: %s stays there twice: %s", row.table, row.key, cause(error))

    async def _send_direct(self, row: OutboxRow, *, in_doubt: bool) -> None:
        """Send a direct message; who cannot be reached is told where he asked for his seat."""
        user = UserId(row.target)
        try:
            reachable = await self._directs.send(row, in_doubt=in_doubt)
        except TooFast:
            await self._tried(user, reachable=False)
            raise
        await self._tried(user, reachable=reachable)
        if not reachable:
            await self._upward.undelivered(row)

    async def _tried(self, user: UserId, *, reachable: bool) -> None:
        await self._upward.tried(user, reachable=reachable)
        await self._replies.tried(user, reachable=reachable)
