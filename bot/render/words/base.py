"""What every text is made with: a language, cards, mentions and points in time."""

from __future__ import annotations

import gettext
from collections.abc import Iterable

from engine.cards import Card, rank_of, suit_of

_SUITS = "♣♦♥♠"
_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def card(one: Card) -> str:
    """Return a card as people read it: ``10♠``."""
    return _RANKS[rank_of(one)] + _SUITS[suit_of(one)]


def cards(several: Iterable[Card]) -> str:
    """Return cards side by side."""
    return " ".join(map(card, several))


def mention(user: int) -> str:
    """Return a mention; whether it pings is decided where it is sent."""
    return f"<@{user}>"


def when(at: float) -> str:
    """Return a point in time as Discord counts down to it on each member's screen."""
    return f"<t:{int(at + 0.5)}:R>"


class BaseWords:
    """A language."""

    def __init__(self, translations: gettext.NullTranslations | None = None) -> None:
        chosen = translations or gettext.NullTranslations()
        self._ = chosen.gettext
        self._n = chosen.ngettext
