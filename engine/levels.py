"""Blind levels: stakes that rise with the hands played or the time elapsed.

A level takes effect with the first hand that starts in it, never inside a hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import Malformed
from engine.rules import Stakes


@dataclass(frozen=True, slots=True)
class Level:
    """Stakes, and how long they last: a number of hands, or seconds; the last level stays."""

    stakes: Stakes
    hands: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        lasting = self.hands if self.seconds is None else self.seconds
        if (self.hands is None) == (self.seconds is None) or lasting is None or lasting <= 0:
            raise Malformed("a level lasts a number of hands or of seconds")


def level_at(levels: Sequence[Level], hands_played: int, elapsed_s: float) -> int:
    """Return which level the next hand is played at, 0 for the first.

    :param hands_played: hands that counted since the session began.
    :param elapsed_s: seconds since it began, as the caller counts them.
    """
    hands_left, seconds_left = hands_played, elapsed_s
    for number, level in enumerate(levels[:-1]):
        if level.hands is not None:
            if hands_left < level.hands:
                return number
            hands_left -= level.hands
        elif level.seconds is not None:
            if seconds_left < level.seconds:
                return number
            seconds_left -= level.seconds
    return len(levels) - 1
