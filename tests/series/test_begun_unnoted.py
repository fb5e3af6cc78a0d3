"""Sessions whose tables are open although the series could not note it: they have begun."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.series.model import End, Session
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


async def begun_unnoted(house: BadHouse) -> Evening:
    """Return an evening whose first hand is dealt, which its series could not write down."""
    evening = Evening(house, 1)
    await evening.make()
    (session,) = await evening.sessions()
    await evening.gather(session, 2)
    await evening.until(session, -4)
    await house.run_sql(
        "CREATE TRIGGER full BEFORE UPDATE ON sessions"
        " WHEN new.state ->> '$.started_at' IS NOT NULL BEGIN SELECT RAISE(ABORT, 'full'); END"
    )
    await evening.until(session, 0)
    assert (await the_session(evening)).started_at is None
    assert [table.session.hand_in_progress for table in evening.open_tables] == [True]
    return evening


async def the_session(evening: Evening) -> Session:
    return (await evening.sessions())[0]


async def play_to_the_end(evening: Evening) -> None:
    while evening.open_tables:
        await evening.play_round(all_in)
    assert (await the_session(evening)).end is End.PLAYED
    assert complaints(evening.house.database) == []


async def test_e6_it_is_not_missed_when_the_bot_comes_back_after_the_time_of_grace(
    house: BadHouse,
) -> None:
    evening = await begun_unnoted(house)
    await house.stop_bot()
    await house.run_sql("DROP TRIGGER full")
    await house.clock.pass_time(3_600)
    await house.start_bot()
    await house.settled()
    assert (await the_session(evening)).end is None
    assert (await the_session(evening)).started_at is not None
    await play_to_the_end(evening)


@pytest.mark.parametrize("command", ["pause", "skip", "cancel"])
async def test_a_moderator_cannot_call_off_what_is_being_played(
    house: BadHouse, command: str
) -> None:
    evening = await begun_unnoted(house)
    await house.run_sql("DROP TRIGGER full")
    host = house.member("Host")
    await host.slash(evening.channel, f"series {command}", series=evening.name)
    await house.pass_time(31)
    assert (await the_session(evening)).end is None
    assert (await the_session(evening)).started_at is not None
    await play_to_the_end(evening)


async def test_who_withdraws_then_does_not_stop_it(house: BadHouse) -> None:
    evening = await begun_unnoted(house)
    await house.run_sql("DROP TRIGGER full")
    announced = evening.newest("session 1", "Signed up")
    await house.member("P1").press(announced, "Withdraw")
    await house.pass_time(31)
    assert (await the_session(evening)).started_at is not None
    await play_to_the_end(evening)
