from __future__ import annotations

from engine.errors import Reason
from engine.explain import WhyRaise, why_pots, why_raise
from tests.engine.table import Table, draw, holdem


def raising(table: Table) -> WhyRaise:
    """Explain the limits of the player to act."""
    why = why_raise(table.hand)
    assert why is not None
    return why


def test_before_anyone_raises_the_increment_is_the_big_blind() -> None:
    why = raising(holdem("A* 200, B 200, C 200", "1/2"))
    assert (why.price, why.increment, why.increment_by, why.legal.min_to) == (2, 2, None, 4)


def test_the_minimum_raise_comes_from_the_last_full_raise_and_names_who_made_it() -> None:
    why = raising(holdem("A* 200, B 200, C 200", "1/2").play("A raises to 8"))
    assert (why.price, why.increment, why.increment_by, why.legal.min_to) == (8, 6, 1, 14)


def test_a_short_all_in_raises_the_price_but_explains_the_increment_by_the_full_raise() -> None:
    table = holdem("A* 200, B 10, C 200", "1/2").play("A raises to 8, B goes all-in")
    why = raising(table)
    assert (why.price, why.increment, why.increment_by, why.legal.min_to) == (10, 6, 1, 16)


def test_a_raise_that_is_not_reopened_says_what_was_faced_and_what_it_would_take() -> None:
    table = holdem("A* 200, B 10, C 200", "1/2").play("A raises to 8, B goes all-in, C folds")
    why = raising(table)
    assert why.legal.closed is Reason.NOBODY_CAN_ANSWER
    table = holdem("A* 200, B 10, C 200", "1/2").play("A raises to 8, B goes all-in, C calls")
    why = raising(table)
    assert why.legal.closed is Reason.RAISE_NOT_REOPENED
    assert (why.has_acted, why.faced, why.increment) == (True, 2, 6)


def test_nothing_about_chips_is_explained_during_the_exchange_or_after_the_hand() -> None:
    table = draw("A 100, B* 100").play("A checks, B checks")
    assert why_raise(table.hand) is None
    over = holdem("A* 200, B 200").play("A folds")
    assert why_raise(over.hand) is None


def test_pots_are_explained_by_who_paid_in_who_contested_and_what_came_back() -> None:
    table = holdem(
        "A* 20, B 50, C 80", "1/2", hole="A As Ad, B 7h 2c, C Kc Kd", board="Jh 8s 5c 3d 4h"
    ).play("A calls, B calls, C goes all-in, A calls, B calls")
    why = why_pots(table.events)
    main, side = why.pots
    assert (main.amount, set(main.contenders)) == (60, {1, 2, 3})
    assert dict(main.paid_in) == {1: 20, 2: 20, 3: 20}
    assert (side.amount, dict(side.paid_in), side.shares) == (60, {2: 30, 3: 30}, ((3, 60),))
    assert [(back.seat, back.amount) for back in why.returned] == [(3, 30)]
