"""`python -m bot`: the bot on Discord with a token, in the sandbox without one."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys

import aiohttp
import discord
from pydantic import ValidationError

from bot.settings import Settings
from bot.store import StoreError
from bot.wiring import MissingToken, run, set_up_logging

log = logging.getLogger("bot")


async def _run_until_told(settings: Settings) -> None:
    """Run until SIGTERM or SIGINT, then close in good order."""
    running = asyncio.create_task(run(settings))
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, running.cancel)
    try:
        await running
    except asyncio.CancelledError:
        log.info("Stopped; open tables go on at the next start")


def main() -> int:
    """Start, and say plainly what is wrong where that is the operator's to mend."""
    try:
        settings = Settings()
    except ValidationError as error:
        for wrong in error.errors(include_input=False, include_url=False):
            name = "_".join(map(str, wrong["loc"])).upper()
            print(f"{name}: {wrong['msg']}", file=sys.stderr)  # noqa: T201 - for the operator
        return 2
    set_up_logging(settings.log_level)
    try:
        asyncio.run(_run_until_told(settings))
    except MissingToken:
        log.critical("DISCORD_TOKEN is not set. Set it, or SANDBOX=1 to play without Discord.")
        return 2
    except discord.LoginFailure:
        log.critical("Discord does not accept DISCORD_TOKEN. Copy it anew from the developer page.")
        return 2
    except StoreError as error:
        log.critical("%s", error)
        return 1
    except (aiohttp.ClientError, OSError, discord.HTTPException) as error:
        log.critical("Discord cannot be reached: %s", error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
