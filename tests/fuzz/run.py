"""A run of the fuzzer: so many asks, made from a seed."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.fuzz.asks import Ask, asks
from tests.fuzz.ground import play

AT_ONCE = 50
"""Asks on one ground: enough to get somewhere."""


def run(count: int, chosen: int) -> Counter[str]:
    """Carry out at least so many asks, and return what came of them.

    :raises Harm: naming the ask that did harm; the whole series is among its notes.
    """
    total: Counter[str] = Counter()
    while total["asked"] < count:
        rounds = max((count - total["asked"]) // AT_ONCE, 1)
        _rounds(rounds, chosen + total["asked"], total)
    return total


def _rounds(rounds: int, chosen: int, total: Counter[str]) -> None:
    @seed(chosen)
    @settings(
        max_examples=rounds,
        deadline=None,
        database=None,
        # What does harm is named by the one ask that did it; making fifty fewer takes minutes.
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(asks(), min_size=AT_ONCE, max_size=AT_ONCE))
    def none_does_harm(asked: list[Ask]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            tally = asyncio.run(play(Path(folder), asked))
        total.update(asked=tally.asked, changed=tally.changed, **tally.kinds)

    none_does_harm()
