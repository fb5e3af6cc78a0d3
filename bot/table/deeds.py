"""What a host or a moderator did at a table: announced there, and kept."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pydantic import TypeAdapter

from bot.table.model import Ping, UserId


class Doing(StrEnum):
    """What he did."""

    PAUSED = "paused"
    PAUSED_ALONE = "paused_alone"
    """One of several tables of a session: the others play on."""
    RESUMED = "resumed"
    REMOVED = "removed"
    REMOVED_LATER = "removed_later"
    """Once the hand that the member plays is over."""
    INVITED = "invited"
    HANDED_OVER = "handed_over"
    SET = "set"
    STOPPING = "stopping"
    """The session ends after this hand."""
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Manners:
    """How a table is run, whatever is played at it."""

    turn_s: int
    ping: Ping
    muck: bool


@dataclass(frozen=True, slots=True)
class Deed:
    """One of it: who did it, to whom, and what was set."""

    what: Doing
    by: UserId
    name: str
    subject: UserId | None = None
    subject_name: str = ""
    manners: Manners | None = None


DEED_JSON = TypeAdapter(Deed)
