"""Threads for tables: made once, however often it is tried."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

import discord

from bot.outbox.trouble import NotNow, cause, is_discords, may_pass

log = logging.getLogger(__name__)

PUT_AWAY_MIN: Final = 1_440
"""After how many minutes without a message Discord puts a thread away."""


class Threads:
    """Makes threads through the client's connection."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def make(self, channel: int, names: Sequence[str]) -> list[int] | None:
        """Return a public thread of each name in a channel, None where they cannot be made.

        Those that are there are taken as they are: a crash may have come between making them and
        writing that down.

        :raises NotNow: when Discord is in trouble.
        """
        place = self._client.get_channel(channel)
        if not isinstance(place, discord.TextChannel):
            return None
        held = place.permissions_for(place.guild.me)
        if not (held.create_public_threads and held.send_messages_in_threads):
            return None
        try:
            known = await self._made(place)
            return [known.get(name) or await self._make(place, name) for name in names]
        except Exception as error:
            if not is_discords(error):
                raise
            log.warning("Threads cannot be made in channel %s: %s", channel, cause(error))
            if may_pass(error):
                raise NotNow from error
            return None

    async def _made(self, place: discord.TextChannel) -> dict[str, int]:
        """Return the bot's own threads in a channel by name."""
        return {
            thread.name: thread.id
            for thread in await place.guild.active_threads()
            if thread.parent_id == place.id and thread.owner_id == place.guild.me.id
        }

    async def _make(self, place: discord.TextChannel, name: str) -> int:
        kind = discord.ChannelType.public_thread
        made = await place.create_thread(name=name, type=kind, auto_archive_duration=PUT_AWAY_MIN)
        return made.id
