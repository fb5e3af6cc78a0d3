"""What comes back, which pots there are, and how they are paid."""

from __future__ import annotations

import pytest

from engine.pots import Award, Pot, award, build_pots, uncalled
from engine.ranking import Strength

STAYS, FOLDS = True, False


@pytest.mark.parametrize(
    ("paid", "live", "expected"),
    [
        ([20, 50, 80], [STAYS, STAYS, STAYS], (2, 30)),
        ([50, 50, 20], [STAYS, STAYS, STAYS], None),
        ([50, 80], [FOLDS, STAYS], (1, 30)),
        ([50, 80], [STAYS, FOLDS], None),
        ([2, 1, 0], [STAYS, FOLDS, FOLDS], (0, 1)),
        ([0, 0], [STAYS, STAYS], None),
    ],
)
def test_uncalled_is_what_lies_above_the_second_highest(
    paid: list[int], live: list[bool], expected: tuple[int, int] | None
) -> None:
    assert uncalled(paid, live) == expected


@pytest.mark.parametrize(
    ("paid", "live", "expected"),
    [
        ([20, 50, 50], [STAYS, STAYS, STAYS], [(60, (0, 1, 2)), (60, (1, 2))]),
        ([40, 100, 100], [STAYS, STAYS, STAYS], [(120, (0, 1, 2)), (120, (1, 2))]),
        ([100, 300, 300], [STAYS, STAYS, STAYS], [(300, (0, 1, 2)), (400, (1, 2))]),
        ([10, 20, 30], [FOLDS, FOLDS, STAYS], [(60, (2,))]),
        ([30, 50, 50], [FOLDS, STAYS, STAYS], [(130, (1, 2))]),
        ([50, 2, 120, 40], [STAYS, FOLDS, STAYS, FOLDS], [(142, (0, 2)), (70, (2,))]),
        ([10, 10, 60], [STAYS, STAYS, FOLDS], [(80, (0, 1))]),
        ([10, 10, 10], [STAYS, STAYS, STAYS], [(30, (0, 1, 2))]),
        (
            [5, 10, 15, 20],
            [STAYS] * 4,
            [(20, (0, 1, 2, 3)), (15, (1, 2, 3)), (10, (2, 3)), (5, (3,))],
        ),
        ([0, 10, 10], [STAYS, STAYS, STAYS], [(20, (1, 2))]),
    ],
)
def test_a_pot_ends_where_a_live_player_ran_out_and_nowhere_else(
    paid: list[int], live: list[bool], expected: list[tuple[int, tuple[int, ...]]]
) -> None:
    pots = build_pots(paid, live)
    assert [(pot.amount, pot.contenders) for pot in pots] == expected
    assert sum(pot.amount for pot in pots) == sum(paid)


def strengths(*values: int) -> dict[int, Strength]:
    return {player: Strength(value) for player, value in enumerate(values)}


def test_the_best_hand_takes_a_pot() -> None:
    pot = Pot(60, (0, 1, 2), (20, 20, 20))
    assert award(pot, strengths(5, 9, 7)) == Award(pot, ((1, 60),), 0)


def test_a_hand_that_does_not_contend_takes_nothing() -> None:
    pot = Pot(60, (0, 2), (20, 20, 20))
    assert award(pot, strengths(5, 9, 7)) == Award(pot, ((2, 60),), 0)


def test_equal_hands_share_and_the_first_has_the_odd_chips() -> None:
    pot = Pot(20, (0, 1, 2), (7, 7, 6))
    assert award(pot, strengths(7, 7, 7)) == Award(pot, ((0, 8), (1, 6), (2, 6)), 2)
    assert award(pot, strengths(5, 7, 7)) == Award(pot, ((1, 10), (2, 10)), 0)


@pytest.mark.parametrize(
    ("chips", "paid", "odd"),
    [(18, (6, 6, 6), 0), (19, (7, 6, 6), 1), (20, (7, 7, 6), 2), (2, (1, 1, 0), 2)],
)
def test_apart_the_first_winners_have_one_odd_chip_each(
    chips: int, paid: tuple[int, ...], odd: int
) -> None:
    """RULINGS C8: a table option gives them one each from the left of the button."""
    pot = Pot(chips, (0, 2, 3), (0, 0, 0, 0))
    shares = tuple(zip(pot.contenders, paid, strict=True))
    assert award(pot, strengths(7, 0, 7, 7), apart=True) == Award(pot, shares, odd)


def test_a_pot_smaller_than_its_winners_goes_to_the_first() -> None:
    pot = Pot(1, (1, 2), (0, 1, 0))
    assert award(pot, strengths(0, 7, 7)) == Award(pot, ((1, 1), (2, 0)), 1)


def test_a_pot_with_one_contender_needs_no_hand() -> None:
    pot = Pot(30, (2,), (10, 10, 10))
    assert award(pot, {}) == Award(pot, ((2, 30),), 0)


def test_a_pot_knows_who_paid_how_much_into_it() -> None:
    main, side = build_pots([20, 50, 50], [True, True, True])
    assert main.paid_in == (20, 20, 20)
    assert side.paid_in == (0, 30, 30)


def test_a_table_ante_is_main_pot_money_that_no_player_paid_into() -> None:
    main, side = build_pots([20, 50, 50], [True, True, True], dead=6)
    assert (main.amount, sum(main.paid_in)) == (66, 60)
    assert side.amount == 60
