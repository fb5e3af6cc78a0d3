"""Chance: the cards' order, and everything else that is drawn."""

from __future__ import annotations

import secrets

from engine.cards import FULL_DECK, Deck


class Dealer:
    """Shuffles and draws with the operating system's source of randomness."""

    def __init__(self) -> None:
        self._random = secrets.SystemRandom()

    def shuffle(self) -> Deck:
        """Return the 52 cards in random order."""
        return tuple(self._random.sample(FULL_DECK, len(FULL_DECK)))

    def order(self, count: int) -> list[int]:
        """Return the numbers below a number in random order."""
        return self._random.sample(range(count), count)

    def draw(self) -> int:
        """Return a random whole number."""
        return self._random.randrange(2**32)
