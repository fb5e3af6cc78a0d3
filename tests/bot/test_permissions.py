"""Who may not is refused by the bot itself, even where Discord would let him."""

from __future__ import annotations

from collections.abc import Sequence

import discord
import pytest

from bot.table.model import Table
from tests.bot import raw
from tests.bot.evening import deal_first, sit_down
from tests.bot.house import House

PRIVILEGED: Sequence[tuple[str, dict[str, object]]] = [
    ("table stop", {}),
    ("table stop", {"when": "after_hand"}),
    ("table stop", {"when": "at_once"}),
    ("table pause", {}),
    ("table settings", {"turn": 600}),
    ("setup show", {}),
    ("setup tables", {"who": "moderators", "most": 1}),
    ("setup moderators", {}),
    ("setup defaults", {"turn": 600}),
    ("maintenance start", {}),
    ("maintenance start", {"minutes": 1_440, "reason": "mine now"}),
    ("maintenance end", {}),
]
OWN_RIGHTS = {
    "Only the host of this table or a moderator can do that.",
    "Only moderators can do that here.",
    "Only who may manage this server can do that.",
    "Only who runs this bot can do that.",
}


def table(house: House) -> Table:
    assert house.client is not None
    return house.client.tables.at(house.channel.id)


@pytest.mark.parametrize(("command", "options"), PRIVILEGED)
@pytest.mark.parametrize("name", ["Ben", "Guest"])
@pytest.mark.parametrize("held", [(), ("manage_roles", "mention_everyone")])
async def test_a_member_without_the_right_is_refused_and_nothing_changes(
    house: House, command: str, options: dict[str, object], name: str, held: tuple[str, ...]
) -> None:
    await deal_first(house, "Ana", "Ben")
    who, before = house.member(name), table(house)
    who.permissions = held
    posts = [post.text for post in house.channel.messages]
    reply = await raw.slash(who, house.channel, command, **options)
    await house.settled()
    assert reply.ephemeral
    assert reply.text in OWN_RIGHTS
    assert table(house) == before
    assert [post.text for post in house.channel.messages] == posts


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
