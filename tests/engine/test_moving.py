"""Players who come from another table (RULINGS E13)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.errors import Malformed, Reason, Refusal
from engine.events import AntePosted, BlindPosted
from engine.moving import free_seats, next_to_move, put_in, take_out, worst_seat
from engine.rules import Game, Stakes
from engine.session import Session, new_session, player_of, sit, total_chips
from tests.engine.hands import deal, dealt, over

STAKES = {Game.HOLDEM: Stakes(1, 2), Game.FIVECARD: Stakes(ante=1)}


def table(*seats: int, game: Game = Game.HOLDEM) -> Session:
    """Open a table at which member 100 + N sits in seat N."""
    session = new_session(game, STAKES[game], 100, 10 if game is Game.HOLDEM else 6)
    for seat in seats:
        session = sit(session, 100 + seat, seat)
    return session


def played(*seats: int, game: Game = Game.HOLDEM) -> Session:
    """Return a table after its first hand, with the first seat as its button."""
    return over(deal(table(*seats, game=game))[0])


def test_who_posts_the_next_big_blind_moves() -> None:
    session = played(1, 3, 5, 7)  # button 1, blinds 3 and 5
    assert next_to_move(session) == 107


def test_he_gets_the_empty_seat_that_posts_it_soonest() -> None:
    assert worst_seat(played(1, 3, 5, 7)) == 6
    assert worst_seat(played(1, 3, 5, 6)) == 7
    assert worst_seat(played(2, 5, 9, 10)) == 1


def test_he_posts_the_big_blind_at_once_where_he_sits_next() -> None:
    session = put_in(played(1, 3, 5, 7), 200, 6, 40)
    session, events = deal(session)
    assert session.hand is not None
    assert session.hand.positions.button == 3, "the button does not move for him"
    assert session.hand.positions.big_blind == 6
    assert [event.seat for event in events if isinstance(event, BlindPosted)] == [5, 6]


def test_he_plays_at_once_elsewhere_and_owes_no_extra_blind() -> None:
    for seat in (2, 8, 9, 10):
        session, events = deal(put_in(played(1, 3, 5, 7), 200, seat, 40))
        assert seat in dealt(session)
        assert [event.seat for event in events if isinstance(event, BlindPosted)] == [5, 7]


def test_between_button_and_small_blind_he_waits_for_one_hand() -> None:
    session, _ = deal(put_in(played(1, 3, 5, 7), 200, 4, 40))
    assert session.hand is not None
    assert (session.hand.positions.button, session.hand.positions.small_blind) == (3, 5)
    assert dealt(session) == {1, 3, 5, 7}
    session, _ = deal(over(session))
    assert dealt(session) == {1, 3, 4, 5, 7}


def test_he_does_not_wait_when_there_would_be_no_hand_without_him() -> None:
    session = played(1, 3)
    assert session.positions is not None
    session, _ = take_out(session, 101)
    session, _ = deal(put_in(session, 200, 2, 40))
    assert dealt(session) == {2, 3}


def test_nobody_waits_before_the_first_hand_or_where_there_are_no_blinds() -> None:
    session, _ = deal(put_in(table(1, 3, 5), 200, 2, 40))
    assert dealt(session) == {1, 2, 3, 5}
    session, events = deal(put_in(played(1, 3, 5, game=Game.FIVECARD), 200, 4, 40))
    assert dealt(session) == {1, 3, 4, 5}
    assert {event.seat for event in events if isinstance(event, AntePosted)} == {1, 3, 4, 5}


def test_without_blinds_who_acts_first_moves_to_the_seat_that_does() -> None:
    session = played(1, 3, 5, game=Game.FIVECARD)  # dealer 1; the next dealer is 3
    assert next_to_move(session) == 105
    assert worst_seat(session) == 4


def test_his_chips_go_with_him_and_none_are_lost() -> None:
    one, other = played(1, 3, 5), played(2, 4)
    before = one.handed_out + other.handed_out
    one, chips = take_out(one, 105)
    other = put_in(other, 105, worst_seat(other), chips)
    assert player_of(other, 105).stack == chips
    assert one.handed_out + other.handed_out == before
    for session in (one, other):
        assert total_chips(session) == session.handed_out


def test_nobody_is_moved_out_of_a_hand() -> None:
    session, _ = deal(table(1, 3, 5))
    with pytest.raises(Refusal) as refused:
        take_out(session, 103)
    assert refused.value.reason is Reason.HAND_IN_PROGRESS
    assert take_out(over(session), 103)[0].players != session.players


def test_who_cannot_be_moved_is_refused_by_name() -> None:
    session = played(1, 3, 5)
    with pytest.raises(Refusal) as refused:
        take_out(session, 999)
    assert refused.value.reason is Reason.NOT_SEATED
    with pytest.raises(Refusal) as refused:
        put_in(session, 200, 3, 40)
    assert refused.value.reason is Reason.SEAT_TAKEN
    with pytest.raises(Refusal) as refused:
        put_in(session, 103, 4, 40)
    assert refused.value.reason is Reason.ALREADY_SEATED


@pytest.mark.parametrize(("seat", "chips"), [(0, 40), (11, 40), (4, 0), (4, -1), (4, True)])
def test_a_seat_or_chips_that_do_not_exist_are_malformed(seat: int, chips: int) -> None:
    with pytest.raises(Malformed):
        put_in(played(1, 3, 5), 200, seat, chips)


def test_a_full_table_has_no_seat_and_an_empty_one_nobody_to_move() -> None:
    with pytest.raises(Refusal) as refused:
        worst_seat(table(*range(1, 11)))
    assert refused.value.reason is Reason.TABLE_FULL
    with pytest.raises(Refusal) as refused:
        next_to_move(table())
    assert refused.value.reason is Reason.TOO_FEW_PLAYERS
    assert worst_seat(table()) == 1


def test_the_seat_of_who_is_out_can_be_taken() -> None:
    session = played(1, 3, 5)
    busted = replace(player_of(session, 103), stack=0, exit=1)
    chips = player_of(session, 103).stack
    others = [player for player in session.players if player.seat != 3]
    players = (others[0], busted, others[1])
    session = replace(session, players=players, handed_out=session.handed_out - chips)
    assert 3 in free_seats(session)
    session = put_in(session, 200, 3, 40)
    assert [player.member for player in session.players] == [101, 200, 105]
    assert total_chips(session) == session.handed_out


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("game", list(Game))
def test_whatever_moves_two_tables_keep_all_their_chips(game: Game, seed: int) -> None:
    chance = random.Random(f"{game} {seed}")
    seats = chance.sample(range(1, 7), 4), chance.sample(range(1, 7), 3)
    tables = [table(*seats[0], game=game), table(game=game)]
    for seat in seats[1]:
        tables[1] = sit(tables[1], 200 + seat, seat)
    total = sum(session.handed_out for session in tables)
    for _ in range(12):
        at = chance.randrange(2)
        if len([p for p in tables[at].players if p.stack and p.exit is None]) >= 2:
            tables[at] = over(deal(tables[at], chance.randrange(6))[0])
        away, to = chance.sample(range(2), 2)
        can_leave = len([p for p in tables[away].players if p.exit is None]) > 2
        if can_leave and free_seats(tables[to]):
            member = next_to_move(tables[away])
            tables[away], chips = take_out(tables[away], member)
            tables[to] = put_in(tables[to], member, worst_seat(tables[to]), chips)
        assert sum(session.handed_out for session in tables) == total
        for session in tables:
            assert total_chips(session) == session.handed_out


def test_in_the_middle_of_a_hand_its_own_blinds_say_which_seat_is_worst_e13() -> None:
    """The next hand's big blind is left of this one's, which is in seat 7."""
    session, _ = deal(over(deal(table(1, 3, 5, 7))[0]))
    assert session.hand is not None
    assert session.hand.positions.big_blind == 7
    assert worst_seat(session) == 8
    assert worst_seat(over(session)) == 8
