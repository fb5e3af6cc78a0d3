"""A thousand asks, the same in every run; more with `python -m tests.fuzz`."""

from __future__ import annotations

from tests.fuzz.run import run


def test_whatever_is_asked_is_answered_once_and_does_no_harm() -> None:
    total = run(1_000, chosen=1)
    assert total["asked"] >= 1_000
    # It gets somewhere: tables change, and all kinds of answers are given.
    assert total["changed"] >= 50
    assert min(total["message"], total["update"], total["modal"]) > 0
