"""Series in the database: one call, one transaction, checked by the version of the series.

A series is loaded and changed as a whole with its sessions; what is due next is found by an index,
so that no series is in memory until something happens to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import aiosqlite

from bot.series.errors import NameTaken, NoSuchSeries
from bot.series.model import (
    LOG_JSON,
    SERIES_JSON,
    SESSION_JSON,
    SETUP_JSON,
    Changed,
    Entry,
    LogLine,
    Series,
    SeriesId,
    Session,
    Setup,
)
from bot.series.season import next_step
from bot.series.standings import Correction, Finish
from bot.store import erasing
from bot.store.database import Store
from bot.store.written import Conflict, OutboxRow, write_down_in_steps
from bot.table.model import UserId


@dataclass(frozen=True, slots=True)
class Season:
    """A series with all its sessions."""

    series: Series
    sessions: tuple[Session, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """All that standings are made of, with the names by which everybody played."""

    finishes: tuple[Finish, ...]
    corrections: tuple[Correction, ...]
    names: dict[int, str]


class SeriesStore:
    """The part of an open database that belongs to series."""

    def __init__(self, store: Store) -> None:
        self._atomic = store.atomic
        self._erasing = store.erasing
        self._reading = store.reading

    async def new_id(self) -> SeriesId:
        """Return the id of a series to be made."""
        async with self._reading() as db:
            cursor = await db.execute("SELECT coalesce(max(id), 0) + 1 FROM series")
            (row,) = await cursor.fetchall()
            return SeriesId(row[0])

    async def commit(
        self,
        changed: Changed,
        *,
        rows: Sequence[OutboxRow] = (),
        finishes: Iterable[tuple[Finish, str]] = (),
        correction: tuple[Correction, str] | None = None,
    ) -> Series:
        """Make a change of a series true and return the series in its new version.

        :param rows: what the change still has to tell.
        :param finishes: the results of a session that was played, with everybody's name.
        :param correction: one that is new, or is undone now, with the member's name.
        :raises NameTaken: when another running series of the server has the name.
        :raises Conflict: when the series has changed since it was loaded.
        """
        series = replace(changed.series, version=changed.series.version + 1)
        async with self._atomic() as db:
            await _check_name(db, series)
            await _write_series(db, series)
            for session in changed.sessions:
                await _write_session(db, series, session)
            if changed.line is not None:
                await db.execute(
                    "INSERT INTO series_log (series, version, line) VALUES (?, ?, ?)",
                    (series.id, series.version, LOG_JSON.dump_json(changed.line).decode()),
                )
            await write_down_in_steps(db, rows)
            await db.executemany(
                "INSERT INTO results (series, session, member, name, place, field)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                [(series.id, f.session, f.member, name, f.place, f.field) for f, name in finishes],
            )
            if correction is not None:
                await _write_correction(db, series, *correction)
        return series

    async def season(self, series: SeriesId) -> Season:
        """Return a series with its sessions.

        :raises NoSuchSeries: when there is none.
        """
        async with self._reading() as db:
            return await load_season(db, series)

    async def named(self, guild: int, name: str) -> SeriesId:
        """Return a server's series of a name, the running one before those that are over.

        :raises NoSuchSeries: when there is none.
        """
        async with self._reading() as db:
            cursor = await db.execute(
                "SELECT id FROM series WHERE guild = ? AND name = ? ORDER BY over, id DESC LIMIT 1",
                (guild, name),
            )
            row = await cursor.fetchone()
        if row is None:
            raise NoSuchSeries
        return SeriesId(row[0])

    async def names(self, guild: int) -> tuple[str, ...]:
        """Return the names of a server's series, the running ones first, the newest first."""
        async with self._reading() as db:
            rows = await db.execute_fetchall(
                "SELECT name FROM series WHERE guild = ? GROUP BY name"
                " ORDER BY min(over), max(id) DESC",
                (guild,),
            )
        return tuple(row[0] for row in rows)

    async def running(self, guild: int) -> tuple[SeriesId, ...]:
        """Return the series of a server that are not over."""
        async with self._reading() as db:
            rows = await db.execute_fetchall(
                "SELECT id FROM series WHERE guild = ? AND over = 0 ORDER BY id", (guild,)
            )
        return tuple(SeriesId(row[0]) for row in rows)

    async def next_due(self) -> datetime | None:
        """Return when something is to be done next about any session."""
        async with self._reading() as db:
            cursor = await db.execute("SELECT min(due) FROM sessions WHERE due IS NOT NULL")
            row = await cursor.fetchone()
        return None if row is None or row[0] is None else datetime.fromisoformat(row[0])

    async def due_by(self, now: datetime) -> list[tuple[SeriesId, int]]:
        """Return the sessions about which something is to be done by a moment, the oldest first."""
        async with self._reading() as db:
            rows = await db.execute_fetchall(
                "SELECT series, number FROM sessions WHERE due <= ? ORDER BY due",
                (_utc_text(now),),
            )
        return [(SeriesId(row[0]), row[1]) for row in rows]

    async def being_played(self) -> list[tuple[SeriesId, int]]:
        """Return the sessions that have begun and not ended."""
        async with self._reading() as db:
            rows = await db.execute_fetchall(
                "SELECT series, number FROM sessions WHERE due IS NOT NULL"
                " AND state ->> '$.started_at' IS NOT NULL ORDER BY series, number"
            )
        return [(SeriesId(row[0]), row[1]) for row in rows]

    async def record(self, series: SeriesId) -> Record:
        """Return all that the standings of a series are made of."""
        async with self._reading() as db:
            results = await db.execute_fetchall(
                "SELECT session, member, place, field, name FROM results WHERE series = ?"
                " ORDER BY session, member",
                (series,),
            )
            corrections = await db.execute_fetchall(
                "SELECT number, member, points, reason, undone, name FROM corrections"
                " WHERE series = ? ORDER BY number",
                (series,),
            )
        names = {row[1]: row[5] for row in corrections} | {row[1]: row[4] for row in results}
        return Record(
            tuple(Finish(*row[:4]) for row in results),
            tuple(Correction(row[0], row[1], row[2], row[3], bool(row[4])) for row in corrections),
            names,
        )

    async def say_once(self, row: OutboxRow) -> bool:
        """Put a message into the outbox, unless it is there or was posted; say whether it was."""
        async with self._atomic() as db:
            known = await db.execute_fetchall(
                "SELECT 1 FROM posts WHERE table_id = ? AND key = ?"
                " UNION SELECT 1 FROM outbox WHERE table_id = ? AND key = ?",
                (row.table, row.key, row.table, row.key),
            )
            if not known:
                await write_down_in_steps(db, [row])
        return not known

    async def say(self, rows: Sequence[OutboxRow]) -> None:
        """Put messages into the outbox that follow from no change."""
        async with self._atomic() as db:
            await write_down_in_steps(db, rows)

    async def erase(
        self, user: UserId, retell: Callable[[Season, Season], Iterable[OutboxRow]]
    ) -> list[OutboxRow]:
        """Take a member out of everything: whoever played where he did is a former member.

        :param retell: what is to be told of a series, given how it was before and is now.
        :return: what is told of all that knew him.
        """
        async with self._erasing() as db:
            known = [await load_season(db, series) for series in await erasing.series_of(db, user)]
            await erasing.erase(db, user)
            rows = [
                row
                for before in known
                for row in retell(before, await load_season(db, before.series.id))
            ]
            await write_down_in_steps(db, rows)
        return rows

    async def log(self, series: SeriesId) -> tuple[LogLine, ...]:
        """Return who changed a series, when and why, the newest first."""
        async with self._reading() as db:
            rows = await db.execute_fetchall(
                "SELECT line FROM series_log WHERE series = ? ORDER BY version DESC", (series,)
            )
        return tuple(LOG_JSON.validate_json(row[0]) for row in rows)

    async def keep_template(self, guild: int, name: str, setup: Setup) -> None:
        """Keep a set-up for another season, in place of one of the same name."""
        async with self._atomic() as db:
            await db.execute(
                "INSERT OR REPLACE INTO templates (guild, name, setup) VALUES (?, ?, ?)",
                (guild, name, SETUP_JSON.dump_json(setup).decode()),
            )

    async def templates(self, guild: int) -> dict[str, Setup]:
        """Return a server's templates by name."""
        async with self._reading() as db:
            rows = await db.execute_fetchall(
                "SELECT name, setup FROM templates WHERE guild = ? ORDER BY name", (guild,)
            )
        return {name: SETUP_JSON.validate_json(setup) for name, setup in rows}


async def load_season(db: aiosqlite.Connection, series: SeriesId) -> Season:
    """Return a series with its sessions, inside a transaction.

    :raises NoSuchSeries: when there is none.
    """
    cursor = await db.execute("SELECT state FROM series WHERE id = ?", (series,))
    found = await cursor.fetchone()
    if found is None:
        raise NoSuchSeries
    entries, winners = await _entries(db, series), await _winners(db, series)
    rows = await db.execute_fetchall(
        "SELECT number, sessions.state, event FROM sessions LEFT JOIN listings"
        " ON listings.series = sessions.series AND session = number"
        " AND listings.state = 'listed' WHERE sessions.series = ? ORDER BY number",
        (series,),
    )
    sessions = tuple(
        replace(
            SESSION_JSON.validate_json(state),
            entries=tuple(entries.get(number, ())),
            winners=tuple(winners.get(number, ())),
            listing=event,
        )
        for number, state, event in rows
    )
    return Season(SERIES_JSON.validate_json(found[0]), sessions)


async def _write_correction(
    db: aiosqlite.Connection, series: Series, made: Correction, name: str
) -> None:
    """Write a new correction down, or that one is undone.

    :raises Conflict: when another one has the number, or it is undone already.
    """
    if made.undone:
        cursor = await db.execute(
            "UPDATE corrections SET undone = 1 WHERE series = ? AND number = ? AND undone = 0",
            (series.id, made.number),
        )
        if cursor.rowcount != 1:
            raise Conflict
        return
    await db.execute(
        "INSERT INTO corrections (series, number, member, name, points, reason, undone)"
        " VALUES (?, ?, ?, ?, ?, ?, 0)",
        (series.id, made.number, made.member, name, made.points, made.reason),
    )


async def _check_name(db: aiosqlite.Connection, series: Series) -> None:
    if series.over:
        return
    cursor = await db.execute(
        "SELECT 1 FROM series WHERE guild = ? AND name = ? AND over = 0 AND id <> ?",
        (series.guild, series.setup.name, series.id),
    )
    if await cursor.fetchone() is not None:
        raise NameTaken(series.setup.name)


async def _write_series(db: aiosqlite.Connection, series: Series) -> None:
    """Write a series down; the one in the database must be of the version before."""
    state = SERIES_JSON.dump_json(series).decode()
    values = (series.setup.name, series.over, series.version, state, series.id)
    if series.version == 1:
        await db.execute(
            "INSERT INTO series (name, over, version, state, id, guild) VALUES (?, ?, ?, ?, ?, ?)",
            (*values, series.guild),
        )
        return
    cursor = await db.execute(
        "UPDATE series SET name = ?, over = ?, version = ?, state = ? WHERE id = ? AND version = ?",
        (*values, series.version - 1),
    )
    if cursor.rowcount != 1:
        raise Conflict


async def _write_session(db: aiosqlite.Connection, series: Series, session: Session) -> None:
    """Write a session down, with its list and with what is due next."""
    step = next_step(series, session)
    due = None if step is None else _utc_text(step[0])
    bare = replace(session, entries=(), winners=(), listing=None)
    state = SESSION_JSON.dump_json(bare).decode()
    key = (series.id, session.number)
    await db.execute(
        "INSERT INTO sessions (series, number, due, state) VALUES (?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET due = excluded.due, state = excluded.state",
        (*key, due, state),
    )
    await db.execute("DELETE FROM entries WHERE series = ? AND session = ?", key)
    await db.executemany(
        "INSERT INTO entries (series, session, position, member, name, present, locale)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (*key, position, entry.member, entry.name, entry.present, entry.locale)
            for position, entry in enumerate(session.entries)
        ],
    )


async def _entries(db: aiosqlite.Connection, series: SeriesId) -> dict[int, list[Entry]]:
    rows = await db.execute_fetchall(
        "SELECT session, member, name, present, locale FROM entries WHERE series = ?"
        " ORDER BY session, position",
        (series,),
    )
    found: dict[int, list[Entry]] = {}
    for session, member, name, present, locale in rows:
        entry = Entry(UserId(member), name, bool(present), locale)
        found.setdefault(session, []).append(entry)
    return found


async def _winners(db: aiosqlite.Connection, series: SeriesId) -> dict[int, list[str]]:
    rows = await db.execute_fetchall(
        "SELECT session, name FROM results WHERE series = ? AND place = 1 ORDER BY session, member",
        (series,),
    )
    found: dict[int, list[str]] = {}
    for session, name in rows:
        found.setdefault(session, []).append(name)
    return found


def _utc_text(moment: datetime) -> str:
    """Return a moment as text that sorts as time does."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")
