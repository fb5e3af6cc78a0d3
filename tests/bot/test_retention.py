"""`/setup keep`: finished hands are deleted after the days that a server has set, results stay."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from bot.store.checking import complaints
from tests.bot import raw
from tests.bot.evening import Evening, deal_first
from tests.bot.house import House

DAY_S = 24 * 60 * 60
DELETED = "The hands of this table are deleted: this server keeps them for a time only."


def count(house: House, name: str) -> int:
    with closing(sqlite3.connect(house.database)) as db:
        return int(db.execute(f"SELECT count(*) FROM {name}").fetchone()[0])  # noqa: S608


async def keep(house: House, days: int | None) -> str:
    mia = house.member("Mia")
    mia.permissions = {"manage_guild"}
    options = {} if days is None else {"days": days}
    return (await house.slash(mia, "setup keep", **options)).text


async def finished(house: House) -> Evening:
    evening = await deal_first(house, "Ana", "Ben", pings="never")
    await evening.play("Ana folds")
    await house.slash(evening["Ana"], "table stop", when="at_once")
    house.remember()
    return evening


async def pass_days(house: House, days: int) -> None:
    for _ in range(days):
        await house.pass_time(DAY_S)
        await house.pass_time(1)
    await house.connected()


async def test_hands_go_after_the_days_that_are_set_and_results_stay(house: House) -> None:
    assert "Finished hands are kept for 3 days." in await keep(house, 3)
    evening = await finished(house)
    await pass_days(house, 2)
    assert (await house.slash(evening["Ana"], "hand export")).text.startswith("Hand 1")
    await pass_days(house, 2)
    assert count(house, "log") == count(house, "ledger") == 0
    assert count(house, "table_results") == 2
    assert complaints(house.database) == []
    assert (await house.slash(evening["Ana"], "hand export", number=1)).text == DELETED
    assert (await house.slash(evening["Ana"], "audit")).text == DELETED
    assert "1 session" in (await house.slash(evening["Ana"], "record")).text


async def test_no_card_is_left_of_a_hand_that_is_deleted(house: House) -> None:
    await keep(house, 1)
    await finished(house)
    await pass_days(house, 3)
    with closing(sqlite3.connect(house.database)) as db:
        (state,) = db.execute("SELECT state FROM tables").fetchone()
    assert '"holes"' not in state
    assert "cards_dealt" not in state


async def test_without_the_setting_they_are_kept_for_good(house: House) -> None:
    await keep(house, 1)
    assert "Finished hands are kept for good." in await keep(house, None)
    evening = await finished(house)
    await pass_days(house, 20)
    assert (await house.slash(evening["Ana"], "hand export")).text.startswith("Hand 1")


async def test_hands_of_a_table_that_is_open_are_kept(house: House) -> None:
    await keep(house, 1)
    evening = await deal_first(house, "Ana", "Ben", pings="never")
    await evening.play("Ana folds")
    await house.pass_time(9)
    await house.slash(evening["Ana"], "table pause")
    before = count(house, "log")
    await house.pass_time(20 * 60 * 60)
    await house.slash(evening["Ana"], "table resume")
    await house.slash(evening["Ana"], "table pause")
    await house.pass_time(20 * 60 * 60)
    await house.connected()
    assert count(house, "log") >= before
    assert (await house.slash(evening["Ana"], "hand export", number=1)).text.startswith("Hand 1")


async def test_a_restart_forgets_neither_the_setting_nor_what_is_old(house: House) -> None:
    await keep(house, 2)
    evening = await finished(house)
    await house.stop_bot()
    await house.clock.pass_time(3 * DAY_S)
    await house.start_bot()
    await house.pass_time(1)
    assert (await house.slash(evening["Ana"], "hand export")).text == DELETED


async def test_only_who_manages_the_server_sets_it(house: House) -> None:
    refused = await raw.slash(house.member("Ana"), house.channel, "setup keep", days=1)
    assert refused.text == "Only who may manage this server can do that."
