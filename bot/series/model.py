"""What is known of a series: how it is set up, its sessions, who signed up, what was changed.

All of it are values, stored as they are; times are moments in UTC, never a wall clock's alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType

from pydantic import AwareDatetime, TypeAdapter

from bot.series.schedule import Schedule
from bot.series.standings import Scoring
from bot.table.model import Options, TableId, UserId
from engine.rules import Game

SeriesId = NewType("SeriesId", int)


class Reminder(StrEnum):
    """When those who signed up are reminded."""

    DAY = "day"
    HOUR = "hour"
    FIVE = "five"
    """Five minutes before the start."""


class TooFew(StrEnum):
    """What becomes of a session that too few want to play."""

    CANCEL = "cancel"
    POSTPONE = "postpone"
    """It is played on the date that would follow the last one."""


MOST_PLAYERS = 60
"""The largest field of a session."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a moderator chooses for a series, and keeps for the next as a template."""

    name: str
    games: tuple[Options, ...]
    """How the tables of each game are set up; several are played by turns.

    Their `minutes` are the length of a session, and the same in all of them.
    """
    schedule: Schedule
    channel: int
    least: int
    """The smallest number of players with which a session is played."""
    most: int
    """The largest; who signs up later waits."""
    closes_min: int = 0
    """How long before the start sign-up closes, in minutes."""
    late_min: int = 0
    """How long after the start who comes is still seated, in minutes; 0: nobody is (RULINGS B8)."""
    grace_min: int = 15
    """How late a session may start, in minutes (RULINGS E6)."""
    reminders: tuple[Reminder, ...] = (Reminder.DAY, Reminder.HOUR, Reminder.FIVE)
    presence: bool = True
    """Whether only those are seated who say that they are here."""
    too_few: TooFew = TooFew.CANCEL
    scoring: Scoring = field(default_factory=Scoring)

    def options_of(self, number: int) -> Options:
        """Return how the tables of a session are set up, by its number; the first one is 1."""
        return self.games[(number - 1) % len(self.games)]

    @property
    def minutes(self) -> int:
        """How long a session lasts."""
        minutes = self.games[0].minutes
        assert minutes is not None
        return minutes


class End(StrEnum):
    """How a session ended."""

    PLAYED = "played"
    CANCELLED = "cancelled"
    TOO_FEW = "too_few"
    SKIPPED = "skipped"
    PAUSED = "paused"
    """The series was paused when it should have begun."""
    MISSED = "missed"
    """It could not begin within the time of grace."""


class Hindrance(StrEnum):
    """Why a session that is due cannot begin yet."""

    TOO_FEW = "too_few"
    BUSY = "busy"
    """Another table is open in the channel."""
    NO_ROOM = "no_room"
    """The server allows no more tables at once."""
    MAINTENANCE = "maintenance"
    """No hand may start for a while."""
    NO_CHANNEL = "no_channel"
    """The channel is gone, or the bot may not write in it."""
    NO_THREADS = "no_threads"
    """The tables need threads, and the bot may not make them in the channel."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A member who signed up."""

    member: UserId
    name: str
    present: bool = False
    """He has said that he is here."""
    locale: str | None = None
    """The language of his Discord when he signed up."""


class Shows(StrEnum):
    """What a post that shows a session is; its value begins the post's key."""

    ANNOUNCEMENT = "announce"
    PRESENCE = "check"
    """The question who is here."""


@dataclass(frozen=True, slots=True)
class SessionPost:
    """A post that shows a session, and is kept true."""

    shows: Shows
    key: str
    channel: int


@dataclass(frozen=True, slots=True)
class Session:
    """One session of a series. What is done once is a field that is set once."""

    series: SeriesId
    number: int
    start: AwareDatetime
    moved: bool = False
    """A moderator has given it another time than the rule."""
    announced_at: AwareDatetime | None = None
    reminded: tuple[Reminder, ...] = ()
    closed_at: AwareDatetime | None = None
    """When sign-up closed."""
    checked_at: AwareDatetime | None = None
    """When everybody was asked whether he is here."""
    tried_at: AwareDatetime | None = None
    """When it last could not begin, because of `hindrance`."""
    hindrance: Hindrance | None = None
    started_at: AwareDatetime | None = None
    options: Options | None = None
    """How its tables are set up, once it has begun: whatever the series is changed to later."""
    late_until: AwareDatetime | None = None
    """Until when who comes is still seated; None: it has not begun, or nobody is any more."""
    tables: tuple[TableId, ...] = ()
    channels: tuple[int, ...] = ()
    """Where each of them is."""
    final_at: AwareDatetime | None = None
    """When the last of its tables was announced as the final one."""
    stopped_at: AwareDatetime | None = None
    """When the last hands were announced."""
    ended_at: AwareDatetime | None = None
    end: End | None = None
    why: str = ""
    """Why a moderator has called it off."""
    posts: tuple[SessionPost, ...] = ()
    """The posts that show it, one of a kind."""
    winners: tuple[str, ...] = ()
    """Who shares the first place, once it was played."""
    entries: tuple[Entry, ...] = ()
    """In the order in which they signed up."""
    listing: int | None = None
    """The event in the server's own list that shows it, where there is one."""

    @property
    def game(self) -> Game | None:
        """What is played, once it has begun."""
        return None if self.options is None else self.options.game

    @property
    def begun(self) -> bool:
        """Whether it can be changed no more."""
        return self.started_at is not None or self.end is not None


@dataclass(frozen=True, slots=True)
class Series:
    """Scheduled sessions with standings."""

    id: SeriesId
    guild: int
    locale: str
    host: UserId
    """Who made it."""
    setup: Setup
    paused: bool = False
    over: bool = False
    """Cancelled, or every session has ended."""
    version: int = 0
    """Counts the commits of the series and its sessions."""


class Did(StrEnum):
    """What a moderator did to a series."""

    CREATED = "created"
    EDITED = "edited"
    PAUSED = "paused"
    RESUMED = "resumed"
    SKIPPED = "skipped"
    MOVED = "moved"
    CANCELLED = "cancelled"
    CORRECTED = "corrected"
    UNDID = "undid"


@dataclass(frozen=True, slots=True)
class LogLine:
    """Who did what to a series, when and why."""

    at: AwareDatetime
    who: UserId
    did: Did
    why: str = ""
    session: int | None = None
    member: UserId | None = None
    """Whom a correction concerns."""
    points: int | None = None
    number: int | None = None
    """Of a correction, by which it is undone."""
    before: Setup | None = None
    """How the series was set up before it was edited, and afterwards."""
    after: Setup | None = None


@dataclass(frozen=True, slots=True)
class Changed:
    """A series after a change, those of its sessions that changed with it, and the log's line."""

    series: Series
    sessions: tuple[Session, ...] = ()
    line: LogLine | None = None


SERIES_JSON = TypeAdapter(Series)
SESSION_JSON = TypeAdapter(Session)
SETUP_JSON = TypeAdapter(Setup)
LOG_JSON = TypeAdapter(LogLine)
