"""The ranking agrees with phevaluator, an evaluator that others wrote.

Its ranks go from 1, the royal flush, to 7,462, and a card has the same number there as here.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, starmap, tee
from typing import TYPE_CHECKING

import pytest
from phevaluator import (  # type: ignore[import-untyped]
    evaluate_5cards,
    evaluate_7cards,
)

from engine.cards import FULL_DECK, Card
from engine.ranking import Category, Strength, category_of, strength

if TYPE_CHECKING:
    Both = tuple[Strength, int]

COUNTS = {
    Category.STRAIGHT_FLUSH: (40, 10),
    Category.FOUR_OF_A_KIND: (624, 156),
    Category.FULL_HOUSE: (3_744, 156),
    Category.FLUSH: (5_108, 1_277),
    Category.STRAIGHT: (10_200, 10),
    Category.THREE_OF_A_KIND: (54_912, 858),
    Category.TWO_PAIR: (123_552, 858),
    Category.PAIR: (1_098_240, 2_860),
    Category.HIGH_CARD: (1_302_540, 1_277),
}
"""How many of the 2,598,960 hands there are of each kind, and how many different ones."""

SEVENS = 1_000_000


@pytest.fixture(scope="module", name="fives")
def all_hands_of_five() -> Counter[Both]:
    """Count all hands of five by our strength and their rank."""
    ours = map(strength, combinations(FULL_DECK, 5))
    theirs = starmap(evaluate_5cards, combinations(FULL_DECK, 5))
    return Counter(zip(ours, theirs, strict=True))


def test_all_hands_of_five_fall_into_the_same_classes_in_the_same_order(
    fives: Counter[Both],
) -> None:
    """Every class of ours is one of theirs, and a better one of ours is a better one of theirs."""
    weakest_first = sorted(fives)
    assert [rank for _, rank in weakest_first] == list(range(7_462, 0, -1))
    assert len({value for value, _ in weakest_first}) == 7_462


def test_all_hands_of_five_fall_into_the_known_kinds(fives: Counter[Both]) -> None:
    """Known counts of 2,598,960 hands in 7,462 classes."""
    assert fives.total() == 2_598_960
    hands: Counter[Category] = Counter()
    classes: Counter[Category] = Counter()
    for (value, _), count in fives.items():
        hands[category_of(value)] += count
        classes[category_of(value)] += 1
    assert {kind: (hands[kind], classes[kind]) for kind in Category} == COUNTS


def test_a_million_hands_of_seven_are_worth_the_same(fives: Counter[Both]) -> None:
    """A hand of seven has one of the pairs of strength and rank that hands of five have."""
    for_us, for_them = tee(random_sevens())
    ours, theirs = map(strength, for_us), starmap(evaluate_7cards, for_them)
    found = set(zip(ours, theirs, strict=True))
    assert found <= fives.keys()
    assert len(found) > 4_700, "seven cards make 4,824 different hands"


def random_sevens() -> Iterator[list[Card]]:
    """Deal shuffled decks out in hands of seven."""
    chance = random.Random(7)
    deck = list(FULL_DECK)
    for number in range(SEVENS):
        place = number % 7 * 7
        if not place:
            chance.shuffle(deck)
        yield deck[place : place + 7]
