"""`python -m bot` as its operator starts it: a process with its environment and what it prints."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import aiohttp

ROOT = Path(__file__).parents[2]
PATIENCE_S = 20.0


class Program:
    """One run of the program, in a folder of its own; it is gone when the test is."""

    def __init__(self, folder: Path, **environ: str) -> None:
        self.folder = folder
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        # An error of any kind is to be seen: a warning is one, and so is a task nobody waited for.
        warnings = "default,ignore:'audioop' is deprecated:DeprecationWarning"
        watched = {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": warnings, "PYTHONUNBUFFERED": "1"}
        self._environ = kept | watched | {"DATA_DIR": "data"} | environ
        self._process: asyncio.subprocess.Process | None = None
        self._reading: list[asyncio.Task[None]] = []
        self.out = ""
        self.err = ""

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot",
            cwd=self.folder,
            env=self._environ,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        self._reading = [
            asyncio.create_task(self._read(self._process.stdout, "out")),
            asyncio.create_task(self._read(self._process.stderr, "err")),
        ]
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.process.returncode is None:
            self.process.kill()
        await self.ended()

    async def _read(self, stream: asyncio.StreamReader | None, name: str) -> None:
        assert stream is not None
        while line := await stream.readline():
            setattr(self, name, getattr(self, name) + line.decode())

    @property
    def process(self) -> asyncio.subprocess.Process:
        assert self._process is not None
        return self._process

    async def ended(self) -> int:
        """Wait until the program has ended and return its status."""
        async with asyncio.timeout(PATIENCE_S):
            status = await self.process.wait()
            await asyncio.gather(*self._reading)
        return status

    async def stop(self) -> int:
        """Tell the program to stop as an operator does and return its status."""
        self.process.send_signal(signal.SIGTERM)
        return await self.ended()

    async def kill(self) -> None:
        """Kill the program as a failing machine does."""
        self.process.kill()
        await self.ended()

    async def says(self, wanted: str) -> re.Match[str]:
        """Wait until the program has printed what a pattern says, on either stream."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                found = re.search(wanted, self.out) or re.search(wanted, self.err)
                if found:
                    return found
                assert self.process.returncode is None, self.out + self.err
                await asyncio.sleep(0.02)

    async def page(self) -> str:
        """Wait until the sandbox is ready to be played in and return where its page is."""
        found = await self.says(r"(http://127\.0\.0\.1:\d+)/")
        await self.says("Connected as Croupier")
        return found[1]


class Visitor:
    """A browser on the page of the sandbox, as far as its one websocket goes."""

    def __init__(self, page: str) -> None:
        self._page = page
        self._session: aiohttp.ClientSession | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reading: asyncio.Task[None] | None = None
        self.world: dict[str, Any] = {}
        self.messages: dict[str, dict[str, Any]] = {}
        self._told: dict[int, dict[str, Any]] = {}
        self._last = 0

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession()
        self._socket = await self._session.ws_connect(f"{self._page}/page/live")
        self._reading = asyncio.create_task(self._read())
        await self.until(lambda: self.world)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._session is not None
        assert self._socket is not None
        await self._socket.close()
        await self._session.close()

    async def _read(self) -> None:
        assert self._socket is not None
        async for frame in self._socket:
            told = json.loads(frame.data)
            if "re" in told:
                self._told[told["re"]] = told
            elif told["ev"] == "all":
                self.world = told
                self.messages = {message["id"]: message for message in told["messages"]}
            elif told["ev"] == "message":
                self.messages[told["message"]["id"]] = told["message"]
            elif told["ev"] == "deleted":
                self.messages.pop(told["id"], None)

    async def until(self, so: Callable[[], object]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(PATIENCE_S):
            # The page says nothing when nothing changes, so this has to look.
            while not so():  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    def member(self, name: str) -> str:
        return str(next(m["id"] for m in self.world["members"] if m["name"] == name))

    @property
    def channel(self) -> str:
        return str(next(c["id"] for c in self.world["channels"] if c["name"] == "poker"))

    @property
    def posts(self) -> list[dict[str, Any]]:
        """The channel's messages that everybody sees, oldest first."""
        here = (m for m in self.messages.values() if m["place"] == self.channel)
        return sorted((m for m in here if m["seen_by"] is None), key=lambda m: int(m["id"]))

    async def act(self, what: str, name: str, **asked: str) -> dict[str, Any]:
        """Do something as a member, and return what came of it."""
        assert self._socket is not None
        self._last += 1
        mine = self._last
        told = {"act": what, "id": mine, "member": self.member(name), "place": self.channel}
        await self._socket.send_json(told | asked)
        await self.until(lambda: mine in self._told)
        return self._told[mine]

    async def press(self, name: str, message: dict[str, Any], label: str) -> dict[str, Any]:
        """Press a button of a message."""
        button = next(b for b in parts(message) if b.get("label") == label)
        return await self.act("press", name, message=message["id"], custom_id=button["custom_id"])


def parts(message: dict[str, Any]) -> list[dict[str, Any]]:
    """Return all components of a message, nested ones included."""
    found: list[dict[str, Any]] = []
    waiting = list(message["components"])
    while waiting:
        part = waiting.pop(0)
        found.append(part)
        waiting += part.get("components", ())
    return found


def text(message: dict[str, Any]) -> str:
    """Return what a message reads."""
    return "\n".join(part["content"] for part in parts(message) if "content" in part)
