"""Maintenance at a table: no hand starts before it is over, and nobody is worse off for waiting."""

from __future__ import annotations

from dataclasses import replace

from bot.table.change import LOBBY_S, NEXT_HAND_S, PAUSE_S, Change, with_alarms
from bot.table.model import Alarm, Hold, Phase, Table


def hold(table: Table, until: Hold, now: float) -> Change:
    """Have no hand start before a time; a lobby or a pause lasts as much longer."""
    if table.hold == until:
        return Change(table)
    known_until = now if table.hold is None else max(table.hold.until, now)
    table = replace(table, hold=until)
    close = table.alarms.get(Alarm.CLOSE)
    if close is not None:
        table = with_alarms(table, close=close + max(until.until - known_until, 0))
    return Change(_put_off(table, until.until))


def release(table: Table, now: float) -> Change:
    """Let hands start again, sooner than was said."""
    if table.hold is None or table.hold.until <= now:
        return Change(table)
    return Change(with_next_hand(replace(table, hold=None), now + NEXT_HAND_S))


def forget_if_over(table: Table, now: float) -> Table:
    """Take off what is over, before the table says when its next hand comes."""
    over = table.hold is not None and table.hold.until <= now
    return replace(table, hold=None) if over else table


def wait(table: Table, until: Hold, now: float) -> Change:
    """Put off what is due at a table that is held: its next hand, or its closing."""
    table = hold(table, until, now).table
    if Alarm.CLOSE in table.alarms:
        patience = LOBBY_S if table.phase is Phase.LOBBY else PAUSE_S
        table = with_alarms(table, close=until.until + patience)
    return Change(_put_off(table, until.until))


def with_next_hand(table: Table, at: float) -> Table:
    """Move the next hand, if one is to come; levels by minutes wait with it."""
    due = table.alarms.get(Alarm.NEXT_HAND)
    if due is None:
        return table
    started_at = None if table.started_at is None else table.started_at + at - due
    return replace(with_alarms(table, next_hand=at), started_at=started_at)


def _put_off(table: Table, until: float) -> Table:
    return with_next_hand(table, max(table.alarms.get(Alarm.NEXT_HAND, until), until))
