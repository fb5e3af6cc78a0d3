"""What is known of the events that list sessions, in the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.series.listing import LISTING_JSON, Listed, State
from bot.series.model import SeriesId
from bot.store.database import Store
from bot.store.written import OutboxRow, write_down_in_steps


class ListingStore:
    """The part of an open database that belongs to listed events."""

    def __init__(self, store: Store) -> None:
        self._atomic = store.atomic
        self._reading = store.reading

    async def behind(self) -> list[SeriesId]:
        """Return the series that have changed since their events were brought up to date."""
        async with self._reading() as db:
            rows = await db.execute_fetchall("SELECT id FROM series WHERE listed < version")
        return [SeriesId(row[0]) for row in rows]

    async def caught_up(self, series: SeriesId, version: int) -> None:
        """Note that the events of a series say what is so in a version of it."""
        async with self._atomic() as db:
            await db.execute("UPDATE series SET listed = ? WHERE id = ?", (version, series))

    async def of(self, series: SeriesId) -> dict[int, Listed]:
        """Return what is known of a series' events, by session."""
        async with self._reading() as db:
            rows = await db.execute_fetchall(
                "SELECT session, shown, state, event FROM listings WHERE series = ?", (series,)
            )
        return {
            session: Listed(session, LISTING_JSON.validate_json(shown), State(state), event)
            for session, shown, state, event in rows
        }

    async def keep(self, series: SeriesId, listed: Listed, rows: Sequence[OutboxRow] = ()) -> None:
        """Note what became of a session's event, with what is to be told of it."""
        shown = LISTING_JSON.dump_json(listed.shown).decode()
        async with self._atomic() as db:
            await db.execute(
                "INSERT OR REPLACE INTO listings (series, session, event, state, shown)"
                " VALUES (?, ?, ?, ?, ?)",
                (series, listed.session, listed.event, listed.state, shown),
            )
            await write_down_in_steps(db, rows)

    async def forget(self, series: SeriesId, sessions: Iterable[int]) -> None:
        """Forget what became of sessions that have no event."""
        async with self._atomic() as db:
            await db.executemany(
                "DELETE FROM listings WHERE series = ? AND session = ? AND event IS NULL",
                [(series, session) for session in sessions],
            )
