"""Every command is for somebody, and the bot itself refuses it to everybody else."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import discord
import pytest

from bot.router import DraftPress, DraftVerb, parse_draft_press
from bot.sandbox import Member
from bot.sandbox.commands import BOOLEAN, CHANNEL, ROLE, STRING, USER, leaves
from bot.sandbox.interaction import COMMAND
from bot.sandbox.model import Json
from bot.sandbox.typed import command_data
from bot.series.model import SeriesId
from bot.table.model import Table
from tests.bot import raw
from tests.bot.evening import deal_first, sit_down
from tests.bot.house import House

EVERYBODY, HOST, MODERATOR, MANAGER, OPERATOR = range(5)
"""Who may, each of them more than the one before."""
FOR = {
    EVERYBODY: """
        holdem start · fivecard start · holdem cash · table join · table leave · table away
        table back · table status · table chips · table post · table straddle · table log
        bet · raise · call · check · fold · allin · draw · cards · show · why · audit · hand export
        help · series list · series explain · series standings · series log · series export
        series calendar · leaderboard · record · privacy show · privacy export · privacy delete
    """,
    HOST: """
        table stop · table pause · table resume · table invite · table kick · table host
        table settings
    """,
    MODERATOR: """
        table correct · series create · series template · series again · series edit · series dates
        series stakes · series scoring · series pause · series resume · series cancel · series skip
        series move · series correct · series undo
    """,
    MANAGER: """
        setup show · setup tables · setup channel · setup moderators · setup defaults · setup keep
        setup zone · setup language
    """,
    OPERATOR: "maintenance start · maintenance end",
}
NEEDED = {
    name.strip(): who
    for who, names in FOR.items()
    for line in names.strip().splitlines()
    for name in line.split("·")
}
HELD = {
    EVERYBODY: ("manage_roles", "mention_everyone", "kick_members"),
    MODERATOR: ("manage_messages",),
    MANAGER: ("manage_messages", "manage_guild"),
}
"""What who may less than others may on Discord: nobody but a host is one by what he holds."""
OWN_RIGHTS = {
    "Only the host of this table or a moderator can do that.",
    "Only moderators can do that here.",
    "Only who may manage this server can do that.",
    "Only who runs this bot can do that.",
}
TYPED = {
    "series": "Tuesdays", "template": "Tuesdays", "first": "2198-03-01 20:00",
    "to": "2198-03-01 20:00", "last": "2198-06-01", "zone": "UTC", "days": "Tue",
    "points": "3 2 1", "reason": "a whim", "name": "Mine", "why": "a whim", "amount": "5",
}  # fmt: skip
NOT_OURS = {"heartbeat", "members", "outbox", "outbox_of_all", "posts", "posts_of_all"}
"""Tables of the database that change whatever is refused."""


def table(house: House) -> Table:
    assert house.client is not None
    return house.client.tables.at(house.channel.id)


def kept(house: House) -> list[str]:
    """Return everything that the database holds of tables, series and servers."""
    with closing(sqlite3.connect(house.database)) as db:
        rows = [line for line in db.iterdump() if line.startswith("INSERT INTO")]
    return [row for row in rows if row.split('"')[1] not in NOT_OURS]


def declared(house: House) -> dict[str, list[Json]]:
    """Return the options of every command."""
    return {
        " ".join(step["name"] for step in path): options
        for command in house.world.commands.values()
        for path, options in leaves(command)
    }


def a_value(house: House, option: Json) -> object:
    """Return a value with which a command could be carried out."""
    if "choices" in option:
        return option["choices"][-1]["value"]
    if option["type"] == USER:
        return house.member("Ben").id
    if option["type"] == CHANNEL:
        return house.channel.id
    if option["type"] == ROLE:
        return next(iter(house.world.guild.roles.values())).id
    if option["type"] == BOOLEAN:
        return True
    return TYPED[option["name"]] if option["type"] == STRING else option["min_value"]


def ways(house: House, name: str) -> Iterator[dict[str, object]]:
    """Yield the options with which a command is tried: those it needs, and all."""
    options = declared(house)[name]
    needed = [option for option in options if option.get("required")]
    for chosen in (needed, options):
        yield {option["name"]: a_value(house, option) for option in chosen}


async def refused(house: House, who: Member, command: str, options: dict[str, object]) -> None:
    """Check that a member is refused a command that Discord lets through, and nothing changes."""
    before, posts = kept(house), [post.text for post in house.channel.messages]
    # Made as somebody would to whom Discord offers every command.
    data = command_data(house.world, house.world.owner, house.channel, command, options)
    reply = await house.world.interactions.open(who, house.channel, COMMAND, data)
    await house.settled()
    assert reply.ephemeral, (command, options)
    assert reply.text in OWN_RIGHTS, (command, options, reply.text)
    assert kept(house) == before, (command, options)
    assert [post.text for post in house.channel.messages] == posts, (command, options)


async def an_evening(house: House) -> None:
    """Have a table play, a series planned, and a template kept."""
    await deal_first(house, "Ana", "Ben", "Cem")
    house.world.owner.permissions = {"administrator"}
    host = house.member("Host")
    host.permissions = {"manage_messages"}
    preview = await house.slash(
        host, "series create", name="Tuesdays", first="2198-01-02 20:00", zone="UTC", sessions=4
    )
    assert preview.message is not None
    await house.press_on(preview.message, "Create", host)
    await house.slash(host, "series template", series="Tuesdays", name="Tuesdays")
    await house.slash(
        host, "series correct", series="Tuesdays", member=house.member("Ben").id, points=1, why="x"
    )


async def test_every_command_is_for_somebody(house: House) -> None:
    assert set(declared(house)) == set(NEEDED)


@pytest.mark.parametrize("holds", HELD)
async def test_whoever_may_less_is_refused_whatever_discord_lets_through(
    house: House, holds: int
) -> None:
    await an_evening(house)
    house.member("Ben").permissions = HELD[holds]
    house.member("Guest").permissions = HELD[holds]
    for command in (name for name, needed in NEEDED.items() if needed > holds):
        for options in ways(house, command):
            for name in ("Ben", "Guest"):
                await refused(house, house.member(name), command, options)


async def test_the_host_of_a_table_is_no_moderator(house: House) -> None:
    await an_evening(house)
    for command in (name for name, needed in NEEDED.items() if needed > HOST):
        for options in ways(house, command):
            await refused(house, house.member("Ana"), command, options)


async def test_who_loses_the_right_while_he_plans_saves_nothing(house: House) -> None:
    await an_evening(house)
    host = house.member("Host")
    preview = await house.slash(
        host, "series create", name="Sundays", first="2198-01-07 20:00", zone="UTC"
    )
    assert preview.message is not None
    press = parse_draft_press(preview.message.buttons[0].custom_id)
    assert press is not None
    host.permissions = ()
    before = kept(house)
    for who in (host, house.member("Guest")):
        for verb in DraftVerb:
            custom_id = str(DraftPress(verb, press.draft))
            reply = await raw.press(who, preview.message, custom_id, values=["1"])
            assert reply.ephemeral
            assert reply.text in OWN_RIGHTS
    assert kept(house) == before


async def test_a_right_held_on_one_server_is_none_on_another(house: House) -> None:
    """A series belongs to its server: not even a moderator of another one reaches it."""
    await an_evening(house)
    guild = house.world.add_guild("Elsewhere")
    place = next(iter(guild.channels.values()))
    boss = house.member("Boss")
    boss.permissions = {"administrator"}
    await house.settled()
    before = kept(house)
    about_one = [
        name for name in NEEDED if any(o["name"] == "series" for o in declared(house)[name])
    ]
    for command in about_one:
        options = next(iter(ways(house, command))) | {"series": "Tuesdays"}
        reply = await boss.slash(place, command, **options)
        assert reply.text.startswith("There is no such series here."), (command, reply.text)
    assert kept(house) == before
    assert house.client is not None
    assert not (await house.client.series.store.season(SeriesId(1))).series.paused


@pytest.mark.parametrize("name", ["Ben", "Guest"])
async def test_only_who_opened_the_table_or_a_moderator_starts_it(house: House, name: str) -> None:
    await sit_down(house, "Ana", "Ben")
    who, before = house.member(name), table(house)
    reply = await house.press("Start", who)
    assert reply.ephemeral
    assert reply.text in OWN_RIGHTS
    assert table(house) == before
    who.permissions = {"manage_messages"}
    await house.press("Start", who)
    assert "**Hand 1**" in house.post.text


async def test_the_right_to_manage_messages_counts_where_it_is_held(house: House) -> None:
    await deal_first(house, "Ana", "Ben")
    dea = house.member("Dea")
    dea.permissions = {"manage_messages"}
    await house.slash(dea, "table stop", when="at_once")
    assert "The table is closed" in house.post.text


async def test_what_is_for_few_is_declared_so_to_discord(house: House) -> None:
    needed = {
        name: command["default_member_permissions"]
        for name, command in house.world.commands.items()
    }
    assert needed.pop("maintenance") == str(discord.Permissions(administrator=True).value)
    assert needed.pop("setup") == str(discord.Permissions(manage_guild=True).value)
    assert set(needed.values()) == {None}
