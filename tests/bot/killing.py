"""A real bot process that a test kills at any moment, and members who go on when it is back.

::

    evening = Evening(folder, "holdem", ("Léa", "Tom"), script)
    evening.doom = Doom("after", "POST", "/channels/")
    await evening.play()                  # killed there, started again, played to the end
    assert evening.seen() == unbroken

The process is forked by multiprocessing's fork server, which has everything imported, so that a
start costs little; it runs `bot.wiring.run` with a stacked deck and, where a test wants it, a clock
that runs faster. Between it and the pretend Discord stands a gate through which all its requests
go: it is there that a process can be killed before Discord hears of something, or before it hears
that Discord did.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import random
import re
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import aiohttp
from aiohttp import web

from bot.clock import Clock
from bot.router import Verb, parse_custom_id
from bot.sandbox import Channel, Limits, Member, Message, Reply, SandboxError, StandIn
from bot.settings import Settings
from bot.tables import Dealer
from bot.wiring import run
from engine.cards import FULL_DECK, Deck

# What preload imports is there already when a process is forked.
_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["pytest", "tests.bot.killing"])

DECISIONS = {Verb.FOLD, Verb.CHECK, Verb.CALL, Verb.EXCHANGE}
PATIENCE_S = 20.0


@dataclass(frozen=True, slots=True)
class Time:
    """What a process takes for the time: an hour ago and from there on, faster."""

    begun: float
    speed: float = 1.0
    ahead: float = 0.0

    def now(self) -> float:
        """Return the time; never later than the pretend Discord's, which ids of messages carry."""
        return self.begun - 3_600 + (time.time() - self.begun) * self.speed + self.ahead


class FastClock(Clock):
    """A clock by such a time."""

    def __init__(self, by: Time) -> None:
        self._by = by

    def now(self) -> float:
        return self._by.now()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / self._by.speed)


class OneDeck(Dealer):
    """Deals the same deck in every hand, in any process."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._deck: Deck = tuple(random.Random(seed).sample(FULL_DECK, len(FULL_DECK)))

    def shuffle(self) -> Deck:
        return self._deck

    def draw(self) -> int:
        return 0


def serve(environ: Mapping[str, str], by: Time, seed: int) -> None:
    """Be the bot: what the forked process does."""
    os.environ.update(environ)
    logging.basicConfig(level=logging.WARNING)
    logging.getLogger("discord.client").setLevel(logging.ERROR)  # voice is not wanted
    with suppress(KeyboardInterrupt):
        asyncio.run(run(Settings(), clock=FastClock(by), dealer=OneDeck(seed)))


@dataclass(frozen=True, slots=True)
class Doom:
    """When a process is to die: at its nth request of a kind, before or after it took effect."""

    when: str
    method: str = ""
    path: str = ""
    holding: str = ""
    nth: int = 1

    def fits(self, method: str, path: str, body: str) -> bool:
        """Say whether a request is of the kind."""
        return self.method in {"", method} and self.path in path and self.holding in body


class Gate:
    """The way of the bot's requests to the pretend Discord, on which it can be killed."""

    def __init__(self, world: StandIn, kill: Callable[[], None]) -> None:
        self.doom: Doom | None = None
        self._left = 0
        self._world = world
        self._kill = kill
        self._runner: web.AppRunner | None = None
        self._session: aiohttp.ClientSession | None = None
        self.url = ""

    async def open(self) -> None:
        self._session = aiohttp.ClientSession(auto_decompress=False)
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self._forward)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}/api/v10"

    async def close(self) -> None:
        assert self._runner is not None
        assert self._session is not None
        await self._runner.cleanup()
        await self._session.close()

    def expect(self, doom: Doom | None) -> None:
        """Have the process die at its next request of a kind."""
        self.doom = doom
        self._left = doom.nth if doom else 0

    def _dies(self, when: str, method: str, path: str, body: str) -> bool:
        doom = self.doom
        if doom is None or doom.when != when or not doom.fits(method, path, body):
            return False
        self._left -= 1
        if self._left == 0:
            self.doom = None
            self._kill()
            return True
        return False

    async def _forward(self, request: web.Request) -> web.Response:
        assert self._session is not None
        body = await request.read()
        sent = (request.method, request.path, body.decode())
        # Logging in and telling Discord the commands are no moments of a game.
        game = any(part in request.path for part in ("/channels", "/interactions", "/webhooks"))
        if game and self._dies("before", *sent):
            return web.Response(status=503)
        url = self._world.api_url.removesuffix("/api/v10") + request.raw_path
        headers = {k: v for k, v in request.headers.items() if k != "Host"}
        async with self._session.request(request.method, url, data=body, headers=headers) as got:
            kept = {k: v for k, v in got.headers.items() if k.startswith("X-")}
            answer = web.Response(body=await got.read(), status=got.status, headers=kept)
            answer.headers["Content-Type"] = got.headers.get("Content-Type", "text/plain")
        if game:
            self._dies("after", *sent)
        return answer


@dataclass(frozen=True, slots=True)
class Prompt:
    """Somebody is asked to act."""

    deal: int
    step: int
    actor: Member
    post: Message


@dataclass(frozen=True, slots=True)
class Seen:
    """What members see when all is over: times taken out, for they differ."""

    posts: tuple[str, ...]
    pinged: tuple[tuple[str, ...], ...]
    buttons: tuple[tuple[str, ...], ...]
    direct: dict[str, tuple[str, ...]]


class Evening:
    """A table from the first command to the last post, whatever happens to the bot."""

    def __init__(
        self,
        folder: Path,
        game: str,
        names: tuple[str, ...],
        script: Mapping[tuple[int, int], str],
        *,
        seed: int = 1,
        speed: float = 25.0,
        **options: object,
    ) -> None:
        """Set an evening up.

        :param script: what is decided at a prompt, by deal and step: the beginning of a button's
            label, or a slash command with its amount. What is not said is checked, called or stood
            pat.
        """
        # Without nonces nothing but the bot's own care keeps a message from being sent twice.
        limits = replace(Limits.relaxed(), nonce_s=0.0)
        self.world = StandIn(limits=limits, record=False)
        self.gate = Gate(self.world, self.kill)
        self.time = Time(time.time(), speed)
        self.folder = folder
        self.game = game
        self.members = [self.world.member(name) for name in names]
        self.script = script
        self.seed = seed
        self.options = {"turn": 600, "pings": "never", "hands": 1} | options
        self.dooms: list[Doom] = []
        self.deaths = 0
        self.pressed: list[Prompt] = []
        self._process: multiprocessing.process.BaseProcess | None = None
        self._died = asyncio.Event()

    # -- the process

    async def open(self) -> None:
        await self.world.start()
        await self.gate.open()
        await self.start()

    async def close(self) -> None:
        self.gate.expect(None)
        self.kill()
        await self.gate.close()
        await self.world.close()

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def start(self) -> None:
        """Start the bot and wait until it has caught up."""
        self._died.clear()
        environ = {
            "DISCORD_TOKEN": self.world.token,
            "DISCORD_API_URL": self.gate.url,
            "DISCORD_GATEWAY_URL": self.world.gateway_url,
            "DATA_DIR": str(self.folder / "data"),
        }
        self._process = _FORKS.Process(
            target=serve, args=(environ, self.time, self.seed), daemon=True
        )
        await asyncio.to_thread(self._process.start)
        if self.dooms:
            self.gate.expect(self.dooms.pop(0))
        sessions = set(self.world.gateway.sessions)

        def connected() -> bool:
            fresh = set(self.world.gateway.sessions) - sessions
            return bool(fresh) or self._died.is_set()

        await self.world.wait_for(connected, PATIENCE_S)
        await self.caught_up()

    async def caught_up(self, seconds: float = 0.1) -> None:
        """Wait until the bot has nothing more to tell for the moment, or is dead."""
        quiet = asyncio.create_task(self.world.settled(seconds))
        died = asyncio.create_task(self._died.wait())
        await asyncio.wait({quiet, died}, return_when=asyncio.FIRST_COMPLETED)
        quiet.cancel()
        died.cancel()

    def kill(self) -> None:
        """Kill the bot with SIGKILL, this instant."""
        if self._process is not None and self._process.is_alive():
            self._process.kill()
            self._process.join()
            self.deaths += 1
            self._died.set()

    @property
    def dead(self) -> bool:
        return self._died.is_set()

    # -- the members

    @property
    def channel(self) -> Channel:
        return self.world.channel("poker")

    async def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """Play, starting the bot again whenever it dies, to the end or until something is so."""
        async with asyncio.timeout(PATIENCE_S + 20):
            while not (self.over or until()):
                if self.dead:
                    await self.start()
                    continue
                if not await self._go_on():
                    await asyncio.sleep(0.01)
            if self.dead and not until():
                await self.start()
            if self.over:
                await self.finish()

    async def finish(self) -> None:
        """Wait until the last word is said."""
        await self.caught_up()
        while self.dead:
            await self.start()

    @property
    def posts(self) -> list[Message]:
        """The messages in the channel, but for the lines that say play continues."""
        return [m for m in self.channel.messages if not says_play_continues(m)]

    @property
    def last(self) -> str:
        """The newest post in the channel."""
        posts = self.posts
        return posts[-1].text if posts else ""

    @property
    def over(self) -> bool:
        return any("The table is closed after" in message.text for message in self.channel.messages)

    async def _go_on(self) -> bool:
        """Do what people would do next who look at the channel; say whether there was a thing."""
        posts = self.channel.messages
        if not posts:
            opener = self.members[0]
            await self.ask(opener.slash(self.channel, f"{self.game} start", **self.options))
            return True
        if len(posts) == 1 and (lobby := posts[0]).buttons:
            for member in self.members:
                if f" {member.name}" not in lobby.text:
                    await self.ask(member.press(lobby, "Join"))
                    return True
            await self.ask(self.members[0].press(lobby, "Start"))
            return True
        prompt = self.prompt()
        if prompt is None or prompt in self.pressed:
            return False
        if await self.ask(self.decide(prompt)) is not None:
            self.pressed.append(prompt)
        return True

    async def ask(self, act: Coroutine[Any, Any, Reply]) -> Reply | None:
        """Have a member do something; None when the bot died over it, or before."""
        doing = asyncio.ensure_future(act)
        died = asyncio.ensure_future(self._died.wait())
        await asyncio.wait({doing, died}, return_when=asyncio.FIRST_COMPLETED)
        died.cancel()
        if not doing.done():
            doing.cancel()
            return None
        try:
            reply = doing.result()
        except SandboxError:
            return None  # the post has changed before the finger was down
        return None if reply.kind == "failed" else reply

    def prompt(self) -> Prompt | None:
        """Return who is asked to act by the newest post that asks anybody."""
        for post in reversed(self.posts[-3:]):
            for button in post.buttons:
                press = parse_custom_id(button.custom_id)
                if press is None or press.verb not in DECISIONS:
                    continue
                asked = (m for m in self.members if f"{m.mention}:" in post.text)
                actor = next(asked, None)
                if actor is not None:
                    return Prompt(press.deal, press.step, actor, post)
        return None

    async def decide(self, prompt: Prompt) -> Reply:
        """Do what the script says, or what costs least."""
        wanted = self.script.get((prompt.deal, prompt.step), "")
        if wanted.startswith("/"):
            command, _, argument = wanted[1:].partition(" ")
            given: dict[str, object] = {"amount": argument} if argument else {}
            if command == "draw":
                count, _, positions = argument.partition(" ")
                given = {"count": int(count), "positions": positions}
            return await prompt.actor.slash(self.channel, command, **given)
        labels = [button.label for button in prompt.post.buttons]
        starts = (wanted,) if wanted else ("Check", "Call", "Stand pat")
        label = next(each for each in labels if each.startswith(starts))
        return await prompt.actor.press(prompt.post, label)

    # -- what is seen

    def seen(self) -> Seen:
        """Return what members see of the evening, but for the lines that say play continues."""
        posts = self.posts
        return Seen(
            tuple(_timeless(m.text) for m in posts),
            tuple(tuple(sorted(self.world.members[user].name for user in m.pinged)) for m in posts),
            tuple(tuple(b.label for b in m.buttons) for m in posts),
            {m.name: tuple(_timeless(dm.text) for dm in m.dms) for m in self.members},
        )


def says_play_continues(post: Message) -> bool:
    """Say whether a post is the line that follows an outage."""
    return re.match(r"-# Hand \d+ continues: ", post.text) is not None


def _timeless(text: str) -> str:
    return re.sub(r"<t:\d+:(\w)>|<#\d+>", r"<\1>", text)


def deadline(post: Message) -> int:
    """Return until when the member has time whom a post asks to act."""
    return int(re.findall(r"<t:(\d+):R>", post.text)[-1])
