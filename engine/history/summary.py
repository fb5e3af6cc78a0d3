"""The last part of the text form of PokerStars: pots, board, and what became of each seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.cards import card_text
from engine.events import (
    BetPlaced,
    Blind,
    BlindPosted,
    Called,
    CardsDrawn,
    Folded,
    HandsRanked,
    Mucked,
    PotAwarded,
    Raised,
    StreetOpened,
)
from engine.history.english import describe
from engine.history.record import HandRecord
from engine.ranking import read_cards
from engine.rules import Game

_FOLDED = {
    "preflop": "before Flop",
    "flop": "on the Flop",
    "turn": "on the Turn",
    "river": "on the River",
    "before_draw": "before the Draw",
    "draw": "before the Draw",
    "after_draw": "after the Draw",
}


def summary(record: HandRecord, names: dict[int, str]) -> Iterator[str]:
    """Return the lines of the summary."""
    yield "*** SUMMARY ***"
    yield f"Total pot {_pots(record)} | Rake 0"
    if record.board:
        yield f"Board [{' '.join(map(card_text, record.board))}]"
    ends = _Ends(record)
    for seat in sorted(names):
        yield f"Seat {seat}: {names[seat]}{_place(record, seat)} {ends.of(seat)}"


def _pots(record: HandRecord) -> str:
    amounts = [award.amount for award in record.of(PotAwarded)]
    total = str(sum(amounts))
    if len(amounts) < 2:
        return total
    main, *side = amounts
    numbered = [f"Side pot-{number} {amount}." for number, amount in enumerate(side, start=1)]
    sides = " ".join(numbered) if len(side) > 1 else f"Side pot {side[0]}."
    return f"{total} Main pot {main}. {sides}"


def _place(record: HandRecord, seat: int) -> str:
    button = " (button)" if seat == record.button else ""
    blind = record.blinds.get(seat)
    return button + (f" ({blind} blind)" if blind in {Blind.SMALL, Blind.BIG} else "")


class _Ends:
    """What became of each seat."""

    def __init__(self, record: HandRecord) -> None:
        self.record = record
        self.folded = dict(_folds(record))
        self.paid = {
            event.seat
            for event in record.events
            if isinstance(event, BlindPosted | Called | BetPlaced | Raised)
        }
        self.won: Counter[int] = Counter()
        for award in record.of(PotAwarded):
            self.won.update(dict(award.shares))
        self.own = record.dealt | {event.seat: event.cards for event in record.of(CardsDrawn)}
        self.mucked = {event.seat for event in record.of(Mucked)}
        self.by_showdown = any(record.of(HandsRanked))

    def of(self, seat: int) -> str:
        """Return what became of a seat."""
        if seat in self.folded:
            no_bet = "" if seat in self.paid else " (didn't bet)"
            return f"folded {_FOLDED[self.folded[seat]]}{no_bet}"
        cards = self.record.shown.get(seat)
        if self.by_showdown and cards:
            what = describe(read_cards((*cards, *self.record.board)))
            result = f"won ({self.won[seat]})" if self.won[seat] else "lost"
            return f"showed [{' '.join(map(card_text, cards))}] and {result} with {what}"
        if seat in self.mucked:
            known = self.own.get(seat, ())
            return f"mucked [{' '.join(map(card_text, known))}]" if known else "mucked"
        return f"collected ({self.won[seat]})"


def _folds(record: HandRecord) -> Iterator[tuple[int, str]]:
    """Return who folded on which street."""
    street = "preflop" if record.game is Game.HOLDEM else "before_draw"
    for event in record.events:
        if isinstance(event, StreetOpened):
            street = event.street
        elif isinstance(event, Folded):
            yield event.seat, street
