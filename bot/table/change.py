"""What every change of a table is made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.table.deeds import Deed
from bot.table.model import Alarm, Hold, Member, Table, TableId, UserId
from engine.cards import Deck
from engine.events import Event

LOBBY_S = 15 * 60
PAUSE_S = 30 * 60
HALTED_S = 24 * 60 * 60
NEXT_HAND_S = 8
PING_AFTER_S = 10
RUN_OUT_PAUSE_S = 2
MISSED_TURNS = 3


@dataclass(frozen=True, slots=True)
class Moved:
    """A member has gone to another table of his session, with all his chips."""

    user: UserId
    name: str
    chips: int
    source: TableId
    target: TableId
    number: int
    """Which of the session's tables he came from."""
    channel: int
    """Where he plays on."""
    seat: int


@dataclass(frozen=True, slots=True)
class Change:
    """A table after a change, and what happened, private events included."""

    table: Table
    events: tuple[Event, ...] = ()
    excused: tuple[UserId, ...] = ()
    """Members who missed turns as they could not be heard, and are not blamed for it."""
    deed: Deed | None = None
    """What a host or a moderator did."""
    moved: tuple[Moved, ...] = ()
    """Who has left for another table, or come from one."""


@dataclass(frozen=True, slots=True)
class Who:
    """The member who wants something."""

    user: UserId
    name: str
    may_manage: bool = False
    """He moderates: Discord lets him manage messages in the channel, or he has the role for it."""
    locale: str | None = None
    """The language of his Discord, where he himself asks for something."""


@dataclass(frozen=True, slots=True)
class Chance:
    """Randomness and time, handed in: the changes themselves know neither."""

    now: float
    shuffle: Callable[[], Deck]
    draw: Callable[[], int]
    """A random whole number, for the first button."""
    hold: Hold | None = None
    """Maintenance now: no hand starts before it is over."""


def ping_after_s(turn_s: float) -> float:
    """Return when the member to act is reminded: after ten seconds, or half of a short turn."""
    return min(PING_AFTER_S, turn_s / 2)


def with_member(table: Table, member: Member) -> Table:
    """Put a member in place of what the table knew of him."""
    return replace(table, members={**table.members, member.user: member})


def with_alarms(table: Table, **alarms: float | None) -> Table:
    """Set the alarms named, or take those off that are None; others stay."""
    kept = dict(table.alarms)
    for name, due in alarms.items():
        if due is None:
            kept.pop(Alarm(name), None)
        else:
            kept[Alarm(name)] = due
    return replace(table, alarms=kept)


def may_direct(table: Table, who: Who) -> bool:
    """Say whether a member may start and stop the table."""
    return who.may_manage or who.user == table.opener
