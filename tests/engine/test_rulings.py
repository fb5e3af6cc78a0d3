"""The rulings on what the rule texts leave open, one by one: no-limit play in the engine.

A test's name begins with the number of its ruling.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import FULL_DECK
from engine.errors import Malformed, Reason, Refusal
from engine.events import (
    AntePosted,
    BlindPosted,
    ButtonDrawn,
    CardsDrawn,
    Exchanged,
    HandsShown,
    HandVoided,
    StreetOpened,
    StubReshuffled,
)
from engine.rules import AntePayer, Game, Stakes
from engine.seats import Positions, first_blinds, move_blinds, pass_dealer
from engine.session import is_decided, sit
from tests.engine.evening import Evening
from tests.engine.table import Table, draw, holdem

BLANK = "Jh 8s 5c 3d 2h"
"""A board that helps nobody in these tests: the better pair in the hand wins."""


# A. Betting


def flop(players: str) -> Table:
    """Come to a flop without a raise: everybody calls, the big blind checks."""
    table = holdem(players)
    while table.street == "preflop":
        table.play(f"{table.next} {'calls' if table.to_call else 'checks'}")
    return table


def test_a1_after_a_short_opening_of_1_call_1_and_raise_to_at_least_3() -> None:
    table = flop("A 3, B 200, C* 200").play("A bets 1")
    assert (table.to_call, table.limits) == (1, (3, 198))
    table.refuses("B raises to 2", Reason.BELOW_MINIMUM)


def test_a2_a_short_blind_never_lowers_the_price() -> None:
    table = holdem("A 200, B 1, C* 200")
    assert (table.to_call, table.limits) == (2, (4, 200))
    table = holdem("A 1, B 200, C* 200")
    assert (table.to_call, table.limits) == (2, (4, 200))


def test_a3_who_checked_may_not_raise_a_short_opening_all_in() -> None:
    table = flop("A 200, B 3, C* 200").play("A checks, B bets 1, C calls")
    assert table.next == "A"
    assert table.limits is None
    table.refuses("A raises to 3", Reason.RAISE_NOT_REOPENED)


def test_a3_check_then_short_1_then_short_2_may_be_raised_to_4() -> None:
    table = flop("A 200, B 3, C 4, D* 200").play("A checks, B bets 1, C raises to 2, D calls")
    assert (table.next, table.to_call, table.limits) == ("A", 2, (4, 198))


def test_a4_a_limper_may_not_raise_a_one_chip_all_in_but_the_big_blind_may() -> None:
    table = holdem("A 3, B 200, C* 200").play("C calls, A raises to 3")
    assert (table.next, table.limits) == ("B", (5, 200))
    table.play("B calls")
    assert (table.next, table.to_call, table.limits) == ("C", 1, None)


def test_a5_reopening_is_personal() -> None:
    """A bet 10 and faces 20: he may raise. C called 15 and faces 20: he may not."""
    table = flop("A 202, B 17, C 202, D 22, E* 202")
    table.play("A bets 10, B raises to 15, C calls, D raises to 20, E calls")
    assert (table.next, table.limits) == ("A", (30, 200))
    table.play("A calls")
    assert (table.next, table.limits) == ("C", None)


def test_a6_reopening_leaves_the_increment_at_the_last_full_one() -> None:
    table = flop("A 202, B 17, C 22, D* 202")
    table.play("A bets 10, B raises to 15, C raises to 20, D calls")
    assert table.limits == (30, 200)


def test_a7_a_raise_over_a_short_all_in_is_counted_from_the_current_highest_bet() -> None:
    table = flop("A 202, B 17, C 202, D* 202").play("A bets 10, B raises to 15, C raises to 30")
    assert (table.next, table.limits) == ("D", (45, 200))


def test_a8_no_raise_where_every_opponent_left_is_all_in() -> None:
    table = holdem("A* 200, B 50").play("A raises to 10, B raises to 50")
    assert (table.next, table.to_call, table.limits) == ("A", 40, None)
    table.refuses("A raises to 100", Reason.NOBODY_CAN_ANSWER)
    table.refuses("A goes all-in", Reason.NOBODY_CAN_ANSWER)


def test_a9_the_minimum_holds_whatever_the_opponent_has_left() -> None:
    table = holdem("A* 1000, B 200", "10/20", hole="A Ac Kd, B 7h 2c", board=BLANK)
    table.play("A raises to 100, B raises to 180")
    assert table.limits == (260, 1000)
    table.play("A raises to 260, B calls")
    assert table.returned == {"A": 60}


def test_a10_the_only_player_with_chips_is_not_asked_when_nobody_has_more_in() -> None:
    table = holdem("A* 199, B 1")
    assert table.over
    assert len(table.hand.board) == 5


def test_a10_the_only_player_with_chips_is_asked_when_he_owes() -> None:
    table = holdem("A* 200, B 2")
    assert (table.next, table.to_call, table.limits) == ("A", 1, None)


def test_a11_folding_where_checking_is_free_is_legal() -> None:
    table = flop("A 200, B 200, C* 200")
    assert table.to_call == 0
    assert table.play("A folds").next == "B"


def test_a12_amounts_are_totals_of_the_round() -> None:
    table = flop("A* 200, B 200").play("B bets 10, A raises to 25")
    assert table.to_call == 15
    assert table.stacks == {"A": 173, "B": 188}


def test_a12_a_bet_is_not_a_raise_and_a_raise_is_not_a_bet() -> None:
    table = flop("A* 200, B 200")
    table.refuses("B raises to 10", Reason.NO_BET_TO_RAISE)
    table.play("B bets 10")
    table.refuses("A bets 20", Reason.FACING_A_BET)


def test_a12_before_the_flop_the_blind_is_the_bet() -> None:
    table = holdem("A* 200, B 200")
    table.refuses("A bets 10", Reason.FACING_A_BET)
    table.play("A calls")
    table.refuses("B bets 10", Reason.FACING_A_BET)
    table.play("B raises to 10")


def test_a13_the_second_highest_contribution_counts_though_its_owner_folded() -> None:
    table = holdem("A 200, B 200, C* 20", hole="A As Ad, C Ks Kd", board=BLANK)
    table.play("C raises to 20, A raises to 50, B raises to 80, A folds")
    assert table.returned == {"B": 30}
    assert table.pot == 20 + 50 + 50


def test_a13_uncalled_chips_come_back_before_the_pots_are_told() -> None:
    table = holdem("A* 200, B 50").play("A raises to 200, B calls")
    kinds = [event.kind for event in table.events]
    assert kinds.index("uncalled_returned") < kinds.index("hands_shown")
    assert kinds.index("uncalled_returned") < kinds.index("pot_awarded")


def test_a13_nothing_uncalled_goes_back_to_a_player_who_left() -> None:
    table = holdem("A 200, B 200, C* 200").play("C raises to 50, C leaves, A calls, B calls")
    assert table.returned == {}
    table = holdem("A 20, B 20, C* 200", hole="A As Ad, B Ks Kd", board=BLANK)
    table.play("C raises to 50, C leaves, A calls, B calls")
    assert table.returned == {}
    assert table.pots == [(90, "AB", {"A": 90})]


def test_a14_levels_with_the_same_contenders_are_one_pot() -> None:
    table = holdem("A 200, B 200, C 200, D* 200").play("C raises to 6, D raises to 20, A folds")
    table.play("B folds, C calls").check_down()
    assert [(chips, who) for chips, who, _ in table.pots] == [(43, "CD")]


def test_a14_folded_chips_above_the_live_contributions_join_the_last_pot() -> None:
    table = holdem("A 30, B 200, C* 40", hole="A As Ad, C Ks Kd", board=BLANK)
    table.play("C calls, A calls, B raises to 100, B leaves, C calls, A calls")
    assert table.pots == [(90, "AC", {"A": 90}), (80, "C", {"C": 80})]


def test_a15_pot_limit_counts_the_chips_really_there() -> None:
    table = holdem("A 200, B 4, C* 200", "5/10", limit="pot-limit")
    assert table.pot == 9
    assert table.to_call == 10
    assert table.limits == (20, 29)


def test_a15_pot_limit_counts_folded_chips_and_the_caller_s_own() -> None:
    table = holdem("A 500, B 500, C 500, D* 500", "5/10", limit="pot-limit")
    table.play("C raises to 35, D folds, A folds")
    assert table.limits == (60, 110)


def test_a15_all_in_above_the_pot_is_refused() -> None:
    table = holdem("A 500, B 500, C* 500", "5/10", limit="pot-limit")
    table.refuses("C goes all-in", Reason.ABOVE_LIMIT)


def test_a16_the_big_blind_is_the_bet_and_four_raises_may_follow() -> None:
    table = holdem("A 200, B 200, C* 200", "10/20", limit="fixed-limit")
    table.play("C raises to 40, A raises to 60, B raises to 80, C raises to 100")
    assert table.limits is None


def test_a16_there_is_no_exception_for_two_players() -> None:
    table = holdem("A* 500, B 500", "10/20", limit="fixed-limit").play("A calls, B checks")
    table.play("B bets 20, A raises to 40, B raises to 60, A raises to 80, B raises to 100")
    table.refuses("A raises to 120", Reason.RAISES_CAPPED)


def test_a17_a_short_all_in_below_half_a_bet_is_completed() -> None:
    table = holdem("A 500, B 47, C* 500", "10/20", limit="fixed-limit")
    table.play("C calls, A calls, B checks, A bets 20, B goes all-in")
    assert table.limits == (40, 40)


def test_a17_a_short_all_in_of_half_a_bet_or_more_counts_as_a_raise() -> None:
    table = holdem("A 500, B 53, C* 500", "10/20", limit="fixed-limit")
    table.play("C calls, A calls, B checks, A bets 20, B goes all-in")
    assert table.limits == (60, 60)


def test_a17_who_has_acted_raises_again_only_when_he_faces_a_full_bet() -> None:
    table = holdem("A 500, B 53, C* 500", "10/20", limit="fixed-limit")
    table.play("C calls, A calls, B checks, A bets 20, B goes all-in, C calls")
    assert (table.next, table.to_call) == ("A", 13)
    table.refuses("A raises to 60", Reason.RAISE_NOT_REOPENED)


def test_a17_only_full_raises_count_to_the_cap() -> None:
    table = holdem("A 500, B 53, C* 500", "10/20", limit="fixed-limit")
    table.play("C calls, A calls, B checks, A bets 20, B goes all-in, C raises to 60")
    table.play("A raises to 80, C raises to 100, A raises to 120")
    table.refuses("C raises to 140", Reason.RAISES_CAPPED)


def test_a17_in_five_card_draw_the_bet_doubles_after_the_draw() -> None:
    table = draw("A 100, B* 100", limit="fixed-limit")
    assert table.limits == (2, 2)
    table.play("A checks, B checks, A stands pat, B stands pat")
    assert table.limits == (4, 4)


def test_a18_a_straddle_is_a_new_big_blind_with_the_option_last() -> None:
    table = holdem("A 200, B 200, C 200, D* 200", straddle="C")
    table.play("D calls, A folds, B calls")
    assert (table.next, table.to_call, table.limits) == ("C", 0, (8, 200))
    table.play("C raises to 12")
    assert table.limits == (20, 200)


def test_a18_a_straddle_of_the_whole_stack_is_all_in_without_the_option() -> None:
    table = holdem("A 200, B 200, C 4, D* 200", straddle="C").play("D calls, A folds, B calls")
    assert table.next == "B"


@pytest.mark.parametrize(
    ("players", "limit", "who"),
    [
        ("A 200, B 200, C 3, D* 200", "no-limit", "C"),
        ("A 200, B 200, C 200, D* 200", "fixed-limit", "C"),
        ("A 200, B 200, C 200, D* 200", "no-limit", "D"),
        ("A* 200, B 200", "no-limit", "A"),
    ],
)
def test_a18_nobody_else_may_straddle(players: str, limit: str, who: str) -> None:
    with pytest.raises(Malformed):
        holdem(players, limit=limit, straddle=who)


def test_a19_an_ante_is_dead_money_paid_before_the_blind() -> None:
    table = holdem("A 200, B 3, C* 200", "1/2", ante=2)
    assert [event.amount for event in table.of(AntePosted)] == [2, 2, 2]
    assert [(event.seat, event.amount) for event in table.of(BlindPosted)] == [(1, 1), (2, 1)]
    assert (table.next, table.to_call, table.limits) == ("C", 2, (4, 198))


def test_a19_a_stack_below_the_ante_is_all_in_for_it_and_the_price_stays() -> None:
    table = holdem("A 200, B 1, C* 200", "1/2", ante=2)
    assert [event.all_in for event in table.of(AntePosted)] == [False, True, False]
    assert len(table.of(BlindPosted)) == 1
    assert table.to_call == 2


def test_a19_an_ante_nobody_can_match_comes_back() -> None:
    """The one other player is all-in for 1 of the ante of 5: the rest of it is uncalled."""
    table = holdem("A* 1, B 200", "1/2", ante=5, hole="A As Ad, B Ks Kd", board=BLANK)
    assert table.returned == {"B": 6}
    assert table.stacks == {"A": 2, "B": 199}


# B. Button, blinds, seats


def test_b1_nobody_posts_a_dead_small_blind() -> None:
    table = holdem(
        "A@1 200, D@4 200, E@5 200", positions=move_blinds(Positions(1, 2, 3), {1, 4, 5})
    )
    assert table.pot == 2
    assert (table.next, table.to_call) == ("E", 2)


def test_b2_the_button_goes_where_the_small_blind_was_empty_or_not() -> None:
    first = move_blinds(Positions(1, 2, 3), {1, 2, 4, 5})
    assert first == Positions(2, 3, 4)
    assert move_blinds(first, {1, 2, 4, 5}) == Positions(3, 4, 5)


def test_b2_if_the_next_big_blind_left_the_one_after_him_posts_it() -> None:
    assert move_blinds(Positions(1, 2, 3), {1, 2, 3, 5, 6}).big_blind == 5


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ({1, 2}, Positions(2, 2, 1)),
        ({1, 3}, Positions(3, 3, 1)),
        ({2, 3}, Positions(3, 3, 2)),
    ],
)
def test_b3_down_to_two_the_big_blind_moves_on_and_the_other_is_the_button(
    left: set[int], expected: Positions
) -> None:
    assert move_blinds(Positions(1, 2, 3), left) == expected


def test_b3_back_from_two_dead_positions_are_dropped() -> None:
    heads_up = move_blinds(Positions(4, 2, 5), {5, 6})
    assert heads_up == Positions(5, 5, 6)
    assert move_blinds(heads_up, {5, 6}) == Positions(6, 6, 5)


def test_b4_seats_empty_from_the_start_are_skipped() -> None:
    assert first_blinds(2, {2, 5, 9}) == Positions(2, 5, 9)
    assert move_blinds(Positions(2, 5, 9), {2, 5, 9}) == Positions(5, 9, 2)


def test_b5_the_button_is_drawn_among_the_occupied_seats_and_announced() -> None:
    drawn = set()
    for number in range(6):
        evening = Evening(Game.HOLDEM, "A@2* 200, B@5 200, C@9 200")
        evening.drawn = [2, 5, 9][number % 3]
        evening.deal()
        (announced,) = [event for event in evening.events if isinstance(event, ButtonDrawn)]
        assert announced.seat == evening.button
        drawn.add(announced.seat)
    assert drawn == {2, 5, 9}


def test_b6_of_two_players_the_drawn_button_posts_the_small_blind() -> None:
    assert first_blinds(4, {4, 7}) == Positions(4, 4, 7)


def test_b7_the_dead_button_prevails_over_moving_one_place() -> None:
    evening = Evening(Game.HOLDEM, "A* 200, B 200, C 200, D 200").deal().play("D folds")
    evening.leave("B").play("A folds")
    evening.deal()
    assert evening.button == 2
    assert evening.dealt_in == "CDA"


def test_b8_no_seat_is_taken_after_the_first_deal() -> None:
    evening = Evening(Game.HOLDEM, "A* 200, B 200").deal()
    with pytest.raises(Refusal) as refused:
        sit(evening.session, 777)
    assert refused.value.reason is Reason.SESSION_STARTED


def test_b8_a_leaver_folds_at_once_even_out_of_turn() -> None:
    table = holdem("A 200, B 200, C* 200").play("A leaves")
    assert table.next == "C"
    table.play("C folds")
    assert table.over
    assert table.stacks["B"] == 201


def test_b8_a_leaver_in_turn_hands_the_turn_on() -> None:
    assert holdem("A 200, B 200, C* 200").play("C leaves").next == "A"


def test_b8_an_all_in_leaver_keeps_his_hand() -> None:
    table = holdem("A 50, B 200, C* 200", hole="A As Ad, B Ks Kd", board=BLANK)
    table.play("C folds, A raises to 50, A leaves, B calls")
    assert table.stacks["A"] == 100


def test_b8_the_rest_of_a_leavers_chips_goes_out_of_play_and_he_is_ranked_as_eliminated() -> None:
    evening = Evening(Game.HOLDEM, "A* 200, B 200, C 200").deal().play("A folds")
    evening.leave("B")
    assert evening.stacks == {"A": 200, "B": 0, "C": 201}
    assert evening.session.taken_away == 199
    assert evening.places == [(1, "C"), (2, "A"), (3, "B")]


def test_b8_an_all_in_leaver_who_wins_takes_it_out_of_play_too() -> None:
    evening = Evening(Game.HOLDEM, "A* 50, B 200, C 200")
    evening.deal(hole="A As Ad, B Ks Kd, C Qs Qd", board=BLANK)
    evening.play("A raises to 50, B calls, C folds")
    assert evening.session.taken_away == 0
    evening = Evening(Game.HOLDEM, "A* 50, B 200, C 200")
    evening.deal(hole="A As Ad, B Ks Kd, C Qs Qd", board=BLANK)
    evening.play("A raises to 50").leave("A").play("B calls, C folds")
    assert evening.session.taken_away == 102
    assert evening.places == [(1, "C"), (2, "B"), (3, "A")]


def test_b8_if_the_last_aggressor_left_the_first_live_seat_shows_first() -> None:
    table = flop("A 200, B 200, C 200, D* 200")
    table.play("A and B and C and D check, A and B and C and D check")
    table.play("A and B check, C bets 2, C leaves, D calls, A calls, B calls")
    assert table.shown == ["A", "B", "D"]


def test_b9_who_does_not_answer_checks_if_that_is_free_and_folds_otherwise() -> None:
    table = flop("A* 200, B 200").play("B times out")
    assert (table.street, table.next) == ("flop", "A")
    table.play("A bets 2, B times out")
    assert table.over


# C. Showdown and odd chips


def river(players: str, **cards: str) -> Table:
    """Come to a river without a bet."""
    table = holdem(players, **cards)  # type: ignore[arg-type]
    while table.street != "river":
        table.play(f"{table.next} {'calls' if table.to_call else 'checks'}")
    return table


def test_c1_the_last_river_aggressor_shows_first_though_all_in() -> None:
    table = river("A 200, B 50, C* 200").play("A checks, B bets 48, C and A call")
    assert table.shown == ["B", "C", "A"]


def test_c2_an_incomplete_all_in_raise_is_a_raise_for_the_order_of_showing() -> None:
    table = river("A 200, B 200, C* 17").play("A bets 10, B calls, C raises to 15, A and B call")
    assert table.shown == ["C", "A", "B"]


def test_c3_hands_of_an_all_in_are_shown_before_the_board_from_the_left_of_the_button() -> None:
    table = holdem("A 100, B* 100, C 100").play("B raises to 100, C and A call")
    kinds = [event.kind for event in table.events]
    assert kinds.index("hands_shown") < kinds.index("street_opened")
    assert table.shown == ["C", "A", "B"]


def test_c4_one_order_for_all_pots_the_river_aggressor_then_clockwise() -> None:
    table = holdem("A 20, B 200, C 200, D* 200").play("C raises to 20, D and A and B call")
    table.play("B and C and D check, B and C and D check")
    table.play("B checks, C bets 10, D calls, B calls")
    assert table.shown == ["C", "D", "A", "B"]


def test_c5_a_river_bettor_nobody_called_shows_first_if_an_all_in_forces_a_showdown() -> None:
    table = holdem("A 20, B 200, C* 200", hole="A As Ad, C Ks Kd", board=BLANK)
    table.play("C raises to 20, A and B call, B and C check, B and C check")
    table.play("B checks, C bets 10, B folds")
    assert table.returned == {"C": 10}
    assert table.shown == ["C", "A"]


def test_c6_every_live_hand_is_shown_at_a_showdown_never_a_folded_one() -> None:
    table = river("A 200, B 200, C* 200").play("A bets 10, B folds, C calls")
    assert table.shown == ["A", "C"]
    (shown,) = table.of(HandsShown)
    assert all(len(cards) == 2 for _, cards in shown.hands)


def test_c6_a_winner_by_folds_need_not_show_and_may() -> None:
    table = holdem("A* 200, B 200").play("A folds")
    assert table.shown == []
    table.refuses("A shows", Reason.NOTHING_TO_SHOW)
    assert table.play("B shows").shown == ["B"]
    table.refuses("B shows", Reason.NOTHING_TO_SHOW)


def test_c6_nobody_shows_at_will_during_a_hand_or_after_a_showdown() -> None:
    table = river("A* 200, B 200")
    table.refuses("B shows", Reason.NOTHING_TO_SHOW)
    table.play("B and A check")
    table.refuses("A shows", Reason.NOTHING_TO_SHOW)


def test_c7_playing_the_board_needs_no_word() -> None:
    table = river("A* 200, B 200", hole="A 2h 2s, B 3d 3c", board="Ac Kd Qh Js 10c")
    assert table.play("B and A check").pots == [(4, "BA", {"B": 2, "A": 2})]


def test_c8_each_pot_has_its_odd_chips_all_for_its_first_winner_left_of_the_button() -> None:
    table = holdem(
        "A 7, B 20, C 20, D* 200",
        hole="A 2h 2s, B 3h 3s, C 4h 4s, D 5h 5s",
        board="Ah Kd Qs Jc Tc",
    )
    table.play("C raises to 8, D calls, A calls, B raises to 20, C calls, D folds")
    assert table.pots == [
        (28, "ABC", {"A": 10, "B": 9, "C": 9}),
        (27, "BC", {"B": 14, "C": 13}),
    ]


def test_c8_two_odd_chips_go_to_the_same_player() -> None:
    table = holdem(
        "A 200, B 200, C 200, D* 200", hole="A 2h 2s, B 3h 3s, C 4h 4s", board="Ah Kd Qs Jc Tc"
    )
    table.play("C and D call, A raises to 6, B and C call, D folds").check_down()
    assert table.pots == [(20, "ABC", {"A": 8, "B": 6, "C": 6})]


def test_c8_seats_count_from_an_empty_button_seat() -> None:
    table = holdem(
        "R@1 200, S@2 200, P@4 200, Q@5 200",
        positions=Positions(3, 4, 5),
        hole="Q Kh Qd, S Kd Qh, R Jh Js, P 7h 6c",
        board="Ks 9d 5h 4c 2d",
    )
    table.play("R and S call, P folds, Q checks").check_down()
    assert table.pots == [(7, "QRS", {"Q": 4, "S": 3})]


def test_c9_an_all_in_run_out_burns_three_cards() -> None:
    table = holdem("A* 50, B 50").play("A raises to 50, B calls")
    assert [event.burned for event in table.of(StreetOpened)] == [1, 1, 1]


# D. Five-card draw


def test_d1_exactly_the_ante_is_all_in_dealt_in_draws_and_contests_that_layer() -> None:
    table = draw("A 1, B 100, C* 100", hands="A As Ad Ac 2h 3d, B Ks Kd 7c 8h 9d, C Qs Qd 4c 5h 6d")
    table.play("B bets 2, C calls, A draws 2, B and C stand pat").check_down()
    assert [(chips, who) for chips, who, _ in table.pots] == [(3, "ABC"), (4, "BC")]
    assert table.pots[0][2] == {"A": 3}


def test_d1_less_than_the_ante_is_out_and_kept_for_the_ranking() -> None:
    evening = Evening(Game.FIVECARD, "A* 2, B 20, C 20", stakes=Stakes(ante=2))
    evening.session = replace(
        evening.session,
        players=tuple(
            replace(player, stack=1) if player.seat == 1 else player
            for player in evening.session.players
        ),
    )
    evening.chips -= 1
    evening.deal()
    assert set(evening.dealt_in) == {"B", "C"}
    assert evening.stacks["A"] == 1
    assert evening.places[-1] == (3, "A")


def test_d2_heads_up_the_other_than_the_dealer_acts_and_draws_first() -> None:
    table = draw("A* 100, B 100")
    assert table.next == "B"
    table.play("B and A check")
    assert table.next == "B"
    table.play("B and A stand pat")
    assert table.next == "B"


def test_d3_the_exchange_begins_left_of_the_dealer_not_at_the_opener_all_in_included() -> None:
    table = draw("A 1, B 100, C 100, D* 100").play("B checks, C bets 4, D calls, B folds")
    table.play("A draws 1, C draws 1, D draws 1")
    assert table.draw_order == ["A", "C", "D"]


def six_players_four_drew_five() -> Table:
    table = draw("A 100, B 100, C 100, D 100, E 100, F* 100")
    return table.play("A and B and C and D and E and F check, A and B and C and D draw 5")


def test_d4_the_rest_is_shuffled_together_with_old_discards_and_folded_hands() -> None:
    table = draw("A 100, B 100, C 100, D 100, E 100, F* 100")
    table.play("A bets 2, B and C and D and E call, F folds, A and B and C and D draw 5")
    rest, old = set(table.hand.stub), set(table.hand.muck)
    assert (len(rest), len(old)) == (2, 25)
    table.play("E draws 3")
    assert [event.size for event in table.of(StubReshuffled)] == [27]
    new = set(table.hand.holes[4]) - set(table.history[-2].holes[4])
    assert {*table.hand.stub, *new} == rest | old


def test_d5_an_equal_request_and_a_request_of_none_need_no_shuffle() -> None:
    table = six_players_four_drew_five().play("E draws 2")
    assert table.hand.stub == ()
    table.play("F stands pat")
    assert table.of(StubReshuffled) == []


def test_d5_one_card_more_than_the_stub_holds_needs_it() -> None:
    table = six_players_four_drew_five().play("E draws 3")
    assert len(table.of(StubReshuffled)) == 1


def test_d6_own_discards_are_out_until_that_exchange_is_over_then_old_discards() -> None:
    table = six_players_four_drew_five()
    own = set(table.hand.holes[4][:4])
    table.play("E draws 4")
    assert not own & {*table.hand.stub, *table.hand.holes[4]}
    assert own <= set(table.hand.muck)
    table.hand = replace(
        table.hand, stub=table.hand.stub[:1], muck=(*table.hand.muck, *table.hand.stub[1:])
    )
    table.play("F draws 5")
    assert len(table.of(StubReshuffled)) == 2
    assert own <= {*table.hand.stub, *table.hand.holes[5]}


def test_d7_with_six_players_it_is_never_short_again() -> None:
    """Whoever is first to ask for more than the stub holds finds at least 22 cards."""
    for counts in ((5, 5, 5, 5, 5, 5), (5, 5, 5, 5, 4, 5), (5, 5, 4, 5, 5, 5), (4, 4, 5, 5, 5, 5)):
        table = draw("A 100, B 100, C 100, D 100, E 100, F* 100")
        table.play("A and B and C and D and E and F check")
        for name, count in zip("ABCDEF", counts, strict=True):
            table.play(f"{name} draws {count}")
        (shuffled,) = table.of(StubReshuffled)
        assert shuffled.size >= 22


def test_d8_without_betting_left_exchange_then_showdown() -> None:
    table = draw("A 1, B 1, C* 1")
    assert (table.street, table.next) == ("draw", "A")
    table.play("A and B and C stand pat")
    assert table.over
    assert table.shown == ["A", "B", "C"]


def test_d8_a_fold_out_before_the_draw_ends_the_hand() -> None:
    table = draw("A 100, B* 100").play("A folds")
    assert table.over
    assert table.draw_order == []


def test_d9_an_all_in_first_player_is_passed_in_betting_but_draws_and_shows_first() -> None:
    table = draw("A 1, B 100, C* 100").play("B bets 2, C calls")
    assert table.next == "A"
    table.play("A and B and C stand pat")
    assert (table.street, table.next) == ("after_draw", "B")
    assert table.play("B and C check").shown == ["A", "B", "C"]


def test_d10_a_short_opening_sets_its_price_and_gives_the_checker_no_raise() -> None:
    table = draw("A 100, B 2, C* 100").play("A checks, B bets 1")
    assert (table.to_call, table.limits) == (1, (3, 99))
    table.play("C calls")
    assert table.limits is None


def test_d11_the_odd_chip_goes_to_the_first_tied_winner_left_of_the_dealer_in_each_pot() -> None:
    table = draw(
        "A 100, B* 100, C 100",
        hands="A Kc Qd 9h 5s 2c, B Kd Qh 9s 5c 2d, C 7c 8d Th Js 3c",
    )
    table.play("C checks, A bets 2, B calls, C folds").check_down()
    assert table.pots == [(7, "AB", {"A": 4, "B": 3})]


def test_d12_the_aggressor_of_the_second_round_shows_first_not_that_of_the_first() -> None:
    table = draw("A 100, B 100, C* 100").play("A checks, B bets 2, C and A call")
    table.play("A and B and C stand pat, A and B check, C bets 2, A and B call")
    assert table.shown == ["C", "A", "B"]


def test_d13_no_answer_in_the_exchange_stands_pat_with_a_live_hand() -> None:
    table = draw("A 100, B* 100").play("A bets 2, B calls")
    held = table.cards("A")
    table.play("A times out")
    assert table.cards("A") == held
    assert table.hand.round.live == [True, True]


def test_d14_the_dealer_passes_to_the_next_who_remains() -> None:
    assert pass_dealer(Positions(1), {1, 3, 4}) == Positions(3)
    assert pass_dealer(Positions(4), {1, 3}) == Positions(1)


def test_d15_only_hands_that_end_are_counted() -> None:
    evening = Evening(Game.FIVECARD, "A* 100, B 100", max_hands=2).deal()
    evening.void()
    assert evening.session.hands_played == 0
    evening.deal().play("B folds")
    assert evening.session.hands_played == 1
    evening.deal().play("A folds")
    assert is_decided(evening.session)
    evening.cannot_start(Reason.SESSION_OVER)


def test_d16_the_number_of_exchanged_cards_is_public_and_nothing_else() -> None:
    table = draw("A 100, B* 100").play("A and B check, A draws 3")
    exchanged, drawn = table.events[-2:]
    assert isinstance(exchanged, Exchanged)
    assert (exchanged.seat, exchanged.count, exchanged.audience) == (1, 3, None)
    assert isinstance(drawn, CardsDrawn)
    assert drawn.audience == 1


def test_d17_no_card_is_burned() -> None:
    table = draw("A 100, B* 100").play("A and B check, A draws 1")
    assert table.burned == 0
    assert table.hand.holes[0][0] == FULL_DECK[10]


# E. Sessions


def test_e1_a_draw_session_ends_after_its_hands_or_with_one_who_can_pay() -> None:
    evening = Evening(Game.FIVECARD, "A* 100, B 100", max_hands=1).deal()
    assert not is_decided(evening.session)
    assert is_decided(evening.play("B folds").session)
    broke = Evening(Game.FIVECARD, "A* 3, B 100", max_hands=10)
    broke.deal(hole="A 2c 3d 4h 5s 7c, B As Ad Ac Ah 2d")
    broke.play("B bets 2, A calls").check_down()
    assert broke.stacks == {"A": 0, "B": 103}
    assert is_decided(broke.session)
    broke.cannot_start(Reason.TOO_FEW_PLAYERS)


def test_e2_equal_chips_share_a_place_and_the_next_place_skips() -> None:
    evening = Evening(Game.HOLDEM, "A* 200, B 200, C 100")
    assert evening.places == [(1, "AB"), (3, "C")]


def test_e3_holdem_ranks_a_later_elimination_higher() -> None:
    evening = Evening(Game.HOLDEM, "A* 10, B 20, C 200")
    evening.deal(hole="A 7h 2c, B Ks Kd, C As Ad", board=BLANK)
    evening.play("A raises to 10, B folds, C calls")
    assert evening.stacks["A"] == 0
    evening.deal(hole="B Ks Kd, C As Ad", board=BLANK)
    evening.play(f"{evening.next} goes all-in, {'C' if evening.next == 'B' else 'B'} calls")
    assert evening.places == [(1, "C"), (2, "B"), (3, "A")]


def test_e3_holdem_players_out_in_the_same_hand_share_the_place() -> None:
    evening = Evening(Game.HOLDEM, "A* 10, B 20, C 200")
    evening.deal(hole="A 7h 2c, B Ks Kd, C As Ad", board=BLANK)
    evening.play("A raises to 10, B raises to 20, C calls")
    assert evening.places == [(1, "C"), (2, "AB")]


def test_e3_draw_ranks_by_final_balances_alone() -> None:
    evening = Evening(Game.FIVECARD, "A* 1, B 3, C 100")
    evening.deal(hole="A 2c 3d 4h 5s 7c, B 2d 3h 4s 5c 8c, C As Ad Ac Ah 9c")
    evening.play("B and C check").check_down()
    assert evening.stacks == {"A": 0, "B": 2, "C": 102}
    evening.deal(hole="B 2d 3h 4s 5c 8c, C As Ad Ac Ah 9c")
    evening.play("C checks, B goes all-in, C calls").check_down()
    assert evening.places == [(1, "C"), (2, "AB")]


def test_e4_a_voided_hand_returns_everything_and_moves_nothing() -> None:
    evening = Evening(Game.HOLDEM, "A* 200, B 200, C 200").deal().play("A raises to 10")
    before = evening.hand.positions
    evening.void()
    assert isinstance(evening.events[-1], HandVoided)
    assert evening.stacks == {"A": 200, "B": 200, "C": 200}
    assert evening.session.hands_played == 0
    evening.deal()
    assert evening.hand.positions == before


def test_e4_a_later_voided_hand_is_dealt_again_from_the_same_button() -> None:
    evening = Evening(Game.HOLDEM, "A* 200, B 200, C 200").deal().play("A and B fold").deal()
    before = evening.hand.positions
    assert evening.void().deal().hand.positions == before


def test_e8_the_clock_never_folds_a_hand_that_may_check() -> None:
    table = flop("A 200, B 200, C* 200").play("A and B and C time out")
    assert table.street == "turn"
    assert table.hand.round.live == [True, True, True]


def test_c6_with_the_muck_option_a_beaten_hand_stays_hidden_and_may_be_shown() -> None:
    table = holdem(
        "A 200, B 200, C* 200",
        hole="A Qs Qd, B As Ad, C Ks Kd",
        board="Jh 8s 5c 3d 2h",
        muck=True,
    ).play("C calls, A calls, B checks, A checks, B checks, C checks, A checks, B checks, C checks")
    table.play("A checks, B checks, C checks")
    assert table.shown == ["A", "B"]
    table.play("C shows")
    table.refuses("C shows", Reason.NOTHING_TO_SHOW)


def test_c6_a_hand_that_can_still_win_a_side_pot_is_shown() -> None:
    table = holdem(
        "A 10, B 200, C* 200",
        hole="A As Ad, B Ks Kd, C Qs Qd",
        board="Jh 8s 5c 3d 2h",
        muck=True,
    ).play("C raises to 20, A goes all-in, B calls, B checks, C checks, B checks, C checks")
    table.play("B checks, C checks")
    assert table.shown == ["A", "B"]


def test_c6_hands_that_are_equal_are_both_shown_with_the_muck_option() -> None:
    table = holdem(
        "A* 200, B 200", hole="A 2s 3d, B 2c 3h", board="Ah Kd Qs Jc Tc", muck=True
    ).play("A calls, B checks, B checks, A checks, B checks, A checks, B checks, A checks")
    assert table.shown == ["B", "A"]


def test_c8_a_table_option_gives_the_leftover_chips_one_each() -> None:
    table = holdem(
        "A 200, B 200, C 200, D* 200",
        hole="A 2h 2s, B 3h 3s, C 4h 4s, D 5h 5s",
        board="Ah Kd Qs Jc Tc",
        odd_chips_apart=True,
    ).play("C calls, D calls, A raises to 6, B calls, C calls, D folds")
    for _ in range(3):
        table.play("A checks, B checks, C checks")
    assert table.stacks == {"A": 201, "B": 201, "C": 200, "D": 198}


@pytest.mark.parametrize(("payer", "paid"), [("big_blind", "B"), ("button", "C")])
def test_a13_an_ante_for_the_table_is_main_pot_money_and_never_returned(
    payer: str, paid: str
) -> None:
    table = holdem("A 200, B 200, C* 200", "1/2", ante=3, ante_payer=AntePayer(payer))
    assert table.pot == 6
    table.play("C folds, A folds")
    assert table.stacks["B"] == (201 if paid == "B" else 204)
    assert table.stacks["C"] == (200 if paid == "B" else 197)
