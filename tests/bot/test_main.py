"""`python -m bot`: what an operator sees of it."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import time
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest

from bot.__main__ import main
from bot.sandbox import Limits, StandIn
from bot.sandbox.limits import Rate
from bot.sandbox.ratelimits import RateLimits
from tests.bot.program import Program, Visitor, text

RESTARTS = "Croupier restarts; play goes on in a moment, your time is given back."
TROUBLE = re.compile("WARNING|ERROR|CRITICAL|Traceback|Warning")


async def test_without_a_token_the_sandbox_starts_and_says_where_its_page_is(
    tmp_path: Path,
) -> None:
    async with Program(tmp_path, SANDBOX_PORT="0") as program:
        page = await program.page()
        assert program.out == f"Croupier's sandbox: {page}/\n"
        async with aiohttp.ClientSession() as session, session.get(page) as answer:
            assert answer.status == 200
            assert "text/html" in answer.headers["Content-Type"]
        begun = time.monotonic()
        assert await program.stop() == 0
        assert time.monotonic() - begun < 5
    assert not TROUBLE.search(program.err)


async def test_the_sandbox_takes_a_free_port_when_its_own_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with Program(tmp_path, SANDBOX_PORT=str(port)) as program:
            page = await program.page()
            assert page.startswith("http://127.0.0.1:")
            assert page != f"http://127.0.0.1:{port}"
            async with aiohttp.ClientSession() as session, session.get(page) as answer:
                assert answer.status == 200


async def test_the_sandbox_keeps_its_files_apart_from_the_real_ones(tmp_path: Path) -> None:
    async with Program(tmp_path, SANDBOX_PORT="0") as program:
        await program.page()
        assert {path.name for path in (tmp_path / "data").iterdir()} == {"sandbox"}
        kept = {path.name for path in (tmp_path / "data" / "sandbox").iterdir()}
        assert {"croupier.db", "discord.db"} <= kept
        async with StandIn(limits=Limits.relaxed()) as world:
            await world.start()
            async with Program(tmp_path, **pointed_to(world)) as real:
                await real.says("Connected as Croupier")
                assert (tmp_path / "data" / "croupier.db").exists()


async def test_the_sandbox_shows_the_same_table_with_working_buttons_after_a_kill(
    tmp_path: Path,
) -> None:
    async with Program(tmp_path, SANDBOX_PORT="0") as program:
        async with Visitor(await program.page()) as visitor:
            await visitor.act("type", "Léa", text="/holdem start pings:never")
            await visitor.until(lambda: visitor.posts)
            await visitor.press("Tom", visitor.posts[0], "Join")
            await visitor.press("Léa", visitor.posts[0], "Start")
            await visitor.until(lambda: len(visitor.posts) == 2)
            await visitor.until(lambda: "<t:" in text(visitor.posts[1]))
            before = [text(post) for post in visitor.posts]
        await program.kill()
    async with (
        Program(tmp_path, SANDBOX_PORT="0") as again,
        Visitor(await again.page()) as visitor,
    ):
        await visitor.until(lambda: len(visitor.posts) == 3)
        *posts, line = [timeless(text(post)) for post in visitor.posts]
        assert posts == list(map(timeless, before))
        assert line.startswith("-# Hand 1 continues: ")
        to_act = "Léa" if f"<@{visitor.member('Léa')}>:" in text(visitor.posts[1]) else "Tom"
        assert await visitor.press(to_act, visitor.posts[1], "Call 1") == {
            "re": 1,
            "kind": "update",
        }
        assert f"{to_act} calls 2" in text(visitor.posts[1])


async def test_with_a_token_it_connects_where_the_settings_say_and_never_logs_the_token(
    tmp_path: Path,
) -> None:
    async with StandIn(limits=Limits.relaxed()) as world:
        await world.start()
        async with Program(tmp_path, LOG_LEVEL="DEBUG", **pointed_to(world)) as program:
            await program.says("Connected as Croupier")
            assert not program.out
            lea, tom = world.member("Léa"), world.member("Tom")
            channel = world.channel("poker")
            await lea.slash(channel, "holdem start")
            await world.wait_for(lambda: channel.messages)
            await tom.press(channel.messages[0], "Join")
            await lea.press(channel.messages[0], "Start")
            await world.wait_for(lambda: len(tom.dms) == 2)
            await world.settled()
            assert await program.stop() == 0
        printed = program.out + program.err
        assert "DEBUG" in printed
        assert world.token not in printed
        assert not re.search("[♣♦♥♠]|u26|stub|holes", printed), "private cards are in the log"
        answers = [e.path for e in world.exchanges if e.path.startswith("/interactions/")]
        assert answers
        assert not any(path.split("/")[3] in printed for path in answers)
        assert not TROUBLE.search(program.err)


async def test_sigterm_in_the_middle_of_a_hand_leaves_it_to_the_next_start(tmp_path: Path) -> None:
    async with StandIn(limits=Limits.relaxed()) as world:
        await world.start()
        lea, tom, channel = world.member("Léa"), world.member("Tom"), world.channel("poker")
        async with Program(tmp_path, **pointed_to(world)) as program:
            await program.says("Connected as Croupier")
            await lea.slash(channel, "holdem start", pings="never")
            await world.wait_for(lambda: channel.messages)
            await tom.press(channel.messages[0], "Join")
            await lea.press(channel.messages[0], "Start")
            assert await program.stop() == 0
            assert not TROUBLE.search(program.err)
            # All that could be told was told: the hand, the private cards, and the last line.
            assert "still to be told: 0" in program.err
            assert len(lea.dms) == len(tom.dms) == 2
            assert [m.text for m in channel.messages[2:]] == [RESTARTS]
        async with Program(tmp_path, **pointed_to(world)) as again:
            await again.says("Connected as Croupier")
            await world.wait_for(lambda: len(lea.dms) == 2 and len(tom.dms) == 2)
            await world.wait_for(lambda: len(channel.messages) == 4)
            await world.settled()
            assert "1 to call" in channel.messages[1].text
            assert channel.messages[2].text == RESTARTS
            assert channel.messages[3].text.startswith("-# Hand 1 continues: ")
            post = channel.messages[1]
            actor = lea if f"{lea.mention}:" in post.text else tom
            assert (await actor.press(post, "Call 1")).kind == "update"


async def test_a_second_signal_ends_at_once_and_loses_nothing(tmp_path: Path) -> None:
    limits = replace(Limits.relaxed(), message_create=Rate(1, 600.0))
    async with StandIn(limits=limits) as world:
        await world.start()
        lea, tom, channel = world.member("Léa"), world.member("Tom"), world.channel("poker")
        async with Program(tmp_path, GRACE_S="600", **pointed_to(world)) as program:
            await program.says("Connected as Croupier")
            await lea.slash(channel, "holdem start", pings="never")
            await world.wait_for(lambda: channel.messages)
            await tom.press(channel.messages[0], "Join")
            await lea.press(channel.messages[0], "Start")
            program.process.send_signal(signal.SIGTERM)
            # The hand cannot be posted for ten minutes, and so long the grace time would be.
            await program.says("Stopping: at most 600 s")
            assert await program.stop() == 128 + signal.SIGTERM
            assert "Traceback" not in program.err
        world.rate_limits = RateLimits(Limits.relaxed())
        async with Program(tmp_path, **pointed_to(world)) as again:
            await again.says("Connected as Croupier")
            await world.wait_for(lambda: len(channel.messages) == 3)
            assert "1 to call" in channel.messages[1].text


@pytest.mark.parametrize("pause", [0.004, 0.012])
async def test_sigterm_while_many_are_being_answered_is_as_clean(
    tmp_path: Path, pause: float
) -> None:
    async with StandIn(limits=Limits.relaxed()) as world:
        await world.start()
        lea, channel = world.member("Léa"), world.channel("poker")
        others = [world.member(name) for name in ("Tom", "Inès", "Max", "Ana")]
        async with Program(tmp_path, **pointed_to(world)) as program:
            await program.says("Connected as Croupier")
            await lea.slash(channel, "holdem start", pings="always")
            await world.wait_for(lambda: channel.messages)
            for member in others:
                await member.press(channel.messages[0], "Join")
            asking = [asyncio.create_task(lea.press(channel.messages[0], "Start"))]
            asking += [
                asyncio.create_task(member.slash(channel, command))
                for member in others
                for command in ("cards", "call", "fold", "table status")
            ]
            await asyncio.sleep(pause)
            assert await program.stop() == 0
            assert not TROUBLE.search(program.err), program.err
        for task in asking:
            task.cancel()


async def test_a_second_process_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    async with Program(tmp_path, SANDBOX_PORT="0") as first:
        await first.page()
        async with Program(tmp_path, SANDBOX_PORT="0") as second:
            assert await second.ended() == 1
        assert "Another Croupier is running on data/sandbox." in second.err
        assert "Traceback" not in second.err


async def test_a_wrong_token_is_named_plainly(tmp_path: Path) -> None:
    async with StandIn(limits=Limits.relaxed()) as world:
        await world.start()
        environ = pointed_to(world) | {"DISCORD_TOKEN": "not.the.token"}
        async with Program(tmp_path, **environ) as program:
            assert await program.ended() == 2
        assert "Discord does not accept DISCORD_TOKEN." in program.err
        assert "Traceback" not in program.err
        assert "not.the.token" not in program.err


async def test_an_unreachable_discord_is_named_plainly(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    environ = {"DISCORD_TOKEN": "some.token", "DISCORD_API_URL": f"http://127.0.0.1:{port}/api/v10"}
    async with Program(tmp_path, **environ) as program:
        assert await program.ended() == 1
    assert "Discord cannot be reached" in program.err
    assert "Traceback" not in program.err


@pytest.mark.parametrize(
    ("token", "api", "gateway"),
    [
        ("not.the.token", "{api}", "{gateway}"),
        ("a\nnewline.in.it", "{api}", "{gateway}"),
        ("schlüssel.🔑", "{api}", "{gateway}"),
        ("some.token", "http://user:some.password@127.0.0.1:1/api/v10", "{gateway}"),
        ("some.token", "http://user:some.password@[::1/api", "{gateway}"),
        ("some.token", "nowhere://user:some.password@x", "{gateway}"),
    ],
)
async def test_no_secret_is_printed_when_the_start_fails(
    tmp_path: Path, token: str, api: str, gateway: str
) -> None:
    async with StandIn(limits=Limits.relaxed()) as world:
        await world.start()
        places = {"api": world.api_url, "gateway": world.gateway_url}
        async with Program(
            tmp_path,
            LOG_LEVEL="DEBUG",
            DISCORD_TOKEN=token,
            DISCORD_API_URL=api.format_map(places),
            DISCORD_GATEWAY_URL=gateway.format_map(places),
        ) as program:
            assert await program.ended() in {1, 2}
    printed = program.out + program.err
    assert re.search("CRITICAL|^DISCORD_[A-Z_]+: ", printed, re.MULTILINE)
    assert "Traceback" not in printed
    for secret in (token, token.splitlines()[-1], repr(token)[1:-1], "some.password"):
        assert secret not in printed


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("SANDBOX_PORT", "abc", "SANDBOX_PORT: Input should be a valid integer"),
        ("SANDBOX_PORT", "70000", "SANDBOX_PORT: Input should be less than or equal to 65535"),
        ("LOG_LEVEL", "loud", "LOG_LEVEL: Input should be 'DEBUG', 'INFO', 'WARNING' or 'ERROR'"),
        ("SANDBOX", "perhaps", "SANDBOX: Input should be a valid boolean"),
    ],
)
def test_a_bad_setting_is_named_plainly(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    name: str,
    value: str,
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(name, value)
    assert main() == 2
    printed = capsys.readouterr()
    assert printed.err.startswith(said)
    assert printed.err.count("\n") == 1


async def test_without_token_and_sandbox_it_refuses_to_start(tmp_path: Path) -> None:
    async with Program(tmp_path, SANDBOX="0") as program:
        assert await program.ended() == 2
    assert "DISCORD_TOKEN is not set." in program.err
    assert "Traceback" not in program.err
    assert not (tmp_path / "data").exists()


def pointed_to(world: StandIn) -> dict[str, str]:
    """Return the settings that lead to a pretend Discord."""
    return {
        "DISCORD_TOKEN": world.token,
        "DISCORD_API_URL": world.api_url,
        "DISCORD_GATEWAY_URL": world.gateway_url,
    }


def timeless(shown: str) -> str:
    return re.sub(r"<t:\d+:(\w)>", r"<\1>", shown)
