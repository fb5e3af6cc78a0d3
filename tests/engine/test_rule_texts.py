"""Every worked example of the five rule texts about no-limit play, in the order of the texts.

A test's name begins with the number of its text: 000 and 001 are the house profiles of Hold'em and
five-card draw, 002 to 004 general texts on Hold'em. What the profiles overrule asserts the ruling.
"""

from __future__ import annotations

import pytest

from engine import fivecard
from engine import holdem as holdem_rules
from engine.cards import FULL_DECK, parse_cards
from engine.errors import Malformed, Reason
from engine.events import CardsDealt, HandsShown, StreetOpened, StubReshuffled
from engine.ranking import Category, read_strength, strength
from engine.rules import Game, Stakes
from engine.seats import Positions, first_blinds, move_blinds
from engine.session import new_session, places, sit
from tests.engine.table import Table, draw, holdem


def best(cards: str) -> tuple[Category, tuple[int, ...], tuple[int, ...]]:
    """Read the best five of these cards."""
    return tuple(read_strength(strength(parse_cards(cards))))  # type: ignore[return-value]


def beats(better: str, worse: str) -> bool:
    return strength(parse_cards(better)) > strength(parse_cards(worse))


def ties(one: str, other: str) -> bool:
    return strength(parse_cards(one)) == strength(parse_cards(other))


# 000, the house profile of Hold'em


def test_000_house_stakes_are_200_chips_and_blinds_1_2_without_ante_for_2_to_10() -> None:
    assert holdem_rules.HOUSE_STACK == 200
    assert Stakes(1, 2, 0) == holdem_rules.HOUSE_STAKES
    for seats in (1, 11):
        with pytest.raises(Malformed):
            new_session(Game.HOLDEM, holdem_rules.HOUSE_STAKES, 200, seats)


def test_000_at_the_agreed_time_the_biggest_stack_wins_and_equal_ones_share() -> None:
    session = new_session(Game.HOLDEM, holdem_rules.HOUSE_STAKES, 200, 10)
    for member in (501, 502):
        session = sit(session, member)
    (shared,) = places(session)
    assert (shared.place, len(shared.players)) == (1, 2)


def test_000_cards_come_one_at_a_time_from_the_left_of_the_button() -> None:
    table = holdem("A* 200, B 200, C 200")
    assert [table.name_of[event.seat] for event in table.of(CardsDealt)] == ["B", "C", "A"]
    rounds = [hole[number] for number in (0, 1) for hole in table.hand.holes]
    assert [*rounds, *table.hand.stub] == list(FULL_DECK)


def test_000_a_card_is_burned_before_the_flop_of_3_the_turn_of_1_and_the_river_of_1() -> None:
    table = holdem("A* 200, B 200").play("A calls, B checks").check_down()
    streets = [(event.street, event.burned, len(event.cards)) for event in table.of(StreetOpened)]
    assert streets == [("flop", 1, 3), ("turn", 1, 1), ("river", 1, 1)]


def test_000_heads_up_the_button_posts_the_small_blind_acts_first_then_last() -> None:
    table = holdem("A* 200, B 200")
    assert table.stacks == {"A": 199, "B": 198}
    assert [event.seat for event in table.of(CardsDealt)] == [2, 1]
    assert table.next == "A"
    table.play("A calls, B checks")
    assert (table.street, table.next) == ("flop", "B")


def test_000_going_down_to_two_nobody_pays_the_big_blind_twice_running() -> None:
    last = first_blinds(1, {1, 2, 3})
    assert last.big_blind == 3
    assert move_blinds(last, {2, 3}) == Positions(3, 3, 2)


def test_000_the_small_blind_may_be_missing_and_the_button_rest_on_an_empty_seat() -> None:
    last = Positions(1, 2, 3)
    after_3_left = move_blinds(last, {1, 2, 4, 5})
    assert after_3_left == Positions(2, 3, 4)
    table = holdem("A@1 9, B@2 9, D@4 9, E@5 9", positions=after_3_left)
    assert table.stacks == {"A": 9, "B": 9, "D": 7, "E": 9}
    assert move_blinds(after_3_left, {1, 2, 4, 5}) == Positions(3, 4, 5)


def test_000_a_short_blind_posts_all_it_has_and_the_others_still_owe_2() -> None:
    table = holdem("A 200, B 1, C* 200")
    assert table.stacks["B"] == 0
    assert (table.next, table.to_call, table.limits) == ("C", 2, (4, 200))


def test_000_both_cards_are_shown_even_by_who_plays_the_board() -> None:
    table = holdem("A* 200, B 200", hole="A 2h 2s, B 9d 9c", board="Ac Kd Qh Js 10c")
    table.play("A calls, B checks").check_down()
    (shown,) = table.of(HandsShown)
    assert [len(cards) for _, cards in shown.hands] == [2, 2]


def test_000_before_the_flop_left_of_the_big_blind_begins_then_left_of_the_button() -> None:
    table = holdem("A 200, B 200, C 200, D* 200")
    assert table.next == "C"
    table.play("C calls, D folds, A calls, B checks")
    assert (table.street, table.next) == ("flop", "A")


def test_000_the_big_blind_may_raise_after_calls() -> None:
    table = holdem("A 200, B 200, C* 200").play("C and A call")
    assert table.next == "B"
    assert table.limits == (4, 200)
    table.play("B raises to 4")


def test_000_check_raise_is_allowed() -> None:
    table = holdem("A* 200, B 200").play("A calls, B checks, B checks, A bets 4")
    assert table.limits == (8, 198)
    table.play("B raises to 8")


def test_000_who_alone_remains_wins_at_once_without_showing() -> None:
    table = holdem("A* 200, B 200").play("A folds")
    assert table.over
    assert table.shown == []
    assert table.board == ""


def test_000_the_smallest_bet_is_2() -> None:
    table = holdem("A* 200, B 200").play("A calls, B checks")
    table.refuses("B bets 1", Reason.BELOW_MINIMUM)
    table.play("B bets 2")


def test_000_raises_have_no_cap() -> None:
    table = holdem("A* 200, B 200")
    for total in range(4, 200, 2):
        table.play(f"{table.next} raises to {total}")
    assert table.limits == (200, 200)


def test_000_an_incomplete_bet_or_raise_is_for_all_in_only() -> None:
    table = holdem("A 200, B* 5, C 200, D 7").play("A calls, B calls, C calls, D checks")
    table.refuses("C bets 1", Reason.BELOW_MINIMUM)
    table.play("C bets 2")
    table.refuses("D raises to 3", Reason.BELOW_MINIMUM)
    table.play("D raises to 5, A calls, B goes all-in")
    assert table.stacks["B"] == 0


def test_000_a_call_for_less_keeps_the_hand_alive_for_what_it_covers() -> None:
    table = holdem("A* 200, B 30", hole="A Ks Kd, B As Ad", board="Jh 8s 5c 3d 2h").play(
        "A raises to 80, B calls"
    )
    assert table.returned == {"A": 50}
    assert table.pots == [(60, "BA", {"B": 60})]


def reopening() -> Table:
    """Let A bet 10, B call and P go all-in for 15; Q, who has 20, and N are still to act."""
    table = holdem("A 202, B 202, P 17, Q 22, N* 202")
    table.play("P and Q and N and A call, B checks")
    return table.play("A bets 10, B calls, P raises to 15")


def test_000_reopening_10_10_15_lets_a_new_player_raise_to_25() -> None:
    table = holdem("A 202, B 202, P 17, N* 202").play("P and N and A call, B checks")
    table.play("A bets 10, B calls, P raises to 15")
    assert table.next == "N"
    assert table.limits == (25, 200)
    table.refuses("N raises to 24", Reason.BELOW_MINIMUM)


def test_000_reopening_10_10_15_leaves_the_earlier_ones_to_call_or_fold() -> None:
    table = reopening().play("Q folds, N folds")
    assert (table.next, table.to_call, table.limits) == ("A", 5, None)
    table.refuses("A raises to 25", Reason.RAISE_NOT_REOPENED)
    table.refuses("A goes all-in", Reason.RAISE_NOT_REOPENED)
    table.play("A calls")
    assert (table.next, table.limits) == ("B", None)


def test_000_reopening_10_10_15_20_lets_the_earlier_caller_raise_to_30() -> None:
    table = reopening().play("Q raises to 20, N folds, A calls")
    assert (table.next, table.to_call, table.limits) == ("B", 10, (30, 200))
    table.refuses("B raises to 29", Reason.BELOW_MINIMUM)
    table.play("B raises to 30")


def test_000_folded_chips_stay_in_the_level_they_were_paid_to() -> None:
    table = holdem("A 20, B 200, C* 200", hole="A As Ad, B Ks Kd", board="Jh 8s 5c 3d 2h")
    table.play("C raises to 20, A calls, B raises to 60, C raises to 120, B raises to 200, C folds")
    assert table.returned == {"B": 80}
    assert table.pots == [(60, "AB", {"A": 60}), (200, "B", {"B": 200})]


def test_000_without_more_betting_all_live_hands_are_shown_and_the_board_completed() -> None:
    table = holdem("A* 50, B 50, C 50").play("A raises to 50, B folds, C calls")
    assert table.shown == ["C", "A"]
    assert len(table.hand.board) == 5
    assert table.burned == 3


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("6h 5h 4h 3h 2h", "As Ad Ac Ah Kd"),
        ("2s 2d 2c 2h 3d", "As Ad Ac Kh Kd"),
        ("2s 2d 2c 3h 3d", "Ah Kh Qh Jh 9h"),
        ("7h 5h 4h 3h 2h", "As Kd Qc Jh Td"),
        ("As 2d 3c 4h 5d", "As Ad Ac Kh Qd"),
        ("2s 2d 2c 4h 3d", "As Ad Kc Kh Qd"),
        ("2s 2d 3c 3h 4d", "As Ad Kc Qh Jd"),
        ("2s 2d 3c 4h 5d", "As Kd Qc Jh 9d"),
    ],
)
def test_000_the_order_of_the_nine_hands(better: str, worse: str) -> None:
    assert beats(better, worse)


def test_000_the_wheel_is_the_smallest_straight() -> None:
    assert best("As 2d 3c 4h 5d") == (Category.STRAIGHT, (3,), ())
    assert beats("2s 3d 4c 5h 6d", "As 2d 3c 4h 5d")


def test_000_king_ace_two_is_no_straight() -> None:
    for wrapped in ("Ks As 2d 3c 4h", "Qs Ks As 2d 3c", "Js Qs Ks As 2d"):
        assert best(wrapped)[0] is Category.HIGH_CARD


def test_000_a_full_house_compares_its_trips_first() -> None:
    assert beats("3s 3d 3c 2h 2d", "2s 2c 2h As Ad")


def test_000_two_pair_compares_the_higher_pair_first() -> None:
    assert beats("As Ad 2c 2h 3d", "Ks Kd Qc Qh Jd")


def test_000_then_the_other_cards_from_the_highest_down() -> None:
    assert beats("As Ad Kc 4h 3d", "Ac Ah Qc Jh Td")


def test_000_straights_compare_their_top_and_suits_are_equal() -> None:
    assert beats("7s 6d 5c 4h 3d", "6s 5d 4c 3h 2d")
    assert ties("7s 6s 5s 4s 3s", "7h 6h 5h 4h 3h")


def test_000_the_odd_chip_goes_to_the_first_winner_left_of_the_button() -> None:
    table = holdem(
        "A 200, B 200, C* 200", hole="A 2h 2s, B 3d 4c, C 9d 9c", board="Ac Kd Qh Js 10c"
    )
    table.play("C calls, A folds, B checks").check_down()
    assert table.pots == [(5, "BC", {"B": 3, "C": 2})]


def test_000_the_last_to_bet_the_river_shows_first_otherwise_left_of_the_button() -> None:
    table = holdem("A 200, B 200, C* 200").play("C and A call, B checks")
    table.play("A and B and C check, A and B and C check")
    river = table.play("A checks, B bets 2, C and A call")
    assert river.shown == ["B", "C", "A"]
    checked = holdem("A 200, B 200, C* 200").play("C and A call, B checks").check_down()
    assert checked.shown == ["A", "B", "C"]


def test_000_board_ace_to_ten_twos_and_nines_share() -> None:
    """The example of section 5: both play the straight on the board, whatever their pairs."""
    table = holdem("A* 200, B 200", hole="A 2h 2s, B 9d 9c", board="Ac Kd Qh Js 10c")
    table.play("A calls, B checks").check_down()
    assert set(table.made.values()) == {Category.STRAIGHT}
    assert table.pots == [(4, "BA", {"B": 2, "A": 2})]


def pots_20_50_80(hole: str) -> Table:
    table = holdem("A 20, B 50, C* 80", hole=hole, board="Jh 8s 5c 3d 2h")
    return table.play("C raises to 80, A and B call")


def test_000_pots_20_50_80_return_30_and_make_60_and_60() -> None:
    table = pots_20_50_80("A As Ad, B Qs Qd, C Ks Kd")
    assert table.returned == {"C": 30}
    assert [(chips, who) for chips, who, _ in table.pots] == [(60, "ABC"), (60, "BC")]


def test_000_pots_20_50_80_a_wins_the_main_pot_and_c_the_side_pot() -> None:
    table = pots_20_50_80("A As Ad, B Qs Qd, C Ks Kd")
    assert table.pots == [(60, "ABC", {"A": 60}), (60, "BC", {"C": 60})]
    assert table.stacks == {"A": 60, "B": 0, "C": 90}


def test_000_pots_20_50_80_ties_share_each_pot_by_itself() -> None:
    table = pots_20_50_80("A As Kd, B Ad Ks, C Ac Kc")
    assert table.pots == [
        (60, "ABC", {"A": 20, "B": 20, "C": 20}),
        (60, "BC", {"B": 30, "C": 30}),
    ]


# 001, the house profile of five-card draw


def test_001_house_stakes_are_100_chips_and_an_ante_of_1_for_2_to_6() -> None:
    assert fivecard.HOUSE_STACK == 100
    assert Stakes(ante=1) == fivecard.HOUSE_STAKES
    assert fivecard.HOUSE_HANDS == 10
    for seats in (1, 7):
        with pytest.raises(Malformed):
            new_session(Game.FIVECARD, fivecard.HOUSE_STAKES, 100, seats)


def test_001_five_cards_one_at_a_time_from_the_left_of_the_dealer_and_no_burn() -> None:
    table = draw("A* 100, B 100")
    assert [event.seat for event in table.of(CardsDealt)] == [2, 1]
    deck_order = [card for pair in zip(*table.hand.holes, strict=True) for card in pair]
    assert [*deck_order, *table.hand.stub] == list(FULL_DECK)
    table.play("B and A check").check_down()
    assert table.burned == 0
    assert table.hand.board == ()


def test_001_without_a_bet_pass_or_open_for_at_least_2() -> None:
    table = draw("A 100, B* 100")
    assert (table.to_call, table.limits) == (0, (2, 99))
    table.refuses("A bets 1", Reason.BELOW_MINIMUM)
    table.refuses("A calls", Reason.NOTHING_TO_CALL)


def test_001_bet_2_raise_to_6_next_raise_to_at_least_10() -> None:
    table = draw("A 100, B 100, C* 100").play("A bets 2, B raises to 6")
    assert table.limits == (10, 99)
    table.refuses("C raises to 9", Reason.BELOW_MINIMUM)
    table.play("C raises to 10")


def test_001_each_new_round_begins_with_a_minimum_of_2() -> None:
    table = draw("A 100, B* 100").play("A bets 20, B calls, A and B stand pat")
    assert (table.street, table.limits) == ("after_draw", (2, 79))


def test_001_antes_are_not_bets_of_the_round() -> None:
    table = draw("A 100, B* 100")
    assert table.pot == 2
    assert table.to_call == 0
    table.play("A bets 2")
    assert table.to_call == 2


def test_001_the_exchange_is_zero_to_five_cards_each_in_order() -> None:
    table = draw("A 100, B 100, C 100, D* 100").play("A and B and C and D check")
    before = {name: set(table.cards(name)) for name in "ABCD"}
    table.play("A stands pat, B draws 1, C draws 4, D draws 5")
    kept = [len(before[name] & set(table.cards(name))) for name in "ABCD"]
    assert kept == [5, 4, 1, 0]
    assert table.draw_order == ["A", "B", "C", "D"]


def test_001_nobody_changes_again_after_receiving() -> None:
    table = draw("A 100, B* 100").play("A and B check, A draws 2")
    table.refuses("A draws 1", Reason.NOT_YOUR_TURN)


def test_001_all_in_players_exchange_too() -> None:
    table = draw("A 11, B 100, C* 100").play("A bets 10, B and C call")
    assert (table.street, table.next) == ("draw", "A")
    table.play("A draws 3")
    assert table.next == "B"


def test_001_a_short_stub_is_shuffled_with_the_old_discards_and_folded_hands_of_others() -> None:
    table = draw("A 100, B 100, C 100, D 100, E 100, F* 100")
    table.play("A bets 2, B and C and D and E call, F folds")
    table.play("A and B and C and D draw 5")
    folded, own = set(table.hand.holes[5]), set(table.hand.holes[4])
    assert len(table.hand.stub) == 2
    table.play("E draws 5")
    (shuffled,) = table.of(StubReshuffled)
    assert shuffled.size == 2 + 4 * 5 + 5
    assert folded <= {*table.hand.stub, *table.hand.holes[4]}
    assert not own & {*table.hand.stub, *table.hand.holes[4]}


def test_001_the_second_round_begins_left_of_the_dealer_again() -> None:
    table = draw("A 100, B 100, C* 100").play("A checks, B bets 2, C calls, A calls")
    table.play("A and B and C stand pat")
    assert table.next == "A"


def test_001_who_alone_remains_wins_without_exchange_or_showdown() -> None:
    table = draw("A 100, B 100, C* 100").play("A bets 2, B and C fold")
    assert table.over
    assert (table.draw_order, table.shown) == ([], [])
    assert table.stacks == {"A": 102, "B": 99, "C": 99}


def test_001_a_short_raise_reopens_only_once_the_sum_reaches_a_full_one() -> None:
    table = draw("A 100, B 14, C 17, D* 100").play("A bets 10, B raises to 13, C raises to 16")
    assert (table.next, table.limits) == ("D", (26, 99))
    table.play("D calls")
    assert table.next == "A"
    table.refuses("A raises to 26", Reason.RAISE_NOT_REOPENED)
    table = draw("A 100, B 14, C 21, D* 100").play("A bets 10, B raises to 13, C raises to 20")
    assert table.play("D calls").limits == (30, 99)


def test_001_without_another_bet_the_exchange_comes_then_the_showdown() -> None:
    table = draw("A 11, B* 11").play("A bets 10, B calls")
    assert table.street == "draw"
    table.play("A draws 1, B stands pat")
    assert table.over
    assert table.shown == ["A", "B"]


def test_001_the_royal_is_the_highest_straight_flush() -> None:
    assert best("Ah Kh Qh Jh Th") == (Category.STRAIGHT_FLUSH, (12,), ())
    assert beats("Ah Kh Qh Jh Th", "Ks Qs Js Ts 9s")


def test_001_the_ace_ends_the_low_straight_and_no_straight_goes_round() -> None:
    assert best("Ah 2d 3c 4h 5d")[0] is Category.STRAIGHT
    assert best("Qh Kd Ac 2h 3d")[0] is Category.HIGH_CARD


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("3s 3d 3c 3h 2d", "2s 2d 2c 2h Ad"),
        ("3s 3d 3c 2h 2d", "2s 2d 2c Ah Ad"),
        ("As Ad 3c 3h 4d", "As Ad 2c 2h Kd"),
        ("As Ad 3c 3h 4d", "Ac Ah 3s 3d 2d"),
        ("As Ks Qs Js 9s", "Ah Kh Qh Jh 8h"),
        ("As Kd Qs Js 9s", "Ah Kc Qh Jh 8h"),
        ("9s 8d 7c 6h 5d", "8s 7d 6c 5h 4d"),
    ],
)
def test_001_equal_groups_are_decided_by_the_cards_that_come_next(better: str, worse: str) -> None:
    assert beats(better, worse)


def test_001_suits_decide_nothing() -> None:
    assert ties("As Ks Qs Js 9s", "Ah Kh Qh Jh 9h")


def test_001_the_last_bettor_of_the_second_round_shows_first_otherwise_left_of_the_dealer() -> None:
    table = draw("A 100, B 100, C* 100").play("A bets 2, B and C call, A and B and C stand pat")
    assert table.play("A checks, B bets 2, C and A call").shown == ["B", "C", "A"]
    table = draw("A 100, B 100, C* 100").play("A checks, B bets 2, C and A call").check_down()
    assert table.shown == ["A", "B", "C"]


def test_001_equal_hands_share_and_the_odd_chip_is_for_the_first_left_of_the_dealer() -> None:
    table = draw(
        "A 100, B 100, C* 100", hands="A Kc Qd 9h 5s 2c, B Kd Qh 9s 5c 2d, C 7c 8d Th Js 3c"
    )
    table.play("A and B and C check").check_down()
    assert table.pots == [(3, "ABC", {"A": 2, "B": 1})]


def test_001_full_hand_a_pair_becomes_quads_and_wins_10() -> None:
    """Section 8: ante 1 and 4 more each, a pot of 10 for A, his own 5 among them."""
    table = draw(
        "A 100, B* 100",
        hands="A As Ad 5c 7d 9h, B Ks Kd Kh 3d 4h",
        then="Ac Ah 2s",
    )
    table.play("A bets 4, B calls")
    assert table.pot == 10
    table.play("A discards 5c 7d 9h, B stands pat")
    assert set(table.cards("A")) == {"As", "Ad", "Ac", "Ah", "2s"}
    assert table.hand.board == ()
    table.play("A and B check")
    assert table.made == {"A": Category.FOUR_OF_A_KIND, "B": Category.THREE_OF_A_KIND}
    assert read_strength(strength(table.hand.holes[0])).rest == (0,)
    assert table.pots == [(10, "AB", {"A": 10})]
    assert table.stacks == {"A": 105, "B": 95}


def test_001_question_all_five_may_be_changed_without_showing_an_ace() -> None:
    table = draw("A 100, B* 100", hands="A 2c 7d 9h Js Kc").play("A and B check, A draws 5")
    assert not {"2c", "7d", "9h", "Js", "Kc"} & set(table.cards("A"))
    assert table.shown == []


def test_001_question_no_pair_of_jacks_is_needed_to_open_or_to_win() -> None:
    table = draw("A 100, B* 100", hands="A 2c 3d 4h 5s 7c, B 2d 3c 4c 5d 6s")
    table.play("A bets 2, B folds")
    assert table.stacks["A"] == 101


def test_001_question_own_discards_cannot_come_straight_back() -> None:
    table = draw("A 100, B 100, C 100, D 100, E 100, F* 100")
    table.play("A and B and C and D and E and F check, A and B and C and D draw 5")
    own = set(table.cards("E"))
    table.play("E draws 5")
    assert len(table.of(StubReshuffled)) == 1
    assert not own & set(table.cards("E"))


# 002, a general text on Hold'em


def test_002_blinds_1_2_make_a_pot_of_3_before_anybody_acts() -> None:
    assert holdem("A 200, B 200, C* 200").pot == 3


def test_002_heads_up_the_button_is_the_small_blind_first_before_and_last_after_the_flop() -> None:
    table = holdem("A* 200, B 200")
    assert table.next == "A"
    assert table.play("A calls, B checks").next == "B"


def test_002_an_ante_is_paid_besides_the_blinds() -> None:
    table = holdem("A 200, B 200, C* 200", ante=1)
    assert table.pot == 6
    assert table.to_call == 2


def test_002_blinds_add_only_the_difference_to_call() -> None:
    table = holdem("A 200, B 200, C* 200").play("C raises to 6")
    assert (table.next, table.to_call) == ("A", 5)
    table.play("A calls")
    assert (table.next, table.to_call) == ("B", 4)


def test_002_who_checked_may_act_again_when_somebody_bets() -> None:
    table = holdem("A* 200, B 200").play("A calls, B checks, B checks, A bets 2")
    assert table.next == "B"


def test_002_a_raise_to_6_is_a_total_of_6_and_4_more_than_the_blind() -> None:
    table = holdem("A 200, B 200, C* 200").play("C raises to 6")
    assert table.stacks["C"] == 194
    assert table.hand.round.increment == 4


def test_002_the_first_raise_is_to_4_and_after_6_the_next_is_to_10() -> None:
    table = holdem("A 200, B 200, C* 200")
    assert table.limits == (4, 200)
    table.play("C raises to 6")
    assert table.limits == (10, 200)
    table.refuses("A raises to 9", Reason.BELOW_MINIMUM)


def test_002_a_bet_may_reach_the_whole_stack_but_a_check_is_enough() -> None:
    table = holdem("A* 200, B 200").play("A calls, B checks")
    assert table.limits == (2, 198)
    assert table.legal is not None
    assert table.legal.can_check


def test_002_full_hand_kings_full_win_the_pot_of_50() -> None:
    """Pots of 18, 30 and 50; the first raiser folds the flop."""
    table = holdem(
        "S 200, B 200, U 200, D* 200",
        hole="S Kd Kh, B Ac 9h",
        board="9c 9d 4s 2h Kc",
    )
    table.play("U raises to 6, D folds, S calls, B calls")
    assert table.pot == 18
    table.play("S bets 6, B calls, U folds")
    assert table.pot == 30
    table.play("S bets 10, B calls")
    assert table.pot == 50
    table.play("S checks, B checks")
    assert table.made == {"S": Category.FULL_HOUSE, "B": Category.THREE_OF_A_KIND}
    assert best("Kd Kh 9c 9d 4s 2h Kc") == (Category.FULL_HOUSE, (11,), (7,))
    assert table.pots == [(50, "SB", {"S": 50})]
    assert table.stacks == {"S": 228, "B": 178, "U": 194, "D": 200}


def pots_40_100_100(hole: str) -> Table:
    table = holdem("A 40, B 100, C* 100", hole=hole, board="Jh 8s 5c 3d 2h")
    return table.play("C raises to 100, A and B call")


def test_002_pots_40_100_100_make_a_main_pot_and_a_side_pot_of_120() -> None:
    table = pots_40_100_100("A As Ad, B Ks Kd, C Qs Qd")
    assert table.pots == [(120, "ABC", {"A": 120}), (120, "BC", {"B": 120})]


def test_002_pots_40_100_100_b_may_win_both() -> None:
    table = pots_40_100_100("A Qs Qd, B As Ad, C Ks Kd")
    assert table.stacks == {"A": 0, "B": 240, "C": 0}


def test_002_a_folded_player_cannot_win_what_he_put_in() -> None:
    table = holdem("A* 200, B 200", hole="A As Ad, B 7h 2c").play("A raises to 6, B calls")
    table.play("B bets 2, A folds")
    assert table.stacks == {"A": 194, "B": 206}


def test_002_a_straight_to_the_ace_on_the_board_is_shared() -> None:
    table = holdem("A* 200, B 200, C 200", board="Ac Kd Qh Js 10c", hole="A 2h 2s, C 9d 9c")
    table.play("A calls, B folds, C checks").check_down()
    assert table.pots == [(5, "CA", {"C": 3, "A": 2})]


# 003, a general text on Hold'em


def test_003_two_private_cards_one_or_none_make_the_hand() -> None:
    assert best("Ah Kh Qh Jh Th 2c 3d")[0] is Category.STRAIGHT_FLUSH
    assert best("Ah 3d Kh Qh Jh Th 2c")[0] is Category.STRAIGHT_FLUSH
    assert best("2c 3d Ah Kh Qh Jh Th")[0] is Category.STRAIGHT_FLUSH


def test_003_the_first_to_speak_sits_left_of_the_big_blind_and_calls_raises_or_folds() -> None:
    table = holdem("A 200, B 200, C 200, D* 200")
    assert table.next == "C"
    table.refuses("C checks", Reason.FACING_A_BET)


def test_003_a_reraise_is_at_least_the_raise_before() -> None:
    table = holdem("A 200, B 200, C* 200").play("C raises to 10")
    assert table.limits == (18, 200)


def test_003_the_raise_of_no_limit_ends_at_the_stack() -> None:
    table = holdem("A 200, B 200, C* 200")
    table.refuses("C raises to 201", Reason.ABOVE_STACK)
    table.play("C raises to 200")


def test_003_the_small_blind_speaks_first_after_the_flop_and_the_button_last() -> None:
    table = holdem("A 200, B 200, C* 200").play("C and A call, B checks")
    order = []
    while table.street == "flop":
        order.append(str(table.next))
        table.play(f"{table.next} checks")
    assert order == ["A", "B", "C"]


def test_003_the_all_in_player_is_in_the_main_pot_only() -> None:
    table = holdem("A 10, B 200, C* 200").play("C raises to 20, A and B call")
    table.play("B bets 5, C calls").check_down()
    assert [(chips, who) for chips, who, _ in table.pots] == [(30, "ABC"), (30, "BC")]


def test_003_several_all_ins_make_several_side_pots() -> None:
    table = holdem("A 10, B 30, C 60, D* 60").play("C raises to 60, D and A and B call")
    assert [(chips, who) for chips, who, _ in table.pots] == [
        (40, "ABCD"),
        (60, "BCD"),
        (60, "CD"),
    ]


def test_003_the_kicker_decides_and_the_same_five_cards_share() -> None:
    board = "Ah 8d 5c 3s 2d"
    assert beats(f"As Kd {board}", f"Ad Qd {board}")
    assert ties(f"Kd Qd {board}", f"Kc Qc {board}")


def test_003_overruled_playing_the_board_needs_no_announcement() -> None:
    """The text takes the pot from who does not announce it; RULINGS C7: the dealer reads hands."""
    table = holdem("A* 200, B 200", hole="A 2h 2s, B 3d 3c", board="Ac Kd Qh Js 10c")
    table.play("A calls, B checks").check_down()
    assert table.pots == [(4, "BA", {"B": 2, "A": 2})]


# 004, a general text on Hold'em


def test_004_blinds_5_10() -> None:
    table = holdem("S 1000, B 1000, U* 1000", "5/10")
    assert table.stacks == {"S": 995, "B": 990, "U": 1000}


def test_004_the_board_of_the_overview_opens_street_by_street() -> None:
    table = holdem("A* 200, B 200", "5/10", board="Ks 9d 7c 4h 2s").play("A calls, B checks")
    assert table.board == "Ks 9d 7c"
    assert table.play("B and A check").board == "Ks 9d 7c 4h"
    assert table.play("B and A check").board == "Ks 9d 7c 4h 2s"


def test_004_if_one_player_is_left_the_rest_of_the_board_stays_closed() -> None:
    table = holdem("A* 200, B 200", "5/10").play("A calls, B checks, B bets 10, A folds")
    assert len(table.hand.board) == 3


def test_004_a_round_ends_too_when_everybody_checks() -> None:
    table = holdem("A* 200, B 200").play("A calls, B checks, B checks, A checks")
    assert table.street == "turn"


def test_004_six_players_act_in_their_order_and_the_button_last_from_the_flop_on() -> None:
    table = holdem("S 100, B 100, U 100, V 100, W 100, D* 100")
    before = []
    while table.street == "preflop":
        before.append(str(table.next))
        table.play(f"{table.next} {'checks' if table.next == 'B' else 'calls'}")
    after = []
    while table.street == "flop":
        after.append(str(table.next))
        table.play(f"{table.next} checks")
    assert "".join(before) == "UVWDSB"
    assert "".join(after) == "SBUVWD"


def test_004_folded_and_all_in_players_are_passed_over() -> None:
    table = holdem("A 10, B 200, C 200, D* 200").play("C raises to 10, D folds, A and B call")
    assert (table.street, table.next) == ("flop", "B")
    assert table.play("B checks").next == "C"
    assert table.play("C checks").next == "B"


def test_004_overruled_the_button_follows_the_dead_button_rule() -> None:
    """The text moves it one place; 000 lets it rest where the small blind was (RULINGS B7)."""
    assert move_blinds(Positions(1, 2, 3), {1, 3, 4}) == Positions(2, 3, 4)


def test_004_the_first_to_act_cannot_check_and_the_big_blind_can() -> None:
    table = holdem("A 200, B 200, C* 200")
    table.refuses("C checks", Reason.FACING_A_BET)
    table.play("C and A call")
    assert table.legal is not None
    assert table.legal.can_check
    assert table.limits == (4, 200)


def test_004_the_big_blind_of_10_adds_15_to_call_25() -> None:
    table = holdem("S 1000, B 1000, D* 1000", "5/10").play("D raises to 25, S folds")
    assert (table.next, table.to_call) == ("B", 15)


def test_004_what_is_owed_counts_from_0_on_the_next_street() -> None:
    table = holdem("A* 200, B 200", "5/10").play("A calls, B checks, B bets 10")
    assert table.to_call == 10


def test_004_with_blinds_5_10_a_bet_is_at_least_10_and_the_first_raise_at_least_to_20() -> None:
    table = holdem("A* 200, B 200", "5/10")
    assert table.limits == (20, 200)
    table.play("A calls, B checks")
    assert table.limits == (10, 190)


def test_004_big_blind_10_raise_to_25_next_raise_to_40() -> None:
    table = holdem("S 1000, B 1000, D* 1000", "5/10").play("D raises to 25")
    assert table.limits == (40, 1000)
    table.refuses("S raises to 39", Reason.BELOW_MINIMUM)


def test_004_who_has_less_than_the_minimum_may_still_go_all_in() -> None:
    table = holdem("S 30, B 1000, D* 1000", "5/10").play("D raises to 25")
    assert table.limits == (30, 30)
    table.play("S goes all-in")
    assert table.stacks["S"] == 0


def test_004_pots_300_400_and_200_returned() -> None:
    table = holdem(
        "A 100, B 300, C* 500", "5/10", hole="A As Ad, B Ks Kd, C Qs Qd", board="Jh 8s 5c 3d 2h"
    )
    table.play("C raises to 500, A and B call")
    assert table.returned == {"C": 200}
    assert table.pots == [(300, "ABC", {"A": 300}), (400, "BC", {"B": 400})]


def test_004_with_at_most_one_player_able_to_bet_the_board_is_completed() -> None:
    table = holdem("A* 50, B 200").play("A raises to 50, B calls")
    assert table.over
    assert len(table.hand.board) == 5


def test_004_chips_that_do_not_divide_go_to_the_winner_nearest_left_of_the_button() -> None:
    table = holdem(
        "A 200, B 200, C 200, D* 200", hole="C 2h 2s, D 3d 3c, B 4d 4c", board="Ac Kd Qh Js 10c"
    )
    table.play("C raises to 7, D calls, A folds, B calls").check_down()
    assert table.pots == [(22, "BCD", {"B": 8, "C": 7, "D": 7})]


def test_004_full_hand_the_big_blind_receives_115_without_showing() -> None:
    """Six players, blinds 5/10: pots of 55 and 115; the last bet of 60 comes back."""
    table = holdem("S 1000, B 1000, U 1000, V 1000, W 1000, D* 1000", "5/10")
    table.play("U and V and W fold, D raises to 25, S folds, B calls")
    assert table.pot == 55
    table.play("B checks, D bets 30, B calls")
    assert table.pot == 115
    table.play("B checks, D checks")
    assert table.pot == 115
    table.play("B bets 60, D folds")
    assert table.returned == {"B": 60}
    assert table.pots == [(115, "B", {"B": 115})]
    assert table.shown == []
    assert table.stacks == {"S": 995, "B": 1060, "U": 1000, "V": 1000, "W": 1000, "D": 945}


def test_004_question_1_after_50_over_20_the_next_raise_is_to_80() -> None:
    table = holdem("S 1000, B 1000, U 1000, D* 1000", "10/20").play("U raises to 50")
    assert table.limits == (80, 1000)
    table.refuses("D raises to 79", Reason.BELOW_MINIMUM)


def test_004_question_2_a_big_blind_of_10_adds_20_to_call_30() -> None:
    table = holdem("S 1000, B 1000, D* 1000", "5/10").play("D raises to 30, S folds")
    assert (table.next, table.to_call) == ("B", 20)


def test_004_question_3_on_the_flop_nobody_can_call_where_nobody_bet() -> None:
    table = holdem("A* 200, B 200").play("A calls, B checks")
    table.refuses("B calls", Reason.NOTHING_TO_CALL)
    table.refuses("B raises to 10", Reason.NO_BET_TO_RAISE)


def test_004_question_4_all_in_for_200_against_500_and_500_wins_600() -> None:
    table = holdem(
        "A 200, B 500, C* 500", "5/10", hole="A As Ad, B Ks Kd, C Qs Qd", board="Jh 8s 5c 3d 2h"
    )
    table.play("C raises to 500, A and B call")
    assert table.pots == [(600, "ABC", {"A": 600}), (600, "BC", {"B": 600})]


def test_004_faq_a_check_adds_nothing_and_a_call_what_is_missing() -> None:
    table = holdem("A* 200, B 200").play("A calls, B checks")
    assert table.play("B checks").stacks == {"A": 198, "B": 198}
    assert table.play("A bets 10, B calls").stacks == {"A": 188, "B": 188}


def test_004_faq_folded_chips_stay_in_the_pot_for_the_winner() -> None:
    table = holdem("A* 200, B 200").play("A raises to 10, B calls, B bets 2, A folds")
    assert table.stacks == {"A": 190, "B": 210}


def test_004_faq_who_cannot_call_in_full_may_stay_with_all_he_has() -> None:
    table = holdem("A* 200, B 60").play("A raises to 100")
    assert table.to_call == 58
    table.play("B calls")
    assert table.returned == {"A": 40}
    assert table.pot == 120


def test_004_faq_heads_up_the_button_is_first_before_the_flop_and_last_after() -> None:
    table = holdem("A* 200, B 200", "5/10")
    assert table.next == "A"
    assert table.play("A calls, B checks").next == "B"


# Pot-limit, fixed-limit and the straddle


def test_002_pot_limit_an_opening_bet_is_at_most_the_pot_of_ten() -> None:
    table = holdem("A* 200, B 200", "5/5", limit="pot-limit").play("A checks, B checks")
    assert table.pot == 10
    assert table.limits == (5, 10)
    table.refuses("B bets 11", Reason.ABOVE_LIMIT)


def test_002_pot_limit_over_a_bet_of_ten_the_raise_is_at_most_to_forty() -> None:
    table = holdem("A* 200, B 200", "5/5", limit="pot-limit").play("A checks, B checks, B bets 10")
    assert table.pot == 20
    assert table.limits == (20, 40)
    table.refuses("A raises to 41", Reason.ABOVE_LIMIT)
    assert table.play("A raises to 40").to_call == 30


def test_002_limit_bets_are_two_on_some_streets_and_four_on_others() -> None:
    table = holdem("A* 200, B 200", limit="fixed-limit")
    assert table.limits == (4, 4)
    assert table.play("A calls, B checks").limits == (2, 2)
    assert table.play("B checks, A checks").limits == (4, 4)
    assert table.play("B checks, A checks").limits == (4, 4)


def test_003_in_limit_the_raises_in_a_row_are_capped_at_four() -> None:
    table = holdem("A* 200, B 200", limit="fixed-limit")
    table.play("A raises to 4, B raises to 6, A raises to 8, B raises to 10")
    assert table.limits is None
    table.refuses("A raises to 12", Reason.RAISES_CAPPED)
    table.refuses("A goes all-in", Reason.RAISES_CAPPED)
    table.play("A calls")


def test_003_in_limit_the_fixed_bet_doubles_from_the_third_round_on() -> None:
    table = holdem("A* 200, B 200", limit="fixed-limit").play("A calls, B checks")
    table.refuses("B bets 4", Reason.ABOVE_LIMIT)
    table.play("B bets 2, A calls")
    table.refuses("B bets 2", Reason.BELOW_MINIMUM)
    table.play("B bets 4")


def test_003_the_straddler_acts_last_in_the_first_round() -> None:
    table = holdem("A 200, B 200, C 200, D* 200", straddle="C")
    assert table.next == "D"
    assert table.to_call == 4
    table.play("D calls, A calls, B calls")
    assert table.next == "C"
    assert table.limits == (8, 200)
    table.play("C checks")
    assert table.next == "A"
    assert table.limits == (2, 196)
