"""Lanes: one for each channel and each member, on which what is to be told waits in order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from bot.clock import Clock
from bot.outbox.breather import Breather
from bot.outbox.held import Held, what
from bot.outbox.trouble import Lost, PlaceLost, TooFast, cause, may_pass
from bot.seen.about import context_about
from bot.store import OutboxRow, StoreFailed
from bot.table.model import TableId

log = logging.getLogger(__name__)

FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 30.0


class Worker(Protocol):
    """Who does what a lane has to do."""

    async def tell(self, row: OutboxRow) -> None:
        """Send a row and take it off."""

    async def drop(self, row: OutboxRow) -> None:
        """Take a row off that can never be sent."""

    async def show(self, table: TableId, channel: int) -> None:
        """Bring the post up to date that shows a table."""

    async def lost(self, channel: int, why: Lost) -> None:
        """Report that a channel is lost."""


@dataclass
class Lane:
    """What waits for one channel or one member, in order."""

    key: tuple[str, int]
    rows: list[OutboxRow] = field(default_factory=list)
    dirty: set[TableId] = field(default_factory=set)
    """Tables whose post is to be edited to their newest state."""
    telling: OutboxRow | None = None
    """What is being sent now."""
    lost: Lost | None = None
    """Why nothing can be sent here, as long as nobody has been told."""
    rests_until: float = 0.0
    """Nothing is tried before."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None


class Lanes:
    """Serves every lane in order, pausing while Discord is in trouble."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._breather = Breather(clock)
        self._worker: Worker | None = None
        self._closed = False
        self.lanes: dict[tuple[str, int], Lane] = {}
        self._held = Held()
        self._doubtful: set[int] = set()
        """Rows that may have been sent already: their message is looked for first."""
        self._lost: dict[int, set[TableId]] = {}
        """Tables whose channel is lost: nothing of theirs is tried there any more."""

    def open(self, worker: Worker) -> None:
        """Begin to serve, unless it is over already."""
        if self._closed:
            return
        self._worker = worker
        for lane in list(self.lanes.values()):
            self._run(lane)

    async def drain(self) -> None:
        """Wait until everything is told, however long that takes."""
        while tasks := [
            lane.task for lane in self.lanes.values() if lane.task and not lane.task.done()
        ]:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Stop serving."""
        self._worker, self._closed = None, True
        tasks = [lane.task for lane in self.lanes.values() if lane.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Rows

    def add(self, rows: Iterable[OutboxRow], *, held: OutboxRow | None = None) -> None:
        """Have rows told in order; a held one is left to the answer that says the same.

        An edit takes the place of the one before it that still waits.
        """
        for row in rows:
            lane = self._lane_of(row)
            if row.kind == "edit":
                lane.rows = [other for other in lane.rows if what(other) != what(row)]
            lane.rows.append(row)
            if row is held:
                telling = lane.telling is not None and what(lane.telling) == what(row)
                self._held.hold(row, among_others=telling)
            self._run(lane)

    def doubt(self, row: OutboxRow) -> None:
        """Note that a row may have been sent already."""
        self._doubtful.add(row.id)

    def is_in_doubt(self, row: OutboxRow) -> bool:
        """Say whether a row may have been sent already."""
        return row.id in self._doubtful

    def is_last_word(self, row: OutboxRow) -> bool:
        """Say whether an answer that has arrived has said its row for certain, and the newest."""
        lane = self.lanes.get(_key_of(row))
        return lane is not None and row in lane.rows and self._held.was_alone(row)

    def release(self, row: OutboxRow) -> None:
        """Send a row after all that an answer should have said, or the one in its place."""
        self._held.let_go(row, unsure=True)
        lane = self._lane_of(row)
        if row in lane.rows:
            self.doubt(row)
        self._run(lane)

    def done(self, row: OutboxRow) -> None:
        """Let go of a row that is told, or never will be."""
        self._held.let_go(row)
        self._doubtful.discard(row.id)
        lane = self.lanes.get(_key_of(row))
        if lane is not None:
            if row in lane.rows:
                lane.rows.remove(row)
            lane.changed.set()

    def waiting(self, channel: int) -> list[OutboxRow]:
        """Return what is still to be told in a channel."""
        lane = self.lanes.get(("channel", channel))
        return [] if lane is None else lane.rows

    def all_rows(self) -> list[OutboxRow]:
        """Return every row that is still to be told."""
        return [row for lane in self.lanes.values() for row in lane.rows]

    def rows_of(self, table: TableId) -> list[OutboxRow]:
        """Return what a table still has to tell."""
        return [row for row in self.all_rows() if row.table == table]

    # Posts that show a table

    def redraw(self, table: TableId, channel: int) -> None:
        """Have a table's post brought up to date, once, however often this is asked."""
        if table in self._lost.get(channel, ()):
            return
        lane = self._lane(("channel", channel))
        lane.dirty.add(table)
        self._run(lane)

    # Lost places

    def found(self, channel: int) -> None:
        """Try again from now on in a channel that was lost."""
        self._lost.pop(channel, None)

    def forget(self, table: TableId) -> None:
        """Forget a table that has told its last."""
        for channel, tables in list(self._lost.items()):
            tables.discard(table)
            if not tables:
                del self._lost[channel]

    def _is_lost(self, row: OutboxRow) -> bool:
        return row.kind != "direct" and row.table in self._lost.get(row.target, ())

    async def _lose(self, lane: Lane, why: Lost, worker: Worker) -> None:
        """Take everything off a lane and report that its channel is lost."""
        channel = lane.key[1]
        tables = lane.dirty | {row.table for row in lane.rows}
        self._lost.setdefault(channel, set()).update(tables)
        lane.dirty.clear()
        for row in [row for row in lane.rows if row.table in tables]:
            await worker.drop(row)
        await worker.lost(channel, why)
        lane.lost = None

    # Serving

    def _lane_of(self, row: OutboxRow) -> Lane:
        return self._lane(_key_of(row))

    def _lane(self, key: tuple[str, int]) -> Lane:
        return self.lanes.setdefault(key, Lane(key))

    def _run(self, lane: Lane) -> None:
        lane.changed.set()
        if self._worker is not None and (lane.task is None or lane.task.done()):
            context = context_about(**{lane.key[0]: lane.key[1]})
            lane.task = asyncio.create_task(self._serve(lane, self._worker), context=context)

    async def _serve(self, lane: Lane, worker: Worker) -> None:
        """Do what is due on a lane until nothing is left."""
        pause = FIRST_PAUSE_S
        while lane.rows or lane.dirty or lane.lost:
            lane.changed.clear()
            row = self.next_of(lane)
            try:
                await self._step(lane, row, worker)
                pause = FIRST_PAUSE_S
            except PlaceLost as loss:
                lane.lost = loss.why
                log.warning("Nothing can be sent to channel %s any more: %s", lane.key[1], loss.why)
            except TooFast as wait:
                lane.rests_until = wait.until
                await self._clock.sleep(wait.until - self._clock.now())
            except Exception as error:
                # Whatever it was, the message may have gone out before it.
                if row is not None and row in lane.rows:
                    self.doubt(row)
                if isinstance(error, StoreFailed):
                    # The store has told its operator; what was sent is looked for at the next try.
                    log.debug("The store is in trouble; next try in %g s", pause)
                elif not may_pass(error):
                    # The bug is ours; the lane goes on once it is mended.
                    log.exception("A bug while sending on %s; next try in %g s", lane.key, pause)
                elif pause == FIRST_PAUSE_S:
                    log.warning("Discord is in trouble: %s; trying until it is not", cause(error))
                await self._clock.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE_S)
        self.lanes.pop(lane.key, None)

    def next_of(self, lane: Lane) -> OutboxRow | None:
        """Return what is told next on a lane: an edit that may wait lets others pass."""
        free = [row for row in lane.rows if not self._held.holds(row)]
        now = self._clock.now()
        ready = (row for row in free if row.kind != "edit" or row.due <= now)
        return next(ready, None) or min(free, key=lambda row: row.due, default=None)

    async def _step(self, lane: Lane, row: OutboxRow | None, worker: Worker) -> None:
        """Do the next thing on a lane, or wait until there is one."""
        if lane.lost is not None:
            await self._lose(lane, lane.lost, worker)
        elif row is not None and self._is_lost(row):
            await worker.drop(row)
        elif row is not None and row.due <= self._clock.now():
            await self._tell(lane, row, worker)
        elif lane.dirty:
            await self._show(lane, worker)
        else:
            left = None if row is None else row.due - self._clock.now()
            await self._clock.wait(lane.changed, left)

    async def _tell(self, lane: Lane, row: OutboxRow, worker: Worker) -> None:
        try:
            async with self._breather.turn():
                lane.telling = row
                await worker.tell(row)
        finally:
            lane.telling = None

    async def _show(self, lane: Lane, worker: Worker) -> None:
        table = lane.dirty.pop()
        try:
            async with self._breather.turn():
                await worker.show(table, lane.key[1])
        except BaseException:
            lane.dirty.add(table)
            raise


def _key_of(row: OutboxRow) -> tuple[str, int]:
    return "user" if row.kind == "direct" else "channel", row.target
