"""What the managers of a server set, and that nobody else does."""

from __future__ import annotations

import pytest

from bot.sandbox import Member
from tests.bot.evening import deal_first
from tests.bot.house import House

MANNERS = "Unless its opener says otherwise: turn time 60 s, ping after 10 s; every hand is shown."
ZONES = "Series are planned in the time zone that is named with them."
SET = ["show", "tables", "channel", "moderators", "defaults", "zone", "language"]


def manager(house: House) -> Member:
    found = house.member("Mia")
    found.permissions = {"manage_guild"}
    return found


async def test_a_server_without_settings_lets_everyone_play_anywhere(house: House) -> None:
    shown = await house.slash(manager(house), "setup show")
    assert shown.ephemeral
    assert shown.text.splitlines() == [
        "**Tables on this server**",
        "Everyone may open tables.",
        "In any channel.",
        "Any number of tables at once.",
        "Moderators are all who may manage messages.",
        MANNERS,
        "Finished hands are kept for good.",
        ZONES,
        "Everyone is spoken to in the language of the server's own settings.",
    ]


async def test_only_moderators_open_tables_where_it_is_set_so(house: House) -> None:
    await house.slash(manager(house), "setup tables", who="moderators")
    ana = house.member("Ana")
    refused = await house.slash(ana, "holdem start")
    assert refused.text == "Only moderators can do that here."
    assert house.channel.messages == []
    ana.permissions = {"manage_messages"}
    assert (await house.slash(ana, "holdem start")).text.startswith("Your table is open")


async def test_the_bearers_of_a_chosen_role_moderate(house: House) -> None:
    mia, ana = manager(house), house.member("Ana")
    ana.permissions = {"mention_everyone"}
    role = ana.role_in(house.world.guild)
    assert role is not None
    shown = await house.slash(mia, "setup moderators", role=role.id)
    assert f"Moderators are all who may manage messages, and <@&{role.id}>." in shown.text
    await deal_first(house, "Ben", "Cem")
    stopped = await house.slash(ana, "table stop", when="at_once")
    assert stopped.text == "The table is closed."
    await house.slash(mia, "setup moderators")
    await deal_first(house, "Ben", "Cem")
    refused = await house.slash(ana, "table stop")
    assert refused.text.startswith("Only the host of this table")


async def test_naming_a_role_pings_nobody(house: House) -> None:
    ana = house.member("Ana")
    ana.permissions = {"mention_everyone"}
    role = ana.role_in(house.world.guild)
    assert role is not None
    shown = await house.slash(manager(house), "setup moderators", role=role.id)
    assert shown.message is not None
    assert shown.message.mentions == ()
    allowed = house.world.exchanges[-1].request["data"]["allowed_mentions"]
    assert allowed == {"parse": [], "users": []}


async def test_tables_are_opened_in_the_allowed_channels_only(house: House) -> None:
    mia, ana = manager(house), house.member("Ana")
    other = house.world.channel("draw-table")
    await house.slash(mia, "setup channel", channel=other.id, allowed=True)
    refused = await house.slash(ana, "holdem start")
    assert refused.text == f"Tables are not opened here; they are in <#{other.id}>."
    opened = await ana.slash(other, "fivecard start")
    assert opened.text.startswith("Your table is open")
    shown = await house.slash(mia, "setup channel", channel=other.id, allowed=False)
    assert "In any channel." in shown.text


async def test_no_more_tables_are_open_at_once_than_the_server_allows(house: House) -> None:
    await house.slash(manager(house), "setup tables", who="everyone", most=1)
    ana, ben = house.member("Ana"), house.member("Ben")
    await house.slash(ana, "holdem start")
    refused = await ben.slash(house.world.channel("draw-table"), "fivecard start")
    assert refused.text == "This server allows 1 open table at once, and it is open."
    await house.slash(ana, "table stop")
    opened = await ben.slash(house.world.channel("draw-table"), "fivecard start")
    assert opened.text.startswith("Your table is open")


async def test_tables_are_set_as_the_server_says_unless_their_opener_does(house: House) -> None:
    await house.slash(manager(house), "setup defaults", turn=90, pings="never", muck=True)
    ana = house.member("Ana")
    await house.slash(ana, "holdem start")
    assert "Turn time 90 s · no pings" in house.post.text
    await house.slash(ana, "table stop")
    await house.slash(ana, "holdem start", turn=30, pings="always")
    assert "Turn time 30 s · ping at every turn" in house.post.text
    assert house.client is not None
    assert house.client.tables.at(house.channel.id).options.stakes.muck


async def test_settings_that_are_not_named_stay(house: House) -> None:
    mia = manager(house)
    await house.slash(mia, "setup defaults", turn=90)
    await house.slash(mia, "setup tables", who="moderators", most=3)
    shown = (await house.slash(mia, "setup defaults", pings="never")).text
    assert "turn time 90 s, no pings" in shown
    assert "Only moderators open tables." in shown
    assert "At most 3 tables at once." in shown


async def test_settings_survive_a_restart(house: House) -> None:
    await house.slash(manager(house), "setup tables", who="moderators")
    await house.stop_bot()
    await house.start_bot()
    refused = await house.slash(house.member("Ana"), "holdem start")
    assert refused.text == "Only moderators can do that here."


async def test_another_server_has_its_own_settings(house: House) -> None:
    await house.slash(manager(house), "setup tables", who="moderators")
    elsewhere = house.world.add_guild("Elsewhere", ["poker"])
    opened = await house.member("Ana").slash(
        house.world.channel("poker", elsewhere), "holdem start"
    )
    assert opened.text.startswith("Your table is open")


async def test_no_more_channels_are_named_than_can_be_read(house: House) -> None:
    mia = manager(house)
    made = [house.world.add_channel(f"room-{number}") for number in range(26)]
    for channel in made[:25]:
        await mia.slash(house.channel, "setup channel", channel=channel.id, allowed=True)
    refused = await mia.slash(house.channel, "setup channel", channel=made[25].id, allowed=True)
    assert refused.text == "No more than 25 channels can be named; allow one less first."
    again = await mia.slash(house.channel, "setup channel", channel=made[0].id, allowed=True)
    assert again.text.count("<#") == 25


@pytest.mark.parametrize("name", SET)
async def test_who_may_not_manage_the_server_is_refused_by_the_bot_itself(
    house: House, name: str
) -> None:
    """An administrator of the server can have Discord offer the command to anybody."""
    given: dict[str, dict[str, object]] = {
        "tables": {"who": "moderators"},
        "channel": {"channel": house.channel.id, "allowed": True},
        "language": {"language": "en"},
    }
    ana = house.member("Ana")
    ana.permissions = {"manage_messages"}
    house.world.commands["setup"]["default_member_permissions"] = None
    refused = await house.slash(ana, f"setup {name}", **given.get(name, {}))
    assert refused.text == "Only who may manage this server can do that."
    assert (await house.slash(house.member("Ben"), "holdem start")).text.startswith("Your table")


async def test_series_are_planned_in_the_zone_of_the_server_unless_their_moderator_says(
    house: House,
) -> None:
    mia = manager(house)
    series = {"first": "2199-01-01 20:00", "repeat": "once"}
    mia.permissions = {"manage_guild", "manage_messages"}
    asked = await house.slash(mia, "series create", name="A", **series)
    assert asked.text.startswith("In which time zone?")
    shown = await house.slash(mia, "setup zone", zone="europe/paris")
    assert "Series are planned in the time zone Europe/Paris." in shown.text
    preview = await house.slash(mia, "series create", name="A", **series)
    assert "2199-01-01 20:00 Europe/Paris" in preview.text
    other = await house.slash(mia, "series create", name="A", zone="Asia/Tokyo", **series)
    assert "2199-01-01 20:00 Asia/Tokyo" in other.text
    assert ZONES in (await house.slash(mia, "setup zone")).text


async def test_a_zone_that_is_none_is_refused_with_what_it_may_have_meant(house: House) -> None:
    mia = manager(house)
    refused = await house.slash(mia, "setup zone", zone="Europe/Pariss")
    assert "“Europe/Pariss” is no time zone. Perhaps Europe/Paris" in refused.text
    assert "would be off" in (await house.slash(mia, "setup zone", zone="UTC+2")).text
    assert ZONES in (await house.slash(mia, "setup show")).text
