"""How fast the bot answers, next to a bare discord.py bot that knows one answer.

press_p50_ratio, press_p99_ratio        time from a press inside a betting round to its answer, one
                                        press at a time, divided by the bare bot's
street_p50_ratio, street_p99_ratio      the same for a press that opens a street
crowd_p50_ratio, crowd_p99_ratio        inside a betting round, with 64 presses in flight
crowd_street_p50_ratio, crowd_street_p99_ratio  the same for a press that opens a street
sustained_share     actions a second with 64 presses in flight over all tables, divided by what the
                    bare bot answers; sending all that follows is in the time
processor_ratio     processor time of a press with all that follows, divided by the bare bot's: what
                    else the machine does hardly changes it
longest_answer_s, unanswered            the slowest answer; presses that Discord gave up on
rest_per_hand       requests that count towards Discord's limit over everything, per hand of six
presses_per_hand    buttons pressed in such a hand
recovery_s          from the gateway being ready after SIGKILL to an answer at every table tried
restart_s           from starting the process to the gateway being ready
commit_ratio        time of the durable commit of an action, divided by that of a bare SQLite commit
                    of the same bytes on the same disk
idle_table_kb, active_table_kb          memory per table in its lobby, and in mid-hand
press_p50_ms, press_p99_ms, actions_per_s, processor_ms, commit_ms  the bot's own figures, and with
                    `bare_` before them the bare bot's and the bare commit's

The real client with its database on the disk and the bare bot are processes of their own; they take
turns, and the pretend Discord with all members is a third. Its rates are relaxed: Discord would
let no bot send so much.
"""

from __future__ import annotations

import asyncio
import gc
import platform
import time
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench import commits
from tests.bench.crowd import QUIET_S, Crowd, Pressers, Waits, press_for
from tests.bench.processes import TICKS_PER_S, Bot, bare, croupier
from tests.bench.timed import TimedStandIn

HELP = "answers, recovery and commits of the whole bot, next to a bare one"
IN_FLIGHT = 64
TRIED = 100
"""At how many tables, spread over all, a member presses right after the gateway is ready."""


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--tables", type=int, default=1_000, help="tables of six")
    parser.add_argument("--presses", type=int, default=1_000, help="presses a round, one at a time")
    parser.add_argument("--crowd", type=int, default=5_000, help="presses a round, 64 at a time")
    parser.add_argument("--rounds", type=int, default=4, help="how often both bots take turns")
    parser.add_argument("--hands", type=int, default=3, help="hands whose requests are counted")
    parser.add_argument("--commits", type=int, default=2_000, help="commits to time")
    parser.add_argument("--dir", type=Path, help="where the database lies; a temporary folder")


def measure(_: Path, options: Namespace) -> dict[str, Any]:
    """Measure all of it and return it by key."""
    with TemporaryDirectory(dir=options.dir, prefix="croupier-bench-") as name:
        # What the pretend Discord has to clean up is nothing the bots should wait for.
        gc.disable()
        try:
            measured = asyncio.run(_measure(Path(name), options))
            timed = asyncio.run(commits.measure(Path(name), options.commits))
        finally:
            gc.enable()
    return measured | timed | {"tables": options.tables, "python": platform.python_version()}


async def _measure(folder: Path, options: Namespace) -> dict[str, Any]:
    async with TimedStandIn() as world, TimedStandIn() as bare_world:
        await world.start()
        await bare_world.start()
        bot, bare_bot = croupier(world, folder), bare(bare_world)
        try:
            await bot.start()
            counted = await _count_requests(world, options.hands)
            crowd = Crowd(world, "table", options.tables)
            memory = await _memory(bot, crowd)
            pressers = Pressers(bare_world, options.tables)
            await bare_bot.start()
            answered = await _answers((bot, crowd), (bare_bot, pressers), options)
            await bare_bot.kill()
            recovered = await _recovery(bot, crowd)
            return answered | counted | recovered | memory
        finally:
            await bot.kill()
            await bare_bot.kill()


async def _answers(
    ours: tuple[Bot, Crowd], bares: tuple[Bot, Pressers], options: Namespace
) -> dict[str, Any]:
    """Have both bots pressed, one press at a time and many."""
    many = await _take_turns(ours, bares, options.crowd, IN_FLIGHT, options.rounds)
    single = await _take_turns(ours, bares, options.presses, 1, options.rounds)
    return {
        **_ratios("press", single.ours.inside, single.bares.inside),
        **_ratios("street", single.ours.opening, single.bares.inside),
        **_ratios("crowd", many.ours.inside, many.bares.inside),
        **_ratios("crowd_street", many.ours.opening, many.bares.inside),
        "sustained_share": round(median(many.shares), 3),
        "actions_per_s": round(len(many.ours.all) / many.ours.spent_s),
        "bare_actions_per_s": round(len(many.bares.all) / many.bares.spent_s),
        "processor_ratio": round(_processor_ms(many.ours) / _processor_ms(many.bares), 2),
        "processor_ms": round(_processor_ms(many.ours), 3),
        "bare_processor_ms": round(_processor_ms(many.bares), 3),
        "longest_answer_s": round(max(single.ours.all + many.ours.all), 3),
        "unanswered": single.ours.unanswered + many.ours.unanswered,
        "press_p50_ms": round(1_000 * _percentile(single.ours.inside, 50), 3),
        "press_p99_ms": round(1_000 * _percentile(single.ours.inside, 99), 3),
        "bare_press_p50_ms": round(1_000 * _percentile(single.bares.inside, 50), 3),
        "bare_press_p99_ms": round(1_000 * _percentile(single.bares.inside, 99), 3),
    }


@dataclass(slots=True)
class Turns:
    """What both bots did by turns."""

    ours: Waits = field(default_factory=Waits)
    bares: Waits = field(default_factory=Waits)
    shares: list[float] = field(default_factory=list)
    """Our presses a second, divided by the bare bot's, of each round."""


async def _memory(bot: Bot, crowd: Crowd) -> dict[str, Any]:
    """Open all tables and deal, and see what each costs."""
    tables, empty_kb = len(crowd.channels), bot.memory_kb
    await crowd.sit_down()
    idle_kb = bot.memory_kb - empty_kb
    await crowd.start()
    active_kb = bot.memory_kb - empty_kb
    return {
        "idle_table_kb": round(idle_kb / tables, 1),
        "active_table_kb": round(active_kb / tables, 1),
    }


async def _take_turns(
    ours: tuple[Bot, Crowd], bares: tuple[Bot, Pressers], presses: int, in_flight: int, rounds: int
) -> Turns:
    """Have both bots pressed by turns; each stands still while the other is measured."""
    turns = Turns()
    for _ in range(rounds):
        rates = []
        for (bot, crowd), waits in ((ours, turns.ours), (bares, turns.bares)):
            with bot.awake():
                before_s = bot.processor_s
                told = await press_for(crowd, presses, in_flight)
                told.processor_s = bot.processor_s - before_s
            waits.add(told)
            rates.append(len(told.all) / told.spent_s)
        turns.shares.append(rates[0] / rates[1])
    return turns


async def _count_requests(world: TimedStandIn, hands: int) -> dict[str, Any]:
    """Play an evening of one table and count what it asks of Discord."""
    crowd = Crowd(world, "alone", 1, hands=hands)
    await crowd.sit_down()
    before = world.rate_limits.counted
    await crowd.start()
    await crowd.play_to_the_end()
    await world.settled(QUIET_S)
    crowd.go_away()
    return {
        "rest_per_hand": round((world.rate_limits.counted - before) / hands, 2),
        "presses_per_hand": round(len(crowd.waits().all) / hands, 2),
    }


async def _recovery(bot: Bot, crowd: Crowd) -> dict[str, Any]:
    """Kill the bot in mid-hand at every table, and press as soon as it is back."""
    with bot.awake():
        await crowd.all_asked()
    await bot.kill()
    killed = time.perf_counter()
    ready = await bot.start()
    await asyncio.gather(*(crowd.press() for _ in range(min(TRIED, len(crowd.channels)))))
    answered = time.perf_counter()
    assert not crowd.waits().unanswered, "a press was not answered"
    return {
        "recovery_s": round(answered - ready, 3),
        "restart_s": round(ready - killed, 3),
    }


def _ratios(name: str, ours: list[float], bares: list[float]) -> dict[str, float]:
    """Return how many times the bare bot's waits ours are."""
    return {
        f"{name}_p{percent}_ratio": round(
            _percentile(ours, percent) / _percentile(bares, percent), 2
        )
        for percent in (50, 99)
    }


def _processor_ms(waits: Waits) -> float:
    """Return how long a press keeps a processor busy, with all that follows from it."""
    return 1_000 * max(waits.processor_s, 1 / TICKS_PER_S) / len(waits.all)


def _percentile(values: list[float], percent: int) -> float:
    return sorted(values)[len(values) * percent // 100]
