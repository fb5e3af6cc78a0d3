"""Why: the reasons behind the last ruling, as data; whoever shows them finds the words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.actions import Legal
from engine.events import Event, PotAwarded, UncalledReturned
from engine.hand import Hand, legal
from engine.rules import Structure


@dataclass(frozen=True, slots=True)
class WhyRaise:
    """Where the limits of a bet or raise come from, for the seat to act; totals for the round."""

    legal: Legal
    structure: Structure
    price: int
    """The total to match."""
    increment: int
    """What a raise must add at least: the last full bet or raise, or the minimum bet."""
    increment_by: int | None
    """The seat that made that bet or raise, None: it is the minimum bet or a blind."""
    faced: int
    """What the player owes, which must reach the increment before one who has acted may raise."""
    has_acted: bool
    all_in: int
    """The total that would be all the player has."""


@dataclass(frozen=True, slots=True)
class WhyPots:
    """How a finished hand was paid: who paid into each pot, who contested it, who got what."""

    pots: tuple[PotAwarded, ...]
    returned: tuple[UncalledReturned, ...]


def why_raise(hand: Hand) -> WhyRaise | None:
    """Explain what the seat to act may bet or raise, None where nobody decides about chips."""
    may, player, rnd = legal(hand), hand.to_act, hand.round
    if may is None or player is None or may.most_cards is not None:
        return None
    by = rnd.increment_by
    return WhyRaise(
        legal=may,
        structure=rnd.structure,
        price=rnd.price,
        increment=rnd.increment,
        increment_by=None if by is None else hand.seats[by],
        faced=rnd.price - rnd.bets[player],
        has_acted=rnd.acted[player],
        all_in=rnd.bets[player] + rnd.stacks[player],
    )


def why_pots(events: Iterable[Event]) -> WhyPots:
    """Explain a finished hand from its public events."""
    told = tuple(events)
    return WhyPots(
        tuple(event for event in told if isinstance(event, PotAwarded)),
        tuple(event for event in told if isinstance(event, UncalledReturned)),
    )
