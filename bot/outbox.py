"""The only sender: answers to interactions, posts in channels, direct messages.

What must be told was written in the transaction that made it true, and comes off the outbox once it
is told. Each channel and each member is a lane of its own, served in order. Inside a street nothing
is written down: the post that shows the table is edited to the newest state, by the answer to a
press or by one edit after it (design laws 4, 5, 8).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime

import aiohttp
import discord

from bot.clock import Clock
from bot.payloads import (
    Payload,
    RawModal,
    RawView,
    files,
    marker,
    mentions,
    nonce,
    payload_from_json,
)
from bot.render.parts import Dialog, Screen
from bot.store import OutboxRow, Store
from bot.store.database import MemberRow
from bot.table.model import TableId, UserId

log = logging.getLogger(__name__)

CANNOT_SEND_TO_USER = 50007
NO_MUTUAL_GUILD = 50278
UNREACHABLE = {CANNOT_SEND_TO_USER, NO_MUTUAL_GUILD}
LONGEST_PAUSE_S = 30.0
SEARCH_BACK_S = 5.0
"""How far before a row was written its message is looked for: clocks differ a little."""

Trouble = (discord.DiscordServerError, discord.RateLimited, aiohttp.ClientError, OSError)
"""What may pass, and leaves open whether the message arrived."""


@dataclass(frozen=True, slots=True)
class Live:
    """The newest state of a table's post."""

    key: str
    payload: Payload


@dataclass(frozen=True, slots=True)
class Update:
    """Answer a press by changing the message it was on.

    `row` is the outbox row that says the same, done once the answer has arrived.
    """

    payload: Payload
    table: TableId | None = None
    row: OutboxRow | None = None


@dataclass(frozen=True, slots=True)
class Private:
    """Answer the member alone."""

    screen: Screen


Answer = Update | Private | Dialog


class Upward:
    """What the sender reports: overridden by whoever wants to know."""

    def live(self, table: TableId) -> Live | None:
        """Return the newest state of a table's post, None when nothing is to be shown."""
        raise NotImplementedError

    async def posted(self, table: TableId, key: str) -> None:
        """Learn that a post is in its channel, or cannot be sent there at all."""

    async def shown(self, table: TableId, version: int) -> None:
        """Learn that members see this version of a table."""

    async def tried(self, user: UserId, *, reachable: bool) -> None:
        """Learn whether a member could be reached by direct message."""


@dataclass
class _Lane:
    """What waits for one channel or one member, in order."""

    key: tuple[str, int]
    rows: list[OutboxRow] = field(default_factory=list)
    dirty: set[TableId] = field(default_factory=set)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None


class Outbox:
    """Sends rows until they are told, and keeps the tables' posts up to date."""

    def __init__(self, client: discord.Client, store: Store, clock: Clock, upward: Upward) -> None:
        self._client = client
        self._store = store
        self._clock = clock
        self._upward = upward
        self._lanes: dict[tuple[str, int], _Lane] = {}
        self._held: set[int] = set()
        self._doubtful: set[int] = set()
        self._posts: dict[tuple[TableId, str], int] = {}
        self._members: dict[UserId, MemberRow] = {}
        self._shown: dict[TableId, tuple[str, Screen]] = {}
        self._fallbacks: dict[UserId, tuple[discord.Interaction, Screen]] = {}
        self._open = False
        self._waiting: list[OutboxRow] = []

    async def load(self) -> None:
        """Take over what a process before this one left untold.

        Whether it had been sent is in doubt: each such message is looked for first.
        """
        self._posts = await self._store.posts()
        self._members = await self._store.members()
        rows = await self._store.outbox()
        self._doubtful = {row.id for row in rows}
        self.add(rows)

    def open(self) -> None:
        """Begin to send: the client is connected."""
        self._open = True
        waiting, self._waiting = self._waiting, []
        self.add(waiting)

    async def close(self) -> None:
        """Stop sending; what is untold stays written down."""
        self._open = False
        tasks = [lane.task for lane in self._lanes.values() if lane.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def add(self, rows: Iterable[OutboxRow], held: OutboxRow | None = None) -> None:
        """Send rows, in order; a held one is left to the answer that says the same."""
        if held is not None:
            self._held.add(held.id)
        for row in rows:
            if not self._open:
                self._waiting.append(row)
                continue
            lane = self._lane_of(row)
            lane.rows.append(row)
            self._run(lane)

    def redraw(self, table: TableId, channel: int) -> None:
        """Edit a table's post to the newest state, once, however often this is asked."""
        if self._open:
            lane = self._lane("channel", channel)
            lane.dirty.add(table)
            self._run(lane)

    def message_of(self, table: TableId, key: str) -> int | None:
        """Return the message that a post became."""
        return self._posts.get((table, key))

    def reachable(self, user: UserId) -> bool | None:
        """Say whether direct messages reach a member, None when none was tried."""
        known = self._members.get(user)
        return known.reachable if known else None

    def if_unreachable(self, user: UserId, asked: discord.Interaction, screen: Screen) -> None:
        """Tell a member privately, should the next direct message to him not arrive."""
        self._fallbacks[user] = (asked, screen)

    async def answer(self, interaction: discord.Interaction, answer: Answer) -> None:
        """Answer an interaction; where that fails, the table's post still gets its update."""
        try:
            await self._answer(interaction, answer)
        except (*Trouble, discord.HTTPException) as error:
            # 10062: too late; 40060: answered already. A second answer would only fail again.
            log.warning("An answer was not delivered: %s", _cause(error))
            if isinstance(answer, Update) and answer.table is not None:
                self._release(answer.row)
                if interaction.channel_id is not None:
                    self._shown.pop(answer.table, None)
                    self.redraw(answer.table, interaction.channel_id)
            return
        if isinstance(answer, Update) and answer.table is not None:
            if answer.row is not None:
                self._held.discard(answer.row.id)
                self._lane_of(answer.row).rows.remove(answer.row)
                await self._store.told(answer.row)
            else:
                await self._saw(answer.table, interaction.channel_id, answer.payload)

    async def _answer(self, interaction: discord.Interaction, answer: Answer) -> None:
        response = interaction.response
        match answer:
            case Dialog():
                await response.send_modal(RawModal(answer))
            case Update(payload=payload) if response.is_done():
                await interaction.edit_original_response(
                    view=RawView(payload.screen), allowed_mentions=mentions(payload.screen)
                )
            case Update(payload=payload):
                await response.edit_message(
                    view=RawView(payload.screen), allowed_mentions=mentions(payload.screen)
                )
            case Private(screen=screen) if response.is_done():
                await interaction.followup.send(
                    view=RawView(screen),
                    files=files(screen),
                    ephemeral=True,
                    allowed_mentions=mentions(screen),
                )
            case Private(screen=screen):
                await response.send_message(
                    view=RawView(screen),
                    files=files(screen),
                    ephemeral=True,
                    allowed_mentions=mentions(screen),
                )

    async def _answered(self, interaction: discord.Interaction) -> None:
        """Wait until an interaction has its answer, on which anything further must follow."""
        for _ in range(60):
            if interaction.response.is_done():
                return
            await self._clock.sleep(0.05)

    def _release(self, row: OutboxRow | None) -> None:
        if row is not None:
            self._held.discard(row.id)
            self._run(self._lane_of(row))

    async def _saw(self, table: TableId, channel: int | None, payload: Payload) -> None:
        """Note what a table's post shows now; an older state is edited once more."""
        newest = self._upward.live(table)
        if newest is None or channel is None:
            self._shown.pop(table, None)
            return
        self._shown[table] = (newest.key, payload.screen)
        if payload.screen.components != newest.payload.screen.components:
            self.redraw(table, channel)
        else:
            await self._upward.shown(table, newest.payload.version)

    def _lane_of(self, row: OutboxRow) -> _Lane:
        return self._lane("user" if row.kind == "direct" else "channel", row.target)

    def _lane(self, kind: str, target: int) -> _Lane:
        return self._lanes.setdefault((kind, target), _Lane((kind, target)))

    def _run(self, lane: _Lane) -> None:
        lane.changed.set()
        if lane.task is None or lane.task.done():
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
            except Trouble as error:
                log.warning("Discord is in trouble: %s; next try in %g s", _cause(error), pause)
                if row is not None:
                    self._doubtful.add(row.id)
                await self._clock.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE_S)
            except Exception:
                # The bug is ours; others on this lane still want to be served once it is mended.
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
            if row.kind == "direct":
                await self._direct(row)
            elif row.kind == "post":
                message = await self._post(row)
            elif row.kind == "edit":
                await self._edit(row)
            else:
                await self._delete(row)
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as error:
            log.warning("Table %s: %s cannot be sent: %s", row.table, row.key, _cause(error))
        if message is not None:
            self._posts[row.table, row.key] = message
        await self._store.told(row, message)
        self._doubtful.discard(row.id)
        if row.kind == "post":
            newest = self._upward.live(row.table)
            await self._upward.posted(row.table, row.key)
            if message is not None and newest is not None and newest.key == row.key:
                await self._saw(row.table, row.target, payload_from_json(row.payload))

    async def _post(self, row: OutboxRow) -> int:
        channel = self._client.get_partial_messageable(row.target)
        return await self._send_once(channel, row)

    async def _send_once(self, channel: discord.PartialMessageable, row: OutboxRow) -> int:
        """Send a row's message unless it is there already."""
        mark = marker(row.table, row.key)
        if row.id in self._doubtful:
            found = await self._find(channel, mark, row.written)
            if found is not None:
                return found
        screen = payload_from_json(row.payload).screen
        sent = await channel.send(
            view=RawView(screen, mark),
            nonce=nonce(row.table, row.key),
            allowed_mentions=mentions(screen),
        )
        return sent.id

    async def _find(
        self, channel: discord.PartialMessageable, mark: int, written: float
    ) -> int | None:
        """Look for a message of ours that carries a mark, among those since it was written."""
        since = datetime.fromtimestamp(written - SEARCH_BACK_S, tz=UTC)
        async for message in channel.history(after=since, limit=200):
            ids = {getattr(component, "id", None) for component in message.components}
            if message.author == self._client.user and mark in ids:
                return message.id
        return None

    async def _edit(self, row: OutboxRow) -> None:
        message = self._posts.get((row.table, row.key))
        if message is not None:
            await self._edit_message(row.target, message, payload_from_json(row.payload).screen)

    async def _edit_message(self, channel: int, message: int, screen: Screen) -> None:
        partial = self._client.get_partial_messageable(channel).get_partial_message(message)
        await partial.edit(view=RawView(screen), allowed_mentions=mentions(screen))

    async def _delete(self, row: OutboxRow) -> None:
        message = self._posts.get((row.table, row.key))
        if message is not None:
            channel = self._client.get_partial_messageable(row.target)
            # Gone already: by the process before this one, or by a moderator.
            with suppress(discord.NotFound):
                await channel.get_partial_message(message).delete()

    async def _direct(self, row: OutboxRow) -> None:
        """Send a direct message; who cannot be reached is remembered and not tried again."""
        user = UserId(row.target)
        known = self._members.get(user)
        try:
            dm = known.dm if known else None
            if dm is None:
                dm = (await self._client.create_dm(discord.Object(user))).id
            await self._send_once(self._client.get_partial_messageable(dm), row)
            reachable = True
        except discord.Forbidden as error:
            if error.code not in UNREACHABLE:
                raise
            reachable = False
            dm = known.dm if known else None
        now_known = MemberRow(user, dm, reachable)
        if now_known != known:
            self._members[user] = now_known
            await self._store.remember_member(now_known)
        await self._upward.tried(user, reachable=reachable)
        fallback = self._fallbacks.pop(user, None)
        if fallback is not None and not reachable:
            await self._answered(fallback[0])
            await self.answer(fallback[0], Private(fallback[1]))

    async def _redraw(self, lane: _Lane, table: TableId) -> None:
        """Edit a table's post to the newest state, unless it shows that already."""
        live = self._upward.live(table)
        message = None if live is None else self._posts.get((table, live.key))
        if live is None or message is None:
            lane.dirty.discard(table)
            return
        shown = self._shown.get(table)
        screen = live.payload.screen
        if shown is None or (shown[0], shown[1].components) != (live.key, screen.components):
            try:
                await self._edit_message(lane.key[1], message, screen)
            except (discord.Forbidden, discord.NotFound) as error:
                log.warning("Table %s: its post cannot be edited: %s", table, _cause(error))
        lane.dirty.discard(table)
        await self._saw(table, lane.key[1], live.payload)


def _cause(error: BaseException) -> str:
    """Name an error without anything that was sent: a message may hold private cards."""
    if isinstance(error, discord.HTTPException):
        return f"{type(error).__name__} {error.status} (code {error.code})"
    return type(error).__name__
