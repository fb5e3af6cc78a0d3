"""What follows from a change of a series: what is said in its channel, or to one member."""

from __future__ import annotations

from dataclasses import dataclass

from bot.outbox.payloads import screen_to_json
from bot.render.parts import Screen
from bot.series.model import Changed, Series
from bot.series.standings import Correction, Finish
from bot.store import OutboxRow
from bot.table.model import TableId, UserId


@dataclass(frozen=True, slots=True)
class Telling:
    """A message: its key is one of its kind in one version of a series."""

    key: str
    screen: Screen
    user: UserId | None = None
    """Whom it goes to by direct message; None: to the channel of the series."""


@dataclass(frozen=True, slots=True)
class Told:
    """A change, the messages that tell it, and the results or the correction that come with it."""

    changed: Changed
    tellings: tuple[Telling, ...] = ()
    finishes: tuple[tuple[Finish, str], ...] = ()
    correction: tuple[Correction, str] | None = None


def to_row(row_id: int, series: Series, telling: Telling, now: float) -> OutboxRow:
    """Write down something to be told of a series, under its number below zero."""
    kind = "post" if telling.user is None else "direct"
    target = series.setup.channel if telling.user is None else telling.user
    payload, key = screen_to_json(telling.screen), f"{telling.key}.{series.version}"
    return OutboxRow(row_id, TableId(-series.id), kind, target, key, payload, now, now)
