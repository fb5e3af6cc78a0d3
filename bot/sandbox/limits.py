"""The numbers Discord sets, in one place so that a test can relax them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple


class Rate(NamedTuple):
    """How many requests one bucket takes in how many seconds."""

    requests: int
    seconds: float


_FIFTY_A_SECOND = Rate(50, 1.0)
_FIVE_IN_FIVE_SECONDS = Rate(5, 5.0)
_FIVE_IN_TWO_SECONDS = Rate(5, 2.0)
_FIVE_A_SECOND = Rate(5, 1.0)
_THREE_IN_SIX_SECONDS = Rate(3, 6.0)
_FIFTY_IN_TEN_MINUTES = Rate(50, 600.0)


@dataclass(frozen=True, slots=True)
class Limits:
    """Deadlines and rate limits of the pretend Discord.

    The deadlines are documented by Discord. The rates of single routes are not: these are the
    figures bot developers report, which is why the bot must learn them from the headers.
    """

    answer_s: float = 3.0
    token_s: float = 15 * 60.0
    nonce_s: float = 5 * 60.0
    everything: Rate = _FIFTY_A_SECOND
    message_create: Rate = _FIVE_IN_FIVE_SECONDS
    message_edit: Rate = _FIVE_IN_FIVE_SECONDS
    message_delete: Rate = _FIVE_A_SECOND
    followup: Rate = _FIVE_IN_TWO_SECONDS
    other: Rate = _FIFTY_A_SECOND
    old_s: float = 60 * 60.0
    old_message_edit: Rate = _THREE_IN_SIX_SECONDS
    conversation_open: Rate = _FIFTY_IN_TEN_MINUTES

    @classmethod
    def relaxed(cls) -> Limits:
        """Return the same deadlines with rates that no test will reach."""
        free = Rate(1_000_000, 1.0)
        return replace(
            cls(),
            everything=free,
            message_create=free,
            message_edit=free,
            message_delete=free,
            followup=free,
            other=free,
            old_message_edit=free,
            conversation_open=free,
        )
