"""Whether presses still arrive: a gateway can be up and deliver none of them.

Turns that run out one after another, and not one press in between although there were some before,
are the only sign of it.
"""

from __future__ import annotations

import asyncio

from bot.clock import Clock
from bot.table.model import TableId, UserId

DEAF_TURNS = 5
"""So many turns in a row, at whatever tables, run out unheard before the gateway is doubted."""

Missed = tuple[TableId, UserId]


class Hearing:
    """Remembers when somebody was last heard, and who has missed his turn since."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._heard_at: float | None = None
        self._missed: list[Missed] = []
        self._doubted = asyncio.Event()

    @property
    def silent_s(self) -> float | None:
        """Seconds since the last interaction; None: there was none since the gateway was begun."""
        return None if self._heard_at is None else self._clock.now() - self._heard_at

    def heard(self) -> None:
        """Note that an interaction has arrived."""
        self._heard_at = self._clock.now()
        self._missed.clear()
        self._doubted.clear()

    def missed(self, table: TableId, user: UserId) -> None:
        """Note that a turn has run out."""
        self._missed.append((table, user))
        if self._heard_at is not None and len(self._missed) >= DEAF_TURNS:
            self._doubted.set()

    async def deafness(self) -> list[Missed]:
        """Wait until the gateway is to be doubted, and return who missed a turn for it.

        It is doubted once until somebody is heard again: at an abandoned table turns run out too.
        """
        await self._doubted.wait()
        self._doubted.clear()
        missed, self._missed, self._heard_at = self._missed, [], None
        return missed
