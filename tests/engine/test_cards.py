"""Cards are numbers inside and two characters outside."""

from __future__ import annotations

import pytest

from engine.cards import (
    FULL_DECK,
    RANKS,
    SUITS,
    card_text,
    check_deck,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
)
from engine.errors import Malformed


def test_every_card_reads_back_as_itself() -> None:
    assert [parse_card(card_text(card)) for card in FULL_DECK] == list(FULL_DECK)


def test_a_deck_has_every_rank_of_every_suit_once() -> None:
    cards = {(RANKS[rank_of(card)], SUITS[suit_of(card)]) for card in FULL_DECK}
    assert len(FULL_DECK) == len(cards) == 52


@pytest.mark.parametrize("text", ["Ts", "10s", "tS", "TS", "10S"])
def test_the_ten_may_be_written_in_every_usual_way(text: str) -> None:
    assert card_text(parse_card(text)) == "Ts"


@pytest.mark.parametrize(
    "text", ["", "s", "T", "1s", "Xs", "11s", "Tx", "As ", " As", "AsKs", "0s", "010s", "1Ts", "♠A"]
)
def test_what_is_not_a_card_is_malformed(text: str) -> None:
    with pytest.raises(Malformed, match="not a card"):
        parse_card(text)


def test_cards_are_read_from_words_and_from_lists() -> None:
    assert parse_cards("As Kd") == parse_cards(["As", "Kd"]) == (parse_card("As"), parse_card("Kd"))
    assert parse_cards("") == ()


def test_the_same_card_twice_is_malformed() -> None:
    with pytest.raises(Malformed, match="twice"):
        parse_cards("Ts Kd 10s")


def test_a_deck_in_any_order_is_a_deck() -> None:
    assert check_deck(list(reversed(FULL_DECK))) == tuple(reversed(FULL_DECK))


@pytest.mark.parametrize(
    "deck", [FULL_DECK[:51], (*FULL_DECK, FULL_DECK[0]), (*FULL_DECK[:51], FULL_DECK[0]), ()]
)
def test_fewer_more_or_equal_cards_are_no_deck(deck: tuple[int, ...]) -> None:
    with pytest.raises(Malformed, match="52 different cards"):
        check_deck(deck)  # type: ignore[arg-type]
