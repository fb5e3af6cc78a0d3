"""A whole house for a test: the pretend Discord, the real bot, members, and decks in any order."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import aiohttp

from bot.clock import Clock
from bot.client import Croupier
from bot.sandbox import Channel, Limits, Member, Message, Reply, StandIn
from bot.store import Store
from bot.tables import Dealer
from engine.cards import FULL_DECK, Deck


class StackedDealer(Dealer):
    """Deals the decks it was given, then others that are the same in every run."""

    def __init__(self, decks: Sequence[Deck] = (), button: int = 0) -> None:
        super().__init__()
        self.decks = list(decks)
        self.button = button

    def shuffle(self) -> Deck:
        return self.decks.pop(0) if self.decks else FULL_DECK

    def draw(self) -> int:
        return self.button


class TestClock(Clock):
    """A clock that a test can move on: sleepers wake as if the time had passed."""

    __test__ = False

    def __init__(self) -> None:
        self._ahead = 0.0
        self._moved = asyncio.Condition()

    def now(self) -> float:
        return super().now() + self._ahead

    async def sleep(self, seconds: float) -> None:
        until = self.now() + seconds
        async with self._moved:
            while (left := until - self.now()) > 0:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._moved.wait(), left)

    async def pass_time(self, seconds: float) -> None:
        """Move the time on."""
        self._ahead += seconds
        async with self._moved:
            self._moved.notify_all()


class House:
    """The pretend Discord with the bot connected to it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.world = StandIn(limits=Limits.relaxed(), record=True)
        self.clock = TestClock()
        self.dealer = StackedDealer()
        self.client: Croupier | None = None
        self._store: Store | None = None
        self._jobs: list[asyncio.Task[None]] = []

    @property
    def channel(self) -> Channel:
        return self.world.channel("poker")

    def member(self, name: str) -> Member:
        return self.world.member(name)

    async def open(self) -> None:
        await self.world.start_unix(self.folder / "discord.sock")
        await self.start_bot()

    async def start_bot(self) -> None:
        self._store = await Store.open(self.folder / "data")
        connector = aiohttp.UnixConnector(str(self.folder / "discord.sock"), limit=0)
        self.client = Croupier(self._store, self.clock, self.dealer, connector=connector)
        self._jobs = [
            asyncio.create_task(self.client.start(self.world.token)),
            asyncio.create_task(self.client.run_tables()),
        ]
        while not self.client.is_ready():
            for job in self._jobs:
                if job.done():
                    job.result()
            await asyncio.sleep(0)

    async def stop_bot(self) -> None:
        assert self.client is not None
        assert self._store is not None
        await self.client.close()
        for job in self._jobs:
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)
        await self._store.close()

    async def close(self) -> None:
        await self.stop_bot()
        await self.world.close()

    async def settled(self) -> None:
        await self.world.settled()

    @property
    def post(self) -> Message:
        """The newest message in the channel."""
        return self.channel.messages[-1]

    def actor(self) -> Member:
        """The member whom the newest post asks to act."""
        text = self.post.text
        return next(m for m in self.world.members.values() if f"<@{m.id}>:" in text)

    async def press(self, label: str, who: Member | None = None) -> Reply:
        """Have the member to act (or another) press a button of the newest post."""
        reply = await (who or self.actor()).press(self.post, label)
        await self.settled()
        return reply

    async def pass_time(self, seconds: float) -> None:
        """Let time pass and see what comes of it."""
        await self.clock.pass_time(seconds)
        # The bot wakes and commits before its first request; only requests can be waited for.
        await asyncio.sleep(0.05)
        await self.settled()
