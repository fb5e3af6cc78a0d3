"""The `/hand` commands."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Range, locale_str

from bot.commands.base import Desk
from bot.filing import Form


def hand_group(desk: Desk) -> app_commands.Group:
    """Return the `/hand` commands."""
    group = app_commands.Group(
        name="hand", description=locale_str("Hands that were played here"), guild_only=True
    )

    @group.command(name="export", description=locale_str("Get a finished hand as a file"))
    @app_commands.describe(
        number=locale_str("Which hand of the session, the last one unless set"),
        form=locale_str("PokerStars text unless set, or PHH (Hold'em)"),
    )
    @app_commands.choices(
        form=[
            app_commands.Choice(name=locale_str("PokerStars text"), value=Form.POKERSTARS.value),
            app_commands.Choice(name=locale_str("PHH"), value=Form.PHH.value),
        ]
    )
    async def export(
        interaction: discord.Interaction,
        number: Range[int, 1, 1_000_000] | None = None,
        form: str = Form.POKERSTARS.value,
    ) -> None:
        await desk.serve(interaction, lambda asked: desk.books.export(asked, number, Form(form)))

    return group
