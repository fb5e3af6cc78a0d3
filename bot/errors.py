"""Answers to what cannot be done, raised anywhere and put into words in one place.

::

    Refused
    ├── NoTableHere, TableOpenHere, CannotPostHere, TableClosed, TableSuspended
    ├── ModeratorsOnly, ManagersOnly, ChannelNotAllowed, TooManyTables, TooManyChannels
    ├── AlreadyPaused, NotPaused, AlreadyInvited, HasSeat, Barred
    ├── NotAllowed, NotSeated, MovedAway, NoSuchMember, NotAway, NoHand
    ├── AlreadyStarted, AlreadyCounted
    ├── NotOperator, UnderMaintenance
    ├── HandDeleted, AtOpenTables, AwaitedBySeries, StillTelling
    ├── NotKept              the store could not keep it: nothing has changed
    ├── StaleButton          what that member already did there
    ├── BadAmount, BadPositions, BadOption
    ├── Restarting, TooFast, OldCommand, OnlyInServers     said at the door
    └── RulesRefused         the engine's refusal, with the table it happened at

Each is private, changes nothing, and says what would be possible. Anything else that is raised is
a bug and is logged as one.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.table.model import Suspension
from bot.table.view import TableView
from engine.errors import Refusal
from engine.events import Event


class Refused(Exception):
    """Base of all answers; its words are in `bot.render.words`."""


class NoTableHere(Refused):
    """There is no open table in this channel."""


@dataclass
class TableOpenHere(Refused):
    """One table per channel; the link leads to the one that is open."""

    link: str


@dataclass
class CannotPostHere(Refused):
    """The bot lacks permissions in this channel, named as Discord names them."""

    missing: tuple[str, ...]


class NotAllowed(Refused):
    """Only the table's host or a moderator can do this."""


class AlreadyPaused(Refused):
    """The table's clocks stand still already."""


class NotPaused(Refused):
    """The table's clocks run."""


class AlreadyInvited(Refused):
    """That member has been pinged already."""


class HasSeat(Refused):
    """That member sits at the table."""


class Barred(Refused):
    """The host has taken this member's seat for good."""


class ModeratorsOnly(Refused):
    """Only who moderates can do this on this server."""


class ManagersOnly(Refused):
    """Only who manages the server can do this."""


@dataclass
class ChannelNotAllowed(Refused):
    """The server has named the channels in which tables may be opened."""

    channels: tuple[int, ...]


@dataclass
class TooManyTables(Refused):
    """The server has as many open tables as it allows."""

    most: int


@dataclass
class TooManyChannels(Refused):
    """No more channels can be named."""

    most: int


class NoSuchMember(Refused):
    """Somebody else who was named has no seat at this table."""


class NotSeated(Refused):
    """The member has no seat at this table."""


@dataclass
class MovedAway(Refused):
    """The member plays on at another table of the session."""

    channel: int


class NotOperator(Refused):
    """Only who runs the bot can do this, whatever Discord lets a member do."""


@dataclass
class UnderMaintenance(Refused):
    """No hand starts and no table is opened before a time, in seconds since the epoch."""

    until: float


class Restarting(Refused):
    """The program is ending: nothing is taken any more."""


class TooFast(Refused):
    """More commands and presses than one member may make."""


class OldCommand(Refused):
    """A command, or values for it, that the bot no longer knows in this form."""


class OnlyInServers(Refused):
    """A command in a direct message, where no table can be."""


class TableClosed(Refused):
    """A button of a table that is closed."""


class AlreadyCounted(Refused):
    """The same press has been accepted already, or the table changed under it."""


@dataclass
class TableSuspended(Refused):
    """Nothing can be told in the table's channel for now."""

    suspension: Suspension
    channel: int


class NotKept(Refused):
    """The store cannot be used, so that nothing can count; its operator has been told."""


class NoHand(Refused):
    """No hand is being played."""


class AlreadyStarted(Refused):
    """The session has begun: no new seats, no second start."""


class NotAway(Refused):
    """`back` from somebody who is not away."""


class NoSuchHand(Refused):
    """No finished hand of that number was played at this table."""


class HandDeleted(Refused):
    """What was played at the table is deleted: its server keeps finished hands for a time only."""


@dataclass
class AtOpenTables(Refused):
    """A member whom open tables know, in these channels, cannot be forgotten."""

    channels: tuple[int, ...]


@dataclass
class AwaitedBySeries(Refused):
    """A member who runs these series, or has signed up for them, cannot be forgotten."""

    names: tuple[str, ...]


class StillTelling(Refused):
    """A member about whom something is still to be told cannot be forgotten yet."""


class NotInThisFormat(Refused):
    """The hand cannot be written in the format that was asked for."""


@dataclass
class StaleButton(Refused):
    """A button of an earlier prompt, and what its presser last did, where he did anything."""

    hand: int
    counted: Event | None
    view: TableView


@dataclass
class BadAmount(Refused):
    """Text that is no number of chips, and the table, where limits can be named."""

    text: str
    view: TableView | None


@dataclass
class BadPositions(Refused):
    """Card positions that repeat, do not exist or do not match the count."""

    text: str


@dataclass
class BadOption(Refused):
    """A table option that does not fit the others."""

    option: str
    least: int
    most: int


class NotCash(Refused):
    """Chips, posts and straddles belong to cash tables."""


class NoStraddle(Refused):
    """The table does not allow the straddle."""


class TwoSchedules(Refused):
    """Levels by hands and levels by minutes at once."""


@dataclass
class RulesRefused(Refused):
    """The rules do not allow it; the engine says why, the view who and how much."""

    refusal: Refusal
    view: TableView
