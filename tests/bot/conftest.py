from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.house import House


@pytest.fixture(name="house")
async def _house(tmp_path: Path) -> AsyncIterator[House]:
    house = House(tmp_path)
    await house.open()
    yield house
    await house.close()
