"""The log as programs read it: one JSON object a line, which says what it is about."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.sandbox import Limits, StandIn
from bot.seen.logs import FIELDS, JsonFormatter
from tests.bot.bad_house import BadHouse
from tests.bot.evening import deal_first, sit_down
from tests.bot.house import House, checked
from tests.bot.program import ROOT, Program
from tests.sandbox.openapi import Spec


class Reader(logging.Handler):
    """Reads the lines as they are written."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(JsonFormatter())
        self.lines: list[dict[str, Any]] = []

    def emit(self, record: logging.LogRecord) -> None:
        line = self.format(record)
        assert "\n" not in line
        self.lines.append(json.loads(line))

    def of(self, **wanted: object) -> list[dict[str, Any]]:
        """Return the lines that say all this."""
        return [line for line in self.lines if line.items() >= wanted.items()]


@pytest.fixture(name="house")
async def _house(tmp_path: Path, spec: Spec | None) -> AsyncIterator[BadHouse]:
    async with checked(BadHouse(tmp_path), spec) as house:
        await house.settled()
        yield house


@pytest.fixture(name="reader")
def _reader(house: House) -> Iterator[Reader]:
    """Read along; at the end, what was read is looked through for cards."""
    reader = Reader()
    logging.getLogger().addHandler(reader)
    yield reader
    logging.getLogger().removeHandler(reader)
    house.witness.logged += [json.dumps(line, ensure_ascii=False) for line in reader.lines]


def place(house: House) -> dict[str, object]:
    return {
        "table": 1,
        "guild": str(next(iter(house.world.guilds))),
        "channel": str(house.channel.id),
    }


async def test_every_accepted_action_is_a_line_that_says_where_and_what(
    house: BadHouse, reader: Reader
) -> None:
    evening = await deal_first(house, "Ana", "Ben", hole="Ana As Ad, Ben Kh Kd")
    reader.lines.clear()
    await evening.play("Ana raises to 6, Ben calls")
    raised, called = reader.of(logger="bot.actions")
    assert raised.items() >= {**place(house), "hand": 1, "step": 2, "kind": "raised"}.items()
    assert called.items() >= {**place(house), "hand": 1, "step": 3, "kind": "called"}.items()
    for line in (raised, called):
        assert line["level"] == "DEBUG"
        assert 0 < line["seconds"] < 60
        assert int(line["interaction"]) > 0
        assert set(line) <= {"time", "level", "logger", "message", *FIELDS}


async def test_tables_are_logged_as_they_open_and_close(house: BadHouse, reader: Reader) -> None:
    evening = await sit_down(house, "Ana", "Ben")
    (opened,) = reader.of(level="INFO", logger="bot.actions")
    assert opened.items() >= {**place(house), "kind": "table_opened"}.items()
    await house.slash(evening["Ana"], "table stop")
    (closed,) = reader.of(level="INFO", kind="table_closed")
    assert closed.items() >= place(house).items()


async def test_a_refusal_is_a_line_with_its_code_and_without_what_was_typed(
    house: BadHouse, reader: Reader
) -> None:
    await deal_first(house, "Ana", "Ben")
    reader.lines.clear()
    await house.slash(house.member("Ben"), "call")
    await house.slash(house.member("Ana"), "raise", amount="unspeakable")
    first, second = reader.of(message="Refused: not_your_turn") + reader.of(code="BadAmount")
    assert first.items() >= {**place(house), "code": "not_your_turn", "level": "DEBUG"}.items()
    assert second["channel"] == str(house.channel.id)
    assert not any("unspeakable" in str(line) for line in reader.lines)


async def test_a_bug_is_one_line_with_its_traceback_and_its_place(
    house: BadHouse, reader: Reader
) -> None:
    evening = await sit_down(house, "Ana", "Ben")
    house.expected = ("A bug",)
    house.dealer.decks = [()]
    await house.press("Start", evening["Ana"])
    (line,) = reader.of(level="ERROR")
    assert line.items() >= place(house).items()
    assert line["traceback"].startswith("Traceback (most recent call last):\n")


async def test_trouble_with_a_channel_names_it_and_not_who_caused_the_message(
    house: BadHouse, reader: Reader
) -> None:
    house.faults.expect("POST", "/messages", holding="Flop", status=503)
    evening = await deal_first(house, "Ana", "Ben", board="Jh 8s 5c 3d 2h")
    await evening.play("Ana calls, Ben checks")
    await house.retry(lambda: "Flop" in house.post.text)
    (line,) = reader.of(level="WARNING", logger="bot.outbox.lanes")
    assert line.items() >= {"table": 1, "channel": str(house.channel.id)}.items()
    assert not line.keys() & {"interaction", "user", "guild"}


async def test_trouble_with_a_member_names_him_and_not_where_the_message_was_caused(
    house: BadHouse, reader: Reader
) -> None:
    house.faults.expect("POST", "/users/@me/channels", status=503)
    evening = await deal_first(house, "Ana", "Ben")
    await house.retry(lambda: bool(evening["Ana"].dms and evening["Ben"].dms))
    (line,) = reader.of(level="WARNING", logger="bot.outbox.lanes")
    assert line["table"] == 1
    assert line["user"] in {str(evening["Ana"].id), str(evening["Ben"].id)}
    assert not line.keys() & {"interaction", "channel", "guild"}


async def test_two_tables_do_not_mix_in_the_log(house: BadHouse, reader: Reader) -> None:
    await deal_first(house, "Ana", "Ben")
    other = house.world.channel("draw-table")
    cem = house.member("Cem")
    await cem.slash(other, "holdem start")
    await house.settled()
    reader.lines.clear()
    await cem.slash(other, "table status")
    await cem.slash(other, "call")
    await house.slash(house.member("Ben"), "call")
    refusals = [line for line in reader.lines if "code" in line]
    assert [(line["channel"], line["table"]) for line in refusals] == [
        (str(other.id), 2),
        (str(house.channel.id), 1),
    ]


async def test_a_real_process_writes_json_lines_only_and_answers_for_itself(
    tmp_path: Path,
) -> None:
    async with StandIn(limits=Limits.relaxed()) as world:
        await world.start()
        settings = {
            "DISCORD_TOKEN": world.token,
            "DISCORD_API_URL": world.api_url,
            "DISCORD_GATEWAY_URL": world.gateway_url,
            "LOG_FORMAT": "json",
            "STATUS_PORT": "0",
        }
        async with Program(tmp_path, **settings) as program:
            await program.says("Connected as Croupier")
            port = (await program.says(r"Health and metrics are on port (\d+)"))[1]
            async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
                async with session.get("/health") as health:
                    assert (health.status, (await health.json())["wrong"]) == (200, {})
                async with session.get("/metrics") as metrics:
                    assert "\ncroupier_gateway_connected 1.0\n" in await metrics.text()
            await world.close()
            await program.says("Traceback")
            assert await program.stop() == 0
        assert not program.out
        lines = [json.loads(line) for line in program.err.splitlines()]
        assert all({"time", "level", "logger", "message"} <= set(line) for line in lines)
        assert any("traceback" in line for line in lines)
        assert world.token not in program.err


def test_a_bug_that_ends_the_program_and_a_warning_are_json_lines_as_well(tmp_path: Path) -> None:
    program = (
        "import warnings; from bot.seen.logs import set_up_logging;"
        "set_up_logging('INFO', 'json'); warnings.warn('old'); 1 / 0"
    )
    run = subprocess.run(  # noqa: S603 - what is run is written here
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore,always::UserWarning"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    warned, ended = map(json.loads, run.stderr.splitlines())
    assert "UserWarning: old" in warned["message"]
    assert ended["level"] == "CRITICAL"
    assert ended["traceback"].endswith("ZeroDivisionError: division by zero")


async def test_the_sandbox_answers_for_itself_too(tmp_path: Path) -> None:
    async with Program(tmp_path, SANDBOX_PORT="0", STATUS_PORT="0") as program:
        await program.page()
        port = (await program.says(r"Health and metrics are on port (\d+)"))[1]
        url = f"http://127.0.0.1:{port}/health"
        async with aiohttp.ClientSession() as session, session.get(url) as health:
            assert health.status == 200
        asking = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot.health",
            env={"PYTHONPATH": str(ROOT), "STATUS_PORT": port},
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        said, _ = await asking.communicate()
        assert said == b"healthy\n"
        assert asking.returncode == 0
        assert await program.stop() == 0
