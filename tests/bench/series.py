"""What many series cost while nothing happens, and how fast standings are answered.

start_ms      opening the database, finding what is due next and what is to be listed anew
due_ms        finding what is due next, which is all that a clock without work does
steps_a_minute  how many steps fall into the busiest minute, as all series begin at one hour
step_ms       one step of one session: read the series and its lists, take the step, write it down
standings_ms  reading the results of one series, ranking them and making the message
picture_ms    drawing a page of them

Each series has eight weekly sessions and a list of members for each. Processor time of all threads,
medians; the file is a real one, but waiting for the disk does not count.
"""

from __future__ import annotations

import asyncio
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from bot.render.pictures import Row, draw_table
from bot.render.series_screens import PAGE, standings_screen
from bot.render.words import Words
from bot.series import season
from bot.series.model import Changed, End, Entry, SeriesId, Session
from bot.series.schedule import Weekly
from bot.series.standings import Finish, standings
from bot.store import Store
from bot.store.listings import ListingStore
from bot.store.series import SeriesStore
from bot.table.model import UserId
from tests.series.samples import WEEKLY, a_season, a_setup

T = TypeVar("T")

HELP = "many series at rest, and standings of many results"
SESSIONS = 8
STEPS = 50
FIRST_START = a_season().sessions[0].start


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--series", type=int, default=1_000, help="how many series there are")
    parser.add_argument("--members", type=int, default=100, help="how many sign up for a session")
    parser.add_argument("--results", type=int, default=10_000, help="results in one series")


def measure(folder: Path, options: Namespace) -> dict[str, Any]:
    """Measure all of it and return it by key."""
    del folder  # nothing real is needed
    return asyncio.run(_measure(options))


async def _measure(options: Namespace) -> dict[str, Any]:
    with TemporaryDirectory() as data:
        await _fill(Path(data), options)
        start_ms, store = await _timed(lambda: _open(Path(data)))
        series = SeriesStore(store)
        try:
            due = [(await _timed(series.next_due))[0] for _ in range(STEPS)]
            steps = [(await _timed(lambda: _step(series)))[0] for _ in range(STEPS)]
            ranking = [(await _timed(lambda: _standings(series)))[0] for _ in range(5)]
        finally:
            await store.close()
    pictures = [_picture_ms() for _ in range(5)]
    return {
        "start_ms": start_ms,
        "due_ms": round(median(due), 3),
        "steps_a_minute": options.series,
        "step_ms": round(median(steps), 3),
        "standings_ms": round(median(ranking), 3),
        "picture_ms": round(median(pictures), 3),
        "series": options.series,
        "members": options.members,
        "results": options.results,
    }


async def _fill(folder: Path, options: Namespace) -> None:
    store = await Store.open(folder)
    series = SeriesStore(store)
    entries = tuple(Entry(UserId(n), f"Member {n}") for n in range(options.members))
    schedule = replace(WEEKLY, repeat=Weekly(), sessions=SESSIONS)
    for number in range(1, options.series + 1):
        made = a_season(a_setup(schedule, name=f"Series {number}"), number)
        signed = tuple(replace(session, entries=entries) for session in made.sessions)
        committed = await series.commit(replace(made, sessions=signed))
        await ListingStore(store).caught_up(committed.id, committed.version)
    await _add_results(series, options)
    await store.close()


async def _add_results(series: SeriesStore, options: Namespace) -> None:
    """Have the first series played often, by many."""
    first = (await series.season(SeriesId(1))).series
    sessions = max(1, options.results // options.members)
    more = [Session(first.id, n, FIRST_START) for n in range(SESSIONS + 1, sessions + 1)]
    finishes = [
        (Finish(1 + n // options.members, n % options.members, 1 + n % 7, options.members), "Ana")
        for n in range(options.results)
    ]
    done = tuple(season.end(session, End.SKIPPED, FIRST_START) for session in more)
    await series.commit(Changed(first, done), finishes=finishes)


async def _open(folder: Path) -> Store:
    store = await Store.open(folder)
    await SeriesStore(store).next_due()
    await ListingStore(store).behind()
    return store


async def _step(series: SeriesStore) -> None:
    """Take the next step of all: each announces a session."""
    at = await series.next_due()
    assert at is not None
    (number, session_number), *_ = await series.due_by(at)
    now = await series.season(number)
    session = now.sessions[session_number - 1]
    announced = season.announce(now.series.setup, session, at)
    await series.commit(Changed(now.series, (announced,)))


async def _standings(series: SeriesStore) -> None:
    now = await series.season(SeriesId(1))
    record = await series.record(SeriesId(1))
    ranked = standings(now.series.setup.scoring, record.finishes, record.corrections)
    standings_screen(now.series, ranked, record.names, 0, Words())


def _picture_ms() -> float:
    rows = [Row(n, f"Member {n}", ("120", "8", "1", "15.0")) for n in range(1, PAGE + 1)]
    start = time.process_time()
    draw_table("Tuesday Hold'em", ("Points", "Sessions", "Wins", "Average"), rows)
    return 1000 * (time.process_time() - start)


async def _timed(work: Callable[[], Awaitable[T]]) -> tuple[float, T]:
    start = time.process_time()
    result = await work()
    return round(1000 * (time.process_time() - start), 3), result
