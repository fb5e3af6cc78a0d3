"""`python -m bot`: the bot on Discord with a token, in the sandbox without one.

`python -m bot backup FILE`, `restore FILE` and `check` see to its database.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import aiohttp
import discord
from pydantic import ValidationError

from bot import keeping
from bot.seen.endpoint import EndpointError
from bot.seen.logs import set_up_logging
from bot.settings import Settings
from bot.store import StoreError
from bot.wiring import MissingToken, run

log = logging.getLogger("bot")


async def _run_until_told(settings: Settings) -> None:
    """Run until SIGTERM or SIGINT, then close in good order; a second one ends at once."""
    running = asyncio.create_task(run(settings))

    def told_to_stop(number: int) -> None:
        if running.cancelling():
            # What was accepted is on the disk, what is untold stays in the outbox.
            os._exit(128 + number)
        log.info("Stopping: at most %g s to tell what is still to be told", settings.grace_s)
        running.cancel()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told_to_stop, number)
    try:
        await running
    except asyncio.CancelledError:
        log.info("Stopped; open tables go on at the next start")


def main(arguments: Sequence[str] = ()) -> int:
    """Do what the operator asks, and say plainly what is wrong where that is his to mend."""
    asked = _parser().parse_args(arguments)
    try:
        settings = Settings()
    except ValidationError as error:
        for wrong in error.errors(include_input=False, include_url=False):
            name = "_".join(map(str, wrong["loc"])).upper()
            print(f"{name}: {wrong['msg']}", file=sys.stderr)  # noqa: T201 - for the operator
        return 2
    set_up_logging(settings.log_level, settings.log_format)
    folder = settings.database_dir
    match asked.task:
        case "backup":
            return keeping.back_up_to(asked.file, folder)
        case "restore":
            return keeping.restore_from(asked.file, folder)
        case "check":
            return keeping.check(folder)
        case _:
            return _start(settings)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description="Deal poker on Discord.")
    tasks = parser.add_subparsers(dest="task", metavar="TASK")
    backup = tasks.add_parser("backup", help="copy the database, also while the bot runs")
    backup.add_argument("file", type=Path, metavar="FILE", help="a file that is not there yet")
    restore = tasks.add_parser("restore", help="put a backup in the place of the database")
    restore.add_argument("file", type=Path, metavar="FILE", help="the backup")
    tasks.add_parser("check", help="say whether the database is whole, also while the bot runs")
    return parser


def _start(settings: Settings) -> int:
    """Run the bot until it is told to stop, and return the exit status."""
    try:
        asyncio.run(_run_until_told(settings))
    except MissingToken:
        log.critical("DISCORD_TOKEN is not set. Set it, or SANDBOX=1 to play without Discord.")
        return 2
    except discord.LoginFailure:
        log.critical("Discord does not accept DISCORD_TOKEN. Copy it anew from the developer page.")
        return 2
    except (StoreError, EndpointError) as error:
        log.critical("%s", error)
        return 1
    except (aiohttp.ClientError, OSError, discord.HTTPException) as error:
        log.critical("Discord cannot be reached: %s", error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
