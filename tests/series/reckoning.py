"""What a season comes to by its ledger alone: how everybody ended, computed anew.

Nothing here asks the bot's own results: places come from the chips that moved, and from when each
hand was over.
"""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from contextlib import closing
from pathlib import Path

from bot.table.model import TABLE_JSON, Table
from engine.rules import Game

Places = dict[int, dict[int, int]]
"""Each session's members and their places."""


def tables_in(database: Path) -> list[Table]:
    """Return every table of a database."""
    with closing(sqlite3.connect(database)) as db:
        rows = db.execute("SELECT state FROM tables ORDER BY id").fetchall()
    return [TABLE_JSON.validate_json(row[0]) for row in rows]


def places_by_ledger(database: Path, series: int) -> Places:
    """Return everybody's place in each session of a series that was played."""
    evenings: defaultdict[int, list[int]] = defaultdict(list)
    by_exit: dict[int, bool] = {}
    for table in tables_in(database):
        if table.contest is not None and table.contest.series == series:
            evenings[table.contest.session].append(table.id)
            by_exit[table.contest.session] = table.options.game is Game.HOLDEM
    return {
        session: _places(database, tables, by_exit=by_exit[session])
        for session, tables in evenings.items()
    }


def points_by_ledger(database: Path, series: int) -> Counter[int]:
    """Return everybody's points, where place p among n earns n - p + 1."""
    points: Counter[int] = Counter()
    for places in places_by_ledger(database, series).values():
        for member, place in places.items():
            points[member] += len(places) - place + 1
    return points


def _places(database: Path, tables: list[int], *, by_exit: bool) -> dict[int, int]:
    chips, last, over = _of_evening(database, tables)

    def worth(member: int) -> tuple[bool, float]:
        if by_exit and not chips[member]:
            return False, over[last[member]]
        return True, chips[member]

    return {member: 1 + sum(worth(other) > worth(member) for other in chips) for member in chips}


def _of_evening(
    database: Path, tables: list[int]
) -> tuple[Counter[int], dict[int, tuple[int, int]], dict[tuple[int, int], float]]:
    """Return everybody's chips, the last hand he paid in, and when each hand was over."""
    chips: Counter[int] = Counter()
    last: dict[int, tuple[int, int]] = {}
    over: dict[tuple[int, int], float] = {}
    marks = ",".join("?" * len(tables))
    with closing(sqlite3.connect(database)) as db:
        for table, at, hand, member, amount in db.execute(
            f"SELECT table_id, at, hand, member, amount FROM ledger WHERE table_id IN ({marks})"  # noqa: S608
            " ORDER BY at, version, line",
            tables,
        ):
            chips[member] += amount
            if hand is not None:
                last[member] = (table, hand)
                over[table, hand] = at
    return chips, last, over
