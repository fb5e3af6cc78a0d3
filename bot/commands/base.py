"""What every command does: read who asks, make the request, answer once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from weakref import WeakValueDictionary

import discord

from bot.asked import Asked, Spot, asked_by
from bot.books import Books
from bot.hosting import HostRequests
from bot.outbox import Answer, Outbox
from bot.places import Places
from bot.records.privacy import Privacy
from bot.records.requests import Records
from bot.render import screens
from bot.requests import Requests
from bot.router import RecordPress, RecordVerb
from bot.series.requests import SeriesRequests
from bot.server.service import ServerSettings
from bot.speech import Speech
from bot.table.model import Options, TableId, UserId
from bot.tables import Tables

ANSWER_WITHIN_S = 2.0
"""Discord waits three seconds; a commit that takes longer than this is answered later."""
FINISH_WITHIN_S = 3.0
"""How long the end of the program waits for answers being made: none is worth more to Discord."""


class Desk:
    """Where interactions arrive and are answered."""

    def __init__(
        self,
        tables: Tables,
        places: Places,
        requests: Requests,
        books: Books,
        hosting: HostRequests,
        series: SeriesRequests,
        records: Records,
        privacy: Privacy,
        server_settings: ServerSettings,
        speech: Speech,
        outbox: Outbox,
    ) -> None:
        self.tables = tables
        self.server_settings = server_settings
        self.speech = speech
        self._places = places
        self.requests = requests
        self.books = books
        self.hosting = hosting
        self.series = series
        self.records = records
        self.privacy = privacy
        self.outbox = outbox
        self._at_work = 0
        self._free = asyncio.Event()
        self._turns: WeakValueDictionary[UserId, asyncio.Lock] = WeakValueDictionary()

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Have the end of the program wait for what is done meanwhile."""
        self._at_work += 1
        self._free.clear()
        try:
            yield
        finally:
            self._at_work -= 1
            if not self._at_work:
                self._free.set()

    async def finish(self) -> None:
        """Wait until everybody who asked has his answer."""
        with suppress(TimeoutError):
            async with asyncio.timeout(FINISH_WITHIN_S):
                while self._at_work:
                    await self._free.wait()

    def asked(self, interaction: discord.Interaction) -> Asked:
        """Read an interaction, by the settings of its server."""
        return asked_by(interaction, self.server_settings.of(interaction.guild_id or 0))

    async def serve(
        self, interaction: discord.Interaction, make: Callable[[Asked], Awaitable[Answer]]
    ) -> None:
        """Answer an interaction with what `make` returns, in time whatever it takes."""
        asked = self.asked(interaction)
        with self.at_work():
            work = asyncio.ensure_future(self._in_turn(asked, make))
            done, _ = await asyncio.wait({work}, timeout=ANSWER_WITHIN_S)
            if not done:
                await self.outbox.defer(interaction, ephemeral=asked.spot is Spot.COMMAND)
            await self.outbox.answer(interaction, await work)

    async def _in_turn(self, asked: Asked, make: Callable[[Asked], Awaitable[Answer]]) -> Answer:
        """Do one thing at a time for a member: others wait for one of his at most.

        A table that waited for its place goes on where somebody asks.
        """
        async with self._turns.setdefault(asked.who.user, asyncio.Lock()):
            if asked.may_write:
                await self._places.found(asked.channel)
            return await make(asked)

    async def here(
        self,
        interaction: discord.Interaction,
        make: Callable[[Asked, TableId], Awaitable[Answer]],
    ) -> None:
        """Answer a command about the table in its channel."""

        async def request(asked: Asked) -> Answer:
            return await make(asked, self.tables.at(asked.channel).id)

        await self.serve(interaction, request)

    async def press_record(self, asked: Asked, press: RecordPress) -> Answer:
        """Do what a control under a leaderboard or a member's own data asks for."""
        match press.verb:
            case RecordVerb.LEADERS:
                return await self.records.turn(asked, press)
            case RecordVerb.DELETE:
                return await self.privacy.delete(asked)

    async def open(self, interaction: discord.Interaction, options: Options) -> None:
        """Open a table, and say so should direct messages not reach the opener."""
        with self.minding_reachability(interaction):
            await self.serve(interaction, lambda asked: self.requests.open(asked, options))

    @contextmanager
    def minding_reachability(self, interaction: discord.Interaction) -> Iterator[None]:
        """Have who sits down meanwhile told at once should direct messages not arrive."""
        user = UserId(interaction.user.id)
        told = screens.notice(self.asked(interaction).words.unreachable())
        self.outbox.if_unreachable(user, interaction, told)
        try:
            yield
        except Exception:
            self.outbox.forget_fallback(user)
            raise
