"""One betting round by itself: turn, price, increment."""

from __future__ import annotations

import pytest

from engine import betting
from engine.betting import Options, Round
from engine.errors import Reason
from engine.rules import Stakes, Street, Structure


def opened(*stacks: int, minimum: int = 2) -> Round:
    stakes, flop = Stakes(big_blind=minimum), Street("flop")
    return betting.new_round(list(stacks), [True] * len(stacks), stakes, flop, pot=0)


def pot_limit(*stacks: int, pot: int) -> Round:
    stakes, flop = Stakes(big_blind=2, structure=Structure.POT_LIMIT), Street("flop")
    return betting.new_round(list(stacks), [True] * len(stacks), stakes, flop, pot)


def fixed_limit(*stacks: int, cap: int | None = 4) -> Round:
    """Open a round of fixed-limit in which a bet is 20."""
    stakes = Stakes(big_blind=20, structure=Structure.FIXED_LIMIT, raise_cap=cap)
    return betting.new_round(list(stacks), [True] * len(stacks), stakes, Street("flop"), pot=0)


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
    assert (rnd.price, rnd.increment) == (2, 2)


def test_a_straddle_acts_as_the_new_big_blind() -> None:
    """RULINGS A18: call 4, raise to at least 8."""
    rnd = opened(100, 100, 100, 100)
    for player, blind in enumerate((1, 2, 4)):
        betting.post_blind(rnd, player, blind)
    assert betting.options(rnd, 3) == Options(4, 8, 100, None)


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


def test_a_fold_gives_up_the_hand_and_leaves_the_bet() -> None:
    rnd = opened(10, 10, 10)
    betting.raise_to(rnd, 0, 4)
    betting.fold(rnd, 0)
    assert rnd.live == [False, True, True]
    assert (rnd.bets, rnd.stacks) == ([4, 0, 0], [6, 10, 10])


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


def test_the_increment_is_that_of_who_made_the_last_full_raise() -> None:
    """RULINGS A6, A7: over the short all-in the increment is still the 10 that player 1 added."""
    rnd = opened(100, 100, 25, 100)
    assert (rnd.increment, rnd.increment_by) == (2, None)
    betting.raise_to(rnd, 0, 10)
    assert (rnd.increment, rnd.increment_by) == (10, 0)
    betting.raise_to(rnd, 1, 20)
    assert (rnd.increment, rnd.increment_by) == (10, 1)
    betting.raise_to(rnd, 2, 25)
    assert (rnd.increment, rnd.increment_by) == (10, 1)


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


def test_nobody_raises_against_opponents_who_are_all_in_or_have_folded() -> None:
    """RULINGS A8: the chips of a folded player answer nothing."""
    rnd = opened(100, 10, 100)
    betting.fold(rnd, 0)
    betting.raise_to(rnd, 1, 10)
    assert betting.options(rnd, 2) == Options(10, None, None, Reason.NOBODY_CAN_ANSWER)


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


def test_in_pot_limit_the_most_is_the_price_plus_the_pot_after_the_call() -> None:
    """RULINGS A15: facing 10 the pot after the call is 12 + 10 + 10, so a raise goes to 42."""
    rnd = pot_limit(200, 200, 30, pot=12)
    assert betting.raise_limits(rnd, 0) == (2, 12)
    betting.raise_to(rnd, 0, 10)
    assert betting.raise_limits(rnd, 1) == (20, 42)
    assert betting.raise_limits(rnd, 2) == (20, 30)
    betting.raise_to(rnd, 1, 42)
    assert betting.raise_limits(rnd, 0) == (74, 42 + 12 + 42 + 42)


def test_in_pot_limit_the_least_is_allowed_where_the_pot_is_smaller() -> None:
    """RULINGS A15: a pot of 1 does not forbid the minimum bet of 2."""
    assert betting.raise_limits(pot_limit(200, 200, pot=1), 0) == (2, 2)
    assert betting.raise_limits(pot_limit(1, 200, pot=1), 0) == (1, 1)


@pytest.mark.parametrize(
    ("all_in", "level"), [(20, 40), (27, 40), (29, 40), (30, 60), (33, 60), (39, 60), (40, 60)]
)
def test_in_fixed_limit_a_raise_goes_to_whole_bets_also_over_an_all_in(
    all_in: int, level: int
) -> None:
    """RULINGS A17: less than half a bet is completed, from half a bet on it counts."""
    rnd = fixed_limit(500, all_in, 500, 35)
    betting.raise_to(rnd, 0, 20)
    if all_in > 20:
        betting.raise_to(rnd, 1, all_in)
    assert betting.raise_limits(rnd, 2) == (level, level)
    assert betting.raise_limits(rnd, 3) == (35, 35), "all-in is the only raise left"


def test_in_fixed_limit_four_raises_may_follow_the_bet() -> None:
    """RULINGS A16: the bet is no raise, the fourth raise is the last."""
    rnd = fixed_limit(500, 500, 500)
    for turn, level in enumerate((20, 40, 60, 80, 100)):
        assert betting.options(rnd, turn % 2).closed is None
        assert betting.raise_limits(rnd, turn % 2) == (level, level)
        betting.raise_to(rnd, turn % 2, level)
    assert betting.options(rnd, 1) == Options(20, None, None, Reason.RAISES_CAPPED)
    assert betting.options(rnd, 2) == Options(100, None, None, Reason.RAISES_CAPPED)


@pytest.mark.parametrize("cap", [None, 5])
def test_a_table_in_fixed_limit_may_allow_more_raises_or_any_number(cap: int | None) -> None:
    """RULINGS A16: a table option changes the number."""
    rnd = fixed_limit(500, 500, cap=cap)
    for turn, level in enumerate((20, 40, 60, 80, 100)):
        betting.raise_to(rnd, turn % 2, level)
    assert betting.raise_limits(rnd, 1) == (120, 120)
    assert betting.options(rnd, 1).closed is None
    betting.raise_to(rnd, 1, 120)
    assert betting.options(rnd, 0).closed is (None if cap is None else Reason.RAISES_CAPPED)


def test_in_fixed_limit_only_full_raises_count_to_the_cap() -> None:
    """RULINGS A17: neither an all-in below the level nor the completion of a short bet."""
    rnd = fixed_limit(7, 500, 27, 500)
    betting.raise_to(rnd, 0, 7)
    assert betting.raise_limits(rnd, 1) == (20, 20)
    betting.raise_to(rnd, 1, 20)
    betting.raise_to(rnd, 2, 27)
    assert rnd.raises == 0
    betting.raise_to(rnd, 3, 40)
    assert rnd.raises == 1


@pytest.mark.parametrize("cap", [0, 4, None])
def test_a_cap_on_raises_means_nothing_outside_fixed_limit(cap: int | None) -> None:
    """RULINGS A16: with no limit people raise as often as their chips allow."""
    stakes = Stakes(big_blind=2, raise_cap=cap)
    rnd = betting.new_round([500, 500], [True, True], stakes, Street("flop"), pot=0)
    for turn, total in enumerate((10, 20, 30, 40, 50, 60)):
        assert betting.options(rnd, turn % 2).closed is None
        betting.raise_to(rnd, turn % 2, total)
    assert betting.options(rnd, 0) == Options(10, 70, 500, None)


def test_a_copy_shares_nothing() -> None:
    rnd = opened(10, 10)
    copy = rnd.copy()
    assert copy == rnd
    betting.raise_to(copy, 0, 4)
    betting.fold(copy, 1)
    assert rnd == opened(10, 10)


def test_a_copy_says_all_that_its_round_says() -> None:
    rnd = fixed_limit(100, 100, cap=3)
    betting.raise_to(rnd, 0, 20)
    betting.raise_to(rnd, 1, 40)
    assert rnd.copy() == rnd
    free = opened(10, 10)
    betting.raise_to(free, 1, 4)
    assert free.increment_by == 1
    assert free.copy() == free
