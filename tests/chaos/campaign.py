"""Plays evenings that are killed, each in its own way, until enough has died."""

from __future__ import annotations

import asyncio
import random
import sys
import traceback
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from math import inf
from pathlib import Path

from tests.bot.fate import Sweep
from tests.chaos.scripts import SCRIPTS
from tests.chaos.verdict import KINDS, Finding, compare, repeated
from tests.chaos.watched import Record, Watched

AT_ONCE = 6
"""How many evenings are played at a time."""
TELL_EVERY = 50
MOST_AT_RANDOM = 15
MOST_IN_TURN = 100


@dataclass(frozen=True, slots=True)
class Way:
    """A way of killing an evening: at its points in turn, at random moments, or both."""

    kinds: frozenset[str] = frozenset()
    parts: int = 1
    """Over how many evenings its points are spread, those of one table: longer ones need more."""
    times: int = 1
    """How often in a row a process dies at one point."""
    at_random: bool = False
    stopping: bool = False
    """Whether the bot is told to stop just before."""


WAYS = {
    "writes": Way(frozenset({"write"}), parts=8),
    "requests": Way(frozenset({"request"}), parts=4),
    "twice": Way(frozenset({"start", "write", "request"}), parts=60, times=2),
    # The start after a death is where the next one comes.
    "starts": Way(frozenset({"start"}), parts=12, at_random=True),
    "random": Way(at_random=True),
    "closing": Way(at_random=True, stopping=True),
}
IN_TURN = ("writes", "requests")


@dataclass(frozen=True, slots=True)
class Plan:
    """How one evening is killed. Its name, with the seed, says all that is needed to repeat it."""

    script: str
    way: str
    number: int

    @property
    def name(self) -> str:
        return f"{self.script}/{self.way}/{self.number}"


def read_plan(name: str) -> Plan:
    """Return the plan of a name."""
    script, way, number = name.split("/")
    return Plan(script, way, int(number))


def plans(seed: int, scripts: Sequence[str] = tuple(SCRIPTS)) -> Iterator[Plan]:
    """Yield plans for ever: every write and request in turn, and now and then another way."""
    chance = random.Random(seed)
    in_turn = [
        Plan(script, way, part)
        for script in scripts
        for way in IN_TURN
        for part in range(_parts(script, way))
    ]
    others = [(script, way) for script in scripts for way in WAYS if way not in IN_TURN]
    chance.shuffle(in_turn)
    chance.shuffle(others)
    for number in count():
        script, way = others[number % len(others)]
        yield from in_turn[2 * number : 2 * number + 2]
        yield Plan(script, way, number)


def _parts(script: str, way: str) -> int:
    return WAYS[way].parts * SCRIPTS[script].length


@dataclass(slots=True)
class Tally:
    """What has come of it so far."""

    kills: int = 0
    found: Counter[str] = field(default_factory=Counter)
    ways: Counter[str] = field(default_factory=Counter)

    def result(self) -> dict[str, int]:
        """Return the figures by name."""
        return {"kills": self.kills, **{kind: self.found[kind] for kind in KINDS}}


class Campaign:
    """All evenings of one run."""

    def __init__(self, folder: Path, seed: int, most: int = MOST_IN_TURN) -> None:
        """Set a run up.

        :param most: how often one evening is killed at the most.
        """
        self._most = most
        self._folder = folder
        self._seed = seed
        self._unbroken: dict[str, asyncio.Task[Record]] = {}
        self.tally = Tally()

    async def run(self, chosen: Iterator[Plan], kills: float = inf) -> dict[str, int]:
        """Carry plans out until so many processes have been killed, and return the figures."""
        await asyncio.gather(*(self._work(chosen, kills) for _ in range(AT_ONCE)))
        _tell(f"kills by way: {dict(self.tally.ways)}")
        return self.tally.result()

    async def _expected(self, name: str) -> Record:
        """Return what the evening of a script comes to when nothing dies."""
        if name not in self._unbroken:
            self._unbroken[name] = asyncio.create_task(self._play_unbroken(name))
        return await self._unbroken[name]

    async def _play_unbroken(self, name: str) -> Record:
        async with SCRIPTS[name].evening(self._folder / name) as evening:
            await evening.play()
            record = evening.record()
            assert not evening.deaths
        assert not record.problems, record.problems
        return record

    async def _work(self, chosen: Iterator[Plan], kills: float) -> None:
        while self.tally.kills < kills and (plan := next(chosen, None)) is not None:
            await self._carry_out(plan)

    async def _carry_out(self, plan: Plan) -> None:
        expected = await self._expected(plan.script)
        folder = self._folder / plan.name.replace("/", "-")
        evening = SCRIPTS[plan.script].evening(folder)
        evening.sweep = self._sweep(plan)
        try:
            async with evening, self._harassed(evening, plan):
                await evening.play()
                findings = compare(expected, evening.record())
        except Exception as error:  # noqa: BLE001 - whatever it was, the evening stands still
            findings = [("stuck", "".join(traceback.format_exception(error)))]
            findings += repeated(expected.seen, evening.seen_by_all())
        self._count(plan, evening, findings)

    def _sweep(self, plan: Plan) -> Sweep:
        way = WAYS[plan.way]
        parts = _parts(plan.script, plan.way)
        return Sweep(way.kinds, plan.number % parts, parts, way.times, self._most, seed=self._seed)

    @asynccontextmanager
    async def _harassed(self, evening: Watched, plan: Plan) -> AsyncIterator[None]:
        """Kill an evening at random meanwhile, where its way is such."""
        way = WAYS[plan.way]
        times = min(self._most, MOST_AT_RANDOM) if way.at_random else 0
        chance = random.Random(f"{self._seed} {plan.name}")
        pause_s = 0.4 * SCRIPTS[plan.script].length
        harassing = asyncio.create_task(_harass(evening, way, times, pause_s, chance))
        try:
            yield
        finally:
            harassing.cancel()
            with suppress(asyncio.CancelledError):
                await harassing

    def _count(self, plan: Plan, evening: Watched, findings: Sequence[Finding]) -> None:
        tally = self.tally
        before = tally.kills // TELL_EVERY
        tally.kills += evening.deaths
        tally.ways[plan.way] += evening.deaths
        tally.found.update(kind for kind, _ in findings)
        if findings:
            _tell(f"python -m tests.chaos --only {plan.name} --seed {self._seed}")
            for point in evening.sweep.died:
                _tell(f"  killed {point}")
            for kind, sentence in findings:
                _tell(f"  {kind}: {sentence}")
        if tally.kills // TELL_EVERY > before:
            _tell(f"{tally.kills} kills: {tally.result()}")


async def _harass(
    evening: Watched, way: Way, times: int, pause_s: float, chance: random.Random
) -> None:
    for _ in range(times):
        await asyncio.sleep(chance.uniform(0.05, pause_s))
        if way.stopping:
            evening.stop()
            await asyncio.sleep(chance.uniform(0.0, 0.2))
        evening.kill()


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
