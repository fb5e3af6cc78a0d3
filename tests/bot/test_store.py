"""The store on real files: what is kept, what is refused, and who may read it."""

from __future__ import annotations

import asyncio
import os
import random
import re
import sqlite3
import stat
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from bot.errors import AlreadyCounted, Refused
from bot.store import Conflict, OutboxRow, Store, StoreError, migrations
from bot.store.migrations import migrations as steps
from bot.store.written import MemberRow
from bot.table import lobby, play
from bot.table.change import Chance, Change, Who
from bot.table.model import (
    EVENTS_JSON,
    TABLE_JSON,
    Options,
    Phase,
    Ping,
    Table,
    TableId,
    UserId,
)
from engine.actions import Action, AllIn, BetTo, Call, Check, Exchange, Fold, RaiseTo, Show
from engine.cards import FULL_DECK
from engine.errors import Refusal
from engine.games import VARIANTS
from engine.hand import legal
from engine.rules import Game, Stakes
from engine.session import total_chips
from tests.bot.house import House

LEA = Who(UserId(11), "Léa")
STAKES = {Game.HOLDEM: Stakes(small_blind=1, big_blind=2), Game.FIVECARD: Stakes(ante=1)}


@pytest.fixture(name="store")
async def _store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(tmp_path / "data")
    yield store
    await store.close()


def a_table(number: int = 1, channel: int = 7, game: Game = Game.HOLDEM) -> Table:
    """Return a table that has just been opened, as it is committed first."""
    options = Options(game, 50, STAKES[game], 6, None, None, 60, Ping.LATE)
    opened = lobby.open_table(TableId(number), (5, channel, "en-US"), LEA, options, 1000.0)
    return replace(opened.table, version=1)


def a_row(number: int, table: Table, key: str = "lobby", kind: str = "post") -> OutboxRow:
    return OutboxRow(number, table.id, kind, table.channel, key, '{"é": 1}', 1000.5, 1000.25)


def changed(table: Table) -> Table:
    return replace(table, version=table.version + 1)


# What is kept


async def test_a_table_comes_back_as_it_was_committed(store: Store) -> None:
    table = a_table()
    await store.commit(table, (), (), at=1000.0)
    assert await store.open_tables() == [table]


async def test_a_closed_table_is_kept_but_not_picked_up(store: Store, tmp_path: Path) -> None:
    table = a_table()
    await store.commit(table, (), (), at=1000.0)
    await store.commit(changed(lobby.close(table).table), (), (), at=1001.0)
    assert await store.open_tables() == []
    with closing(sqlite3.connect(tmp_path / "data" / "croupier.db")) as other:
        assert other.execute("SELECT open, version FROM tables").fetchall() == [(0, 2)]


async def test_what_is_still_to_be_told_survives_until_it_is_told(tmp_path: Path) -> None:
    table = a_table()
    rows = [a_row(1, table), a_row(2, table, "welcome11", "direct"), a_row(3, table, "x", "edit")]
    store = await Store.open(tmp_path)
    await store.commit(table, (), rows, at=1000.0)
    await store.close()
    store = await Store.open(tmp_path)
    assert await store.outbox() == rows
    assert await store.posts() == {}
    await store.told(rows[0], 99)
    await store.close()
    store = await Store.open(tmp_path)
    assert await store.outbox() == rows[1:]
    assert await store.posts() == {(table.id, "lobby"): 99}
    await store.close()


async def test_ids_go_on_after_a_restart(tmp_path: Path) -> None:
    store = await Store.open(tmp_path)
    table = a_table(store.new_table_id())
    await store.commit(table, (), [a_row(store.new_row_id(), table)], at=1000.0)
    await store.close()
    store = await Store.open(tmp_path)
    assert store.new_table_id() == table.id + 1
    assert store.new_row_id() == 2
    await store.close()


async def test_direct_message_channels_survive(tmp_path: Path) -> None:
    known = [MemberRow(UserId(1), 5, True), MemberRow(UserId(2), None, False)]
    store = await Store.open(tmp_path)
    assert await store.alive_until() is None
    for member in known:
        await store.remember_member(member)
    await store.beat(12.5)
    await store.beat(13.5)
    await store.close()
    store = await Store.open(tmp_path)
    assert await store.members() == {member.user: member for member in known}
    assert await store.alive_until() == 13.5
    await store.close()


# What is refused


@pytest.mark.parametrize("version", [2, 4, 9])
async def test_a_commit_on_another_version_than_the_newest_is_refused(
    store: Store, version: int
) -> None:
    table = a_table()
    await store.commit(table, (), (), at=1000.0)
    await store.commit(newest := changed(table), (), (), at=1000.0)
    stale = replace(table, version=version)
    with pytest.raises(Conflict):
        await store.commit(stale, (), [a_row(1, table)], at=1000.0, interaction=77)
    assert await store.open_tables() == [newest]
    assert await store.outbox() == [], "a refused commit has left something to tell"
    await store.commit(changed(newest), (), (), at=1000.0, interaction=77)


async def test_an_interaction_is_committed_once_whatever_the_table(store: Store) -> None:
    first, second = a_table(1, channel=7), a_table(2, channel=8)
    await store.commit(first, (), (), at=1000.0, interaction=77)
    with pytest.raises(Conflict):
        await store.commit(changed(first), (), (), at=1000.0, interaction=77)
    with pytest.raises(Conflict):
        await store.commit(second, (), (), at=1000.0, interaction=77)
    assert await store.open_tables() == [first]


async def test_a_channel_has_one_open_table(store: Store) -> None:
    first, second = a_table(1), a_table(2)
    await store.commit(first, (), (), at=1000.0)
    with pytest.raises(Conflict):
        await store.commit(second, (), (), at=1000.0)
    await store.commit(changed(lobby.close(first).table), (), (), at=1000.0)
    await store.commit(second, (), (), at=1000.0)
    assert await store.open_tables() == [second]


async def test_of_changes_at_once_one_that_is_refused_takes_none_of_the_others_back(
    store: Store,
) -> None:
    tables = [a_table(number, channel=number) for number in range(1, 6)]
    for table in tables:
        await store.commit(table, (), (), at=1000.0)
    newer = [changed(table) for table in tables]
    at_once = (*newer[:3], changed(tables[1]), *newer[3:])
    outcomes = await asyncio.gather(
        *(store.commit(table, (), [a_row(n, table)], at=1000.0) for n, table in enumerate(at_once)),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes if outcome is not None] == [Conflict]
    assert await store.open_tables() == newer
    assert [row.table for row in await store.outbox()] == [1, 2, 3, 4, 5]


async def test_a_failed_commit_leaves_nothing_behind(store: Store) -> None:
    table = a_table()
    same_id = [a_row(1, table), a_row(1, table)]
    with pytest.raises(sqlite3.IntegrityError):
        await store.commit(table, (), same_id, at=1000.0, interaction=77)
    assert await store.open_tables() == []
    assert await store.outbox() == []


async def test_the_same_interaction_counts_once(house: House) -> None:
    await house.slash(house.member("Léa"), "holdem start")
    assert house.client is not None
    tables = house.client.tables
    table = tables.at(house.channel.id).id

    def join(name: str) -> Change:
        who = Who(UserId(house.member(name).id), name)
        return lobby.join(tables.get(table), who, house.clock.now())

    await tables.change(table, lambda _, __: join("Tom"), 77)
    await house.settled()
    seated = tables.get(table)
    with pytest.raises(AlreadyCounted):
        await tables.change(table, lambda _, __: join("Max"), 77)
    assert tables.get(table) == seated
    await house.settled()
    assert "Max" not in house.post.text


async def test_chips_that_do_not_add_up_cannot_be_committed(house: House) -> None:
    lea, tom = house.member("Léa"), house.member("Tom")
    await house.slash(lea, "holdem start")
    await house.press("Join", tom)
    await house.press("Start", lea)
    assert house.client is not None
    tables = house.client.tables
    table = tables.at(house.channel.id)

    def forge(now: Table, _: Chance) -> Change:
        hand = now.session.hand
        assert hand is not None
        richer = replace(hand.round, stacks=[stack + 1 for stack in hand.round.stacks])
        session = replace(now.session, hand=replace(hand, round=richer))
        return Change(replace(now, session=session))

    with pytest.raises(AssertionError, match="chips are not conserved"):
        await tables.change(table.id, forge)
    assert tables.get(table.id) == table
    await house.stop_bot()
    await house.start_bot()
    assert house.client.tables.at(house.channel.id).session == table.session


async def test_chips_made_by_the_first_deal_cannot_be_committed(house: House) -> None:
    await house.slash(house.member("Léa"), "holdem start")
    assert house.client is not None
    tables = house.client.tables
    table = tables.at(house.channel.id)

    def forge(now: Table, _: Chance) -> Change:
        rich = tuple(replace(player, stack=player.stack + 1) for player in now.session.players)
        return Change(replace(now, session=replace(now.session, players=rich)))

    with pytest.raises(AssertionError, match="chips are not conserved"):
        await tables.change(table.id, forge)


# The file


async def test_a_second_process_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    first = await Store.open(tmp_path)
    with pytest.raises(StoreError, match="Another Croupier is running on"):
        await Store.open(tmp_path)
    await first.close()
    await (await Store.open(tmp_path)).close()


async def test_a_database_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    await (await Store.open(tmp_path)).close()
    newer = len(steps()) + 1
    path = tmp_path / "croupier.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA user_version = {newer}")
        other.commit()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=rf"newer version \({newer}\)"):
        await Store.open(tmp_path)
    assert path.read_bytes() == before


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "croupier.db").write_text("This is a letter to my grandmother.\n" * 100)
    with pytest.raises(StoreError, match=r"croupier\.db cannot be used: it is damaged"):
        await Store.open(tmp_path)


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    with pytest.raises(StoreError, match=r"DATA_DIR cannot be used: .*/data"):
        await Store.open(tmp_path / "data")


@pytest.fixture
def _no_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("_no_umask")
async def test_only_the_owner_can_read_the_files_whatever_the_umask(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "data")
    await store.commit(a_table(), (), (), at=1000.0)
    folder = tmp_path / "data"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}
    await store.close()
    names = ("croupier.db", "croupier.db-shm", "croupier.db-wal", "croupier.lock")
    assert modes == dict.fromkeys(names, 0o600)


async def test_a_database_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    await (await Store.open(tmp_path)).close()
    (tmp_path / "croupier.db").chmod(0o644)
    await (await Store.open(tmp_path)).close()
    assert stat.S_IMODE((tmp_path / "croupier.db").stat().st_mode) == 0o600


async def test_every_commit_is_on_the_disk_before_it_returns(store: Store) -> None:
    async def setting(name: str) -> object:
        row = await (await store._db.execute(f"PRAGMA {name}")).fetchone()
        assert row is not None
        return row[0]

    assert await setting("journal_mode") == "wal"
    assert await setting("synchronous") == 2
    assert await setting("foreign_keys") == 1


# Migrations


def test_migrations_are_numbered_without_gaps() -> None:
    files = resources.files(migrations).iterdir()
    names = sorted(file.name for file in files if file.name.endswith(".sql"))
    found = [re.fullmatch(r"(\d{4})_[a-z_]+\.sql", name) for name in names]
    assert all(found), names
    assert [int(name[1]) for name in found if name] == list(range(1, len(names) + 1))
    assert len(steps()) == len(names)


async def test_a_database_of_any_earlier_version_is_brought_up_to_date(tmp_path: Path) -> None:
    whole = None
    for at in range(len(steps()) + 1):
        folder = tmp_path / str(at)
        folder.mkdir()
        with closing(sqlite3.connect(folder / "croupier.db")) as old:
            for number, sql in enumerate(steps()[:at], start=1):
                old.executescript(f"{sql}; PRAGMA user_version = {number}")
        await (await Store.open(folder)).close()
        with closing(sqlite3.connect(folder / "croupier.db")) as new:
            assert new.execute("PRAGMA user_version").fetchone() == (len(steps()),)
            schema = new.execute("SELECT sql FROM sqlite_master ORDER BY name").fetchall()
        whole = whole or schema
        assert schema == whole


async def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    before = 7
    with closing(sqlite3.connect(tmp_path / "croupier.db")) as old:
        for sql in steps()[:before]:
            old.executescript(sql)
        # What the second statement of the next one adds is there already.
        old.executescript("ALTER TABLE series ADD COLUMN listed INTEGER NOT NULL DEFAULT 0")
        old.executescript(f"PRAGMA user_version = {before}")
        schema = old.execute("SELECT sql FROM sqlite_master ORDER BY name").fetchall()
    assert steps()[before].index("CREATE TABLE listings") < steps()[before].index("ADD COLUMN")
    with pytest.raises(StoreError, match="duplicate column name: listed"):
        await Store.open(tmp_path)
    with closing(sqlite3.connect(tmp_path / "croupier.db")) as other:
        assert other.execute("PRAGMA user_version").fetchone() == (before,)
        assert other.execute("SELECT sql FROM sqlite_master ORDER BY name").fetchall() == schema


# A table as it is written


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("game", list(Game))
def test_a_table_reads_back_the_same_at_every_step_of_an_evening(game: Game, seed: int) -> None:
    chance = random.Random(seed)
    now = 1000.0
    table = a_table(game=game)
    people = [Who(UserId(number), f"P{number}") for number in range(12, 12 + chance.randint(1, 4))]
    for who in people:
        table = lobby.join(table, who, now).table
    people.append(LEA)
    reads_back(Change(table))

    def lot() -> Chance:
        deck = tuple(chance.sample(FULL_DECK, 52))
        return Chance(now, lambda: deck, lambda: chance.randrange(100))

    change = play.start(table, LEA, lot())
    for _ in range(400):
        reads_back(change)
        table = change.table
        assert total_chips(table.session) == 50 * len(people)
        if table.phase is Phase.CLOSED:
            break
        now += chance.choice([0, 5, 70, 2_000]) if chance.random() < 0.2 else 0
        change = next_change(table, people, chance, lot())
    reads_back(change)


def reads_back(change: Change) -> None:
    assert TABLE_JSON.validate_json(TABLE_JSON.dump_json(change.table)) == change.table
    events = EVENTS_JSON.validate_json(EVENTS_JSON.dump_json(change.events))
    assert events == change.events


def next_change(table: Table, people: list[Who], chance: random.Random, lot: Chance) -> Change:
    """Do something that may happen next at a table."""
    who = chance.choice(people)
    rare = chance.random()
    try:
        if rare < 0.02:
            return play.leave(table, who, lot)
        if rare < 0.05:
            return play.go_away(table, who, lot)
        if rare < 0.12:
            return play.come_back(table, who, lot)
        if table.alarms and (rare < 0.2 or not table.session.hand_in_progress):
            at = min(table.alarms.values())
            return play.wake(table, replace(lot, now=at)) or Change(table)
        return play.act(table, *decision(table, people, chance), lot)
    except (Refused, Refusal):
        return Change(table)


def decision(
    table: Table, people: list[Who], chance: random.Random
) -> tuple[Who, Callable[[int], Action]]:
    """Return what somebody decides, given as a function of his seat."""
    hand = table.session.hand
    assert hand is not None
    can = legal(hand)
    if can is None:
        return chance.choice(people), Show
    member = next(p.member for p in table.session.players if p.seat == can.seat)
    who = next(person for person in people if person.user == member)

    def make(seat: int) -> Action:
        if can.most_cards is not None:
            cards = range(1, VARIANTS[hand.game].streets[0].deal + 1)
            return Exchange(seat, tuple(sorted(chance.sample(cards, chance.randint(0, 5)))))
        if can.min_to is not None and can.max_to is not None and chance.random() < 0.4:
            total = chance.randint(can.min_to, can.max_to)
            return BetTo(seat, total) if can.opens else RaiseTo(seat, total)
        likely: list[Action] = [Check(seat), Call(seat), Call(seat), Fold(seat), AllIn(seat)]
        return chance.choice(likely)

    return who, make
