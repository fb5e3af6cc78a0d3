"""Whether the bot can do its job, asked as an operator's tools ask: `/health` of a running bot."""

from __future__ import annotations

import asyncio
import contextlib
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.client import Croupier
from bot.health import complaint
from bot.outages import HEARTBEAT_S
from bot.outbox.lanes import LONGEST_PAUSE_S
from bot.seen.endpoint import Endpoint, EndpointError
from bot.seen.health import CONNECTED_WITHIN_S, TOLD_WITHIN_S, WRITTEN_WITHIN_S
from bot.store import Store
from tests.bot.bad_house import BadHouse
from tests.bot.evening import deal_first, sit_down
from tests.bot.house import House, checked
from tests.sandbox.openapi import Spec


@pytest.fixture(name="house")
async def _house(tmp_path: Path, spec: Spec | None) -> AsyncIterator[BadHouse]:
    async with checked(BadHouse(tmp_path), spec) as house:
        yield house


@pytest.fixture(name="endpoint")
async def _endpoint(house: BadHouse) -> AsyncIterator[Endpoint]:
    assert house.client is not None
    await house.settled()
    endpoint = await listening(house.client)
    yield endpoint
    await endpoint.close()


async def listening(client: Croupier) -> Endpoint:
    endpoint = Endpoint(client.watch.metrics.registry, client.health)
    return await endpoint.open("127.0.0.1", 0)


@contextlib.asynccontextmanager
async def unconnected(folder: Path) -> AsyncIterator[tuple[House, Endpoint]]:
    """Have a bot that was never told to connect."""
    store, house = await Store.open(folder), House(folder)
    client = Croupier(store, house.clock, house.dealer)
    endpoint = await listening(client)
    yield house, endpoint
    await endpoint.close()
    await client.close()
    await store.close()


async def asked(endpoint: Endpoint) -> tuple[int, dict[str, str]]:
    """Return the status that `/health` answers with, and what is wrong by its cause."""
    url = f"http://127.0.0.1:{endpoint.port}/health"
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        told = await answer.json()
        assert told["healthy"] is (answer.status == 200)
        return answer.status, told["wrong"]


async def until(endpoint: Endpoint, *causes: str) -> str:
    """Wait until exactly this is wrong, and return what is said of it."""
    async with asyncio.timeout(20):
        while set((await asked(endpoint))[1]) != set(causes):  # noqa: ASYNC110 - it gives no sign
            await asyncio.sleep(0.01)
    return "; ".join((await asked(endpoint))[1].values())


async def test_a_bot_that_plays_is_healthy(house: BadHouse, endpoint: Endpoint) -> None:
    await deal_first(house, "Ana", "Ben")
    assert await asked(endpoint) == (200, {})
    for _ in range(3):
        await house.pass_time(HEARTBEAT_S)
    assert await asked(endpoint) == (200, {})


async def test_a_bot_that_has_not_picked_up_its_tables_is_starting(tmp_path: Path) -> None:
    async with unconnected(tmp_path) as (house, endpoint):
        assert await asked(endpoint) == (503, {"starting": "the tables are not picked up yet"})
        await house.clock.pass_time(CONNECTED_WITHIN_S + 1)
        said = await until(endpoint, "starting", "gateway")
        assert re.search(r"Discord's gateway has been away for \d\d s", said)


async def test_a_gateway_that_is_away_for_long_is_red_and_green_again_when_it_is_back(
    house: BadHouse, endpoint: Endpoint
) -> None:
    await house.world.gateway.shut()
    assert house.client is not None
    signs = house.client.watch.signs
    await house.until(lambda: not signs.connected)
    assert await asked(endpoint) == (200, {})
    for _ in range(7):
        await house.pass_slowly(HEARTBEAT_S)
    said = await until(endpoint, "gateway")
    assert re.fullmatch(r"Discord's gateway has been away for \d\d s", said)
    house.world.gateway.reopen()
    await until(endpoint)


async def test_a_database_that_cannot_be_written_is_red_and_green_again_when_it_can(
    house: BadHouse, endpoint: Endpoint
) -> None:
    house.expected = ("A bug: the sign of life could not be noted",)
    async with house.database_without("heartbeat"):
        for _ in range(4):
            await house.pass_slowly(HEARTBEAT_S)
        assert await asked(endpoint) == (200, {})
        for _ in range(3):
            await house.pass_slowly(HEARTBEAT_S)
        said = await until(endpoint, "database")
        assert re.fullmatch(r"the last heartbeat is \d\d s old", said)
    await house.pass_slowly(HEARTBEAT_S)
    await until(endpoint)


async def test_a_disk_that_hangs_is_red_and_green_again_when_it_does_not(
    house: BadHouse, endpoint: Endpoint
) -> None:
    with house.slow_disk():
        await house.pass_slowly(WRITTEN_WITHIN_S + 1)
        await until(endpoint, "database")
    await until(endpoint)


async def test_a_message_that_cannot_be_sent_for_minutes_is_red_and_green_again_when_it_is(
    house: BadHouse, endpoint: Endpoint
) -> None:
    evening = await sit_down(house, "Ana", "Ben")
    fault = house.faults.expect("POST", "/messages", holding="Hand 1", times=None, status=503)
    evening.stack()
    await evening["Ana"].press(house.post, "Start")
    begun = house.clock.now()
    while house.clock.now() < begun + TOLD_WITHIN_S - HEARTBEAT_S:
        assert await asked(endpoint) == (200, {})
        await house.pass_slowly(HEARTBEAT_S)
    for _ in range(3):
        await house.pass_slowly(HEARTBEAT_S)
    said = await until(endpoint, "outbox")
    assert re.fullmatch(r"a message has been due for 3\d\d s and cannot be sent", said)
    fault.let_go()
    await house.retry(lambda: len(house.posts) > 1, LONGEST_PAUSE_S)
    await until(endpoint)


async def test_a_port_that_is_taken_is_named(house: BadHouse, endpoint: Endpoint) -> None:
    assert house.client is not None
    other = Endpoint(house.client.watch.metrics.registry, house.client.health)
    with pytest.raises(EndpointError, match="STATUS_PORT"):
        await other.open("127.0.0.1", endpoint.port)


class TestTheCommand:
    async def test_a_healthy_bot_is_no_complaint(self, endpoint: Endpoint) -> None:
        for host in ("127.0.0.1", "0.0.0.0"):  # noqa: S104 - asked for, not listened on
            assert await asyncio.to_thread(complaint, host, endpoint.port) is None

    async def test_it_repeats_what_the_bot_says_is_wrong(self, tmp_path: Path) -> None:
        async with unconnected(tmp_path) as (_, endpoint):
            said = await asyncio.to_thread(complaint, "127.0.0.1", endpoint.port)
        assert said == "the tables are not picked up yet"

    async def test_a_bot_that_does_not_answer_is_one(self, endpoint: Endpoint) -> None:
        await endpoint.close()
        said = await asyncio.to_thread(complaint, "127.0.0.1", endpoint.port)
        assert said is not None
        assert said.startswith("the bot does not answer: ")

    def test_without_an_endpoint_there_is_nobody_to_ask(self, tmp_path: Path) -> None:
        run = subprocess.run(
            [sys.executable, "-m", "bot.health"],
            cwd=tmp_path,
            env={"PYTHONPATH": str(Path(__file__).parents[2])},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 1
        assert run.stdout == "STATUS_PORT is not set, so there is nobody to ask\n"
