"""Changing a series later, through the real client: what is named changes, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.sandbox import Member
from bot.series.model import End, SeriesId, Session, Setup
from bot.series.schedule import Monthly, Weekly
from bot.series.season import stop_at
from bot.series.stakes import level_minutes
from bot.series.standings import Scoring
from engine.rules import Game, Stakes, Structure
from tests.bot.house import House
from tests.series.tables import Evening, fold
from tests.series.test_service import make, text_of

DONE = "Done, and written into the log of Tuesdays."


async def setup_of(house: House) -> Setup:
    assert house.client is not None
    return (await house.client.series.store.season(SeriesId(1))).series.setup


async def sessions_of(house: House) -> tuple[Session, ...]:
    assert house.client is not None
    return (await house.client.series.store.season(SeriesId(1))).sessions


async def change(house: House, host: Member, command: str, **options: object) -> str:
    return await text_of(house, host, f"series {command}", series="Tuesdays", **options)


@pytest.fixture(autouse=True)
def _only_the_test_moves_the_time(house: House) -> None:
    house.clock.stand_still()


STAKES: list[dict[str, object]] = [
    {"stack": 500}, {"big": 10}, {"small": 2, "big": 5}, {"ante": 1}, {"limit": "pot-limit"},
    {"level_minutes": 20}, {"level_minutes": 0},
]  # fmt: skip


async def test_stakes_change_one_at_a_time_and_levels_go_away_again(house: House) -> None:
    host = await make(house)
    await change(house, host, "edit", muck=True)
    for options in STAKES[:-1]:
        assert await change(house, host, "stakes", **options) == DONE
    setup = await setup_of(house)
    (game,) = setup.games
    assert game.stakes == Stakes(2, 5, 1, Structure.POT_LIMIT, muck=True)
    assert (game.stack, level_minutes(game), game.seats) == (500, 20, 9)
    assert game.levels[1].stakes == Stakes(4, 10, 2, Structure.POT_LIMIT, muck=True)
    assert await change(house, host, "stakes", **STAKES[-1]) == DONE
    assert (await setup_of(house)).games == (replace(game, levels=()),)


async def test_of_two_games_the_one_that_is_named_is_changed(house: House) -> None:
    host = await make(house, game="both")
    said = await change(house, host, "stakes", stack=500)
    assert said == (
        "Name one of the games of this series with `game`: Texas Hold'em or Five-card draw."
    )
    assert await change(house, host, "stakes", game="fivecard", stack=500, ante=3) == DONE
    holdem, draw = (await setup_of(house)).games
    assert (holdem.stack, draw.stack, draw.stakes.ante) == (200, 500, 3)
    said = await change(house, host, "stakes", game="fivecard", big=10)
    assert said.startswith("This game has no blinds")


async def test_games_change_and_one_that_stays_keeps_its_stakes(house: House) -> None:
    host = await make(house, minutes=45)
    await change(house, host, "stakes", stack=500)
    before = await setup_of(house)
    assert await change(house, host, "edit", game="both") == DONE
    setup = await setup_of(house)
    assert [options.game for options in setup.games] == list(Game)
    assert setup.games[0] == before.games[0]
    assert (setup.games[1].stack, setup.games[1].minutes) == (100, 45)
    assert replace(setup, games=before.games) == before
    await change(house, host, "edit", minutes=50, game="fivecard")
    assert [(o.game, o.minutes) for o in (await setup_of(house)).games] == [(Game.FIVECARD, 50)]


async def test_points_change_one_at_a_time(house: House) -> None:
    host = await make(house)
    for options, scoring in (
        ({"points": "10 6 4"}, Scoring((10, 6, 4))),
        ({"best": 3}, Scoring((10, 6, 4), 3)),
        ({"field": 4}, Scoring((10, 6, 4), 3, 4)),
        ({"best": 0}, Scoring((10, 6, 4), None, 4)),
        ({"points": "0"}, Scoring((), None, 4)),
    ):
        assert await change(house, host, "scoring", **options) == DONE
        assert (await setup_of(house)).scoring == scoring


async def test_dates_begin_anew_with_as_many_sessions_as_are_to_come(house: House) -> None:
    host = await make(house, repeat="weekly", sessions=4, days="Tue Fri")
    await change(house, host, "skip")
    assert await change(house, host, "dates", first="2199-01-01 20:00", weeks=3) == DONE
    schedule = (await setup_of(house)).schedule
    assert (schedule.repeat, schedule.sessions) == (Weekly(3, (1, 4)), 3)
    coming = [s.start.date().isoformat() for s in await sessions_of(house) if s.end is None]
    assert coming == ["2199-01-01", "2199-01-04", "2199-01-22"]
    await change(house, host, "dates", first="2199-01-01 20:00", last="2199-02-28")
    assert len([s for s in await sessions_of(house) if s.end is None]) == 6
    await change(house, host, "dates", first="2199-01-01 20:00", repeat="monthly", sessions=2)
    schedule = (await setup_of(house)).schedule
    assert (schedule.repeat, schedule.sessions) == (Monthly(1, 1), 2)


async def test_dates_that_begin_in_the_past_are_refused_and_call_nothing_off(house: House) -> None:
    host = await make(house, repeat="weekly", sessions=4)
    before = await sessions_of(house)
    last_week = datetime.fromtimestamp(house.clock.now(), UTC) - timedelta(days=6)
    said = await change(house, host, "dates", first=f"{last_week:%Y-%m-%d %H:%M}")
    assert "has passed already" in said
    assert await sessions_of(house) == before


async def test_hidden_losing_hands_are_the_servers_default_of_a_series_as_well(
    house: House,
) -> None:
    house.world.owner.permissions = {"administrator"}
    await house.slash(house.world.owner, "setup defaults", muck=True, turn=45)
    await make(house, game="both")
    for options in (await setup_of(house)).games:
        assert (options.stakes.muck, options.turn_s) == (True, 45)


async def test_what_is_set_already_is_no_change(house: House) -> None:
    host = await make(house)
    said = "The series is set up so already: nothing changes."
    assert await change(house, host, "stakes", stack=200) == said
    assert await change(house, host, "edit") == said
    assert "changed" not in await change(house, host, "log")


async def test_a_session_in_play_stays_as_it_began(house: House) -> None:
    evening = Evening(house, 20_261_203)
    await evening.make(minutes=30)
    (session,) = await evening.sessions()
    await evening.begin(session, 2)
    host = house.member("Host")
    assert await change(house, host, "edit", game="fivecard", minutes=240) == DONE
    (now,) = await sessions_of(house)
    assert stop_at(await setup_of(house), now) == now.start + timedelta(minutes=30)
    await evening.until(session, 31)
    for table in evening.open_tables:
        await evening.play_hand(table, fold)
    await evening.until(session, 33)
    (now,) = await sessions_of(house)
    assert now.end is End.PLAYED
    why = await text_of(house, house.member("P1"), "series explain", series="Tuesdays")
    assert "Session 1, Texas Hold'em: place" in why
    assert "Texas Hold'em" in evening.newest("Signed up (2)").text


# The log


async def test_the_log_says_who_changed_what(house: House) -> None:
    host, other = await make(house, repeat="weekly", game="both"), house.member("Other")
    other.permissions = {"manage_messages"}
    draw = house.world.channel("draw-table")
    first = (await setup_of(house)).schedule.first
    await change(house, host, "stakes", game="fivecard", stack=300, limit="pot-limit", why="a vote")
    await change(house, other, "edit", channel=draw.id, muck=True, reminders="never", late=20)
    await change(house, host, "dates", first="2199-01-02 21:30", weeks=3, last="2199-05-01")
    await change(house, host, "edit", game="holdem", minutes=90)
    await change(house, other, "scoring", points="10 6", best=3, field=4)
    log = await change(house, other, "log")
    then = f"every {first:%A} at {await first_time(house)}, UTC"
    for who, changed in (
        (host, ("Five-card draw: game No-limit five-card draw → Pot-limit five-card draw, "
               "stack 100 → 300: a vote")),
        (other, (f"channel <#{house.channel.id}> → <#{draw.id}> · minutes in which late arrivals "
                "are seated 0 → 20 · reminders before a day, an hour and five minutes → none · "
                "losing hands hidden no → yes")),
        (host, (f"dates {then} → every 3 weeks on Wednesday at 21:30, UTC · "
               f"first date {first} → 2199-01-02 · sessions 8 → until 2199-05-01")),
        (host, ("games Texas Hold'em and Five-card draw → Texas Hold'em · "
               "minutes of a session 120 → 90")),
        (other, ("points by the number of players → 10, 6 · best sessions that count all → 3 · "
                "players for a session to count 2 → 4")),
    ):  # fmt: skip
        assert f"<@{who.id}> changed: {changed}" in log


async def first_time(house: House) -> str:
    """Return the time of day at which the series was first to be played."""
    assert house.client is not None
    log = await house.client.series.store.log(SeriesId(1))
    before = next(line.before for line in reversed(log) if line.before is not None)
    return f"{before.schedule.at:%H:%M}"


# Where


async def test_a_series_is_planned_and_moved_where_the_server_has_its_tables(
    house: House,
) -> None:
    host, draw = await make(house), house.world.channel("draw-table")
    house.world.owner.permissions = {"administrator"}
    only_here = {"channel": house.channel.id, "allowed": True}
    await house.slash(house.world.owner, "setup channel", **only_here)
    wrong = f"Tables are not opened here; they are in <#{house.channel.id}>."
    planned = {"name": "Draws", "first": "2199-01-01 20:00", "zone": "UTC"}
    assert (await host.slash(draw, "series create", **planned)).text == wrong
    await house.slash(host, "series template", series="Tuesdays", name="winter")
    again = {"template": "winter", "name": "Winter", "first": "2199-01-01 20:00"}
    assert (await host.slash(draw, "series again", **again)).text == wrong
    assert await change(house, host, "edit", channel=draw.id) == wrong
    assert (await house.slash(host, "series create", **planned)).text.startswith("**Draws**")
    assert (await setup_of(house)).channel == house.channel.id


async def test_no_series_is_moved_where_the_bot_may_not_write(house: House) -> None:
    host, draw = await make(house), house.world.channel("draw-table")
    draw.deny("send_messages")
    await house.settled()
    said = await change(house, host, "edit", channel=draw.id)
    assert said.startswith(f"I cannot run tables in <#{draw.id}>.")
