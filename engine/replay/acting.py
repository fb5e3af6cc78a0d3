"""Carry out what a source says the players did, and compare at every step."""

from __future__ import annotations

from typing import assert_never

from engine.actions import Action, BetTo, Call, Check, Exchange, Fold, Legal, RaiseTo
from engine.errors import Reason, Refusal
from engine.events import BetPlaced, Called, Raised
from engine.hand import Events, Hand, apply, legal
from engine.replay.deviations import Deviation
from engine.replay.form import Act, ActType
from engine.replay.played import Difference, Played
from engine.rules import Structure
from engine.seats import next_seat


def act_all(played: Played) -> None:
    """Carry out all actions of the source; then the hand must be over.

    :raises Difference: at the first thing on which engine and source do not agree.
    """
    for place, act in enumerate(played.source.acts):
        where = f"actions[{place}]"
        if act.player in played.left_out:
            _check_left_out(played, act, where)
        else:
            _act(played, act, where)
    to_act = played.hand.to_act
    if to_act is not None:
        raise Difference("end", "actions", "over", f"{played.name(to_act)} is to act")


def _act(played: Played, act: Act, where: str) -> None:
    _compare_turn(played, act, where)
    may = legal(played.hand)
    assert may is not None
    hand = _adapted(played, may, act)
    try:
        played.hand, events = apply(hand, _action(played, act, may, where))
    except Refusal as refusal:
        raise _refused(played.hand, act, where, refusal.reason) from None
    played.events += events
    _compare_all_in(played, act, where, events)


def _compare_turn(played: Played, act: Act, where: str) -> None:
    hand = played.hand
    if hand.to_act is None:
        raise Difference("end", where, f"{act.player} is to act", "over")
    if played.name(hand.to_act) != act.player:
        raise Difference("turn", f"{where}.player", act.player, played.name(hand.to_act))
    if hand.current_street.name != act.street:
        raise Difference("street", f"{where}.street", act.street, hand.current_street.name)


def _compare_all_in(played: Played, act: Act, where: str, events: Events) -> None:
    """Compare whether a call, bet or raise was all-in: whether nothing was left behind."""
    if not act.to or played.excess[act.player]:
        return
    all_in = any(event.all_in for event in events if isinstance(event, BetPlaced | Called | Raised))
    if all_in != act.all_in:
        raise Difference("all_in", f"{where}.all_in", act.all_in, all_in)


def _check_left_out(played: Played, act: Act, where: str) -> None:
    """Check that a player who was left out folds in turn: the next one is to act."""
    after = next_seat(played.source.seat_of[act.player], played.hand.seats)
    to_act = played.hand.to_act
    if to_act is None or played.hand.seats[to_act] != after:
        raise Difference("turn", f"{where}.player", act.player, "another is to act")
    played.left_out -= {act.player}


def _action(played: Played, act: Act, may: Legal, where: str) -> Action:
    match act.type:
        case ActType.FOLD:
            return Fold(may.seat)
        case ActType.CHECK:
            return Check(may.seat)
        case ActType.DRAW:
            return Exchange(may.seat, played.cards.given_up[act.player])
        case ActType.CALL:
            return _call(played, act, may, where)
        case ActType.BET:
            return BetTo(may.seat, act.to)
        case ActType.RAISE:
            return _raise(played, act, may)
        case _:
            assert_never(act.type)


def _call(played: Played, act: Act, may: Legal, where: str) -> Call:
    player = played.player(act.player)
    assert player is not None
    total = played.hand.round.bets[player] + may.to_call
    capped = act.to < total and not act.all_in
    if capped and Deviation.CALL_CAPPED in played.bridged:
        played.excess[act.player] -= total - act.to
    elif act.to != total:
        bridge = Deviation.CALL_CAPPED if capped else None
        raise Difference("call", f"{where}.to", act.to, total, bridge)
    return Call(may.seat)


def _raise(played: Played, act: Act, may: Legal) -> Call | RaiseTo:
    unanswered = may.closed is Reason.NOBODY_CAN_ANSWER
    if unanswered and Deviation.RAISE_NO_CALLER in played.bridged:
        played.excess[act.player] += act.to - played.hand.round.price
        return Call(may.seat)
    return RaiseTo(may.seat, act.to)


def _adapted(played: Played, may: Legal, act: Act) -> Hand:
    """Return the hand as it must be for a raise that only a deviation allows (fixed limit)."""
    hand = played.hand
    if act.type is not ActType.RAISE or hand.stakes.structure is not Structure.FIXED_LIMIT:
        return hand
    hand = hand.copy()
    rnd = hand.round
    if (
        may.closed is Reason.RAISE_NOT_REOPENED
        and Deviation.FL_SHORT_ALL_IN_REOPENS in played.bridged
    ):
        rnd.acted[hand.seats.index(may.seat)] = False
    rnd.structure = Structure.FIXED_LIMIT
    capped = rnd.cap is not None and rnd.raises >= rnd.cap
    counted = not capped and _counts_from_short_all_in(hand, act)
    if counted and Deviation.FL_COUNTED_FROM_SHORT_ALL_IN in played.bridged:
        rnd.structure = Structure.NO_LIMIT
        rnd.raises += 1
    return hand


def _counts_from_short_all_in(hand: Hand, act: Act) -> bool:
    """Say whether a raise adds one bet to a price that is no whole number of bets."""
    rnd = hand.round
    return bool(rnd.price % rnd.bet) and act.to == rnd.price + rnd.bet


def _refused(hand: Hand, act: Act, where: str, reason: Reason) -> Difference:
    said = f"{act.type} to {act.to}" if act.to else str(act.type)
    return Difference("refused", where, said, str(reason), _bridge(hand, act, reason))


def _bridge(hand: Hand, act: Act, reason: Reason) -> Deviation | None:
    """Return the deviation that allows what our rules refuse."""
    if reason is Reason.NOBODY_CAN_ANSWER:
        return Deviation.RAISE_NO_CALLER
    if hand.stakes.structure is not Structure.FIXED_LIMIT or hand.to_act is None:
        return None
    owed = hand.round.price - hand.round.bets[hand.to_act]
    if reason is Reason.RAISES_CAPPED:
        return Deviation.FL_UNCAPPED
    if reason is Reason.RAISE_NOT_REOPENED and 2 * owed >= hand.round.bet:
        return Deviation.FL_SHORT_ALL_IN_REOPENS
    limits = {Reason.ABOVE_LIMIT, Reason.BELOW_MINIMUM}
    if reason in limits and _counts_from_short_all_in(hand, act):
        return Deviation.FL_COUNTED_FROM_SHORT_ALL_IN
    return None
