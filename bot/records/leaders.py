"""How members did over many tables: sums of results, and who leads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.table.model import UserId, is_former
from bot.table.result import Result


@dataclass(frozen=True, slots=True)
class Sum:
    """What a member's results come to."""

    name: str
    """The newest one he played by."""
    sessions: int
    wins: int
    """First places, shared ones too; cash tables have none."""
    hands: int
    won: int
    """Chips; negative: lost."""
    beaten: Fraction
    """The share of the others whom he left behind him, on average over his places."""


@dataclass(frozen=True, slots=True)
class Leader:
    """A line of the leaderboard."""

    rank: int
    user: UserId
    sum: Sum


def sum_up(results: Sequence[Result]) -> Sum:
    """Add the results of one member up, the newest first."""
    shares = [_beaten(result) for result in results if result.place is not None]
    return Sum(
        name=results[0].name,
        sessions=len(results),
        wins=sum(result.place == 1 for result in results),
        hands=sum(result.hands for result in results),
        won=sum(result.won for result in results),
        beaten=sum(shares, Fraction()) / max(len(shares), 1),
    )


def _beaten(result: Result) -> Fraction:
    place = result.place or result.field
    return Fraction(result.field - place, max(result.field - 1, 1))


def leaders(results: Iterable[Result]) -> tuple[list[Leader], Sum | None]:
    """Rank members by wins, then by whom they left behind; equals share the rank.

    Who had his data deleted is not ranked: what all former members did is one sum, None without
    any.

    :param results: those of everybody, the newest first.
    """
    mine: dict[UserId, list[Result]] = defaultdict(list)
    former: list[Result] = []
    for result in results:
        (former if is_former(result.member) else mine[result.member]).append(result)
    ranked = sorted(
        ((user, sum_up(own)) for user, own in mine.items()),
        key=lambda one: (-one[1].wins, -one[1].beaten, -one[1].sessions, one[0]),
    )
    board: list[Leader] = []
    for position, (user, total) in enumerate(ranked, start=1):
        equal = bool(board) and _standing(board[-1].sum) == _standing(total)
        board.append(Leader(board[-1].rank if equal else position, user, total))
    return board, sum_up(former) if former else None


def _standing(total: Sum) -> tuple[int, Fraction]:
    return total.wins, total.beaten
