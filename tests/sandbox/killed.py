"""Run by a test: fills a sandbox and is killed without a chance to tidy up."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.sandbox import StandIn


async def main() -> None:
    world = StandIn(sys.argv[1])
    for number in range(20):
        await world.member("Léa").say(world.channel("poker"), str(number))
    os.kill(os.getpid(), signal.SIGKILL)


asyncio.run(main())
