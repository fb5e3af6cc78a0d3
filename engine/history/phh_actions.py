"""The actions of a PHH file, and the minimum bet that lets a reader follow them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import Card, card_text
from engine.events import (
    AntePosted,
    BetPlaced,
    BlindPosted,
    Called,
    Checked,
    Event,
    Folded,
    HandsShown,
    Mucked,
    PlayerLeft,
    Raised,
    StreetOpened,
    TimedOut,
)
from engine.games import VARIANTS
from engine.history.phh_bets import ReaderBets
from engine.history.record import HandRecord
from engine.history.turns import in_turn
from engine.rules import Structure

UNKNOWN = "??"


class Actions:
    """A hand as PHH tells it.

    :raises NotExpressible: for what cannot be told.
    """

    def __init__(self, record: HandRecord) -> None:
        self.record = record
        self.bets = ReaderBets(
            [player.stack for player in record.in_order], [0] * len(record.order), _sizes(record)
        )
        self.shown: set[int] = set()
        self.lines = [*self._deal(), *self._play()]
        minimum = record.stakes.minimum_bet
        self.min_bet = min([minimum, *self.bets.steps])

    def _deal(self) -> Iterator[str]:
        dealt, count = self.record.dealt, VARIANTS[self.record.game].streets[0].deal
        for seat in self.record.order:
            cards = _cards(dealt[seat]) if seat in dealt else UNKNOWN * count
            yield f"d dh {self._player(seat)} {cards}"

    def _play(self) -> Iterator[str]:
        before: Event | None = None
        for event in in_turn(self.record):
            for action in self._tell(event):
                yield action + _comment(before, event)
            before = event

    def _tell(self, event: Event) -> Iterator[str]:
        """Return an event as actions, none or several."""
        match event:
            case AntePosted(seat=seat, amount=amount) | BlindPosted(seat=seat, amount=amount):
                self._post(seat, amount, live=isinstance(event, BlindPosted))
            case StreetOpened(cards=cards):
                self.bets.next_street()
                yield f"d db {_cards(cards)}"
            case Folded() | Checked() | Called() | BetPlaced() | Raised():
                yield f"{self._player(event.seat)} {self._decision(event)}"
            case Mucked(seat=seat) if seat in self.record.shown:
                # He showed by choice later; a hand once mucked is out of the reader's reach.
                yield self._show(seat)
            case Mucked(seat=seat):
                yield f"{self._player(seat)} sm"
            case HandsShown(hands=hands):
                yield from (self._show(seat) for seat, _ in hands if seat not in self.shown)
            case _:
                pass

    def _post(self, seat: int, amount: int, *, live: bool) -> None:
        player = self.record.order.index(seat)
        self.bets.stacks[player] -= amount
        self.bets.bets[player] += amount if live else 0

    def _decision(self, event: Folded | Checked | Called | BetPlaced | Raised) -> str:
        player = self.record.order.index(event.seat)
        match event:
            case Folded():
                self.bets.fold(player)
                return "f"
            case Called(total=total) if self.bets.needs_completion(player, total):
                return f"{self._raise(player, total)} # calls {total}, the blind was short"
            case BetPlaced(total=total) | Raised(total=total) if self.bets.is_vain(player):
                return f"{self._raise(player, total)} # raises to {total}, nobody could call it"
            case BetPlaced(total=total) | Raised(total=total):
                return self._raise(player, total)
            case Checked() | Called():
                self.bets.check_or_call(player)
                return "cc"

    def _raise(self, player: int, total: int) -> str:
        if self.bets.is_vain(player):
            self.bets.check_or_call(player)
            return "cc"
        self.bets.raise_to(player, total)
        return f"cbr {total}"

    def _show(self, seat: int) -> str:
        self.shown.add(seat)
        return f"{self._player(seat)} sm {_cards(self.record.shown[seat])}"

    def _player(self, seat: int) -> str:
        return f"p{self.record.order.index(seat) + 1}"


def _sizes(record: HandRecord) -> tuple[int, ...] | None:
    if record.stakes.structure is not Structure.FIXED_LIMIT:
        return None
    return tuple(record.stakes.bet_size(street) for street in VARIANTS[record.game].streets)


def _comment(before: Event | None, event: Event) -> str:
    """Return why a player did what he did, where the event before says so."""
    if isinstance(before, TimedOut | PlayerLeft) and isinstance(event, Folded | Checked | Mucked):
        return " # timed out" if isinstance(before, TimedOut) else " # left the table"
    return ""


def _cards(cards: tuple[Card, ...]) -> str:
    return "".join(map(card_text, cards))
