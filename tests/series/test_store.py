"""Series on real files: what is kept, what is refused, and what is due next."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.series import control, season
from bot.series.errors import NameTaken, NoSuchSeries
from bot.series.model import Changed, Did, SeriesId, Session
from bot.series.standings import Correction, Finish
from bot.store import Conflict, Store
from bot.store.series import Season, SeriesStore
from bot.table.model import UserId
from tests.series.samples import HOLDEM, HOST, LONG_AGO, a_season, a_setup, signed_up

ANA, BEN = UserId(1), UserId(2)


@pytest.fixture(name="opened")
async def _opened(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(tmp_path / "data")
    yield store
    await store.close()


@pytest.fixture(name="store")
def _store(opened: Store) -> SeriesStore:
    return SeriesStore(opened)


async def made(store: SeriesStore, number: int = 1, name: str = "Tuesdays") -> Season:
    """Make a series of four sessions."""
    change = a_season(a_setup(name=name), number)
    return Season(await store.commit(change), change.sessions)


async def test_a_series_comes_back_as_it_was_committed(store: SeriesStore) -> None:
    new = await made(store)
    assert await store.season(new.series.id) == new
    assert new.series.version == 1
    assert await store.new_id() == SeriesId(2)


async def test_the_list_of_a_session_comes_back_in_the_order_of_signing_up(
    store: SeriesStore,
) -> None:
    new = await made(store)
    listed = signed_up(new.series.setup, new.sessions[1], 5, 3, 4)
    after = await store.commit(Changed(new.series, (listed,)))
    loaded = await store.season(new.series.id)
    assert loaded == Season(after, (new.sessions[0], listed, *new.sessions[2:]))
    fewer = replace(listed, entries=listed.entries[1:])
    await store.commit(Changed(after, (fewer,)))
    assert (await store.season(new.series.id)).sessions[1].entries == listed.entries[1:]


async def test_a_change_of_what_has_changed_meanwhile_is_refused_whole(store: SeriesStore) -> None:
    new = await made(store)
    await store.commit(control.pause(new.series, new.sessions, HOST, "", LONG_AGO))
    skipped = control.skip(new.series, new.sessions[0], HOST, "", LONG_AGO)
    with pytest.raises(Conflict):
        await store.commit(skipped)
    assert (await store.season(new.series.id)).sessions == new.sessions


async def test_a_name_stands_for_one_running_series_of_a_server(store: SeriesStore) -> None:
    new = await made(store)
    with pytest.raises(NameTaken):
        await made(store, 2, "TUESDAYS")
    over = control.cancel(new.series, new.sessions, HOST, "", LONG_AGO)
    await store.commit(over)
    await made(store, 2, "tuesdays")
    assert await store.named(5, "Tuesdays") == SeriesId(2)
    assert [name.casefold() for name in await store.names(5)] == ["tuesdays"]
    assert await store.names(6) == ()
    with pytest.raises(NoSuchSeries):
        await store.named(6, "Tuesdays")
    with pytest.raises(NoSuchSeries):
        await store.season(SeriesId(9))


async def test_what_is_due_next_is_found_over_all_series(store: SeriesStore) -> None:
    assert await store.next_due() is None
    new = await made(store)
    first = new.sessions[0].start - season.ANNOUNCED_BEFORE
    assert await store.next_due() == first
    assert await store.due_by(first - timedelta(seconds=1)) == []
    assert await store.due_by(first) == [(new.series.id, 1)]
    announced = season.announce(new.series.setup, new.sessions[0], first)
    after = await store.commit(Changed(new.series, (announced,)))
    assert await store.due_by(first) == []
    second = new.sessions[1].start - season.ANNOUNCED_BEFORE
    assert await store.next_due() == min(second, first + timedelta(days=6))
    paused = control.pause(after, (announced, *new.sessions[1:]), HOST, "", first)
    await store.commit(paused)
    assert await store.next_due() == announced.start


async def test_nothing_is_due_about_a_series_that_was_cancelled(store: SeriesStore) -> None:
    new = await made(store)
    await store.commit(control.cancel(new.series, new.sessions, HOST, "", LONG_AGO))
    assert await store.next_due() is None


async def test_results_and_corrections_come_back_with_names(store: SeriesStore) -> None:
    new = await made(store)
    finishes = [(Finish(1, ANA, 1, 2), "Ana"), (Finish(1, BEN, 2, 2), "Ben")]
    after = await store.commit(Changed(new.series, (played(new.sessions[0]),)), finishes=finishes)
    correction = Correction(1, 7, 3, "guest")
    after = await store.commit(Changed(after), correction=(correction, "Cem"))
    record = await store.record(new.series.id)
    assert record.finishes == tuple(finish for finish, _ in finishes)
    assert record.corrections == (correction,)
    assert record.names == {ANA: "Ana", BEN: "Ben", 7: "Cem"}
    undone = replace(correction, undone=True)
    await store.commit(Changed(after), correction=(undone, "Cem"))
    assert (await store.record(new.series.id)).corrections == (undone,)


async def test_a_session_is_scored_once(store: SeriesStore) -> None:
    """A second scoring, by another process or after a crash, changes nothing."""
    new = await made(store)
    scored = Changed(new.series, (played(new.sessions[0]),))
    finishes = [(Finish(1, ANA, 1, 1), "Ana")]
    await store.commit(scored, finishes=finishes)
    with pytest.raises(Conflict):
        await store.commit(scored, finishes=finishes)
    assert len((await store.record(new.series.id)).finishes) == 1


async def test_the_log_tells_the_newest_change_first(store: SeriesStore) -> None:
    new = await made(store)
    paused = control.pause(new.series, new.sessions, HOST, "holidays", LONG_AGO)
    after = await store.commit(paused)
    await store.commit(control.resume(after, new.sessions, HOST, "", LONG_AGO))
    lines = await store.log(new.series.id)
    assert [line.did for line in lines] == [Did.RESUMED, Did.PAUSED, Did.CREATED]
    assert (lines[1].why, lines[1].at, lines[1].who) == ("holidays", LONG_AGO, HOST)


async def test_a_template_is_kept_until_another_of_its_name(store: SeriesStore) -> None:
    await store.keep_template(5, "winter", a_setup(most=9))
    await store.keep_template(5, "Winter", a_setup(most=18))
    assert [setup.most for setup in (await store.templates(5)).values()] == [18]
    assert await store.templates(6) == {}


def played(session: Session) -> Session:
    return season.score(season.start(session, HOLDEM, [], session.start), session.start)
