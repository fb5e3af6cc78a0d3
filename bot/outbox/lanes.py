"""Everything still to be told, in order, and the posts of the tables kept up to date."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import discord

from bot.clock import Clock
from bot.outbox.answers import Answer, Private, Update, respond
from bot.outbox.delivery import Delivery
from bot.outbox.directs import Directs
from bot.outbox.payloads import marker, screen_from_json
from bot.outbox.trouble import cause, is_discords, may_pass
from bot.render.parts import Screen
from bot.store import OutboxRow, Store
from bot.table.model import TableId, UserId

log = logging.getLogger(__name__)

ALREADY_ANSWERED = 40060
LONGEST_PAUSE_S = 30.0
ANSWERED_WITHIN_S = 3.0
"""How long a word that must follow an answer waits for it: Discord waits no longer."""
MOST_POSTS = 24
"""How many messages of one table are remembered: those of the last hands."""


@dataclass(frozen=True, slots=True)
class Live:
    """The newest state of a table's post."""

    key: str
    screen: Screen

    def is_shown_by(self, key: str, screen: Screen) -> bool:
        """Say whether a post with this content is up to date."""
        return (key, screen.components) == (self.key, self.screen.components)


class Upward:
    """What the sender reports: overridden by whoever wants to know."""

    def live(self, table: TableId) -> Live | None:
        """Return the newest state of a table's post, None when nothing is to be shown."""
        raise NotImplementedError

    async def posted(self, table: TableId, key: str) -> None:
        """Learn that a post is in its channel, or cannot be sent there at all."""

    async def shown(self, table: TableId) -> None:
        """Learn that members see the newest state of a table."""

    async def tried(self, user: UserId, *, reachable: bool) -> None:
        """Learn whether a member could be reached by direct message."""


@dataclass
class _Lane:
    """What waits for one channel or one member, in order."""

    key: tuple[str, int]
    rows: list[OutboxRow] = field(default_factory=list)
    dirty: set[TableId] = field(default_factory=set)
    """Tables whose post is to be edited to their newest state."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None


class Outbox:
    """Sends rows until they are told, answers, and keeps the tables' posts up to date."""

    def __init__(self, client: discord.Client, store: Store, clock: Clock, upward: Upward) -> None:
        self._store = store
        self._clock = clock
        self._upward = upward
        self._delivery = Delivery(client)
        self._directs = Directs(client, self._delivery, store)
        self._lanes: dict[tuple[str, int], _Lane] = {}
        self._held: set[int] = set()
        """Rows that an answer under way says."""
        self._doubtful: set[int] = set()
        """Rows that may have been sent already: their message is looked for first."""
        self._posts: dict[TableId, dict[str, int]] = {}
        self._shown: dict[TableId, tuple[str, Screen]] = {}
        self._flying: Counter[TableId] = Counter()
        """How many changes of a table's post are under way."""
        self._overlapped: set[TableId] = set()
        self._maybe_deferred: set[int] = set()
        """Interactions whose deferral failed here, and perhaps not at Discord."""
        self._fallbacks: dict[UserId, tuple[discord.Interaction, Screen]] = {}
        self._open = False
        self._closed = False

    async def load(self) -> None:
        """Take over what a process before this one left untold.

        Whether it had been sent is in doubt: each such message is looked for first.
        """
        for (table, key), message in (await self._store.posts()).items():
            self._posts.setdefault(table, {})[key] = message
        await self._directs.load()
        rows = await self._store.outbox()
        self._doubtful = {row.id for row in rows}
        self.add(rows)

    def open(self) -> None:
        """Begin to send: the client is connected, unless it is being closed already."""
        self._open = not self._closed
        for lane in list(self._lanes.values()):
            self._run(lane)

    async def close(self) -> None:
        """Stop sending; what is untold stays written down."""
        self._open, self._closed = False, True
        tasks = [lane.task for lane in self._lanes.values() if lane.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def add(self, rows: Iterable[OutboxRow], held: OutboxRow | None = None) -> None:
        """Send rows, in order; a held one is left to the answer that says the same."""
        if held is not None:
            self._held.add(held.id)
        for row in rows:
            lane = self._lane_of(row)
            lane.rows.append(row)
            self._run(lane)

    def redraw(self, table: TableId, channel: int) -> None:
        """Edit a table's post to the newest state, once, however often this is asked."""
        lane = self._lane("channel", channel)
        lane.dirty.add(table)
        self._run(lane)

    def message_of(self, table: TableId, key: str) -> int | None:
        """Return the message that a post became."""
        return self._posts.get(table, {}).get(key)

    def reachable(self, user: UserId) -> bool | None:
        """Say whether direct messages reach a member, None when none was tried."""
        return self._directs.reachable(user)

    # Answers

    def if_unreachable(self, user: UserId, asked: discord.Interaction, screen: Screen) -> None:
        """Tell a member privately, should the next direct message to him not arrive."""
        self._fallbacks[user] = (asked, screen)

    def forget_fallback(self, user: UserId) -> None:
        """Take that back: he did not sit down after all."""
        self._fallbacks.pop(user, None)

    async def defer(self, interaction: discord.Interaction, *, ephemeral: bool) -> None:
        """Ask Discord for more time; whatever comes of it, the answer is tried later."""
        try:
            await interaction.response.defer(ephemeral=ephemeral)
        except Exception as error:
            if not is_discords(error):
                raise
            self._maybe_deferred.add(interaction.id)
            log.warning("An interaction could not be deferred: %s", cause(error))

    async def answer(self, interaction: discord.Interaction, answer: Answer) -> None:
        """Answer an interaction; where that fails, the outbox says what it would have said."""
        update = answer if isinstance(answer, Update) else None
        live = update.table if update is not None and update.row is None else None
        try:
            with self._in_flight(live):
                await self._respond(interaction, answer)
        except Exception as error:
            if update is not None and update.row is not None:
                self._release(update.row)
            if live is not None and interaction.channel_id is not None:
                self._shown.pop(live, None)
                self.redraw(live, interaction.channel_id)
            if not is_discords(error):
                raise
            # 10062: too late; 40060: answered already. A second answer would only fail again.
            log.warning("An answer was not delivered: %s", cause(error))
            return
        if update is not None and update.row is not None:
            await self._said(update.row)
        elif live is not None and update is not None and interaction.channel_id is not None:
            await self._saw(live, interaction.channel_id, update.key, update.screen)

    async def _respond(self, interaction: discord.Interaction, answer: Answer) -> None:
        """Send an answer, as one that follows a deferral where Discord knows of one after all."""
        maybe_deferred = interaction.id in self._maybe_deferred
        self._maybe_deferred.discard(interaction.id)
        try:
            await respond(interaction, answer, deferred=interaction.response.is_done())
        except discord.HTTPException as error:
            if not maybe_deferred or error.code != ALREADY_ANSWERED:
                raise
            await respond(interaction, answer, deferred=True)

    async def _said(self, row: OutboxRow) -> None:
        """Take a row off that an answer has said."""
        try:
            await self._store.told(row)
        except Exception:
            # The answer is given all the same; the lane takes the row off once it can.
            log.exception("%s of table %s could not be taken off", row.key, row.table)
            self._release(row)
            return
        self._held.discard(row.id)
        lane = self._lane_of(row)
        if row in lane.rows:
            lane.rows.remove(row)
        lane.changed.set()
        self._forget_if_over(row)

    def _release(self, row: OutboxRow) -> None:
        """Send a row after all that an answer should have said."""
        self._held.discard(row.id)
        self._doubtful.add(row.id)
        self._run(self._lane_of(row))

    async def _after_answer(self, interaction: discord.Interaction) -> None:
        """Wait until an interaction has its answer, on which anything further must follow."""
        deadline = self._clock.now() + ANSWERED_WITHIN_S
        while not interaction.response.is_done() and self._clock.now() < deadline:
            await self._clock.sleep(0.05)

    # The post that shows a table

    @contextmanager
    def _in_flight(self, table: TableId | None) -> Iterator[None]:
        """Count a change of a table's post while Discord may apply it, in whatever order."""
        if table is None:
            yield
            return
        self._flying[table] += 1
        if self._flying[table] > 1:
            self._overlapped.add(table)
        try:
            yield
        finally:
            self._flying[table] -= 1
            if not self._flying[table]:
                del self._flying[table]

    async def _saw(self, table: TableId, channel: int, key: str, screen: Screen) -> None:
        """Note what a table's post shows now; an older state is edited once more.

        Of changes that were under way together nobody knows which came last: one more edit tells.
        """
        newest = self._upward.live(table)
        if newest is None or self._flying.get(table):
            self._shown.pop(table, None)
        elif table in self._overlapped:
            self._overlapped.discard(table)
            self._shown.pop(table, None)
            self.redraw(table, channel)
        else:
            self._shown[table] = (key, screen)
            if not newest.is_shown_by(key, screen):
                self.redraw(table, channel)
                return
            try:
                await self._upward.shown(table)
            except Exception:
                # What was sent is sent; the lane reports it once that is possible.
                log.exception("Table %s: what is shown could not be noted", table)
                self.redraw(table, channel)

    async def _redraw(self, lane: _Lane, table: TableId) -> None:
        """Edit a table's post to the newest state, unless it shows that already."""
        lane.dirty.discard(table)
        live = self._upward.live(table)
        if live is None:
            return
        channel, message = lane.key[1], self.message_of(table, live.key)
        shown = self._shown.get(table)
        if shown is not None and live.is_shown_by(*shown):
            await self._tell_shown(lane, table)
            return
        if message is None:
            # Its post is still to come, or could not be sent: nobody shall wait for it then.
            if not any((row.table, row.key) == (table, live.key) for row in lane.rows):
                await self._tell_shown(lane, table)
            return
        try:
            with self._in_flight(table):
                await self._delivery.edit(channel, message, live.screen, marker(table, live.key))
        except Exception as error:
            if may_pass(error) or not isinstance(error, discord.HTTPException):
                lane.dirty.add(table)
                raise
            # Nobody shall wait for what can never be shown.
            log.warning("Table %s: its post cannot be edited: %s", table, cause(error))
        await self._saw(table, channel, live.key, live.screen)

    async def _tell_shown(self, lane: _Lane, table: TableId) -> None:
        """Report that a table's newest state is seen, again if that fails."""
        try:
            await self._upward.shown(table)
        except Exception:
            lane.dirty.add(table)
            raise

    # Lanes

    def _lane_of(self, row: OutboxRow) -> _Lane:
        return self._lane("user" if row.kind == "direct" else "channel", row.target)

    def _lane(self, kind: str, target: int) -> _Lane:
        return self._lanes.setdefault((kind, target), _Lane((kind, target)))

    def _run(self, lane: _Lane) -> None:
        lane.changed.set()
        if self._open and (lane.task is None or lane.task.done()):
            lane.task = asyncio.create_task(self._serve(lane))

    async def _serve(self, lane: _Lane) -> None:
        """Send what is due on a lane until nothing is left, pausing while Discord is in trouble."""
        pause = 1.0
        while lane.rows or lane.dirty:
            lane.changed.clear()
            row = next((row for row in lane.rows if row.id not in self._held), None)
            try:
                if row is not None and row.due <= self._clock.now():
                    await self._tell(row)
                    lane.rows.remove(row)
                elif lane.dirty:
                    await self._redraw(lane, next(iter(lane.dirty)))
                else:
                    await self._wait(lane, None if row is None else row.due - self._clock.now())
                pause = 1.0
            except Exception as error:
                # Whatever it was, the message may have gone out before it.
                if row is not None:
                    self._doubtful.add(row.id)
                if may_pass(error):
                    log.warning("Discord is in trouble: %s; next try in %g s", cause(error), pause)
                else:
                    # The bug is ours; the lane goes on once it is mended.
                    log.exception("A bug while sending on %s; next try in %g s", lane.key, pause)
                await self._clock.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE_S)
        self._lanes.pop(lane.key, None)

    async def _wait(self, lane: _Lane, seconds: float | None) -> None:
        waiters: list[asyncio.Future[object]] = [asyncio.ensure_future(lane.changed.wait())]
        if seconds is not None:
            waiters.append(asyncio.ensure_future(self._clock.sleep(max(seconds, 0))))
        try:
            await asyncio.wait(waiters, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for waiter in waiters:
                waiter.cancel()

    async def _tell(self, row: OutboxRow) -> None:
        """Send one row and take it off; what can never be sent is taken off, too."""
        message: int | None = None
        try:
            message = await self._send(row)
        except discord.HTTPException as error:
            if may_pass(error):
                raise
            log.warning("Table %s: %s cannot be sent: %s", row.table, row.key, cause(error))
        if message is not None:
            self._remember_post(row.table, row.key, message)
        await self._store.told(row, message)
        self._doubtful.discard(row.id)
        if row.kind == "post":
            newest = self._upward.live(row.table)
            await self._upward.posted(row.table, row.key)
            if newest is not None and newest.key == row.key:
                await self._saw(row.table, row.target, row.key, screen_from_json(row.payload))
        self._forget_if_over(row)

    async def _send(self, row: OutboxRow) -> int | None:
        """Send a row and return the message that a post became."""
        in_doubt = row.id in self._doubtful
        message = self.message_of(row.table, row.key)
        if row.kind == "direct":
            await self._send_direct(row, in_doubt=in_doubt)
        elif row.kind == "post":
            return await self._delivery.send(row, row.target, in_doubt=in_doubt)
        elif message is not None and row.kind == "edit":
            mark = marker(row.table, row.key)
            await self._delivery.edit(row.target, message, screen_from_json(row.payload), mark)
        elif message is not None:
            await self._delivery.delete(row.target, message)
        return None

    async def _send_direct(self, row: OutboxRow, *, in_doubt: bool) -> None:
        """Send a direct message; who cannot be reached is told where he asked for his seat."""
        user = UserId(row.target)
        reachable = await self._directs.send(row, in_doubt=in_doubt)
        await self._upward.tried(user, reachable=reachable)
        fallback = self._fallbacks.pop(user, None)
        if fallback is not None and not reachable:
            await self._after_answer(fallback[0])
            await self.answer(fallback[0], Private(fallback[1]))

    def _remember_post(self, table: TableId, key: str, message: int) -> None:
        posts = self._posts.setdefault(table, {})
        posts[key] = message
        if len(posts) > MOST_POSTS:
            del posts[next(iter(posts))]

    def _forget_if_over(self, row: OutboxRow) -> None:
        """Forget the messages of a table that is closed and has told its last."""
        if self._upward.live(row.table) is not None:
            return
        others = [o for lane in self._lanes.values() for o in lane.rows if o is not row]
        if all(other.table != row.table for other in others):
            self._posts.pop(row.table, None)
            self._shown.pop(row.table, None)
            self._overlapped.discard(row.table)
