"""What happened, in the past tense and in order.

Every event says who may know it: `audience` is None for everyone, otherwise the one seat it is for
(design law 3). Public rendering receives public events only, so it has nothing to leak.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from engine.cards import Card
from engine.ranking import Strength
from engine.rules import Stakes


class Blind(StrEnum):
    """Which blind was posted."""

    SMALL = "small"
    BIG = "big"
    STRADDLE = "straddle"
    LIVE = "live"
    """A big blind posted out of turn by who comes to a cash table, or back to it."""


@dataclass(frozen=True, slots=True)
class _Public:
    @property
    def audience(self) -> int | None:
        return None


@dataclass(frozen=True, slots=True)
class _Private:
    seat: int

    @property
    def audience(self) -> int | None:
        return self.seat


@dataclass(frozen=True, slots=True)
class ButtonDrawn(_Public):
    """The button (the dealer) of the first hand was drawn by lot (RULINGS B5)."""

    seat: int
    kind: Literal["button_drawn"] = "button_drawn"


@dataclass(frozen=True, slots=True)
class HandStarted(_Public):
    """A hand begins; `seats` are dealt in, from the left of the button."""

    number: int
    button: int
    seats: tuple[int, ...]
    stacks: tuple[tuple[int, int], ...]
    """What each seat had before antes and blinds, in chips."""
    stakes: Stakes
    members: tuple[tuple[int, int], ...]
    """Who sat in each of those seats."""
    kind: Literal["hand_started"] = "hand_started"


@dataclass(frozen=True, slots=True)
class AntePosted(_Public):
    """A player paid the ante."""

    seat: int
    amount: int
    all_in: bool
    kind: Literal["ante_posted"] = "ante_posted"


@dataclass(frozen=True, slots=True)
class BlindPosted(_Public):
    """A player posted a blind, or all he had left of it."""

    seat: int
    blind: Blind
    amount: int
    all_in: bool
    kind: Literal["blind_posted"] = "blind_posted"


@dataclass(frozen=True, slots=True)
class CardsDealt(_Private):
    """A player received private cards."""

    cards: tuple[Card, ...]
    kind: Literal["cards_dealt"] = "cards_dealt"


@dataclass(frozen=True, slots=True)
class StreetOpened(_Public):
    """A street begins: cards burned face down, board cards opened."""

    street: str
    cards: tuple[Card, ...]
    burned: int
    kind: Literal["street_opened"] = "street_opened"


@dataclass(frozen=True, slots=True)
class Folded(_Public):
    """A player gave up the hand."""

    seat: int
    kind: Literal["folded"] = "folded"


@dataclass(frozen=True, slots=True)
class Checked(_Public):
    """A player passed without owing anything."""

    seat: int
    kind: Literal["checked"] = "checked"


@dataclass(frozen=True, slots=True)
class Called(_Public):
    """A player called; `total` is his total for the round, `added` what he put in now."""

    seat: int
    total: int
    added: int
    all_in: bool
    kind: Literal["called"] = "called"


@dataclass(frozen=True, slots=True)
class BetPlaced(_Public):
    """A player opened the betting of a round."""

    seat: int
    total: int
    all_in: bool
    kind: Literal["bet_placed"] = "bet_placed"


@dataclass(frozen=True, slots=True)
class Raised(_Public):
    """A player raised to a total for the round."""

    seat: int
    total: int
    all_in: bool
    kind: Literal["raised"] = "raised"


@dataclass(frozen=True, slots=True)
class TimedOut(_Public):
    """A player did not answer in time; what the rules do for him follows."""

    seat: int
    kind: Literal["timed_out"] = "timed_out"


@dataclass(frozen=True, slots=True)
class PlayerLeft(_Public):
    """A player left the table."""

    seat: int
    kind: Literal["player_left"] = "player_left"


@dataclass(frozen=True, slots=True)
class Exchanged(_Public):
    """A player exchanged this many cards; none: he stands pat (RULINGS D16)."""

    seat: int
    count: int
    kind: Literal["exchanged"] = "exchanged"


@dataclass(frozen=True, slots=True)
class CardsDrawn(_Private):
    """A player's cards after his exchange."""

    cards: tuple[Card, ...]
    kind: Literal["cards_drawn"] = "cards_drawn"


@dataclass(frozen=True, slots=True)
class StubReshuffled(_Public):
    """The stub was too short and was shuffled with the discards of others (RULINGS D4)."""

    size: int
    kind: Literal["stub_reshuffled"] = "stub_reshuffled"


@dataclass(frozen=True, slots=True)
class UncalledReturned(_Public):
    """Chips that nobody called went back to their owner."""

    seat: int
    amount: int
    kind: Literal["uncalled_returned"] = "uncalled_returned"


@dataclass(frozen=True, slots=True)
class HandsShown(_Public):
    """Hands were turned over, in this order: from now on they are public."""

    hands: tuple[tuple[int, tuple[Card, ...]], ...]
    kind: Literal["hands_shown"] = "hands_shown"


@dataclass(frozen=True, slots=True)
class Mucked(_Public):
    """A player did not show a hand that could win nothing."""

    seat: int
    kind: Literal["mucked"] = "mucked"


@dataclass(frozen=True, slots=True)
class HandsRanked(_Public):
    """What each shown hand makes, in the order of showing."""

    hands: tuple[tuple[int, Strength], ...]
    kind: Literal["hands_ranked"] = "hands_ranked"


@dataclass(frozen=True, slots=True)
class PotAwarded(_Public):
    """A pot was paid: main pot first; odd chips are part of the first share."""

    amount: int
    contenders: tuple[int, ...]
    shares: tuple[tuple[int, int], ...]
    odd_chips: int
    paid_in: tuple[tuple[int, int], ...] = ()
    """Who put how much into this pot, where anything."""
    kind: Literal["pot_awarded"] = "pot_awarded"


@dataclass(frozen=True, slots=True)
class HandEnded(_Public):
    """The hand is over; `stacks` are what every seat dealt in has now."""

    stacks: tuple[tuple[int, int], ...]
    kind: Literal["hand_ended"] = "hand_ended"


@dataclass(frozen=True, slots=True)
class HandVoided(_Public):
    """The hand does not count: every contribution went back (RULINGS E4)."""

    number: int
    kind: Literal["hand_voided"] = "hand_voided"


@dataclass(frozen=True, slots=True)
class CashedOut(_Public):
    """A player left a cash table and took his chips off it."""

    seat: int
    member: int
    amount: int
    kind: Literal["cashed_out"] = "cashed_out"


@dataclass(frozen=True, slots=True)
class StackCorrected(_Public):
    """Whoever runs the table gave chips to a player, or took some away, and said why."""

    seat: int
    member: int
    amount: int
    """What was added; negative: taken away."""
    by: int
    reason: str
    kind: Literal["stack_corrected"] = "stack_corrected"


@dataclass(frozen=True, slots=True)
class Eliminated(_Public):
    """Players who can play no further hand, all of them after the same hand."""

    seats: tuple[int, ...]
    kept: tuple[tuple[int, int], ...] = ()
    """Each member, who need not have been dealt in, with the chips that count for his place.

    Empty in older records.
    """
    kind: Literal["eliminated"] = "eliminated"


HandEvent = (
    AntePosted
    | BlindPosted
    | CardsDealt
    | StreetOpened
    | Folded
    | Checked
    | Called
    | BetPlaced
    | Raised
    | TimedOut
    | PlayerLeft
    | Exchanged
    | CardsDrawn
    | StubReshuffled
    | UncalledReturned
    | HandsShown
    | Mucked
    | HandsRanked
    | PotAwarded
    | HandEnded
)
Event = HandEvent | ButtonDrawn | HandStarted | HandVoided | Eliminated | CashedOut | StackCorrected
