"""The commands of a member who plays: `/bet`, `/raise`, `/call` and the rest."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Range, locale_str

from bot.amounts import parse_positions
from bot.asked import Asked
from bot.commands.base import Desk
from bot.errors import BadPositions
from bot.outbox import Answer
from bot.requests import help_answer
from bot.table.model import TableId
from engine.actions import AllIn, Call, Check, Show

Command = app_commands.Command[Any, ..., None]


def playing_commands(desk: Desk) -> list[Command]:
    """Return the commands for decisions, cards and help."""
    requests, books = desk.requests, desk.books

    @app_commands.command(name="bet", description=locale_str("Open the betting"))
    @app_commands.guild_only()
    @app_commands.describe(amount=locale_str("Your total for this betting round, such as 25"))
    async def bet(interaction: discord.Interaction, amount: str) -> None:
        await desk.here(interaction, lambda asked, table: requests.bet(asked, table, amount))

    @app_commands.command(name="raise", description=locale_str("Raise a bet"))
    @app_commands.guild_only()
    @app_commands.describe(amount=locale_str("Your total for this betting round, such as 25"))
    async def raise_(interaction: discord.Interaction, amount: str) -> None:
        await desk.here(interaction, lambda asked, table: requests.raise_to(asked, table, amount))

    @app_commands.command(name="call", description=locale_str("Match the bet"))
    @app_commands.guild_only()
    async def call(interaction: discord.Interaction) -> None:
        await desk.here(interaction, lambda asked, table: requests.act(asked, table, Call))

    @app_commands.command(name="check", description=locale_str("Pass while you owe nothing"))
    @app_commands.guild_only()
    async def check(interaction: discord.Interaction) -> None:
        await desk.here(interaction, lambda asked, table: requests.act(asked, table, Check))

    @app_commands.command(name="fold", description=locale_str("Give up your hand"))
    @app_commands.guild_only()
    async def fold(interaction: discord.Interaction) -> None:
        await desk.here(interaction, requests.fold)

    @app_commands.command(name="allin", description=locale_str("Put in all your chips"))
    @app_commands.guild_only()
    async def allin(interaction: discord.Interaction) -> None:
        await desk.here(interaction, lambda asked, table: requests.act(asked, table, AllIn))

    @app_commands.command(name="draw", description=locale_str("Exchange cards, or none"))
    @app_commands.guild_only()
    @app_commands.describe(
        count=locale_str("How many cards, 0 to stand pat"),
        positions=locale_str("Which ones, such as 1 3; without it you choose from your cards"),
    )
    async def draw(
        interaction: discord.Interaction, count: Range[int, 0, 5], positions: str = ""
    ) -> None:
        async def request(asked: Asked, table: TableId) -> Answer:
            chosen = parse_positions(positions) if positions.strip() else ()
            if chosen and len(chosen) != count:
                raise BadPositions(positions)
            return await requests.draw(asked, table, count, chosen)

        await desk.here(interaction, request)

    @app_commands.command(name="cards", description=locale_str("See your cards, you alone"))
    @app_commands.guild_only()
    async def cards(interaction: discord.Interaction) -> None:
        async def request(asked: Asked, table: TableId) -> Answer:
            return requests.cards(asked, table)

        await desk.here(interaction, request)

    @app_commands.command(name="show", description=locale_str("Show a hand that won unseen"))
    @app_commands.guild_only()
    async def show(interaction: discord.Interaction) -> None:
        await desk.here(interaction, lambda asked, table: requests.act(asked, table, Show))

    @app_commands.command(name="why", description=locale_str("Explain the last ruling"))
    @app_commands.guild_only()
    async def why(interaction: discord.Interaction) -> None:
        async def request(asked: Asked, table: TableId) -> Answer:
            return requests.why(asked, table)

        await desk.here(interaction, request)

    @app_commands.command(name="help", description=locale_str("How to play here"))
    @app_commands.guild_only()
    async def help_(interaction: discord.Interaction) -> None:
        async def request(asked: Asked) -> Answer:
            return help_answer(asked)

        await desk.serve(interaction, request)

    @app_commands.command(name="audit", description=locale_str("See that all chips add up"))
    @app_commands.guild_only()
    @app_commands.describe(hand=locale_str("The movements of one hand, by its number"))
    async def audit(
        interaction: discord.Interaction, hand: Range[int, 1, 1_000_000] | None = None
    ) -> None:
        await desk.serve(interaction, lambda asked: books.audit(asked, hand))

    return [bet, raise_, call, check, fold, allin, draw, cards, show, why, audit, help_]
