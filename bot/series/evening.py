"""Several tables of one session between hands: who moves, which table breaks, which one waits.

A pure function of all open tables of a session. Members move between hands of their own table only;
what is due at a table that may not deal yet is put off (RULINGS E11 to E13).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bot.series.seating import Move, Sessions, may_deal, moves_now
from bot.table import lobby, moving, play
from bot.table.change import Change, Moved, with_alarms, with_member
from bot.table.model import Alarm, Phase, Table, TableId
from bot.table.view import is_final
from engine.session import able_to_play

LOOK_AGAIN_S = 30
"""How soon a table that waits for others looks again by itself."""


@dataclass
class _Evening:
    """The tables as they are by now, and who has moved."""

    tables: dict[TableId, Table]
    moved: list[Moved] = field(default_factory=list)

    def sessions(self) -> Sessions:
        return {number: table.session for number, table in self.tables.items()}


def rearranged(tables: Sequence[Table], now: float) -> tuple[Change, ...]:
    """Return what changes before the next hand at any of the open tables of a session.

    Nothing does while a table has not dealt yet, nor from the stop on: stacks decide then.
    """
    if any(table.phase is Phase.LOBBY for table in tables):
        return ()
    evening = _Evening({table.id: table for table in tables})
    _set_common_time(evening, now)
    if not any(play.is_finished(table, now) for table in tables):
        _move_all(evening, now)
        _break_up_empty(evening)
    _count(evening)
    _wait(evening, now)
    return tuple(
        Change(after, moved=_of(after.id, evening.moved))
        for before in tables
        if (after := evening.tables[before.id]) != before
    )


def final_table(tables: Sequence[Table]) -> Table | None:
    """Return the last of several tables of a session at which it is played on, None before."""
    open_now = [table for table in tables if table.phase is not Phase.CLOSED]
    if len(tables) == 1 or len(open_now) != 1:
        return None
    return open_now[0] if is_final(open_now[0]) else None


def _set_common_time(evening: _Evening, now: float) -> None:
    """Have levels count from one moment at every table that goes on.

    Only the time is given back in which all tables of the session stood still: a table that stood
    still alone takes over the level of the others.
    """
    tables = evening.tables.values()
    begun = min(_begun(table, now) for table in tables)
    for table in [table for table in tables if _runs(table)]:
        evening.tables[table.id] = replace(table, started_at=begun)


def _begun(table: Table, now: float) -> float:
    """Return from when a table's levels would count if it went on now."""
    assert table.started_at is not None
    stands_since = [] if table.halted_since is None else [table.halted_since]
    if table.suspended is not None:
        stands_since.append(table.suspended.since)
    return table.started_at + now - min(stands_since, default=now)


def _of(table: TableId, moved: Sequence[Moved]) -> tuple[Moved, ...]:
    return tuple(move for move in moved if table in {move.source, move.target})


def _move_all(evening: _Evening, now: float) -> None:
    """Move members until the tables are as few and as even as can be."""
    while moves := moves_now(
        {number: t.session for number, t in evening.tables.items() if _runs(t)}
    ):
        for move in moves:
            _move(evening, move, now)


def _runs(table: Table) -> bool:
    """Say whether members may come and go: nothing keeps the table from going on."""
    return table.suspended is None and table.halted_since is None


def _move(evening: _Evening, move: Move, now: float) -> None:
    source, target = evening.tables[move.source], evening.tables[move.target]
    evening.moved.append(moving.told(source, target, move.member, move.seat))
    both = moving.move(source, target, move.member, move.seat, now)
    evening.tables |= {table.id: table for table in both}
    for table in list(evening.tables.values()):
        member = table.members.get(move.member)
        if member is not None and member.moved_to is not None:
            # Where he sat before knows where he sits now, however often he has moved.
            there = with_member(table, replace(member, moved_to=target.channel))
            evening.tables[table.id] = there


def _break_up_empty(evening: _Evening) -> None:
    """Close every table that nobody plays at any more, but for the last one."""
    empty = [table for table in evening.tables.values() if _is_empty(table)]
    if len(empty) == len(evening.tables):
        del empty[0]
    evening.tables |= {table.id: lobby.close(table).table for table in empty}


def _is_empty(table: Table) -> bool:
    return not able_to_play(table.session) and not table.session.hand_in_progress


def _count(evening: _Evening) -> None:
    """Have every table that goes on know at how many the session is still played."""
    going_on = [table for table in evening.tables.values() if table.phase is not Phase.CLOSED]
    for table in going_on:
        assert table.contest is not None
        contest = replace(table.contest, left=len(going_on))
        evening.tables[table.id] = replace(table, contest=contest)


def _wait(evening: _Evening, now: float) -> None:
    """Put off the next hand of who is ahead, or alone, and let go on who need wait no more."""
    open_now = {n: t.session for n, t in evening.tables.items() if t.phase is not Phase.CLOSED}
    for number in open_now:
        table = evening.tables[number]
        due = table.alarms.get(Alarm.NEXT_HAND)
        if due is None or not _runs(table):
            continue
        if len(open_now) == 1 or play.is_finished(table, now) or may_deal(number, open_now):
            if table.waits:
                table = with_alarms(replace(table, waits=False), next_hand=now)
        elif due <= now:
            table = with_alarms(replace(table, waits=True), next_hand=now + LOOK_AGAIN_S)
        evening.tables[number] = table
