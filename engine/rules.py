"""A game as data: its streets, and the stakes it is played for (design law 2)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.errors import Malformed


class Game(StrEnum):
    """The games of the house."""

    HOLDEM = "holdem"
    FIVECARD = "fivecard"


class Structure(StrEnum):
    """How much may be bet."""

    NO_LIMIT = "no-limit"
    """Up to all a player has."""
    POT_LIMIT = "pot-limit"
    """Up to the pot after the call (RULINGS A15)."""
    FIXED_LIMIT = "fixed-limit"
    """The street's bet, no more and no less (RULINGS A16, A17)."""


class AntePayer(StrEnum):
    """Who pays the ante."""

    EVERYONE = "everyone"
    BIG_BLIND = "big_blind"
    """One seat for the table: main-pot money, never returned, never a layer (RULINGS A13)."""
    BUTTON = "button"
    """The same, paid by the button."""


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
    big_bet: bool = False
    """In fixed-limit, bets and raises here are twice the small bet."""


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
    """What a hand is played for, in chips, and how it may be bet; blinds or ante may be 0."""

    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    structure: Structure = Structure.NO_LIMIT
    raise_cap: int | None = 4
    """Fixed-limit: how many raises may follow a bet (RULINGS A16); None: any number."""
    ante_payer: AntePayer = AntePayer.EVERYONE
    odd_chips_apart: bool = False
    """Leftover chips go one each to the winners left of the button, not all to the first (C8)."""
    muck: bool = False
    """At a showdown reached by betting, a hand that can win no pot stays hidden (C6)."""

    def __post_init__(self) -> None:
        if min(self.small_blind, self.big_blind, self.ante) < 0:
            raise Malformed("blinds and antes are not negative")
        if self.small_blind > self.big_blind:
            raise Malformed("the small blind is at most the big blind")
        if not self.minimum_bet:
            raise Malformed("a game needs blinds or an ante")

    @property
    def minimum_bet(self) -> int:
        """The smallest opening bet: the big blind, or twice the ante where there is none.

        In fixed-limit it is the small bet.
        """
        return self.big_blind or 2 * self.ante

    def bet_size(self, street: Street) -> int:
        """Return the minimum bet of a street; in fixed-limit, the only one."""
        doubled = street.big_bet and self.structure is Structure.FIXED_LIMIT
        return self.minimum_bet * (2 if doubled else 1)
