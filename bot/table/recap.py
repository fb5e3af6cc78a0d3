"""A hand's public events, street by street: what a post about a finished street needs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards import Card
from engine.events import (
    AntePosted,
    BetPlaced,
    BlindPosted,
    Called,
    Event,
    Raised,
    StreetOpened,
    UncalledReturned,
)


@dataclass(slots=True)
class StreetRecap:
    """One street: the board as it lay, what happened, and the pot when it ended, in chips."""

    name: str
    board: tuple[Card, ...]
    events: list[Event]
    pot: int


def recap(feed: Iterable[Event], first_street: str) -> list[StreetRecap]:
    """Divide the public events of a hand into its streets."""
    streets = [StreetRecap(first_street, (), [], 0)]
    bets: dict[int, int] = {}
    for event in feed:
        now = streets[-1]
        match event:
            case StreetOpened(street=name, cards=cards):
                streets.append(StreetRecap(name, now.board + cards, [], now.pot))
                bets = {}
                continue
            case AntePosted(amount=amount):
                now.pot += amount
            case BlindPosted(seat=seat, amount=amount):
                now.pot += amount
                bets[seat] = amount
            case (
                Called(seat=seat, total=total)
                | BetPlaced(seat=seat, total=total)
                | Raised(seat=seat, total=total)
            ):
                now.pot += total - bets.get(seat, 0)
                bets[seat] = total
            case UncalledReturned(amount=amount):
                now.pot -= amount
            case _:
                pass
        now.events.append(event)
    return streets
