"""`/setup`: what the managers of a server set for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import discord
from discord import app_commands
from discord.app_commands import Range, locale_str

from bot.asked import Asked, discords_locale
from bot.catalogue import languages
from bot.commands.base import Desk
from bot.commands.opening import PING_CHOICES, PINGS, TURN, Turn
from bot.errors import ManagersOnly
from bot.outbox import Answer, Private
from bot.render import server_screens
from bot.render.words.server import autonym
from bot.series.zones import matching_zones, read_zone
from bot.server.model import KEEP_DAYS, TABLES, Opening, Server
from bot.table.model import Ping

OPENING_CHOICES = [
    app_commands.Choice(name=locale_str("everyone"), value=Opening.EVERYONE.value),
    app_commands.Choice(name=locale_str("moderators"), value=Opening.MODERATORS.value),
]

AS_DISCORD = "discord"


def setup_group(desk: Desk) -> app_commands.Group:
    """Return the `/setup` commands; Discord offers them to managers, and the bot asks again."""
    group = app_commands.Group(
        name="setup",
        description=locale_str("How Croupier works on this server"),
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    async def changed(asked: Asked, decide: Callable[[Server], Server]) -> Answer:
        if not asked.may_manage_server:
            raise ManagersOnly
        server = await desk.server_settings.change(asked.guild, decide)
        return Private(server_screens.settings_screen(server, asked.words))

    async def change(interaction: discord.Interaction, decide: Callable[[Server], Server]) -> None:
        await desk.serve(interaction, lambda asked: changed(asked, decide))

    @group.command(name="show", description=locale_str("See what is set"))
    async def show(interaction: discord.Interaction) -> None:
        await change(interaction, lambda server: server)

    @group.command(name="tables", description=locale_str("Who may open tables, and how many"))
    @app_commands.describe(
        who=locale_str("Who may open tables"),
        most=locale_str("How many may be open at once; without it any number"),
    )
    @app_commands.choices(who=OPENING_CHOICES)
    async def tables(
        interaction: discord.Interaction, who: str, most: Range[int, *TABLES] | None = None
    ) -> None:
        await change(
            interaction,
            lambda server: replace(server, opening=Opening(who), most_tables=most),
        )

    @group.command(name="channel", description=locale_str("Allow tables in a channel, or no more"))
    @app_commands.describe(
        channel=locale_str("The channel; its threads count with it"),
        allowed=locale_str("Whether tables may be opened there; with none allowed: anywhere"),
    )
    async def channel(
        interaction: discord.Interaction, channel: discord.TextChannel, allowed: bool
    ) -> None:
        await change(interaction, lambda server: server.with_channel(channel.id, allowed=allowed))

    @group.command(name="moderators", description=locale_str("Choose a role that moderates tables"))
    @app_commands.describe(
        role=locale_str(
            "Its bearers moderate, beside who may manage messages; without: nobody else"
        )
    )
    async def moderators(
        interaction: discord.Interaction, role: discord.Role | None = None
    ) -> None:
        id_ = None if role is None else role.id
        await change(interaction, lambda server: replace(server, moderator_role=id_))

    @group.command(
        name="defaults", description=locale_str("How tables are set unless their opener says")
    )
    @app_commands.describe(
        turn=TURN, pings=PINGS, muck=locale_str("Whether losing hands stay hidden at the showdown")
    )
    @app_commands.choices(pings=PING_CHOICES)
    async def defaults(
        interaction: discord.Interaction,
        turn: Turn | None = None,
        pings: str | None = None,
        muck: bool | None = None,
    ) -> None:
        await change(
            interaction,
            lambda server: replace(
                server,
                turn_s=turn or server.turn_s,
                ping=Ping(pings) if pings else server.ping,
                muck=server.muck if muck is None else muck,
            ),
        )

    @group.command(name="keep", description=locale_str("How long finished hands are kept"))
    @app_commands.describe(
        days=locale_str("Days after the end of their table; without: for good. Results stay")
    )
    async def keep(
        interaction: discord.Interaction, days: Range[int, *KEEP_DAYS] | None = None
    ) -> None:
        await change(interaction, lambda server: replace(server, keep_days=days))

    @group.command(name="zone", description=locale_str("In which time zone series are planned"))
    @app_commands.describe(
        zone=locale_str("Type a place; without it the zone is named with each series")
    )
    async def zone(interaction: discord.Interaction, zone: str = "") -> None:
        await change(
            interaction,
            lambda server: replace(server, zone=read_zone(zone) if zone else None),
        )

    zone.autocomplete("zone")(complete_zone)

    @group.command(
        name="language", description=locale_str("In which language everyone is spoken to here")
    )
    @app_commands.describe(
        language=locale_str("Of tables and series, open ones too; private answers are in yours")
    )
    @app_commands.choices(language=language_choices())
    async def language(interaction: discord.Interaction, language: str) -> None:
        chosen = None if language == AS_DISCORD else language

        async def request(asked: Asked) -> Answer:
            answer = await changed(asked, lambda server: replace(server, language=chosen))
            await desk.speech.change(asked.guild, chosen or discords_locale(interaction))
            return answer

        await desk.serve(interaction, request)

    return group


def language_choices() -> list[app_commands.Choice[str]]:
    """Return every language there is, by its own name, and the one that Discord has."""
    named = [app_commands.Choice(name=autonym(each), value=each) for each in languages()]
    as_set = app_commands.Choice(name=locale_str("as Discord is set"), value=AS_DISCORD)
    return [*named, as_set]


async def complete_zone(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Complete a time zone."""
    return [app_commands.Choice(name=zone, value=zone) for zone in matching_zones(typed)]
