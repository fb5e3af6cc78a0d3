"""Points and standings of a series, and why everybody has as many as he has.

Source: RULINGS E2, E10. Place p among n earns n - p + 1 unless the moderators give a table of
points; equal places earn the same, and nothing hidden breaks a tie.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Scoring:
    """How places become points, and which sessions count."""

    table: tuple[int, ...] = ()
    """The points of each place, nothing beyond the last; none: n - p + 1."""
    best: int | None = None
    """How many of a member's sessions count, his best ones; None: all."""
    least_field: int = 2
    """The smallest number of players for which a session counts."""

    def points(self, place: int, field: int) -> int:
        """Return what a place among so many players earns."""
        if not self.table:
            return field - place + 1
        return self.table[place - 1] if place <= len(self.table) else 0


@dataclass(frozen=True, slots=True)
class Finish:
    """How a member ended in a session of the series."""

    session: int
    member: int
    place: int
    field: int
    """How many played."""


@dataclass(frozen=True, slots=True)
class Correction:
    """Points that a moderator gave or took, and why; one that was undone counts no more."""

    number: int
    member: int
    points: int
    reason: str
    undone: bool = False


class Counts(StrEnum):
    """Whether a session counts for a member."""

    YES = "yes"
    DROPPED = "dropped"
    """He has better ones, as many as count."""
    SMALL = "small"
    """Too few played."""


@dataclass(frozen=True, slots=True)
class Line:
    """What a session gave a member."""

    finish: Finish
    points: int
    counts: Counts


@dataclass(frozen=True, slots=True)
class Explanation:
    """All that a member's points are made of."""

    lines: tuple[Line, ...]
    corrections: tuple[Correction, ...]

    @property
    def stands(self) -> bool:
        """Whether there is anything of his: corrections that were undone are nothing."""
        return bool(self.lines) or any(not made.undone for made in self.corrections)

    @property
    def points(self) -> int:
        """The sum of what counts."""
        earned = sum(line.points for line in self.lines if line.counts is Counts.YES)
        return earned + sum(c.points for c in self.corrections if not c.undone)

    @property
    def played(self) -> int:
        """How many sessions he played that had players enough, dropped ones included."""
        return sum(line.counts is not Counts.SMALL for line in self.lines)

    @property
    def wins(self) -> int:
        """How many of those he won, a shared first place included."""
        return sum(line.finish.place == 1 for line in self.lines if line.counts is not Counts.SMALL)

    @property
    def average(self) -> float:
        """Points earned in each of those, corrections aside."""
        earned = sum(line.points for line in self.lines if line.counts is not Counts.SMALL)
        return earned / self.played if self.played else 0.0


@dataclass(frozen=True, slots=True)
class Standing:
    """A member's place in the series; equal points share it, and the next place skips."""

    place: int
    member: int
    points: int
    played: int
    wins: int
    average: float


def standings(
    scoring: Scoring, finishes: Iterable[Finish], corrections: Iterable[Correction] = ()
) -> tuple[Standing, ...]:
    """Rank everybody who has played, or has been given points."""
    explained = explanations(scoring, finishes, corrections)
    points = {member: why.points for member, why in explained.items() if why.stands}
    made: list[Standing] = []
    for position, member in enumerate(sorted(points, key=lambda m: (-points[m], m)), start=1):
        why, earned = explained[member], points[member]
        tied = bool(made) and made[-1].points == earned
        place = made[-1].place if tied else position
        made.append(Standing(place, member, earned, why.played, why.wins, why.average))
    return tuple(made)


def explanations(
    scoring: Scoring, finishes: Iterable[Finish], corrections: Iterable[Correction] = ()
) -> dict[int, Explanation]:
    """Say for every member what each session gave him and why it counts or not."""
    played: defaultdict[int, list[Finish]] = defaultdict(list)
    corrected: defaultdict[int, list[Correction]] = defaultdict(list)
    for finish in finishes:
        played[finish.member].append(finish)
    for correction in corrections:
        corrected[correction.member].append(correction)
    members = played.keys() | corrected.keys()
    return {m: _explained(scoring, played[m], corrected[m]) for m in members}


def _explained(
    scoring: Scoring, finishes: Sequence[Finish], corrections: Sequence[Correction]
) -> Explanation:
    finishes = sorted(finishes, key=lambda finish: finish.session)
    points = {f.session: scoring.points(f.place, f.field) for f in finishes}
    counting = [f.session for f in finishes if f.field >= scoring.least_field]
    # The best come first; among equal ones the earlier, as the sort keeps their order.
    best = set(sorted(counting, key=lambda session: -points[session])[: scoring.best])
    counts = dict.fromkeys(counting, Counts.DROPPED) | dict.fromkeys(best, Counts.YES)
    lines = tuple(
        Line(finish, points[finish.session], counts.get(finish.session, Counts.SMALL))
        for finish in finishes
    )
    return Explanation(lines, tuple(corrections))
