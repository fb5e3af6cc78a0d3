"""What a hand makes, in the English of PokerStars: "a full house, Kings full of Nines"."""

from __future__ import annotations

from engine.ranking import Category, Reading

_RANKS = (
    "Deuce",
    "Three",
    "Four",
    "Five",
    "Six",
    "Seven",
    "Eight",
    "Nine",
    "Ten",
    "Jack",
    "Queen",
    "King",
    "Ace",
)


def describe(reading: Reading) -> str:
    """Say what a hand makes."""
    first, *others = reading.main
    second = others[0] if others else (reading.rest[0] if reading.rest else first)
    match reading.category:
        case Category.HIGH_CARD:
            return f"high card {_one(first)}"
        case Category.PAIR:
            return f"a pair of {_many(first)}"
        case Category.TWO_PAIR:
            return f"two pair, {_many(first)} and {_many(second)}"
        case Category.THREE_OF_A_KIND:
            return f"three of a kind, {_many(first)}"
        case Category.STRAIGHT:
            return f"a straight, {_run(first)}"
        case Category.FLUSH:
            return f"a flush, {_one(first)} high"
        case Category.FULL_HOUSE:
            return f"a full house, {_many(first)} full of {_many(second)}"
        case Category.FOUR_OF_A_KIND:
            return f"four of a kind, {_many(first)}"
        case Category.STRAIGHT_FLUSH:
            royal = _one(first) == "Ace"
            return "a Royal Flush" if royal else f"a straight flush, {_run(first)}"


def _one(rank: int) -> str:
    return _RANKS[rank]


def _many(rank: int) -> str:
    word = _RANKS[rank]
    return f"{word}es" if word == "Six" else f"{word}s"


def _run(top: int) -> str:
    """Name the ends of a straight; below a five lies the ace."""
    return f"{_one(top - 4)} to {_one(top)}"
