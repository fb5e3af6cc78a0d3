"""What can be wrong with an input to the engine.

::

    EngineError (ValueError)
    ├── Malformed     not a card, a deck, an amount or a setting at all
    └── Refusal       well formed, but not allowed here and now

Neither carries words for people: `Refusal.reason` and `Refusal.legal` are data, the sentences (in
any language) belong to whoever shows them. After either of them nothing has changed.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.actions import Legal


class Reason(StrEnum):
    """Why a well-formed action is not allowed here."""

    HAND_OVER = "hand_over"
    """No hand is being played, or it has ended."""
    NOT_IN_HAND = "not_in_hand"
    """The seat was not dealt in, or has folded."""
    NOT_YOUR_TURN = "not_your_turn"
    """Somebody else is to act."""
    NOT_NOW = "not_now"
    """A bet during the exchange, or an exchange during a betting round."""
    NOTHING_TO_CALL = "nothing_to_call"
    """Nobody has bet more than this player has: checking is free."""
    FACING_A_BET = "facing_a_bet"
    """A check or an opening bet where a bet must be answered."""
    NO_BET_TO_RAISE = "no_bet_to_raise"
    """A raise in a round in which nobody has bet."""
    BELOW_MINIMUM = "below_minimum"
    """Less than the smallest bet or raise, and not all-in."""
    ABOVE_STACK = "above_stack"
    """More than the player has."""
    ABOVE_LIMIT = "above_limit"
    """More than the pot in pot-limit, or than the one bet of fixed-limit."""
    RAISES_CAPPED = "raises_capped"
    """In fixed-limit, all raises of the round have been made (RULINGS A16)."""
    RAISE_NOT_REOPENED = "raise_not_reopened"
    """He has acted, and what he faces is less than a full raise (RULINGS A3-A5)."""
    NOBODY_CAN_ANSWER = "nobody_can_answer"
    """Every opponent left is all-in (RULINGS A8)."""
    CALL_TAKES_ALL = "call_takes_all"
    """The stack does not exceed the call: call, all-in, or fold."""
    BAD_POSITIONS = "bad_positions"
    """Card positions that repeat or do not exist."""
    NOTHING_TO_SHOW = "nothing_to_show"
    """Only the winner of a hand that everybody else folded may choose to show."""
    SESSION_STARTED = "session_started"
    """Seats are taken before the first hand only (RULINGS B8)."""
    SESSION_OVER = "session_over"
    """The session has ended: no hand starts any more."""
    HAND_IN_PROGRESS = "hand_in_progress"
    """The hand being played must end first."""
    OUTSIDE_BUY_IN = "outside_buy_in"
    """Chips brought or added that leave the buy-in range of the table (RULINGS B10)."""
    TABLE_FULL = "table_full"
    """Every seat is taken."""
    SEAT_TAKEN = "seat_taken"
    """Somebody sits there, or no such seat exists."""
    ALREADY_SEATED = "already_seated"
    """A member has one seat."""
    NOT_SEATED = "not_seated"
    """The member has no seat at this table."""
    TOO_FEW_PLAYERS = "too_few_players"
    """A hand needs two players who can pay."""


class EngineError(ValueError):
    """Base of everything the engine refuses."""


class Malformed(EngineError):
    """The input is not of the form it should have; the message quotes it."""


class Refusal(EngineError):
    """A well-formed action that the rules do not allow here.

    `legal` holds what the player to act could do instead, where somebody is to act.
    """

    def __init__(self, reason: Reason, legal: Legal | None = None) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.legal = legal
