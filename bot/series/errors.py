"""What a series cannot do, as answers: their words are in `bot.render.words.series_refusals`.

::

    Refused
    ├── UnknownZone, ZoneMissing, BadDate, BadEnd, BadWeekdays, DaysOfWeeks, TwoEnds, OnlyOnce
    ├── DatePassed, NoDates, TooManyDates, BadPoints, NoBlinds, WhichGame, CannotPlayThere
    ├── NotSignedUp, AlreadySignedUp, SignUpClosed, NotAskedYet, SessionFull, LastHands
    ├── NameTaken, NoSuchSeries, NoSuchSession, SessionBegun, SeriesOver
    ├── AlreadyPaused, NotPaused
    └── NothingToUndo, NothingChanges, PreviewGone, NotOffered, NoSuchTemplate
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.errors import Refused
from engine.rules import Game


@dataclass
class UnknownZone(Refused):
    """A time zone that is none, and a few that it may have meant.

    A fixed offset is refused too: it would be an hour off after the next clock change.
    """

    text: str
    offset: bool
    similar: tuple[str, ...]


class ZoneMissing(Refused):
    """A date without a time zone, on a server that has not set one."""


@dataclass
class BadDate(Refused):
    """A date or a time of day that cannot be read, or that no calendar has."""

    text: str


@dataclass
class BadEnd(Refused):
    """What is neither a number of sessions nor a last date."""

    text: str


@dataclass
class BadWeekdays(Refused):
    """A word that names no day of the week."""

    text: str


class DaysOfWeeks(Refused):
    """Weeks or weekdays for what is not repeated week by week."""


class TwoEnds(Refused):
    """A number of sessions and a last date at once."""


class OnlyOnce(Refused):
    """Several sessions of what is played once."""


class NoBlinds(Refused):
    """Blinds in a game that has none."""


@dataclass
class WhichGame(Refused):
    """One of several games has to be named, or one was that the series does not play."""

    games: tuple[Game, ...]


@dataclass
class CannotPlayThere(Refused):
    """The bot cannot run tables in a channel that was chosen, or there is no such channel."""

    channel: int


class DatePassed(Refused):
    """A first session, or the new date of one, that lies in the past."""


class NoDates(Refused):
    """A rule that names no date before its own last one."""


@dataclass
class TooManyDates(Refused):
    """A rule without an end, or with more sessions than a series may have."""

    most: int


class NotSignedUp(Refused):
    """Withdrawing from a session, or being here for one, without having signed up."""


class AlreadySignedUp(Refused):
    """A second sign-up for a session."""


class SignUpClosed(Refused):
    """Sign-up has closed and there are players enough."""


class NotAskedYet(Refused):
    """Saying that one is here before it is asked."""


class SessionFull(Refused):
    """Coming late to a session that has no seat left."""


class LastHands(Refused):
    """Coming late to a session that plays its last hands."""


@dataclass
class NameTaken(Refused):
    """Another running series of the server has that name."""

    name: str


class NoSuchSeries(Refused):
    """No series of that name, or none at all, on this server."""


class NoSuchSession(Refused):
    """No session of that number in the series."""


class SessionBegun(Refused):
    """The session is being played, was played, or was called off: nothing changes it any more."""


class SeriesOver(Refused):
    """The series has ended or was cancelled."""


class AlreadyPaused(Refused):
    """The series is paused."""


class NotPaused(Refused):
    """The series is not paused."""


class NothingToUndo(Refused):
    """No correction of that number, or one that is undone already."""


class NothingChanges(Refused):
    """A series is set up so already."""


class NotOffered(Refused):
    """A choice that a menu of the set-up panel does not offer, or no more."""


class PreviewGone(Refused):
    """A preview that was saved already, or that is older than a day."""


class NoSuchTemplate(Refused):
    """No set-up of that name is kept on this server."""


@dataclass
class BadPoints(Refused):
    """Points of places that are no numbers, or that reward a later place more."""

    text: str
