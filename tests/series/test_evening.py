"""Several tables of a session between hands, as values: who waits, which table is the last."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bot.ledger import Kind, Movement
from bot.series.evening import LOOK_AGAIN_S, rearranged
from bot.store import Kept, Store
from bot.store.checking import complaints
from bot.table import hosting, lobby, play
from bot.table.change import Chance, Change, Who, with_alarms
from bot.table.model import (
    Alarm,
    Contest,
    Member,
    Obstacle,
    Options,
    Phase,
    Ping,
    Suspension,
    Table,
    TableId,
    UserId,
)
from engine.cards import FULL_DECK
from engine.rules import Game, Stakes
from engine.session import able_to_play, total_chips

OPTIONS = Options(Game.HOLDEM, 100, Stakes(1, 2), 9, None, 60, 60, Ping.LATE)
NOW = 1_000.0


def chance() -> Chance:
    deck = tuple(random.Random(1).sample(FULL_DECK, 52))
    return Chance(NOW, lambda: deck, lambda: 0)


def woken(table: Table) -> Table:
    """Have a table do what is due."""
    change = play.wake(table, chance())
    assert change is not None
    return change.table


def a_table(number: int, players: int, of: int) -> Table:
    """Return a table that is about to deal its second hand; 203 sits third at table 2."""
    seated = [Who(UserId(100 * number + seat), f"P{seat}") for seat in range(1, players + 1)]
    where, host = (1, 10 + number, "en-US"), UserId(9)
    contest = Contest(1, 1, number, of, of)
    table = lobby.open_contest(TableId(number), where, host, seated, OPTIONS, contest, NOW).table
    table = play.start(table, Who(host, ""), chance(), NOW + 3_600).table
    while table.session.hand_in_progress:
        table = woken(with_alarms(table, turn=NOW))
    return with_alarms(table, next_hand=NOW)


def after(tables: Sequence[Table], changes: Sequence[Change]) -> dict[TableId, Table]:
    return {t.id: t for t in tables} | {c.table.id: c.table for c in changes}


def test_a_table_that_breaks_closes_and_the_last_one_is_the_final_table() -> None:
    tables = [a_table(1, 4, 2), a_table(2, 3, 2)]
    changes = rearranged(tables, NOW)
    now = after(tables, changes)
    assert now[TableId(2)].phase is Phase.CLOSED
    assert len(able_to_play(now[TableId(1)].session)) == 7
    assert now[TableId(1)].contest == Contest(1, 1, 1, 2, 1)
    assert {move.user for change in changes for move in change.moved} == {201, 202, 203}
    assert all(now[TableId(2)].members[UserId(user)].moved_to == 11 for user in (201, 202, 203))
    assert sum(total_chips(t.session) for t in now.values()) == 700


def test_every_table_where_he_sat_knows_where_a_member_sits_now() -> None:
    """201 and 202 have sat at all three tables; now the second one breaks."""
    passed = {user: Member(user, "P", moved_to=12) for user in (UserId(201), UserId(202))}
    one, two, three = a_table(1, 6, 3), a_table(2, 2, 3), a_table(3, 6, 3)
    one, three = (replace(t, members=t.members | passed) for t in (one, three))
    now = after([one, two, three], rearranged([one, two, three], NOW))
    for user in passed:
        told = {t.members[user].moved_to for t in now.values()}
        (there,) = told - {None}
        sits_at = next(t for t in now.values() if t.members[user].moved_to is None)
        assert there == sits_at.channel


def test_who_is_alone_waits_while_the_only_other_table_plays() -> None:
    alone = a_table(1, 2, 2)
    alone = play.leave(alone, Who(UserId(101), "P1"), chance()).table
    assert alone.phase is Phase.BETWEEN
    full = a_table(2, 9, 2)
    full = woken(full)
    (change,) = rearranged([with_alarms(alone, next_hand=NOW), full], NOW)
    assert change.table.waits
    assert change.table.alarms[Alarm.NEXT_HAND] == NOW + LOOK_AGAIN_S
    assert change.moved == ()


def test_nobody_moves_to_or_from_a_table_whose_place_is_lost_or_that_a_host_has_stopped() -> None:
    full, small = a_table(1, 9, 2), a_table(2, 4, 2)
    for kept in (
        replace(small, suspended=Suspension(Obstacle.LOCKED, NOW, None)),
        replace(small, halted_since=NOW),
    ):
        assert rearranged([full, kept], NOW) == ()
    assert len(rearranged([full, small], NOW)) == 2


def test_nobody_moves_from_the_stop_on() -> None:
    tables = [a_table(1, 9, 2), a_table(2, 4, 2)]
    assert rearranged(tables, NOW + 3_600) == ()


async def test_the_check_of_a_database_finds_chips_that_were_lost_between_two_tables(
    tmp_path: Path,
) -> None:
    store = await Store.open(tmp_path)
    moved = Movement(None, 1, UserId(101), Kind.MOVED, -5)
    table = replace(a_table(1, 4, 2), version=1)
    await store.commit_together([Kept(table, (), (), movements=(moved,))], at=NOW)
    await store.close()
    said = "series 1, session 1: 5 more chips left tables for others than arrived there"
    assert said in complaints(tmp_path / "croupier.db")
    with sqlite3.connect(tmp_path / "croupier.db") as db:
        db.execute("DELETE FROM ledger")
    assert said not in complaints(tmp_path / "croupier.db")


def lasting(table: Table, start: float, lost_s: float) -> Table:
    """Return a table that was paused for some seconds and goes on."""
    who = Who(UserId(9), "")
    paused = hosting.pause(table, who, start).table
    return hosting.resume(paused, who, start + lost_s).table


def begun(tables: Sequence[Table], now: float) -> set[float | None]:
    """Return from when levels count at each table that goes on."""
    known = after(tables, rearranged(tables, now)).values()
    return {table.started_at for table in known if table.halted_since is None}


def test_a_table_that_was_paused_alone_takes_over_the_level_of_the_others() -> None:
    tables = [a_table(1, 5, 3), lasting(a_table(2, 5, 3), NOW, 600), a_table(3, 5, 3)]
    assert begun(tables, NOW + 700) == {NOW}


def test_while_one_table_stands_still_levels_rise_at_the_others() -> None:
    lost = replace(a_table(2, 5, 2), suspended=Suspension(Obstacle.LOCKED, NOW, None))
    now = after([a_table(1, 5, 2), lost], rearranged([a_table(1, 5, 2), lost], NOW + 600))
    assert now[TableId(1)].started_at == NOW


def test_time_in_which_all_tables_stood_still_is_given_back_to_all() -> None:
    """One is paused from 0 to 600 and the other from 200 on: 400 seconds in common."""
    one, two = lasting(a_table(1, 5, 2), NOW, 600), a_table(2, 5, 2)
    two = hosting.pause(two, Who(UserId(9), ""), NOW + 200).table
    assert begun([one, two], NOW + 600) == {NOW + 400}
    now = after([one, two], rearranged([one, two], NOW + 600))
    two = hosting.resume(now[TableId(2)], Who(UserId(9), ""), NOW + 900).table
    assert begun([now[TableId(1)], two], NOW + 900) == {NOW + 400}
