"""The HTTP server: one aiohttp application on TCP, a Unix socket, or both."""

from __future__ import annotations

import errno
import os
import time
from typing import TYPE_CHECKING

from aiohttp import web

from .page import Page
from .rest import Rest

if TYPE_CHECKING:
    from .world import StandIn


class Server:
    """Serves the REST routes, the gateway and the page of one world."""

    def __init__(self, world: StandIn) -> None:
        self._world = world
        self._page = Page(world)
        self._runner: web.AppRunner | None = None
        self.address = "127.0.0.1"
        self.last_request = time.monotonic()
        self.in_flight = 0

    def quiet_in(self, seconds: float) -> float:
        """Return how long it takes at least until no request was seen for so many seconds."""
        if self.in_flight:
            return seconds
        return self.last_request + seconds - time.monotonic()

    async def start(self, host: str, port: int) -> None:
        """Listen on TCP, on another port when the wanted one is taken."""
        runner = await self._ready()
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            if error.errno != errno.EADDRINUSE or port == 0:
                raise
            await web.TCPSite(runner, host, 0).start()
        bound = next(a for a in runner.addresses if isinstance(a, tuple))
        # A browser cannot go to "all addresses".
        name = "127.0.0.1" if bound[0] == "0.0.0.0" else bound[0]  # noqa: S104
        self.address = f"[{name}]:{bound[1]}" if ":" in name else f"{name}:{bound[1]}"

    async def start_unix(self, path: str | os.PathLike[str]) -> None:
        """Listen on a Unix socket."""
        await web.UnixSite(await self._ready(), str(path)).start()

    async def close(self) -> None:
        """Stop listening."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _ready(self) -> web.AppRunner:
        if self._runner is None:
            app = web.Application(client_max_size=32 * 1024 * 1024)
            Rest(self._world, self).add_routes(app)
            self._page.add_routes(app)
            app.router.add_get("/gateway", self._world.gateway.connect)
            # discord.py's default gateway address has no path of its own.
            app.router.add_get("/", self._root)
            app.on_shutdown.append(self._page.close)
            self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
            await self._runner.setup()
        return self._runner

    async def _root(self, request: web.Request) -> web.StreamResponse:
        """Serve the page, or the gateway to a client that asks for a websocket."""
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self._world.gateway.connect(request)
        return await self._page.index(request)
