"""The way of a bot's requests to the pretend Discord, on which it can be killed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable

import aiohttp
from aiohttp import web

from bot.sandbox import StandIn
from tests.bot.fate import Doom, Sweep

GAME = ("/channels", "/interactions", "/webhooks", "/threads", "/scheduled-events")
"""What requests of a game are about; others log in and tell Discord the commands."""


class Gate:
    """Lets requests through, and kills before Discord hears of one, or before the bot hears back.

    What is killed is the bot's process, by a function that says whether it lived.
    """

    def __init__(self, world: StandIn, kill: Callable[[], bool]) -> None:
        self.doom: Doom | None = None
        self.sweep: Sweep | None = None
        self._left = 0
        self._world = world
        self._kill = kill
        self._runner: web.AppRunner | None = None
        self._session: aiohttp.ClientSession | None = None
        self.url = ""

    async def open(self) -> None:
        self._session = aiohttp.ClientSession(auto_decompress=False)
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self._forward)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}/api/v10"

    async def close(self) -> None:
        assert self._runner is not None
        assert self._session is not None
        await self._runner.cleanup()
        await self._session.close()

    def expect(self, doom: Doom | None) -> None:
        """Have the process die at its next request of a kind."""
        self.doom = doom
        self._left = doom.nth if doom else 0

    def _dies(self, when: str, method: str, path: str, body: str) -> bool:
        game = any(part in path for part in GAME)
        return self._strikes(when, method, path, body, game=game) and self._kill()

    def _strikes(self, when: str, method: str, path: str, body: str, *, game: bool) -> bool:
        if self.sweep is not None:
            point = f"{when} {self._point(method, path, body)}"
            if self.sweep.strikes("request" if game else "start", point):
                self.sweep.died[point] += 1
                return True
        doom = self.doom
        if not game or doom is None or doom.when != when or not doom.fits(method, path, body):
            return False
        self._left -= 1
        if self._left == 0:
            self.doom = None
            return True
        return False

    def _point(self, method: str, path: str, body: str) -> str:
        """Name a request so that it is the same in every evening, and no other is."""
        place = self._named(re.sub(r"/(interactions|webhooks)/.*", r"/\1", path))
        digest = hashlib.blake2s(self._named(timeless(body)).encode(), digest_size=6).hexdigest()
        seen = sum(len(channel.messages) for channel in self._world.channels.values())
        return f"{method} {place} {digest} with {seen} posts"

    def _named(self, text: str) -> str:
        """Put names for the numbers that differ from evening to evening, or nothing."""
        for member in self._world.members.values():
            conversation = self._world.conversation_with(member.id)
            text = text.replace(str(member.id), member.name)
            text = text.replace(str(conversation.id), member.name) if conversation else text
        return re.sub(r"\d{15,}", "", text)

    async def _forward(self, request: web.Request) -> web.Response:
        assert self._session is not None
        body = await request.read()
        # A file is no text, and nothing of it is looked for.
        sent = (request.method, request.path, body.decode(errors="replace"))
        if self._dies("before", *sent):
            return web.Response(status=503)
        url = self._world.api_url.removesuffix("/api/v10") + request.raw_path
        headers = {k: v for k, v in request.headers.items() if k != "Host"}
        async with self._session.request(request.method, url, data=body, headers=headers) as got:
            kept = {k: v for k, v in got.headers.items() if k.startswith("X-")}
            answer = web.Response(body=await got.read(), status=got.status, headers=kept)
            answer.headers["Content-Type"] = got.headers.get("Content-Type", "text/plain")
        self._dies("after", *sent)
        return answer


def timeless(text: str) -> str:
    """Return what somebody reads, without the times and places that differ every time."""
    return re.sub(r"<t:\d+:(\w)>|<#\d+>", r"<\1>", text)
