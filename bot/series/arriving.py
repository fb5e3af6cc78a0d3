"""Who comes late to a session: at which of its tables he sits down, and when he no longer can."""

from __future__ import annotations

from collections.abc import Sequence

from bot.series.errors import LastHands, SessionBegun, SessionFull
from bot.table import moving, play
from bot.table.change import Change, Who
from bot.table.model import Table
from engine.moving import free_seats
from engine.session import able_to_play


def seat_late(tables: Sequence[Table], who: Who, now: float) -> Change:
    """Seat a member at the table with fewest players, of the open ones of a session.

    No table is opened for him; one whose place is lost takes nobody.

    :raises SessionBegun: when none is open any more.
    :raises LastHands: when no hand is to come that he could play.
    :raises SessionFull: when no seat is free.
    """
    if not tables:
        raise SessionBegun
    if any(_plays_last_hand(table, now) for table in tables):
        raise LastHands
    with_room = [t for t in tables if t.suspended is None and free_seats(t.session)]
    if not with_room:
        raise SessionFull
    table = min(with_room, key=lambda t: (len(able_to_play(t.session)), t.id))
    return Change(moving.arrive(table, who, now))


def _plays_last_hand(table: Table, now: float) -> bool:
    """Say whether no hand is dealt at a table after the one being played."""
    session = table.session
    begun, most = session.hands_played + session.hand_in_progress, session.max_hands
    is_last = most is not None and begun >= most
    return is_last or play.is_finished(table, now)
