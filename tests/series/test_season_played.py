"""A season in fast time through the real client, next to an independent computation."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections import Counter
from contextlib import closing

from bot.series.model import End, Session
from bot.store.checking import complaints
from bot.table.model import Phase, Table
from tests.bot.house import House
from tests.series.tables import Evening, all_in, as_it_comes, check_moves, fold, tables_in

MEMBERS = [f"P{number}" for number in range(1, 24)]
WEEKS = 8
CALLED_OFF = 5
"""The week in which nobody but one signs up."""
FIELDS = [23, 16, 14, 13, 1, 17, 12, 23]
"""How many sign up, week by week."""
CRASHES = ["threads", "move", "hand", "between", "list", "score", "move", "hand"]
"""When the bot is restarted, week by week."""


class Week:
    """One evening of the season, with its restart."""

    def __init__(self, evening: Evening, session: Session, crash: str) -> None:
        self.evening = evening
        self.house = evening.house
        self.session = session
        self.crash = crash

    async def restart(self, at: str) -> None:
        """Restart the bot, if this is the moment."""
        if self.crash == at:
            self.crash = ""
            await self.evening.restart()

    async def restart_while(self, at: str, path: str, holding: str, seconds: float) -> None:
        """Let time pass; end the bot as soon as it asks Discord for something, and start it."""
        if self.crash != at:
            await self.house.pass_time(seconds)
            return
        held = self.house.faults.expect("POST", path, holding=holding, hold="before", times=None)
        await self.house.clock.pass_time(seconds)
        for _ in range(300):
            await asyncio.sleep(0.002)
            if held.met:
                self.crash = ""
                await self.house.stop_bot()
                held.let_go()
                await self.house.start_bot()
                break
        held.let_go()
        await self.house.settled()

    async def play(self, names: list[str]) -> None:
        """Sign up, come, and play until one has everything or the time is up."""
        await self.evening.gather_named(self.session, names)
        await self.restart("list")
        seconds = self.session.start.timestamp() - self.house.clock.now() + 0.01
        await self.restart_while("threads", "/threads", "table 2", seconds)
        if len(names) > 1:
            await self.rounds()
        await self.restart("score")
        await self.evening.until(self.session, 31)
        while await self.end() is None:
            for table in self.evening.open_tables:
                await self.evening.play_hand(table, fold)
            await self.house.pass_time(31)

    async def rounds(self) -> None:
        """Play until the final table has played a hand, boldly from the third hand on."""
        evening = self.evening
        assert len(evening.open_tables) > 1
        for number in range(12):
            final = len(evening.open_tables) == 1
            if number == 1 and self.crash == "hand":
                await evening.act(evening.open_tables[0], fold)
                await self.restart("hand")
            for table in evening.open_tables:
                if table.phase is Phase.PLAYING:
                    choose = fold if final else as_it_comes if number < 2 else all_in
                    await evening.play_hand(table, choose)
                    evening.check_chips()
            await self.restart("between")
            await self.restart_while("move", "/messages", "has seat", 40)
            if final:
                break
        assert sum("final table" in evening.said(t) for t in self.tables()) == 1

    def tables(self) -> list[Table]:
        """Return every table of the evening."""
        evening = (int(self.evening.series), self.session.number)
        known = [t for t in tables_in(self.house) if t.contest is not None]
        return [t for t in known if t.contest is not None and t.contest.evening == evening]

    async def end(self) -> End | None:
        return (await self.evening.sessions())[self.session.number - 1].end


def points_by_ledger(house: House, series: int, *, by_exit: bool) -> Counter[str]:
    """Compute everybody's points from the ledger of hands alone."""
    names = {member.id: member.name for member in house.world.members.values()}
    points: Counter[str] = Counter()
    evenings: dict[int, list[int]] = {}
    for table in tables_in(house):
        if table.contest is not None and table.contest.series == series:
            evenings.setdefault(table.contest.session, []).append(table.id)
    for tables in evenings.values():
        chips, last, over = _of_evening(house, tables)

        def worth(
            member: int,
            chips: Counter[int] = chips,
            last: dict[int, tuple[int, int]] = last,
            over: dict[tuple[int, int], float] = over,
        ) -> tuple[bool, float]:
            if by_exit and not chips[member]:
                return False, over[last[member]]
            return True, chips[member]

        for member in chips:
            better = sum(worth(other) > worth(member) for other in chips)
            points[names[member]] += len(chips) - better
    return points


def _of_evening(
    house: House, tables: list[int]
) -> tuple[Counter[int], dict[int, tuple[int, int]], dict[tuple[int, int], float]]:
    """Return everybody's chips, the last hand he paid in, and when each hand was over."""
    chips: Counter[int] = Counter()
    last: dict[int, tuple[int, int]] = {}
    over: dict[tuple[int, int], float] = {}
    marks = ",".join("?" * len(tables))
    with closing(sqlite3.connect(house.database)) as db:
        for table, at, hand, member, amount in db.execute(
            f"SELECT table_id, at, hand, member, amount FROM ledger WHERE table_id IN ({marks})"  # noqa: S608
            " ORDER BY at, version, line",
            tables,
        ):
            chips[member] += amount
            if hand is not None:
                last[member] = (table, hand)
                over[table, hand] = at
    return chips, last, over


def shared_places(house: House) -> list[tuple[int, int, int]]:
    """Return the series, session and place of every result."""
    with closing(sqlite3.connect(house.database)) as db:
        return db.execute("SELECT series, session, place FROM results").fetchall()


async def standings_of(house: House, name: str) -> list[tuple[int, str, int]]:
    """Return every line of the standings: place, name and points."""
    reply = await house.slash(house.member("Host"), "series standings", series=name)
    shown = reply.text
    assert reply.message is not None
    if any(button.label == "Next" for button in reply.message.buttons):
        turned = await house.press_on(reply.message, "Next", house.member("Host"))
        shown += "\n" + turned.text
    found = re.findall(r"^(\d+)\. (P\d+)  \*\*(-?\d+)\*\*", shown, re.MULTILINE)
    return [(int(place), name, int(points)) for place, name, points in found]


async def test_a_season_of_eight_weeks_ends_with_the_standings_that_its_hands_give(
    house: House,
) -> None:
    """Two games by turns, several tables, a restart each week, one evening off, a correction."""
    holdem = Evening(house, 20_261_006)
    host = await holdem.make(hours=24 * 8, repeat="two_weeks", sessions=4, minutes=30)
    draw = Evening(house, 20_261_013, "Thursdays", "draw-table")
    await draw.make(hours=24 * 15, repeat="two_weeks", sessions=4, minutes=30, game="fivecard")
    for week in range(WEEKS):
        evening = (holdem, draw)[week % 2]
        session = (await evening.sessions())[week // 2]
        names = evening.chance.sample(MEMBERS, FIELDS[week])
        evening.shuffle()
        one = Week(evening, session, CRASHES[week])
        await one.play(names)
        assert one.crash == "", f"week {week + 1}: no restart at {CRASHES[week]}"
        assert await one.end() is (End.TOO_FEW if week + 1 == CALLED_OFF else End.PLAYED)
    await house.slash(
        host, "series correct", series="Tuesdays", member=house.member("P2").id, points=-2, why="x"
    )
    for evening in (holdem, draw):
        expected = points_by_ledger(house, evening.series, by_exit=evening is holdem)
        if evening is holdem:
            expected["P2"] -= 2
        lines = await standings_of(house, evening.name)
        assert {name: points for _, name, points in lines} == dict(expected)
        for place, name, _ in lines:
            assert place == 1 + sum(points > expected[name] for points in expected.values())
    assert max(Counter(shared_places(house)).values()) > 1
    check_moves(house)
    assert complaints(house.database) == []
