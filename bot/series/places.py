"""The places of a session that was played at one table or at several.

Source: RULINGS E2, E3, E12. Hold'em: who was out later ranks higher, whoever was out at whichever
table, by the moment his hand was committed; out in the same hand shares the place. Five-card draw:
final balances alone count. Equal chips share a place, and the next place skips.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ending:
    """How a member's evening ended."""

    member: int
    stack: int
    out_in: int | None = None
    """The commit of the hand in which he was out, counted over all tables; None: he was not."""


@dataclass(frozen=True, slots=True)
class SharedPlace:
    """A place, and who shares it."""

    place: int
    members: tuple[int, ...]


def shared_places(endings: Iterable[Ending], *, by_exit: bool) -> tuple[SharedPlace, ...]:
    """Rank the members of a session.

    :param by_exit: whether a later exit ranks higher, as in Hold'em, or chips alone decide.
    """

    def standing(ending: Ending) -> tuple[bool, int]:
        if by_exit and ending.out_in is not None:
            return (False, ending.out_in)
        return (True, ending.stack)

    ranked = sorted(endings, key=standing, reverse=True)
    made: list[SharedPlace] = []
    best: tuple[bool, int] | None = None
    for position, ending in enumerate(ranked, start=1):
        if standing(ending) == best:
            made[-1] = SharedPlace(made[-1].place, (*made[-1].members, ending.member))
        else:
            made.append(SharedPlace(position, (ending.member,)))
        best = standing(ending)
    return tuple(made)
