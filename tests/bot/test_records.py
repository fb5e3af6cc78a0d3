"""What is kept of a table that is over: results, the leaderboard, a member's record."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from fractions import Fraction

import pytest

from bot.records.leaders import leaders
from bot.store.checking import complaints
from bot.table.model import TableId, UserId
from bot.table.result import Result
from engine.rules import Game
from tests.bot import raw
from tests.bot.evening import deal_first, sit_down
from tests.bot.house import House

COLUMNS = "table_id, name, place, field, won, cash, hands"
DAY_S = 24 * 60 * 60


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


def result(table: int, member: int, place: int | None, field: int = 4, won: int = 0) -> Result:
    return Result(
        table=TableId(table), guild=1, channel=2, at=float(-table), game=Game.HOLDEM,
        cash=place is None, hands=10, member=UserId(member), name=f"P{member}",
        place=place, field=field, won=won,
    )  # fmt: skip


class TestRanking:
    def test_wins_lead_then_who_left_more_behind_and_equals_share_the_rank(self) -> None:
        board, former = leaders([
            result(1, 1, 1), result(1, 2, 2), result(1, 3, 3), result(1, 4, 4),
            result(2, 1, 4), result(2, 2, 1), result(2, 3, 3), result(2, 4, 2),
        ])  # fmt: skip
        assert [(leader.rank, leader.user) for leader in board] == [(1, 2), (2, 1), (3, 3), (3, 4)]
        assert board[0].sum.beaten == Fraction(5, 6)
        assert former is None

    def test_cash_tables_count_as_sessions_and_chips_not_as_places(self) -> None:
        board, _ = leaders([result(1, 1, None, won=80), result(2, 1, 2, field=3, won=-5)])
        assert board[0].sum.sessions == 2
        assert board[0].sum.won == 75
        assert board[0].sum.beaten == Fraction(1, 2)

    def test_former_members_are_one_sum_without_a_rank(self) -> None:
        board, former = leaders([
            result(1, -7, 1, won=9), result(1, 2, 2, won=-9), result(2, -8, 2, won=4),
        ])  # fmt: skip
        assert [leader.user for leader in board] == [2]
        assert former is not None
        assert (former.sessions, former.wins, former.won) == (2, 1, 13)

    @pytest.mark.parametrize("seed", range(20))
    def test_ranks_are_what_counting_finds(self, seed: int) -> None:
        chance = random.Random(seed)
        results = [
            result(table, member, chance.randint(1, 6), field=6, won=chance.randint(-9, 9))
            for table in range(6)
            for member in chance.sample(range(1, 9), 6)
        ]
        board, _ = leaders(results)
        worth: dict[int, tuple[int, Fraction]] = {}
        for member in {one.member for one in results}:
            places = [one.place or 0 for one in results if one.member == member]
            behind = Fraction(sum(6 - place for place in places), 5 * len(places))
            worth[member] = (places.count(1), behind)
        assert {leader.user: leader.rank for leader in board} == {
            member: 1 + sum(other > own for other in worth.values())
            for member, own in worth.items()
        }


class TestLeaderboard:
    async def test_it_lists_sessions_wins_hands_and_chips_to_who_asks(self, house: House) -> None:
        await beat(house, "Ana", "Ben", "Cem")
        await beat(house, "Ana", "Ben")
        reply = await house.slash(house.member("Dea"), "leaderboard")
        assert reply.ephemeral
        assert house.read(reply).splitlines() == [
            "**Leaderboard of this server, the last 30 days**",
            "```",
            "#  Member  Sessions  Wins  Hands  Chips",
            "1  Ana            2     2      2    +60",
            "2  Cem            1     0      1    −20",
            "3  Ben            2     0      2    −40",
            "```",
        ]

    async def test_older_tables_count_for_all_time_only(self, house: House) -> None:
        await beat(house, "Ana", "Ben")
        await house.pass_time(31 * DAY_S)
        lately = await house.slash(house.member("Ana"), "leaderboard")
        assert lately.text.endswith("No table with a finished hand has closed yet.")
        ever = await house.slash(house.member("Ana"), "leaderboard", period=0)
        assert "1  Ana" in ever.text

    async def test_it_is_turned_page_by_page_and_names_ping_nobody(self, house: House) -> None:
        await beat(house, "Ana", "Ben")
        await house.stop_bot()
        with closing(sqlite3.connect(house.database)) as db:
            for number in range(1, 33):
                db.execute(
                    "INSERT INTO table_results SELECT table_id, guild, channel, at, game, cash,"
                    " hands, ?, ?, 2, 2, won FROM table_results WHERE place = 2 LIMIT 1",
                    (number, f"<@{number}> `x`"),
                )
            db.commit()
        await house.start_bot()
        ana = house.member("Ana")
        first = await house.slash(ana, "leaderboard")
        assert "1  Ana" in first.text
        assert first.message is not None
        second = (await house.press_on(first.message, "Next", ana)).text
        third = (await house.press_on(first.message, "Next", ana)).text
        assert second.count("<@") == 15
        assert third.count("<@") == 3
        assert third.splitlines()[-2].startswith("2  Ben")
        assert first.message.mentions == ()
        assert [button.disabled for button in first.message.buttons] == [False, True]
        back = await house.press_on(first.message, "Previous", ana)
        assert back.text == second

    async def test_a_forged_press_on_a_post_does_not_put_it_there(self, house: House) -> None:
        await beat(house, "Ana", "Ben")
        evening = await deal_first(house, "Ana", "Ben")
        before = house.read(evening.post)
        forged = await raw.press(evening["Ben"], evening.post, "r:leaders:0:0")
        assert forged.ephemeral
        assert "1  Ana" in forged.text
        assert house.read(evening.post) == before


class TestRecord:
    async def test_ones_own_record_with_links_to_the_last_sessions(self, house: House) -> None:
        await beat(house, "Ana", "Ben", "Cem")
        await beat(house, "Ben", "Ana")
        reply = await house.slash(house.member("Ana"), "record")
        assert reply.ephemeral
        lines = reply.text.splitlines()
        assert lines[:4] == [
            "**Ana on this server**",
            "2 sessions, 1 win, 2 hands, +20 play chips.",
            "Best place: 1. Left 50 % of the others behind.",
            "Last sessions",
        ]
        ends = [post for post in house.posts if "place" in post.text or "wins" in post.text]
        assert ", place 2 of 2, −20 [table](https://discord.com/channels/" in lines[4]
        assert ", place 1 of 3, +40 [table]" in lines[5]
        assert any(lines[4].endswith(f"/{post.id})") for post in ends)

    async def test_another_members_record_and_one_who_never_played(self, house: House) -> None:
        await beat(house, "Ana", "Ben")
        ben = await house.slash(house.member("Cem"), "record", member=house.member("Ben"))
        assert "1 session, 0 wins, 1 hand, −20 play chips." in ben.text
        mine = await house.slash(house.member("Cem"), "record")
        assert mine.text.splitlines() == [
            "**Cem on this server**",
            "No table with a finished hand has closed yet.",
        ]
