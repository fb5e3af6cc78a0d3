"""What is known of a table: the session, its members, its clocks, and what is on the screen.

A table is a value and is stored as one. Everything needed to go on after a restart is in it; time
is in seconds since the epoch.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, NewType

from pydantic import Field, TypeAdapter

from engine.cash import BuyIn
from engine.events import Event
from engine.levels import Level
from engine.rules import Game, Stakes
from engine.session import Session

TableId = NewType("TableId", int)
UserId = NewType("UserId", int)

FORMER = "former member"
"""The name of who had his data deleted."""


def is_former(user: int) -> bool:
    """Say whether a number stands for somebody who had his data deleted (bot.store.erasing)."""
    return user < 0


TaggedEvent = Annotated[Event, Field(discriminator="kind")]


class Phase(StrEnum):
    """What a table is waiting for."""

    LOBBY = "lobby"
    """Members join; nothing is dealt yet."""
    PLAYING = "playing"
    """A hand is being played."""
    BETWEEN = "between"
    """The next hand is about to be dealt."""
    PAUSED = "paused"
    """Fewer than two members are present."""
    CLOSED = "closed"
    """Over; kept for the record."""


class Ping(StrEnum):
    """When the member to act is pinged inside a street."""

    LATE = "late"
    """After ten seconds without an answer."""
    ALWAYS = "always"
    """At once."""
    NEVER = "never"


class Alarm(StrEnum):
    """What a table's clocks are for."""

    TURN = "turn"
    """The member to act has not answered."""
    PING = "ping"
    """He is reminded."""
    NEXT_HAND = "next_hand"
    CLOSE = "close"
    """A lobby or a pause has lasted too long."""


class Obstacle(StrEnum):
    """Why nothing can be told where a table is."""

    SERVER_AWAY = "server_away"
    """Discord has trouble with the server."""
    CLOSED_TO_US = "closed_to_us"
    """The bot may not see the channel, or not write there."""
    LOCKED = "locked"
    """The channel is a thread that is locked."""
    GONE = "gone"
    """The channel is deleted."""
    REMOVED = "removed"
    """The bot is no longer in the server."""


@dataclass(frozen=True, slots=True)
class Suspension:
    """What keeps a table from going on."""

    why: Obstacle
    since: float
    until: float | None
    """When the table is given up; None: never, or it has been."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a table is set up, in chips, seconds and minutes."""

    game: Game
    stack: int
    stakes: Stakes
    seats: int
    hands: int | None
    minutes: int | None
    turn_s: int
    ping: Ping
    levels: tuple[Level, ...] = ()
    """Stakes that rise; none: they stay."""
    buy_in: BuyIn | None = None
    """A cash table's range of chips to bring; `stack` is what Join brings."""
    straddle: bool = False
    """At a cash table: whether the straddle is allowed."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member with a seat, as the table knows him."""

    user: UserId
    name: str
    locale: str | None = None
    """The language of his Discord when he sat down: he is written to in it."""
    reachable: bool | None = None
    """Whether direct messages arrive; None until one was tried."""
    away: bool = False
    missed: int = 0
    """Turns missed in a row."""
    going: bool = False
    """A host takes his seat as soon as the hand he plays is over."""
    moved_to: int | None = None
    """The channel of the table at which he plays on."""
    last_deal: int = 0
    last_action: TaggedEvent | None = None
    """What he last did and in which deal: the answer to a stale button."""


@dataclass(frozen=True, slots=True)
class Hold:
    """Maintenance: no hand starts before a time."""

    until: float
    reason: str
    """What its operator wants members to know."""
    interaction: int
    """What announced it."""


@dataclass(frozen=True, slots=True)
class Contest:
    """The session of a series that is played at a table."""

    series: int
    session: int
    number: int = 1
    """Which of its tables this is."""
    of: int = 1
    """At how many it began."""
    left: int = 1
    """At how many it is still played: the last one is the final table."""

    @property
    def evening(self) -> tuple[int, int]:
        """What all tables of the session have in common."""
        return self.series, self.session


@dataclass(frozen=True, slots=True)
class Table:
    """One table in one channel."""

    id: TableId
    guild: int
    channel: int
    locale: str
    opener: UserId
    """Its host: who opened it, or whom he handed it over to."""
    options: Options
    session: Session
    contest: Contest | None = None
    phase: Phase = Phase.LOBBY
    members: dict[UserId, Member] = field(default_factory=dict)
    deal: int = 0
    """Counts every deal, voided ones too; with `step` it numbers the prompts."""
    step: int = 0
    """Counts the changes within a deal; a prompt carries it, and only the newest counts."""
    post: str = ""
    """The key of the post that shows the table now (see `bot.outbox`)."""
    ping_post: str | None = None
    """The key of the reminder to the member to act, while it stands."""
    feed: tuple[TaggedEvent, ...] = ()
    """The public events of the hand so far."""
    last_feed: tuple[TaggedEvent, ...] = ()
    """Those of the hand before, for who asks why it ended as it did."""
    bought: dict[UserId, int] = field(default_factory=dict)
    """At a cash table: the chips each member has brought."""
    taken: dict[UserId, int] = field(default_factory=dict)
    """At a cash table: the chips each member has taken off it."""
    alarms: dict[Alarm, float] = field(default_factory=dict)
    started_at: float | None = None
    """When the first hand was dealt, moved by outages: levels by time count from here."""
    stop_at: float | None = None
    """The agreed stop: no hand starts at or after it (RULINGS E1)."""
    stopping: bool = False
    """The session ends after the hand being played."""
    waits: bool = False
    """The next hand waits for the other tables of its session."""
    halted_since: float | None = None
    """Since when a host has had the clocks stand still."""
    barred: tuple[UserId, ...] = ()
    """Whose seats a host has taken for good."""
    invited: tuple[UserId, ...] = ()
    """Whom a host has pinged to come."""
    suspended: Suspension | None = None
    """What keeps the table from going on; its clocks stand still meanwhile."""
    continued: str | None = None
    """The key of the newest line that said that play continues."""
    hold: Hold | None = None
    """Maintenance that members have been told of."""
    version: int = 0
    """Counts the commits."""

    @property
    def goes_on(self) -> bool:
        """Whether a member is to act, now."""
        return self.session.hand_in_progress and self.suspended is None


TABLE_JSON = TypeAdapter(Table)
EVENTS_JSON: TypeAdapter[tuple[TaggedEvent, ...]] = TypeAdapter(tuple[TaggedEvent, ...])
