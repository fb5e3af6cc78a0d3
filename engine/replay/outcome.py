"""Replay a hand with as many deviations as it needs and may use."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.replay.acting import act_all
from engine.replay.deviations import Deviation
from engine.replay.form import SourceHand
from engine.replay.opening import open_hand
from engine.replay.played import Difference, Unchecked
from engine.replay.settling import final_stacks, settle
from engine.replay.stacking import Cards, gather

FILLINGS = 200
"""How many ways to fill unknown cards are tried until one leads to the source's outcome."""


class Known(StrEnum):
    """How far the cards allow the outcome to be checked."""

    KNOWN = "known"
    """All cards that matter are the source's."""
    FILLED = "filled"
    """Some are not known; with those that the replay put in, the outcome is the source's."""
    UNKNOWN = "unknown"
    """Some are not known; the pots went to the winners the source names."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a replay came to."""

    cards: Known
    bridged: tuple[Deviation, ...] = ()
    """The deviations that were needed."""
    unchecked: frozenset[Unchecked] = frozenset()
    final: Mapping[str, int] | None = None
    """Stacks at the end by name, in chips; None where the engine did not get that far."""
    difference: Difference | None = None

    @property
    def ok(self) -> bool:
        """Whether engine and source agree."""
        return self.difference is None


def replay(source: SourceHand, allowed: Collection[Deviation] = frozenset(Deviation)) -> Outcome:
    """Replay a hand; unknown cards are filled until the outcome is the source's.

    Where no filling leads to it, the winners are taken from the source, if the known cards allow.

    :raises Malformed: when the source has a card in two places.
    """
    cards = gather(source)
    first = _replay(source, cards, allowed, filling=0)
    if not _hangs_on_cards(first):
        return first
    for filling in range(1, FILLINGS):
        outcome = _replay(source, cards, allowed, filling)
        if not _hangs_on_cards(outcome):
            return outcome
    return _replay(source, cards, allowed, filling=0, by_source=True)


def _hangs_on_cards(outcome: Outcome) -> bool:
    """Say whether other cards than those filled in might make a difference disappear."""
    if outcome.difference is None or outcome.cards is Known.KNOWN:
        return False
    return outcome.difference.bridge is None and outcome.difference.what in {"won", "shown"}


def _replay(
    source: SourceHand,
    cards: Cards,
    allowed: Collection[Deviation],
    filling: int,
    *,
    by_source: bool = False,
) -> Outcome:
    """Replay with one filling, adding deviations as they are met."""
    bridged: tuple[Deviation, ...] = ()
    while True:
        outcome = _attempt(source, cards, bridged, filling, by_source=by_source)
        bridge = None if outcome.difference is None else outcome.difference.bridge
        if bridge is None or bridge not in allowed or bridge in bridged:
            return outcome
        bridged += (bridge,)


def _attempt(
    source: SourceHand,
    cards: Cards,
    bridged: tuple[Deviation, ...],
    filling: int,
    *,
    by_source: bool,
) -> Outcome:
    known, final = Known.KNOWN, None
    try:
        played = open_hand(source, cards, bridged, filling)
        act_all(played)
        final = played.stacks
        if played.unknown:
            known = Known.UNKNOWN if by_source else Known.FILLED
        settle(played, by_source=by_source)
    except Difference as difference:
        return Outcome(known, bridged, final=final, difference=difference)
    return Outcome(known, bridged, frozenset(played.unchecked), final_stacks(played))
