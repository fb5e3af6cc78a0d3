"""When each open table wakes by itself: no turn runs out that nobody could see, take or keep."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

from bot.clock import Alarms, Clock
from bot.table.change import HALTED_S
from bot.table.model import Alarm, Table, TableId


class Wakes:
    """The alarms of all open tables, and why some do not count now."""

    def __init__(self, clock: Clock, wake: Callable[[TableId], Awaitable[None]]) -> None:
        self._clock = clock
        self._alarms = Alarms(clock, wake)
        self._unseen: dict[TableId, float] = {}
        """Since when a prompt waits to be seen: no turn runs out meanwhile."""
        self._stalled: set[TableId] = set()
        """Tables of which something could not be kept: their turns wait for the store."""
        self.standing_still = True
        """Nobody can act: no clock runs."""

    async def run(self) -> None:
        """Wake tables when they are due, until that is stopped."""
        await self._alarms.run()

    def stop(self) -> None:
        """Wake no table any more; whoever is being woken is finished with."""
        self._alarms.stop()

    def stand_still(self, tables: Iterable[Table]) -> None:
        """Let no clock run until `go_on`."""
        self.standing_still = True
        for table in tables:
            self.reset(table)

    def go_on(self, tables: Iterable[Table]) -> None:
        """Let clocks run again."""
        self.standing_still = False
        for table in tables:
            self.reset(table)

    def reset(self, table: Table) -> None:
        """Set when a table wakes next, by what it is now."""
        if not table.goes_on:
            self._unseen.pop(table.id, None)
        self._alarms.set(table.id, None if self.standing_still else self._due(table))

    def _due(self, table: Table) -> float | None:
        if table.suspended is not None:
            return table.suspended.until
        if table.halted_since is not None:
            return table.halted_since + HALTED_S
        waits = {Alarm.TURN, Alarm.PING} if table.id in self._unseen else ()
        return min((at for alarm, at in table.alarms.items() if alarm not in waits), default=None)

    def again(self, table: TableId, seconds: float) -> None:
        """Wake a table after so many seconds, whatever its alarms say."""
        self._alarms.set(table, self._clock.now() + seconds)

    # Prompts that wait to be seen

    def prompt_unseen(self, table: TableId) -> None:
        """Let the turn not run out before its prompt is seen."""
        self._unseen[table] = self._clock.now()

    def prompt_seen(self, table: TableId) -> float | None:
        """Let the turn run; return since when its prompt has waited, None when none has."""
        return self._unseen.pop(table, None)

    def prompt_unseen_since(self, table: TableId, since: float) -> None:
        """Take back that a prompt was seen: what came of that could not be kept."""
        self._unseen.setdefault(table, since)

    # What could not be kept

    def stall(self, table: Table) -> None:
        """Let no turn run out while nothing that its member does can be kept."""
        if table.goes_on:
            self._unseen.setdefault(table.id, self._clock.now())
            self._stalled.add(table.id)
            self.reset(table)

    def is_stalled(self, table: TableId) -> bool:
        """Say whether a table waits for the store."""
        return table in self._stalled

    def end_stall(self) -> set[TableId]:
        """Return the tables whose turns run again once their prompts are seen."""
        stalled, self._stalled = self._stalled, set()
        return stalled
