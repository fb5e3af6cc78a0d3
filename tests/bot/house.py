"""A whole house for a test: the pretend Discord, the real bot, members, and decks in any order."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TypeVar

import aiohttp
import aiosqlite
from prometheus_client import generate_latest

from bot.client import Croupier
from bot.clock import Clock
from bot.dealer import Dealer
from bot.maintenance import Operators
from bot.sandbox import Channel, Faults, Limits, Member, Message, Reply, StandIn
from bot.store import Store
from bot.store.copies import LOG_FILES, back_up
from engine.cards import FULL_DECK, Deck
from tests.bot.leaks import Witness, leaks
from tests.sandbox.openapi import Spec

CLOSED_MESSAGES = 50007
SETTLED_S = 60
"""What takes longer than this hangs, however slow the machine is."""


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
        self._standing_at: float | None = None
        self._moved = asyncio.Condition()

    def now(self) -> float:
        going = super().now() if self._standing_at is None else self._standing_at
        return going + self._ahead

    def stand_still(self) -> None:
        """Have no time pass from now on, however busy the machine is, but what a test moves on."""
        self._standing_at = super().now()

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
        self.clock = TestClock()
        self.world = StandIn(limits=Limits.relaxed(), record=True, now=self.clock.now)
        self.witness = Witness(self.world, self.clock.now)
        self.dealer = StackedDealer()
        self.brought_about: set[int] = set()
        """Codes of refusals that a test brings about."""
        self.connect: Callable[..., aiosqlite.Connection] = aiosqlite.connect
        self.member_limit = 1_000_000
        self.operators = Operators()
        self.remembered: Path | None = None
        self.client: Croupier | None = None
        self._store: Store | None = None
        self._jobs: list[asyncio.Task[None]] = []

    @property
    def channel(self) -> Channel:
        return self.world.channel("poker")

    @property
    def faults(self) -> Faults:
        """What requests of the bot are to meet."""
        return self.world.faults

    @property
    def database(self) -> Path:
        return self.folder / "data" / "croupier.db"

    def member(self, name: str) -> Member:
        return self.world.member(name)

    @property
    def store(self) -> Store:
        assert self._store is not None
        return self._store

    async def open(self) -> None:
        self.witness.watch()
        await self.world.start_unix(self.folder / "discord.sock")
        await self.start_bot()

    async def start_bot(self) -> None:
        self._store = await Store.open(self.folder / "data", connect=self.connect)
        connector = aiohttp.UnixConnector(str(self.folder / "discord.sock"), limit=0)
        self.client = Croupier(
            self._store, self.clock, self.dealer,
            member_limit=self.member_limit, operators=self.operators, connector=connector,
        )  # fmt: skip
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
        # What Prometheus would read is looked through for cards as the log is.
        shown = generate_latest(self.client.watch.metrics.registry).decode()
        self.witness.published.append(shown)
        await self.client.close()
        for job in self._jobs:
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)
        await self._store.close()

    async def kill_bot(self) -> None:
        """End the bot as a kill would: what it writes while it closes is lost."""
        left = self.folder / "left.db"
        back_up(self.database.parent, left)
        await self.stop_bot()
        for ending in ("", *LOG_FILES):
            self.database.with_name(self.database.name + ending).unlink(missing_ok=True)
        left.rename(self.database)

    async def close(self) -> None:
        self.faults.end()
        await self.stop_bot()
        await self.world.close()
        self.witness.stop()

    def problems(self) -> list[str]:
        """Return what no evening may have, whatever was played: leaks, bugs, lost answers."""
        found = leaks(self.witness, self.remembered or self.database)
        found += [
            f"a dialog shows cards: {exchange.request}"
            for exchange in self.world.exchanges
            if "/callback" in exchange.template
            and exchange.request["type"] == 9
            and re.search("[♣♦♥♠]", str(exchange.request))
        ]
        found += [
            f"{exchange.method} {exchange.template}: {exchange.status} {exchange.response}"
            for exchange in self.world.exchanges
            if exchange.status >= 400
            and not exchange.faulty
            and exchange.response.get("code") not in {CLOSED_MESSAGES, *self.brought_about}
        ]
        found += [
            line for line in self.witness.logged if line.startswith("bot") and "ERROR" in line
        ]
        return found

    def remember(self) -> None:
        """Judge what is told by what is in the database now: a test is about to delete some."""
        self.remembered = self.folder / "remembered.db"
        back_up(self.database.parent, self.remembered)

    async def connected(self) -> None:
        """Wait until the bot is back at the gateway, and has done what follows from it."""
        assert self.client is not None
        outages = self.client.outages
        await self.world.wait_for(lambda: not outages.lasting, timeout=10)
        await self.settled()

    async def settled(self) -> None:
        """Wait until the bot has done all there is to do now."""
        async with asyncio.timeout(SETTLED_S):
            idle = 0
            while idle < 2:
                idle = 0 if self._is_busy() else idle + 1
                await asyncio.sleep(0.001)

    def _is_busy(self) -> bool:
        """Look behind the scenes, where waiting for quiet would cost a test seconds."""
        assert self.client is not None
        names = [task.get_name() for task in asyncio.all_tasks()]
        if any(name.startswith(("discord.py: on_", "CommandTree-invoker")) for name in names):
            return True
        if self.client.outbox._boards.flying:
            return True
        now = self.clock.now()
        lanes = self.client.outbox._lanes
        for lane in lanes.lanes.values():
            row = lanes.next_of(lane)
            due = row is not None and row.due <= now and lane.rests_until <= now
            held = any(lanes._held.holds(row) for row in lane.rows)
            if lane.dirty or lane.lost or due or held:
                return True
        tables = self.client.tables
        if any(lock.locked() for lock in tables._locks.values()):
            return True
        if self.client.series.wakes_at is not None and self.client.series.wakes_at <= now:
            return True
        if self.client.publishing.wakes_at is not None and self.client.publishing.wakes_at <= now:
            return True
        return any(at <= now for at in tables._wakes._alarms._next.values())

    @property
    def posts(self) -> list[Message]:
        """The bot's messages in the channel, reminders and small print left out."""
        return [
            m
            for m in self.channel.messages
            if not m.text.endswith("your turn.") and not m.text.startswith("-# ")
        ]

    @property
    def post(self) -> Message:
        """The newest of them."""
        return self.posts[-1]

    def actor(self) -> Member:
        """Return the member whom the newest post asks to act."""
        text = self.post.text
        # French has a space before the colon.
        asked = re.search(r"<@(\d+)>\u202f?:", text)
        assert asked is not None, text
        return next(m for m in self.world.members.values() if m.id == int(asked[1]))

    async def press(self, label: str, who: Member | None = None) -> Reply:
        """Have the member to act (or another) press a button of the newest post."""
        return await self.press_on(self.post, label, who or self.actor())

    async def press_on(self, message: Message, label: str, who: Member) -> Reply:
        """Have a member press a button of any message."""
        reply = await who.press(message, label)
        await self.settled()
        return reply

    async def slash(self, who: Member, command: str, /, **options: object) -> Reply:
        """Have a member send a command in the channel."""
        reply = await who.slash(self.channel, command, **options)
        await self.settled()
        return reply

    async def fill_in(self, who: Member, label: str, amount: str) -> Reply:
        """Press a button of the newest post and fill in the dialog that it opens."""
        dialog = await self.press(label, who)
        reply = await who.submit(dialog, amount=amount)
        await self.settled()
        return reply

    async def pass_time(self, seconds: float) -> None:
        """Let time pass and see what comes of it."""
        await self.clock.pass_time(seconds)
        await asyncio.sleep(0.002)
        await self.settled()

    def ephemerals(self, who: Member) -> list[Message]:
        """Return what only this member sees in the channel."""
        return [m for m in who.view(self.channel) if m.seen_by == who.id]

    def read(self, message: Message | Reply) -> str:
        """Return a message as a reader sees it: names for mentions, a word for a countdown."""
        shown: Message | None = message.message if isinstance(message, Reply) else message
        assert shown is not None
        names = {member.id: member.name for member in self.world.members.values()}
        text = re.sub(r"<@(\d+)>", lambda match: f"@{names[int(match[1])]}", shown.text)
        text = re.sub(r"<#\d+>", "#poker", text)
        text = re.sub(r"<t:\d+:R>", "in a while", text)
        buttons = " ".join(f"[{button.label}]" for button in shown.buttons)
        return f"{text}\n{buttons}" if buttons else text


AnyHouse = TypeVar("AnyHouse", bound=House)


@asynccontextmanager
async def checked(house: AnyHouse, spec: Spec | None) -> AsyncIterator[AnyHouse]:
    """Open a house; at the end, look for what must never be, and check all traffic."""
    await house.open()
    yield house
    await house.close()
    assert house.problems() == []
    if spec is not None:
        assert spec.problems(house.world) == []
