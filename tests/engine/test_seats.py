"""Where the button and the blinds go from hand to hand."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.seats import (
    Positions,
    clockwise_from,
    first_blinds,
    move_blinds,
    next_seat,
    pass_dealer,
)

TABLES = st.sets(st.integers(1, 10), min_size=2)


@pytest.mark.parametrize(("after", "expected"), [(1, 4), (4, 7), (5, 7), (7, 1), (10, 1)])
def test_the_next_seat_goes_round_the_table(after: int, expected: int) -> None:
    assert next_seat(after, {1, 4, 7}) == expected


def test_a_seat_alone_is_next_to_itself() -> None:
    assert next_seat(3, {3}) == 3


def test_clockwise_begins_left_of_a_seat_and_ends_with_it() -> None:
    assert clockwise_from(4, {1, 4, 7}) == (7, 1, 4)
    assert clockwise_from(5, {1, 4, 7}) == (7, 1, 4)


@pytest.mark.parametrize(
    ("button", "occupied", "expected"),
    [
        (1, {1, 2, 3}, Positions(1, 2, 3)),
        (3, {1, 2, 3}, Positions(3, 1, 2)),
        (9, {2, 5, 9}, Positions(9, 2, 5)),
        (2, {2, 8}, Positions(2, 2, 8)),
    ],
)
def test_the_first_blinds_sit_left_of_the_button(
    button: int, occupied: set[int], expected: Positions
) -> None:
    assert first_blinds(button, occupied) == expected


def test_with_everybody_still_there_all_moves_by_one() -> None:
    positions = first_blinds(1, {1, 2, 3, 4})
    for expected in (Positions(2, 3, 4), Positions(3, 4, 1), Positions(4, 1, 2)):
        positions = move_blinds(positions, {1, 2, 3, 4})
        assert positions == expected


def test_two_players_change_places_every_hand() -> None:
    positions = first_blinds(3, {3, 6})
    assert move_blinds(positions, {3, 6}) == Positions(6, 6, 3)


def test_the_dealer_passes_left_and_skips_who_is_out() -> None:
    assert pass_dealer(Positions(2), {1, 2, 4}) == Positions(4)
    assert pass_dealer(Positions(4), {1, 2}) == Positions(1)


def test_a_dealer_comes_without_blinds() -> None:
    """RULINGS D14: the deal passes left, and nobody posts or is remembered for the next hand."""
    passed = pass_dealer(Positions(2), {1, 2, 4})
    assert (passed.small_blind, passed.big_blind, passed.straddle) == (None, None, None)


@given(TABLES, st.integers(0, 2**32 - 1))
def test_nobody_pays_the_big_blind_twice_running_and_nobody_is_skipped(
    seats: set[int], seed: int
) -> None:
    """Over random eliminations, whoever is left pays the big blind in the order of the seats."""
    chance = random.Random(seed)
    occupied = sorted(seats)
    positions = first_blinds(chance.choice(occupied), occupied)
    while len(occupied) > 1:
        last = positions
        gone = chance.randrange(3) if chance.random() < 0.4 else 0
        stay = sorted(chance.sample(occupied, max(len(occupied) - gone, 1)))
        if len(stay) < 2:
            return
        positions = move_blinds(last, stay)
        assert positions.big_blind in stay
        assert positions.big_blind != last.big_blind
        assert last.big_blind is not None
        assert positions.big_blind == clockwise_from(last.big_blind, stay)[0]
        check_places(positions, last, stay)
        if gone == 0 and chance.random() < 0.2:
            return
        occupied = stay


def check_places(positions: Positions, last: Positions, occupied: list[int]) -> None:
    """Check that the small blind and the button follow the big blind."""
    if len(occupied) == 2:
        assert positions.button == positions.small_blind
        assert {positions.button, positions.big_blind} == set(occupied)
    else:
        assert positions.small_blind == last.big_blind
        assert positions.button == last.small_blind
        assert positions.small_blind is not None
        order = clockwise_from(positions.button, {*occupied, positions.small_blind})
        assert positions.big_blind in order[:2]


@given(TABLES, st.integers(1, 10))
def test_the_deal_goes_round_to_everybody(seats: set[int], start: int) -> None:
    positions = Positions(start)
    dealers = []
    for _ in seats:
        positions = pass_dealer(positions, seats)
        dealers.append(positions.button)
    assert sorted(dealers) == sorted(seats)
