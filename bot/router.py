"""What a button, a menu or a dialog means: the only place that writes or reads custom ids.

``c:<verb>:<table>:<deal>:<step>:<argument>``, at most 100 characters. Deal and step number the
prompt that carried the control, so that a press on an old one is known for what it is (design
law 6), in any process and after any restart. Controls of a series are
``s:<verb>:<series>:<session>:<page>``, those of the panel on which one is planned
``d:<verb>:<draft>:<game>``, those of a leaderboard and about a member's own data
``r:<verb>:<days>:<page>``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from bot.series.model import SeriesId
from bot.table.model import TableId

_PREFIX = "c"
_SERIES_PREFIX = "s"
_RECORD_PREFIX = "r"
_DRAFT_PREFIX = "d"

DraftId = NewType("DraftId", int)


class Verb(StrEnum):
    """Everything a control can ask for."""

    JOIN = "join"
    LEAVE = "leave"
    LEAVE_FOR_GOOD = "leave2"
    """The answer to "do you really want to leave?"."""
    STOP_ALL = "stopall"
    """The answer to "shall all tables of the session end?"; the argument says when."""
    START = "start"
    BACK = "back"
    FOLD = "fold"
    FOLD_ANYWAY = "fold2"
    """The answer to "checking is free: fold anyway?"."""
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    ALL_IN = "allin"
    CARDS = "cards"
    SHOW = "show"
    DRAW = "draw"
    """Open one's own picker."""
    MARK = "mark"
    """Mark or unmark a card in the picker; the argument is the picker after the press."""
    EXCHANGE = "exchange"
    """Exchange the cards marked; the argument says which."""


@dataclass(frozen=True, slots=True)
class Press:
    """A control that was used, and the prompt it stood under."""

    verb: Verb
    table: TableId
    deal: int = 0
    step: int = 0
    argument: str = ""

    def __str__(self) -> str:
        return f"{_PREFIX}:{self.verb}:{self.table}:{self.deal}:{self.step}:{self.argument}"


def parse_custom_id(custom_id: str) -> Press | None:
    """Read a custom id, None when it is not one of ours."""
    parts = custom_id.split(":")
    if len(parts) != 6 or parts[0] != _PREFIX or parts[1] not in list(Verb):
        return None
    numbers = parts[2:5]
    if not all(_is_number(number) for number in numbers):
        return None
    table, deal, step = map(int, numbers)
    return Press(Verb(parts[1]), TableId(table), deal, step, parts[5])


class SeriesVerb(StrEnum):
    """Everything a control of a series can ask for."""

    SIGN_UP = "signup"
    WITHDRAW = "withdraw"
    HERE = "here"
    """Say that one is here for the start."""
    STANDINGS = "standings"
    """Turn to a page of the standings."""


@dataclass(frozen=True, slots=True)
class SeriesPress:
    """A control of a series that was used, and the session or the page it means."""

    verb: SeriesVerb
    series: SeriesId
    session: int = 0
    page: int = 0

    def __str__(self) -> str:
        return f"{_SERIES_PREFIX}:{self.verb}:{self.series}:{self.session}:{self.page}"


def parse_series_press(custom_id: str) -> SeriesPress | None:
    """Read a custom id of a series' control, None when it is not one."""
    parts = custom_id.split(":")
    if len(parts) != 5 or parts[0] != _SERIES_PREFIX or parts[1] not in list(SeriesVerb):
        return None
    if not all(_is_number(number) for number in parts[2:]):
        return None
    series, session, page = map(int, parts[2:])
    return SeriesPress(SeriesVerb(parts[1]), SeriesId(series), session, page)


class RecordVerb(StrEnum):
    """Everything that a control under a leaderboard or a member's own data can ask for."""

    LEADERS = "leaders"
    """Turn to a page."""
    DELETE = "delete"
    """The answer to "do you really want it deleted?"."""


@dataclass(frozen=True, slots=True)
class RecordPress:
    """Such a control that was used, with the days that the leaderboard is about (0: all)."""

    verb: RecordVerb
    days: int = 0
    page: int = 0

    def __str__(self) -> str:
        return f"{_RECORD_PREFIX}:{self.verb}:{self.days}:{self.page}"


def parse_record_press(custom_id: str) -> RecordPress | None:
    """Read the custom id of such a control, None when it is not one."""
    parts = custom_id.split(":")
    if len(parts) != 4 or parts[0] != _RECORD_PREFIX or parts[1] not in list(RecordVerb):
        return None
    if not all(_is_number(number) for number in parts[2:]):
        return None
    return RecordPress(RecordVerb(parts[1]), *map(int, parts[2:]))


class DraftVerb(StrEnum):
    """Everything a control of the set-up panel can ask for."""

    CREATE = "create"
    """Save what the preview shows."""
    PREVIEW = "preview"
    """Turn to the preview; the next six turn to other pages."""
    DATES = "dates"
    PLAYERS = "players"
    START = "start"
    GAMES = "games"
    STAKES = "stakes"
    SCORING = "scoring"
    REPEAT = "repeat"
    DAYS = "days"
    LENGTH = "length"
    UNTIL = "until"
    """Type how many sessions there are, or the last date, and every how many weeks."""
    PLAYED = "played"
    """Choose which games are played."""
    SHOWN = "shown"
    """Choose which of two games the page shows."""
    LIMIT = "limit"
    MUCK = "muck"
    STACK = "stack"
    BLINDS = "blinds"
    LEVELS = "levels"
    CHIPS = "chips"
    """Type stack, blinds, ante and the length of levels."""
    LEAST = "least"
    MOST = "most"
    CLOSES = "closes"
    LATE = "late"
    REMINDERS = "reminders"
    TOO_FEW = "too_few"
    CHANNEL = "channel"
    PRESENCE = "presence"
    GRACE = "grace"
    FIELD = "field"
    BEST = "best"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class DraftPress:
    """A control of the set-up panel that was used, and the draft that it shows."""

    verb: DraftVerb
    draft: DraftId
    game: int = 0
    """Which of its games the page shows, the first one being 0."""

    def __str__(self) -> str:
        return f"{_DRAFT_PREFIX}:{self.verb}:{self.draft}:{self.game}"


def parse_draft_press(custom_id: str) -> DraftPress | None:
    """Read a custom id of the set-up panel's control, None when it is not one."""
    parts = custom_id.split(":")
    if len(parts) == 3:
        # As panels were made while a series had one game; they are kept for a day.
        parts.append("0")
    if len(parts) != 4 or parts[0] != _DRAFT_PREFIX or parts[1] not in list(DraftVerb):
        return None
    if not all(_is_number(number) for number in parts[2:]):
        return None
    return DraftPress(DraftVerb(parts[1]), DraftId(int(parts[2])), int(parts[3]))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19


@dataclass(frozen=True, slots=True)
class Picker:
    """The state of a card picker, carried by its own buttons: which cards are marked.

    `exactly` is the number that `/draw N` asked for, None where any number goes.
    """

    marked: frozenset[int] = frozenset()
    exactly: int | None = None

    def toggled(self, position: int) -> Picker:
        """Return the picker with a card marked, or no more."""
        return Picker(self.marked ^ {position}, self.exactly)

    def __str__(self) -> str:
        marks = "".join(map(str, sorted(self.marked)))
        return f"{marks}/{'' if self.exactly is None else self.exactly}"


def parse_picker(argument: str) -> Picker:
    """Read a picker from an argument that `str` of one wrote; nonsense reads as an empty one."""
    marks, _, exactly = argument.partition("/")
    marked = frozenset(int(mark) for mark in marks if mark in "123456789")
    return Picker(marked, int(exactly) if exactly in {"1", "2", "3", "4", "5"} else None)
