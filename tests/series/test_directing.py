"""What hosts and moderators do at one of several tables of a session, through the real client."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.router import Press, Verb
from bot.sandbox import Channel, Member, Reply
from bot.series.model import End
from bot.store.checking import complaints
from bot.table.model import Phase, Table
from engine.session import able_to_play
from tests.bot.house import House
from tests.series.tables import Evening, check_moves, fold, tables_in


async def begun(house: House, count: int = 12) -> tuple[Evening, list[Table]]:
    """Return an evening that has just been dealt at two tables, and these."""
    evening = Evening(house, 1)
    await evening.make()
    (session,) = await evening.sessions()
    await evening.begin(session, count)
    return evening, evening.open_tables


def place(evening: Evening, table: Table) -> Channel:
    return evening.house.world.channels[table.channel]


async def run(evening: Evening, who: Member, table: Table, command: str, **options: Any) -> Reply:
    """Have somebody give a `/table` command at a table."""
    reply = await who.slash(place(evening, table), f"table {command}", **options)
    await evening.house.settled()
    return reply


def host_of(evening: Evening) -> Member:
    return evening.house.member("Host")


async def confirm(evening: Evening, asked: Reply, label: str) -> str:
    """Press the button of a question that a host is asked."""
    assert asked.message is not None
    said = await evening.house.press_on(asked.message, label, host_of(evening))
    return said.text


def check_record(evening: Evening) -> None:
    """See that the record of the evening is whole."""
    evening.check_chips()
    check_moves(evening.house)
    assert complaints(evening.house.database) == []


async def test_stop_asks_once_and_then_ends_the_session_at_all_tables_after_their_hands(
    house: House,
) -> None:
    evening, (one, two) = await begun(house)
    asked = await run(evening, host_of(evening), one, "stop")
    assert asked.ephemeral
    assert "is played at 2 tables, and ends at all of them: each plays its hand" in asked.text
    assert [table.stopping for table in evening.open_tables] == [False, False]
    said = await confirm(evening, asked, "End it at all tables")
    assert said == "The session ends at all tables after their hands."
    assert [table.stopping for table in evening.open_tables] == [True, True]
    await evening.play_hand(one, fold)
    assert (await evening.sessions())[0].end is None
    await evening.play_hand(two, fold)
    assert (await evening.sessions())[0].end is End.PLAYED
    result = house.channel.messages[-1].text
    assert "is over" in result
    assert all(f"P{number} (" in result for number in range(1, 13))
    check_record(evening)


async def test_stop_at_once_voids_the_hands_of_all_tables_and_the_stacks_before_them_decide_e4(
    house: House,
) -> None:
    evening, (one, two) = await begun(house)
    await evening.act(one, fold)
    asked = await run(evening, host_of(evening), two, "stop", when="at_once")
    assert "at all of them at once: the hands being played are void" in asked.text
    said = await confirm(evening, asked, "End it now at all tables")
    assert said == "The session is over at all tables."
    assert evening.open_tables == []
    assert (await evening.sessions())[0].end is End.PLAYED
    assert {p.stack for t in tables_in(house) for p in t.session.players} == {200}
    (first,) = re.findall(r"^\d+\. (.*)$", house.channel.messages[-1].text, re.MULTILINE)
    assert first.count("(200)") == 12
    check_record(evening)


async def test_only_host_and_moderators_are_asked_whether_all_tables_shall_end(
    house: House,
) -> None:
    evening, (one, _) = await begun(house)
    player = house.world.members[one.session.players[0].member]
    assert "host" in (await run(evening, player, one, "stop")).text
    asked = await run(evening, host_of(evening), one, "stop")
    assert asked.message is not None
    forged = await player.press_id(asked.message, asked.message.buttons[0].custom_id or "")
    assert "host" in forged.text
    assert [table.stopping for table in evening.open_tables] == [False, False]


async def test_a_forged_press_on_a_post_leaves_the_post_as_it_is(house: House) -> None:
    evening, (one, two) = await begun(house)
    board = evening.board(one)
    press = str(Press(Verb.STOP_ALL, one.id, argument="after_hand"))
    said = await host_of(evening).press_id(board, press)
    await house.settled()
    assert said.ephemeral
    assert "Fold" in [button.label for button in evening.board(one).buttons]
    assert [table.stopping for table in evening.open_tables] == [True, True]
    assert evening.find(two) is not None


async def test_at_the_final_table_stop_asks_nothing_any_more(house: House) -> None:
    evening, _ = await begun(house, 9)
    said = await run(evening, host_of(evening), evening.open_tables[0], "stop")
    assert said.text == "The table closes after this hand."


async def test_a_pause_is_that_of_one_table_and_says_so(house: House) -> None:
    evening, (one, two) = await begun(house)
    await run(evening, host_of(evening), one, "pause")
    assert "The other tables play on; levels and the stop time go on" in evening.said(one)
    assert "pauses" not in evening.said(two)
    for _ in range(2):
        await evening.play_hand(evening.open_tables[1], fold)
        await house.pass_time(9)
    one, two = evening.open_tables
    assert (one.deal, two.deal) == (1, 3)
    await run(evening, host_of(evening), one, "resume")
    await evening.play_round(fold)
    assert evening.open_tables[0].deal == 2
    check_record(evening)


async def test_kick_finds_a_member_at_whichever_table_of_the_session_he_sits(
    house: House,
) -> None:
    evening, (one, two) = await begun(house)
    member = two.session.players[0].member
    await run(evening, host_of(evening), one, "kick", member=member)
    name = house.world.members[member].name
    assert f"Host removes {name} from the table after this hand" in evening.said(two)
    assert "removes" not in evening.said(one)
    await evening.play_round(fold)
    assert all(member not in [p.member for p in able_to_play(t.session)] for t in tables_in(house))
    stranger = await run(evening, host_of(evening), one, "kick", member=house.member("Zoé").id)
    assert "has no seat" in stranger.text
    check_record(evening)


async def test_settings_are_those_of_all_tables(house: House) -> None:
    evening, (one, two) = await begun(house)
    await run(evening, host_of(evening), one, "settings", turn=30, muck=True)
    for table in (one, two):
        assert "Host sets the table: " in evening.said(table)
    assert {table.options.turn_s for table in evening.open_tables} == {30}
    assert all(table.session.stakes.muck for table in evening.open_tables)
    log = await run(evening, host_of(evening), two, "log")
    assert "Host sets the table" in log.text


async def test_a_session_has_one_host_at_all_tables(house: House) -> None:
    evening, (one, two) = await begun(house)
    heir = two.session.players[0].member
    await run(evening, host_of(evening), one, "host", member=heir)
    assert {table.opener for table in evening.open_tables} == {heir}
    asked = await run(evening, house.world.members[heir], one, "stop")
    assert "is played at 2 tables" in asked.text
    stranger = await run(evening, host_of(evening), one, "host", member=house.member("Zoé").id)
    assert "has no seat" in stranger.text


@pytest.mark.parametrize("when", ["after_hand", "at_once"])
async def test_a_restart_right_after_the_stop_ends_and_scores_the_session_all_the_same(
    house: House, when: str
) -> None:
    evening, _ = await begun(house)
    asked = await run(evening, host_of(evening), evening.open_tables[0], "stop", when=when)
    assert asked.message is not None
    await host_of(evening).press_id(asked.message, asked.message.buttons[0].custom_id or "")
    await evening.restart()
    for table in evening.open_tables:
        assert table.phase is Phase.PLAYING
        await evening.play_hand(table, fold)
    await house.settled()
    assert (await evening.sessions())[0].end is End.PLAYED
    check_record(evening)
