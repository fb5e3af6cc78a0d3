"""What a series cannot do, as answers: their words are in `bot.render.words.series`.

::

    Refused
    ├── UnknownZone, BadDate, DatePassed, NoDates, TooManyDates     as it was typed
    ├── NotSignedUp, AlreadySignedUp, SignUpClosed, NotPresent
    ├── NoSuchSeries, NoSuchSession, SessionBegun, SeriesOver, AlreadyPaused, NotPaused
    └── NothingToUndo
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.errors import Refused


@dataclass
class UnknownZone(Refused):
    """A time zone that is none, and a few that it may have meant.

    A fixed offset is refused too: it would be an hour off after the next clock change.
    """

    text: str
    offset: bool
    similar: tuple[str, ...]


@dataclass
class BadDate(Refused):
    """A date or a time of day that cannot be read, or that no calendar has."""

    text: str


class DatePassed(Refused):
    """A first session, or the new date of one, that lies in the past."""


class NoDates(Refused):
    """A rule that names no date before its own last one."""


@dataclass
class TooManyDates(Refused):
    """A rule without an end, or with more sessions than a series may have."""

    most: int
