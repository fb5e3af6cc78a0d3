"""Two addresses for whoever watches over the bot: `/health` and `/metrics`."""

from __future__ import annotations

import logging
from typing import Self

from aiohttp import web
from prometheus_client import CollectorRegistry
from prometheus_client.exposition import choose_encoder

from bot.seen.health import Health

log = logging.getLogger(__name__)


class EndpointError(Exception):
    """The address cannot be listened on; the message tells the operator what to do."""


class Endpoint:
    """A small web server in the bot's own loop: when that hangs, nobody answers."""

    def __init__(self, registry: CollectorRegistry, health: Health) -> None:
        self._registry = registry
        self._health = health
        app = web.Application()
        app.router.add_get("/health", self._say_health)
        app.router.add_get("/metrics", self._say_metrics)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        self.port = 0

    async def open(self, host: str, port: int) -> Self:
        """Listen; 0 takes any free port.

        :raises EndpointError: when that is not possible.
        """
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except OSError as error:
            await self._runner.cleanup()
            raise EndpointError(f"STATUS_HOST and STATUS_PORT cannot be used: {error}") from error
        self.port = self._runner.addresses[0][1]
        log.info("Health and metrics are on port %d of %s", self.port, host)
        return self

    async def close(self) -> None:
        """Stop listening."""
        await self._runner.cleanup()

    async def _say_health(self, _: web.Request) -> web.Response:
        wrong = self._health.complaints()
        said = {"healthy": not wrong, "wrong": wrong}
        return web.json_response(said, status=503 if wrong else 200)

    async def _say_metrics(self, request: web.Request) -> web.Response:
        encode, form = choose_encoder(request.headers.get("Accept", ""))
        return web.Response(body=encode(self._registry), headers={"Content-Type": form})
