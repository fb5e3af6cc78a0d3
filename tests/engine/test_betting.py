"""One betting round by itself: turn, price, increment."""

from __future__ import annotations

import pytest

from engine import betting
from engine.betting import Options, Round
from engine.errors import Reason
from engine.rules import Stakes, Street


def opened(*stacks: int, minimum: int = 2) -> Round:
    stakes, flop = Stakes(big_blind=minimum), Street("flop")
    return betting.new_round(list(stacks), [True] * len(stacks), stakes, flop, pot=0)


def test_a_new_round_has_no_price_and_the_minimum_as_increment() -> None:
    rnd = opened(10, 20, minimum=4)
    assert (rnd.price, rnd.increment, rnd.aggressor) == (0, 4, None)
    assert rnd.bets == [0, 0]
    assert betting.options(rnd, 0) == Options(0, 4, 10, None)


def test_a_blind_is_no_decision() -> None:
    rnd = opened(10, 10)
    assert betting.post_blind(rnd, 0, 2) == 2
    assert rnd.acted == [False, False]
    assert rnd.aggressor is None


def test_a_short_blind_posts_what_there_is_and_sets_the_full_price() -> None:
    rnd = opened(1, 10)
    assert betting.post_blind(rnd, 0, 2) == 1
    assert (rnd.stacks[0], rnd.price) == (0, 2)


def test_a_small_blind_after_a_bigger_one_does_not_lower_the_price() -> None:
    rnd = opened(10, 10)
    betting.post_blind(rnd, 0, 2)
    betting.post_blind(rnd, 1, 1)
    assert rnd.price == 2


def test_the_turn_goes_round_and_skips_who_has_folded_or_no_chips() -> None:
    rnd = opened(10, 0, 10, 10)
    betting.fold(rnd, 2)
    assert betting.next_to_act(rnd, 1) == 3
    assert betting.next_to_act(rnd, 4) == 0


def test_the_round_is_over_once_everybody_has_decided_and_owes_nothing() -> None:
    rnd = opened(10, 10)
    betting.check(rnd, 0)
    assert betting.next_to_act(rnd, 1) == 1
    betting.check(rnd, 1)
    assert betting.next_to_act(rnd, 0) is None


def test_a_raise_asks_everybody_again_but_not_its_author() -> None:
    rnd = opened(10, 10, 10)
    betting.check(rnd, 0)
    betting.raise_to(rnd, 1, 4)
    betting.call(rnd, 2)
    assert betting.next_to_act(rnd, 0) == 0
    betting.call(rnd, 0)
    assert betting.next_to_act(rnd, 1) is None


def test_a_call_puts_in_what_is_missing_or_all_there_is() -> None:
    rnd = opened(50, 3, 50)
    betting.raise_to(rnd, 0, 10)
    assert betting.call(rnd, 1) == 3
    assert betting.call(rnd, 2) == 10
    assert rnd.stacks == [40, 0, 40]


def test_a_full_raise_sets_the_increment_and_a_short_one_only_the_price() -> None:
    rnd = opened(100, 100, 35, 100)
    betting.raise_to(rnd, 0, 10)
    betting.raise_to(rnd, 1, 30)
    assert (rnd.price, rnd.increment, rnd.aggressor) == (30, 20, 1)
    betting.raise_to(rnd, 2, 35)
    assert (rnd.price, rnd.increment, rnd.aggressor) == (35, 20, 2)
    assert betting.raise_limits(rnd, 3) == (55, 100)


def test_all_in_below_the_minimum_is_the_only_raise_left() -> None:
    rnd = opened(100, 15, 100)
    betting.raise_to(rnd, 0, 10)
    assert betting.options(rnd, 1) == Options(10, 15, 15, None)


@pytest.mark.parametrize("stack", [1, 9, 10])
def test_a_stack_that_does_not_exceed_the_call_cannot_raise(stack: int) -> None:
    rnd = opened(100, stack, 100)
    betting.raise_to(rnd, 0, 10)
    assert betting.options(rnd, 1) == Options(stack, None, None, Reason.CALL_TAKES_ALL)


def test_nobody_raises_against_opponents_who_are_all_in() -> None:
    rnd = opened(10, 100)
    betting.raise_to(rnd, 0, 10)
    assert betting.options(rnd, 1) == Options(10, None, None, Reason.NOBODY_CAN_ANSWER)


def test_who_has_acted_may_raise_again_only_over_a_full_increment() -> None:
    rnd = opened(100, 19, 100)
    betting.raise_to(rnd, 0, 10)
    betting.raise_to(rnd, 1, 19)
    betting.call(rnd, 2)
    assert betting.options(rnd, 0) == Options(9, None, None, Reason.RAISE_NOT_REOPENED)
    full = opened(100, 20, 100)
    betting.raise_to(full, 0, 10)
    betting.raise_to(full, 1, 20)
    betting.call(full, 2)
    assert betting.options(full, 0) == Options(10, 30, 100, None)


def test_the_only_one_with_chips_is_asked_only_if_a_live_opponent_put_in_more() -> None:
    rnd = opened(5, 100)
    betting.raise_to(rnd, 0, 5)
    assert betting.next_to_act(rnd, 1) == 1
    betting.fold(rnd, 0)
    assert betting.next_to_act(rnd, 1) is None


@pytest.mark.parametrize(
    ("stacks", "over"), [((0, 0, 0), True), ((5, 0, 0), True), ((5, 5, 0), False)]
)
def test_betting_is_over_with_at_most_one_live_player_who_has_chips(
    stacks: tuple[int, ...], over: bool
) -> None:
    assert betting.betting_is_over(opened(*stacks)) is over


def test_a_copy_shares_nothing() -> None:
    rnd = opened(10, 10)
    copy = rnd.copy()
    assert copy == rnd
    betting.raise_to(copy, 0, 4)
    betting.fold(copy, 1)
    assert rnd == opened(10, 10)
