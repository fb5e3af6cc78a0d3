"""What many series cost while nothing happens, and how fast standings are answered.

standings_p50_ms, standings_longest_ms   time from `/series standings` to its answer, picture
                    included, one at a time; the series has many results, and the process's first
                    answer is the longest
standings_processor_ms  processor time of an answer: what else the machine does hardly changes it
standings_ratio     the first of them, divided by how long a bare discord.py bot takes to answer a
                    press by a fixed text
start_s, empty_start_s  from starting the process to the gateway being ready, and the same without
                    any series
start_ratio         the one divided by the other
idle_ms, empty_idle_ms  processor time while nothing is due, in a minute
series_kb           memory for each series at rest
due_ms              finding what is due next, which is all that a clock without work does
busy_due_ms         the same while something is being written all the time
step_ms             one step of one session: read the series and its lists, take the step, write it
                    down
steps_a_minute      how many of them are taken in a minute, one after another: so much is possible
                    in one in which all series begin

The real client with its database on the disk, the bare bot, and the pretend Discord with all
members are processes of their own. Each series has eight weekly sessions to come and a list of
members for each. All times but the processor's are those of a clock, medians where there are
several; waiting for the disk is in them.
"""

from __future__ import annotations

import asyncio
import time
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from bot.series import season
from bot.series.model import Changed
from bot.store import Store
from bot.store.series import SeriesStore
from tests.bench.crowd import QUIET_S, Pressers, press_for
from tests.bench.processes import Bot, bare, croupier
from tests.bench.seasons import FIRST, fill, name_of
from tests.bench.timed import TimedStandIn

HELP = "many series at rest, and standings of many results"
STARTS = 3
STEPS = 50
PRESSES = 200


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--series", type=int, default=1_000, help="how many series there are")
    parser.add_argument("--members", type=int, default=100, help="how many sign up for a session")
    parser.add_argument("--results", type=int, default=10_000, help="results in one series")
    parser.add_argument("--answers", type=int, default=50, help="how often standings are asked for")
    parser.add_argument("--idle", type=float, default=60.0, help="seconds in which nothing is due")
    parser.add_argument("--dir", type=Path, help="where the databases lie; a temporary folder")


def measure(_: Path, options: Namespace) -> dict[str, Any]:
    """Measure all of it and return it by key."""
    with TemporaryDirectory(dir=options.dir, prefix="croupier-bench-") as folder:
        return asyncio.run(_measure(Path(folder), options))


async def _measure(folder: Path, options: Namespace) -> dict[str, Any]:
    async with TimedStandIn() as world:
        await world.start()
        full, empty = folder / "full", folder / "empty"
        await fill(full / "data", world.channel("poker"), options)
        starts = [
            [await _start(croupier(world, data)) for data in (full, empty)] for _ in range(STARTS)
        ]
        rests = await _at_rest(croupier(world, full), world, options)
        empty_rests = await _at_rest(croupier(world, empty), world, options)
        answered = await _answers(world, full, options)
    start_s, empty_start_s = (median(times) for times in zip(*starts, strict=True))
    return {
        **answered,
        "start_s": round(start_s, 3),
        "empty_start_s": round(empty_start_s, 3),
        "start_ratio": round(median(ours / theirs for ours, theirs in starts), 2),
        "idle_ms": round(rests.idle_ms, 1),
        "empty_idle_ms": round(empty_rests.idle_ms, 1),
        "series_kb": round((rests.memory_kb - empty_rests.memory_kb) / options.series, 2),
        **await _inside(full / "data"),
        "series": options.series,
        "members": options.members,
        "results": options.results,
    }


async def _start(bot: Bot) -> float:
    """Return how long a bot takes to start, in seconds."""
    begun = time.perf_counter()
    try:
        return await bot.start() - begun
    finally:
        await bot.kill()


@dataclass(frozen=True, slots=True)
class Rest:
    """What a bot costs at which nothing happens."""

    idle_ms: float
    """Processor time in a minute."""
    memory_kb: int


async def _at_rest(bot: Bot, world: TimedStandIn, options: Namespace) -> Rest:
    """Start a bot and leave it alone."""
    try:
        await bot.start()
        await world.settled(QUIET_S)
        before_s = bot.processor_s
        await asyncio.sleep(options.idle)
        idle_ms = 1_000 * (bot.processor_s - before_s) * 60 / options.idle
        return Rest(idle_ms, bot.memory_kb)
    finally:
        await bot.kill()


async def _answers(world: TimedStandIn, folder: Path, options: Namespace) -> dict[str, Any]:
    """Ask for standings again and again, then the bare bot for its fixed text."""
    bot = croupier(world, folder)
    try:
        await bot.start()
        before_s = bot.processor_s
        took = [await _ask(world) for _ in range(options.answers)]
        processor_s = bot.processor_s - before_s
    finally:
        await bot.kill()
    return {
        "standings_p50_ms": round(1_000 * median(took), 1),
        "standings_longest_ms": round(1_000 * max(took), 1),
        "standings_processor_ms": round(1_000 * processor_s / len(took), 1),
        "standings_ratio": round(median(took) / await _fixed_answer(), 1),
    }


async def _ask(world: TimedStandIn) -> float:
    """Ask for standings; return how long the answer took, in seconds."""
    member, channel = world.member("member"), world.channel("poker")
    reply = await member.slash(channel, "series standings", series=name_of(FIRST))
    assert reply.message is not None, reply.kind
    assert reply.message.attachments, "there is no picture"
    return world.took_s(reply.interaction.id)


async def _fixed_answer() -> float:
    """Return how long the bare bot takes to answer a press, in seconds."""
    async with TimedStandIn() as world:
        await world.start()
        bot, pressers = bare(world), Pressers(world, 1)
        try:
            await bot.start()
            return median((await press_for(pressers, PRESSES, 1)).all)
        finally:
            await bot.kill()


async def _inside(folder: Path) -> dict[str, Any]:
    """Measure what needs no Discord, in this process."""
    store = await Store.open(folder)
    series = SeriesStore(store)
    try:
        due = [await _ms(series.next_due) for _ in range(STEPS)]
        async with _writing(store):
            busy = [await _ms(series.next_due) for _ in range(STEPS)]
        steps = [await _ms(lambda: _step(series)) for _ in range(STEPS)]
    finally:
        await store.close()
    return {
        "due_ms": round(median(due), 3),
        "busy_due_ms": round(median(busy), 3),
        "step_ms": round(median(steps), 3),
        "steps_a_minute": round(60_000 * len(steps) / sum(steps)),
    }


@asynccontextmanager
async def _writing(store: Store) -> AsyncIterator[None]:
    """Write something down meanwhile, without a pause."""

    async def write() -> None:
        while True:
            await store.beat(time.time())

    writing = asyncio.create_task(write())
    try:
        yield
    finally:
        writing.cancel()
        with suppress(asyncio.CancelledError):
            await writing


async def _step(series: SeriesStore) -> None:
    """Take the next step of all: each announces a session."""
    at = await series.next_due()
    assert at is not None
    (number, session_number), *_ = await series.due_by(at)
    now = await series.season(number)
    session = now.sessions[session_number - 1]
    announced = season.announce(now.series.setup, session, at)
    await series.commit(Changed(now.series, (announced,)))


async def _ms(work: Callable[[], Awaitable[object]]) -> float:
    """Return how long something takes, in milliseconds."""
    start = time.perf_counter()
    await work()
    return 1_000 * (time.perf_counter() - start)
