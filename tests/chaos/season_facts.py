"""What a season came to, read from the database and the pretend Discord, and what is wrong with it.

That nothing is wrong is judged without the bot's own words and without the unbroken season: places
and points are computed anew from the chips that moved.
"""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.sandbox import StandIn
from bot.series.model import (
    LOG_JSON,
    SERIES_JSON,
    SESSION_JSON,
    End,
    Series,
    Session,
)
from bot.series.standings import Correction, Finish, standings
from bot.table.model import Table
from engine.session import able_to_play, total_chips
from tests.chaos.watched import Problem
from tests.series.reckoning import places_by_ledger, points_by_ledger, tables_in


@dataclass(frozen=True)
class Season:
    """The one series of a database, and the server that it was played on."""

    database: Path
    world: StandIn

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Return what a query finds."""
        with closing(sqlite3.connect(self.database)) as database:
            return database.execute(query).fetchall()

    @property
    def series(self) -> Series:
        ((state,),) = self.rows("SELECT state FROM series")
        return SERIES_JSON.validate_json(state)

    @property
    def sessions(self) -> list[Session]:
        found = self.rows("SELECT state FROM sessions ORDER BY number")
        return [SESSION_JSON.validate_json(state) for (state,) in found]

    @property
    def tables(self) -> list[Table]:
        return tables_in(self.database)

    @property
    def tellings(self) -> list[str]:
        """The kind of each message that was told in the channel of the series, in order."""
        keys = self.rows("SELECT key FROM posts WHERE table_id < 0 ORDER BY message")
        return [key.partition(".")[0] for (key,) in keys]

    @property
    def finishes(self) -> list[Finish]:
        found = self.rows("SELECT session, member, place, field FROM results ORDER BY 1, 3, name")
        return [Finish(*row) for row in found]

    @property
    def corrections(self) -> list[Correction]:
        found = self.rows(
            "SELECT number, member, points, reason, undone FROM corrections ORDER BY number"
        )
        return [Correction(row[0], row[1], row[2], row[3], bool(row[4])) for row in found]

    @property
    def threads(self) -> dict[int, str]:
        """The threads of the server, by their ids."""
        return {number: thread.name for number, thread in self.world.guild.threads.items()}

    def name(self, member: int) -> str:
        """Return who has an id."""
        return self.world.members[member].name


def facts_of(season: Season) -> Mapping[str, tuple[str, ...]]:
    """Return all that must be there once each, by what it is."""
    events = season.world.agenda.of(season.world.guild)
    lines = season.rows("SELECT line FROM series_log ORDER BY version")
    return {
        "session": tuple(_session(season, session) for session in season.sessions),
        "entry": tuple(map(str, _entries(season))),
        "telling": tuple(season.tellings),
        "table": tuple(_table(season, table) for table in season.tables),
        "thread": tuple(sorted(season.threads.values())),
        "result": tuple(
            f"{season.name(f.member)} is {f.place} of {f.field} in {f.session}"
            for f in season.finishes
        ),
        "correction": tuple(
            f"{c.points} for {season.name(c.member)}, undone: {c.undone}"
            for c in season.corrections
        ),
        "line of the log": tuple(
            f"{line.did} session {line.session}"
            for line in (LOG_JSON.validate_json(each) for (each,) in lines)
        ),
        "listed event": tuple(f"{e.name} at {e.start}, status {int(e.status)}" for e in events),
    }


def _session(season: Season, session: Session) -> str:
    """Say of a session what was done about it."""
    done = [
        step
        for step in ("announced_at", "closed_at", "checked_at", "started_at", "stopped_at")
        if getattr(session, step) is not None
    ]
    tables = [table.id for table in season.tables if _evening(table) == session.number]
    assert tables == list(session.tables), "a session knows its tables"
    return (
        f"{session.number} at {session.start} ended {session.end}: {', '.join(done)},"
        f" reminded {', '.join(sorted(session.reminded))}"
    )


def _entries(season: Season) -> Iterator[tuple[int, str, bool]]:
    for session, name, present in season.rows(
        "SELECT session, name, present FROM entries ORDER BY session, position"
    ):
        yield session, name, bool(present)


def _table(season: Season, table: Table) -> str:
    assert table.contest is not None
    where = season.threads.get(table.channel, "the channel")
    number = table.contest.number
    return f"table {number} of {table.contest.of} of session {_evening(table)} in {where}"


def _evening(table: Table) -> int:
    assert table.contest is not None
    return table.contest.session


def problems_of(season: Season, told: Mapping[str, int]) -> Iterator[Problem]:
    """Return what is wrong with a season when it is over.

    :param told: how often each kind of message is told in its channel.
    """
    yield from _miscounted("message of the kind", told, Counter(season.tellings))
    yield from _misplaced(season)
    yield from _misranked(season)
    twice = Counter(event.name for event in season.world.agenda.of(season.world.guild))
    yield from (("doubled", f"event {name}") for name, times in twice.items() if times > 1)
    places = Counter(table.channel for table in season.tables)
    for number, name in season.threads.items():
        if places[number] != 1:
            kind = "doubled" if places[number] else "lost"
            yield kind, f"thread {name} has {places[number]} tables"
    for session in season.sessions:
        if session.end is None or (session.end is End.PLAYED and session.closed_at is None):
            yield "lost", f"session {session.number} did not end, or did not close before"


def _misplaced(season: Season) -> Iterator[Problem]:
    """Compare the results with everybody's chips by the ledger."""
    reckoned = places_by_ledger(season.database, season.series.id)
    wanted = {
        f"{season.name(member)} is {place} of {len(places)} in {session}": 1
        for session, places in reckoned.items()
        for member, place in places.items()
    }
    found = Counter(
        f"{season.name(f.member)} is {f.place} of {f.field} in {f.session}" for f in season.finishes
    )
    yield from _miscounted("result:", wanted, found)


def _misranked(season: Season) -> Iterator[Problem]:
    """Compare the standings with points by the ledger and what moderators gave."""
    points = points_by_ledger(season.database, season.series.id)
    for correction in season.corrections:
        if not correction.undone:
            points[correction.member] += correction.points
    scoring = season.series.setup.scoring
    for line in standings(scoring, season.finishes, season.corrections):
        better = sum(other > points[line.member] for other in points.values())
        if (line.points, line.place) != (points[line.member], 1 + better):
            yield "lost", f"{season.name(line.member)} has {line.points}, place {line.place}"


def _miscounted(
    what: str, wanted: Mapping[str, int], found: Mapping[str, int]
) -> Iterator[Problem]:
    """Compare how often each thing is there."""
    for each in sorted(wanted.keys() | found.keys()):
        much, there = wanted.get(each, 0), found.get(each, 0)
        if there != much:
            yield "lost" if there < much else "doubled", f"{what} {each}: {there}, not {much}"


def problems_at(tables: Iterable[Table]) -> Iterator[Problem]:
    """Return what is wrong with the tables of any session at any moment."""
    evenings: defaultdict[int, list[Table]] = defaultdict(list)
    for table in tables:
        evenings[_evening(table)].append(table)
    for session, there in evenings.items():
        stack = there[0].session.stack
        wanted = stack * len({user for table in there for user in table.members})
        chips = sum(total_chips(table.session) for table in there)
        if chips != wanted:
            kind = "lost" if chips < wanted else "doubled"
            yield kind, f"session {session}: {chips} chips of {wanted}"
        seated = Counter(p.member for table in there for p in able_to_play(table.session))
        for member, seats in seated.items():
            if seats > 1:
                yield "doubled", f"session {session}: {member} has {seats} seats"
