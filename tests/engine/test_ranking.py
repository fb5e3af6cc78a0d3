"""Which hand is better: every hand of five counted, and the rules that order them."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from engine.cards import FULL_DECK, RANKS, Card, parse_cards
from engine.ranking import (
    Category,
    Reading,
    read_cards,
    read_strength,
    strength,
)

LADDER = [
    "Ah Kh Qh Jh Th",
    "6s 5s 4s 3s 2s",
    "5d 4d 3d 2d Ad",
    "As Ad Ac Ah 2c",
    "Ks Kd Kc Kh Ac",
    "Ks Kd Kc Kh Qc",
    "As Ad Ac 2h 2c",
    "Ks Kd Kc Ah Ac",
    "Ks Kd Kc Qh Qc",
    "Ah Th 8h 6h 4h",
    "Ah Th 8h 6h 3h",
    "Kh Qh Jh Th 8h",
    "Ah Kd Qh Jh Th",
    "6s 5d 4s 3s 2s",
    "As 2d 3s 4s 5s",
    "As Ad Ac 3h 2c",
    "Ks Kd Kc Ah Qc",
    "Ks Kd Kc Ah Jc",
    "As Ad 3c 3h 4c",
    "As Ad 2c 2h Kc",
    "Ks Kd Qc Qh 2c",
    "Ks Kd Jc Jh Ac",
    "As Ad 5c 3h 2c",
    "As Ad 4c 3h 2c",
    "Ks Kd Ac Qh Jc",
    "As Kd Qc Jh 9c",
    "As Kd Qc Jh 8c",
    "7s 5d 4c 3h 2c",
]
"""Hands from the best to the worst."""


def test_hands_are_ordered_as_the_ladder() -> None:
    values = [strength(parse_cards(hand)) for hand in LADDER]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)


def test_the_categories_are_the_nine_of_the_texts_best_last() -> None:
    assert [kind.name.lower() for kind in Category] == [
        "high_card",
        "pair",
        "two_pair",
        "three_of_a_kind",
        "straight",
        "flush",
        "full_house",
        "four_of_a_kind",
        "straight_flush",
    ]


def test_suits_change_nothing() -> None:
    """Turn the suits round: clubs to diamonds, to hearts, to spades, to clubs."""
    chance = random.Random(4)
    for _ in range(500):
        hand = chance.sample(FULL_DECK, 7)
        turned = [Card((card & ~3) | (card + 1) & 3) for card in hand]
        assert strength(hand) == strength(turned)


def test_the_order_of_the_cards_changes_nothing() -> None:
    chance = random.Random(5)
    for _ in range(500):
        hand = chance.sample(FULL_DECK, 7)
        assert strength(hand) == strength(sorted(hand))


@pytest.mark.parametrize("size", [6, 7])
def test_the_best_five_of_more_cards_are_found(size: int) -> None:
    """Compare with trying all choices of five."""
    chance = random.Random(6)
    for _ in range(1_500):
        hand = chance.sample(FULL_DECK, size)
        assert strength(hand) == max(map(strength, combinations(hand, 5)))


SEVEN = [
    ("3h 4h 5h 6h 7h 8h 8d", Category.STRAIGHT_FLUSH, "8", ""),
    ("Ah 2h 3h 4h 5h Kd Kc", Category.STRAIGHT_FLUSH, "5", ""),
    ("Kd 8c Ks 8s 8d Kh 3c", Category.FULL_HOUSE, "K", "8"),
    ("7s 7h 7d 7c 3s 4c 6d", Category.FOUR_OF_A_KIND, "7", "6"),
    ("3s 3d 6c Qc Ad 6s Ac", Category.TWO_PAIR, "A6", "Q"),
    ("Qc 5h 9c Kh Kd 9s Ah", Category.TWO_PAIR, "K9", "A"),
    ("2d 4c 3d 6d Td Jd Ad", Category.FLUSH, "AJT63", ""),
    ("As Kd 4s 5d 6h 7c 8s", Category.STRAIGHT, "8", ""),
    ("Ks Kd Kc Qh Qc Jd Js", Category.FULL_HOUSE, "K", "Q"),
    ("8h Ks 9c 7s 5h 5s 3c", Category.PAIR, "5", "K98"),
    ("Js Jd Jc 9h 7c 3d 2s", Category.THREE_OF_A_KIND, "J", "97"),
    ("As Qd Tc 8h 6c 4d 2s", Category.HIGH_CARD, "AQT86", ""),
]


@pytest.mark.parametrize(("cards", "category", "main", "rest"), SEVEN)
def test_a_strength_reads_as_the_ranks_that_decide(
    cards: str, category: Category, main: str, rest: str
) -> None:
    reading = read_strength(strength(parse_cards(cards)))
    assert reading == Reading(category, ranks(main), ranks(rest))
    assert read_cards(parse_cards(cards)) == reading


@pytest.mark.parametrize(
    ("cards", "category", "main", "rest"),
    [
        ("As Kd", Category.HIGH_CARD, "AK", ""),
        ("2s 2d", Category.PAIR, "2", ""),
        ("2s 2d Kc", Category.PAIR, "2", "K"),
        ("2s 2d Kc Kh", Category.TWO_PAIR, "K2", ""),
        ("2s 2d 2c Kh", Category.THREE_OF_A_KIND, "2", "K"),
        ("2s 2d 2c 2h", Category.FOUR_OF_A_KIND, "2", ""),
        ("Ah Kh Qh Jh", Category.HIGH_CARD, "AKQJ", ""),
        ("", Category.HIGH_CARD, "", ""),
    ],
)
def test_fewer_than_five_cards_read_as_what_they_are_so_far(
    cards: str, category: Category, main: str, rest: str
) -> None:
    assert read_cards(parse_cards(cards)) == Reading(category, ranks(main), ranks(rest))


def ranks(text: str) -> tuple[int, ...]:
    return tuple(map(RANKS.index, text))
