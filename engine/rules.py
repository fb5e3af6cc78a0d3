"""A game as data: its streets, and the stakes it is played for (design law 2)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.errors import Malformed


class Game(StrEnum):
    """The games of the house."""

    HOLDEM = "holdem"
    FIVECARD = "fivecard"


@dataclass(frozen=True, slots=True)
class Street:
    """One stage of a hand: cards come first, then an exchange or a betting round."""

    name: str
    deal: int = 0
    """Private cards for each player."""
    burn: int = 0
    opens: int = 0
    """Cards opened on the board."""
    exchange: int = 0
    """How many cards each player may exchange; 0: no exchange."""
    bet: bool = True


@dataclass(frozen=True, slots=True)
class Variant:
    """A poker variant: how it is dealt, who may play, and what passes between hands."""

    game: Game
    streets: tuple[Street, ...]
    max_players: int
    dead_button: bool
    """Blinds rotate and the button may rest on an empty seat; otherwise the dealer just passes."""
    part_ante: bool
    """Who has less than the ante may pay what he has; otherwise he is out (RULINGS A19, D1)."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a hand is played for, in chips; blinds or ante may be 0."""

    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0

    def __post_init__(self) -> None:
        if min(self.small_blind, self.big_blind, self.ante) < 0:
            raise Malformed("blinds and antes are not negative")
        if self.small_blind > self.big_blind:
            raise Malformed("the small blind is at most the big blind")
        if not self.minimum_bet:
            raise Malformed("a game needs blinds or an ante")

    @property
    def minimum_bet(self) -> int:
        """The smallest opening bet: the big blind, or twice the ante where there is none."""
        return self.big_blind or 2 * self.ante
