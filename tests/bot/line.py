"""A bad line between the bot and the pretend Discord, on which a test makes requests fail.

::

    house.line.expect("POST", "/messages", holding="Flop", status=503, times=3)
    slow = house.line.expect("PATCH", "/messages", hold_after=True)
    ...
    slow.let_go()

The bot connects to it by the Unix socket that a house gives it; requests and the gateway are passed
on as they are, whatever is not expected.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
from aiohttp import web

from bot.clock import Clock
from tests.bot.house import House
from tests.sandbox.openapi import Spec


@dataclass(eq=False)
class Fault:
    """What becomes of the next requests of a kind."""

    method: str
    path: str
    holding: str = ""
    times: int | None = 1
    """How many requests it meets; None: all there are."""
    status: int | None = None
    """Answered with this status instead of being passed on."""
    code: int = 0
    """Discord's code in that answer."""
    cut: str = ""
    """The connection is cut `before` the request takes effect, or `after`."""
    hold: str = ""
    """The request waits `before` it takes effect, or its answer `after`."""
    takes: float = 0.0
    """The answer comes so many seconds late, by the bot's clock."""
    does: Callable[[], object] | None = None
    """What happens once the request has taken effect, before the bot hears of it."""
    met: int = 0
    _free: asyncio.Event = field(default_factory=asyncio.Event)

    def let_go(self) -> None:
        """Let what was held go on, and meet no more requests."""
        self.times = self.met
        self._free.set()

    async def wait(self, when: str) -> None:
        if self.hold == when:
            await self._free.wait()

    def fits(self, method: str, path: str, body: str) -> bool:
        more = self.times is None or self.met < self.times
        return more and method == self.method and self.path in path and self.holding in body


class Line:
    """The line itself."""

    def __init__(self, behind: Path, clock: Clock) -> None:
        self._clock = clock
        self.faults: list[Fault] = []
        self._behind = behind
        self._session: aiohttp.ClientSession | None = None
        self._runner: web.AppRunner | None = None

    def expect(
        self,
        method: str,
        path: str,
        *,
        holding: str = "",
        times: int | None = 1,
        status: int | None = None,
        code: int = 0,
        cut: str = "",
        hold: str = "",
        takes: float = 0.0,
        does: Callable[[], object] | None = None,
    ) -> Fault:
        """Have requests of a kind go wrong; the newest fault that fits counts."""
        fault = Fault(method, path, holding, times, status, code, cut, hold, takes, does)
        self.faults.append(fault)
        return fault

    async def open(self, at: Path) -> None:
        connector = aiohttp.UnixConnector(str(self._behind), limit=0)
        self._session = aiohttp.ClientSession(connector=connector, auto_decompress=False)
        app = web.Application(client_max_size=32 * 1024 * 1024)
        app.router.add_route("*", "/{path:.*}", self._pass_on)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.UnixSite(self._runner, str(at)).start()

    async def close(self) -> None:
        for fault in self.faults:
            fault.let_go()
        assert self._runner is not None
        assert self._session is not None
        await self._runner.cleanup()
        await self._session.close()

    async def _pass_on(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self._gateway(request)
        content = await request.read()
        sent = (request.method, request.path, content.decode(errors="replace"))
        fault = next((f for f in reversed(self.faults) if f.fits(*sent)), None)
        if fault is None:
            return await self._forward(request, content)
        fault.met += 1
        await fault.wait("before")
        if fault.status is not None:
            return web.json_response({"code": fault.code, "message": "no"}, status=fault.status)
        if fault.cut == "before":
            return self._cut(request)
        answer = await self._forward(request, content)
        if fault.does is not None:
            fault.does()
        await fault.wait("after")
        if fault.takes:
            await self._clock.sleep(fault.takes)
        return self._cut(request) if fault.cut else answer

    def _cut(self, request: web.Request) -> web.Response:
        if request.transport is not None:
            request.transport.close()
        return web.Response()

    async def _forward(self, request: web.Request, content: bytes) -> web.Response:
        assert self._session is not None
        headers = {k: v for k, v in request.headers.items() if k != "Host"}
        async with self._session.request(
            request.method, f"http://discord{request.raw_path}", data=content, headers=headers
        ) as got:
            kept = {k: v for k, v in got.headers.items() if k.startswith("X-")}
            answer = web.Response(body=await got.read(), status=got.status, headers=kept)
            answer.headers["Content-Type"] = got.headers.get("Content-Type", "text/plain")
            return answer

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        assert self._session is not None
        here = web.WebSocketResponse(max_msg_size=0, autoclose=False)
        await here.prepare(request)
        async with self._session.ws_connect(
            f"http://discord{request.raw_path}", max_msg_size=0, autoclose=False
        ) as there:
            ways = [asyncio.create_task(_relay(a, b)) for a, b in ((here, there), (there, here))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
        with contextlib.suppress(ConnectionError):
            await here.close()
        return here


Socket = web.WebSocketResponse | aiohttp.ClientWebSocketResponse


async def _relay(source: Socket, target: Socket) -> None:
    async for message in source:
        if message.type is aiohttp.WSMsgType.TEXT:
            await target.send_str(message.data)
        elif message.type is aiohttp.WSMsgType.BINARY:
            await target.send_bytes(message.data)


class BadHouse(House):
    """A house whose bot is connected by a bad line."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.expected: tuple[str, ...] = ()
        """Parts of what a test provokes: lines of the log, answers of the pretend Discord."""
        self.line = Line(folder / "behind.sock", self.clock)

    async def open(self) -> None:
        self.witness.watch()
        await self.world.start_unix(self.folder / "behind.sock")
        await self.line.open(self.folder / "discord.sock")
        await self.start_bot()

    async def close(self) -> None:
        for fault in self.line.faults:
            fault.let_go()
        await self.stop_bot()
        await self.line.close()
        await self.world.close()
        self.witness.stop()

    def problems(self) -> list[str]:
        found = super().problems()
        return [line for line in found if not any(part in line for part in self.expected)]

    @contextlib.asynccontextmanager
    async def database_without(self, table: str) -> AsyncIterator[None]:
        """Have every statement fail meanwhile that needs a table."""
        await self.run_sql(f"ALTER TABLE {table} RENAME TO hidden")
        try:
            yield
        finally:
            await self.run_sql(f"ALTER TABLE hidden RENAME TO {table}")

    async def run_sql(self, sql: str) -> None:
        """Change the database behind the bot's back."""

        def run() -> None:
            with contextlib.closing(sqlite3.connect(self.database)) as db:
                db.execute(sql)
                db.commit()

        await asyncio.to_thread(run)

    @contextlib.contextmanager
    def slow_disk(self) -> Iterator[None]:
        """Have every transaction wait meanwhile; at most for five seconds."""
        with contextlib.closing(sqlite3.connect(self.database, isolation_level=None)) as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield
            finally:
                db.execute("ROLLBACK")

    async def until(self, seen: Callable[[], bool], seconds: float = 5.0) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(seconds):
            while not seen():  # noqa: ASYNC110 - what it waits for gives no sign
                await asyncio.sleep(0.002)

    async def pass_slowly(self, seconds: float) -> None:
        """Let time pass, whether or not the bot can do what is to be done."""
        await self.clock.pass_time(seconds)
        await asyncio.sleep(0.02)

    async def retry(self, seen: Callable[[], bool], seconds: float = 1.0) -> None:
        """Let time pass, a second at a time, until something is so."""
        async with asyncio.timeout(5):
            while not seen():
                await self.clock.pass_time(seconds)
                await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def bad_house(folder: Path, spec: Spec | None) -> AsyncIterator[BadHouse]:
    """Open such a house; at the end, look for what must never be, and check all traffic."""
    house = BadHouse(folder)
    await house.open()
    yield house
    await house.close()
    assert house.problems() == []
    if spec is not None:
        assert spec.problems(house.world) == []
