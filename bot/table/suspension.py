"""A table whose place is lost: it waits while that may be mended, and is given up otherwise.

Suspended, its clocks stand still and the hand is kept as it is; nothing is told in the channel.
"""

from __future__ import annotations

from dataclasses import replace

from bot.table import play
from bot.table.change import Change
from bot.table.model import Obstacle, Suspension, Table

SUSPENDED_S = 30 * 60
BLIP_S = 10.0
"""A shorter outage than this has its seconds given back without a word."""
FOR_GOOD = {Obstacle.GONE, Obstacle.REMOVED}


def lose(table: Table, why: Obstacle, now: float) -> Change:
    """Suspend a table, or give it up where its place is lost for good."""
    return give_up(table, why, now) if why in FOR_GOOD else suspend(table, why, now)


def suspend(table: Table, why: Obstacle, now: float) -> Change:
    """Stop a table where it is; a server that is away is waited for without end."""
    before = table.suspended
    if before is not None and (before.why is why or why is Obstacle.SERVER_AWAY):
        return Change(table)
    since = now if before is None else before.since
    until = None if why is Obstacle.SERVER_AWAY else now + SUSPENDED_S
    return Change(replace(table, suspended=Suspension(why, since, until)))


def lift(table: Table, now: float) -> Change:
    """Let a table go on as if it had never been suspended.

    Where nothing could be sent, its post may be missing: a new one shows the table.
    """
    if table.suspended is None:
        return Change(table)
    why, lost_s = table.suspended.why, now - table.suspended.since
    table = play.give_back(replace(table, suspended=None), lost_s, now)
    if why is not Obstacle.SERVER_AWAY:
        table = replace(table, post=f"again{table.deal}.{table.version}")
    elif table.goes_on and lost_s >= BLIP_S:
        table = with_line(table)
    return Change(table)


def with_line(table: Table) -> Table:
    """Name the line that says that play continues: one for each prompt, however often."""
    return replace(table, continued=f"continues{table.deal}.{table.step}")


def wake(table: Table, now: float) -> Change | None:
    """Give a suspended table up when its time is over; None: it is not."""
    suspended = table.suspended
    if suspended is None or suspended.until is None or now < suspended.until:
        return None
    return give_up(table, suspended.why, now)


def give_up(table: Table, why: Obstacle, now: float) -> Change:
    """Close a table; a hand being played is void and its chips return (RULINGS E4)."""
    closed = play.end_at_once(table)
    return replace(closed, table=replace(closed.table, suspended=Suspension(why, now, None)))


def outlast(table: Table, since: float, now: float) -> Table:
    """Give a table the time back of an outage of the bot; a suspended one will get it at the end.

    :param since: when the outage began, in seconds since the epoch.
    """
    suspended = table.suspended
    if suspended is None:
        return play.give_back(table, now - since, now)
    until = None if suspended.until is None else suspended.until + now - since
    suspended = replace(suspended, since=min(suspended.since, since), until=until)
    return replace(table, suspended=suspended)
