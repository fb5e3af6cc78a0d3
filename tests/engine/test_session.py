"""One evening at one table: seats, hands, eliminations, places."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import TypeAdapter

from engine.actions import Call, Show
from engine.cards import FULL_DECK
from engine.errors import Malformed, Reason, Refusal
from engine.events import Eliminated, HandStarted, HandVoided
from engine.rules import Game, Stakes
from engine.seats import Positions
from engine.session import (
    Session,
    able_to_play,
    act,
    is_decided,
    leave,
    new_session,
    places,
    player_of,
    sit,
    start_hand,
    total_chips,
    void_hand,
)
from tests.engine.evening import Evening

BLANK = "Jh 8s 5c 3d 2h"


def opened(*members: int, seats: int = 10) -> Session:
    session = new_session(Game.HOLDEM, Stakes(1, 2), 200, seats)
    for member in members:
        session = sit(session, member)
    return session


def reason_of(refused: pytest.ExceptionInfo[Refusal]) -> Reason:
    return refused.value.reason


@pytest.mark.parametrize(
    ("game", "stack", "seats"),
    [
        (Game.HOLDEM, 200, 11),
        (Game.HOLDEM, 200, 1),
        (Game.FIVECARD, 100, 7),
        (Game.HOLDEM, 1, 10),
        (Game.HOLDEM, 0, 10),
    ],
)
def test_a_table_has_seats_for_its_game_and_stacks_for_its_stakes(
    game: Game, stack: int, seats: int
) -> None:
    with pytest.raises(Malformed):
        new_session(game, Stakes(1, 2), stack, seats)


def test_a_member_sits_down_on_the_first_free_seat_or_the_one_he_names() -> None:
    session = sit(sit(sit(opened(), 501, 2), 502), 503)
    assert [(player.seat, player.member) for player in session.players] == [
        (1, 502),
        (2, 501),
        (3, 503),
    ]
    assert player_of(session, 503).stack == 200


def test_a_seat_taken_or_missing_a_second_seat_and_a_full_table_are_refused() -> None:
    session = opened(501, 502, seats=3)
    for member, seat, reason in (
        (503, 1, Reason.SEAT_TAKEN),
        (503, 4, Reason.SEAT_TAKEN),
        (503, 0, Reason.SEAT_TAKEN),
        (501, 3, Reason.ALREADY_SEATED),
    ):
        with pytest.raises(Refusal) as refused:
            sit(session, member, seat)
        assert reason_of(refused) is reason
    with pytest.raises(Refusal) as refused:
        sit(sit(session, 503), 504)
    assert reason_of(refused) is Reason.TABLE_FULL


def test_before_the_first_deal_leaving_frees_the_seat() -> None:
    session, events = leave(opened(501, 502), 501)
    assert events == ()
    assert [player.member for player in session.players] == [502]
    assert player_of(sit(session, 501), 501).seat == 1


def test_who_has_no_seat_cannot_leave() -> None:
    with pytest.raises(Refusal) as refused:
        leave(opened(501), 502)
    assert reason_of(refused) is Reason.NOT_SEATED


def test_nobody_leaves_twice() -> None:
    evening = Evening(Game.HOLDEM, "A* 200, B 200, C 200").deal().leave("A")
    with pytest.raises(Refusal) as refused:
        evening.leave("A")
    assert reason_of(refused) is Reason.NOT_SEATED


def test_one_player_alone_is_dealt_no_hand() -> None:
    with pytest.raises(Refusal) as refused:
        start_hand(opened(501), FULL_DECK, FULL_DECK, 0)
    assert reason_of(refused) is Reason.TOO_FEW_PLAYERS


def test_a_hand_must_end_before_the_next() -> None:
    Evening(Game.HOLDEM, "A* 200, B 200").deal().cannot_start(Reason.HAND_IN_PROGRESS)


def test_without_a_hand_there_is_nothing_to_do_and_nothing_to_void() -> None:
    session = opened(501, 502)
    with pytest.raises(Refusal) as refused:
        act(session, Call(1))
    assert reason_of(refused) is Reason.HAND_OVER
    with pytest.raises(Refusal) as refused:
        void_hand(session)
    assert reason_of(refused) is Reason.HAND_OVER


def test_a_hand_that_is_over_is_not_voided_but_its_winner_may_show() -> None:
    evening = Evening(Game.HOLDEM, "A* 200, B 200").deal().play("A folds")
    with pytest.raises(Refusal):
        evening.void()
    played = evening.session.hands_played
    evening.act(Show(2))
    assert evening.session.hands_played == played
    assert evening.stacks == {"A": 199, "B": 201}


def test_blinds_go_round_from_hand_to_hand_and_hands_are_numbered() -> None:
    evening = Evening(Game.HOLDEM, "A* 200, B 200, C 200")
    for button in (1, 2, 3, 1):
        evening.deal()
        assert evening.button == button
        while evening.session.hand_in_progress:
            evening.play(f"{evening.next} folds")
    numbers = [event.number for event in evening.events if isinstance(event, HandStarted)]
    assert numbers == [1, 2, 3, 4]


def test_the_dealer_of_the_draw_passes_left() -> None:
    evening = Evening(Game.FIVECARD, "A* 100, B 100, C 100")
    for dealer in (1, 2, 3, 1):
        evening.deal()
        assert evening.hand.positions == Positions(dealer)
        while evening.session.hand_in_progress:
            evening.play(f"{evening.next} folds")


def test_stacks_of_the_players_change_when_the_hand_is_over() -> None:
    evening = Evening(Game.HOLDEM, "A* 200, B 200").deal().play("A raises to 50")
    assert evening.stacks == {"A": 200, "B": 200}
    assert evening.play("B folds").stacks == {"A": 202, "B": 198}


def test_who_has_no_chips_is_out_and_not_dealt_in_again() -> None:
    evening = Evening(Game.HOLDEM, "A* 10, B 200, C 200")
    evening.deal(hole="A 7h 2c, B As Ad", board=BLANK).play("A raises to 10, B calls, C folds")
    assert [event.seats for event in evening.events if isinstance(event, Eliminated)] == [(1,)]
    assert evening.deal().dealt_in == "BC"
    with pytest.raises(Refusal):
        evening.leave("A")


def test_holdem_deals_in_a_stack_smaller_than_the_blind() -> None:
    evening = Evening(Game.HOLDEM, "A* 200, B 200, C 1").deal()
    assert set(evening.dealt_in) == set("ABC")


def test_a_hand_decided_by_its_blinds_is_over_at_once() -> None:
    evening = Evening(Game.HOLDEM, "A* 1, B 1").deal(hole="A As Ad, B Ks Kd", board=BLANK)
    assert not evening.session.hand_in_progress
    assert evening.places == [(1, "A"), (2, "B")]
    assert is_decided(evening.session)


def test_a_session_is_undecided_in_mid_hand() -> None:
    assert not is_decided(Evening(Game.HOLDEM, "A* 200, B 200", max_hands=1).deal().session)


def test_a_leaver_between_hands_is_out_with_his_chips() -> None:
    evening = Evening(Game.HOLDEM, "A* 200, B 200, C 200").deal().play("A folds, B folds")
    evening.leave("A")
    assert evening.session.taken_away == 200
    assert evening.places == [(1, "C"), (2, "B"), (3, "A")]
    assert evening.deal().dealt_in == "BC"


def test_a_leaver_in_a_voided_hand_is_out_with_his_whole_stack() -> None:
    evening = Evening(Game.HOLDEM, "A* 200, B 200, C 200").deal().play("A raises to 50")
    evening.leave("A").void()
    assert evening.session.taken_away == 200
    assert evening.stacks == {"A": 0, "B": 200, "C": 200}
    assert evening.places == [(1, "BC"), (3, "A")]
    assert [event.kind for event in evening.events[-2:]] == ["hand_voided", "eliminated"]


def test_if_the_drawn_button_leaves_a_voided_first_hand_it_is_drawn_again() -> None:
    evening = Evening(Game.HOLDEM, "A* 200, B 200, C 200").deal().leave("A").void().deal()
    assert evening.button in {2, 3}


def test_a_voided_hand_has_the_number_of_the_hand_it_was() -> None:
    evening = Evening(Game.HOLDEM, "A* 200, B 200").deal().play("A folds").deal().void()
    assert [event.number for event in evening.events if isinstance(event, HandVoided)] == [2]
    assert evening.session.hand is None


def test_places_in_mid_hand_count_the_hand_as_voided() -> None:
    evening = Evening(Game.HOLDEM, "A* 200, B 150").deal().play("A raises to 100")
    assert evening.places == [(1, "A"), (2, "B")]


def test_places_in_mid_hand_rank_a_leaver_as_the_void_would() -> None:
    evening = Evening(Game.HOLDEM, "A* 300, B 150, C 100").deal().leave("A")
    assert evening.places == evening.void().places == [(1, "B"), (2, "C"), (3, "A")]


def test_leavers_of_the_draw_are_ranked_by_what_they_leave_at_the_table_nothing() -> None:
    evening = Evening(Game.FIVECARD, "A* 100, B 50, C 50").deal().leave("A")
    evening.play("B folds")
    assert evening.places == [(1, "C"), (2, "B"), (3, "A")]


def test_chips_add_up_wherever_they_are() -> None:
    evening = Evening(Game.HOLDEM, "A* 200, B 150, C 7").deal().play("A raises to 20")
    assert total_chips(evening.session) == 357
    evening.leave("A")
    assert total_chips(evening.session) == 357
    evening.play("B calls, C folds")
    assert total_chips(evening.session) == 357


def test_every_function_leaves_the_session_it_was_given_alone() -> None:
    session = opened(501, 502, 503)
    started, _ = start_hand(session, FULL_DECK, FULL_DECK, 0)
    left, _ = leave(started, 502)
    voided, _ = void_hand(started)
    assert session == opened(501, 502, 503)
    assert started.hand_in_progress
    assert left != started != voided
    assert not any(player.left for player in started.players)


def test_a_session_is_written_and_read_back_in_mid_hand() -> None:
    adapter = TypeAdapter(Session)
    session = Evening(Game.FIVECARD, "A* 100, B 100").deal().play("B and A check").session
    assert adapter.validate_json(adapter.dump_json(session)) == session


def test_able_to_play_is_who_has_chips_and_has_not_left() -> None:
    session = Evening(Game.HOLDEM, "A* 200, B 200, C 200").deal().leave("B").session
    assert [player.member for player in able_to_play(session)] == [501, 503]
    broke = replace(session, players=tuple(replace(p, stack=0) for p in session.players))
    assert able_to_play(broke) == ()
    assert len(places(broke)) >= 1
