"""The cases of `cases.jsonl` that are told in words: each has a test here that names its id."""

from __future__ import annotations

from typing import Any

import pytest

from engine.actions import Call, Check, Exchange, RaiseTo
from engine.cards import FULL_DECK, parse_card, parse_cards
from engine.errors import Malformed, Reason, Refusal
from engine.events import CardsDealt, HandStarted, StubReshuffled
from engine.fivecard import HOUSE_HANDS, HOUSE_STAKES
from engine.ranking import Category, category_of, read_strength, strength
from engine.rules import Game, Stakes
from engine.seats import Positions
from engine.session import (
    Player,
    Session,
    act,
    is_decided,
    new_session,
    places,
    sit,
    start_hand,
)
from tests.engine.table import draw, holdem, stack_deck

AMOUNTS = [-50, 0, 2.5, "1e3", "NaN", "inf", 10**30, True, None, ""]


@pytest.mark.parametrize("amount", AMOUNTS)
def test_e105_amounts_that_are_not_positive_whole_numbers(amount: Any) -> None:
    """Each is an input error and changes nothing; a huge number is above the stack, no overflow."""
    table = holdem("A* 200, B 200")
    error = table.refusal(RaiseTo(1, amount))
    if amount == 10**30:
        assert isinstance(error, Refusal)
        assert error.reason is Reason.ABOVE_STACK
    else:
        assert isinstance(error, Malformed)
    assert table.next == "A"
    assert table.stacks == {"A": 199, "B": 198}


def test_e108_duplicate_cards_are_an_error_and_ten_is_never_misread() -> None:
    """`10s` is `Ts`, `1s` and `Xs` are nothing, and the ten makes the straight."""
    assert parse_card("10s") == parse_card("Ts")
    for text in ("1s", "Xs"):
        with pytest.raises(Malformed):
            parse_card(text)
    with pytest.raises(Malformed):
        parse_cards("As As Kd Qd Jd")
    board = "10s Jd Qc 6d 5c"
    straight = strength(parse_cards(f"{board} 9h Ks"))
    assert read_strength(straight).category is Category.STRAIGHT
    assert read_strength(straight).main == (11,)
    assert straight > strength(parse_cards(f"{board} 9s Ah"))


def test_e110_a_player_who_leaves_while_all_in_keeps_his_hand() -> None:
    """A's hand stays live, is shown and wins 150."""
    table = holdem("A 50, B 200, C* 200", hole="A As Ad, B Ks Kd, C Qs Qd", board="Jh 8s 5c 3d 2h")
    table.play("C raises to 50, A and B call, A leaves").check_down()
    assert "A" in table.shown
    assert table.pots == [(150, "ABC", {"A": 150})]
    assert table.stacks == {"A": 150, "B": 150, "C": 150}


def test_e112_a_member_cannot_sit_twice_and_nobody_joins_in_mid_hand() -> None:
    """A's second seat is refused, C is not dealt in, and the hand goes on with its pot of 4."""
    session = new_session(Game.HOLDEM, Stakes(1, 2), 200, 10)
    for member in (501, 502):
        session = sit(session, member)
    with pytest.raises(Refusal) as before_the_deal:
        sit(session, 501, 4)
    assert before_the_deal.value.reason is Reason.ALREADY_SEATED

    session, _ = start_hand(session, FULL_DECK, FULL_DECK, 0)
    session, _ = act(session, Call(1))
    for member, seat in ((501, 4), (503, 3)):
        with pytest.raises(Refusal) as in_mid_hand:
            sit(session, member, seat)
        assert in_mid_hand.value.reason is Reason.SESSION_STARTED
    session, _ = act(session, Check(2))
    while session.hand_in_progress:
        assert session.hand is not None
        assert session.hand.to_act is not None
        session, _ = act(session, Check(session.hand.seats[session.hand.to_act]))
    assert session.hand is not None
    assert [award.amount for award in session.hand.pot_awards] == [4]
    assert sorted(session.hand.seats) == [1, 2]


def test_e119_own_discards_never_come_back_in_the_same_exchange() -> None:
    """P5's pool is 22 cards, none of them his discards; P6 draws from the 18 that are left."""
    table = draw("P1 100, P2 100, P3 100, P4 100, P5 100, P6* 100")
    table.play("P1 and P2 and P3 and P4 and P5 and P6 check")
    table.play("P1 and P2 and P3 and P4 draw 5")
    assert len(table.hand.stub) == 2
    own = table.cards("P5")[:4]
    table.play("P5 draws 4")
    assert [event.size for event in table.of(StubReshuffled)] == [22]
    assert not set(own) & set(table.cards("P5"))
    assert len(table.hand.stub) == 18
    assert not set(parse_cards(own)) & set(table.hand.stub)
    others = set(table.hand.stub)
    table.play("P6 draws 5")
    assert len(table.of(StubReshuffled)) == 1
    assert set(parse_cards(table.cards("P6"))) <= others


def test_e135_a_timeout_in_the_draw_stands_pat_and_does_not_kill_the_hand() -> None:
    """A keeps all five cards and may bet in the second round; B draws next."""
    table = draw("A 100, B* 100").play("A and B check")
    cards = table.cards("A")
    table.play("A times out")
    assert table.cards("A") == cards
    assert table.next == "B"
    table.play("B draws 2")
    assert (table.street, table.next) == ("after_draw", "A")
    table.play("A bets 2")


def test_e136_who_cannot_pay_the_ante_is_out_and_the_tenth_hand_is_the_last() -> None:
    """B and C are dealt in, B deals, C acts first; they tie: places 1, 1 and 3."""
    players = (Player(501, 1, 0, exit=1), Player(502, 2, 150), Player(503, 3, 150))
    session = Session(
        Game.FIVECARD, HOUSE_STAKES, 100, 6, HOUSE_HANDS, players, 1, Positions(1), 9, exits=1
    )
    hands = [parse_cards("Kc Qd 9h 5s 2c"), parse_cards("Kd Qh 9s 5c 2d")]
    deck = stack_deck(Game.FIVECARD, hands)
    session, events = start_hand(session, deck, FULL_DECK, 0)
    started = next(event for event in events if isinstance(event, HandStarted))
    assert (started.number, started.button) == (10, 2)
    assert sorted(started.seats) == [2, 3]
    assert {event.seat for event in events if isinstance(event, CardsDealt)} == {2, 3}
    order = []
    while session.hand_in_progress:
        hand = session.hand
        assert hand is not None
        assert hand.to_act is not None
        order.append(hand.seats[hand.to_act])
        default = Exchange(order[-1]) if hand.exchanging else Check(order[-1])
        session, _ = act(session, default)
    assert order[0] == 3
    assert session.hand is not None
    assert category_of(strength(session.hand.holes[0])) is Category.HIGH_CARD
    assert is_decided(session)
    with pytest.raises(Refusal) as refused:
        start_hand(session, FULL_DECK, FULL_DECK, 0)
    assert refused.value.reason is Reason.SESSION_OVER
    first, last = places(session)
    assert (first.place, [player.member for player in first.players]) == (1, [502, 503])
    assert [player.stack for player in first.players] == [150, 150]
    assert (last.place, [player.member for player in last.players]) == (3, [501])
