"""The comparison notices whatever an evening may have lost, doubled, misdirected or left stuck."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.bot.killing import Shown
from tests.chaos.verdict import compare
from tests.chaos.watched import Record

STREET, RESULT = Shown("Flop", ("Check",), ("Tom",)), Shown("Hand 1: Tom wins 4")
TOMS, LEAS = Shown("Hand 1: A♠ A♦"), Shown("Hand 1: K♠ K♦")
WHOLE = Record(
    {"": (STREET, RESULT), "Tom": (TOMS,), "Léa": (LEAS,)},
    ("checked", "awarded"),
    {"Tom": 202, "Léa": 198},
    {"Tom": 202, "Léa": 198},
    {"telling": ("announce", "remind"), "thread": ("table 1", "table 2")},
)


def kinds(found: Record) -> Counter[str]:
    return Counter(kind for kind, _ in compare(WHOLE, found))


def seen(reader: str, *messages: Shown) -> Record:
    return replace(WHOLE, seen={**WHOLE.seen, reader: messages})


def test_an_evening_like_the_unbroken_one_has_nothing_wrong_with_it() -> None:
    assert compare(WHOLE, WHOLE) == []


@pytest.mark.parametrize(
    ("found", "wrong"),
    [
        pytest.param(seen("", STREET), {"lost": 1}, id="a post is missing"),
        pytest.param(seen("Tom"), {"lost": 1}, id="a direct message is missing"),
        pytest.param(seen("", RESULT, STREET), {"lost": 1}, id="posts in another order"),
        pytest.param(
            seen("", replace(STREET, pinged=("Léa",)), RESULT),
            {"lost": 1, "doubled": 1},
            id="another member is pinged",
        ),
        pytest.param(seen("", STREET, RESULT, RESULT), {"doubled": 1}, id="a post twice"),
        pytest.param(seen("Tom", TOMS, TOMS), {"doubled": 1}, id="a direct message twice"),
        pytest.param(
            seen("Tom", LEAS),
            {"lost": 1, "doubled": 1, "misdirected": 1},
            id="somebody else's cards",
        ),
        pytest.param(
            seen("", STREET, TOMS, RESULT),
            {"doubled": 1, "misdirected": 1},
            id="cards in the channel",
        ),
        pytest.param(replace(WHOLE, events=("checked",)), {"lost": 1}, id="an event is missing"),
        pytest.param(
            replace(WHOLE, events=("awarded", "checked")), {"lost": 1}, id="events in another order"
        ),
        pytest.param(
            replace(WHOLE, events=("checked", "awarded", "awarded")),
            {"doubled": 1},
            id="a pot is paid twice",
        ),
        pytest.param(
            replace(WHOLE, stacks={"Tom": 204, "Léa": 198}), {"doubled": 1}, id="chips too many"
        ),
        pytest.param(
            replace(WHOLE, stacks={"Tom": 202, "Léa": 196}), {"lost": 1}, id="chips too few"
        ),
        pytest.param(
            replace(WHOLE, stacks={**WHOLE.stacks, "Max": 4}), {"doubled": 1}, id="chips of nobody"
        ),
        pytest.param(
            replace(WHOLE, ledger={"Tom": 202, "Léa": 196}), {"lost": 1}, id="a row is missing"
        ),
        pytest.param(
            replace(WHOLE, ledger={"Tom": 204, "Léa": 198}), {"doubled": 1}, id="a row twice"
        ),
        pytest.param(
            replace(WHOLE, facts={**WHOLE.facts, "telling": ("announce",)}),
            {"lost": 1},
            id="a step is missing",
        ),
        pytest.param(
            replace(WHOLE, facts={**WHOLE.facts, "telling": ("announce", "remind", "remind")}),
            {"doubled": 1},
            id="a step twice",
        ),
        pytest.param(
            replace(WHOLE, facts={"telling": WHOLE.facts["telling"]}),
            {"lost": 2},
            id="no thread is there",
        ),
        pytest.param(
            replace(WHOLE, problems=(("stuck", "ERROR:bot"),)), {"stuck": 1}, id="a bug is logged"
        ),
    ],
)
def test_what_is_wrong_is_named(found: Record, wrong: dict[str, int]) -> None:
    assert kinds(found) == wrong
