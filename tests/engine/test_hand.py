"""One hand: dealing, refusing, and what is told about it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.actions import BetTo, Call, Exchange, Fold, Leave, Legal, RaiseTo, Show
from engine.cards import FULL_DECK
from engine.errors import Malformed, Reason, Refusal
from engine.events import HandsRanked, PlayerLeft, PotAwarded, TimedOut
from engine.hand import apply, deal
from engine.rules import Game, Stakes
from engine.seats import Positions, first_blinds
from tests.engine.table import Table, draw, holdem

BOTH = {1: 100, 2: 100}


def kinds(table: Table) -> list[str]:
    return [event.kind for event in table.events]


@pytest.mark.parametrize(
    "stacks", [{}, {1: 100}, {1: 100, 2: 0}, {1: 100, 2: -5}, dict.fromkeys(range(1, 12), 100)]
)
def test_only_two_to_ten_players_with_chips_are_dealt_in(stacks: dict[int, int]) -> None:
    with pytest.raises(Malformed):
        deal(Game.HOLDEM, Stakes(1, 2), stacks, Positions(1, 1, 2), FULL_DECK, FULL_DECK)


def test_five_card_draw_is_for_six_players_at_most() -> None:
    stacks = dict.fromkeys(range(1, 8), 100)
    with pytest.raises(Malformed):
        deal(Game.FIVECARD, Stakes(ante=1), stacks, Positions(1), FULL_DECK, FULL_DECK)


def test_a_hand_needs_two_decks_of_52_different_cards() -> None:
    for deck, reshuffle in ((FULL_DECK[1:], FULL_DECK), (FULL_DECK, FULL_DECK[:1] * 52)):
        with pytest.raises(Malformed):
            deal(Game.HOLDEM, Stakes(1, 2), BOTH, first_blinds(1, BOTH), deck, reshuffle)


def test_a_hand_is_told_in_order_from_the_blinds_to_the_last_chip() -> None:
    table = holdem("A* 200, B 200").play("A calls, B checks").check_down()
    assert kinds(table) == [
        *["blind_posted"] * 2,
        *["cards_dealt"] * 2,
        *["called", "checked"],
        *["street_opened", "checked", "checked"] * 3,
        *["hands_shown", "hands_ranked", "pot_awarded", "hand_ended"],
    ]


def test_a_draw_hand_is_told_with_its_exchange() -> None:
    table = draw("A 100, B* 100").play("A and B check").check_down()
    assert kinds(table) == [
        *["ante_posted"] * 2,
        *["cards_dealt"] * 2,
        *["checked"] * 2,
        *["street_opened", "exchanged", "cards_drawn", "exchanged", "cards_drawn"],
        *["street_opened", "checked", "checked"],
        *["hands_shown", "hands_ranked", "pot_awarded", "hand_ended"],
    ]


def test_what_each_hand_makes_is_told_in_the_order_of_showing() -> None:
    table = holdem("A 200, B 200, C* 200").play("C and A call, B checks").check_down()
    (ranked,) = table.of(HandsRanked)
    assert [table.name_of[seat] for seat, _ in ranked.hands] == table.shown == ["A", "B", "C"]


def test_legal_tells_the_player_to_act_his_choices() -> None:
    table = holdem("A* 200, B 50")
    assert table.legal == Legal(1, to_call=1, min_to=4, max_to=200)
    table.play("A calls, B checks")
    assert table.legal == Legal(2, to_call=0, opens=True, min_to=2, max_to=48)
    table.play("B goes all-in")
    assert table.legal == Legal(1, to_call=48, closed=Reason.NOBODY_CAN_ANSWER)
    table.play("A calls")
    assert table.legal is None


def test_legal_in_the_exchange_tells_the_number_of_cards_only() -> None:
    table = draw("A 100, B* 100").play("A and B check")
    assert table.legal == Legal(1, most_cards=5)
    assert not table.legal.can_check


REFUSED = [
    ("A folds", Reason.NOT_YOUR_TURN),
    ("C checks", Reason.FACING_A_BET),
    ("C bets 4", Reason.FACING_A_BET),
    ("C raises to 3", Reason.BELOW_MINIMUM),
    ("C raises to 201", Reason.ABOVE_STACK),
    ("C draws 1", Reason.NOT_NOW),
    ("C stands pat", Reason.NOT_NOW),
    ("C shows", Reason.NOTHING_TO_SHOW),
    ("C raises to 0", None),
    ("C raises to -4", None),
]


@pytest.mark.parametrize(("words", "reason"), REFUSED)
def test_what_is_not_allowed_is_refused_with_its_reason(words: str, reason: Reason | None) -> None:
    holdem("A 200, B 200, C* 200").refuses(words, reason)


def test_who_has_folded_is_not_in_the_hand() -> None:
    table = holdem("A 200, B 200, C* 200").play("C folds")
    table.refuses("C calls", Reason.NOT_IN_HAND)


@pytest.mark.parametrize("action", [Fold(9), Leave(9), Show(9), Call(0)])
def test_a_seat_that_was_not_dealt_in_can_do_nothing(action: Any) -> None:
    error = holdem("A* 200, B 200").refusal(action)
    assert isinstance(error, Refusal)
    assert error.reason is Reason.NOT_IN_HAND


def test_nobody_acts_in_a_hand_that_is_over() -> None:
    table = holdem("A* 200, B 200").play("A folds")
    for words in ("A folds", "B checks", "B goes all-in", "A times out"):
        table.refuses(words, Reason.HAND_OVER)


def test_no_bet_and_no_all_in_during_the_exchange() -> None:
    table = draw("A 100, B* 100").play("A and B check")
    for words in ("A checks", "A bets 2", "A goes all-in", "A folds", "A calls"):
        table.refuses(words, Reason.NOT_NOW)


@pytest.mark.parametrize("positions", [(0,), (6,), (-1,), (1, 1), (1, 2, 3, 4, 5, 6)])
def test_card_positions_that_repeat_or_do_not_exist_are_refused(positions: tuple[int, ...]) -> None:
    error = draw("A 100, B* 100").play("A and B check").refusal(Exchange(1, positions))
    assert isinstance(error, Refusal)
    assert error.reason is Reason.BAD_POSITIONS


@pytest.mark.parametrize("positions", [(1.0,), ("1",), (True,), (None,)])
def test_card_positions_that_are_no_whole_numbers_are_malformed(positions: Any) -> None:
    error = draw("A 100, B* 100").play("A and B check").refusal(Exchange(1, positions))
    assert isinstance(error, Malformed)


@pytest.mark.parametrize("total", [True, 4.0, "4", None, -1, 0])
def test_amounts_that_are_no_positive_whole_numbers_are_malformed(total: Any) -> None:
    table = holdem("A* 200, B 200")
    assert isinstance(table.refusal(RaiseTo(1, total)), Malformed)
    table.play("A calls, B checks")
    assert isinstance(table.refusal(BetTo(2, total)), Malformed)


def test_all_in_is_a_call_a_bet_or_a_raise_whichever_it_amounts_to() -> None:
    table = holdem("A* 200, B 50").play("A goes all-in, B goes all-in")
    assert kinds(table)[4:6] == ["raised", "called"]
    table = holdem("A* 200, B 50").play("A calls, B checks, B goes all-in")
    assert kinds(table)[-1] == "bet_placed"


def test_exchanged_cards_take_the_place_of_the_discarded_ones() -> None:
    table = draw("A 100, B* 100", hands="A As Ad 5c 7d 9h", then="Ac Ah")
    table.play("A and B check, A discards 9h 5c")
    assert table.cards("A") == ["As", "Ad", "Ac", "7d", "Ah"]


def test_a_time_out_is_told_before_what_follows_from_it() -> None:
    table = holdem("A* 200, B 200").play("A times out")
    assert isinstance(table.events[4], TimedOut)
    assert kinds(table)[5] == "folded"


def test_leaving_a_hand_already_folded_or_over_only_says_so() -> None:
    table = holdem("A 200, B 200, C* 200").play("C folds")
    before = table.hand
    assert isinstance(table.act(Leave(3))[0], PlayerLeft)
    assert table.hand == before
    table.play("A folds")
    before = table.hand
    assert len(table.act(Leave(2))) == 1
    assert table.hand == before


def test_a_folded_player_keeps_his_cards_to_look_at() -> None:
    table = holdem("A* 200, B 200, C 200", hole="A 7h 2c").play("A folds")
    assert table.cards("A") == ["7h", "2c"]
    assert set(table.hand.holes[2]) <= set(table.hand.muck)


def test_pots_are_kept_with_the_hand_once_it_is_over() -> None:
    table = holdem("A* 200, B 200").play("A folds")
    assert table.history[0].pot_awards == ()
    assert table.hand.pot_awards == (PotAwarded(2, (2,), ((2, 2),), 0, ((2, 1), (1, 1))),)


def test_a_copy_of_a_hand_shares_no_list() -> None:
    hand = holdem("A* 200, B 200").hand
    copy = hand.copy()
    copy.round.stacks[0] = 0
    copy.paid[0] = 9
    copy.holes[0] = ()
    assert hand == holdem("A* 200, B 200").hand


def test_a_refusal_tells_what_would_be_legal() -> None:
    table = holdem("A* 200, B 200")
    with pytest.raises(Refusal) as refused:
        apply(table.hand, RaiseTo(1, 3))
    assert refused.value.legal == table.legal
    assert str(refused.value) == "below_minimum"


@pytest.mark.parametrize(
    "stakes", [(2, 1, 0), (-1, 2, 0), (1, -2, 0), (0, 0, -1), (0, 0, 0), (1, 0, 5)]
)
def test_stakes_that_make_no_game_are_malformed(stakes: tuple[int, int, int]) -> None:
    with pytest.raises(Malformed):
        Stakes(*stakes)


def test_the_smallest_bet_is_the_big_blind_or_twice_the_ante() -> None:
    assert Stakes(1, 2, 5).minimum_bet == 2
    assert Stakes(ante=3).minimum_bet == 6


def test_a_seat_without_a_player_may_be_the_button() -> None:
    stacks = {2: 50, 5: 50, 8: 50}
    hand, _ = deal(Game.HOLDEM, Stakes(1, 2), stacks, Positions(4, 5, 8), FULL_DECK, FULL_DECK)
    assert hand.seats == (5, 8, 2)
    assert replace(hand) == hand
