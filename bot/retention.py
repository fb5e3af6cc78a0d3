"""Once a day, what servers do not keep any longer is deleted."""

from __future__ import annotations

import logging

from bot.clock import Clock
from bot.server.service import ServerSettings
from bot.store import Store, StoreFailed

log = logging.getLogger(__name__)

DAY_S = 24 * 60 * 60
PAUSE_S = 0.2
"""Between two tables, so that who plays meanwhile waits for one at most."""


class Retention:
    """Deletes finished hands by the settings of their servers.

    What is old is seen in the database, so that nothing is left out or done twice by a restart.
    """

    def __init__(self, store: Store, clock: Clock, servers: ServerSettings) -> None:
        self._store = store
        self._clock = clock
        self._servers = servers

    async def run(self) -> None:
        """Look now and every day, for ever."""
        while True:
            try:
                await self._delete()
            except StoreFailed:
                log.debug("Old hands could not be deleted; next try in a day")
            except Exception:
                # A bug here must not stop the tables that are being played.
                log.exception("Old hands could not be deleted; next try in a day")
            await self._clock.sleep(DAY_S)

    async def _delete(self) -> None:
        for server in self._servers.all():
            if server.keep_days is None:
                continue
            before = self._clock.now() - server.keep_days * DAY_S
            for table in await self._store.tables_with_hands(server.guild, before):
                await self._store.delete_hands(table)
                await self._clock.sleep(PAUSE_S)
