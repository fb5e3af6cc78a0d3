"""The `/table` commands of a host, and of moderators at every table."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.base import Desk
from bot.commands.opening import PING_CHOICES, PINGS, TURN, Turn
from bot.table.model import Ping, UserId

SEATED = locale_str("A member at the table")


def add_host_commands(group: app_commands.Group, desk: Desk) -> None:
    """Add them to the `/table` commands; whether somebody may is decided at the table."""
    requests = desk.hosting

    @group.command(name="pause", description=locale_str("Stop all clocks until you resume"))
    async def pause(interaction: discord.Interaction) -> None:
        await desk.here(interaction, requests.pause)

    @group.command(name="resume", description=locale_str("Let a paused table go on"))
    async def resume(interaction: discord.Interaction) -> None:
        await desk.here(interaction, requests.resume)

    @group.command(name="invite", description=locale_str("Ping a member to sit down"))
    @app_commands.describe(member=locale_str("Whom you want at the table"))
    async def invite(interaction: discord.Interaction, member: discord.User) -> None:
        await desk.here(
            interaction,
            lambda asked, table: requests.invite(
                asked, table, UserId(member.id), member.display_name
            ),
        )

    @group.command(name="kick", description=locale_str("Take a member's seat for good"))
    @app_commands.describe(member=SEATED)
    async def kick(interaction: discord.Interaction, member: discord.User) -> None:
        await desk.here(
            interaction, lambda asked, table: requests.remove(asked, table, UserId(member.id))
        )

    @group.command(name="host", description=locale_str("Make another member the host"))
    @app_commands.describe(member=SEATED)
    async def host(interaction: discord.Interaction, member: discord.User) -> None:
        await desk.here(
            interaction, lambda asked, table: requests.hand_over(asked, table, UserId(member.id))
        )

    @group.command(name="settings", description=locale_str("Change how the table is run"))
    @app_commands.describe(
        turn=TURN, pings=PINGS, muck=locale_str("Whether losing hands stay hidden at the showdown")
    )
    @app_commands.choices(pings=PING_CHOICES)
    async def settings(
        interaction: discord.Interaction,
        turn: Turn | None = None,
        pings: str | None = None,
        muck: bool | None = None,
    ) -> None:
        ping = Ping(pings) if pings else None
        await desk.here(
            interaction,
            lambda asked, table: requests.set_manners(asked, table, turn, ping, muck),
        )

    @group.command(name="log", description=locale_str("See what hosts and moderators did here"))
    async def log(interaction: discord.Interaction) -> None:
        await desk.here(interaction, requests.log)
