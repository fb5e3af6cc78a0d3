"""Where the button and the blinds are, and how they move between hands.

Seats are numbered clockwise from 1. Source: rule text 000 section 2 (dead button), 001 section 7
(the dealer passes left); RULINGS B1-B7, D14.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Positions:
    """The seats of one hand.

    The button may rest on an empty seat (a dead button). `small_blind` and `big_blind` are None in
    games without blinds. A small blind position without a player posts nothing (RULINGS B1), but is
    remembered, because the button comes there next.
    """

    button: int
    small_blind: int | None = None
    big_blind: int | None = None
    straddle: int | None = None
    """Who posts twice the big blind to act last: the seat after the big blind (RULINGS A18)."""


def next_seat(after: int, occupied: Collection[int]) -> int:
    """Return the first occupied seat clockwise after a seat, at last that seat itself."""
    return min(occupied, key=lambda seat: (seat <= after, seat))


def clockwise_from(after: int, occupied: Collection[int]) -> tuple[int, ...]:
    """Return the occupied seats in order, starting left of a seat; the seat itself comes last."""
    return tuple(sorted(occupied, key=lambda seat: (seat <= after, seat)))


def first_blinds(button: int, occupied: Collection[int]) -> Positions:
    """Place the blinds of the first hand, left of the drawn button.

    Of two players the button posts the small blind (RULINGS B6).
    """
    small = button if len(occupied) == 2 else next_seat(button, occupied)
    return Positions(button, small, next_seat(small, occupied))


def move_blinds(last: Positions, occupied: Collection[int]) -> Positions:
    """Move the blinds on from the last hand, among the seats that still play (RULINGS B2, B3).

    The big blind goes to the next player left of the last one, so that nobody is spared it and
    nobody pays it twice running. The small blind follows to where the big blind was, the button to
    where the small blind was, player or not. Down to two players, the one who is not the big blind
    is button and small blind.
    """
    assert last.small_blind is not None
    assert last.big_blind is not None
    big = next_seat(last.big_blind, occupied)
    if len(occupied) == 2:
        button = next_seat(big, occupied)
        return Positions(button, button, big)
    return Positions(last.small_blind, last.big_blind, big)


def pass_dealer(last: Positions, occupied: Collection[int]) -> Positions:
    """Pass the deal to the next player left of the last dealer; no dead dealer (RULINGS D14)."""
    return Positions(next_seat(last.button, occupied))
