from __future__ import annotations

import pytest

from engine.actions import Fold
from engine.cards import FULL_DECK
from engine.errors import Malformed
from engine.levels import Level, level_at
from engine.rules import Game, Stakes
from engine.session import Session, act, new_session, next_stakes, sit, start_hand

LOW, MIDDLE, HIGH = Stakes(1, 2), Stakes(2, 4), Stakes(5, 10)
BY_HANDS = (Level(LOW, hands=2), Level(MIDDLE, hands=3), Level(HIGH, hands=1))
BY_TIME = (Level(LOW, seconds=600), Level(MIDDLE, seconds=300), Level(HIGH, seconds=1))


@pytest.mark.parametrize(
    ("played", "level"), [(0, 0), (1, 0), (2, 1), (4, 1), (5, 2), (6, 2), (100, 2)]
)
def test_levels_by_hands_count_the_hands_played(played: int, level: int) -> None:
    assert level_at(BY_HANDS, played, 0) == level


@pytest.mark.parametrize(
    ("elapsed", "level"), [(0, 0), (599.9, 0), (600, 1), (899, 1), (900, 2), (1e6, 2)]
)
def test_levels_by_time_count_the_seconds_elapsed(elapsed: float, level: int) -> None:
    assert level_at(BY_TIME, 0, elapsed) == level


@pytest.mark.parametrize("wrong", [{}, {"hands": 0}, {"seconds": -1}, {"hands": 1, "seconds": 1}])
def test_a_level_lasts_either_hands_or_seconds(wrong: dict[str, int]) -> None:
    with pytest.raises(Malformed):
        Level(LOW, **wrong)


def evening() -> Session:
    """Open a table for two with levels by time."""
    session = new_session(Game.HOLDEM, LOW, 200, 2, levels=BY_TIME)
    return sit(sit(session, 1), 2)


def test_a_level_never_begins_inside_a_hand() -> None:
    session, _ = start_hand(evening(), FULL_DECK, FULL_DECK, 0, elapsed_s=599)
    assert session.hand is not None
    assert session.hand.stakes == LOW
    assert next_stakes(session, 601) == MIDDLE
    session, _ = act(session, Fold(session.hand.seats[session.hand.to_act or 0]))
    session, _ = start_hand(session, FULL_DECK, FULL_DECK, 0, elapsed_s=601)
    assert session.hand is not None
    assert session.hand.stakes == MIDDLE


def test_a_table_without_levels_keeps_its_stakes() -> None:
    session = new_session(Game.HOLDEM, LOW, 200, 2)
    assert next_stakes(session, 1e9) == LOW
