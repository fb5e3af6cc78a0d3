"""Scheduled events: made, changed, begun and ended as Discord would, and refused as it would."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.sandbox import StandIn, permissions
from bot.sandbox.agenda import MOST_OPEN, ScheduledEvent, Status

from .bot import Bot
from .conftest import Rest

WHERE = "https://discord.com/channels/1/2"


def at(hours: float) -> datetime:
    return datetime.now(UTC) + timedelta(hours=hours)


def body(**more: object) -> dict[str, object]:
    return {
        "name": "Tuesdays", "privacy_level": 2, "entity_type": 3,
        "scheduled_start_time": at(1).isoformat(), "scheduled_end_time": at(3).isoformat(),
        "entity_metadata": {"location": WHERE}, **more,
    }  # fmt: skip


def path(world: StandIn, event: object = None) -> str:
    events = f"/guilds/{world.guild.id}/scheduled-events"
    return events if event is None else f"{events}/{event}"


async def make(bot: Bot, world: StandIn) -> discord.ScheduledEvent:
    guild = bot.get_guild(world.guild.id)
    assert guild is not None
    return await guild.create_scheduled_event(
        name="Tuesdays", start_time=at(1), end_time=at(3), description="No-limit",
        entity_type=discord.EntityType.external, privacy_level=discord.PrivacyLevel.guild_only,
        location=WHERE,
    )  # fmt: skip


async def test_an_event_is_made_changed_begun_and_completed(world: StandIn, bot: Bot) -> None:
    made = await make(bot, world)
    guild = bot.get_guild(world.guild.id)
    assert guild is not None
    (listed,) = await guild.fetch_scheduled_events()
    assert (listed.id, listed.name, listed.location) == (made.id, "Tuesdays", WHERE)
    assert listed.creator_id == world.bot_id
    moved = await made.edit(start_time=at(2), end_time=at(4))
    assert moved.start_time > made.start_time
    await made.edit(status=discord.EventStatus.active)
    await made.edit(status=discord.EventStatus.completed)
    assert await guild.fetch_scheduled_events() == []
    assert (await guild.fetch_scheduled_event(made.id)).status is discord.EventStatus.completed


async def test_a_cancelled_or_deleted_event_is_no_longer_listed(world: StandIn, bot: Bot) -> None:
    guild = bot.get_guild(world.guild.id)
    assert guild is not None
    await (await make(bot, world)).edit(status=discord.EventStatus.canceled)
    await (await make(bot, world)).delete()
    assert await guild.fetch_scheduled_events() == []


async def test_an_event_begins_and_ends_by_itself(world: StandIn, rest: Rest) -> None:
    _, made = await rest("POST", path(world), body())
    ahead = 0.0
    now = world.now
    world.now = lambda: now() + ahead
    for hours, status in ((0, 1), (1.5, 2), (3.5, 3)):
        ahead = hours * 3_600
        assert (await rest("GET", path(world, made["id"])))[1]["status"] == status


@pytest.mark.parametrize(
    ("first", "then", "code"),
    [
        ((2,), 4, 50035), ((2, 3), 2, 180000), ((4,), 2, 180000), ((), 3, 50035),
    ],
)  # fmt: skip
async def test_a_status_follows_only_where_discord_lets_it(
    world: StandIn, rest: Rest, first: tuple[int, ...], then: int, code: int
) -> None:
    _, made = await rest("POST", path(world), body())
    for status in first:
        assert (await rest("PATCH", path(world, made["id"]), {"status": status}))[0] == 200
    answered = await rest("PATCH", path(world, made["id"]), {"status": then})
    assert (answered[0], answered[1]["code"]) == (400, code)


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "x" * 101}, {"name": None}, {"description": "x" * 1_001},
        {"entity_metadata": {"location": "x" * 101}}, {"entity_metadata": {}},
        {"scheduled_end_time": None}, {"scheduled_start_time": at(-1).isoformat()},
        {"scheduled_end_time": at(0.5).isoformat()}, {"scheduled_start_time": "soon"},
        {"entity_type": 2}, {"privacy_level": 1},
    ],
)  # fmt: skip
async def test_what_discord_does_not_take_is_refused(
    world: StandIn, rest: Rest, wrong: dict[str, Any]
) -> None:
    status, answer = await rest("POST", path(world), body(**wrong))
    assert (status, answer["code"]) == (400, 50035)
    assert world.agenda.of(world.guild) == []


async def test_without_the_permission_events_are_read_but_not_made(
    world: StandIn, rest: Rest
) -> None:
    _, made = await rest("POST", path(world), body())
    world.guild.bot_role.permissions &= ~permissions.BITS["create_events"]
    for method, at_path in (("POST", path(world)), ("PATCH", path(world, made["id"]))):
        status, answer = await rest(method, at_path, body())
        assert (status, answer["code"]) == (403, 50013)
    assert (await rest("GET", path(world)))[0] == 200


async def test_a_guild_has_at_most_a_hundred_open_events(world: StandIn, rest: Rest) -> None:
    for _ in range(MOST_OPEN):
        assert (await rest("POST", path(world), body()))[0] == 200
    status, answer = await rest("POST", path(world), body())
    assert (status, answer["code"]) == (400, 30038)
    first = world.agenda.open_in(world.guild)[0]
    assert (await rest("PATCH", path(world, first.id), {"status": 4}))[0] == 200
    assert (await rest("POST", path(world), body()))[0] == 200


async def test_an_event_that_is_not_there_is_unknown(world: StandIn, rest: Rest) -> None:
    for method in ("GET", "PATCH", "DELETE"):
        status, answer = await rest(method, path(world, 7), {} if method == "PATCH" else None)
        assert (status, answer["code"]) == (404, 10070)


async def test_events_are_kept_with_their_world(tmp_path: Path) -> None:
    async with StandIn(path=tmp_path / "world.db") as world:
        guild = world.guild
        kept = ScheduledEvent(7, guild.id, world.bot_id, "x", None, WHERE, 4e9, 5e9)
        world.agenda.keep(kept)
    async with StandIn(path=tmp_path / "world.db") as world:
        (found,) = world.agenda.of(world.guild)
        assert (found.id, found.name, found.status) == (7, "x", Status.SCHEDULED)
