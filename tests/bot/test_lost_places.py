"""A channel is deleted, closed to the bot or locked, or the bot is removed from the server."""

from __future__ import annotations

import logging

import pytest
import pytest_asyncio

from bot.sandbox import Channel, Member, permissions
from bot.table.model import Phase, Table
from tests.bot.evening import Evening, deal_first, sit_down
from tests.bot.house import House
from tests.bot.test_outages import UNCERTAIN_S, until_suspended
from tests.bot.test_restart import restart

SUSPENDED_S = 30 * 60
UNKNOWN_CHANNEL = 10003
MISSING_PERMISSIONS = 50013


@pytest_asyncio.fixture(name="flop")
async def _flop(house: House) -> Evening:
    """Return a table with chips in the middle and a member to act."""
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    await evening.play("Ana raises to 6, Ben calls, Cem calls")
    return evening


async def kept(house: House, channel: Channel) -> Table:
    """Return the newest table of a channel as it is stored."""
    assert house.client is not None
    table = await house.store.last_table(channel.id)
    assert table is not None
    return table


async def until_closed(house: House) -> None:
    client = house.client
    assert client is not None
    await house.world.wait_for(lambda: not client.tables.all_open())
    await house.settled()


def told(member: Member) -> list[str]:
    """Return the direct messages about the table's place."""
    return [dm.text for dm in member.dms if dm.text.startswith("The table in")]


def requests(house: House) -> int:
    return len(house.world.exchanges)


async def close_to_bot(house: House, flop: Evening) -> None:
    house.channel.deny("send_messages")
    await until_suspended(house)
    assert house.actor() is flop["Ben"]


class TestGone:
    async def test_x019_a_channel_deleted_on_the_flop(
        self, house: House, flop: Evening, caplog: pytest.LogCaptureFixture
    ) -> None:
        channel = house.channel
        with caplog.at_level(logging.WARNING, "bot"):
            house.world.remove_channel(channel)
            await until_closed(house)
            asked = requests(house)
            await house.pass_time(60)
            await house.pass_time(3600)
        assert requests(house) == asked
        assert len([r for r in caplog.records if r.name.startswith("bot")]) == 1
        table = await kept(house, channel)
        assert table.phase is Phase.CLOSED
        assert not table.alarms
        assert table.session.hands_played == 0
        assert [player.stack for player in table.session.players] == [200, 200, 200]
        for member in flop.members.values():
            (said,) = told(member)
            assert f"The table in <#{channel.id}> is closed: its channel was deleted." in said
            assert said.endswith("Hand 1 is void: all bets and antes went back.")

    async def test_x019_a_channel_deleted_while_the_bot_was_away(
        self, house: House, flop: Evening
    ) -> None:
        channel = house.channel
        await house.stop_bot()
        house.world.remove_channel(channel)
        house.brought_about = {UNKNOWN_CHANNEL}
        await house.start_bot()
        await until_closed(house)
        assert (await kept(house, channel)).phase is Phase.CLOSED
        assert all(len(told(member)) == 1 for member in flop.members.values())

    async def test_a_lobby_closes_with_its_channel(self, house: House) -> None:
        evening = await sit_down(house, "Ana", "Ben")
        house.world.remove_channel(house.channel)
        await until_closed(house)
        (said,) = told(evening["Ben"])
        assert said.endswith("is closed: its channel was deleted.")

    async def test_a_deleted_thread_closes_its_table(self, house: House) -> None:
        thread = house.world.add_thread("game", house.channel)
        ana, ben = house.member("Ana"), house.member("Ben")
        await ana.slash(thread, "holdem start")
        await house.settled()
        await ben.press(thread.messages[-1], "Join")
        await ana.press(thread.messages[-1], "Start")
        await house.settled()
        house.world.remove_channel(thread)
        await until_closed(house)
        assert "Hand 1 is void" in told(ben)[0]

    async def test_a_bot_removed_from_the_server_closes_its_tables(
        self, house: House, flop: Evening
    ) -> None:
        channel = house.channel
        house.world.remove_bot(house.world.guild)
        await until_closed(house)
        table = await kept(house, channel)
        assert [player.stack for player in table.session.players] == [200, 200, 200]
        for member in flop.members.values():
            assert "I was removed from its server. Hand 1 is void" in told(member)[0]

    async def test_a_bot_removed_while_it_was_away_closes_its_tables(
        self, house: House, flop: Evening
    ) -> None:
        channel = house.channel
        await house.stop_bot()
        house.world.remove_bot(house.world.guild)
        await house.start_bot()
        await until_closed(house)
        assert (await kept(house, channel)).session.hands_played == 0
        assert len(told(flop["Ana"])) == 1


class TestClosedToTheBot:
    async def test_the_table_waits_and_everybody_is_told_once(
        self, house: House, flop: Evening
    ) -> None:
        await close_to_bot(house, flop)
        asked = requests(house)
        await house.pass_time(SUSPENDED_S - UNCERTAIN_S)
        assert requests(house) == asked
        assert house.actor() is flop["Ben"]
        for member in flop.members.values():
            (said,) = told(member)
            assert "waits: I may not write there any more" in said
            assert "Otherwise the table closes" in said

    async def test_it_goes_on_when_the_permission_is_back(
        self, house: House, flop: Evening
    ) -> None:
        await house.pass_time(30)
        await close_to_bot(house, flop)
        await house.pass_time(1000)
        house.channel.allow("send_messages")
        await until_suspended(house, suspended=False)
        assert house.actor() is flop["Ben"]
        await house.pass_time(30 - UNCERTAIN_S)
        assert house.actor() is flop["Ben"]
        await flop.play("Ben bets 4, Cem folds, Ana folds")
        assert "Hand 1: Ben wins 18" in house.post.text

    async def test_a_decision_waits_too_and_is_answered_in_words(
        self, house: House, flop: Evening
    ) -> None:
        await close_to_bot(house, flop)
        reply = await house.press("Check", flop["Ben"])
        assert reply.ephemeral
        assert "I may not write there any more" in reply.text
        assert house.actor() is flop["Ben"]

    async def test_it_goes_on_with_the_next_press_though_no_event_told_of_it(
        self, house: House, flop: Evening
    ) -> None:
        await close_to_bot(house, flop)
        old = house.post
        house.channel.denied = 0
        await house.press_on(old, "Check", flop["Ben"])
        assert house.post is not old
        assert house.actor() is flop["Cem"]

    async def test_it_waits_when_only_sending_tells_that_it_is_closed(
        self, house: House, flop: Evening
    ) -> None:
        await flop.play("Ben checks, Cem checks")
        house.channel.denied = permissions.BITS["send_messages"]
        house.brought_about = {MISSING_PERMISSIONS}
        await house.pass_time(60)
        await until_suspended(house)
        await house.pass_time(600)
        assert len(told(flop["Ana"])) == 1
        house.channel.allow("send_messages")
        await until_suspended(house, suspended=False)
        assert "Turn" in house.post.text
        assert house.actor() is flop["Ben"]

    async def test_it_is_given_up_after_half_an_hour(self, house: House, flop: Evening) -> None:
        await close_to_bot(house, flop)
        await house.pass_time(SUSPENDED_S)
        await until_closed(house)
        table = await kept(house, house.channel)
        assert [player.stack for player in table.session.players] == [200, 200, 200]
        assert "could not write there for too long. Hand 1 is void" in told(flop["Cem"])[-1]

    async def test_it_waits_through_a_restart(self, house: House, flop: Evening) -> None:
        await close_to_bot(house, flop)
        await restart(house, after=3600)
        await house.pass_time(SUSPENDED_S - 2 * UNCERTAIN_S)
        house.channel.allow("send_messages")
        await until_suspended(house, suspended=False)
        await flop.play("Ben checks, Cem checks, Ana checks")
        assert "Turn" in house.post.text

    async def test_a_moderator_may_still_stop_it(self, house: House, flop: Evening) -> None:
        await close_to_bot(house, flop)
        reply = await house.slash(flop["Ana"], "table stop", when="at_once")
        assert reply.ephemeral
        await until_closed(house)

    async def test_a_lobby_waits_too(self, house: House) -> None:
        evening = await sit_down(house, "Ana", "Ben")
        house.channel.deny("send_messages")
        await until_suspended(house)
        house.channel.allow("send_messages")
        await until_suspended(house, suspended=False)
        await house.press("Start", evening["Ana"])
        assert "**Hand 1**" in house.post.text


async def test_a_locked_thread_holds_its_table_until_it_is_unlocked(house: House) -> None:
    thread = house.world.add_thread("game", house.channel)
    client, ana, ben = house.client, house.member("Ana"), house.member("Ben")
    assert client is not None
    await ana.slash(thread, "holdem start")
    await house.settled()
    await ben.press(thread.messages[-1], "Join")
    await ana.press(thread.messages[-1], "Start")
    await house.settled()
    thread.archive(locked=True)
    await house.world.wait_for(lambda: client.tables.at(thread.id).suspended)
    await house.pass_time(1000)
    assert "its thread is locked" in told(ben)[0]
    thread.unarchive()
    await house.world.wait_for(lambda: not client.tables.at(thread.id).suspended)
    await house.settled()
    assert f"{ana.mention}:" in thread.messages[-1].text
