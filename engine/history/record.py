"""A finished hand as it is filed, and what of it one reader may know.

The record holds everything, private cards included; whoever writes a file asks `known_to` first,
which goes by the audience of each event (design law 3), so that a writer has nothing to leak.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from typing import Final, TypeVar

from engine.cards import Card
from engine.errors import Malformed
from engine.events import (
    Blind,
    BlindPosted,
    CardsDealt,
    Event,
    HandEnded,
    HandsShown,
    HandStarted,
    StreetOpened,
)
from engine.rules import Game, Stakes

E = TypeVar("E")


class Everything(Enum):
    """The reader from whom nothing is hidden: an auditor or a test, never a player."""

    EVERYTHING = "everything"


EVERYTHING: Final = Everything.EVERYTHING

Reader = int | None | Everything
"""A seat, None for a spectator, or `EVERYTHING`."""


class NotExpressible(ValueError):
    """The format has no way to say what happened; the message says what."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A player dealt in to the hand, with what he had before antes and blinds."""

    seat: int
    name: str
    """Any text at all; each format makes it safe for itself."""
    stack: int


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One finished hand.

    `events` are all events of the hand, from its `HandStarted` to its `HandEnded` and hands shown
    by choice after that; what else a session tells around a hand may be among them.

    :raises Malformed: for a hand that is not finished, other players than those dealt in, or a time
        without a zone.
    """

    number: int
    """Of the hand in its session."""
    table: str
    game: Game
    stakes: Stakes
    started: datetime
    button: int
    """A seat, occupied or not."""
    max_seats: int
    players: tuple[Seated, ...]
    events: tuple[Event, ...]
    session: int = 0
    """A number of the session in the house, 0: none. Programs that collect the text form tell hands
    apart by one number alone, so there it comes before that of the hand."""

    def __post_init__(self) -> None:
        if self.started.tzinfo is None:
            raise Malformed("the time of a hand needs a zone")
        if len(list(self.of(HandStarted))) != 1 or len(list(self.of(HandEnded))) != 1:
            raise Malformed("a record is of one finished hand")
        if sorted(self.order) != sorted(player.seat for player in self.players):
            raise Malformed("the players are those who were dealt in")

    def of(self, kind: type[E]) -> Iterator[E]:
        """Return the events of a kind."""
        return (event for event in self.events if isinstance(event, kind))

    @property
    def order(self) -> tuple[int, ...]:
        """The seats dealt in, from the left of the button."""
        return next(self.of(HandStarted)).seats

    @property
    def in_order(self) -> tuple[Seated, ...]:
        """The players, from the left of the button."""
        return tuple(sorted(self.players, key=lambda player: self.order.index(player.seat)))

    @property
    def ended(self) -> dict[int, int]:
        """The stack of each seat after the hand."""
        return dict(next(self.of(HandEnded)).stacks)

    @property
    def dealt(self) -> dict[int, tuple[Card, ...]]:
        """The private cards of each seat as dealt, those this record knows."""
        return {event.seat: event.cards for event in self.of(CardsDealt)}

    @property
    def board(self) -> tuple[Card, ...]:
        """The cards opened, all of them."""
        return tuple(card for event in self.of(StreetOpened) for card in event.cards)

    @property
    def shown(self) -> dict[int, tuple[Card, ...]]:
        """The hands that were turned over, in a showdown or by choice."""
        return {seat: cards for event in self.of(HandsShown) for seat, cards in event.hands}

    @property
    def blinds(self) -> dict[int, Blind]:
        """Which seat posted which blind, in full or not."""
        return {event.seat: event.blind for event in self.of(BlindPosted)}


def known_to(record: HandRecord, reader: Reader) -> HandRecord:
    """Return what one reader may know of a hand: public events, and those that were for him."""
    if isinstance(reader, Everything):
        return record
    events = (event for event in record.events if event.audience in {None, reader})
    return replace(record, events=tuple(events))


def full_blind(stakes: Stakes, blind: Blind) -> int:
    """Return what a blind is when it is posted in full."""
    return {
        Blind.SMALL: stakes.small_blind,
        Blind.BIG: stakes.big_blind,
        Blind.STRADDLE: 2 * stakes.big_blind,
    }[blind]
