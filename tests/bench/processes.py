"""Bots in processes of their own, connected to a pretend Discord."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench.timed import TimedStandIn

ROOT = Path(__file__).parents[2]
PAGE_KB = os.sysconf("SC_PAGE_SIZE") // 1024
TICKS_PER_S = os.sysconf("SC_CLK_TCK")
PATIENCE_S = 60.0


class Bot:
    """A bot's process; started again after `kill` it finds what it left."""

    def __init__(self, world: TimedStandIn, *words: str, **environ: str) -> None:
        self._world = world
        self._words = words
        self._environ = {**os.environ, "PYTHONPATH": str(ROOT), "LOG_LEVEL": "ERROR"} | environ
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> float:
        """Start it and return when Discord told it that it is connected."""
        before = set(self._world.gateway.sessions)
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", *self._words, env=self._environ
        )
        await self._world.wait_for(lambda: set(self._world.gateway.sessions) - before, PATIENCE_S)
        return time.perf_counter()

    async def kill(self) -> None:
        """Kill it as a failing machine does."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    @contextmanager
    def awake(self) -> Iterator[None]:
        """Let it run meanwhile; afterwards it stands still."""
        self._signal(signal.SIGCONT)
        try:
            yield
        finally:
            self._signal(signal.SIGSTOP)

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    @property
    def memory_kb(self) -> int:
        """How much of the machine's memory it takes."""
        return int(self._of_process("statm").split()[1]) * PAGE_KB

    @property
    def processor_s(self) -> float:
        """How long it has kept a processor busy."""
        user, system = self._of_process("stat").rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / TICKS_PER_S

    def _of_process(self, name: str) -> str:
        assert self._process is not None
        return Path(f"/proc/{self._process.pid}/{name}").read_text(encoding="ascii")


def croupier(world: TimedStandIn, folder: Path) -> Bot:
    """Return the bot as an operator starts it, its database on the disk."""
    return Bot(
        world,
        "bot",
        DISCORD_TOKEN=world.token,
        DISCORD_API_URL=world.api_url,
        DISCORD_GATEWAY_URL=world.gateway_url,
        DATA_DIR=str(folder / "data"),
        # At a few tables the same members press again and again, faster than people do.
        MEMBER_LIMIT=str(10**9),
    )


def bare(world: TimedStandIn) -> Bot:
    """Return the bot that knows one answer."""
    return Bot(world, "tests.bench.bare", world.token, world.api_url, world.gateway_url)
