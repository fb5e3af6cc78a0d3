"""What is kept of a table that is over: how it ended for everybody."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from bot.store.checking import complaints
from tests.bot.evening import deal_first, sit_down
from tests.bot.house import House

COLUMNS = "table_id, name, place, field, won, cash, hands"


def kept(house: House) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(house.database)) as db:
        return db.execute(
            f"SELECT {COLUMNS} FROM table_results ORDER BY table_id, won DESC, name"  # noqa: S608
        ).fetchall()


async def beat(house: House, winner: str, *losers: str) -> None:
    """Play one table of one hand, which the first named wins."""
    cards = zip(losers, ("Kh Kd", "Qh Qd", "Jh Td"), strict=False)
    hole = ", ".join([f"{winner} As Ad", *(f"{name} {held}" for name, held in cards)])
    evening = await deal_first(
        house, winner, *losers, stack=20, hole=hole, board="9h 8s 5c 3d 2h", pings="never"
    )
    await evening.play(f"{house.actor().name} goes all-in")
    for _ in losers:
        await house.press(evening.label("Call"))
    for _ in range(5):
        await house.pass_time(2)


class TestResults:
    async def test_a_table_that_closes_leaves_places_and_chips_won(self, house: House) -> None:
        await beat(house, "Ana", "Ben", "Cem")
        assert kept(house) == [
            (1, "Ana", 1, 3, 40, 0, 1),
            (1, "Ben", 2, 3, -20, 0, 1),
            (1, "Cem", 2, 3, -20, 0, 1),
        ]

    async def test_a_table_without_a_finished_hand_leaves_none(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        await house.slash(evening["Ana"], "table stop", when="at_once")
        assert kept(house) == []

    async def test_a_cash_table_has_no_places_and_corrections_are_not_won(
        self, house: House
    ) -> None:
        evening = await sit_down(house, "Ana", "Ben", game="cash")
        house.member("Mod").permissions = frozenset({"manage_messages"})
        await evening.deal()
        await evening.play("Ana folds")
        await house.slash(
            house.member("Mod"), "table correct", member=evening["Ana"], amount="+50", reason="late"
        )
        await house.slash(evening["Ana"], "table stop", when="at_once")
        assert kept(house) == [(1, "Ben", None, 2, 1, 1, 1), (1, "Ana", None, 2, -1, 1, 1)]

    async def test_who_left_a_cash_table_before_its_end_has_a_result_too(
        self, house: House
    ) -> None:
        evening = await sit_down(house, "Ana", "Ben", "Cem", game="cash")
        await evening.deal()
        await evening.play("Ana raises to 6, Ben folds, Cem folds")
        await house.slash(evening["Cem"], "table leave")
        await house.slash(evening["Ana"], "table stop", when="at_once")
        assert [(name, won) for _, name, _, _, won, _, _ in kept(house)] == [
            ("Ana", 3), ("Ben", -1), ("Cem", -2),
        ]  # fmt: skip

    async def test_tables_that_closed_before_results_were_kept_get_theirs_at_a_start(
        self, house: House
    ) -> None:
        await beat(house, "Ana", "Ben", "Cem")
        await beat(house, "Ben", "Cem")
        before = kept(house)
        await house.stop_bot()
        with closing(sqlite3.connect(house.database)) as db:
            db.execute("DELETE FROM table_results WHERE table_id = 1")
            db.commit()
        await house.start_bot()
        assert kept(house) == before
        assert complaints(house.database) == []
