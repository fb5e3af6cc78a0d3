from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.health import OLDEST_S, complaint
from bot.outages import HEARTBEAT_S
from bot.store import Store


async def test_a_bot_that_has_just_noted_that_it_is_alive_is_well(tmp_path: Path) -> None:
    store = await Store.open(tmp_path)
    await store.beat(1000.0)
    assert complaint(tmp_path, 1000.0 + HEARTBEAT_S) is None
    await store.close()


async def test_a_bot_without_a_sign_of_life_for_too_long_is_not(tmp_path: Path) -> None:
    store = await Store.open(tmp_path)
    await store.beat(1000.0)
    assert complaint(tmp_path, 1001.0 + OLDEST_S) == "the last sign of life is 31 s old"
    await store.close()


async def test_a_bot_that_never_got_through_to_discord_is_not(tmp_path: Path) -> None:
    store = await Store.open(tmp_path)
    assert complaint(tmp_path, 1000.0) == "the bot has not begun to play"
    await store.close()


def test_no_database_is_a_complaint_and_none_is_made(tmp_path: Path) -> None:
    found = complaint(tmp_path, 1000.0)
    assert found is not None
    assert found.startswith("the database cannot be read")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("sandbox", "folder"), [("0", "."), ("1", "sandbox")])
async def test_the_command_looks_where_the_bot_plays(
    tmp_path: Path, sandbox: str, folder: str
) -> None:
    store = await Store.open(tmp_path / folder)
    await store.beat(time.time())
    run = subprocess.run(  # noqa: ASYNC221 - nothing else runs here
        [sys.executable, "-m", "bot.health"],
        env={**os.environ, "DATA_DIR": str(tmp_path), "SANDBOX": sandbox},
        capture_output=True,
        text=True,
        check=False,
    )
    await store.close()
    assert (run.returncode, run.stdout.strip()) == (0, "alive")
