"""Databases full of series, as they are after some weeks."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.sandbox import Channel
from bot.series import control, season
from bot.series.model import Changed, End, Entry, SeriesId, Session
from bot.series.schedule import Schedule, Weekly
from bot.series.standings import Finish
from bot.store import Store
from bot.store.listings import ListingStore
from bot.store.series import SeriesStore
from bot.table.model import UserId
from tests.series.samples import HOST, a_setup

SESSIONS = 8
FIRST = SeriesId(1)
"""The series that has been played often."""


def name_of(number: int) -> str:
    """Return how a series is called."""
    return f"Series {number}"


async def fill(folder: Path, place: Channel, options: Namespace) -> None:
    """Have series that are to be played from next month on, with a list for each session.

    :param place: the channel of them all.
    """
    store = await Store.open(folder)
    series = SeriesStore(store)
    entries = tuple(Entry(UserId(n), f"Member {n}") for n in range(1, options.members + 1))
    now = datetime.now(UTC)
    first = now + timedelta(days=30)
    schedule = Schedule("UTC", first.date(), first.time(), Weekly(), sessions=SESSIONS)
    for number in range(1, options.series + 1):
        setup = a_setup(schedule, name=name_of(number), channel=place.id)
        where = (place.guild.id, "en-US")
        made = control.create(SeriesId(number), where, HOST, setup, now)
        signed = tuple(replace(session, entries=entries) for session in made.sessions)
        committed = await series.commit(replace(made, sessions=signed))
        await ListingStore(store).caught_up(committed.id, committed.version)
    await _add_results(store, options)
    await store.close()


async def _add_results(store: Store, options: Namespace) -> None:
    """Have the first series played often, by many."""
    series = SeriesStore(store)
    first = (await series.season(FIRST)).series
    sessions = max(1, options.results // options.members)
    past = datetime.now(UTC)
    more = [Session(first.id, n, past) for n in range(SESSIONS + 1, SESSIONS + sessions + 1)]
    finishes = [
        (
            Finish(more[n // options.members].number, member, 1 + member % 7, options.members),
            f"Member {member}",
        )
        for n in range(options.results)
        for member in [1 + n % options.members]
    ]
    done = tuple(season.end(session, End.SKIPPED, past) for session in more)
    committed = await series.commit(Changed(first, done), finishes=finishes)
    await ListingStore(store).caught_up(committed.id, committed.version)
