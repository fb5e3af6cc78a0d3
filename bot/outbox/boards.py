"""The posts of the tables: which messages they became, and the one that shows each table now."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import discord

from bot.clock import Clock
from bot.outbox.delivery import Delivery
from bot.outbox.lanes import Lanes
from bot.outbox.payloads import marker, screen_to_json
from bot.outbox.trouble import UNEDITABLE, cause, may_pass, noticing_loss
from bot.outbox.upward import Live, Upward
from bot.render.parts import Screen
from bot.seen.about import about
from bot.store import OutboxRow, Store, StoreFailed
from bot.table.model import TableId

log = logging.getLogger(__name__)

MOST_POSTS = 24
"""How many messages of one table are remembered: those of the last hands."""


class Boards:
    """Keeps the post that shows each table up to date."""

    def __init__(
        self, store: Store, clock: Clock, upward: Upward, delivery: Delivery, lanes: Lanes
    ) -> None:
        self._store = store
        self._clock = clock
        self._upward = upward
        self._delivery = delivery
        self._lanes = lanes
        self._posts: dict[TableId, dict[str, int]] = {}
        self._replaced: dict[tuple[TableId, str], int] = {}
        """Messages that can be edited no more, until another stands in their place."""
        self._shown: dict[TableId, tuple[str, Screen]] = {}
        self.flying: Counter[TableId] = Counter()
        """How many changes of a table's post are under way."""
        self._overlapped: set[TableId] = set()

    async def load(self, untold: Iterable[OutboxRow]) -> None:
        """Take over which message each post became; one that is to be sent again is replaced."""
        for (table, key), message in (await self._store.posts()).items():
            self.remember(table, key, message)
        for row in untold:
            if row.kind == "post" and self.message_of(row.table, row.key) is not None:
                self._replace(row.table, row.key)

    # Which messages

    def message_of(self, table: TableId, key: str) -> int | None:
        """Return the message that a post became."""
        return self._posts.get(table, {}).get(key)

    def replaced(self, row: OutboxRow) -> int | None:
        """Return the message in whose place a post is sent."""
        return self._replaced.get((row.table, row.key))

    def remember(self, table: TableId, key: str, message: int) -> None:
        """Note which message a post became."""
        posts = self._posts.setdefault(table, {})
        posts[key] = message
        if len(posts) > MOST_POSTS:
            del posts[next(iter(posts))]

    def take_place(self, row: OutboxRow) -> int | None:
        """Note that a post is in its place; return the message that was there before."""
        return self._replaced.pop((row.table, row.key), None)

    def forget_if_over(self, row: OutboxRow) -> None:
        """Forget the messages of a table that is closed and has told its last."""
        if self._upward.live(row.table) is not None:
            return
        if all(other is row for other in self._lanes.rows_of(row.table)):
            self._posts.pop(row.table, None)
            self._shown.pop(row.table, None)
            self._overlapped.discard(row.table)
            self._lanes.forget(row.table)

    # What they show

    @contextmanager
    def in_flight(self, table: TableId | None) -> Iterator[None]:
        """Count a change of a table's post while Discord may apply it, in whatever order."""
        if table is None:
            yield
            return
        self.flying[table] += 1
        if self.flying[table] > 1:
            self._overlapped.add(table)
        try:
            yield
        finally:
            self.flying[table] -= 1
            if not self.flying[table]:
                del self.flying[table]

    async def saw(self, table: TableId, channel: int, key: str, screen: Screen) -> None:
        """Note what a table's post shows now; an older state is edited once more.

        Of changes that were under way together nobody knows which came last: one more edit tells.
        """
        newest = self._upward.live(table)
        if newest is None or self.flying.get(table):
            self.unsee(table)
        elif table in self._overlapped:
            self._overlapped.discard(table)
            self.unsee(table)
            self._lanes.redraw(table, channel)
        else:
            self._shown[table] = (key, screen)
            if not newest.is_shown_by(key, screen):
                self._lanes.redraw(table, channel)
                return
            try:
                await self._upward.shown(table)
            except Exception as error:
                # What was sent is sent; the lane reports it once that is possible.
                if not isinstance(error, StoreFailed):
                    log.exception("Table %s: what is shown could not be noted", table)
                self._lanes.redraw(table, channel)

    def unsee(self, table: TableId) -> None:
        """Forget what a table's post shows: nobody knows."""
        self._shown.pop(table, None)

    async def show(self, table: TableId, channel: int) -> None:
        """Edit a table's post to the newest state, unless it shows that already."""
        about(table=table)
        live = self._upward.live(table)
        if live is None or self._is_still_to_come(table, channel, live):
            return
        shown = self._shown.get(table)
        if shown is not None and live.is_shown_by(*shown):
            await self._upward.shown(table)
            return
        message = self.message_of(table, live.key)
        if message is None:
            await self._post_anew(table, channel, live)
            return
        try:
            with self.in_flight(table), noticing_loss():
                mark = marker(table, live.key)
                await self._delivery.edit(channel, message, live.screen, mark)
        except discord.HTTPException as error:
            if error.code in UNEDITABLE:
                log.warning("Table %s is posted anew: %s", table, cause(error))
                await self._post_anew(table, channel, live)
                return
            if may_pass(error):
                raise
            # Nobody shall wait for what can never be shown.
            log.warning("Table %s: its post cannot be edited: %s", table, cause(error))
        await self.saw(table, channel, live.key, live.screen)

    def _is_still_to_come(self, table: TableId, channel: int, live: Live) -> bool:
        wanted = ("post", table, live.key)
        waiting = self._lanes.waiting(channel)
        return any((row.kind, row.table, row.key) == wanted for row in waiting)

    async def _post_anew(self, table: TableId, channel: int, live: Live) -> None:
        """Write a post down that takes the place of one nobody can see or change."""
        now = self._clock.now()
        row_id, payload = self._store.new_row_id(), screen_to_json(live.screen)
        row = OutboxRow(row_id, table, "post", channel, live.key, payload, now, now)
        with self.in_flight(table):
            await self._store.write(row)
        self._replace(table, live.key)
        self._lanes.add([row])

    def _replace(self, table: TableId, key: str) -> None:
        self.unsee(table)
        message = self._posts.get(table, {}).pop(key, None)
        if message is not None:
            self._replaced[(table, key)] = message
