"""Late arrivals at the tables of a session, through the real client."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from bot.router import SeriesPress, SeriesVerb
from bot.sandbox import Member, Reply
from bot.series.model import End, Session
from bot.series.standings import Finish
from bot.store.checking import complaints
from bot.table.model import Phase, Table, UserId
from bot.table.view import seat_of
from engine.session import able_to_play, player_of
from tests.bot.house import House
from tests.series.tables import Evening, all_in, check_moves, fold, tables_in, two_bold


async def begun(house: House, count: int, late: int = 20, **options: Any) -> Evening:
    """Return an evening that has just been dealt, and seats who comes late for some minutes."""
    evening = Evening(house, 1)
    await evening.make(minutes=60)
    await evening.set_up(late_min=late, **options)
    (session,) = await evening.sessions()
    await evening.begin(session, count)
    return evening


async def session_of(evening: Evening) -> Session:
    (session,) = await evening.sessions()
    return session


async def join(evening: Evening, who: Member, label: str = "Join") -> Reply:
    """Have a member press Join under the announcement, or that he is here, as it was shown."""
    verb = {"Join": SeriesVerb.SIGN_UP, "I'm here": SeriesVerb.HERE}[label]
    press = SeriesPress(verb, evening.series, (await session_of(evening)).number)
    reply = await who.press_id(evening.newest("Signed up"), str(press))
    await evening.house.settled()
    return reply


async def press_old(evening: Evening, who: Member, verb: SeriesVerb) -> Reply:
    """Have a member press a button as his client still shows it."""
    press = SeriesPress(verb, evening.series, 1)
    reply = await who.press_id(evening.channel.messages[0], str(press))
    await evening.house.settled()
    return reply


async def finishes(evening: Evening) -> tuple[Finish, ...]:
    assert evening.house.client is not None
    return (await evening.house.client.series.store.record(evening.series)).finishes


async def play_until_one_is_out(evening: Evening) -> None:
    """Have the first two to act play for everything they have, as often as they tie."""
    (table,) = evening.open_tables
    count = len(able_to_play(table.session))
    while len(able_to_play(evening.open_tables[0].session)) == count:
        await evening.play_round(two_bold())


def table_of(evening: Evening, who: Member) -> Table:
    return next(t for t in evening.open_tables if seat_of(t, UserId(who.id)) is not None)


def check_record(evening: Evening) -> None:
    """See that the record of the evening is whole."""
    evening.check_chips()
    check_moves(evening.house)
    assert complaints(evening.house.database) == []


async def test_who_signs_up_late_plays_from_the_next_hand_on_and_is_ranked_with_all(
    house: House,
) -> None:
    evening = await begun(house, 11)
    small = min(evening.open_tables, key=lambda table: len(table.session.players))
    zoe = house.member("Zoé")
    said = await join(evening, zoe)
    table = table_of(evening, zoe)
    seat = player_of(table.session, zoe.id).seat
    assert table.id == small.id
    assert said.text == (
        f"You are in: <#{table.channel}>, seat {seat}, {table.session.stack} chips. "
        "You play from the next hand on."
    )
    assert f"<@{zoe.id}> comes late and has seat {seat}" in evening.said(table)
    assert "You sit at the table" in zoe.dms[-1].text
    assert (await session_of(evening)).entries[-1].member == zoe.id
    await evening.play_round(fold)
    dealt = table_of(evening, zoe).session.hand
    assert dealt is not None
    assert seat in dealt.seats
    check_record(evening)
    await evening.until(await session_of(evening), 61)
    while (await session_of(evening)).end is None:
        for one in evening.open_tables:
            await evening.play_hand(one, fold)
        await house.pass_time(31)
    result = house.channel.messages[-1].text
    assert "Zoé (" in result
    announced = evening.newest("Signed up").text
    assert "Zoé" in announced
    assert {finish.field for finish in await finishes(evening)} == {12}
    check_record(evening)


async def test_who_comes_late_is_written_to_in_his_own_language(house: House) -> None:
    evening = await begun(house, 4)
    lea = house.world.member("Léa", locale="fr")
    await join(evening, lea)
    assert "Vous avez une place" in lea.dms[-1].text


async def test_who_signed_up_and_comes_late_says_that_he_is_here(house: House) -> None:
    evening = Evening(house, 1)
    await evening.make()
    await evening.set_up(late_min=10)
    session = await session_of(evening)
    zoe = house.member("Zoé")
    await evening.until(session, -60 * 26)
    await zoe.press(evening.newest("Signed up"), "Join")
    await evening.begin(session, 4)
    assert len(evening.open_tables[0].session.players) == 4
    assert "You are in" in (await join(evening, zoe, "I'm here")).text
    assert len(evening.open_tables[0].session.players) == 5
    again = await join(evening, zoe, "I'm here")
    assert "nothing about it changes" in again.text
    assert "You have signed up already" in (await join(evening, zoe)).text
    stranger = await join(evening, house.member("Yan"), "I'm here")
    assert "You have not signed up" in stranger.text
    check_record(evening)


@pytest.mark.parametrize(("late", "minutes"), [(0, 1), (20, 20.1)])
async def test_no_new_stacks_without_late_arrivals_nor_after_their_time_b8(
    house: House, late: int, minutes: float
) -> None:
    evening = await begun(house, 4, late)
    await evening.until(await session_of(evening), minutes)
    said = await press_old(evening, house.member("Zoé"), SeriesVerb.SIGN_UP)
    assert "has begun" in said.text
    assert len(evening.open_tables[0].session.players) == 4


async def test_where_no_seat_is_left_he_is_told_so_and_no_table_is_opened(house: House) -> None:
    evening = await begun(house, 9)
    assert (await join(evening, house.member("Zoé"))).text == (
        "Every seat of this session is taken."
    )
    assert len(evening.open_tables) == 1
    assert len((await session_of(evening)).entries) == 9


async def test_beyond_the_largest_field_nobody_is_seated(house: House) -> None:
    evening = await begun(house, 5, most=6)
    assert "You are in" in (await join(evening, house.member("Zoé"))).text
    assert "Every seat" in (await join(evening, house.member("Yan"))).text


async def test_from_the_stop_on_nobody_is_seated(house: House) -> None:
    evening = await begun(house, 4, 90)
    session = await session_of(evening)
    await evening.until(session, 59.9)
    if evening.open_tables[0].phase is Phase.BETWEEN:
        await house.pass_time(9)
    await evening.until(session, 60.1)
    said = await press_old(evening, house.member("Zoé"), SeriesVerb.SIGN_UP)
    assert "has begun" in said.text


async def test_who_is_out_gets_no_second_stack_b8(house: House) -> None:
    evening = await begun(house, 4)
    await play_until_one_is_out(evening)
    (table,) = evening.open_tables
    out = next(player for player in table.session.players if player.exit is not None)
    member = house.world.members[out.member]
    for verb in (SeriesVerb.SIGN_UP, SeriesVerb.HERE):
        assert "You are in" not in (await press_old(evening, member, verb)).text
    assert evening.open_tables[0].session.handed_out == table.session.handed_out


async def test_where_he_takes_the_seat_of_who_is_out_all_places_are_told_in_the_channel(
    house: House,
) -> None:
    evening = await begun(house, 9)
    await play_until_one_is_out(evening)
    zoe = house.member("Zoé")
    assert "You are in" in (await join(evening, zoe)).text
    for _ in range(30):
        if not evening.open_tables:
            break
        await evening.play_round(all_in)
    assert (await session_of(evening)).end is End.PLAYED
    places = house.channel.messages[-1].text
    assert all(f"P{number} (" in places for number in range(1, 10))
    assert "Zoé (" in places
    assert {finish.field for finish in await finishes(evening)} == {10}
    check_record(evening)


async def join_and_lose_the_list(evening: Evening, who: Member) -> None:
    """Have a process end after the table's commit and before that of the series."""
    house = evening.house
    await join(evening, who)
    await house.stop_bot()
    with closing(sqlite3.connect(house.database)) as db, db:
        assert db.execute("DELETE FROM entries WHERE member = ?", (who.id,)).rowcount == 1
    await house.start_bot()
    await house.settled()


async def test_lost_between_his_seat_and_the_list_he_has_one_seat_and_presses_again(
    house: House,
) -> None:
    evening = await begun(house, 4)
    zoe = house.member("Zoé")
    await join_and_lose_the_list(evening, zoe)
    assert "You are in" in (await join(evening, zoe)).text
    (table,) = evening.open_tables
    assert [player.member for player in table.session.players].count(zoe.id) == 1
    assert [entry.member for entry in (await session_of(evening)).entries].count(
        UserId(zoe.id)
    ) == 1
    assert sum(len(t.session.players) for t in tables_in(house)) == 5
    check_record(evening)


async def test_lost_between_his_seat_and_the_list_he_counts_for_the_largest_field(
    house: House,
) -> None:
    evening = await begun(house, 4, most=5)
    zoe = house.member("Zoé")
    await join_and_lose_the_list(evening, zoe)
    assert "Every seat" in (await join(evening, house.member("Yan"))).text
    assert "You are in" in (await join(evening, zoe)).text
    assert len((await session_of(evening)).entries) == 5
    check_record(evening)


async def test_who_is_out_again_before_he_is_on_the_list_gets_no_second_stack_b8(
    house: House,
) -> None:
    evening = await begun(house, 4)
    zoe = house.member("Zoé")
    await join_and_lose_the_list(evening, zoe)
    asked = await zoe.slash(house.channel, "table leave")
    assert asked.message is not None
    await house.press_on(asked.message, "Leave for good", zoe)
    assert "has begun" in (await join(evening, zoe)).text
    (table,) = evening.open_tables
    assert table.session.handed_out == 5 * table.session.stack
    check_record(evening)


@pytest.mark.parametrize("late", [20, 0])
@pytest.mark.parametrize(("name", "label"), [("Zoé", "Join"), ("P12", "I'm here")])
async def test_who_presses_while_seats_are_being_drawn_is_seated_late_or_told_that_it_has_begun(
    house: House, late: int, name: str, label: str
) -> None:
    evening = Evening(house, 1)
    await evening.make(minutes=60)
    await evening.set_up(late_min=late)
    session = await session_of(evening)
    await evening.until(session, -60 * 26)
    await house.member("P12").press(evening.newest("Signed up"), "Join")
    await evening.gather(session, 11)
    await evening.until(session, -4)
    held = house.faults.expect("POST", "/threads", holding="table 2", hold="before")
    await house.clock.pass_time(session.start.timestamp() + 1 - house.clock.now())
    await house.world.wait_for(lambda: held.met == 1, timeout=10)
    asked = evening.newest("Signed up" if label == "Join" else "Who is here?")
    who = house.member(name)
    pressing = asyncio.create_task(who.press(asked, label))
    # The press reaches the bot meanwhile; one that came later would be answered alike.
    await asyncio.sleep(0.05)
    held.let_go()
    said = await pressing
    await house.settled()
    seated = sum(len(table.session.players) for table in evening.open_tables)
    if late:
        assert "You are in" in said.text
        assert seated == 12
    else:
        assert "has begun" in said.text
        assert seated == 11
    check_record(evening)
