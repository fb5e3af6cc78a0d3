"""One betting round: whose turn it is, what he may do, and what it costs.

Amounts are a player's total for the round. The price is the total to match; the increment is the
last full bet or raise of the round, at first the minimum bet. Players are counted from the first
seat left of the button.

Source: rule text 000 section 3, 001 sections 3 and 5; what they leave open is decided in RULINGS A.
How much may be bet differs by structure; `raise_limits` is the one place that says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress

from engine.errors import Reason
from engine.rules import Stakes, Street, Structure


@dataclass(slots=True)
class Round:
    """The chips of the players in a hand and the state of its current betting round.

    Folded and all-in players keep their place in the lists.
    """

    stacks: list[int]
    """Chips behind, what is bet not included."""
    bets: list[int]
    """Totals for this round; antes are not part of it."""
    live: list[bool]
    """Has not folded."""
    acted: list[bool]
    """Has decided in this round; posting a blind is no decision."""
    structure: Structure
    cap: int | None
    """Fixed-limit: how many raises are allowed, None: any number."""
    bet: int
    """The minimum bet of the street; in fixed-limit the only one."""
    pot: int
    """What was in the middle before the round."""
    price: int
    increment: int
    raises: int = 0
    """Fixed-limit: full raises so far; the bet, or the big blind, is none."""
    aggressor: int | None = None
    """Who bet or raised last, in full or short all-in (RULINGS C2)."""
    increment_by: int | None = None
    """Who made the last full bet or raise, None: the increment is the minimum bet or a blind."""

    def copy(self) -> Round:
        """Return a round that can be changed without changing this one."""
        return Round(
            self.stacks.copy(),
            self.bets.copy(),
            self.live.copy(),
            self.acted.copy(),
            self.structure,
            self.cap,
            self.bet,
            self.pot,
            self.price,
            self.increment,
            self.raises,
            self.aggressor,
            self.increment_by,
        )


@dataclass(frozen=True, slots=True)
class Options:
    """What the player to act may do.

    `to_call` is what a call adds (all he has where he has less), 0 where checking is free.
    `min_to` and `max_to` bound a bet or raise, both the same total where only all-in is left; they
    are None where he may not raise, and `closed` says why.
    """

    to_call: int
    min_to: int | None
    max_to: int | None
    closed: Reason | None


def new_round(
    stacks: list[int], live: list[bool], stakes: Stakes, street: Street, pot: int
) -> Round:
    """Open a street's round, in which nobody has bet; the minimum bet is the first increment.

    :param pot: the chips in the middle.
    """
    bet = stakes.bet_size(street)
    return Round(
        stacks=stacks,
        bets=[0] * len(stacks),
        live=live,
        acted=[False] * len(stacks),
        structure=stakes.structure,
        cap=stakes.raise_cap,
        bet=bet,
        pot=pot,
        price=0,
        increment=bet,
    )


def post_blind(rnd: Round, player: int, blind: int) -> int:
    """Post a blind, or all that is left of it, and return the chips posted.

    The price is the full blind even where less could be posted (RULINGS A2). A straddle acts as a
    new big blind: it is the increment, too (A18).
    """
    posted = min(blind, rnd.stacks[player])
    _put_in(rnd, player, posted)
    rnd.price = max(rnd.price, blind)
    rnd.increment = max(rnd.increment, blind)
    return posted


def next_to_act(rnd: Round, start: int) -> int | None:
    """Return who decides next, looking clockwise from `start` on, or None: the round is over.

    A player still to be asked has chips and has not decided yet, or owes something. The only live
    player with chips is asked only if a live opponent has put in more than he has (RULINGS A10).
    """
    players = len(rnd.stacks)
    for step in range(players):
        player = (start + step) % players
        if not rnd.live[player] or not rnd.stacks[player]:
            continue
        if not rnd.acted[player] or rnd.bets[player] < rnd.price:
            return None if _need_not_answer(rnd, player) else player
    return None


def options(rnd: Round, player: int) -> Options:
    """Return what a player could do if it were his turn."""
    to_call = min(rnd.price - rnd.bets[player], rnd.stacks[player])
    closed = _why_closed(rnd, player)
    if closed is not None:
        return Options(to_call, None, None, closed)
    min_to, max_to = raise_limits(rnd, player)
    return Options(to_call, min_to, max_to, None)


def raise_limits(rnd: Round, player: int) -> tuple[int, int]:
    """Return the smallest and the largest total of a bet or raise.

    The smallest adds the last full increment to the price, also over a short all-in (RULINGS A1,
    A6, A7) and whatever the opponents have left (A9); less is possible only all-in. In pot-limit
    the largest is the price plus the pot after the call, which counts the chips really there (A15);
    the smallest is allowed in any case.
    """
    all_in = rnd.bets[player] + rnd.stacks[player]
    if rnd.structure is Structure.FIXED_LIMIT:
        level = min(_next_level(rnd), all_in)
        return level, level
    least = rnd.price + rnd.increment
    if rnd.structure is Structure.NO_LIMIT:
        return min(least, all_in), all_in
    pot_after_call = rnd.pot + sum(rnd.bets) + rnd.price - rnd.bets[player]
    return min(least, all_in), min(max(rnd.price + pot_after_call, least), all_in)


def call(rnd: Round, player: int) -> int:
    """Match the price, or put in all there is; return the chips added."""
    added = min(rnd.price - rnd.bets[player], rnd.stacks[player])
    _put_in(rnd, player, added)
    rnd.acted[player] = True
    return added


def raise_to(rnd: Round, player: int, total: int) -> None:
    """Bet or raise to a total that `options` allows.

    A short all-in sets a new price but leaves the increment at the last full one.
    """
    if rnd.structure is Structure.FIXED_LIMIT:
        # Completing a bet that was short is no raise, nor is an all-in for less than the level.
        rnd.raises += total > rnd.bet and total == _next_level(rnd)
    elif total - rnd.price >= rnd.increment:
        rnd.increment = total - rnd.price
        rnd.increment_by = player
    _put_in(rnd, player, total - rnd.bets[player])
    rnd.price = total
    rnd.aggressor = player
    rnd.acted[player] = True


def check(rnd: Round, player: int) -> None:
    """Decide without putting anything in."""
    rnd.acted[player] = True


def fold(rnd: Round, player: int) -> None:
    """Give up the hand; what is bet stays."""
    rnd.live[player] = False


def betting_is_over(rnd: Round) -> bool:
    """Say whether at most one live player has chips left: no bet is possible any more."""
    return sum(map(bool, compress(rnd.stacks, rnd.live))) <= 1


def _need_not_answer(rnd: Round, player: int) -> bool:
    """Say whether a player is the only one with chips, and no opponent has put in more."""
    for other, live in enumerate(rnd.live):
        if live and other != player and (rnd.stacks[other] or rnd.bets[other] > rnd.bets[player]):
            return False
    return True


def _why_closed(rnd: Round, player: int) -> Reason | None:
    owed = rnd.price - rnd.bets[player]
    if rnd.stacks[player] <= owed:
        return Reason.CALL_TAKES_ALL
    if not _can_answer(rnd, player):
        return Reason.NOBODY_CAN_ANSWER
    # Who has acted may raise again once he faces a full increment, by one raise or by several
    # short all-ins; it is measured from what he himself has put in (RULINGS A3-A5).
    if rnd.acted[player] and owed < rnd.increment:
        return Reason.RAISE_NOT_REOPENED
    fixed = rnd.structure is Structure.FIXED_LIMIT
    if fixed and rnd.cap is not None and rnd.raises >= rnd.cap:
        return Reason.RAISES_CAPPED
    return None


def _can_answer(rnd: Round, player: int) -> bool:
    for other, stack in enumerate(rnd.stacks):
        if stack and other != player and rnd.live[other]:
            return True
    return False


def _next_level(rnd: Round) -> int:
    """Return the total of the next bet or raise in fixed-limit, a whole number of bets.

    A short all-in of less than half a bet does not count: the missed level is completed. From half
    a bet on it counts, and the next raise goes one bet above the level it missed (RULINGS A17).
    """
    levels, over = divmod(rnd.price, rnd.bet)
    return rnd.bet * (levels + (1 if 2 * over < rnd.bet else 2))


def _put_in(rnd: Round, player: int, chips: int) -> None:
    rnd.stacks[player] -= chips
    rnd.bets[player] += chips
