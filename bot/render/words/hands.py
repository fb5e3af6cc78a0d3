"""The names of hands."""

from __future__ import annotations

from bot.render.words.base import BaseWords
from engine.ranking import Category, Reading


class HandWords(BaseWords):
    """What cards make."""

    def _one(self, rank: int) -> str:
        _ = self._
        return (
            _("two"), _("three"), _("four"), _("five"), _("six"), _("seven"), _("eight"),
            _("nine"), _("ten"), _("jack"), _("queen"), _("king"), _("ace"),
        )[rank]  # fmt: skip

    def _many(self, rank: int) -> str:
        _ = self._
        return (
            _("twos"), _("threes"), _("fours"), _("fives"), _("sixes"), _("sevens"), _("eights"),
            _("nines"), _("tens"), _("jacks"), _("queens"), _("kings"), _("aces"),
        )[rank]  # fmt: skip

    def hand(self, reading: Reading) -> str:
        """Name what cards make: "full house, kings full of nines"."""
        _ = self._
        main, rest = reading.main, reading.rest
        top, tops = self._one(main[0]), self._many(main[0])
        match reading.category:
            case Category.STRAIGHT_FLUSH if main[0] == 12:
                return _("royal flush")
            case Category.STRAIGHT_FLUSH:
                return _("straight flush, {top} high").format(top=top)
            case Category.FOUR_OF_A_KIND:
                return _("four {ranks}").format(ranks=tops)
            case Category.FULL_HOUSE:
                return _("full house, {three} full of {two}").format(
                    three=tops, two=self._many(rest[0])
                )
            case Category.FLUSH:
                return _("flush, {top} high").format(top=top)
            case Category.STRAIGHT:
                return _("straight, {top} high").format(top=top)
            case Category.THREE_OF_A_KIND:
                return _("three {ranks}").format(ranks=tops)
            case Category.TWO_PAIR:
                return _("two pair, {high} and {low}").format(high=tops, low=self._many(main[1]))
            case Category.PAIR:
                return _("a pair of {ranks}").format(ranks=tops)
            case _:
                return _("{top} high").format(top=top)
