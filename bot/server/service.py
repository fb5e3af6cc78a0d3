"""The settings of all servers: read at every request, changed by their managers."""

from __future__ import annotations

from collections.abc import Callable

from bot.server.model import Server
from bot.store import Store


class ServerSettings:
    """Holds what is stored; a server without settings has those of the house."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._servers: dict[int, Server] = {}

    async def load(self) -> None:
        """Take over what is stored."""
        self._servers = {server.guild: server for server in await self._store.servers()}

    def of(self, guild: int) -> Server:
        """Return the settings of a server."""
        return self._servers.get(guild, Server(guild))

    def all(self) -> list[Server]:
        """Return the settings of every server that has any."""
        return list(self._servers.values())

    async def change(self, guild: int, decide: Callable[[Server], Server]) -> Server:
        """Change a server's settings: what is decided is true once it is stored."""
        changed = decide(self.of(guild))
        await self._store.keep_server(changed)
        self._servers[guild] = changed
        return changed
