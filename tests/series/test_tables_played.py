"""Sessions at several tables, through the real client: drawn, evened out, broken up, ranked."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest

from bot.router import Press, Verb
from bot.sandbox import Thread
from bot.sandbox.faults import Fault
from bot.series.model import End
from bot.store.checking import complaints
from bot.table.model import Phase, Table
from engine.moving import next_to_move, worst_seat
from engine.session import able_to_play, player_of
from tests.bot.house import House
from tests.series.tables import Evening, all_in, as_it_comes, check_moves, fold, moves, tables_in


async def begun(house: House, count: int, seed: int = 1, **options: Any) -> Evening:
    """Return an evening that has just been dealt."""
    evening = Evening(house, seed)
    await evening.make(**options)
    (session,) = await evening.sessions()
    await evening.begin(session, count)
    return evening


async def met(held: Fault) -> None:
    """Wait until a request is held."""
    async with asyncio.timeout(5):
        while not held.met:  # noqa: ASYNC110 - what it waits for gives no sign
            await asyncio.sleep(0.002)


async def ended(evening: Evening) -> End | None:
    return (await evening.sessions())[0].end


def check_record(evening: Evening) -> None:
    """See that the record of the evening is whole."""
    evening.check_chips()
    check_moves(evening.house)
    assert complaints(evening.house.database) == []


async def test_the_draw_deals_twenty_three_members_evenly_to_three_tables_in_threads(
    house: House,
) -> None:
    evening = await begun(house, 23)
    tables = evening.open_tables
    assert sorted(len(table.session.players) for table in tables) == [7, 8, 8]
    assert len({user for table in tables for user in table.members}) == 23
    assert len({table.started_at for table in tables}) == 1
    assert len({table.stop_at for table in tables}) == 1
    for number, table in enumerate(tables, start=1):
        thread = house.world.channels[table.channel]
        assert isinstance(thread, Thread)
        assert thread.parent is house.channel
        assert thread.name.endswith(f": table {number}")
        assert table.phase is Phase.PLAYING
    seats = house.channel.messages[-1].text
    assert "seats are drawn" in seats
    assert all(f"**Table {n}** <#{t.channel}>" in seats for n, t in enumerate(tables, start=1))
    check_record(evening)


@pytest.mark.parametrize("game", ["holdem", "fivecard"])
@pytest.mark.parametrize("seed", [1, 2])
async def test_tables_stay_even_and_break_until_one_member_has_everything_at_the_final_table(
    house: House, game: str, seed: int
) -> None:
    evening = await begun(house, 23, seed, game=game, minutes=1_440)
    began = len(evening.open_tables)
    assert began == (3 if game == "holdem" else 4)
    for _ in range(60):
        await evening.play_round(as_it_comes if len(evening.open_tables) > 1 else all_in)
        if not evening.open_tables:
            break
        between = [t for t in evening.open_tables if t.contest is not None and t.contest.left > 1]
        sizes = [len(able_to_play(table.session)) for table in between]
        assert not sizes or max(sizes) - min(sizes) <= 1 + sum(t.waits for t in between)
    assert await ended(evening) is End.PLAYED
    told = {table.id: evening.said(table) for table in tables_in(house)}
    assert sum("This table is broken up" in said for said in told.values()) == began - 1
    assert sum("This is the final table" in said for said in told.values()) == 1
    result = house.channel.messages[-1].text
    assert "is over" in result
    winner = max(tables_in(house), key=lambda table: table.session.handed_out).session
    (champion,) = able_to_play(winner)
    assert f"1. {house.world.members[champion.member].name} ({champion.stack})" in result
    # In five-card draw who cannot pay the ante is out and keeps what he has.
    assert champion.stack + winner.taken_away <= 23 * winner.stack
    assert game == "fivecard" or champion.stack == 23 * winner.stack
    check_record(evening)


async def leave(evening: Evening, table: Table, count: int) -> None:
    """Have the last members of a table leave it for good."""
    thread = evening.house.world.channels[table.channel]
    for player in able_to_play(table.session)[-count:]:
        member = evening.house.world.members[player.member]
        asked = await member.slash(thread, "table leave")
        assert asked.message is not None
        await evening.house.press_on(asked.message, asked.message.buttons[0].label or "", member)


def newest(evening: Evening, table: Table) -> Table:
    found = evening.find(table)
    assert found is not None
    return found


async def uneven(house: House, seed: int = 1) -> tuple[Evening, Table, Table]:
    """Return an evening with eight at one table and five at another, before the next deals."""
    evening = await begun(house, 15, seed)
    full, small = sorted(evening.open_tables, key=lambda t: -len(t.session.players))
    await leave(evening, small, 2)
    for table in (small, full):
        await evening.play_hand(newest(evening, table), fold)
    full, small = newest(evening, full), newest(evening, small)
    assert [len(able_to_play(t.session)) for t in (full, small)] == [8, 5]
    assert moves(house) == []
    return evening, full, small


@pytest.mark.parametrize("seed", range(1, 4))
async def test_the_next_big_blind_of_the_fuller_table_goes_to_the_worst_seat_e13(
    house: House, seed: int
) -> None:
    evening, full, small = await uneven(house, seed)
    mover, seat = next_to_move(full.session), worst_seat(small.session)
    await house.pass_time(9)
    left, joined = newest(evening, full), newest(evening, small)
    assert [len(able_to_play(t.session)) for t in (left, joined)] == [7, 6]
    assert player_of(joined.session, mover).seat == seat
    who = house.world.members[mover]
    assert f"{who.name} moves to <#{small.channel}>, seat {seat}." in evening.said(full)
    assert f"<@{mover}> comes from table" in evening.said(small)
    assert f"You have been moved to <#{small.channel}>, seat {seat}" in "".join(
        message.text for message in who.dms
    )
    dealt = joined.session.hand
    assert dealt is not None
    assert seat in dealt.seats
    check_record(evening)


async def test_old_buttons_and_commands_say_where_a_moved_member_plays_on(house: House) -> None:
    evening, full, small = await uneven(house)
    board = evening.posts(full)[0]
    mover = house.world.members[next_to_move(full.session)]
    await house.pass_time(9)
    thread = house.world.channels[full.channel]
    said = f"You have been moved to <#{small.channel}>."
    for press in (Press(Verb.CARDS, full.id), Press(Verb.FOLD, full.id, 1, 1)):
        assert (await mover.press_id(board, str(press))).text == said
    assert (await mover.slash(thread, "fold")).text == said
    assert (await mover.slash(thread, "table leave")).text == said


async def test_buttons_of_the_table_before_last_say_where_a_member_plays_on_now(
    house: House,
) -> None:
    evening = await begun(house, 23, 2, game="fivecard", minutes=1_440)
    for _ in range(30):
        await evening.play_round(as_it_comes)
        left = [(member, table) for _, table, _, _, member, chips in moves(house) if chips < 0]
        first_of = dict(reversed(left))
        sits_at = {p.member: t for t in evening.open_tables for p in t.session.players}
        came = Counter(member for *_, member, chips in moves(house) if chips > 0)
        twice = [m for m, often in came.items() if often > 1 and sits_at[m].id != first_of[m]]
        if twice:
            break
    first = next(t for t in tables_in(house) if t.id == first_of[twice[0]])
    said = f"You have been moved to <#{sits_at[twice[0]].channel}>."
    who = house.world.members[twice[0]]
    pressed = await who.press_id(evening.posts(first)[0], str(Press(Verb.CARDS, first.id)))
    assert pressed.text == said


@pytest.mark.parametrize("label", ["has seat", "moves to", "Hand 2"])
async def test_a_restart_between_a_move_and_its_telling_moves_nobody_twice_and_tells_all(
    house: House, label: str
) -> None:
    evening, full, small = await uneven(house)
    mover = next_to_move(full.session)
    held = house.faults.expect("POST", "/messages", holding=label, hold="before", times=None)
    await house.clock.pass_time(9)
    await met(held)
    assert len(moves(house)) == 2
    await house.stop_bot()
    held.let_go()
    await house.start_bot()
    await house.settled()
    await house.pass_time(9)
    assert len(moves(house)) == 2
    assert evening.said(full).count("moves to <#") == 1
    assert evening.said(small).count(f"<@{mover}> comes from table") == 1
    assert player_of(newest(evening, small).session, mover).stack > 0
    assert [len(able_to_play(newest(evening, t).session)) for t in (full, small)] == [7, 6]
    await evening.play_round(fold)
    check_record(evening)


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_restart_while_threads_are_made_makes_none_twice(house: House, moment: str) -> None:
    evening = Evening(house, 1)
    await evening.make()
    (session,) = await evening.sessions()
    await evening.gather(session, 23)
    held = house.faults.expect("POST", "/threads", holding="table 2", hold=moment)
    await house.clock.pass_time(session.start.timestamp() - house.clock.now() + 0.01)
    await met(held)
    assert tables_in(house) == []
    await house.stop_bot()
    held.let_go()
    await house.start_bot()
    await house.settled()
    names = [thread.name for thread in house.world.guild.threads.values()]
    assert sorted(name[-7:] for name in names) == ["table 1", "table 2", "table 3"]
    assert [table.phase for table in evening.open_tables] == [Phase.PLAYING] * 3
    check_record(evening)


async def test_a_session_begins_a_little_later_where_discord_makes_no_threads_for_now(
    house: House,
) -> None:
    evening = Evening(house, 1)
    host = await evening.make()
    (session,) = await evening.sessions()
    await evening.gather(session, 10)
    house.faults.expect("POST", "/threads", cut="after")
    await evening.until(session, 0)
    assert evening.open_tables == []
    await evening.until(session, 0.6)
    assert len(evening.open_tables) == 2
    assert not any("need threads" in message.text for message in host.dms)
    assert len(house.world.guild.threads) == 2


async def test_where_threads_cannot_be_made_the_moderator_is_told_and_nothing_is_dealt(
    house: House,
) -> None:
    evening = Evening(house, 1)
    host = await evening.make()
    (session,) = await evening.sessions()
    house.channel.deny("create_public_threads")
    await evening.begin(session, 10)
    assert evening.open_tables == []
    told = [message.text for message in host.dms if "need threads" in message.text]
    assert len(told) == 1
    assert f"<#{house.channel.id}>" in told[0]
    await evening.until(session, 5)
    house.channel.allow("create_public_threads")
    await evening.until(session, 6)
    assert [len(table.session.players) for table in evening.open_tables] == [5, 5]
    assert sum("need threads" in message.text for message in host.dms) == 1


async def test_at_the_stop_the_hands_in_progress_end_and_all_stacks_decide_e1_e12(
    house: House,
) -> None:
    evening = await begun(house, 12, minutes=30)
    (session,) = await evening.sessions()
    await evening.until(session, 29.9)
    one, two = [newest(evening, table) for table in evening.open_tables]
    if one.phase is Phase.BETWEEN or two.phase is Phase.BETWEEN:
        await house.pass_time(9)
    assert all(t.session.hand_in_progress for t in evening.open_tables)
    await evening.until(session, 30.1)
    assert [table.stopping for table in evening.open_tables] == [True, True]
    assert await ended(evening) is None
    await evening.play_hand(newest(evening, one), fold)
    assert await ended(evening) is None
    await evening.play_hand(newest(evening, two), all_in)
    assert await ended(evening) is End.PLAYED
    assert moves(house) == []
    stacks = {p.member: p.stack for t in tables_in(house) for p in t.session.players}
    assert len(stacks) == 12
    result = house.channel.messages[-1].text
    best = max(stacks, key=lambda member: stacks[member])
    assert f"1. {house.world.members[best].name} ({stacks[best]})" in result
    assert result.count("(0)") == sum(stack == 0 for stack in stacks.values())
    check_record(evening)


async def test_where_hands_are_counted_a_table_that_is_ahead_waits_and_says_so_e11(
    house: House,
) -> None:
    evening = Evening(house, 1)
    await evening.make(game="fivecard")
    await evening.set_up(hands=2)
    (session,) = await evening.sessions()
    await evening.begin(session, 8)
    one, two = evening.open_tables
    await evening.play_hand(one, fold)
    await house.pass_time(9)
    assert newest(evening, one).waits
    assert evening.said(one).count("waits for the other tables") == 1
    await house.pass_time(31)
    assert newest(evening, one).deal == 1
    assert evening.said(one).count("waits for the other tables") == 1
    await evening.play_hand(newest(evening, two), fold)
    await house.pass_time(9)
    assert [(t.deal, t.phase) for t in evening.open_tables] == [(2, Phase.PLAYING)] * 2
    for table in (one, two):
        await evening.play_hand(newest(evening, table), fold)
    assert await ended(evening) is End.PLAYED
    assert [table.session.hands_played for table in tables_in(house)] == [2, 2]
    check_record(evening)
