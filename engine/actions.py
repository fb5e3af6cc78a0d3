"""What a player can do, and what he may do now.

Actions are imperatives and name the seat that acts. Amounts are the player's total for the betting
round, in chips: "raise to 25", never "raise by".
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import Reason


@dataclass(frozen=True, slots=True)
class Fold:
    """Give up the hand, legal even where checking is free (RULINGS A11)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Check:
    """Pass while owing nothing."""

    seat: int


@dataclass(frozen=True, slots=True)
class Call:
    """Match the price, all-in where the stack is smaller."""

    seat: int


@dataclass(frozen=True, slots=True)
class BetTo:
    """Open the betting with a total for the round."""

    seat: int
    total: int


@dataclass(frozen=True, slots=True)
class RaiseTo:
    """Raise to a total for the round; before the flop the big blind is the bet (RULINGS A12)."""

    seat: int
    total: int


@dataclass(frozen=True, slots=True)
class AllIn:
    """Put in everything: as a call, a bet or a raise, whichever it amounts to."""

    seat: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """Discard the cards at these positions (1 is the first) for as many new ones; none: pat."""

    seat: int
    positions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TimeOut:
    """No answer in time: check if free, otherwise fold; stand pat in the exchange (RULINGS E8)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the table, in turn or not: a live hand folds at once unless all-in (RULINGS B8)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Show:
    """Show a hand that won because everybody else folded (RULINGS C6)."""

    seat: int


Action = Fold | Check | Call | BetTo | RaiseTo | AllIn | Exchange | TimeOut | Leave | Show


@dataclass(frozen=True, slots=True)
class Legal:
    """What the seat to act may do, in chips; amounts to bet or raise are totals for the round.

    Folding is always possible in a betting round. In an exchange only `most_cards` counts.
    """

    seat: int
    to_call: int = 0
    """What a call adds; 0: checking is free."""
    opens: bool = False
    """Nobody has bet: a bet is possible, not a raise."""
    min_to: int | None = None
    """Smallest total of a bet or raise, None where none is possible."""
    max_to: int | None = None
    """Largest total of a bet or raise: all the player has, or what the limit allows."""
    closed: Reason | None = None
    """Why no raise is possible."""
    most_cards: int | None = None
    """In an exchange: how many cards may be exchanged; None in a betting round."""

    @property
    def can_check(self) -> bool:
        """Whether the player owes nothing in a betting round."""
        return self.most_cards is None and self.to_call == 0
