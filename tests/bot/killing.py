"""A real bot process that a test kills at any moment, and members who go on when it is back.

::

    evening = Evening(folder, "holdem", ("Léa", "Tom"), script)
    evening.dooms = [Doom("after", "POST", "/channels/")]
    await evening.play()                  # killed there, started again, played to the end
    assert evening.seen() == unbroken

The process is forked by multiprocessing's fork server, which has everything imported, so that a
start costs little; it runs `bot.wiring.run` with a stacked deck, a clock that moves only when the
members let it, and a database at whose statements it can die. Between it and the pretend Discord
stands a gate at whose requests it can be killed.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import re
import sqlite3
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from bot.router import Verb, parse_custom_id
from bot.sandbox import Channel, Limits, Member, Message, Reply, SandboxError, StandIn
from tests.bot.fate import Doom, Sweep
from tests.bot.forked import serve
from tests.bot.gate import Gate, timeless
from tests.bot.timepiece import Time

__all__ = ["Doom", "Evening", "Prompt", "Seen", "Shown", "Sweep", "deadline"]

# What preload imports is there already when a process is forked.
_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["pytest", "tests.bot.killing"])

DECISIONS = {Verb.FOLD, Verb.CHECK, Verb.CALL, Verb.EXCHANGE}
PATIENCE_S = 60.0
"""How long nothing at all may happen, however busy the machine is."""
TICK_S = 2.0
"""How much time passes at once while everybody waits."""
MOMENT_S = 1.0
NOT_COUNTED = "this did not count"
"""What the answer says to whom a closing bot lets in no more: he does the same again later."""
NO_SWEEP = Sweep(frozenset())


@dataclass(frozen=True, slots=True)
class Prompt:
    """Somebody is asked to act."""

    deal: int
    step: int
    actor: Member
    post: Message


@dataclass(frozen=True, slots=True)
class Shown:
    """A message as its readers see it: times taken out, for they differ."""

    text: str
    buttons: tuple[str, ...] = ()
    pinged: tuple[str, ...] = ()


Seen = dict[str, tuple[Shown, ...]]
"""What is seen when all is over: in the channel (""), and by each member in direct messages."""


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
        begins: float | None = None,
        **options: object,
    ) -> None:
        """Set an evening up.

        :param begins: when its time begins, in seconds since the epoch; now unless it is given.
        :param script: what is decided at a prompt, by deal and step: the beginning of a button's
            label, or a slash command with its amount. What is not said is checked, called or stood
            pat.
        """
        # Without nonces nothing but the bot's own care keeps a message from being sent twice.
        limits = replace(Limits.relaxed(), nonce_s=0.0, answer_s=PATIENCE_S)
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.time = Time(folder / "time", begins)
        self.world = StandIn(limits=limits, record=False, now=self.time.now)
        self.gate = Gate(self.world, self.kill)
        self.opening = f"{game} start"
        self.members = [self.world.member(name) for name in names]
        self.joining = self.members
        """Who sits down in the lobby."""
        self.script = script
        self.seed = seed
        self.options = {"turn": 600, "pings": "never", "hands": 1} | options
        self.dooms: list[Doom] = []
        self.sweep = NO_SWEEP
        self.deaths = 0
        self.exits: list[int] = []
        """How processes ended that nobody had killed or told to stop."""
        self._told_to_stop = self._killed = False
        self.pressed: list[Prompt] = []
        self._process: multiprocessing.process.BaseProcess | None = None
        self._died = asyncio.Event()
        self._buried = 0

    # -- the process

    @property
    def database(self) -> Path:
        return self.folder / "data" / "croupier.db"

    async def open(self) -> None:
        await self.world.start()
        await self.gate.open()
        await self.start()

    async def close(self) -> None:
        self.gate.expect(None)
        self.gate.sweep = None
        deaths = self.deaths
        self.kill()
        self.deaths = deaths  # this one is no accident
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
        self._told_to_stop = self._killed = False
        environ = {
            "DISCORD_TOKEN": self.world.token,
            "DISCORD_API_URL": self.gate.url,
            "DISCORD_GATEWAY_URL": self.world.gateway_url,
            "DATA_DIR": str(self.folder / "data"),
        }
        self.gate.sweep = self.sweep
        if self.dooms:
            self.gate.expect(self.dooms.pop(0))
        self.time.pass_on(0.01)
        begun = self.time.now()
        process = _FORKS.Process(
            target=serve, args=(environ, self.folder, self.seed, self.sweep), daemon=True
        )
        await asyncio.to_thread(process.start)
        self._process = process
        asyncio.get_running_loop().add_reader(process.sentinel, self._bury)

        def alive() -> bool:
            beats = self.ask_database("SELECT at FROM heartbeat")
            return self.dead or any(at >= begun for (at,) in beats)

        await self.world.wait_for(alive, PATIENCE_S)
        await self.caught_up()

    async def caught_up(self, seconds: float = 0.05) -> None:
        """Wait until the bot has nothing more to tell for the moment, or is dead."""
        async with asyncio.timeout(PATIENCE_S):
            while not self.dead:
                await asyncio.wait(
                    [
                        quiet := asyncio.ensure_future(self.world.settled(seconds)),
                        died := asyncio.ensure_future(self._died.wait()),
                    ],
                    return_when=asyncio.FIRST_COMPLETED,
                )
                quiet.cancel()
                died.cancel()
                if not self.undone():
                    return
                self._pass_a_moment()

    def _pass_a_moment(self) -> None:
        """Let what is to be told in a moment be told: it holds up what comes after it."""
        now = self.time.now()
        rows = self.ask_database(
            "SELECT min(due) FROM outbox WHERE due > ? AND due < ?", now, now + MOMENT_S
        )
        if rows and rows[0][0] is not None:
            self.time.pass_on(rows[0][0] - now + 0.001)

    def undone(self) -> bool:
        """Say whether the bot still has to do something now: there is something to be told."""
        rows = self.ask_database("SELECT count(*) FROM outbox WHERE due <= ?", self.time.now())
        return bool(rows and rows[0][0])

    def ask_database(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Read the bot's database beside it; nothing where it has none yet."""
        try:
            with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as database:
                return database.execute(query, values).fetchall()
        except sqlite3.OperationalError:
            return []

    def kill(self) -> bool:
        """Kill the bot with SIGKILL, this instant; say whether it lived."""
        if self._process is None:
            return False
        self._process.kill()
        self._killed = True
        self._bury()
        return True

    def stop(self) -> None:
        """Tell the bot to stop, as an operator does."""
        if self._process is not None:
            self._told_to_stop = True
            self._process.terminate()

    def _bury(self) -> None:
        """Note that the process has ended, however it did."""
        process = self._process
        assert process is not None
        asyncio.get_running_loop().remove_reader(process.sentinel)
        process.join()
        if self._read_testament() or self._killed:
            self.deaths += 1
        elif not self._told_to_stop:
            self.exits.append(process.exitcode or 0)
        process.close()
        self._process = None
        self._died.set()

    def _read_testament(self) -> bool:
        """Learn at which statement the process died, if it did."""
        testament = self.folder / "deaths"
        points = testament.read_text().splitlines() if testament.exists() else []
        fresh = points[self._buried :]
        self.sweep.died.update(fresh)
        self._buried = len(points)
        return bool(fresh)

    @property
    def dead(self) -> bool:
        return self._died.is_set()

    # -- the members

    @property
    def channel(self) -> Channel:
        return self.world.channel("poker")

    async def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """Play, starting the bot again whenever it dies, to the end or until something is so.

        :raises TimeoutError: when nothing has happened for too long.
        """
        patience = _Patience(self)
        while not (self.over or until()):
            patience.check()
            if self.dead:
                await self.start()
            elif not await self.go_on():
                await self.wait()
        if self.dead and not until():
            await self.start()
        if self.over:
            await self.finish()

    async def wait(self, seconds: float = TICK_S) -> None:
        """Let time pass, once everything is told that was to be told by now."""
        await self.caught_up(0.01)
        if not self.dead:
            self.time.pass_on(seconds)
            await asyncio.sleep(0.01)
            await self.caught_up(0.01)

    async def finish(self) -> None:
        """Wait until the last word is said."""
        await self.caught_up()
        while self.dead:
            await self.start()

    @property
    def posts(self) -> list[Message]:
        """The messages in the channel, but for the lines that are told of ends and outages."""
        return self.posts_in(self.channel)

    def posts_in(self, channel: Channel) -> list[Message]:
        """Return the messages in a channel, but for those lines."""
        told = (says_play_continues, says_restart)
        return [m for m in channel.messages if not any(says(m) for says in told)]

    @property
    def last(self) -> str:
        """The newest post in the channel."""
        posts = self.posts
        return posts[-1].text if posts else ""

    @property
    def over(self) -> bool:
        return any("The table is closed after" in message.text for message in self.channel.messages)

    async def go_on(self) -> bool:
        """Do what people would do next who look at the channel; say whether there was a thing."""
        posts = self.channel.messages
        if not posts:
            opener = self.members[0]
            await self.ask(opener.slash(self.channel, self.opening, **self.options))
            return True
        if len(posts) == 1 and (lobby := posts[0]).buttons:
            for member in self.joining:
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
        """Have a member do something; None when it has not counted, so that he does it again."""
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
        return None if reply.kind == "failed" or NOT_COUNTED in reply.text else reply

    def prompt(self) -> Prompt | None:
        """Return who is asked to act by the newest post that asks anybody."""
        return self.prompt_in(self.channel)

    def prompt_in(self, channel: Channel) -> Prompt | None:
        """Return who is asked to act in a channel."""
        for post in reversed(self.posts_in(channel)[-3:]):
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
        """Do what the script says."""
        return await self.act(prompt, self.script.get((prompt.deal, prompt.step), ""))

    async def act(self, prompt: Prompt, wanted: str) -> Reply:
        """Do what is wanted, or what costs least."""
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
        """Return what members see of the evening, but for the lines of ends and outages."""
        seen = {"": tuple(self._shown(message) for message in self.posts)}
        for member in self.members:
            seen[member.name] = tuple(self._shown(message) for message in member.dms)
        return seen

    def _shown(self, message: Message) -> Shown:
        return Shown(
            timeless(message.text),
            tuple(button.label for button in message.buttons),
            tuple(sorted(self.world.members[user].name for user in message.pinged)),
        )


def says_play_continues(post: Message) -> bool:
    """Say whether a post is the line that follows an outage."""
    return re.match(r"-# Hand \d+ continues: ", post.text) is not None


def says_restart(post: Message) -> bool:
    """Say whether a post is the line that a bot leaves when it is told to stop."""
    return post.text.startswith("Croupier restarts; play goes on")


class _Patience:
    """Runs out when nothing has happened for too long, by what is seen of the evening."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._last: tuple[object, ...] = ()
        self._since = 0.0

    def check(self) -> None:
        """Raise `TimeoutError` when it has run out, or when the bot does not want to live."""
        evening, now = self._evening, time.monotonic()
        if evening.exits:
            raise TimeoutError(f"the bot ended by itself: {evening.exits}")
        changes = evening.ask_database(
            "SELECT version FROM tables UNION ALL SELECT version FROM series"
        )
        state = (changes, len(evening.channel.messages), evening.deaths, len(evening.pressed))
        if state != self._last:
            self._last, self._since = state, now
        elif now - self._since > PATIENCE_S:
            raise TimeoutError(f"nothing happens any more after {evening.last!r}")


def deadline(post: Message) -> int:
    """Return until when the member has time whom a post asks to act."""
    return int(re.findall(r"<t:(\d+):R>", post.text)[-1])
