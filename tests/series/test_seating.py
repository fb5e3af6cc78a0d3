"""Seats and moves: fair, complete, and never in the middle of a hand."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.series.seating import Move, carry_out, draw_seats, may_deal, moves_now, tables_needed
from bot.table.model import TableId, UserId
from engine.actions import AllIn, Call, Check, Exchange, Fold
from engine.cards import FULL_DECK
from engine.events import Event
from engine.hand import legal
from engine.levels import Level
from engine.moving import put_in
from engine.rules import Game, Stakes
from engine.seats import Positions, first_blinds, move_blinds
from engine.session import Session, able_to_play, act, new_session, sit, start_hand, total_chips

ONE, TWO, THREE = TableId(1), TableId(2), TableId(3)
STAKES = {Game.HOLDEM: Stakes(1, 2), Game.FIVECARD: Stakes(ante=1)}


def a_table(
    number: int, *seats: int, big: int | None = None, small: int = 9, hands: int = 0
) -> Session:
    """Return a table of nine; whoever sits in seat 3 of table 2 is called 203."""
    session = new_session(Game.HOLDEM, STAKES[Game.HOLDEM], 100, 9)
    for seat in seats:
        session = put_in(session, 100 * number + seat, seat, 100)
    positions = None if big is None else Positions(8, small, big)
    return replace(session, positions=positions, hands_played=hands)


def playing(session: Session) -> Session:
    return start_hand(session, FULL_DECK, FULL_DECK, 0)[0]


# The draw


@given(st.integers(1, 60), st.integers(2, 10))
def test_the_draw_seats_everybody_once_and_evenly_at_as_few_tables_as_hold_them(
    players: int, size: int
) -> None:
    drawn = [UserId(member) for member in random.Random(players).sample(range(1000), players)]
    tables = draw_seats(drawn, size)
    assert sorted(member for table in tables for member in table) == sorted(drawn)
    sizes = [len(table) for table in tables]
    assert max(sizes) <= size
    assert max(sizes) - min(sizes) <= 1
    assert len(tables) == min(n for n in range(1, players + 1) if n * size >= players)


def test_nobody_needs_no_table() -> None:
    assert draw_seats((), 9) == ()
    assert tables_needed(0, 9) == 0


# Who moves where


def test_tables_that_differ_by_one_stay_as_they_are() -> None:
    tables = {ONE: a_table(1, 1, 2, 3, 4, 5, 6, 7), TWO: a_table(2, 1, 2, 3, 4, 5, 6)}
    assert moves_now(tables) == ()


def test_the_next_big_blind_of_the_fuller_table_moves_to_the_worst_empty_position_e13() -> None:
    fuller = a_table(1, *range(1, 10), small=2, big=3)
    tables = {ONE: fuller, TWO: a_table(2, 1, 2, 5, 6, small=1, big=2)}
    assert moves_now(tables)[0] == Move(UserId(104), ONE, TWO, 3)


def test_one_who_comes_between_button_and_small_blind_waits_one_hand_e13() -> None:
    """Both empty seats of the short table lie there: button to seat 1, small blind to seat 4."""
    full = a_table(1, *range(1, 10), small=8, big=9)
    short = a_table(2, 1, 4, 5, 6, 7, 8, 9, small=1, big=4)
    (move,) = moves_now({ONE: full, TWO: replace(short, drawn_button=1)})
    assert move.seat == 2
    after = carry_out({ONE: full, TWO: replace(short, drawn_button=1)}, move)[TWO]
    waited = playing(after)
    assert waited.hand is not None
    assert 2 not in waited.hand.seats
    folded = waited
    while folded.hand_in_progress and folded.hand is not None:
        folded, _ = act(folded, Fold(folded.hand.seats[folded.hand.to_act or 0]))
    dealt = playing(folded)
    assert dealt.hand is not None
    assert 2 in dealt.hand.seats


def test_a_table_breaks_when_the_others_hold_its_players() -> None:
    tables = {
        ONE: a_table(1, 1, 2, 3, 4, 5, 6, 7, small=7, big=1),
        TWO: a_table(2, 1, 2, 3, 4, 5, 6, small=6, big=1),
        THREE: a_table(3, 2, 5, 8, small=2, big=5),
    }
    # Sixteen players fit at two tables of nine: the smallest breaks, seat 8 (next big blind) first.
    assert [(m.member, m.source, m.target, m.seat) for m in moves_now(tables)] == [
        (308, THREE, TWO, 7),
        (302, THREE, ONE, 8),
        (305, THREE, TWO, 8),
    ]


def test_two_tables_become_the_final_table() -> None:
    tables = {ONE: a_table(1, 1, 2, 3, 4, 5, big=2), TWO: a_table(2, 1, 2, 3, 4, big=3)}
    moves = moves_now(tables)
    assert {(move.source, move.target) for move in moves} == {(TWO, ONE)}
    assert sorted(move.seat for move in moves) == [6, 7, 8, 9]


def test_a_table_in_the_middle_of_a_hand_neither_breaks_nor_gives_anybody_up() -> None:
    breaking = {ONE: a_table(1, 1, 2, 3, 4, 5), TWO: playing(a_table(2, 1, 2, 3))}
    assert moves_now(breaking) == ()
    uneven = {ONE: playing(a_table(1, *range(1, 10))), TWO: a_table(2, 1, 2, 3)}
    assert moves_now(uneven) == ()


def test_a_player_may_sit_down_while_a_hand_is_played_and_its_blinds_count_e13() -> None:
    """Seat 2 of the short table is the big blind of that hand: seat 3 pays the next one."""
    short = playing(replace(a_table(2, 1, 2, 5, 6, small=9, big=1), drawn_button=9))
    assert short.hand is not None
    assert short.hand.positions.big_blind == 2
    (move,) = moves_now({ONE: a_table(1, *range(1, 10), big=9), TWO: short})
    assert move.seat == 3


def test_one_table_has_nobody_to_move_and_none_neither() -> None:
    assert moves_now({ONE: a_table(1, 1, 2)}) == ()
    assert moves_now({}) == ()
    assert moves_now({ONE: a_table(1), TWO: a_table(2, 1)}) == ()


def hands_until_big_blind(seat: int, last: Positions, occupied: Collection[int]) -> int:
    for hands in range(1, 30):
        last = move_blinds(last, occupied)
        if last.big_blind == seat:
            return hands
    raise AssertionError(seat)


@given(st.sets(st.integers(1, 9), min_size=2, max_size=7), st.integers(0, 8), st.integers(0, 5))
def test_e13_no_other_empty_seat_posts_the_big_blind_sooner(
    occupied: set[int], button: int, hands: int
) -> None:
    positions = first_blinds(sorted(occupied)[button % len(occupied)], occupied)
    for _ in range(hands):
        positions = move_blinds(positions, occupied)
    target = replace(a_table(2, *occupied), positions=positions)
    (move,) = moves_now({ONE: a_table(1, *range(1, 10), big=1), TWO: target})
    soonest = {
        seat: hands_until_big_blind(seat, positions, {*occupied, seat})
        for seat in range(1, 10)
        if seat not in occupied
    }
    assert soonest[move.seat] == min(soonest.values())


# A whole evening of eliminations


@pytest.mark.parametrize("seed", range(24))
@pytest.mark.parametrize("game", [Game.HOLDEM, Game.FIVECARD])
def test_no_player_and_no_chip_is_lost_and_tables_stay_even(seed: int, game: Game) -> None:
    chance = random.Random(seed)
    players, size = chance.randint(2, 30), 6 if game is Game.FIVECARD else 9
    tables = seated(game, draw_seats([UserId(n) for n in range(players)], size), size)
    chips = 20 * players
    for _ in range(4_000):
        number = chance.choice([n for n, session in tables.items() if able_to_play(session)])
        tables[number], _ = a_step(tables[number], chance)
        settle(tables)
        assert sum(total_chips(session) for session in tables.values()) == chips
        left = [p.member for session in tables.values() for p in able_to_play(session)]
        assert len(set(left)) == len(left)
        if not any(session.hand_in_progress for session in tables.values()):
            sizes = [len(able_to_play(s)) for s in tables.values() if able_to_play(s)]
            assert len(sizes) == tables_needed(len(left), size)
            assert max(sizes) - min(sizes) <= 1
        if len(left) == 1:
            return
    raise AssertionError("the evening does not end")


def seated(game: Game, drawn: tuple[tuple[UserId, ...], ...], size: int) -> dict[TableId, Session]:
    tables: dict[TableId, Session] = {}
    for number, members in enumerate(drawn, start=1):
        session = new_session(game, STAKES[game], 20, size)
        for member in members:
            session = sit(session, member)
        tables[TableId(number)] = session
    return tables


def a_step(session: Session, chance: random.Random) -> tuple[Session, tuple[Event, ...]]:
    """Deal a hand, or decide once in it: everything, or nothing at all."""
    hand = session.hand
    if hand is None or not session.hand_in_progress:
        if len(able_to_play(session)) < 2:
            return session, ()
        deck = tuple(chance.sample(FULL_DECK, 52))
        return start_hand(session, deck, deck, chance.randrange(99))
    may = legal(hand)
    assert may is not None
    if may.most_cards is not None:
        return act(session, Exchange(may.seat, ()))
    if may.can_check and (may.min_to is None or chance.random() < 0.6):
        return act(session, Check(may.seat))
    if not may.can_check and chance.random() < 0.3:
        return act(session, Fold(may.seat))
    action = AllIn(may.seat) if may.min_to is not None else Call(may.seat)
    return act(session, action)


def settle(tables: dict[TableId, Session]) -> None:
    """Carry moves out until nobody moves."""
    for _ in range(100):
        moves = moves_now(tables)
        if not moves:
            return
        for move in moves:
            assert not tables[move.source].hand_in_progress
            tables |= carry_out(tables, move)
    raise AssertionError("members move for ever")


# E11


def test_where_hands_are_counted_a_table_that_is_ahead_waits_e11() -> None:
    ahead, behind = a_table(1, 1, 2, hands=4), playing(a_table(2, 1, 2, hands=3))
    assert may_deal(ONE, {ONE: ahead, TWO: behind})
    counted = replace(ahead, max_hands=10)
    assert not may_deal(ONE, {ONE: counted, TWO: behind})
    assert may_deal(ONE, {ONE: counted, TWO: a_table(2, 1, 2, hands=4)})
    levels = (Level(Stakes(1, 2), hands=5), Level(Stakes(2, 4), hands=5))
    assert not may_deal(ONE, {ONE: replace(ahead, levels=levels), TWO: behind})
    by_time = (Level(Stakes(1, 2), seconds=60), Level(Stakes(2, 4), seconds=60))
    assert may_deal(ONE, {ONE: replace(ahead, levels=by_time), TWO: behind})


def test_one_player_alone_is_not_dealt_to_and_nobody_waits_for_him_e11() -> None:
    alone = replace(a_table(1, 5, hands=1), max_hands=9)
    tables = {ONE: alone, TWO: replace(a_table(2, 1, 2, hands=7), max_hands=9)}
    assert not may_deal(ONE, tables)
    assert may_deal(TWO, tables)
