"""Sessions in the server's own list of events: made once, changed with them, never in the way."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.sandbox import Member, permissions
from bot.sandbox.agenda import MOST_OPEN, ScheduledEvent, Status
from bot.series.listing import AT_ONCE
from bot.series.model import SeriesId
from bot.series.publishing import RETRY_S
from tests.bot.house import House
from tests.series.test_service import come, make, sign_up, text_of, until_start

EVENTS = "/guilds/{guild_id}/scheduled-events"
MISSING_PERMISSIONS, TOO_MANY = 50013, 30038


def events(house: House) -> list[ScheduledEvent]:
    return house.world.agenda.of(house.world.guild)


def statuses(house: House) -> list[int]:
    return [event.status for event in events(house)]


def made(house: House) -> int:
    """Count how often the bot has had an event made."""
    return sum(e.method == "POST" and e.template == EVENTS for e in house.world.exchanges)


def forbid(house: House) -> None:
    house.brought_about.add(MISSING_PERMISSIONS)
    house.world.guild.bot_role.permissions &= ~permissions.BITS["create_events"]


async def weekly(house: House) -> Member:
    return await make(house, repeat="weekly", sessions=4)


async def test_the_next_sessions_are_listed_where_they_are_announced(house: House) -> None:
    await weekly(house)
    first, second = events(house)
    assert (first.name, second.name) == ("Tuesdays · session 1", "Tuesdays · session 2")
    guild, channel = house.world.guild.id, house.channel.id
    assert first.location == f"https://discord.com/channels/{guild}/{channel}"
    assert first.description is not None
    assert "200 chips each" in first.description
    assert f"Sign up in <#{channel}>" in first.description
    assert first.end - first.start == 120 * 60
    assert second.start - first.start == 7 * 24 * 3_600


async def test_a_member_finds_the_event_under_the_announcement(house: House) -> None:
    await weekly(house)
    announced = await sign_up(house, "Ana")
    first, _ = events(house)
    assert f"(https://discord.com/events/{house.world.guild.id}/{first.id})" in announced.text


async def test_an_event_begins_and_ends_with_its_session_and_the_next_one_is_listed(
    house: House,
) -> None:
    await make(house, repeat="weekly", sessions=4, minutes=30)
    await sign_up(house, "Ana", "Ben")
    await come(house, "Ana", "Ben")
    assert statuses(house) == [Status.SCHEDULED] * AT_ONCE
    await until_start(house)
    assert statuses(house) == [Status.ACTIVE, Status.SCHEDULED, Status.SCHEDULED]
    await until_start(house, 45)
    await house.pass_time(31)
    assert statuses(house) == [Status.COMPLETED, Status.SCHEDULED, Status.SCHEDULED]
    assert made(house) == AT_ONCE + 1


async def test_an_event_moves_with_its_session(house: House) -> None:
    host = await weekly(house)
    first, _ = events(house)
    await text_of(house, host, "series move", series="Tuesdays", to="2199-01-01 20:00")
    assert datetime.fromtimestamp(first.start, UTC).year == 2199
    assert first.end - first.start == 120 * 60
    assert made(house) == AT_ONCE + 1, "the third session is now one of the next"


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("series skip", [Status.CANCELED, Status.SCHEDULED, Status.SCHEDULED]),
        ("series cancel", [Status.CANCELED, Status.CANCELED]),
        ("series pause", [Status.SCHEDULED, Status.SCHEDULED]),
    ],
)
async def test_an_event_is_cancelled_with_its_session(
    house: House, command: str, expected: list[Status]
) -> None:
    host = await weekly(house)
    await text_of(house, host, command, series="Tuesdays")
    assert statuses(house) == expected


async def test_a_session_without_players_is_no_event_any_more(house: House) -> None:
    await make(house)
    await until_start(house, -9)
    await until_start(house, 1)
    await until_start(house, 16)
    # It began at Discord by itself at its hour: such a one can be ended only.
    assert statuses(house) == [Status.COMPLETED]


async def test_a_postponed_session_gets_a_new_event_when_its_own_has_begun(house: House) -> None:
    host = await make(house)
    await text_of(house, host, "series edit", series="Tuesdays", too_few="postpone")
    await until_start(house, -9)
    await until_start(house, 1)
    await until_start(house, 16)
    assert statuses(house) == [Status.COMPLETED, Status.SCHEDULED]
    old, new = events(house)
    assert new.start - old.start == 7 * 24 * 3_600
    assert new.name == old.name


async def test_an_event_that_discord_ends_at_the_same_moment_is_nothing_refused(
    house: House,
) -> None:
    host = await weekly(house)
    fault = house.faults.expect("PATCH", "/scheduled-events", status=400, code=50035, when="after")
    await text_of(house, host, "series skip", series="Tuesdays")
    assert fault.met == 1
    assert statuses(house)[0] == Status.CANCELED
    assert host.dms == []


async def test_what_somebody_took_off_the_list_is_not_put_back(house: House) -> None:
    host = await weekly(house)
    house.brought_about.add(10070)
    first, second = events(house)
    house.world.agenda.remove(first)
    await text_of(house, host, "series move", series="Tuesdays", to="2199-01-01 20:00")
    await text_of(house, host, "series move", series="Tuesdays", session=1, to="2199-01-02 20:00")
    assert first not in events(house)
    assert made(house) == AT_ONCE + 1
    second.status = Status.CANCELED
    await text_of(house, host, "series move", series="Tuesdays", session=2, to="2199-01-02 20:00")
    assert second.status == Status.CANCELED
    assert made(house) == AT_ONCE + 2, "the third and the fourth are the next ones by now"


async def test_without_the_permission_the_series_goes_on_and_its_maker_is_told_once(
    house: House,
) -> None:
    forbid(house)
    host = await weekly(house)
    (told,) = host.dms
    assert told.text.startswith("Tuesdays · session 1 is not in the server's list of events")
    await sign_up(house, "Ana", "Ben")
    await come(house, "Ana", "Ben")
    await until_start(house)
    assert any("seats are drawn" in m.text for m in house.channel.messages)
    assert events(house) == []
    assert len([m for m in host.dms if "list of events" in m.text]) == 1
    assert made(house) == 3, "each session is tried once"


async def test_once_discord_takes_events_again_those_refused_are_made(house: House) -> None:
    forbid(house)
    host = await weekly(house)
    house.world.guild.bot_role.permissions |= permissions.BITS["create_events"]
    await text_of(house, host, "series move", series="Tuesdays", to="2199-01-01 20:00")
    assert sorted(event.name for event in events(house)) == [
        f"Tuesdays · session {number}" for number in (1, 2, 3)
    ]


async def test_a_server_with_no_room_for_events_is_told_of_like_a_missing_right(
    house: House,
) -> None:
    house.brought_about.add(TOO_MANY)
    for number in range(MOST_OPEN):
        event = ScheduledEvent(
            number, house.world.guild.id, house.world.owner.id, "x", None, "x", 4e9, 5e9
        )
        house.world.agenda.keep(event)
    host = await weekly(house)
    assert len(events(house)) == MOST_OPEN
    assert "a server has room for 100 events" in host.dms[-1].text


async def test_who_takes_no_direct_messages_is_told_in_the_channel(house: House) -> None:
    forbid(house)
    host = house.member("Host")
    host.dms_open = False
    await weekly(house)
    assert any("list of events" in m.text for m in house.channel.messages)


async def test_what_a_member_cannot_be_told_directly_is_posted_once_whatever_restarts_happen(
    house: House,
) -> None:
    forbid(house)
    host = house.member("Host")
    host.dms_open = False
    await weekly(house)
    await house.stop_bot()
    await house.start_bot()
    await house.settled()
    assert len([m for m in house.channel.messages if "list of events" in m.text]) == 1


async def test_a_change_that_is_refused_is_told_and_leaves_the_event(house: House) -> None:
    host = await weekly(house)
    forbid(house)
    first, _ = events(house)
    before = first.start
    await text_of(house, host, "series move", series="Tuesdays", to="2199-01-01 20:00")
    assert first.start == before
    assert len([m for m in host.dms if "list of events" in m.text]) == 1


@pytest.mark.parametrize("when", ["before", "after"])
async def test_trouble_on_the_way_is_tried_again_and_makes_no_second_event(
    house: House, when: str
) -> None:
    house.faults.expect("POST", "/scheduled-events", cut=when, times=5)
    await make(house)
    await house.pass_time(RETRY_S + 1)
    while not events(house):
        await house.pass_time(RETRY_S + 1)
    await house.pass_time(RETRY_S + 1)
    assert len(events(house)) == 1
    announced = await sign_up(house, "Ana")
    assert "discord.com/events" in announced.text


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_process_that_ends_while_it_makes_an_event_leaves_one(
    house: House, when: str
) -> None:
    fault = house.faults.expect("POST", "/scheduled-events", cut=when, times=None)
    host = house.member("Host")
    host.permissions = {"manage_messages"}
    start = datetime.fromtimestamp(house.clock.now(), UTC) + timedelta(hours=2)
    preview = await house.slash(
        host, "series create", name="Tuesdays", first=f"{start:%Y-%m-%d %H:%M}", zone="UTC",
        repeat="once",
    )  # fmt: skip
    assert preview.message is not None
    await host.press(preview.message, "Create")
    await house.world.wait_for(lambda: fault.met == 1, timeout=10)
    await house.stop_bot()
    house.faults.end()
    assert len(events(house)) == (1 if when == "after" else 0)
    await house.start_bot()
    await house.settled()
    (event,) = events(house)
    await text_of(house, host, "series cancel", series="Tuesdays")
    assert event.status == Status.CANCELED


async def test_what_changed_while_discord_was_not_there_is_brought_up_to_date_at_the_start(
    house: House,
) -> None:
    host = await weekly(house)
    house.faults.expect("GET", "/scheduled-events/", status=503, times=None)
    await text_of(house, host, "series skip", series="Tuesdays")
    assert statuses(house)[0] == Status.SCHEDULED
    await house.stop_bot()
    house.faults.end()
    await house.start_bot()
    await house.settled()
    assert statuses(house) == [Status.CANCELED, Status.SCHEDULED, Status.SCHEDULED]


async def test_a_restart_with_nothing_to_do_asks_discord_nothing(house: House) -> None:
    await weekly(house)
    before = len([e for e in house.world.exchanges if "scheduled-events" in e.template])
    await house.stop_bot()
    await house.start_bot()
    await house.settled()
    after = len([e for e in house.world.exchanges if "scheduled-events" in e.template])
    assert after == before
    assert house.client is not None
    season = await house.client.series.store.season(SeriesId(1))
    assert [session.listing is not None for session in season.sessions] == [
        True,
        True,
        False,
        False,
    ]
