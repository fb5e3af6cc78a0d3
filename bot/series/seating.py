"""Seats at several tables: the draw, and who moves when tables break or get uneven.

Who moves and where he sits is the engine's to say (`engine.moving`, RULINGS E13); here it is
decided when somebody must, and between which tables. Chance is an argument: members come in drawn
order. Players leave a table between hands only, and may sit down at another in the middle of one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.table.model import TableId, UserId
from engine.moving import next_to_move, put_in, take_out, worst_seat
from engine.session import Session, able_to_play

Sessions = Mapping[TableId, Session]


@dataclass(frozen=True, slots=True)
class Move:
    """A member goes to another table, with all his chips."""

    member: UserId
    source: TableId
    target: TableId
    seat: int


def draw_seats(drawn: Sequence[UserId], size: int) -> tuple[tuple[UserId, ...], ...]:
    """Deal members, who come in drawn order, to as few tables as hold them.

    Return those of each table in the order of their seats; no two tables differ by more than one.
    """
    count = tables_needed(len(drawn), size)
    return tuple(tuple(drawn[number::count]) for number in range(count))


def tables_needed(players: int, size: int) -> int:
    """Return how many tables so many players need."""
    return -(-players // size)


def moves_now(tables: Sessions) -> tuple[Move, ...]:
    """Return who moves before the next deal: a whole table, one member, or nobody.

    When fewer tables hold everybody, the smallest breaks. When two differ by more than one, the
    next big blind of the fuller table moves to the emptiest one. Asked again after each answer
    until nobody moves; a table in the middle of a hand keeps its players until the hand is over.
    """
    playing = {number: session for number, session in tables.items() if _size(session)}
    players = sum(map(_size, playing.values()))
    seats = max((session.max_seats for session in playing.values()), default=1)
    if tables_needed(players, seats) < len(playing):
        return _break(playing)
    return _balance(playing)


def carry_out(tables: Sessions, move: Move) -> dict[TableId, Session]:
    """Return the two tables of a move as they are after it."""
    source, chips = take_out(tables[move.source], move.member)
    target = put_in(tables[move.target], move.member, move.seat, chips)
    return {move.source: source, move.target: target}


def may_deal(table: TableId, tables: Sessions) -> bool:
    """Say whether a table may deal its next hand.

    Where hands are counted, a table that is ahead waits for the others (RULINGS E11).
    """
    session = tables[table]
    if _size(session) < 2:
        return False
    others = [other.hands_played for other in tables.values() if _size(other) > 1]
    return not _counts_hands(session) or session.hands_played <= min(others)


def _break(tables: Sessions) -> tuple[Move, ...]:
    """Send everybody from the smallest table to the others, the next big blind first."""
    source = min(tables, key=lambda number: (_size(tables[number]), -number))
    if tables[source].hand_in_progress:
        return ()
    now, moves = dict(tables), list[Move]()
    while _size(now[source]):
        target = min(now.keys() - {source}, key=lambda number: (_size(now[number]), number))
        moves.append(_next_move(now, source, target))
        now |= carry_out(now, moves[-1])
    return tuple(moves)


def _balance(tables: Sessions) -> tuple[Move, ...]:
    """Send one member from a fuller table to the emptiest, if they differ by more than one."""
    target = min(tables, key=lambda number: (_size(tables[number]), number), default=None)
    if target is None:
        return ()
    fuller = [
        number
        for number, session in tables.items()
        if not session.hand_in_progress and _size(session) > _size(tables[target]) + 1
    ]
    if not fuller:
        return ()
    source = max(fuller, key=lambda number: (_size(tables[number]), -number))
    return (_next_move(tables, source, target),)


def _next_move(tables: Sessions, source: TableId, target: TableId) -> Move:
    member = UserId(next_to_move(tables[source]))
    return Move(member, source, target, worst_seat(tables[target]))


def _size(session: Session) -> int:
    return len(able_to_play(session))


def _counts_hands(session: Session) -> bool:
    return session.max_hands is not None or any(level.hands for level in session.levels)
