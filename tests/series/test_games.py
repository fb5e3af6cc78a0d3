"""A series of two games by turns, from the choice to the files, and series from before there were.

The rows of before are as the program of schema 9 wrote them.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.router import DraftId
from bot.series.model import End, SeriesId
from bot.store import Store
from bot.store.drafts import DraftStore
from bot.store.migrations import migrations
from bot.store.series import SeriesStore
from engine.rules import Game
from tests.bot.house import House
from tests.series.samples import a_setup
from tests.series.tables import Evening, fold, tables_in
from tests.series.test_service import text_of

OLD_SCHEMA = 9
OLD_STAKES = (
    '{"small_blind":0,"big_blind":0,"ante":2,"structure":"no-limit","raise_cap":4,'
    '"ante_payer":"everyone","odd_chips_apart":false,"muck":false}'
)
OLD_SETUP = (
    '{"name":"Tuesdays","options":{"game":"fivecard","stack":150,"stakes":' + OLD_STAKES + ","
    '"seats":6,"hands":null,"minutes":90,"turn_s":60,"ping":"late","levels":[{"stakes":'
    + OLD_STAKES + ',"hands":null,"seconds":900.0}],"buy_in":null,"straddle":false},'
    '"schedule":{"zone":"Europe/Paris","first":"2026-10-06","at":"20:00:00",'
    '"repeat":{"every":1,"days":[],"kind":"weekly"},"sessions":4,"last":null},"channel":7,'
    '"least":2,"most":18,"closes_min":0,"grace_min":15,"reminders":["day","hour","five"],'
    '"presence":true,"too_few":"cancel","scoring":{"table":[],"best":null,"least_field":2}}'
)  # fmt: skip
OLD_SERIES = (
    '{"id":1,"guild":5,"locale":"en-US","host":50,"setup":' + OLD_SETUP + ","
    '"paused":false,"over":false,"version":1}'
)
OLD_SESSION = (
    '{"series":1,"number":1,"start":"2026-10-06T18:00:00Z","moved":false,"announced_at":null,'
    '"reminded":[],"closed_at":null,"checked_at":null,"tried_at":null,"hindrance":null,'
    '"started_at":null,"tables":[],"stopped_at":null,"ended_at":null,"end":null,"entries":[],'
    '"listing":null}'
)
OLD_BEGUN = OLD_SESSION.replace('"started_at":null', '"started_at":"2026-10-06T18:00:00Z"')


async def test_series_templates_and_drafts_of_one_game_are_read_as_such(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "croupier.db", isolation_level=None)) as old:
        for sql in migrations()[:OLD_SCHEMA]:
            old.executescript(sql)
        old.execute(f"PRAGMA user_version = {OLD_SCHEMA}")
        old.execute("INSERT INTO series VALUES (1, 5, 'Tuesdays', 0, 1, ?, 0)", (OLD_SERIES,))
        old.execute("INSERT INTO sessions VALUES (1, 1, NULL, ?)", (OLD_BEGUN,))
        coming = OLD_SESSION.replace('"number":1', '"number":2')
        old.execute("INSERT INTO sessions VALUES (1, 2, NULL, ?)", (coming,))
        old.execute("INSERT INTO templates VALUES (5, 'winter', ?)", (OLD_SETUP,))
        old.execute("INSERT INTO drafts VALUES (3, 5, ?, 0)", (OLD_SETUP,))
    store = await Store.open(tmp_path)
    season = await SeriesStore(store).season(SeriesId(1))
    setup = season.series.setup
    (options,) = setup.games
    assert (options.game, options.stack, options.stakes.ante) == (Game.FIVECARD, 150, 2)
    assert (setup.minutes, options.levels[0].seconds, setup.schedule.sessions) == (90, 900.0, 4)
    assert [session.options for session in season.sessions] == [options, None]
    assert await SeriesStore(store).templates(5) == {"winter": setup}
    assert await DraftStore(store).of(DraftId(3), 5) == setup
    await store.close()


def test_two_games_are_played_by_turns_whatever_became_of_the_session_before() -> None:
    (holdem,) = a_setup().games
    draw = replace(holdem, game=Game.FIVECARD)
    setup = a_setup(games=(holdem, draw))
    assert [setup.options_of(number) for number in (1, 2, 3, 8)] == [holdem, draw] * 2


@pytest.fixture(name="evening")
def _evening(house: House) -> Evening:
    house.clock.stand_still()
    return Evening(house, 20_261_201)


async def play(evening: Evening, number: int) -> None:
    """Play a session of two to its stop."""
    session = (await evening.sessions())[number - 1]
    await evening.begin(session, 2)
    await evening.until(session, 31)
    for table in evening.open_tables:
        await evening.play_hand(table, fold)
    await evening.until(session, 33)
    assert (await evening.sessions())[number - 1].end is End.PLAYED


async def test_each_session_is_announced_listed_and_played_in_its_own_game(
    evening: Evening,
) -> None:
    house = evening.house
    host = await evening.make(hours=48, repeat="weekly", sessions=4, minutes=30, game="both")
    named = {"series": "Tuesdays"}
    await play(evening, 1)
    assert "\nTexas Hold'em\n" in evening.newest("session 1", "Signed up").text
    assert "session 2, Five-card draw: " in await text_of(house, host, "series list")
    await house.slash(host, "series skip", **named)
    await play(evening, 3)
    await evening.restart()
    await play(evening, 4)
    assert "\nFive-card draw\n" in evening.newest("session 4", "Signed up").text
    played = [table.options.game for table in tables_in(house)]
    assert played == [Game.HOLDEM, Game.HOLDEM, Game.FIVECARD]
    events = house.world.agenda.of(house.world.guild)
    assert [(event.description or "").splitlines()[0] for event in events] == [
        "No-limit Hold'em · blinds 1/2 · 200 chips each",
        "No-limit five-card draw · ante 1 · 100 chips each",
    ] * 2
    why = await text_of(house, house.member("P1"), "series explain", **named)
    assert "Session 4, Five-card draw: place" in why
    assert "Session 3, Texas Hold'em: place" in why
    for command, words in (
        ("series export", "session 3: Texas Hold'em,session 4: Five-card draw"),
        ("series calendar", "SUMMARY:Tuesdays (4): Five-card draw"),
    ):
        reply = await house.slash(host, command, **named)
        assert reply.message is not None
        (file,) = reply.message.attachments
        assert words in (house.world.files.get(int(file["id"])) or b"").decode()
