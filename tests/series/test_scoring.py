"""Sessions are scored as soon as their tables have closed, whatever was in the way first."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.series.model import End
from bot.store.checking import complaints
from tests.bot.bad_house import BadHouse
from tests.bot.house import checked
from tests.sandbox.openapi import Spec
from tests.series.tables import Evening, all_in


@pytest.fixture(name="house")
async def _house(tmp_path: Path, spec: Spec | None) -> AsyncIterator[BadHouse]:
    house = BadHouse(tmp_path)
    house.expected = ("a step failed",)
    house.clock.stand_still()
    async with checked(house, spec):
        yield house


async def played_unscored(house: BadHouse) -> Evening:
    """Return an evening of two hours that was over in minutes, and could not be scored."""
    evening = Evening(house, 1)
    await evening.make()
    (session,) = await evening.sessions()
    await evening.begin(session, 3)
    async with house.database_without("results"):
        while evening.open_tables:
            await evening.play_round(all_in)
    assert await ended(evening) is None
    return evening


async def ended(evening: Evening) -> End | None:
    return (await evening.sessions())[0].end


async def test_a_session_that_could_not_be_scored_is_scored_soon_and_not_at_its_stop(
    house: BadHouse,
) -> None:
    evening = await played_unscored(house)
    await house.pass_time(31)
    assert await ended(evening) is End.PLAYED
    assert complaints(house.database) == []


async def test_a_session_whose_tables_closed_before_a_restart_is_scored_at_once(
    house: BadHouse,
) -> None:
    evening = await played_unscored(house)
    await evening.restart()
    assert await ended(evening) is End.PLAYED
    assert complaints(house.database) == []
