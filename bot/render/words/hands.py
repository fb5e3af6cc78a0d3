"""The names of hands."""

from __future__ import annotations

from bot.render.words.base import BaseWords
from engine.ranking import Category, Reading


class HandWords(BaseWords):
    """What cards make."""

    def hand(self, reading: Reading) -> str:
        """Name what cards make: "full house, kings full of nines"."""
        _ = self._
        main, rest = reading.main, reading.rest
        top = main[0]
        match reading.category:
            case Category.STRAIGHT_FLUSH if top == 12:
                return _("royal flush")
            case Category.STRAIGHT_FLUSH:
                return _("straight flush, {high}").format(high=self._high(top))
            case Category.FOUR_OF_A_KIND:
                return self._four(top)
            case Category.FULL_HOUSE:
                return _("full house, {three} full of {two}").format(
                    three=self._many(top), two=self._many(rest[0])
                )
            case Category.FLUSH:
                return _("flush, {high}").format(high=self._high(top))
            case Category.STRAIGHT:
                return _("straight, {high}").format(high=self._high(top))
            case Category.THREE_OF_A_KIND:
                return self._three(top)
            case Category.TWO_PAIR:
                return _("two pair, {high} and {low}").format(
                    high=self._many(top), low=self._many(main[1])
                )
            case Category.PAIR:
                return self._pair(top)
            case _:
                # Translators: a hand of no pair; {top} is a rank such as "king".
                return _("{top} high").format(top=self._one(top))

    # Ranks in every form that a hand needs: other languages bend them, and what stands before them

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

    def _high(self, rank: int) -> str:
        _ = self._
        return (
            # Translators: the top of a flush or a straight, as in "flush, king high".
            _("two high"), _("three high"), _("four high"), _("five high"), _("six high"),
            _("seven high"), _("eight high"), _("nine high"), _("ten high"), _("jack high"),
            _("queen high"), _("king high"), _("ace high"),
        )[rank]  # fmt: skip

    def _pair(self, rank: int) -> str:
        _ = self._
        return (
            _("a pair of twos"), _("a pair of threes"), _("a pair of fours"),
            _("a pair of fives"), _("a pair of sixes"), _("a pair of sevens"),
            _("a pair of eights"), _("a pair of nines"), _("a pair of tens"),
            _("a pair of jacks"), _("a pair of queens"), _("a pair of kings"),
            _("a pair of aces"),
        )[rank]  # fmt: skip

    def _three(self, rank: int) -> str:
        _ = self._
        return (
            _("three twos"), _("three threes"), _("three fours"), _("three fives"),
            _("three sixes"), _("three sevens"), _("three eights"), _("three nines"),
            _("three tens"), _("three jacks"), _("three queens"), _("three kings"),
            _("three aces"),
        )[rank]  # fmt: skip

    def _four(self, rank: int) -> str:
        _ = self._
        return (
            _("four twos"), _("four threes"), _("four fours"), _("four fives"), _("four sixes"),
            _("four sevens"), _("four eights"), _("four nines"), _("four tens"),
            _("four jacks"), _("four queens"), _("four kings"), _("four aces"),
        )[rank]  # fmt: skip
