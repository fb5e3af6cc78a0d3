"""How everybody's evening ended, read from what happened at the tables of a session.

A table does not remember who was out before another took his seat, so that the record decides: the
moment of each commit, over all tables (RULINGS E12).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.series.places import Ending
from engine.events import Eliminated, Event, HandEnded, HandStarted
from engine.session import Session

Log = Sequence[tuple[float, tuple[Event, ...]]]
"""What happened at a table, with the time of each commit."""


@dataclass
class _Evening:
    """What is known of everybody so far."""

    chips: dict[int, int] = field(default_factory=dict)
    out: dict[int, tuple[float, int]] = field(default_factory=dict)
    """When and at which table a member was out."""


def endings(tables: Sequence[tuple[Session, Log]]) -> tuple[Ending, ...]:
    """Return how everybody ended, given each table as it is at the end and what happened there."""
    evening = _Evening()
    seats = [{p.seat: p.member for p in session.players} for session, _ in tables]
    moments = [(at, number, events) for number, (_, log) in enumerate(tables) for at, events in log]
    # In the order of the commits: who has moved has his chips where he was last.
    for at, number, events in sorted(moments, key=lambda moment: moment[:2]):
        for event in events:
            _note(event, (at, number), seats[number], evening)
    for session, _ in tables:
        evening.chips |= {p.member: 0 if p.left else p.stack for p in session.players}
    hands = {moment: n for n, moment in enumerate(sorted(set(evening.out.values())), start=1)}
    return tuple(
        Ending(member, chips, hands[evening.out[member]] if member in evening.out else None)
        for member, chips in sorted(evening.chips.items())
    )


def _note(
    event: Event, moment: tuple[float, int], members: dict[int, int], evening: _Evening
) -> None:
    match event:
        case HandStarted():
            members |= dict(event.members)
        case HandEnded():
            evening.chips |= {members[seat]: stack for seat, stack in event.stacks}
        case Eliminated():
            evening.chips |= dict(event.kept)
            out = dict(event.kept) or [members[seat] for seat in event.seats]
            evening.out |= dict.fromkeys(out, moment)
        case _:
            pass
