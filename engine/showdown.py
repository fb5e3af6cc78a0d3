"""How a hand ends: hands are shown and compared, pots are paid."""

from __future__ import annotations

from collections.abc import Mapping

from engine import pots
from engine.events import HandEnded, HandEvent, HandsRanked, HandsShown, Mucked, PotAwarded
from engine.ranking import Strength, strength
from engine.state import Hand


def show_hands(hand: Hand, order: list[int], events: list[HandEvent]) -> None:
    """Turn over the hands of these players, in this order."""
    events.append(HandsShown(tuple((hand.seats[i], hand.holes[i]) for i in order)))


def end_folded_out(hand: Hand, events: list[HandEvent]) -> None:
    """Pay the only player left, who need not show (rule text 000 section 3)."""
    winner = hand.round.live.index(True)
    hand.may_show = (winner,)
    _pay(hand, {}, events)


def end_with_showdown(hand: Hand, events: list[HandEvent]) -> None:
    """Show the hands and pay each pot to its best.

    The last to bet or raise in the last round shows first, all-in or called by nobody alike;
    otherwise the first live seat left of the button (RULINGS C1-C5, B8). Hands that were shown
    before a run-out lie open already; others may be mucked where the table allows it (C6).
    """
    aggressor = hand.round.aggressor
    first = aggressor if aggressor is not None and hand.round.live[aggressor] else 0
    order = hand.live_from(first)
    strengths = {player: strength(hand.holes[player] + hand.board) for player in order}
    if not hand.shown:
        if hand.stakes.muck:
            order = _worth_showing(hand, order, strengths)
            hand.may_show = tuple(player for player in strengths if player not in order)
        hand.shown = True
        show_hands(hand, order, events)
        events.extend(Mucked(hand.seats[player]) for player in hand.may_show)
    events.append(HandsRanked(tuple((hand.seats[i], strengths[i]) for i in order)))
    _pay(hand, strengths, events)


def _worth_showing(hand: Hand, order: list[int], strengths: Mapping[int, Strength]) -> list[int]:
    """Leave out who can win no pot when his turn to show comes (RULINGS C6)."""
    contested = pots.build_pots(hand.contributions, hand.round.live, hand.dead)
    shown: list[int] = []
    for player in order:
        beaten = [
            any(strengths[other] > strengths[player] for other in shown if other in pot.contenders)
            for pot in contested
            if player in pot.contenders
        ]
        if not all(beaten):
            shown.append(player)
    return shown


def _pay(hand: Hand, strengths: Mapping[int, Strength], events: list[HandEvent]) -> None:
    rnd = hand.round
    for pot in pots.build_pots(hand.contributions, rnd.live, hand.dead):
        paid = pots.award(pot, strengths, apart=hand.stakes.odd_chips_apart)
        for player, chips in paid.shares:
            rnd.stacks[player] += chips
        contenders = tuple(hand.seats[player] for player in pot.contenders)
        shares = tuple((hand.seats[player], chips) for player, chips in paid.shares)
        paid_in = tuple((hand.seats[i], chips) for i, chips in enumerate(pot.paid_in) if chips)
        awarded = PotAwarded(pot.amount, contenders, shares, paid.odd_chips, paid_in)
        hand.pot_awards += (awarded,)
    events.extend(hand.pot_awards)
    hand.dead = 0
    hand.paid = [0] * len(hand.seats)
    rnd.bets = [0] * len(hand.seats)
    events.append(HandEnded(tuple(zip(hand.seats, rnd.stacks, strict=True))))
