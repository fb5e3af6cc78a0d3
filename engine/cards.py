"""Cards and decks.

A card is a small integer, rank times four plus suit, so that a deck is a tuple of integers that
copies and stores cheaply. People write it as rank and suit: ``Ts`` (or ``10s``) is the ten of
spades.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NewType

from engine.errors import Malformed

Card = NewType("Card", int)
"""0 (two of clubs) to 51 (ace of spades)."""

Deck = tuple[Card, ...]
"""All 52 cards, the top card first."""

RANKS = "23456789TJQKA"
SUITS = "cdhs"

FULL_DECK: Deck = tuple(Card(number) for number in range(52))
_ALL_CARDS = frozenset(FULL_DECK)


def rank_of(card: Card) -> int:
    """Return 0 for a two up to 12 for an ace."""
    return card >> 2


def suit_of(card: Card) -> int:
    """Return 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def card_text(card: Card) -> str:
    """Return the card as two characters, ``Ts`` for the ten of spades."""
    return RANKS[rank_of(card)] + SUITS[suit_of(card)]


def parse_card(text: str) -> Card:
    """Read ``Ts``, ``10s`` or ``tS``.

    :raises Malformed: for anything else.
    """
    rank, suit = text[:-1].upper().replace("10", "T"), text[-1:].lower()
    if len(rank) != 1 or rank not in RANKS or suit not in SUITS or not suit:
        raise Malformed(f"not a card: {text!r}")
    return Card(RANKS.index(rank) * 4 + SUITS.index(suit))


def parse_cards(texts: str | Iterable[str]) -> tuple[Card, ...]:
    """Read several different cards, from a list or from words separated by spaces.

    :raises Malformed: for something that is not a card, or the same card twice.
    """
    cards = tuple(map(parse_card, texts.split() if isinstance(texts, str) else texts))
    if len(set(cards)) != len(cards):
        raise Malformed(f"the same card twice: {texts!r}")
    return cards


def check_deck(deck: Sequence[Card]) -> Deck:
    """Return the deck as a tuple.

    :raises Malformed: unless it holds each of the 52 cards once.
    """
    if len(deck) != len(FULL_DECK) or set(deck) != _ALL_CARDS:
        raise Malformed("a deck is 52 different cards")
    return tuple(deck)
