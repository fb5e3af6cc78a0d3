"""How a hand goes on: whose decision is next, and what comes when a street is over."""

from __future__ import annotations

from engine import betting, pots
from engine.events import HandEvent, StreetOpened, UncalledReturned
from engine.showdown import end_folded_out, end_with_showdown, show_hands
from engine.state import Hand


def go_on(hand: Hand, start: int, events: list[HandEvent]) -> None:
    """Find the next decision from player `start` on, through as many streets as that takes."""
    hand.to_act = _next_decision(hand, start)
    while hand.to_act is None:
        _return_uncalled(hand, events)
        if hand.round.live.count(True) == 1:
            end_folded_out(hand, events)
            return
        if hand.street == len(hand.variant.streets) - 1:
            end_with_showdown(hand, events)
            return
        _open_next_street(hand, events)
        hand.to_act = _next_decision(hand, 0)


def _next_decision(hand: Hand, start: int) -> int | None:
    """Return who is to decide on this street: next in the exchange, or in the betting round."""
    rnd, street = hand.round, hand.current_street
    if rnd.live.count(True) == 1:
        return None
    if street.exchange:
        waiting = (player for player, live in enumerate(rnd.live) if live and not rnd.acted[player])
        return next(waiting, None)
    return betting.next_to_act(rnd, start) if street.bet else None


def _return_uncalled(hand: Hand, events: list[HandEvent]) -> None:
    surplus = pots.uncalled(hand.contributions, hand.round.live)
    if surplus is not None:
        player, amount = surplus
        hand.round.bets[player] -= amount
        hand.round.stacks[player] += amount
        events.append(UncalledReturned(hand.seats[player], amount))


def _open_next_street(hand: Hand, events: list[HandEvent]) -> None:
    """Burn and open the cards of the next street and start its round with nothing bet."""
    hand.paid = hand.contributions
    _show_before_run_out(hand, events)
    hand.street += 1
    street = hand.current_street
    pot = hand.dead + sum(hand.paid)
    hand.round = betting.new_round(hand.round.stacks, hand.round.live, hand.stakes, street, pot)
    burned, opened = hand.stub[: street.burn], hand.stub[street.burn :][: street.opens]
    hand.muck += burned
    hand.board += opened
    hand.stub = hand.stub[street.burn + street.opens :]
    events.append(StreetOpened(street.name, opened, street.burn))


def _show_before_run_out(hand: Hand, events: list[HandEvent]) -> None:
    """Show all live hands once nobody can bet or exchange any more (RULINGS C3)."""
    if hand.shown or not betting.betting_is_over(hand.round):
        return
    if not any(street.exchange for street in hand.variant.streets[hand.street + 1 :]):
        hand.shown = True
        show_hands(hand, hand.live_from(0), events)
