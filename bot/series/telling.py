"""What follows from a change of a series: what is said in its channel, or to one member."""

from __future__ import annotations

from dataclasses import dataclass

from bot.outbox.payloads import screen_to_json
from bot.render.parts import Screen
from bot.series.model import Changed, Series, SeriesId
from bot.series.standings import Correction, Finish
from bot.store import OutboxRow
from bot.table.model import TableId, UserId


@dataclass(frozen=True, slots=True)
class Telling:
    """A message: its key is one of its kind in one version of a series."""

    key: str
    screen: Screen
    user: UserId | None = None
    """Whom it goes to by direct message; None: to a channel."""
    channel: int | None = None
    """Which one; None: that of the series."""


@dataclass(frozen=True, slots=True)
class Told:
    """A change, the messages that tell it, and the results or the correction that come with it."""

    changed: Changed
    tellings: tuple[Telling, ...] = ()
    finishes: tuple[tuple[Finish, str], ...] = ()
    correction: tuple[Correction, str] | None = None


def key_of(kind: str, series: Series) -> str:
    """Return the key of a message of a kind in the version of a series that tells it."""
    return f"{kind}.{series.version}"


def number_of(series: SeriesId) -> TableId:
    """Return the number under which what a series has to tell is written down: below zero."""
    return TableId(-series)


def to_row(row_id: int, series: Series, telling: Telling, now: float) -> OutboxRow:
    """Write down something to be told of a series."""
    kind = "post" if telling.user is None else "direct"
    target = telling.user or telling.channel or series.setup.channel
    payload, key = screen_to_json(telling.screen), key_of(telling.key, series)
    return OutboxRow(row_id, number_of(series.id), kind, target, key, payload, now, now)
