"""The time of an evening that is played by several processes, one after another."""

from __future__ import annotations

import asyncio
import mmap
import struct
import time
from pathlib import Path

from bot.clock import Clock

_LOOK_AGAIN_S = 0.005


class Time:
    """A time in a file that processes share: it stands still until somebody moves it on.

    So nobody runs out of time because a machine is busy, and weeks pass in an instant.
    """

    def __init__(self, path: Path, begins: float | None = None) -> None:
        """Take up the time in a file; where there is none it begins, now unless it is said when."""
        self.path = path
        if not path.exists():
            path.write_bytes(struct.pack("d", time.time() if begins is None else begins))
        with path.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), 8)

    def now(self) -> float:
        """Return the time, in seconds since the epoch."""
        return float(struct.unpack("d", self._shared[:8])[0])

    def pass_on(self, seconds: float) -> None:
        """Move the time on."""
        self._shared[:8] = struct.pack("d", self.now() + seconds)


class SharedClock(Clock):
    """The clock of a process, by such a time."""

    def __init__(self, path: Path) -> None:
        self._time = Time(path)

    def now(self) -> float:
        return self._time.now()

    async def sleep(self, seconds: float) -> None:
        until = self.now() + seconds
        # Another process moves the time, so this has to look.
        while self.now() < until:  # noqa: ASYNC110
            await asyncio.sleep(_LOOK_AGAIN_S)
