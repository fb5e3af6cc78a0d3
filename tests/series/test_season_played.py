"""A season in fast time through the real client, next to an independent computation."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections import Counter
from contextlib import closing

from bot.sandbox.faults import NONE
from bot.series.model import End, Session
from bot.store.checking import complaints
from bot.table.model import Phase, Table
from engine.rules import Game
from tests.bot.house import House
from tests.series.reckoning import points_by_ledger
from tests.series.tables import Evening, all_in, as_it_comes, check_moves, fold, tables_in

MEMBERS = [f"P{number}" for number in range(1, 24)]
FIELDS = [23, 16, 14, 13, 1, 17, 12, 23]
"""How many sign up, week by week."""
CALLED_OFF = 5
"""The week in which nobody but one signs up."""
IN_MID_HAND, AFTER_SIGN_UP = "in mid-hand", "after sign-up"
DEATHS = [
    ("table 2", "after"),
    ("has seat", "before"),
    (IN_MID_HAND, ""),
    ("the final table**", "before"),
    (AFTER_SIGN_UP, ""),
    ("is over**", "after"),
    ("seats are drawn", "before"),
    ("is over**", "before"),
]
"""When the bot is killed, week by week.

It has committed something, and what tells it (a message or the name of a thread that holds these
words) is under way, and takes effect before or after the bot is gone; or all has been told.
"""
TWELVE = 12


class Week:
    """One evening of the season, at one moment of which the bot is killed."""

    def __init__(
        self, evening: Evening, session: Session, death: str = "", moment: str = ""
    ) -> None:
        self.evening = evening
        self.house = evening.house
        self.session = session
        self.death = death
        self.late: list[str] = []
        """Who comes when the first hands have been played."""
        path = "/threads" if death == "table 2" else "/messages"
        self.fault = NONE
        if moment:
            self.fault = self.house.faults.expect(
                "POST", path, holding=death, hold=moment, times=None
            )

    async def kill(self, at: str = "") -> None:
        """Kill the bot and start it again, if this is the moment; each week has one."""
        if self.death and (self.death == at or self.fault.met):
            self.death = ""
            await self.house.kill_bot()
            self.fault.let_go()
            self.fault = NONE
            await self.house.start_bot()
            await self.house.settled()

    async def pass_time(self, seconds: float) -> None:
        """Let time pass until nothing is to be done any more, or the bot is to be killed."""
        await self.house.clock.pass_time(seconds)
        await asyncio.sleep(0.002)
        settled = asyncio.create_task(self.house.settled())
        while not settled.done() and not self.fault.met:  # noqa: ASYNC110 - a fault gives no sign
            await asyncio.sleep(0.002)
        if self.fault.met:
            settled.cancel()
        else:
            await settled
        await self.kill()

    async def play(self, names: list[str]) -> None:
        """Sign up, come, and play until the time is up, or one has everything."""
        await self.evening.gather_named(self.session, names)
        await self.kill(AFTER_SIGN_UP)
        await self.pass_time(self.session.start.timestamp() - self.house.clock.now() + 0.01)
        await self.pass_time(31)
        if len(names) > 1:
            await self.rounds()
        await self.pass_time(self.session.start.timestamp() + 31 * 60 - self.house.clock.now())
        while await self.end() is None:
            # Whoever is to act lets his time run out.
            await self.pass_time(61)

    async def rounds(self) -> None:
        """Play until the final table has played a hand, boldly from the third hand on."""
        evening = self.evening
        assert len(evening.open_tables) > 1
        for number in range(TWELVE):
            final = len(evening.open_tables) == 1
            if number == 1:
                await evening.act(evening.open_tables[0], fold)
                await self.kill(IN_MID_HAND)
                await self.come_late()
            for table in evening.open_tables:
                if table.phase is Phase.PLAYING:
                    choose = fold if final else as_it_comes if number < 2 else all_in
                    await evening.play_hand(table, choose)
                    evening.check_chips()
            await self.pass_time(40)
            if final:
                break
        assert sum("This is the final table" in evening.said(t) for t in self.tables()) == 1
        assert self.times_told("the final table") == 1

    async def come_late(self) -> None:
        announced = self.evening.newest(f"session {self.session.number}", "Signed up")
        for name in self.late:
            said = await self.house.press_on(announced, "Join", self.house.member(name))
            assert "You are in" in said.text

    def times_told(self, words: str) -> int:
        """Return how often something was said of this session in the channel of the series."""
        title = f"session {self.session.number}"
        said = [m.text for m in self.evening.channel.messages]
        return sum(f"{title}: {words}" in text or f"{title} {words}" in text for text in said)

    def tables(self) -> list[Table]:
        """Return every table of the evening."""
        evening = (int(self.evening.series), self.session.number)
        known = [t for t in tables_in(self.house) if t.contest is not None]
        return [t for t in known if t.contest is not None and t.contest.evening == evening]

    async def end(self) -> End | None:
        return (await self.evening.sessions())[self.session.number - 1].end


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


async def check_standings(evening: Evening, corrected: dict[str, int]) -> None:
    """See that the standings are what the hands give, and the record is whole."""
    house = evening.house
    reckoned = points_by_ledger(house.database, evening.series)
    expected = {house.world.members[user].name: points for user, points in reckoned.items()}
    for name, points in corrected.items():
        expected[name] += points
    lines = await standings_of(house, evening.name)
    assert {name: points for _, name, points in lines} == dict(expected)
    for place, name, _ in lines:
        assert place == 1 + sum(points > expected[name] for points in expected.values())
    check_moves(house)
    assert complaints(house.database) == []


async def test_a_season_of_eight_weeks_ends_with_the_standings_that_its_hands_give(
    house: House,
) -> None:
    """Two games by turns, several tables, a kill each week, one evening off, a correction."""
    evening = Evening(house, 20_261_006)
    host = await evening.make(
        hours=24 * 8, repeat="weekly", sessions=len(FIELDS), minutes=30, game="both"
    )
    for number, session in enumerate(await evening.sessions(), start=1):
        names = evening.chance.sample(MEMBERS, FIELDS[number - 1])
        evening.shuffle()
        death, moment = DEATHS[number - 1]
        week = Week(evening, session, death, moment)
        await week.play(names)
        assert week.death == "", f"week {number}: not killed at {death}"
        off = number == CALLED_OFF
        assert await week.end() is (End.TOO_FEW if off else End.PLAYED)
        games = {table.options.game for table in week.tables()}
        assert games == (set() if off else {(Game.FIVECARD, Game.HOLDEM)[number % 2]})
        assert week.times_told("seats are drawn") == week.times_told("is over") == (not off)
    await house.slash(
        host, "series correct", series="Tuesdays", member=house.member("P2").id, points=-2, why="x"
    )
    assert max(Counter(shared_places(house)).values()) > 1
    await check_standings(evening, {"P2": -2})


async def test_who_comes_late_is_ranked_with_all_others_of_his_evening(house: House) -> None:
    evening = Evening(house, 20_261_208)
    await evening.make(hours=24 * 8, repeat="weekly", sessions=2, minutes=30, game="both")
    await evening.set_up(late_min=20)
    for session in await evening.sessions():
        week = Week(evening, session, IN_MID_HAND)
        names = evening.chance.sample(MEMBERS, 13)
        week.late = [name for name in MEMBERS if name not in names][:3]
        evening.shuffle()
        await week.play(names)
        assert await week.end() is End.PLAYED
        assert sum(ended == session.number for _, ended, _ in shared_places(house)) == 16
    await check_standings(evening, {})
