"""Members who press, at many tables or on one fixed message, and how long they waited."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from bot.router import Verb, parse_custom_id
from bot.sandbox import Channel, Member, Message, Reply
from bot.sandbox.rules import check_create
from tests.bench.bare import PRESS
from tests.bench.timed import TimedStandIn

SEATS = 6
PASSIVE = {Verb.CHECK, Verb.CALL}
CLOSED = "The table is closed after"
AT_ONCE = 8
"""How many tables are opened at once."""
QUIET_S = 0.3
"""After so long without a request the bot has told all there is to tell."""
DRAINED_S = 0.02
"""The same while hands are played: then it may only wait until the next is to be dealt."""
PATIENCE_S = 30.0
COMPONENTS_V2 = 1 << 15
FIXED = [
    {"type": 10, "content": "Press the button."},
    {"type": 1, "components": [{"type": 2, "style": 2, "label": "Press", "custom_id": PRESS}]},
]

Key = tuple[int, int, int]
"""Channel, deal and step: what a press answers."""


@dataclass(slots=True)
class Waits:
    """How long presses waited for their answers, in seconds."""

    inside: list[float] = field(default_factory=list)
    """Inside a betting round."""
    opening: list[float] = field(default_factory=list)
    """Those that opened a street."""
    all: list[float] = field(default_factory=list)
    spent_s: float = 0.0
    """How long the round of presses took, with all that followed from them."""
    processor_s: float = 0.0
    """How long the bot kept a processor busy over it."""
    unanswered: int = 0
    """Presses that were not answered within Discord's three seconds."""

    def add(self, others: Waits) -> None:
        """Take in those of another round."""
        self.inside += others.inside
        self.opening += others.opening
        self.all += others.all
        self.spent_s += others.spent_s
        self.processor_s += others.processor_s
        self.unanswered += others.unanswered


@dataclass(frozen=True, slots=True)
class Prompt:
    """Somebody is asked to act, and what he will press."""

    key: Key
    actor: Member
    post: Message
    custom_id: str


@dataclass(frozen=True, slots=True)
class Pressed:
    """One press that was answered."""

    key: Key
    took_s: float
    closed: bool
    """The post asks nobody any more: a street has opened, or the hand is over."""


class Crowd:
    """Six members at each of many tables: the first to act folds, all others check or call."""

    def __init__(self, world: TimedStandIn, name: str, tables: int, **options: int) -> None:
        self.world = world
        self.channels = [world.add_channel(f"{name}-{number}") for number in range(tables)]
        self.members = [
            [world.add_member(world.ids.next(), f"{name} {number}.{seat}") for seat in range(SEATS)]
            for number in range(tables)
        ]
        self._places = {channel.id for channel in self.channels}
        self._options = {"seats": SEATS, "turn": 600, "pings": "never"} | options
        self._ready: list[Prompt] = []
        self._waiting = asyncio.Semaphore(0)
        self._chance = random.Random(6)
        self._asked: set[Key] = set()
        self._pressed: list[Pressed] = []
        self._failed = 0
        world.watchers.add(self._saw)

    async def sit_down(self) -> None:
        """Open the tables and have everybody join."""

        async def sit_down(channel: Channel, opener: Member, *others: Member) -> None:
            await opener.slash(channel, "holdem start", **self._options)
            lobby = await self._lobby(channel)
            for member in others:
                await member.press(lobby, "Join")

        await self._at_every_table(sit_down)

    async def start(self) -> None:
        """Have the first hand dealt at every table."""

        async def start(channel: Channel, opener: Member, *_: Member) -> None:
            await opener.press(await self._lobby(channel), "Start")

        await self._at_every_table(start)

    async def _at_every_table(self, do: Callable[..., Awaitable[None]]) -> None:
        """Do something at every table, at some of them at once, until all is told."""
        tables = zip(self.channels, self.members, strict=True)

        async def one_after_another() -> None:
            for channel, members in tables:
                await do(channel, *members)

        await asyncio.gather(*(one_after_another() for _ in range(AT_ONCE)))
        await self.world.settled(QUIET_S)

    async def _lobby(self, channel: Channel) -> Message:
        """Return the post of a table that is open, once it is there."""
        await self.world.wait_for(lambda: channel.messages, PATIENCE_S)
        return channel.messages[0]

    def _saw(self, kind: str, what: Any) -> None:
        """Read what is asked by a message that came or changed."""
        if kind != "message" or what.place.id not in self._places:
            return
        prompt = _prompt(self.world, what)
        if prompt is not None and prompt.key not in self._asked:
            self._asked.add(prompt.key)
            self._ready.append(prompt)
            self._waiting.release()

    async def press(self) -> None:
        """Have somebody act who is asked to; where nobody is, wait until somebody is."""
        async with asyncio.timeout(PATIENCE_S):
            await self._waiting.acquire()
        prompt = self._ready.pop(self._chance.randrange(len(self._ready)))
        reply = await prompt.actor.press_id(prompt.post, prompt.custom_id)
        took_s = _took_s(self.world, reply)
        if took_s is None:
            self._failed += 1
        else:
            closed = _prompt(self.world, prompt.post) is None
            self._pressed.append(Pressed(prompt.key, took_s, closed))

    async def play_to_the_end(self) -> None:
        """Play until every table is closed."""

        def over() -> bool:
            return all(CLOSED in channel.messages[-1].text for channel in self.channels)

        while not over():
            await self.world.wait_for(lambda: self._ready or over(), PATIENCE_S)
            while self._ready:
                await self.press()

    async def all_asked(self) -> None:
        """Wait until somebody is to act at every table."""
        tables = len(self.channels)
        await self.world.wait_for(lambda: len(self._ready) == tables, PATIENCE_S)
        await self.world.settled(QUIET_S)

    def go_away(self) -> None:
        """Look at no more messages."""
        self.world.watchers.discard(self._saw)

    def waits(self) -> Waits:
        """Return how long the presses since the last time waited, and forget them."""
        told = Waits(unanswered=self._failed)
        for pressed in self._pressed:
            channel, deal, step = pressed.key
            told.all.append(pressed.took_s)
            if not pressed.closed:
                told.inside.append(pressed.took_s)
            elif (channel, deal, step + 1) in self._asked:
                told.opening.append(pressed.took_s)
        self._pressed.clear()
        self._failed = 0
        return told


class Pressers:
    """Members who press the one button of a bare bot."""

    def __init__(self, world: TimedStandIn, channels: int) -> None:
        self.world = world
        draft = check_create({"flags": COMPONENTS_V2, "components": FIXED})
        member = world.member("member")
        self._posts = deque(
            (member, world.posts.post(world.add_channel(f"fixed-{n}"), world.bot_id, draft))
            for n in range(channels)
        )
        self._told = Waits()

    async def press(self) -> None:
        """Press the button of the message whose turn it is."""
        member, post = self._posts[0]
        self._posts.rotate(-1)
        took_s = _took_s(self.world, await member.press_id(post, PRESS))
        if took_s is None:
            self._told.unanswered += 1
        else:
            self._told.all.append(took_s)
            self._told.inside.append(took_s)

    def waits(self) -> Waits:
        """Return how long the presses since the last time waited, and forget them."""
        told, self._told = self._told, Waits()
        return told


async def press_for(crowd: Crowd | Pressers, presses: int, in_flight: int) -> Waits:
    """Have so many presses made, so many of them at a time, and wait until all is told."""
    left = iter(range(presses))

    async def one_after_another() -> None:
        for _ in left:
            await crowd.press()

    start = time.perf_counter()
    await asyncio.gather(*(one_after_another() for _ in range(in_flight)))
    await crowd.world.settled(DRAINED_S)
    spent_s = time.perf_counter() - start - DRAINED_S
    waits = crowd.waits()
    waits.spent_s = spent_s
    return waits


def _prompt(world: TimedStandIn, post: Message) -> Prompt | None:
    """Return what a post asks, None when it asks nothing."""
    passive = fold = None
    for button in post.buttons:
        press = parse_custom_id(button.custom_id)
        if press is not None and press.verb in PASSIVE:
            passive = press
        elif press is not None and press.verb is Verb.FOLD:
            fold = press
    asked = re.search(r"<@(\d+)>: ", post.text)
    if passive is None or fold is None or asked is None:
        return None
    chosen = fold if passive.step == 1 else passive
    key = (post.place.id, passive.deal, passive.step)
    return Prompt(key, world.members[int(asked[1])], post, str(chosen))


def _took_s(world: TimedStandIn, reply: Reply) -> float | None:
    """Return how long the answer took, None where there was none in time."""
    if reply.kind == "failed":
        return None
    assert reply.kind in {"update", "deferred"}, reply.text
    return world.took_s(reply.interaction.id)
