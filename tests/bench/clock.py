"""Taking the time of several who do the same work by turns."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from itertools import chain
from statistics import median
from typing import Any

Work = Callable[[], object]
Times = list[float]


def installed(name: str) -> Any | None:
    """Return a module, None where it is not installed."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        return None


def time_of(work: Work) -> float:
    """Return the processor time of a piece of work in seconds."""
    start = time.process_time()
    work()
    return time.process_time() - start


def take_turns(blocks: Sequence[Mapping[str, Work | None]], rounds: int) -> dict[str, Times]:
    """Return the times of each round, by name; who is absent has none.

    The work of a round comes in small blocks that all do one after another, so that what else the
    machine does meanwhile slows all of them.
    """
    times: dict[str, Times] = {name: [] for name in blocks[0]}
    for _ in range(rounds):
        spent: dict[str, float] = {}
        for name, work in chain.from_iterable(block.items() for block in blocks):
            if work is not None:
                spent[name] = spent.get(name, 0) + time_of(work)
        for name, seconds in spent.items():
            times[name].append(seconds)
    return times


def median_rate(times: Times, count: int) -> int | None:
    """Return how many a second were done of so many a round, None if it was not measured."""
    return round(count / median(times)) if times else None


def median_ratio(theirs: Times, ours: Times) -> float | None:
    """Return how many times faster we are, None if they were not measured."""
    if not theirs or not ours:
        return None
    return round(median(t / o for t, o in zip(theirs, ours, strict=True)), 3)
