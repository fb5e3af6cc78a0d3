"""One hand, from the first card to the last chip: `deal` it, `apply` actions until it is over.

Both return a new hand and what happened; the hand handed in never changes, and nothing else does.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine import betting
from engine.actions import (
    Action,
    AllIn,
    BetTo,
    Call,
    Check,
    Exchange,
    Fold,
    Leave,
    Legal,
    RaiseTo,
    Show,
    TimeOut,
)
from engine.cards import Card, check_deck
from engine.errors import Malformed, Reason, Refusal
from engine.events import (
    BetPlaced,
    Called,
    Checked,
    Folded,
    HandEvent,
    PlayerLeft,
    Raised,
    TimedOut,
)
from engine.exchange import exchange_cards
from engine.forced import deal_private_cards, first_after_blinds, post_antes, post_blinds
from engine.games import VARIANTS
from engine.rules import Game, Stakes
from engine.seats import Positions, clockwise_from
from engine.showdown import show_hands
from engine.state import Hand
from engine.streets import go_on

__all__ = ["Events", "Hand", "apply", "deal", "legal"]

Events = tuple[HandEvent, ...]


def deal(
    game: Game,
    stakes: Stakes,
    stacks: Mapping[int, int],
    positions: Positions,
    deck: Sequence[Card],
    reshuffle: Sequence[Card],
    posters: Collection[int] = (),
) -> tuple[Hand, Events]:
    """Post antes and blinds, deal the private cards, and go to the first decision.

    :param stacks: chips of each seat that is dealt in, two seats at least.
    :param deck: 52 cards, the top one first; the order of everything that follows.
    :param reshuffle: 52 cards; should a stub run short in an exchange, the cards that are shuffled
        together come in this order. Of a random order, any part is in random order too. It is
        needed once a hand at most: at 30 of 52 cards dealt, a full stub holds 22 more.
    :param posters: seats that post a live big blind out of turn (RULINGS B10).
    :raises Malformed: for a deck that is none, or stacks that cannot be dealt in.
    """
    variant = VARIANTS[game]
    if not 2 <= len(stacks) <= variant.max_players or min(stacks.values()) <= 0:
        raise Malformed(f"a hand needs 2 to {variant.max_players} players with chips")
    seats = clockwise_from(positions.button, stacks)
    chips = [stacks[seat] for seat in seats]
    hand = Hand(
        game=game,
        stakes=stakes,
        positions=positions,
        seats=seats,
        round=betting.new_round(chips, [True] * len(seats), stakes, variant.streets[0], pot=0),
        paid=[0] * len(seats),
        dead=0,
        holes=[()] * len(seats),
        board=(),
        stub=check_deck(deck),
        muck=(),
        reshuffle=check_deck(reshuffle),
        street=0,
        to_act=None,
        shown=False,
        may_show=(),
        pot_awards=(),
    )
    events: list[HandEvent] = []
    post_antes(hand, events)
    post_blinds(hand, posters, events)
    deal_private_cards(hand, events)
    go_on(hand, first_after_blinds(hand), events)
    return hand, tuple(events)


def legal(hand: Hand) -> Legal | None:
    """Return what the player to act may do, None when the hand is over.

    It is what `apply` checks against, and what buttons and refusals show.
    """
    player = hand.to_act
    if player is None:
        return None
    seat = hand.seats[player]
    if hand.exchanging:
        return Legal(seat, most_cards=hand.current_street.exchange)
    choice = betting.options(hand.round, player)
    return Legal(
        seat,
        to_call=choice.to_call,
        opens=not hand.round.price,
        min_to=choice.min_to,
        max_to=choice.max_to,
        closed=choice.closed,
    )


def apply(hand: Hand, action: Action) -> tuple[Hand, Events]:
    """Carry out an action: the only way from one state of a hand to the next.

    :raises Refusal: when the rules do not allow it; its `legal` says what they would.
    :raises Malformed: for an amount or positions that are not whole numbers.
    """
    after = hand.copy()
    events: list[HandEvent] = []
    if isinstance(action, Show):
        _show_by_choice(after, action.seat, events)
    elif isinstance(action, Leave):
        _leave(after, action.seat, events)
    else:
        player = _player_to_act(after, action.seat)
        if isinstance(action, TimeOut):
            events.append(TimedOut(action.seat))
            action = _default_action(after, player)
        if after.current_street.exchange:
            _exchange(after, player, action, events)
        else:
            _decide(after, player, action, events)
        go_on(after, player + 1, events)
    return after, tuple(events)


def _refused(hand: Hand, reason: Reason) -> Refusal:
    return Refusal(reason, legal(hand))


def _player(hand: Hand, seat: int) -> int:
    if seat not in hand.seats:
        raise _refused(hand, Reason.NOT_IN_HAND)
    return hand.seats.index(seat)


def _player_to_act(hand: Hand, seat: int) -> int:
    if hand.to_act is None:
        raise Refusal(Reason.HAND_OVER)
    if hand.seats[hand.to_act] != seat:
        live = hand.round.live[_player(hand, seat)]
        raise _refused(hand, Reason.NOT_YOUR_TURN if live else Reason.NOT_IN_HAND)
    return hand.to_act


Decision = Fold | Check | Call | BetTo | RaiseTo | AllIn | Exchange


def _default_action(hand: Hand, player: int) -> Decision:
    """Return what a player does who does not answer (RULINGS E8, D13)."""
    seat, rnd = hand.seats[player], hand.round
    if hand.current_street.exchange:
        return Exchange(seat)
    return Fold(seat) if rnd.price > rnd.bets[player] else Check(seat)


def _exchange(hand: Hand, player: int, action: Decision, events: list[HandEvent]) -> None:
    if not isinstance(action, Exchange):
        raise _refused(hand, Reason.NOT_NOW)
    try:
        exchange_cards(hand, player, action.positions, events)
    except Refusal as refusal:
        raise _refused(hand, refusal.reason) from refusal


def _decide(hand: Hand, player: int, action: Decision, events: list[HandEvent]) -> None:
    """Carry out a decision in a betting round."""
    rnd, seat = hand.round, action.seat
    match action:
        case Fold():
            _fold(hand, player, events)
        case Call():
            if rnd.price == rnd.bets[player]:
                raise _refused(hand, Reason.NOTHING_TO_CALL)
            added = betting.call(rnd, player)
            events.append(Called(seat, rnd.bets[player], added, not rnd.stacks[player]))
        case Check():
            if rnd.price > rnd.bets[player]:
                raise _refused(hand, Reason.FACING_A_BET)
            betting.check(rnd, player)
            events.append(Checked(seat))
        case RaiseTo(total=total):
            if not rnd.price:
                raise _refused(hand, Reason.NO_BET_TO_RAISE)
            _raise(hand, player, total)
            events.append(Raised(seat, total, not rnd.stacks[player]))
        case BetTo(total=total):
            if rnd.price:
                raise _refused(hand, Reason.FACING_A_BET)
            _raise(hand, player, total)
            events.append(BetPlaced(seat, total, not rnd.stacks[player]))
        case AllIn():
            _decide(hand, player, _as_all_in(hand, player), events)
        case Exchange():
            raise _refused(hand, Reason.NOT_NOW)


def _raise(hand: Hand, player: int, total: object) -> None:
    """Bet or raise to a total, if it is one that the rules allow."""
    if type(total) is not int or total <= 0:
        raise Malformed(f"not an amount of chips: {total!r}")
    rnd = hand.round
    if total > rnd.bets[player] + rnd.stacks[player]:
        raise _refused(hand, Reason.ABOVE_STACK)
    choice = betting.options(rnd, player)
    if choice.min_to is None or choice.max_to is None:
        raise Refusal(choice.closed or Reason.NOT_NOW, legal(hand))
    if total < choice.min_to:
        raise _refused(hand, Reason.BELOW_MINIMUM)
    if total > choice.max_to:
        raise _refused(hand, Reason.ABOVE_LIMIT)
    betting.raise_to(rnd, player, total)


def _as_all_in(hand: Hand, player: int) -> Decision:
    """Return the call, bet or raise that putting in everything amounts to.

    :raises Refusal: where it would be a raise and none is allowed.
    """
    seat, rnd = hand.seats[player], hand.round
    closed = betting.options(rnd, player).closed
    if closed is Reason.CALL_TAKES_ALL:
        return Call(seat)
    if closed is not None:
        raise _refused(hand, closed)
    everything = rnd.bets[player] + rnd.stacks[player]
    return RaiseTo(seat, everything) if rnd.price else BetTo(seat, everything)


def _fold(hand: Hand, player: int, events: list[HandEvent]) -> None:
    betting.fold(hand.round, player)
    hand.muck += hand.holes[player]
    events.append(Folded(hand.seats[player]))


def _leave(hand: Hand, seat: int, events: list[HandEvent]) -> None:
    """Fold the hand of a player who leaves, in turn or not; an all-in hand stays (RULINGS B8)."""
    player = _player(hand, seat)
    events.append(PlayerLeft(seat))
    if hand.to_act is None or not hand.round.live[player] or not hand.round.stacks[player]:
        return
    _fold(hand, player, events)
    go_on(hand, hand.to_act, events)


def _show_by_choice(hand: Hand, seat: int, events: list[HandEvent]) -> None:
    player = _player(hand, seat)
    if player not in hand.may_show:
        raise _refused(hand, Reason.NOTHING_TO_SHOW)
    hand.may_show = tuple(other for other in hand.may_show if other != player)
    show_hands(hand, [player], events)
