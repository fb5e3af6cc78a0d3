"""Moving players from table to table of one competition, between hands.

Who moves is who would post the next big blind, and he gets the empty seat that posts it soonest, so
that nobody gains by it (RULINGS E13). His chips go with him: what one table has handed out is less
by them, and what the other has is more.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from engine.errors import Malformed, Reason, Refusal
from engine.seats import next_seat
from engine.session import Player, Session, able_to_play, player_of


def take_out(session: Session, member: int) -> tuple[Session, int]:
    """Take a member off a table with his chips, and return both.

    :raises Refusal: `NOT_SEATED` when he has no seat any more, `HAND_IN_PROGRESS` while he plays.
    """
    player = player_of(session, member)
    hand = session.hand
    if hand is not None and not hand.is_over and player.seat in hand.seats:
        raise Refusal(Reason.HAND_IN_PROGRESS)
    others = tuple(other for other in session.players if other != player)
    handed_out = session.handed_out - player.stack
    return replace(session, players=others, handed_out=handed_out), player.stack


def put_in(session: Session, member: int, seat: int, chips: int) -> Session:
    """Seat a member who comes from another table with his chips, or late with a full stack.

    He plays at once and owes no blind; between button and small blind he waits for one hand.

    :raises Refusal: `ALREADY_SEATED` or `SEAT_TAKEN`.
    :raises Malformed: for a seat the table does not have, or without chips.
    """
    if not 1 <= seat <= session.max_seats or type(chips) is not int or chips <= 0:
        raise Malformed(f"seat {seat} with {chips!r} chips")
    if any(player.member == member and player.exit is None for player in session.players):
        raise Refusal(Reason.ALREADY_SEATED)
    if seat not in free_seats(session):
        raise Refusal(Reason.SEAT_TAKEN)
    # Who is out gives up his seat; his place is known to the competition, not to this table.
    gone = [player for player in session.players if player.seat == seat]
    others = [player for player in session.players if player.seat != seat]
    newcomer = Player(member, seat, chips, arrived=session.started)
    return replace(
        session,
        players=tuple(sorted((*others, newcomer), key=lambda player: player.seat)),
        handed_out=session.handed_out + chips,
        taken_away=session.taken_away + sum(player.stack for player in gone),
    )


def free_seats(session: Session) -> tuple[int, ...]:
    """Return the seats without a player who is still in."""
    taken = {player.seat for player in session.players if player.exit is None}
    return tuple(seat for seat in range(1, session.max_seats + 1) if seat not in taken)


def next_to_move(session: Session) -> int:
    """Return the member who would post the next big blind, or act first where there are none.

    :raises Refusal: `TOO_FEW_PLAYERS` when nobody can play.
    """
    members = {player.seat: player.member for player in able_to_play(session)}
    if not members:
        raise Refusal(Reason.TOO_FEW_PLAYERS)
    return members[next_seat(_last_payer(session, members), members)]


def worst_seat(session: Session) -> int:
    """Return the empty seat that posts the big blind soonest, or acts first.

    :raises Refusal: `TABLE_FULL` when none is empty.
    """
    free = free_seats(session)
    if not free:
        raise Refusal(Reason.TABLE_FULL)
    occupied = {player.seat for player in able_to_play(session)}
    return next_seat(_last_payer(session, occupied), free)


def _last_payer(session: Session, occupied: Collection[int]) -> int:
    """Return the seat after which the big blind goes on, or the first to act where there is none.

    Before the first hand that is the last seat, as if the deal had gone round; in the middle of a
    hand its own blinds count, as they will have moved when the next one is dealt.
    """
    last = session.positions
    if session.hand is not None and session.hand_in_progress:
        last = session.hand.positions
    if last is None:
        return session.max_seats
    if last.big_blind is not None:
        return last.big_blind
    return next_seat(last.button, occupied) if occupied else last.button
