"""Outages of the bot and of the gateway: clocks stand still meanwhile, and go on where they were.

An outage concerns every table. Since when it lasts is known from the heartbeat, which does not beat
meanwhile: a crash during it loses nothing of what is to be given back.
"""

from __future__ import annotations

import logging

from bot.catalogue import words_for
from bot.clock import Clock
from bot.outage_news import continues
from bot.rows import to_row
from bot.seen.signs import Signs
from bot.store import OutboxRow, Store, StoreFailed
from bot.table import suspension
from bot.table.model import Alarm, Table, TableId
from bot.tables import REDRAWN_PER_S, Tables

log = logging.getLogger(__name__)

HEARTBEAT_S = 5.0


class Outages:
    """Knows since when nobody can act, and gives that time back to everybody."""

    def __init__(self, tables: Tables, store: Store, clock: Clock, signs: Signs) -> None:
        self._tables = tables
        self._store = store
        self._clock = clock
        self._signs = signs
        self._since: float | None = None
        """Since when nobody can act; None: everybody can."""
        self._stopped: dict[TableId, dict[Alarm, float]] = {}
        """The clocks of every table as they were when the outage began."""
        self._connected = False
        self._ended = False
        """The bot takes nothing new any more."""
        self._restarted = True
        """The outage is that of the bot itself."""

    @property
    def lasting(self) -> bool:
        """Whether nobody can act now."""
        return self._since is not None

    async def recover(self) -> None:
        """Pick up every open table; their clocks stand still until `end`."""
        now = self._clock.now()
        alive_until = await self._store.alive_until()
        await self._tables.load()
        self._stop(now if alive_until is None else min(alive_until, now))

    def begin(self) -> None:
        """Stop all clocks, for the gateway is away; said twice, it changes nothing."""
        self._connected = False
        if self._since is None:
            self._stop(self._clock.now())

    def _stop(self, since: float) -> None:
        self._since = since
        self._stopped = {table.id: table.alarms for table in self._tables.all_open()}
        self._tables.stop_clocks()

    async def end(self) -> None:
        """Give back the time during which nobody could act, and bring every post up to date.

        Where the database cannot be written the clocks stand still until it can.
        """
        self._connected = True
        try:
            await self._give_back()
        except StoreFailed:
            log.debug("The time cannot be given back yet")
            return
        if not self._connected:
            self.begin()

    async def _give_back(self) -> None:
        async with self._tables.locked(self._stopped):
            if self._since is None:
                return
            now = self._clock.now()
            moved, rows = self._moved(self._since, now)
            await self._store.recovered(moved, rows, now)
            self._signs.written()
            self._since, self._restarted = None, False
            self._stopped.clear()
            self._tables.start_clocks(moved, rows)

    def _moved(self, since: float, now: float) -> tuple[list[Table], list[OutboxRow]]:
        """Move the clocks of whoever has waited, and say where a hand goes on.

        Who has acted meanwhile has a clock of his own time already.
        """
        lost = now - since
        waiting = [t for t in self._tables.all_open() if t.alarms == self._stopped.get(t.id)]
        moved: list[Table] = []
        rows: list[OutboxRow] = []
        for before in waiting:
            table = suspension.outlast(before, since, now)
            if table.goes_on and (self._restarted or lost >= suspension.BLIP_S):
                table = suspension.with_line(table)
                due = now + len(rows) / REDRAWN_PER_S
                telling = continues(before, table, words_for(table.locale), due)
                rows.append(to_row(self._store.new_row_id(), table, telling, now))
            moved.append(table)
        return moved, rows

    async def run(self) -> None:
        """Note again and again that nobody waits for the bot, for ever."""
        while not self._ended:
            await self._clock.sleep(HEARTBEAT_S)
            await self.note_alive()

    async def stop(self) -> None:
        """Have the tables finish what is under way; the time that is given back begins here."""
        if self._ended:
            return
        self._ended = True
        lasting, since = self.lasting, self._clock.now()
        await self._tables.stop()
        if not lasting:
            await self._beat(since)

    async def note_alive(self) -> None:
        """Note the time up to which nobody has waited, unless somebody waits now."""
        if self._ended:
            return
        if self._since is None:
            await self._beat(self._clock.now())
        elif self._connected:
            await self.end()

    async def _beat(self, at: float) -> None:
        try:
            await self._store.beat(at)
        except StoreFailed:
            log.debug("The sign of life could not be noted")
        except Exception:
            # A bug here must not stop the clocks of all tables.
            log.exception("A bug: the sign of life could not be noted")
        else:
            self._signs.written()
            self._tables.end_stall()
