"""Cash tables (RULINGS B10) and the straddle that belongs to them (A18)."""

from __future__ import annotations

import pytest

from engine.actions import Call, Check, Fold
from engine.cash import BuyIn
from engine.errors import Malformed, Reason, Refusal
from engine.events import Blind, BlindPosted, CashedOut, StackCorrected
from engine.rules import Game, Stakes, Structure
from engine.session import (
    Session,
    act,
    add_chips,
    choose,
    correct,
    is_decided,
    leave,
    new_session,
    player_of,
    sit,
    total_chips,
)
from tests.engine.hands import deal, dealt, over

RANGE = BuyIn(40, 200)


def cash(*seats: int, chips: int = 100, stakes: Stakes | None = None) -> Session:
    """Open a cash table at which member N sits in seat N."""
    session = new_session(Game.HOLDEM, stakes or Stakes(1, 2), 100, 10, buy_in=RANGE)
    for seat in seats:
        session = sit(session, seat, seat, chips)
    return session


def next_hand(session: Session) -> Session:
    """Finish the hand and deal the next one."""
    return deal(over(session))[0]


def blinds(session: Session) -> tuple[int, int | None, int | None]:
    """Return button, small blind and big blind."""
    assert session.hand is not None
    at = session.hand.positions
    return at.button, at.small_blind, at.big_blind


def test_chips_brought_stay_within_the_buy_in_range() -> None:
    session = cash()
    for wrong in (39, 201):
        with pytest.raises(Refusal) as refused:
            sit(session, 1, chips=wrong)
        assert refused.value.reason is Reason.OUTSIDE_BUY_IN
    assert player_of(sit(session, 1, chips=40), 1).stack == 40


@pytest.mark.parametrize("wrong", [(0, 10), (-1, 5), (10, 9)])
def test_a_buy_in_range_is_a_range(wrong: tuple[int, int]) -> None:
    with pytest.raises(Malformed):
        BuyIn(*wrong)


def test_a_newcomer_waits_for_the_big_blind() -> None:
    session, _ = deal(cash(1, 2, 3))
    assert blinds(session) == (1, 2, 3)
    session = sit(session, 5, 5, 100)
    session = sit(session, 4, 4, 100)
    assert dealt(session) == {1, 2, 3}
    session = next_hand(session)
    assert blinds(session) == (2, 3, 4)
    assert dealt(session) == {1, 2, 3, 4}
    session = next_hand(session)
    assert blinds(session) == (3, 4, 5)
    assert dealt(session) == {1, 2, 3, 4, 5}


def test_a_newcomer_may_post_a_live_big_blind_instead() -> None:
    session, _ = deal(cash(1, 2, 3))
    session = choose(sit(session, 7, 7, 100), 7, posts=True)
    session = over(session)
    session = sit(session, 5, 5, 100)
    session, events = deal(session)
    assert blinds(session) == (2, 3, 5)
    assert dealt(session) == {1, 2, 3, 5, 7}
    assert BlindPosted(7, Blind.LIVE, 2, all_in=False) in events
    assert session.hand is not None
    assert session.hand.pot == 5
    assert session.hand.seats[session.hand.to_act or 0] == 7
    session, _ = act(session, Check(7))
    assert not player_of(session, 7).waits


def test_nobody_comes_in_between_button_and_small_blind() -> None:
    session, _ = deal(cash(2, 4, 6, 8))
    assert blinds(session) == (2, 4, 6)
    session = choose(sit(session, 5, 5, 100), 5, posts=True)
    session = next_hand(session)
    assert blinds(session) == (4, 6, 8)
    assert dealt(session) == {2, 4, 6, 8}
    session = next_hand(session)
    assert blinds(session) == (6, 8, 2)
    assert dealt(session) == {2, 4, 5, 6, 8}


def test_two_players_alternate_until_a_third_is_dealt_in() -> None:
    session, _ = deal(cash(1, 5))
    assert blinds(session) == (1, 1, 5)
    session = sit(session, 3, 3, 100)
    session = next_hand(session)
    assert blinds(session) == (5, 5, 1)
    assert dealt(session) == {1, 5}
    session = next_hand(session)
    assert blinds(session) == (5, 1, 3)
    assert dealt(session) == {1, 3, 5}


def test_who_sits_out_through_his_big_blind_waits_or_posts_to_come_back() -> None:
    session, _ = deal(cash(1, 2, 3, 4))
    assert blinds(session) == (1, 2, 3)
    session = choose(session, 4, sits_out=True)
    session = next_hand(session)
    assert blinds(session) == (2, 3, 1)
    assert player_of(session, 4).waits
    session = choose(session, 4, sits_out=False)
    session = next_hand(session)
    assert 4 not in dealt(session)
    session = choose(session, 4, posts=True)
    session = next_hand(session)
    assert 4 in dealt(session)


def test_who_sits_out_without_missing_his_big_blind_just_comes_back() -> None:
    session, _ = deal(cash(1, 2, 3, 4, 5))
    session = choose(session, 1, sits_out=True)
    session = next_hand(session)
    assert dealt(session) == {2, 3, 4, 5}
    session = choose(session, 1, sits_out=False)
    session = next_hand(session)
    assert dealt(session) == {1, 2, 3, 4, 5}


def test_when_all_but_one_must_wait_nobody_does() -> None:
    session, _ = deal(cash(1, 2, 3))
    for newcomer in (5, 6):
        session = sit(session, newcomer, newcomer, 100)
    session, _ = leave(over(session), 2)
    session, _ = leave(session, 3)
    session, _ = deal(session)
    assert len(dealt(session)) >= 2


def test_chips_are_added_between_hands_only_and_within_the_range() -> None:
    session, _ = deal(cash(1, 2, 3))
    with pytest.raises(Refusal) as refused:
        add_chips(session, 1, 10)
    assert refused.value.reason is Reason.HAND_IN_PROGRESS
    session = over(session)
    with pytest.raises(Refusal) as refused:
        add_chips(session, 1, 101)
    assert refused.value.reason is Reason.OUTSIDE_BUY_IN
    session = add_chips(session, 1, 100)
    assert player_of(session, 1).stack == 200
    assert total_chips(session) == session.handed_out == 400


@pytest.mark.parametrize("chips", [0, -5, 2.5, True])
def test_added_chips_are_a_positive_whole_number(chips: object) -> None:
    with pytest.raises(Malformed):
        add_chips(cash(1, 2), 1, chips)  # type: ignore[arg-type]


def test_there_are_no_chips_to_add_where_it_is_for_places() -> None:
    session = sit(new_session(Game.HOLDEM, Stakes(1, 2), 100, 10), 1)
    with pytest.raises(Malformed):
        add_chips(session, 1, 10)


def test_who_leaves_takes_his_chips_off_the_table_after_his_hand() -> None:
    session, _ = deal(cash(1, 2, 3))
    session, events = leave(session, 2)
    assert not any(isinstance(event, CashedOut) for event in events)
    session = over(session)
    assert [player.seat for player in session.players] == [1, 3]
    assert session.taken_away == 99
    assert total_chips(session) == session.handed_out == 300


def test_who_leaves_between_hands_goes_at_once_and_his_seat_is_free() -> None:
    session, _ = deal(cash(1, 2, 3))
    session, events = leave(over(session), 1)
    assert [event for event in events if isinstance(event, CashedOut)] == [CashedOut(1, 1, 100)]
    session = sit(session, 9, 1, 50)
    assert player_of(session, 9).waits


def test_who_was_not_dealt_in_may_leave_during_a_hand() -> None:
    session, _ = deal(cash(1, 2, 3))
    session = sit(session, 5, 5, 100)
    session, events = leave(session, 5)
    assert CashedOut(5, 5, 100) in events
    assert session.hand_in_progress


def test_a_cash_table_is_never_decided_and_a_stack_that_is_gone_can_be_bought_anew() -> None:
    session = cash(1, 2, chips=40)
    session, _ = deal(session)
    session = over(session)
    assert not is_decided(session)


def test_the_first_after_the_big_blind_may_straddle_and_acts_last() -> None:
    session = choose(cash(1, 2, 3, 4), 4, straddles=True)
    session, events = deal(session)
    assert BlindPosted(4, Blind.STRADDLE, 4, all_in=False) in events
    assert session.hand is not None
    assert session.hand.seats[session.hand.to_act or 0] == 1
    session, _ = act(session, Call(1))
    session, _ = act(session, Fold(2))
    session, _ = act(session, Call(3))
    assert session.hand is not None
    assert session.hand.seats[session.hand.to_act or 0] == 4


@pytest.mark.parametrize(
    ("seats", "who", "stakes", "chips"),
    [
        ((1, 2), 1, Stakes(1, 2), 100),
        ((1, 2, 3, 4), 1, Stakes(1, 2), 100),
        ((1, 2, 3, 4), 4, Stakes(1, 2, structure=Structure.FIXED_LIMIT), 100),
        ((1, 2, 3, 4), 4, Stakes(10, 20, 1), 40),
    ],
)
def test_nobody_else_straddles(
    seats: tuple[int, ...], who: int, stakes: Stakes, chips: int
) -> None:
    session = choose(cash(*seats, chips=chips, stakes=stakes), who, straddles=True)
    session, events = deal(session)
    posted = [event.blind for event in events if isinstance(event, BlindPosted)]
    assert Blind.STRADDLE not in posted


def test_five_card_draw_for_cash_deals_everyone_in() -> None:
    session = new_session(Game.FIVECARD, Stakes(ante=1), 100, 6, buy_in=RANGE)
    for seat in (1, 2):
        session = sit(session, seat, seat, 100)
    session, _ = deal(session)
    session = sit(session, 3, 3, 100)
    session = next_hand(session)
    assert dealt(session) == {1, 2, 3}


def test_a_correction_changes_a_stack_and_what_was_handed_out() -> None:
    session, events = correct(cash(1, 2), 1, -30, 9, "counted twice")
    assert player_of(session, 1).stack == 70
    assert total_chips(session) == session.handed_out == 170
    assert events == (StackCorrected(1, 1, -30, 9, "counted twice"),)


def test_a_correction_waits_for_the_end_of_the_hand_and_takes_no_more_than_there_is() -> None:
    dealt, _ = deal(cash(1, 2))
    for session, member, amount, reason in (
        (dealt, 1, 5, Reason.HAND_IN_PROGRESS),
        (cash(1, 2), 1, -101, Reason.ABOVE_STACK),
        (cash(1, 2), 3, 5, Reason.NOT_SEATED),
    ):
        with pytest.raises(Refusal) as refused:
            correct(session, member, amount, 9, "")
        assert refused.value.reason is reason
    with pytest.raises(Malformed):
        correct(cash(1, 2), 1, 0, 9, "")
