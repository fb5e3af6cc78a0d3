"""The bot as a process of its own: what is forked, and told when to die."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import signal
import sys
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from bot.dealer import Dealer
from bot.settings import Settings
from bot.wiring import run
from engine.cards import FULL_DECK, Deck
from tests.bot.fate import Fate, Sweep, doomed
from tests.bot.timepiece import SharedClock


class OneDeck(Dealer):
    """Deals the same deck in every hand and draws the same seats, in any process."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._deck: Deck = tuple(random.Random(seed).sample(FULL_DECK, len(FULL_DECK)))

    def shuffle(self) -> Deck:
        return self._deck

    def order(self, count: int) -> list[int]:
        return list(range(count))

    def draw(self) -> int:
        return 0


def serve(environ: Mapping[str, str], folder: Path, seed: int, sweep: Sweep) -> None:
    """Be the bot: what the forked process does."""
    os.environ.update(environ)
    with (folder / "stderr").open("a") as file:
        os.dup2(file.fileno(), sys.stderr.fileno())
    logging.basicConfig(filename=folder / "log", level=logging.INFO)
    logging.getLogger("bot").setLevel(logging.DEBUG)
    logging.getLogger("discord.client").setLevel(logging.ERROR)  # voice is not wanted
    clock, fate = SharedClock(folder / "time"), Fate(sweep, folder / "deaths")
    asyncio.run(
        _until_told(run(Settings(), clock=clock, dealer=OneDeck(seed), connect=doomed(fate)))
    )


async def _until_told(running: Coroutine[Any, Any, None]) -> None:
    """Run until SIGTERM, then close in good order."""
    task = asyncio.ensure_future(running)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    with suppress(asyncio.CancelledError):
        await task
