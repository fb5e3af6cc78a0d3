from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.house import House, checked
from tests.data import data_folder
from tests.sandbox.openapi import Spec


@pytest.fixture(name="spec", scope="session")
def _spec() -> Spec | None:
    """Discord's OpenAPI document, if TEST_DATA says where it is."""
    folder = data_folder()
    return None if folder is None else Spec(folder / "discord" / "openapi.json")


@pytest.fixture(name="house")
async def _house(tmp_path: Path, spec: Spec | None) -> AsyncIterator[House]:
    async with checked(House(tmp_path), spec) as house:
        yield house
