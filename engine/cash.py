"""Who is dealt in, with which blinds, also while members of a cash table come, go and sit out.

Where everybody plays for places nobody posts or straddles, and `plan_hand` deals to all but who has
just come from another table and sits between button and small blind.

Source: RULINGS B1-B7, B10, E13 and A18. Chips are added between hands only, within the buy-in
range. A newcomer waits for the big blind, or posts one as a live bet, but never between button and
small blind; who sat out through his big blind posts it to come back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from engine.errors import Malformed
from engine.rules import Stakes, Structure
from engine.seats import Positions, first_blinds, move_blinds, next_seat, pass_dealer


@dataclass(frozen=True, slots=True)
class BuyIn:
    """What a member may bring to a cash table, and have after adding chips."""

    least: int
    most: int

    def __post_init__(self) -> None:
        if not 0 < self.least <= self.most:
            raise Malformed("a buy-in range goes from a positive amount to one not below it")


class Seated(Protocol):
    """What of a player decides whether he is dealt in."""

    @property
    def seat(self) -> int:
        """Where he sits."""
        ...

    @property
    def waits(self) -> bool:
        """Whether he must wait for the big blind, or post one."""
        ...

    @property
    def posts(self) -> bool:
        """Whether he would rather post than wait."""
        ...

    @property
    def arrived(self) -> bool:
        """Whether he has come from another table and no hand has been dealt since."""
        ...

    @property
    def straddles(self) -> bool:
        """Whether he straddles when he is first after the big blind."""
        ...


@dataclass(frozen=True, slots=True)
class Plan:
    """How the next hand is dealt."""

    positions: Positions
    seats: frozenset[int]
    """Who is dealt in."""
    posters: frozenset[int]
    """Who posts a live big blind out of turn."""


def plan_hand(
    ready: Iterable[Seated], last: Positions | None, drawn_button: int, *, blinds: bool
) -> Plan:
    """Plan the next hand among those who have chips and do not sit out.

    :param last: the positions of the hand before, None for the first.
    :param drawn_button: the seat with the first button.
    :param blinds: False in games that only pass the dealer; nobody waits there.
    """
    players = list(ready)
    everyone = frozenset(player.seat for player in players)
    if not blinds:
        positions = Positions(drawn_button) if last is None else pass_dealer(last, everyone)
        return Plan(positions, everyone, frozenset())
    if last is None or last.big_blind is None:
        return Plan(first_blinds(drawn_button, everyone), everyone, frozenset())
    big_blind = next_seat(last.big_blind, everyone)
    held = {player.seat for player in players if player.arrived and _is_passed(player.seat, last)}
    regular = {player.seat for player in players if not player.waits} - held | {big_blind}
    posters = {player.seat for player in players if player.waits and player.posts} - regular
    if posters and len(regular | posters) > 2:
        moved = move_blinds(last, regular | posters)
        posters = {seat for seat in posters if not _before_small_blind(seat, moved)}
    # When those who need not wait are too few for a hand, nobody waits.
    dealt = regular | posters if len(regular | posters) > 1 else set(everyone)
    return Plan(move_blinds(last, dealt), frozenset(dealt), frozenset(posters))


def missed_big_blind(
    sitting_out: Collection[int], last: Positions | None, now: Positions
) -> frozenset[int]:
    """Return which of the seats that sit out the big blind has passed over."""
    if last is None or last.big_blind is None or now.big_blind is None:
        return frozenset()
    return frozenset(
        seat for seat in sitting_out if _strictly_between(last.big_blind, seat, now.big_blind)
    )


def straddler(
    plan: Plan, players: Iterable[Seated], stacks: dict[int, int], stakes: Stakes
) -> int | None:
    """Return who straddles: the first seat after the big blind, if he may and wants to (A18)."""
    big_blind = plan.positions.big_blind
    fixed = stakes.structure is Structure.FIXED_LIMIT
    if big_blind is None or fixed or len(plan.seats) < 3:
        return None
    first = next_seat(big_blind, plan.seats)
    enough = stacks[first] - stakes.ante >= 2 * stakes.big_blind
    wants = any(player.seat == first and player.straddles for player in players)
    return first if wants and enough and first not in plan.posters else None


def with_straddle(plan: Plan, seat: int | None) -> Plan:
    """Put the straddle into a plan."""
    return replace(plan, positions=replace(plan.positions, straddle=seat))


def _is_passed(seat: int, last: Positions) -> bool:
    """Say whether a seat comes to lie between button and small blind when they move on."""
    assert last.small_blind is not None
    assert last.big_blind is not None
    return _strictly_between(last.small_blind, seat, last.big_blind)


def _before_small_blind(seat: int, positions: Positions) -> bool:
    small_blind = positions.small_blind
    return small_blind is not None and _strictly_between(positions.button, seat, small_blind)


def _strictly_between(start: int, seat: int, end: int) -> bool:
    """Say whether a seat is passed on the way clockwise from one seat to another."""
    if start < end:
        return start < seat < end
    return seat > start or seat < end
