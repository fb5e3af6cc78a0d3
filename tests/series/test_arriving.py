"""Who comes late to a session: where he is seated, and when he no longer is, as values."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.ledger import Kind, Movement, movements
from bot.render.result_screens import result_screen
from bot.render.words import Words
from bot.series.arriving import seat_late
from bot.series.errors import LastHands, SessionBegun, SessionFull
from bot.table import play
from bot.table.change import Who, with_alarms
from bot.table.model import Obstacle, Phase, Suspension, Table, UserId
from bot.table.view import public_view
from engine.session import able_to_play, player_of, total_chips
from tests.bot.pure import text_of
from tests.series.test_evening import NOW, a_table, chance, woken

ZOE = Who(UserId(999), "Zoé")


def test_who_comes_late_sits_down_at_the_table_with_fewest_players_with_a_full_stack() -> None:
    tables = [a_table(1, 6, 2), a_table(2, 5, 2)]
    change = seat_late(tables, ZOE, NOW)
    assert change.table.id == tables[1].id
    session = change.table.session
    assert player_of(session, ZOE.user).stack == session.stack
    assert total_chips(session) == session.handed_out == 6 * session.stack
    dealt = woken(with_alarms(change.table, next_hand=NOW)).session.hand
    assert dealt is not None
    assert player_of(session, ZOE.user).seat in dealt.seats


def test_his_stack_is_entered_in_the_ledger_as_new_chips() -> None:
    before = a_table(1, 6, 1)
    after = seat_late([before], ZOE, NOW).table
    seat = player_of(after.session, ZOE.user).seat
    assert movements(before, after, ()) == (Movement(None, seat, ZOE.user, Kind.STACK, 100),)


def test_in_the_middle_of_a_hand_he_is_seated_for_the_next_one() -> None:
    playing = woken(a_table(1, 6, 1))
    after = seat_late([playing], ZOE, NOW).table
    assert after.session.hand == playing.session.hand
    assert len(able_to_play(after.session)) == 7


def test_a_table_whose_place_is_lost_takes_nobody() -> None:
    lost = replace(a_table(1, 4, 2), suspended=Suspension(Obstacle.LOCKED, NOW, None))
    assert seat_late([lost, a_table(2, 5, 2)], ZOE, NOW).table.id == 2
    with pytest.raises(SessionFull):
        seat_late([lost], ZOE, NOW)


def test_where_every_seat_is_taken_no_table_is_opened_for_him() -> None:
    with pytest.raises(SessionFull):
        seat_late([a_table(1, 9, 2), a_table(2, 9, 2)], ZOE, NOW)


def counting(table: Table, hands: int) -> Table:
    return replace(table, session=replace(table.session, max_hands=hands))


@pytest.mark.parametrize(
    "last",
    [
        replace(a_table(1, 4, 1), stopping=True),
        replace(a_table(1, 4, 1), stop_at=NOW),
        counting(a_table(1, 4, 1), 1),
        counting(woken(a_table(1, 4, 1)), 2),
    ],
    ids=["stopping", "stop time", "all hands played", "last hand"],
)
def test_nobody_sits_down_for_hands_that_do_not_come(last: Table) -> None:
    with pytest.raises(LastHands):
        seat_late([last, a_table(2, 4, 2)], ZOE, NOW)


def test_nobody_sits_down_where_everything_is_over() -> None:
    with pytest.raises(SessionBegun):
        seat_late([], ZOE, NOW)


def test_who_leaves_before_he_is_dealt_in_is_named_himself_and_not_who_had_his_seat() -> None:
    table = play.leave(a_table(1, 9, 1), Who(UserId(103), "P3"), chance()).table
    table = seat_late([table], ZOE, NOW).table
    assert player_of(table.session, ZOE.user).seat == 3
    table = play.leave(table, ZOE, chance()).table
    assert "Out: P3 · Out: Zoé" in text_of(result_screen(public_view(table), Words()))


def test_a_table_that_waited_for_players_goes_on() -> None:
    paused = replace(a_table(1, 2, 1), phase=Phase.PAUSED)
    away = replace(paused.members[UserId(101)], away=True)
    paused = replace(paused, members={**paused.members, away.user: away}, alarms={})
    assert seat_late([paused], ZOE, NOW).table.phase is Phase.BETWEEN
