"""What the host of a table may do, and a moderator at every table; each of it is announced.

A pause stops the clocks at once and deals no further hand. Whoever is to act may act all the same:
a pause takes nothing from anybody but the hurry.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.errors import (
    AlreadyInvited,
    AlreadyPaused,
    AlreadyStarted,
    HasSeat,
    NoHand,
    NoSuchMember,
    NotAllowed,
    NotPaused,
)
from bot.table import lobby, play
from bot.table.change import Chance, Change, Who, may_direct, with_member
from bot.table.deeds import Deed, Doing, Manners
from bot.table.model import Phase, Table, UserId
from bot.table.view import dealt_members, seat_of
from engine.errors import Reason, Refusal
from engine.rules import Stakes


def manners_of(table: Table) -> Manners:
    """Return how a table is run now."""
    return Manners(table.options.turn_s, table.options.ping, table.options.stakes.muck)


def pause(table: Table, who: Who, now: float) -> Change:
    """Stop the clocks until `resume`.

    :raises NotAllowed: for who is neither host nor moderator.
    :raises NoHand: in the lobby, where nothing is to be stopped.
    :raises AlreadyPaused: when they are stopped.
    """
    _check_host(table, who)
    if table.phase is Phase.LOBBY:
        raise NoHand
    if table.halted_since is not None:
        raise AlreadyPaused
    alone = table.contest is not None and table.contest.left > 1
    what = Doing.PAUSED_ALONE if alone else Doing.PAUSED
    return _done(replace(table, halted_since=now), who, what)


def resume(table: Table, who: Who, now: float) -> Change:
    """Let the clocks go on where they were.

    :raises NotAllowed, NotPaused: when he may not, or there is nothing to resume.
    """
    _check_host(table, who)
    if table.halted_since is None:
        raise NotPaused
    lost_s = now - table.halted_since
    table = play.give_back(replace(table, halted_since=None), lost_s, now)
    return _done(table, who, Doing.RESUMED)


def remove(table: Table, who: Who, member: UserId, chance: Chance) -> Change:
    """Take a member's seat for good; one who plays a hand plays it to its end first.

    :raises NotAllowed, NoSuchMember: when he may not, or the member has no seat.
    """
    _check_host(table, who)
    seat = seat_of(table, member)
    if seat is None:
        raise NoSuchMember
    removed = table.members[member]
    what = Doing.REMOVED
    barred = replace(table, barred=(*table.barred, member))
    if not table.session.started:
        change = lobby.get_up(barred, Who(member, removed.name), chance.now)
    elif table.session.hand_in_progress and dealt_members(table).get(seat) == member:
        what = Doing.REMOVED_LATER
        change = Change(with_member(barred, replace(removed, going=True)))
    else:
        change = play.leave(barred, Who(member, removed.name), chance)
    return replace(change, deed=Deed(what, who.user, who.name, member, removed.name))


def invite(table: Table, who: Who, member: UserId, name: str) -> Change:
    """Ping a member to come and sit down, once.

    :raises NotAllowed, HasSeat, AlreadyInvited, AlreadyStarted: when he may not, or it is no use.
    :raises engine.errors.Refusal: `TABLE_FULL` when no seat is free.
    """
    _check_host(table, who)
    if seat_of(table, member) is not None:
        raise HasSeat
    if member in table.invited:
        raise AlreadyInvited
    if table.session.started and table.options.buy_in is None:
        raise AlreadyStarted
    if len(table.session.players) >= table.session.max_seats:
        raise Refusal(Reason.TABLE_FULL)
    barred = tuple(user for user in table.barred if user != member)
    table = replace(table, invited=(*table.invited, member), barred=barred)
    return replace(Change(table), deed=Deed(Doing.INVITED, who.user, who.name, member, name))


def hand_over(tables: Sequence[Table], who: Who, member: UserId) -> list[Change]:
    """Make another member at a table its host, or at one of the tables of a session at all of them.

    :raises NotAllowed, NoSuchMember: when he may not, or the member has no seat.
    """
    for table in tables:
        _check_host(table, who)
    at = next((table for table in tables if seat_of(table, member) is not None), None)
    if at is None:
        raise NoSuchMember
    deed = Deed(Doing.HANDED_OVER, who.user, who.name, member, at.members[member].name)
    return [Change(replace(table, opener=member), deed=deed) for table in tables]


def set_manners(table: Table, who: Who, manners: Manners) -> Change:
    """Change turn time, pings and mucking; from the next turn, or the next hand, on.

    :raises NotAllowed: for who is neither host nor moderator.
    """
    _check_host(table, who)

    def mucking(stakes: Stakes) -> Stakes:
        return replace(stakes, muck=manners.muck)

    levels = tuple(replace(level, stakes=mucking(level.stakes)) for level in table.options.levels)
    options = replace(
        table.options,
        stakes=mucking(table.options.stakes),
        levels=levels,
        turn_s=manners.turn_s,
        ping=manners.ping,
    )
    session = replace(table.session, stakes=mucking(table.session.stakes), levels=levels)
    deed = Deed(Doing.SET, who.user, who.name, manners=manners)
    return Change(replace(table, options=options, session=session), deed=deed)


def _check_host(table: Table, who: Who) -> None:
    if not may_direct(table, who):
        raise NotAllowed


def _done(table: Table, who: Who, what: Doing) -> Change:
    return Change(table, deed=Deed(what, who.user, who.name))
