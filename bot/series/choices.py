"""What is chosen on the set-up panel of a series, and what each choice makes of the set-up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.router import DraftVerb
from bot.series.errors import BadPoints
from bot.series.model import MOST_PLAYERS, Reminder, Setup, TooFew
from bot.series.repeats import Repeating, make_repeat
from bot.series.schedule import MOST_SESSIONS, Schedule, Weekly, read_date
from bot.table import lobby

MOST_PLACES = 50
LENGTHS = (30, 45, 60, 75, 90, 105, 120, 150, 180, 210, 240, 300, 360)
"""Minutes of a session that are offered."""
CLOSINGS = (0, 5, 10, 15, 30, 60, 120, 240, 720, 1_440)
"""Minutes before the start at which sign-up may close."""
MOST_LEAST = 25
MOST_BEST = 24
ALL = "all"


def choose(setup: Setup, verb: DraftVerb, chosen: Sequence[str]) -> Setup:
    """Return a set-up with what was chosen from a menu."""
    schedule, (first, *_) = setup.schedule, (*chosen, "")
    match verb:
        case DraftVerb.REPEAT:
            return replace(setup, schedule=_repeating(schedule, Repeating(first)))
        case DraftVerb.DAYS:
            days = tuple(sorted(map(int, chosen)))
            every = schedule.repeat.every if isinstance(schedule.repeat, Weekly) else 1
            return replace(setup, schedule=replace(schedule, repeat=Weekly(every, days)))
        case DraftVerb.LENGTH:
            games = tuple(replace(options, minutes=int(first)) for options in setup.games)
            return replace(setup, games=games)
        case DraftVerb.LEAST:
            return checked(replace(setup, least=int(first)))
        case DraftVerb.CLOSES:
            return replace(setup, closes_min=int(first))
        case DraftVerb.REMINDERS:
            return replace(setup, reminders=tuple(r for r in Reminder if r in chosen))
        case DraftVerb.TOO_FEW:
            return replace(setup, too_few=TooFew(first))
        case DraftVerb.BEST:
            best = None if first == ALL else int(first)
            return replace(setup, scoring=replace(setup.scoring, best=best))
        case _:
            return setup


def type_in(setup: Setup, verb: DraftVerb, typed: str) -> Setup:
    """Return a set-up with what was typed into a dialog.

    :raises bot.errors.Refused: when it cannot be read, or is out of its bounds.
    """
    match verb:
        case DraftVerb.UNTIL:
            return replace(setup, schedule=_until(setup.schedule, typed.strip()))
        case DraftVerb.MOST:
            # What is no number is out of bounds as well.
            number = typed.strip()
            return checked(replace(setup, most=int(number) if _is_number(number) else 0))
        case DraftVerb.POINTS:
            return replace(setup, scoring=replace(setup.scoring, table=read_points(typed)))
        case _:
            return setup


def checked(setup: Setup) -> Setup:
    """Return a set-up whose smallest and largest field fit together, and at the tables.

    :raises bot.errors.BadOption: when they do not.
    """
    lobby.within("most", setup.most, (2, MOST_PLAYERS))
    lobby.within("least", setup.least, (2, setup.most))
    return setup


def read_points(text: str) -> tuple[int, ...]:
    """Read the points of each place: whole numbers, none more than the one before.

    :raises BadPoints: for anything else.
    """
    words = re.split(r"[\s,;]+", text.strip()) if text.strip() else []
    if len(words) > MOST_PLACES or not all(re.fullmatch(r"[0-9]{1,5}", word) for word in words):
        raise BadPoints(text)
    points = tuple(map(int, words))
    if list(points) != sorted(points, reverse=True):
        raise BadPoints(text)
    return points


def _repeating(schedule: Schedule, repeating: Repeating) -> Schedule:
    """Return a schedule of another rhythm; weekdays that were chosen stay as long as it has any."""
    repeat = make_repeat(repeating, schedule.first, "")
    if isinstance(repeat, Weekly) and isinstance(schedule.repeat, Weekly):
        repeat = replace(repeat, days=schedule.repeat.days)
    return replace(schedule, repeat=repeat)


def _until(schedule: Schedule, typed: str) -> Schedule:
    """Return a schedule with so many sessions, or with a last date."""
    if _is_number(typed):
        lobby.within("sessions", int(typed), (1, MOST_SESSIONS))
        return replace(schedule, sessions=int(typed), last=None)
    return replace(schedule, sessions=None, last=read_date(typed))


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[0-9]{1,4}", text) is not None
