"""The gateway's sessions, the rates, and what survives the process."""

from __future__ import annotations

import asyncio
import signal
import stat
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import aiohttp
import discord
import pytest

from bot.sandbox import Limits, Rate, StandIn

from .bot import Bot, Text
from .conftest import connected


@pytest.mark.usefixtures("bot")
async def test_a_cut_connection_is_resumed_with_what_was_missed(world: StandIn) -> None:
    lea = world.member("Léa")
    board = (await lea.slash(world.channel("poker"), "board")).message
    assert board is not None
    (session,) = world.gateway.sessions.values()
    await world.gateway.cut()
    await world.wait_for(lambda: session.line is None)
    reply = await lea.press(board, "Press 0")
    assert (reply.kind, board.text) == ("update", "Presses: 1")
    assert list(world.gateway.sessions.values()) == [session]


async def test_a_bot_that_comes_back_gets_what_happens_and_the_one_that_left_does_not(
    world: StandIn, tmp_path: Path
) -> None:
    async with connected(world, tmp_path / "socket") as first:
        pass
    async with connected(world, tmp_path / "socket") as second:
        assert len(world.gateway.sessions) == 1
        await world.member("Léa").slash(world.channel("poker"), "board")
    assert (len(first.seen), len(second.seen)) == (0, 1)


@pytest.mark.usefixtures("bot")
async def test_without_a_bot_a_command_fails_at_once(world: StandIn) -> None:
    world.gateway.sessions.clear()
    reply = await world.member("Léa").slash(world.channel("poker"), "board")
    assert reply.kind == "failed"


async def test_a_new_channel_and_guild_are_told(world: StandIn, bot: Bot) -> None:
    added = world.add_channel("other")
    guild = world.add_guild("Second", ["table"])
    await world.wait_for(lambda: bot.get_guild(guild.id) is not None)
    assert isinstance(bot.get_channel(added.id), discord.TextChannel)
    table = world.channel("table", guild)
    reply = await world.member("Léa").slash(table, "board")
    assert reply.kind == "message"
    assert bot.seen[-1].guild_id == guild.id


async def test_a_restart_finds_the_same_world_with_working_buttons(tmp_path: Path) -> None:
    path = tmp_path / "sandbox.sqlite"
    first = StandIn(path, Limits.relaxed())
    await first.start_unix(tmp_path / "one")
    async with connected(first, tmp_path / "one") as bot:
        lea, poker = first.member("Léa"), first.channel("poker")
        lea.locale = "fr"
        lea.dms_open = False
        first.member("Newcomer").permissions = {"manage_guild"}
        poker.deny("attach_files")
        board = (await lea.slash(poker, "board")).message
        assert board is not None
        await lea.press(board, "Press 0")
        await lea.press(board, "Mine")
        tom = first.member("Tom")
        await (await bot.fetch_user(tom.id)).send(view=Text("cards"))
        interaction = bot.seen[-1]
    # Not closed: the process was killed. Only the file remains.
    second = StandIn(path, Limits.relaxed())
    await second.start_unix(tmp_path / "two")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert second.token == first.token
    assert [m.name for m in second.members.values()] == [m.name for m in first.members.values()]
    lea, poker = second.member("Léa"), second.channel("poker")
    assert (lea.id, lea.locale, lea.dms_open) == (first.member("Léa").id, "fr", False)
    assert second.member("Newcomer").permissions == {"manage_guild"}
    assert poker.bot_permissions == first.channel("poker").bot_permissions
    assert [message.text for message in lea.view(poker)] == ["Presses: 1", "only you"]
    assert [message.text for message in second.member("Tom").dms] == ["cards"]
    assert set(second.commands) == set(first.commands)
    async with connected(second, tmp_path / "two"):
        reply = await lea.press(poker.messages[0], "Press 1")
        assert reply.text == "Presses: 2"
    assert second.interactions.find(second.application_id, interaction.token).original is not None
    assert second.ids.next() > board.id
    await first.close()
    await second.close()


async def test_a_killed_process_leaves_everything_it_showed(tmp_path: Path) -> None:
    path = tmp_path / "sandbox.sqlite"
    source = Path(__file__).with_name("killed.py")
    process = subprocess.run(  # noqa: ASYNC221, S603  # nothing else runs meanwhile
        [sys.executable, source, path], check=False, capture_output=True, text=True
    )
    assert process.returncode == -signal.SIGKILL, process.stderr
    world = StandIn(path)
    texts = [message.text for message in world.channel("poker").messages]
    assert texts == [str(number) for number in range(20)]
    await world.close()


async def test_a_known_nonce_survives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "sandbox.sqlite"
    for name in ("one", "two"):
        world = StandIn(path, Limits.relaxed())
        await world.start_unix(tmp_path / name)
        async with connected(world, tmp_path / name) as bot:
            channel = bot.get_partial_messageable(world.channel("poker").id)
            await channel.send(view=Text(name), nonce="n")
        assert [message.text for message in world.channel("poker").messages] == ["one"]
        await world.close()


async def test_rates_are_told_in_headers_and_kept() -> None:
    world = StandIn(limits=Limits(message_create=Rate(2, 0.2), everything=Rate(6, 60.0)))
    await world.start("127.0.0.1", 0)
    headers = {"Authorization": f"Bot {world.token}"}
    body = {"content": "x"}
    async with aiohttp.ClientSession(headers=headers) as session:

        async def send(
            channel: str,
        ) -> tuple[int, Mapping[str, str], dict[str, object]]:
            url = f"{world.api_url}/channels/{world.channel(channel).id}/messages"
            async with session.post(url, json=body) as response:
                return response.status, response.headers, await response.json()

        status, told, _ = await send("poker")
        assert status == 200
        assert (told["X-RateLimit-Limit"], told["X-RateLimit-Remaining"]) == ("2", "1")
        assert 0 < float(told["X-RateLimit-Reset-After"]) <= 0.2
        assert (await send("poker"))[0] == 200
        status, told, answer = await send("poker")
        assert (status, answer["global"], told["X-RateLimit-Scope"]) == (429, False, "user")
        assert told["Via"]
        assert told["Retry-After"] == "1"
        assert (await send("draw-table"))[0] == 200
        await asyncio.sleep(0.21)
        assert (await send("poker"))[0] == 200
        assert (await send("poker"))[0] == 200
        status, told, answer = await send("draw-table")
        assert (status, answer["global"], told["X-RateLimit-Global"]) == (429, True, "true")
        url = f"{world.api_url}/interactions/1/x/callback"
        async with session.post(url, json={"type": 5}) as response:
            assert response.status == 404
            assert "X-RateLimit-Limit" not in response.headers
    await world.close()


async def test_a_client_over_tcp_obeys_the_rates_without_a_429(tmp_path: Path) -> None:
    world = StandIn(limits=Limits(message_create=Rate(3, 0.3)))
    await world.start_unix(tmp_path / "socket")
    async with connected(world, tmp_path / "socket") as bot:
        channel = bot.get_partial_messageable(world.channel("poker").id)
        for number in range(7):
            await channel.send(view=Text(str(number)))
    assert [message.text for message in world.channel("poker").messages] == list("0123456")
    assert all(exchange.status != 429 for exchange in world.exchanges)
    await world.close()


async def test_a_taken_port_is_replaced_by_a_free_one() -> None:
    first, second = StandIn(), StandIn()
    await first.start()
    taken = int(first.page_url.rsplit(":", 1)[1].rstrip("/"))
    await second.start(port=taken)
    assert first.page_url != second.page_url
    await first.close()
    await second.close()


async def test_only_as_many_exchanges_are_recorded_as_asked_for() -> None:
    for record, kept in ((True, 5), (3, 3), (False, 0)):
        world = StandIn(record=record)
        await world.start()
        headers = {"Authorization": f"Bot {world.token}"}
        async with aiohttp.ClientSession(headers=headers) as session:
            for _ in range(5):
                async with session.get(f"{world.api_url}/users/@me") as response:
                    assert response.status == 200
        assert len(world.exchanges) == kept
        await world.close()
