"""The runner of the cases itself: what it does not understand fails, and so does a wrong answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest

from tests.data import test_data
from tests.engine.cases import in_words, read_cases, run_case

CASE: dict[str, Any] = {
    "id": "X1",
    "kind": "engine",
    "title": "Uncalled chips come back",
    "setup": {
        "game": "holdem",
        "limit": "no-limit",
        "n_seats": 2,
        "seats": [
            {"seat": 1, "player": "A", "stack": 100},
            {"seat": 2, "player": "B", "stack": 30},
        ],
        "button": 1,
        "small_blind": 1,
        "big_blind": 2,
        "hole": {"A": ["Ks", "Kd"], "B": ["As", "Ad"]},
        "board": ["Jh", "8s", "5c", "3d", "2h"],
    },
    "actions": [
        {"street": "preflop", "player": "A", "do": "raise_to", "to": 50},
        {"street": "preflop", "player": "B", "do": "call"},
    ],
    "expected": {
        "checkpoints": [
            {
                "after_actions": 1,
                "street": "preflop",
                "next": "B",
                "to_call": 28,
                "check": False,
                "can_raise": False,
                "min_raise_to": None,
                "max_raise_to": None,
            },
            {"after_actions": 2, "next": None},
        ],
        "rejected": [{"after_actions": 1, "action": "B check", "state_must_not_change": True}],
        "final": {
            "stacks": {"A": 70, "B": 60},
            "returned": {"A": 20},
            "pots": [{"amount": 60, "eligible": ["A", "B"], "winners": ["B"], "shares": {"B": 60}}],
            "showdown": True,
            "show_order": ["B", "A"],
            "hands": {"A": "pair", "B": "pair"},
        },
        "net": {"A": -30, "B": 30},
        "board_cards_dealt": 5,
        "burn_cards": 3,
        "hands_shown_before_board_completed": True,
        "public_hole_cards": ["B", "A"],
        "announced_pot_won": 60,
    },
}


def changed(value: Any) -> Any:
    """Return another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return "nonsense"


def spoiled(data: Any, spoil: Callable[[Any], Iterator[None]], root: Any = None) -> Iterator[Any]:
    """Return copies of a case, each spoiled in one place: `spoil` changes it and mends it again."""
    root = data if root is None else root
    yield from (deepcopy(root) for _ in spoil(data))
    for inner in data.values() if isinstance(data, dict) else data:
        if isinstance(inner, dict | list):
            yield from spoiled(inner, spoil, root)


def unknown_key(data: Any) -> Iterator[None]:
    if isinstance(data, dict):
        data["unknown"] = 1
        yield
        del data["unknown"]


def wrong_answer(data: Any) -> Iterator[None]:
    """Change one value after another; what is refused now may be refused later too."""
    if isinstance(data, dict):
        for key, value in list(data.items()):
            if not isinstance(value, dict | list) and not (
                key == "after_actions" and "action" in data
            ):
                data[key] = changed(value)
                yield
                data[key] = value


def fails(case: dict[str, Any]) -> bool:
    try:
        run_case(case)
    except (AssertionError, KeyError, ValueError):
        return True
    return False


def test_a_case_that_is_right_passes() -> None:
    run_case(deepcopy(CASE))


def test_an_unknown_key_anywhere_fails() -> None:
    for case in spoiled(deepcopy(CASE), unknown_key):
        assert fails(case), case


def test_a_wrong_answer_fails_whichever_it_is() -> None:
    case = deepcopy(CASE)
    for expected in spoiled(case["expected"], wrong_answer):
        assert fails({**case, "expected": expected}), expected


def test_an_unknown_key_fails_in_every_structured_case_there_is() -> None:
    for case in read_cases(test_data("cases", "cases.jsonl")):
        if not in_words(case):
            for with_key in spoiled(deepcopy(case), unknown_key):
                assert fails(with_key), with_key


@pytest.mark.parametrize(
    "change",
    [
        {"actions": ["everybody folds"]},
        {"actions": [{"do": "B and C check to the river"}]},
        {"expected": {"A_hand": "stays live"}},
    ],
)
def test_sentences_make_a_case_in_words(change: dict[str, Any]) -> None:
    assert not in_words(CASE)
    assert in_words({**CASE, **change})
