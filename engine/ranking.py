"""Which of two poker hands is better (rule text 000 section 4, 001 section 6).

A hand is read through four 13-bit masks, one a suit, with a bit for each rank held. Ands and ors of
those masks find the ranks held at least twice, three and four times, and two tables of 8,192
entries give the highest bit and the top of the best straight of any mask. Suits are equal: nothing
but a flush ever looks at one.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple, NewType

from engine.cards import Card

Strength = NewType("Strength", int)
"""The higher number is the better hand; equal hands have equal numbers.

Category, then 13 bits of the ranks that make it (a full house: the trips), then 13 bits of the
ranks that decide next (a full house: the pair; two pair: the fifth card).
"""


class Category(IntEnum):
    """The nine kinds of hand, weakest first. A royal flush is the highest straight flush."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


class Reading(NamedTuple):
    """A strength taken apart, to be put into words.

    `main` are the ranks that make the category, highest first (two pair: both pairs; straight: its
    top), `rest` those that decide next. Ranks count from 0 (two) to 12 (ace).
    """

    category: Category
    main: tuple[int, ...]
    rest: tuple[int, ...]


_WHEEL = 0b1_0000_0000_1111


def _straight_top(mask: int) -> int:
    for top in range(12, 3, -1):
        if (mask >> (top - 4)) & 0b11111 == 0b11111:
            return 1 << top
    return 1 << 3 if mask & _WHEEL == _WHEEL else 0


def _highest(mask: int, count: int) -> int:
    while mask.bit_count() > count:
        mask &= mask - 1
    return mask


_STRAIGHT = tuple(_straight_top(mask) for mask in range(1 << 13))
_TOP_1 = tuple(_highest(mask, 1) for mask in range(1 << 13))
_TOP_2 = tuple(_highest(mask, 2) for mask in range(1 << 13))
_TOP_3 = tuple(_highest(mask, 3) for mask in range(1 << 13))
_TOP_5 = tuple(_highest(mask, 5) for mask in range(1 << 13))


def _strength(category: Category, main: int, rest: int = 0) -> Strength:
    return Strength(category << 26 | main << 13 | rest)


def strength(cards: Sequence[Card]) -> Strength:
    """Return the strength of the best five of five to seven different cards."""
    suits = [0, 0, 0, 0]
    for card in cards:
        suits[card & 3] |= 1 << (card >> 2)
    clubs, diamonds, hearts, spades = suits
    once = clubs | diamonds | hearts | spades

    for suit in suits:
        # Among seven cards a flush leaves no room for four of a kind or a full house.
        if suit.bit_count() >= 5:
            if _STRAIGHT[suit]:
                return _strength(Category.STRAIGHT_FLUSH, _STRAIGHT[suit])
            return _strength(Category.FLUSH, _TOP_5[suit])

    low, high = clubs & diamonds, hearts & spades
    any_low, any_high = clubs | diamonds, hearts | spades
    twice = low | high | any_low & any_high
    if not twice:
        if _STRAIGHT[once]:
            return _strength(Category.STRAIGHT, _STRAIGHT[once])
        return _strength(Category.HIGH_CARD, _TOP_5[once])

    four = low & high
    if four:
        return _strength(Category.FOUR_OF_A_KIND, four, _TOP_1[once & ~four])
    three = low & any_high | high & any_low
    if three:
        trips = _TOP_1[three]
        pair = _TOP_1[twice & ~trips]
        if pair:
            return _strength(Category.FULL_HOUSE, trips, pair)
    if _STRAIGHT[once]:
        return _strength(Category.STRAIGHT, _STRAIGHT[once])
    if three:
        return _strength(Category.THREE_OF_A_KIND, three, _TOP_2[once & ~three])
    pairs = _TOP_2[twice]
    if pairs & (pairs - 1):
        return _strength(Category.TWO_PAIR, pairs, _TOP_1[once & ~pairs])
    return _strength(Category.PAIR, pairs, _TOP_3[once & ~pairs])


def category_of(value: Strength) -> Category:
    """Return the kind of hand of a strength."""
    return Category(value >> 26)


def read_strength(value: Strength) -> Reading:
    """Take a strength apart: its category and the ranks that decide, highest first."""
    return Reading(category_of(value), _ranks(value >> 13 & 0x1FFF), _ranks(value & 0x1FFF))


def read_cards(cards: Sequence[Card]) -> Reading:
    """Say what one to seven cards make so far; fewer than five make no straight or flush.

    For a player who looks at two private cards before the flop; hands that meet at a showdown are
    compared by `strength`.
    """
    if len(cards) >= 5:
        return read_strength(strength(cards))
    counts = [0] * 13
    for card in cards:
        counts[card >> 2] += 1
    by_count = sorted((rank for rank in range(13) if counts[rank]), key=lambda r: (-counts[r], -r))
    shape = tuple(counts[rank] for rank in by_count if counts[rank] > 1)
    category = {
        (2,): Category.PAIR,
        (2, 2): Category.TWO_PAIR,
        (3,): Category.THREE_OF_A_KIND,
        (4,): Category.FOUR_OF_A_KIND,
    }.get(shape, Category.HIGH_CARD)
    split = len(shape)
    if category is Category.HIGH_CARD:
        return Reading(category, tuple(by_count), ())
    return Reading(category, tuple(by_count[:split]), tuple(by_count[split:]))


def _ranks(mask: int) -> tuple[int, ...]:
    return tuple(rank for rank in range(12, -1, -1) if mask >> rank & 1)
