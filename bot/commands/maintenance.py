"""The `/maintenance` commands, for who runs the bot."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Range, locale_str

from bot.asked import Asked
from bot.commands.base import Desk
from bot.maintenance import Maintenance, Operators
from bot.outbox import Answer, Private
from bot.render import screens
from bot.render.words.upkeep import REASON_WIDTH

DEFAULT_MINUTES = 30
Minutes = Range[int, 1, 1_440]
Reason = Range[str, 1, REASON_WIDTH]


def maintenance_group(
    desk: Desk, maintenance: Maintenance, operators: Operators
) -> app_commands.Group:
    """Return the `/maintenance` commands; Discord offers them to administrators only."""
    group = app_commands.Group(
        name="maintenance",
        description=locale_str("Stop new hands on all servers, for who runs the bot"),
        guild_only=True,
        default_permissions=discord.Permissions(administrator=True),
    )

    @group.command(name="start", description=locale_str("No new hands at any table for a while"))
    @app_commands.describe(
        minutes=locale_str("How long, 30 minutes unless set"),
        reason=locale_str("What the tables are told besides"),
    )
    async def start(
        interaction: discord.Interaction,
        minutes: Minutes = DEFAULT_MINUTES,
        reason: Reason = "",
    ) -> None:
        async def request(asked: Asked) -> Answer:
            operators.check(asked.who.user)
            hold = await maintenance.begin(minutes, reason, asked.id)
            tables = len(desk.tables.all_open())
            return Private(screens.notice(asked.words.maintenance_begun(hold.until, tables)))

        await desk.serve(interaction, request)

    @group.command(name="end", description=locale_str("Have hands dealt again at once"))
    async def end(interaction: discord.Interaction) -> None:
        async def request(asked: Asked) -> Answer:
            operators.check(asked.who.user)
            await maintenance.end()
            tables = len(desk.tables.all_open())
            return Private(screens.notice(asked.words.maintenance_ended(tables)))

        await desk.serve(interaction, request)

    return group
