"""Standings as a table for spreadsheets: everybody's points, session by session."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from bot.series.standings import (
    Correction,
    Counts,
    Finish,
    Scoring,
    explanations,
    standings,
)

HEADS = ("place", "member", "name", "points", "sessions", "wins", "average", "corrections")
_FORMULA = "=+-@\t\r"
"""What makes spreadsheets take a text for a formula."""


def to_csv(
    scoring: Scoring,
    finishes: Sequence[Finish],
    corrections: Sequence[Correction],
    names: Mapping[int, str],
    games: Mapping[int, str],
) -> str:
    """Return the standings as CSV; points of sessions that do not count are in brackets.

    :param names: by which members are called.
    :param games: what was played in each session.
    """
    sessions = sorted({finish.session for finish in finishes})
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([*HEADS, *(f"session {number}: {games[number]}" for number in sessions)])
    explained = explanations(scoring, finishes, corrections)
    for standing in standings(scoring, finishes, corrections):
        member = standing.member
        why = explained[member]
        earned = {
            line.finish.session: str(line.points)
            if line.counts is Counts.YES
            else f"({line.points})"
            for line in why.lines
        }
        writer.writerow(
            [
                standing.place,
                member,
                _harmless(names[member]),
                standing.points,
                standing.played,
                standing.wins,
                f"{standing.average:.2f}",
                sum(made.points for made in why.corrections if not made.undone),
                *(earned.get(number, "") for number in sessions),
            ]
        )
    return out.getvalue()


def _harmless(name: str) -> str:
    """Return a name that no spreadsheet computes."""
    return f"'{name}" if name.startswith(tuple(_FORMULA)) else name
