"""What a hand is filed as, and the words and names that formats share."""

from __future__ import annotations

import ast
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

import engine.history
from engine.cards import parse_cards
from engine.errors import Malformed
from engine.events import CardsDealt, CardsDrawn
from engine.history.english import describe
from engine.history.names import safe_names, safe_text
from engine.history.pokerstars import eastern
from engine.history.record import EVERYTHING, known_to
from engine.ranking import read_cards
from tests.engine.histories import record_of_table
from tests.engine.table import draw, holdem


@pytest.mark.parametrize("reader", [1, 2, 3])
def test_a_reader_knows_his_own_cards_only(reader: int) -> None:
    record = record_of_table(draw("A 50, B 50, C* 50").check_down())
    known = known_to(record, reader)
    assert {event.seat for event in known.of(CardsDealt)} == {reader}
    assert {event.seat for event in known.of(CardsDrawn)} == {reader}
    assert known.ended == record.ended


def test_a_spectator_knows_no_private_card_and_an_auditor_all() -> None:
    record = record_of_table(holdem("A 50, B 50, C* 50").play("C and A fold"))
    assert not known_to(record, None).dealt
    assert known_to(record, EVERYTHING) == record


def test_a_record_is_of_one_finished_hand() -> None:
    table = holdem("A 50, B* 50")
    with pytest.raises(Malformed):
        record_of_table(table)
    record = record_of_table(table.play("B folds"))
    for other in (
        {"events": record.events * 2},
        {"players": record.players[1:]},
        {"started": datetime(2026, 11, 29)},  # noqa: DTZ001
    ):
        with pytest.raises(Malformed):
            replace(record, **other)


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ah Kd 9c 4s 2h", "high card Ace"),
        ("6h 6d Kc 4s 2h", "a pair of Sixes"),
        ("Jh Jd 6c 6s 2h", "two pair, Jacks and Sixes"),
        ("2h 2d 2c 4s Kh", "three of a kind, Deuces"),
        ("Ah 2d 3c 4s 5h", "a straight, Ace to Five"),
        ("8h 9d Tc Js Qh", "a straight, Eight to Queen"),
        ("Ah 9h 6h 4h 2h", "a flush, Ace high"),
        ("Kh Kd Kc 9s 9h", "a full house, Kings full of Nines"),
        ("Th Td Tc Ts 9h", "four of a kind, Tens"),
        ("3h 4h 5h 6h 7h", "a straight flush, Three to Seven"),
        ("Ah 2h 3h 4h 5h", "a straight flush, Ace to Five"),
        ("Ah Kh Qh Jh Th", "a Royal Flush"),
        ("Ah Ad", "a pair of Aces"),
        ("Ah 7d", "high card Ace"),
    ],
)
def test_hands_are_described_as_pokerstars_does(cards: str, words: str) -> None:
    assert describe(read_cards(parse_cards(cards))) == words


HOSTILE = (
    "a: folds",
    "Seat 1: x (5 in chips)",
    "two\nlines\r\x85\u2028",
    "x collected 5 from pot",
    "*** FLOP *** [As Ks Qs]",
    "Hand #1",
    "\u202eevil",
    "\ud800",
    "\0",
    "",
)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_one_harmless_word(name: str) -> None:
    safe = safe_text(name)
    assert not set(safe) & set(" :[]()#*|$\"'\n\r\t\0")
    assert len(safe.splitlines()) <= 1
    safe.encode()


def test_different_names_stay_different() -> None:
    names = {
        1: "a b",
        2: "a\u2003b",
        3: "a:b",
        4: "a：b",
        5: "",
        6: "Anna",
        7: "Anna",
        8: "Anna‹7›",
        9: "‹5›",
        10: "👩‍🚀",
    }
    safe = safe_names(names)
    assert len(set(safe.values())) == len(names)
    assert all(safe.values())
    assert safe[10] == "👩‍🚀"


@pytest.mark.parametrize(
    ("utc", "et"),
    [
        ((2026, 11, 29, 21, 44), (2026, 11, 29, 16, 44)),
        ((2026, 7, 1, 3, 0), (2026, 6, 30, 23, 0)),
        ((2026, 3, 8, 6, 59), (2026, 3, 8, 1, 59)),
        ((2026, 3, 8, 7, 0), (2026, 3, 8, 3, 0)),
        ((2026, 11, 1, 5, 59), (2026, 11, 1, 1, 59)),
        ((2026, 11, 1, 6, 0), (2026, 11, 1, 1, 0)),
    ],
)
def test_eastern_time_has_summer_time(utc: tuple[int, ...], et: tuple[int, ...]) -> None:
    year, month, day, hour, minute = utc
    local = eastern(datetime(year, month, day, hour, minute, tzinfo=UTC))
    assert (local.year, local.month, local.day, local.hour, local.minute) == et


@pytest.mark.parametrize(
    "path", sorted(Path(engine.history.__file__).parent.glob("*.py")), ids=lambda path: path.stem
)
def test_the_time_is_an_argument_and_no_clock_is_read(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    asked = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not asked & {"now", "utcnow", "today", "fromtimestamp", "utcfromtimestamp"}
