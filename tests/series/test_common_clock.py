"""The clock that all tables of a session have in common, through the real client."""

from __future__ import annotations

import pytest

from bot.sandbox import Thread
from bot.table import lobby
from bot.table.model import Table
from engine.rules import Game, Stakes
from tests.bot.house import House
from tests.series.tables import Evening, fold

LEVELS = lobby.make_options(Game.HOLDEM, Stakes(1, 2), stack=200, level_minutes=10).levels


async def begun(house: House) -> tuple[Evening, Table, Table]:
    """Return an evening at two tables at which the blinds rise every ten minutes."""
    house.clock.stand_still()
    evening = Evening(house, 1)
    await evening.make(minutes=120)
    await evening.set_up(levels=LEVELS)
    (session,) = await evening.sessions()
    await evening.begin(session, 12)
    one, two = evening.open_tables
    return evening, one, two


def thread_of(evening: Evening, table: Table) -> Thread:
    thread = evening.house.world.channels[table.channel]
    assert isinstance(thread, Thread)
    return thread


async def at(evening: Evening, table: Table, command: str) -> None:
    """Have the moderator give a command at one of the tables."""
    await evening.house.member("Host").slash(thread_of(evening, table), command)
    await evening.house.settled()


async def next_blinds(evening: Evening) -> list[int]:
    """Play until every table has dealt its next hand, and return the big blind of each."""
    for table in evening.open_tables:
        await evening.play_hand(table, fold)
    await evening.house.pass_time(9)
    assert all(table.session.hand_in_progress for table in evening.open_tables)
    return [table.session.stakes.big_blind for table in evening.open_tables]


async def test_a_table_that_was_paused_alone_goes_on_at_the_level_of_the_others(
    house: House,
) -> None:
    evening, paused, _ = await begun(house)
    await at(evening, paused, "table pause")
    await house.pass_time(601)
    await at(evening, paused, "table resume")
    assert await next_blinds(evening) == [4, 4]
    stops = {table.stop_at for table in evening.open_tables}
    assert stops == {(await evening.sessions())[0].start.timestamp() + 120 * 60}


@pytest.mark.parametrize("paused_alone", [False, True])
async def test_the_time_for_which_the_bot_was_down_is_given_back_to_all_tables_alike(
    house: House, paused_alone: bool
) -> None:
    evening, one, _ = await begun(house)
    if paused_alone:
        await at(evening, one, "table pause")
    await house.pass_time(300)
    await house.stop_bot()
    await house.clock.pass_time(900)
    await house.start_bot()
    await house.settled()
    if paused_alone:
        await at(evening, one, "table resume")
    assert await next_blinds(evening) == [2, 2]
    await house.pass_time(300)
    assert await next_blinds(evening) == [4, 4]


async def test_while_no_table_can_be_seen_levels_stand_still(house: House) -> None:
    evening, one, two = await begun(house)
    for table in (one, two):
        thread_of(evening, table).archive(locked=True)
    await house.world.wait_for(lambda: all(t.suspended for t in evening.open_tables))
    await house.pass_time(601)
    for table in (one, two):
        thread_of(evening, table).unarchive()
    await house.world.wait_for(lambda: not any(t.suspended for t in evening.open_tables))
    await house.settled()
    assert await next_blinds(evening) == [2, 2]
