"""What is typed into the dialogs of the set-up panel, and what it makes of the set-up."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from bot.errors import BadOption
from bot.router import DraftVerb
from bot.series.choices import checked
from bot.series.errors import BadDate, BadEnd, BadPoints
from bot.series.model import MOST_PLAYERS, Setup
from bot.series.redating import every_weeks, with_sessions
from bot.series.repeats import MOST_WEEKS
from bot.series.schedule import MOST_SESSIONS, Once, Schedule, Weekly, read_date
from bot.series.stakes import Wanted, level_minutes, restaked
from bot.table import lobby

MOST_PLACES = 50

FIELDS: dict[DraftVerb, tuple[str, ...]] = {
    DraftVerb.UNTIL: ("until", "weeks"),
    DraftVerb.MOST: ("most",),
    DraftVerb.CHIPS: ("stack", "small", "big", "ante", "level_minutes"),
    DraftVerb.POINTS: ("points",),
}
"""The lines of each dialog."""


def fields_of(setup: Setup, verb: DraftVerb, game: int) -> dict[str, str]:
    """Return the lines of a dialog with what is set: a game without blinds asks for none."""
    schedule, options = setup.schedule, setup.games[game]
    values = {
        "until": 1 if isinstance(schedule.repeat, Once) else schedule.last or schedule.sessions,
        "weeks": schedule.repeat.every if isinstance(schedule.repeat, Weekly) else "",
        "most": setup.most,
        "stack": options.stack,
        "small": options.stakes.small_blind,
        "big": options.stakes.big_blind,
        "ante": options.stakes.ante,
        "level_minutes": level_minutes(options),
        "points": " ".join(map(str, setup.scoring.table)),
    }
    fields = FIELDS[verb]
    if not options.stakes.big_blind:
        fields = tuple(field for field in fields if field not in {"small", "big"})
    return {field: str(values[field]) for field in fields}


def type_in(setup: Setup, verb: DraftVerb, game: int, typed: Mapping[str, str]) -> Setup:
    """Return a set-up with what was typed into a dialog.

    :raises bot.errors.Refused: when it cannot be read, or is out of its bounds.
    """
    lines = {field: typed.get(field, "").strip() for field in FIELDS[verb]}
    match verb:
        case DraftVerb.UNTIL:
            return replace(setup, schedule=_dates(setup.schedule, lines["until"], lines["weeks"]))
        case DraftVerb.MOST:
            most = read_number("most", lines["most"], (2, MOST_PLAYERS))
            return checked(replace(setup, most=most))
        case DraftVerb.CHIPS:
            return restaked(setup, game, _chips(lines))
        case _:
            return replace(
                setup, scoring=replace(setup.scoring, table=read_points(lines["points"]))
            )


def read_number(option: str, text: str, bounds: tuple[int, int]) -> int:
    """Read a whole number; what is none is out of its bounds as well.

    :raises bot.errors.BadOption: when it is out of its bounds.
    """
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise BadOption(option, *bounds)
    lobby.within(option, int(text), bounds)
    return int(text)


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


def _dates(schedule: Schedule, until: str, weeks: str) -> Schedule:
    """Return a schedule with so many sessions or a last date, and every so many weeks."""
    if weeks:
        schedule = every_weeks(schedule, read_number("weeks", weeks, (1, MOST_WEEKS)))
    if re.fullmatch(r"[-+]?[0-9]+", until):
        return with_sessions(schedule, read_number("sessions", until, (1, MOST_SESSIONS)))
    try:
        return replace(schedule, sessions=None, last=read_date(until))
    except BadDate:
        raise BadEnd(until) from None


def _chips(lines: Mapping[str, str]) -> Wanted:
    """Read stack, blinds, ante and levels; a line that is not there or empty changes nothing."""
    bounds = {
        "stack": lobby.STACK,
        "small": (1, lobby.STACK[1]),
        "big": (1, lobby.STACK[1]),
        "ante": (0, lobby.STACK[1]),
        "level_minutes": (0, lobby.LEVEL_MINUTES[1]),
    }
    read = {field: read_number(field, text, bounds[field]) for field, text in lines.items() if text}
    return Wanted(
        stack=read.get("stack"),
        small=read.get("small"),
        big=read.get("big"),
        ante=read.get("ante"),
        level_minutes=read.get("level_minutes"),
    )
