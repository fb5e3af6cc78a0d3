"""Servers and channels come and go: what the gateway tells of them, and its tables feel of it."""

from __future__ import annotations

import discord

from bot.clock import Clock
from bot.place import may_write
from bot.places import Places
from bot.table.model import Obstacle, Table
from bot.tables import Tables

LOOK_S = 5.0


class Servers:
    """Suspends the tables of servers that are away and channels that are closed to the bot."""

    def __init__(
        self, client: discord.Client, tables: Tables, places: Places, clock: Clock
    ) -> None:
        self._client = client
        self._tables = tables
        self._places = places
        self._clock = clock

    async def run(self) -> None:
        """Look again and again for servers that are away since the session began, for ever.

        The gateway tells when one goes away, but not that one it begins with stays away.
        """
        while True:
            await self._clock.sleep(LOOK_S)
            if self._client.is_ready():
                for guild in self._client.guilds:
                    if guild.unavailable:
                        await self.away(guild)

    async def compare(self) -> None:
        """Close the tables of servers that the bot was removed from unheard."""
        known = {guild.id for guild in self._client.guilds}
        for guild in {table.guild for table in self._tables.all_open()} - known:
            await self.removed(guild)

    async def away(self, guild: discord.Guild) -> None:
        """Freeze a server's tables."""
        for table in self._in(guild.id):
            await self._places.lose(table.channel, Obstacle.SERVER_AWAY)

    async def removed(self, guild: int) -> None:
        """Close a server's tables."""
        for table in self._in(guild):
            await self._places.lose(table.channel, Obstacle.REMOVED)

    async def look_around(self, guild: discord.Guild) -> None:
        """See for every table of a server whether the bot may write there.

        A thread that is put away is not known: whether it can be used, sending will tell.
        """
        for table in self._in(guild.id):
            channel = guild.get_channel_or_thread(table.channel)
            if channel is None:
                await self._places.found(table.channel)
            else:
                await self.look_at(channel)

    async def look_at(self, channel: discord.abc.GuildChannel | discord.Thread) -> None:
        """See whether the bot may write in a channel."""
        if may_write(channel.permissions_for(channel.guild.me), channel):
            await self._places.found(channel.id)
        elif isinstance(channel, discord.Thread) and channel.locked:
            await self._places.lose(channel.id, Obstacle.LOCKED)
        else:
            await self._places.lose(channel.id, Obstacle.CLOSED_TO_US)

    def _in(self, guild: int) -> list[Table]:
        return [table for table in self._tables.all_open() if table.guild == guild]
