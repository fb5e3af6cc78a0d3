"""The `/table` commands: sitting down, sitting out, leaving, and the end."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Range, locale_str

from bot.asked import Asked
from bot.books import MOST_REASON
from bot.commands.base import Desk
from bot.commands.hosting import add_host_commands
from bot.outbox import Answer
from bot.stopping import When
from bot.table.lobby import STACK
from bot.table.model import TableId, UserId


def table_group(desk: Desk) -> app_commands.Group:
    """Return the `/table` commands."""
    requests, books = desk.requests, desk.books
    group = app_commands.Group(
        name="table", description=locale_str("The table in this channel"), guild_only=True
    )

    @group.command(name="join", description=locale_str("Take a seat"))
    @app_commands.describe(chips=locale_str("At a cash table: what you bring"))
    async def join(
        interaction: discord.Interaction, chips: Range[int, 1, STACK[1]] | None = None
    ) -> None:
        with desk.minding_reachability(interaction):
            await desk.here(interaction, lambda asked, table: requests.join(asked, table, chips))

    @group.command(name="leave", description=locale_str("Leave the table for good"))
    async def leave(interaction: discord.Interaction) -> None:
        await desk.here(interaction, requests.leave)

    @group.command(name="away", description=locale_str("Sit out until you are back"))
    async def away(interaction: discord.Interaction) -> None:
        await desk.here(interaction, requests.away)

    @group.command(name="back", description=locale_str("Play again after sitting out"))
    async def back(interaction: discord.Interaction) -> None:
        await desk.here(interaction, requests.back)

    @group.command(name="status", description=locale_str("See the table as it is now"))
    async def status(interaction: discord.Interaction) -> None:
        async def request(asked: Asked, table: TableId) -> Answer:
            return requests.status(asked, table)

        await desk.here(interaction, request)

    @group.command(name="chips", description=locale_str("Add chips at a cash table"))
    @app_commands.describe(amount=locale_str("How many chips you add between hands"))
    async def chips(interaction: discord.Interaction, amount: str) -> None:
        await desk.here(
            interaction, lambda asked, table: requests.bring_chips(asked, table, amount)
        )

    @group.command(
        name="post", description=locale_str("Come in with a posted big blind, at a cash table")
    )
    async def post(interaction: discord.Interaction) -> None:
        await desk.here(interaction, requests.post_blind)

    @group.command(
        name="straddle", description=locale_str("Straddle first after the big blind, or no more")
    )
    @app_commands.describe(on=locale_str("Whether you straddle from now on"))
    async def straddle(interaction: discord.Interaction, on: bool) -> None:
        await desk.here(interaction, lambda asked, table: requests.straddle(asked, table, on=on))

    @group.command(
        name="correct", description=locale_str("Correct a stack between hands, as a moderator")
    )
    @app_commands.describe(
        member=locale_str("Whose stack"),
        amount=locale_str("Chips to add, such as +50, or to take away, such as -20"),
        reason=locale_str("Why, for everybody to read"),
    )
    async def correct(
        interaction: discord.Interaction,
        member: discord.Member,
        amount: str,
        reason: Range[str, 1, MOST_REASON],
    ) -> None:
        user = UserId(member.id)
        await desk.here(
            interaction, lambda asked, table: books.correct(asked, table, user, amount, reason)
        )

    @group.command(name="stop", description=locale_str("End the session"))
    @app_commands.describe(when=locale_str("After this hand, or at once: then the hand is void"))
    @app_commands.choices(
        when=[
            app_commands.Choice(name=locale_str("after this hand"), value=When.AFTER_HAND.value),
            app_commands.Choice(name=locale_str("at once"), value=When.AT_ONCE.value),
        ]
    )
    async def stop(interaction: discord.Interaction, when: str = When.AFTER_HAND.value) -> None:
        await desk.here(interaction, lambda asked, table: requests.stop(asked, table, When(when)))

    add_host_commands(group, desk)
    return group
