"""The graceful end: nothing new is taken, what is under way is finished and told, tables know."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from bot.catalogue import words_for
from bot.commands.base import Desk
from bot.door import Door
from bot.outages import Outages
from bot.outbox import Outbox
from bot.render import screens
from bot.table.model import Phase
from bot.tables import Tables

log = logging.getLogger(__name__)

FOR_TELLING = 0.75
"""The part of the grace time in which the outbox is told; the rest is for the last line."""


async def wind_down(
    door: Door,
    desk: Desk,
    tables: Tables,
    outages: Outages,
    outbox: Outbox,
    *,
    grace_s: float,
) -> None:
    """Commit and tell what is under way, then say at the tables that play goes on.

    What cannot be told within `grace_s` seconds stays in the outbox for the next start. The last
    line is not worth that: it is tried once and not kept.
    """
    door.close()
    with suppress(TimeoutError):
        async with asyncio.timeout(grace_s * FOR_TELLING):
            await outages.stop()
            await desk.finish()
            await outbox.drain()
    with suppress(TimeoutError):
        async with asyncio.timeout(grace_s * (1 - FOR_TELLING)):
            await _say_that_play_goes_on(tables, outbox)
    log.info("Everything accepted is written down; still to be told: %d", len(outbox.waiting()))


async def _say_that_play_goes_on(tables: Tables, outbox: Outbox) -> None:
    playing = [t for t in tables.all_open() if t.phase in {Phase.PLAYING, Phase.BETWEEN}]
    # Those in the middle of a hand first, should the time not suffice for all.
    playing.sort(key=lambda table: table.phase is not Phase.PLAYING)
    parting = [(t, screens.notice(words_for(t.locale).restarting())) for t in playing]
    await asyncio.gather(
        *(
            outbox.say_once(table.id, table.channel, f"restart{table.version}", screen)
            for table, screen in parting
        )
    )
