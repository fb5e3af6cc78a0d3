"""The bot, the gateway or the server is away for a while: nobody loses anything by it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.sandbox import Message
from tests.bot.evening import deal_first, sit_down
from tests.bot.house import House
from tests.bot.killing import deadline, says_play_continues
from tests.bot.test_restart import restart

Away = Callable[[House, float], Awaitable[None]]

UNCERTAIN_S = 5
"""What is left of a minute is known to so many seconds."""


def lines(house: House) -> list[Message]:
    return [message for message in house.channel.messages if says_play_continues(message)]


async def gateway_away(house: House, seconds: float) -> None:
    """Have the gateway go away and come back some time later."""
    await lose_gateway(house)
    await house.pass_time(seconds)
    house.world.gateway.reopen()
    await house.connected()


async def lose_gateway(house: House) -> None:
    client = house.client
    assert client is not None
    await house.world.gateway.shut()
    await house.world.wait_for(lambda: client.outages.lasting)


async def bot_away(house: House, seconds: float) -> None:
    await restart(house, after=seconds)


async def server_away(house: House, seconds: float) -> None:
    """Have Discord lose the server for some time."""
    guild = house.world.guild
    house.world.set_away(guild, away=True)
    await until_suspended(house)
    await house.pass_time(seconds)
    house.world.set_away(guild, away=False)
    await until_suspended(house, suspended=False)


async def until_suspended(house: House, *, suspended: bool = True) -> None:
    client, channel = house.client, house.channel.id
    assert client is not None
    await house.world.wait_for(
        lambda: (client.tables.at(channel).suspended is not None) is suspended
    )
    await house.settled()


@pytest.mark.parametrize("away", [bot_away, gateway_away, server_away])
class TestAway:
    async def test_a_turn_goes_on_where_it_was(self, house: House, away: Away) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await house.pass_time(30)
        await away(house, 3600)
        assert house.actor() is evening["Ana"]
        await house.pass_time(30 - UNCERTAIN_S)
        assert house.actor() is evening["Ana"]
        await house.pass_time(2 * UNCERTAIN_S)
        assert house.actor() is evening["Ben"]

    async def test_the_next_hand_is_not_dealt_before_its_time(
        self, house: House, away: Away
    ) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        await evening.play("Ana folds")
        await away(house, 3600)
        assert "Hand 1: Ben wins" in house.post.text
        assert not lines(house)
        await house.pass_time(8 + UNCERTAIN_S)
        assert "**Hand 2**" in house.post.text

    async def test_a_lobby_is_still_open(self, house: House, away: Away) -> None:
        evening = await sit_down(house, "Ana", "Ben")
        await away(house, 3600)
        await house.press("Start", evening["Ana"])
        assert house.actor() is evening["Ana"]

    async def test_one_line_says_that_play_continues_who_acts_and_how_long(
        self, house: House, away: Away
    ) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await house.pass_time(18)
        await away(house, 3600)
        (line,) = lines(house)
        assert house.read(line) == "-# Hand 1 continues: @Ana is to act. in a while"
        left = deadline(line) - house.clock.now()
        assert 42 - UNCERTAIN_S <= left <= 42 + UNCERTAIN_S
        assert line.pinged == {evening["Ana"].id}
        assert abs(deadline(house.post) - deadline(line)) <= 1

    async def test_a_second_outage_of_the_same_turn_changes_the_line(
        self, house: House, away: Away
    ) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await away(house, 3600)
        (before,) = lines(house)
        was = deadline(before)
        await away(house, 3600)
        assert lines(house) == [before]
        assert deadline(before) - was > 3600 - UNCERTAIN_S
        await evening.play("Ana calls")
        await away(house, 3600)
        assert len(lines(house)) == 2

    async def test_who_wants_no_pings_gets_none(self, house: House, away: Away) -> None:
        await deal_first(house, "Ana", "Ben", "Cem", pings="never")
        await away(house, 3600)
        (line,) = lines(house)
        assert not line.pinged

    async def test_an_agreed_stop_time_stays(self, house: House, away: Away) -> None:
        evening = await deal_first(house, "Ana", "Ben", minutes=30)
        await away(house, 3600)
        await evening.play("Ana folds")
        assert "The table is closed after 1 hand" in house.post.text


class TestGateway:
    async def test_a_blip_is_given_back_without_a_word(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await house.pass_time(50)
        await gateway_away(house, 9)
        assert not lines(house)
        await house.pass_time(8)
        assert house.actor() is evening["Ana"]

    async def test_presses_that_were_missed_count_when_the_session_resumes(
        self, house: House
    ) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await lose_gateway(house)
        pressed = evening["Ana"].press(house.post, evening.label("Call"))
        house.world.gateway.reopen()
        assert (await pressed).kind == "update"
        await house.connected()
        assert house.actor() is evening["Ben"]

    @pytest.mark.parametrize("code", [1000, 1001, 1006, 4000, 4007, 4009])
    async def test_play_goes_on_after_any_close(self, house: House, code: int) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        client = house.client
        assert client is not None
        before = client.ws
        await house.world.gateway.cut(code)
        await house.world.wait_for(lambda: client.ws is not before, timeout=10)
        await house.connected()
        await evening.play("Ana calls")
        assert house.actor() is evening["Ben"]

    async def test_an_invalid_session_is_begun_anew(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        (old,) = house.world.gateway.sessions
        await lose_gateway(house)
        house.world.gateway.sessions.clear()
        await house.pass_time(3600)
        house.world.gateway.reopen()
        await house.connected()
        assert old not in house.world.gateway.sessions
        assert len(lines(house)) == 1
        await evening.play("Ana calls")
        assert house.actor() is evening["Ben"]

    async def test_a_session_declared_invalid_is_begun_anew(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        (old,) = house.world.gateway.sessions
        house.world.gateway.invalidate()
        sessions = house.world.gateway.sessions
        await house.world.wait_for(lambda: sessions and old not in sessions, timeout=10)
        await house.connected()
        await evening.play("Ana calls")
        assert house.actor() is evening["Ben"]

    async def test_a_bot_that_dies_while_the_gateway_is_away_gives_all_of_it_back(
        self, house: House
    ) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await house.pass_time(30)
        await lose_gateway(house)
        await house.pass_time(1800)
        await house.stop_bot()
        await house.clock.pass_time(1800)
        house.world.gateway.reopen()
        await house.start_bot()
        await house.settled()
        assert house.actor() is evening["Ana"]
        left = deadline(house.post) - house.clock.now()
        assert 30 - UNCERTAIN_S <= left <= 30 + UNCERTAIN_S
        assert len(lines(house)) == 1


class TestServer:
    async def test_a_bot_that_dies_while_the_server_is_away_gives_all_of_it_back(
        self, house: House
    ) -> None:
        await deal_first(house, "Ana", "Ben", "Cem")
        await house.pass_time(30)
        house.world.set_away(house.world.guild, away=True)
        await until_suspended(house)
        await house.pass_time(1800)
        await restart(house, after=1800)
        await house.pass_time(300)
        house.world.set_away(house.world.guild, away=False)
        await until_suspended(house, suspended=False)
        left = deadline(house.post) - house.clock.now()
        assert 30 - UNCERTAIN_S <= left <= 30 + UNCERTAIN_S

    async def test_a_server_that_is_away_from_the_start_is_waited_for(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await house.stop_bot()
        house.world.guild.away = True
        await house.start_bot()
        await house.settled()
        await house.pass_time(5)
        await until_suspended(house)
        await house.pass_time(3600)
        house.world.set_away(house.world.guild, away=False)
        await until_suspended(house, suspended=False)
        assert house.actor() is evening["Ana"]

    async def test_a_server_that_is_away_for_days_closes_nothing(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await server_away(house, 3 * 24 * 3600)
        await evening.play("Ana calls")
        assert house.actor() is evening["Ben"]


class TestDeafness:
    async def test_a_gateway_without_presses_is_begun_anew_and_nobody_is_away_for_it(
        self, house: House
    ) -> None:
        evening = await deal_first(house, "Ana", "Ben", turn=10)
        await evening.play("Ana calls, Ben checks")
        (deaf,) = house.world.gateway.sessions
        house.world.gateway.deafen()
        assert (await evening["Ben"].press(house.post, "Check")).kind == "failed"
        sessions = house.world.gateway.sessions
        for _ in range(5):
            assert deaf in sessions
            await house.pass_time(10)
        await house.world.wait_for(lambda: sessions and deaf not in sessions, timeout=10)
        await house.connected()
        assert "away" not in house.post.text
        told = [m.text for m in house.channel.messages if "could not hear" in m.text]
        assert len(told) == 1
        assert "Ana" in told[0]
        assert "Ben" in told[0]
        assert (await house.press("Call 1" if "Call 1" in labels(house) else "Check")).kind

    async def test_an_abandoned_table_is_doubted_once(self, house: House) -> None:
        await deal_first(house, "Ana", "Ben", "Cem", turn=10)
        first = set(house.world.gateway.sessions)
        seen = set(first)
        for _ in range(30):
            await house.pass_time(10)
            await house.connected()
            seen |= set(house.world.gateway.sessions)
        assert "**Paused**" in house.post.text
        assert len(seen - first) == 1

    async def test_somebody_who_is_heard_ends_the_doubt(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem", turn=10)
        (session,) = house.world.gateway.sessions
        for _ in range(4):
            await house.pass_time(10)
        await house.slash(evening["Ana"], "table status")
        await house.pass_time(10)
        await house.pass_time(10)
        assert set(house.world.gateway.sessions) == {session}


def labels(house: House) -> list[str]:
    return [button.label for button in house.post.buttons]
