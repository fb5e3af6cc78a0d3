"""Named time zones, and what a wall clock in one of them shows (RULINGS E5)."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time
from difflib import get_close_matches
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from bot.series.errors import UnknownZone

MOST_MATCHES = 25
"""What Discord shows of a completion."""
_OFFSET = re.compile(r"(?:UTC|GMT|Z)?\s*[+\-−]\s*\d{1,2}(?::?\d{2})?", re.IGNORECASE)


@cache
def zone_names() -> tuple[str, ...]:
    """Return every zone that is named after a place, and UTC.

    Names such as EST are left out: they are fixed offsets, or not what their reader thinks.
    """
    places = (n for n in available_timezones() if "/" in n and not n.startswith("Etc/"))
    return (*sorted(places), "UTC")


def read_zone(text: str) -> str:
    """Return the name of a zone as it is spelt, however it was typed.

    :raises UnknownZone: for anything else; a fixed offset is never taken for a zone.
    """
    wanted = _folded(text)
    for name in zone_names():
        if _folded(name) == wanted:
            return name
    is_offset = _OFFSET.fullmatch(text.strip()) is not None
    raise UnknownZone(text, is_offset, () if is_offset else _similar(wanted))


def matching_zones(typed: str) -> tuple[str, ...]:
    """Complete a zone: those whose place begins with what was typed, then those that hold it."""
    wanted = _folded(typed)
    found = [name for name in zone_names() if wanted in _folded(name)]

    def begins(name: str) -> bool:
        folded = _folded(name)
        return folded.startswith(wanted) or folded.rpartition("/")[2].startswith(wanted)

    return tuple(sorted(found, key=lambda name: not begins(name))[:MOST_MATCHES])


def at_wall_clock(day: date, at: time, zone: str) -> datetime:
    """Return the moment, in UTC, at which clocks in a zone show a time of day.

    A time that does not exist moves forward by the gap; of one that comes twice the first counts.
    """
    # `fold=0` is both: the offset from before the change, whatever the change is.
    return datetime.combine(day, at.replace(fold=0), ZoneInfo(zone)).astimezone(UTC)


def in_zone(moment: datetime, zone: str) -> datetime:
    """Return a moment as clocks in a zone show it."""
    return in_utc(moment).astimezone(ZoneInfo(zone))


def in_utc(moment: datetime) -> datetime:
    """Return a moment in UTC.

    :raises ValueError: for one without a zone: nobody knows when that is.
    """
    if moment.utcoffset() is None:
        raise ValueError(f"a moment needs a zone: {moment!r}")
    return moment.astimezone(UTC)


def _similar(wanted: str) -> tuple[str, ...]:
    """Return a few zones that look like what was typed, by their places."""
    places = {_folded(name).rpartition("/")[2]: name for name in zone_names()}
    near = get_close_matches(wanted.rpartition("/")[2], places, n=3)
    return tuple(places[place] for place in near)


def _folded(text: str) -> str:
    return text.strip().casefold().replace(" ", "_")
