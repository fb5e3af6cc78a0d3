"""Members who go from one table of their session to another, with all that is known of them."""

from __future__ import annotations

from dataclasses import replace

from bot.table import play
from bot.table.change import Moved, Who, with_member
from bot.table.model import Member, Table
from engine.moving import put_in, take_out, worst_seat
from engine.session import player_of


def move(source: Table, target: Table, user: int, seat: int, now: float) -> tuple[Table, Table]:
    """Return both tables after a member has moved; the old one remembers where he is.

    :raises engine.errors.Refusal: while he plays a hand, or when the seat is taken.
    """
    session, chips = take_out(source.session, user)
    member = next(member for member in source.members.values() if member.user == user)
    left = with_member(replace(source, session=session), replace(member, moved_to=target.channel))
    arrived = replace(member, moved_to=None, last_deal=0, last_action=None)
    session = put_in(target.session, user, seat, chips)
    return left, play.resumed(with_member(replace(target, session=session), arrived), now)


def arrive(table: Table, who: Who, now: float) -> Table:
    """Seat who comes late, with a full stack, as if he came from another table.

    :raises engine.errors.Refusal: when he sits there, or no seat is free.
    """
    session = put_in(table.session, who.user, worst_seat(table.session), table.session.stack)
    arrived = with_member(replace(table, session=session), Member(who.user, who.name, who.locale))
    return play.resumed(arrived, now)


def told(source: Table, target: Table, user: int, seat: int) -> Moved:
    """Return what is told of a move that is about to be made."""
    member = next(member for member in source.members.values() if member.user == user)
    chips = player_of(source.session, user).stack
    number = 1 if source.contest is None else source.contest.number
    return Moved(
        member.user, member.name, chips, source.id, target.id, number, target.channel, seat
    )
