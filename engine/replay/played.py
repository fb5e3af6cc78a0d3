"""A hand while it is being replayed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from engine.cards import Card, card_text
from engine.events import HandEvent
from engine.hand import Hand
from engine.replay.deviations import Deviation
from engine.replay.form import SourceHand
from engine.replay.stacking import Cards


def cards_text(cards: Iterable[Card]) -> str:
    """Return cards as a line of text."""
    return " ".join(map(card_text, cards))


class Unchecked(StrEnum):
    """What could not be compared, because the source does not tell it."""

    BUTTON = "button"
    """Where the button was."""
    SHOWN = "shown"
    """Who showed at the showdown, in which order."""
    POTS = "pots"
    """How the chips were divided into pots: it adds pots up, or divides them further."""
    WINNERS = "winners"
    """The cards that would say who wins."""


class Difference(Exception):
    """The engine and a source do not agree on something.

    `where` is the field of the source, `bridge` the deviation that would explain it, None where
    nothing does.
    """

    def __init__(
        self,
        what: str,
        where: str,
        source: object,
        engine: object,
        bridge: Deviation | None = None,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.source = source
        self.engine = engine
        self.bridge = bridge


@dataclass(slots=True)
class Played:
    """A hand of the engine and the source it is compared with, which knows players by name."""

    source: SourceHand
    cards: Cards
    bridged: Collection[Deviation]
    """The deviations it is replayed with."""
    hand: Hand
    events: list[HandEvent]
    left_out: frozenset[str]
    """Players who are not dealt in and have still to fold (`CROWDED_TABLE`)."""
    excess: Counter[str] = field(default_factory=Counter)
    """What each player put in and got back in the source, but not here; negative: the reverse."""
    unchecked: set[Unchecked] = field(default_factory=set)

    def name(self, player: int) -> str:
        """Return the name of a player of the engine."""
        return self.name_in(self.hand.seats[player])

    def name_in(self, seat: int) -> str:
        """Return the name of the player in a seat."""
        return self.source.name_of[seat]

    def player(self, name: str) -> int | None:
        """Return the engine's player of a name, None for one who was left out."""
        seat = self.source.seat_of[name]
        return self.hand.seats.index(seat) if seat in self.hand.seats else None

    @property
    def at_showdown(self) -> list[str]:
        """Who could still win when the hand ended; nobody where all but one had folded."""
        live = [player for player, live in enumerate(self.hand.round.live) if live]
        return [self.name(player) for player in live] if len(live) > 1 else []

    @property
    def unknown(self) -> list[str]:
        """Who of them has cards that the source does not tell."""
        return [name for name in self.at_showdown if name not in self.cards.last]

    @property
    def winners(self) -> set[str]:
        """Whom the engine paid chips of a pot."""
        shares = (share for award in self.hand.pot_awards for share in award.shares)
        return {self.name_in(seat) for seat, chips in shares if chips}

    @property
    def stacks(self) -> dict[str, int]:
        """What everybody has now, in chips."""
        stacks = {seat.name: seat.stack for seat in self.source.seats}
        for seat, chips in zip(self.hand.seats, self.hand.round.stacks, strict=True):
            stacks[self.name_in(seat)] = chips
        return stacks
