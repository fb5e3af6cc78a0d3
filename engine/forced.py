"""How a hand begins: antes, blinds, a straddle, and the private cards."""

from __future__ import annotations

from collections.abc import Collection

from engine import betting
from engine.errors import Malformed
from engine.events import AntePosted, Blind, BlindPosted, CardsDealt, HandEvent
from engine.rules import AntePayer, Structure
from engine.seats import next_seat
from engine.state import Hand


def post_antes(hand: Hand, events: list[HandEvent]) -> None:
    """Take the antes: dead money, paid before the blinds (RULINGS A19)."""
    if not hand.stakes.ante:
        return
    payers = {
        AntePayer.EVERYONE: hand.seats,
        AntePayer.BIG_BLIND: (hand.positions.big_blind,),
        AntePayer.BUTTON: (hand.positions.button,),
    }[hand.stakes.ante_payer]
    for player, seat in enumerate(hand.seats):
        if seat not in payers:
            continue
        amount = min(hand.stakes.ante, hand.round.stacks[player])
        hand.round.stacks[player] -= amount
        hand.round.pot += amount
        if hand.stakes.ante_payer is AntePayer.EVERYONE:
            hand.paid[player] += amount
        else:
            hand.dead += amount
        events.append(AntePosted(seat, amount, not hand.round.stacks[player]))


def post_blinds(hand: Hand, posters: Collection[int], events: list[HandEvent]) -> None:
    """Post the blinds, a straddle, and live big blinds out of turn (RULINGS A18, B1, B10)."""
    _check_straddle(hand)
    blinds = (
        (hand.positions.small_blind, Blind.SMALL, hand.stakes.small_blind),
        (hand.positions.big_blind, Blind.BIG, hand.stakes.big_blind),
        (hand.positions.straddle, Blind.STRADDLE, 2 * hand.stakes.big_blind),
    )
    live = ((seat, Blind.LIVE, hand.stakes.big_blind) for seat in sorted(posters))
    for seat, blind, amount in (*blinds, *live):
        if seat not in hand.seats or not amount:
            continue
        player = hand.seats.index(seat)
        posted = betting.post_blind(hand.round, player, amount)
        if posted:
            events.append(BlindPosted(seat, blind, posted, not hand.round.stacks[player]))


def _check_straddle(hand: Hand) -> None:
    """Check that the seat that straddles may (RULINGS A18).

    :raises Malformed: when it may not.
    """
    seat, big_blind = hand.positions.straddle, hand.positions.big_blind
    if seat is None:
        return
    fixed = hand.stakes.structure is Structure.FIXED_LIMIT
    if fixed or big_blind is None or len(hand.seats) < 3:
        raise Malformed("a straddle needs blinds, three players and no fixed limit")
    if seat != next_seat(big_blind, hand.seats):
        raise Malformed("only the seat after the big blind may straddle")
    if hand.round.stacks[hand.seats.index(seat)] < 2 * hand.stakes.big_blind:
        raise Malformed("a straddle is twice the big blind, after antes")


def deal_private_cards(hand: Hand, events: list[HandEvent]) -> None:
    """Deal one card at a time, clockwise from the left of the button."""
    players = len(hand.seats)
    count = hand.current_street.deal
    for player, seat in enumerate(hand.seats):
        hand.holes[player] = hand.stub[player : players * count : players]
        events.append(CardsDealt(seat, hand.holes[player]))
    hand.stub = hand.stub[players * count :]


def first_after_blinds(hand: Hand) -> int:
    """Return the player who acts first: after the last blind, or left of the button."""
    last = hand.positions.straddle or hand.positions.big_blind
    return 0 if last is None else hand.seats.index(last) + 1
