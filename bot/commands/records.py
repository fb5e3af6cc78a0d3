"""`/leaderboard`, `/record` and `/privacy`."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.asked import Asked
from bot.commands.base import Desk
from bot.commands.series_editing import complete_series
from bot.outbox import Answer
from bot.table.model import UserId

Command = app_commands.Command[Any, ..., None]

MONTH_DAYS = 30
PERIOD_CHOICES = [
    app_commands.Choice(name=locale_str("the last 30 days"), value=MONTH_DAYS),
    app_commands.Choice(name=locale_str("all time"), value=0),
]


def record_commands(desk: Desk) -> list[Command | app_commands.Group]:
    """Return the commands about how members did and what is kept of them."""
    records = desk.records

    @app_commands.command(
        name="leaderboard", description=locale_str("Who won most tables on this server")
    )
    @app_commands.guild_only()
    @app_commands.describe(
        period=locale_str("Which tables count: the last 30 days unless set"),
        series=locale_str("A series whose standings you want instead"),
    )
    @app_commands.choices(period=PERIOD_CHOICES)
    async def leaderboard(
        interaction: discord.Interaction, period: int = MONTH_DAYS, series: str | None = None
    ) -> None:
        async def request(asked: Asked) -> Answer:
            if series is not None:
                return await desk.series.standings(asked, series)
            return await records.leaderboard(asked, period)

        await desk.serve(interaction, request)

    complete_series(leaderboard, desk.series)

    @app_commands.command(name="record", description=locale_str("How you, or another member, did"))
    @app_commands.guild_only()
    @app_commands.describe(member=locale_str("Whose record, yours unless set"))
    async def record(interaction: discord.Interaction, member: discord.User | None = None) -> None:
        of = member or interaction.user
        await desk.serve(
            interaction, lambda asked: records.record(asked, UserId(of.id), of.display_name)
        )

    return [leaderboard, record, _privacy_group(desk)]


def _privacy_group(desk: Desk) -> app_commands.Group:
    privacy = desk.privacy
    group = app_commands.Group(
        name="privacy", description=locale_str("What Croupier keeps about you"), guild_only=True
    )

    @group.command(name="show", description=locale_str("See what is kept about you"))
    async def show(interaction: discord.Interaction) -> None:
        await desk.serve(interaction, privacy.show)

    @group.command(name="export", description=locale_str("Get all of it as a file"))
    async def export(interaction: discord.Interaction) -> None:
        await desk.serve(interaction, privacy.export)

    @group.command(name="delete", description=locale_str("Delete all of it, on all servers"))
    async def delete(interaction: discord.Interaction) -> None:
        await desk.serve(interaction, privacy.ask)

    return group
