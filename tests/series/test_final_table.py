"""The final table of a session, through the real client: who sits there is told, in both places."""

from __future__ import annotations

import asyncio

import pytest

from bot.sandbox.faults import Fault
from bot.series.model import End
from bot.store.checking import complaints
from bot.table.model import Table
from bot.table.view import is_final
from engine.session import able_to_play
from tests.bot.house import House
from tests.series.tables import Evening, all_in, as_it_comes, check_moves, fold, tables_in, two_bold


async def begun(house: House, count: int = 10) -> Evening:
    """Return an evening that has just been dealt at two tables."""
    evening = Evening(house, 1)
    await evening.make()
    (session,) = await evening.sessions()
    await evening.begin(session, count)
    return evening


async def until_one_table_is_enough(evening: Evening) -> None:
    """Play until somebody is out: the nine that are left have room at one table."""
    while sum(len(able_to_play(table.session)) for table in evening.open_tables) > 9:
        await evening.house.pass_time(40)
        for table in evening.open_tables:
            await evening.play_hand(table, two_bold())


async def to_the_final_table(evening: Evening) -> None:
    """Play until one table is left."""
    await until_one_table_is_enough(evening)
    await evening.house.pass_time(40)
    assert len(evening.open_tables) == 1


def seats_of(evening: Evening, table: Table) -> list[str]:
    """Return the lines that name everybody who can play at a table."""
    members = evening.house.world.members
    return [
        f"{player.seat} {members[player.member].name} ({player.stack})"
        for player in able_to_play(table.session)
    ]


def announced(evening: Evening) -> list[str]:
    """Return how the final table was announced in the channel of the series."""
    return [m.text for m in evening.channel.messages if "the final table" in m.text]


async def test_it_is_announced_with_all_players_there_and_in_the_channel_with_a_link(
    house: House,
) -> None:
    evening = await begun(house)
    before = {t.id: t for t in evening.open_tables}
    await to_the_final_table(evening)
    (final,) = evening.open_tables
    (there,) = [m for m in evening.posts(final) if "This is the final table" in m.text]
    (here,) = announced(evening)
    (shown,) = [line for line in here.split("\n") if "final table" in line]
    assert shown == f"**Tuesdays · session 1: the final table** <#{final.channel}>"
    listed = here.split("\n")[1:]
    assert listed == there.text.split("\n")[1 : len(listed) + 1]
    names = {house.world.members[p.member].name for p in final.session.players if p.exit is None}
    assert {line.split()[1] for line in listed} == names
    assert sum(int(line.rpartition("(")[2][:-1]) for line in listed) == 10 * 200
    come = {p.member for p in able_to_play(final.session)} - {*before[final.id].members}
    assert come
    assert set(there.mentions) == come


async def test_nobody_who_sat_there_gets_another_seat(house: House) -> None:
    evening = await begun(house)
    sat = {(t.id, p.member): p.seat for t in evening.open_tables for p in t.session.players}
    await to_the_final_table(evening)
    (final,) = evening.open_tables
    for player in able_to_play(final.session):
        assert sat.get((final.id, player.member), player.seat) == player.seat


async def met(held: Fault) -> None:
    async with asyncio.timeout(5):
        while not held.met:  # noqa: ASYNC110 - what it waits for gives no sign
            await asyncio.sleep(0.002)


@pytest.mark.parametrize("label", ["This is the final table", "the final table**"])
@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_restart_while_it_is_announced_announces_it_once(
    house: House, label: str, moment: str
) -> None:
    evening = await begun(house)
    await until_one_table_is_enough(evening)
    held = house.faults.expect("POST", "/messages", holding=label, hold=moment, times=None)
    await house.clock.pass_time(40)
    await met(held)
    await house.stop_bot()
    held.let_go()
    await house.start_bot()
    await house.settled()
    await house.pass_time(40)
    (final,) = evening.open_tables
    assert len(announced(evening)) == 1
    assert evening.said(final).count("This is the final table") == 1
    await evening.play_round(fold)
    check_moves(house)
    assert complaints(house.database) == []


async def test_the_last_table_to_finish_its_last_hand_is_no_final_table(house: House) -> None:
    evening = Evening(house, 1)
    await evening.make(game="fivecard")
    await evening.set_up(hands=1)
    (session,) = await evening.sessions()
    await evening.begin(session, 8)
    one, two = evening.open_tables
    await evening.play_hand(one, fold)
    await house.settled()
    assert len(evening.open_tables) == 1
    assert announced(evening) == []
    await evening.play_hand(two, fold)
    assert (await evening.sessions())[0].end is End.PLAYED
    assert announced(evening) == []


async def test_where_the_channel_of_the_other_table_is_gone_it_is_announced_too(
    house: House,
) -> None:
    evening = await begun(house)
    one, two = evening.open_tables
    house.world.remove_channel(house.world.channels[two.channel])
    await house.world.wait_for(lambda: len(evening.open_tables) == 1)
    await evening.play_hand(one, fold)
    await house.pass_time(40)
    (final,) = evening.open_tables
    assert is_final(final)
    (here,) = announced(evening)
    assert here.split("\n")[1:] == seats_of(evening, final)
    assert evening.said(one).count("This is the final table") == 1


async def test_a_session_of_one_table_has_no_final_one(house: House) -> None:
    evening = await begun(house, 9)
    for _ in range(20):
        if not evening.open_tables:
            break
        await evening.play_round(as_it_comes)
        await evening.play_round(all_in)
    assert announced(evening) == []
    assert "final table" not in "".join(evening.said(table) for table in tables_in(house))
