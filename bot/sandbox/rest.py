"""The REST interface: every request of the bot passes through `Rest._serve`."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from aiohttp import web

from . import channel_routes, event_routes, other_routes, webhook_routes
from .errors import Answered, ApiError, invalid_json, no_such_route, unauthorized
from .exchange import Call, Exchange, Route
from .faults import NONE, Cut
from .ratelimits import FREE, Verdict

if TYPE_CHECKING:
    from .server import Server
    from .world import StandIn

PREFIX = "/api/v10"
ROUTES = (
    *channel_routes.ROUTES,
    *webhook_routes.ROUTES,
    *event_routes.ROUTES,
    *other_routes.ROUTES,
)


class Rest:
    """Answers the bot's requests as Discord would."""

    def __init__(self, world: StandIn, server: Server) -> None:
        self._world = world
        self._server = server

    def add_routes(self, app: web.Application) -> None:
        """Add Discord's addresses; whatever else lies below the prefix is not found."""
        for route in ROUTES:
            app.router.add_route(route.method, PREFIX + route.template, self._handler(route))
        nowhere = Route("*", "/{tail}", _nowhere, open=True)
        app.router.add_route("*", PREFIX + "/{tail:.*}", self._handler(nowhere))

    def _handler(self, route: Route) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def handle(request: web.Request) -> web.Response:
            self._server.in_flight += 1
            try:
                return await self._serve(route, request)
            finally:
                self._server.in_flight -= 1
                self._server.last_request = time.monotonic()

        return handle

    async def _serve(self, route: Route, request: web.Request) -> web.Response:
        """Read a request, count it, let its handler answer, and record both.

        This is the one place every request passes, before and after it takes effect.
        """
        call = Call(self._world, request.match_info, request.query)
        path = request.path.removeprefix(PREFIX)
        headers, fault = FREE.headers, NONE
        try:
            await _read(call, request)
            fault = self._world.faults.meet(request.method, route.template, path, call.body)
            await fault.before()
            if not route.open and not self._known(request):
                raise unauthorized()
            verdict = self._count(route, request)
            headers = verdict.headers
            if verdict.retry_after is not None:
                status, answer = 429, verdict.body
            else:
                status, answer = route.handler(call)
            await fault.after(self._world)
        except ApiError as error:
            status, answer = error.status, error.body
        except Answered as instead:
            status, answer, headers = instead.status, instead.body, instead.headers
        except Cut:
            return _cut(request)
        if status in (401, 403, 429) and headers.get("X-RateLimit-Scope") != "shared":
            self._world.invalid_requests += 1
        if not isinstance(answer, str):
            exchange = Exchange(
                request.method, route.template, path, status, call.body, answer, fault is not NONE
            )
            self._world.exchanges.append(exchange)
        return _response(status, answer, headers)

    def _known(self, request: web.Request) -> bool:
        return request.headers.get("Authorization") == f"Bot {self._world.token}"

    def _count(self, route: Route, request: web.Request) -> Verdict:
        """Count the request against its rates; the one over everything is asked first."""
        limits = self._world.rate_limits
        if not route.open:
            verdict = limits.count_everything()
            if verdict.retry_after is not None:
                return verdict
        if not route.bucket:
            return FREE
        return limits.count(route.bucket, request.match_info.get(route.major, ""))


async def _read(call: Call, request: web.Request) -> None:
    """Read the body: JSON, or a form with files and the JSON in it."""
    if request.content_type == "multipart/form-data":
        form = await request.post()
        text: Any = form.get("payload_json", "{}")
        for part in form.values():
            if isinstance(part, web.FileField):
                call.files.append(call.world.files.keep(part.filename, part.file.read()))
    else:
        text = await request.read()
    if not text:
        return
    try:
        call.body = json.loads(text)
    except ValueError:
        raise invalid_json() from None


def _cut(request: web.Request) -> web.Response:
    """Break the connection; what is returned goes nowhere."""
    if request.transport is not None:
        request.transport.close()
    return web.Response()


def _response(status: int, answer: Any, headers: dict[str, str]) -> web.Response:
    """Build the answer. Its content type is bare: discord.py reads no JSON from another."""
    response = web.Response(status=status, headers=headers)
    if isinstance(answer, str):
        response.text = answer
    elif answer is not None:
        response.body = json.dumps(answer, separators=(",", ":")).encode()
        response.headers["Content-Type"] = "application/json"
    return response


def _nowhere(_: Call) -> tuple[int, Any]:
    raise no_such_route()
