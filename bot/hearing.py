"""Whether presses still arrive: a gateway can be up and deliver none of them.

Turns that run out one after another, and not one press in between although there were some before,
are the only sign of it.
"""

from __future__ import annotations

import asyncio

from bot.table.model import TableId, UserId

DEAF_TURNS = 5
"""So many turns in a row, at whatever tables, run out unheard before the gateway is doubted."""

Missed = tuple[TableId, UserId]


class Hearing:
    """Remembers whether somebody was heard, and who has missed his turn since."""

    def __init__(self) -> None:
        self._heard = False
        """Somebody was, since the session began."""
        self._missed: list[Missed] = []
        self._doubted = asyncio.Event()

    def heard(self) -> None:
        """Note that an interaction has arrived."""
        self._heard = True
        self._missed.clear()
        self._doubted.clear()

    def missed(self, table: TableId, user: UserId) -> None:
        """Note that a turn has run out."""
        self._missed.append((table, user))
        if self._heard and len(self._missed) >= DEAF_TURNS:
            self._doubted.set()

    async def deafness(self) -> list[Missed]:
        """Wait until the gateway is to be doubted, and return who missed a turn for it.

        It is doubted once until somebody is heard again: at an abandoned table turns run out too.
        """
        await self._doubted.wait()
        self._doubted.clear()
        missed, self._missed, self._heard = self._missed, [], False
        return missed
