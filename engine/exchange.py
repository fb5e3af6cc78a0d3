"""The exchange of five-card draw (rule text 001 section 4, RULINGS D3-D7)."""

from __future__ import annotations

from engine.errors import Malformed, Reason, Refusal
from engine.events import CardsDrawn, Exchanged, HandEvent, StubReshuffled
from engine.state import Hand


def exchange_cards(
    hand: Hand, player: int, positions: tuple[int, ...], events: list[HandEvent]
) -> None:
    """Replace cards where they lie; the player's own discards stay out of a reshuffle.

    :raises Refusal: `BAD_POSITIONS` for positions that repeat or do not exist.
    :raises Malformed: for positions that are not whole numbers.
    """
    hole = hand.holes[player]
    if any(type(position) is not int for position in positions):
        raise Malformed(f"not card positions: {positions!r}")
    if len(set(positions)) != len(positions) or not set(positions) <= set(range(1, len(hole) + 1)):
        raise Refusal(Reason.BAD_POSITIONS)
    if len(positions) > len(hand.stub):
        _reshuffle_stub(hand, events)
    drawn = dict(zip(sorted(positions), hand.stub, strict=False))
    hand.stub = hand.stub[len(positions) :]
    hand.holes[player] = tuple(drawn.get(at, card) for at, card in enumerate(hole, start=1))
    hand.muck += tuple(hole[position - 1] for position in sorted(positions))
    hand.round.acted[player] = True
    seat = hand.seats[player]
    events.append(Exchanged(seat, len(positions)))
    events.append(CardsDrawn(seat, hand.holes[player]))


def _reshuffle_stub(hand: Hand, events: list[HandEvent]) -> None:
    """Shuffle the rest of the stub together with what others discarded or folded."""
    pool = {*hand.stub, *hand.muck}
    hand.stub = tuple(card for card in hand.reshuffle if card in pool)
    hand.muck = ()
    events.append(StubReshuffled(len(hand.stub)))
