"""A sandbox and a bot that is logged in to it, over a Unix socket."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.sandbox import Limits, StandIn
from tests.data import data_folder

from .bot import Bot
from .openapi import Spec


@pytest.fixture(name="spec", scope="session")
def _spec() -> Spec | None:
    """Discord's OpenAPI document, if TEST_DATA says where it is."""
    folder = data_folder()
    return None if folder is None else Spec(folder / "discord" / "openapi.json")


@pytest.fixture(name="world")
async def _world(tmp_path: Path, spec: Spec | None) -> AsyncIterator[StandIn]:
    """Return a new sandbox; at the end, check all that passed against Discord's own document."""
    world = StandIn(limits=Limits.relaxed())
    await world.start_unix(tmp_path / "socket")
    yield world
    await world.close()
    if spec is not None:
        assert spec.problems(world) == []


@contextlib.asynccontextmanager
async def connected(world: StandIn, socket: Path) -> AsyncIterator[Bot]:
    """Log a bot in, wait until it is ready, and log it out again."""
    bot = Bot(aiohttp.UnixConnector(str(socket), limit=0))
    running = asyncio.create_task(bot.start(world.token))
    try:
        while not bot.is_ready():
            await asyncio.sleep(0)
            if running.done():
                running.result()
        yield bot
    finally:
        await bot.close()
        await running


@pytest.fixture(name="bot")
async def _bot(world: StandIn, tmp_path: Path) -> AsyncIterator[Bot]:
    """Return the test bot, logged in and ready."""
    async with connected(world, tmp_path / "socket") as bot:
        yield bot


Rest = Callable[..., Awaitable[tuple[int, Any]]]


@pytest.fixture(name="rest")
async def _rest(world: StandIn, tmp_path: Path) -> AsyncIterator[Rest]:
    """Raw requests with the bot's token: returns the status and the JSON."""
    connector = aiohttp.UnixConnector(str(tmp_path / "socket"))
    headers = {"Authorization": f"Bot {world.token}"}
    async with aiohttp.ClientSession(connector=connector, headers=headers) as session:

        async def call(method: str, path: str, body: Any = None) -> tuple[int, Any]:
            url = f"http://discord.invalid/api/v10{path}"
            async with session.request(method, url, json=body) as response:
                text = await response.text()
                return response.status, json.loads(text) if text else None

        yield call
