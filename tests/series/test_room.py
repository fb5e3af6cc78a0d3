"""A session on a server that allows no more open tables: it waits, says so, and is never lost."""

from __future__ import annotations

import pytest

from bot.sandbox import Member
from bot.series.model import End
from tests.bot.house import House
from tests.series.tables import Evening
from tests.series.test_service import come, ended, make, sign_up, until_start

WAITS = "waits for other tables to end"


@pytest.fixture(autouse=True)
def _only_the_test_moves_the_time(house: House) -> None:
    house.clock.stand_still()


async def allow(house: House, tables: int) -> None:
    house.world.owner.permissions = {"administrator"}
    await house.slash(house.world.owner, "setup tables", who="everyone", most=tables)


async def open_elsewhere(house: House) -> Member:
    """Have a table opened in another channel, and return its host."""
    dea = house.member("Dea")
    await dea.slash(house.world.channel("draw-table"), "fivecard start")
    await house.settled()
    return dea


async def test_a_session_waits_while_the_server_allows_no_more_tables(house: House) -> None:
    await allow(house, 1)
    await make(house)
    await sign_up(house, "Ana", "Ben")
    await come(house, "Ana", "Ben")
    dea = await open_elsewhere(house)
    await until_start(house, 3)
    assert sum(WAITS in m.text and "Who is here" not in m.text for m in house.channel.messages) == 1
    await house.stop_bot()
    await house.start_bot()
    await house.settled()
    await dea.slash(house.world.channel("draw-table"), "table stop", when="at_once")
    await until_start(house, 4)
    assert sum("seats are drawn" in m.text for m in house.channel.messages) == 1
    assert await ended(house) is None


async def test_who_made_the_series_is_told_of_a_session_for_which_there_was_no_room(
    house: House,
) -> None:
    await allow(house, 1)
    host = await make(house)
    await sign_up(house, "Ana", "Ben")
    await come(house, "Ana", "Ben")
    await open_elsewhere(house)
    await until_start(house, 16)
    assert await ended(house) is End.MISSED
    assert "could not begin in time and is not played." in house.channel.messages[-1].text
    assert "could not begin in time" in host.dms[-1].text


async def test_all_tables_of_a_session_count(house: House) -> None:
    """Twelve players need two tables, which are opened both or not at all."""
    await allow(house, 1)
    evening = Evening(house, 1)
    await evening.make()
    (session,) = await evening.sessions()
    await evening.begin(session, 12)
    assert evening.open_tables == []
    assert WAITS in evening.newest(WAITS).text
    await allow(house, 2)
    await evening.until(session, 1)
    assert len(evening.open_tables) == 2
