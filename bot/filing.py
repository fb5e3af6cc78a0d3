"""Finding one finished hand in what was written down of a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from enum import StrEnum

from bot.render.names import clean_name
from bot.table.model import Table, UserId
from engine.events import Event, HandEnded, HandStarted
from engine.history.record import HandRecord, Seated

Log = Iterable[tuple[float, tuple[Event, ...]]]
"""Commits in order: when, in seconds since the epoch, and what happened."""


class Form(StrEnum):
    """How a hand is written, and how such a file ends."""

    PHH = "phh"
    POKERSTARS = "txt"


def hand_record(table: Table, log: Log, number: int | None) -> HandRecord | None:
    """Return a finished hand by its number, or the last one; None where there is none.

    A hand that was voided has no number of its own: the next one takes it.
    """
    found = None
    for started, events in each_hand(log):
        start = next(event for event in events if isinstance(event, HandStarted))
        ended = any(isinstance(event, HandEnded) for event in events)
        if ended and number in {None, start.number}:
            found = _record(table, started, start, events)
    return found


def each_hand(log: Log) -> Iterator[tuple[float, list[Event]]]:
    """Divide what happened into hands, each with what was shown after it."""
    current: tuple[float, list[Event]] | None = None
    for at, events in log:
        for event in events:
            if isinstance(event, HandStarted):
                if current is not None:
                    yield current
                current = (at, [])
            if current is not None:
                current[1].append(event)
    if current is not None:
        yield current


def _record(table: Table, at: float, start: HandStarted, events: list[Event]) -> HandRecord:
    names = {seat: table.members[UserId(user)].name for seat, user in start.members}
    return HandRecord(
        number=start.number,
        table=f"Croupier {table.id}",
        game=table.options.game,
        stakes=start.stakes,
        started=datetime.fromtimestamp(at, UTC),
        button=start.button,
        max_seats=table.options.seats,
        players=tuple(Seated(seat, clean_name(names[seat]), stack) for seat, stack in start.stacks),
        events=tuple(events),
        session=table.id,
    )
