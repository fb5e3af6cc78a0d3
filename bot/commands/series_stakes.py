"""The `/series` commands that change what is played for: chips and points."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import app_commands
from discord.app_commands import Range, locale_str

from bot.commands.base import Desk
from bot.commands.opening import LIMIT_CHOICES, Ante, Chips, Stack
from bot.commands.series_editing import (
    ONE_GAME,
    SERIES,
    WHY,
    Field,
    Why,
    complete_series,
)
from bot.series.dialogs import read_points
from bot.series.model import Setup
from bot.series.schedule import MOST_SESSIONS
from bot.series.stakes import Wanted, number_of, restaked
from bot.table import lobby
from engine.rules import Game, Structure

NO_TABLE = "0"
"""What is typed for points by the number of players."""


def add_stakes(group: app_commands.Group, desk: Desk) -> None:
    """Add the commands that change chips and points, each of which leaves alone what it is not."""
    _add_stakes(group, desk)
    _add_scoring(group, desk)


def _add_stakes(group: app_commands.Group, desk: Desk) -> None:
    @group.command(name="stakes", description=locale_str("Change what the sessions are played for"))
    @app_commands.describe(
        series=SERIES,
        game=locale_str("Of which game, where a series has two"),
        stack=locale_str("Chips each player starts with"),
        small=locale_str("Small blind; the big one is twice as much unless set"),
        big=locale_str("Big blind; the small one is half of it unless set"),
        ante=locale_str("What everyone pays before the deal"),
        limit=locale_str("How much may be bet"),
        level_minutes=locale_str("Raise the stakes every so many minutes; 0: they stay"),
        why=WHY,
    )
    @app_commands.choices(limit=LIMIT_CHOICES, game=ONE_GAME)
    async def stakes(
        interaction: discord.Interaction,
        series: str,
        game: str | None = None,
        stack: Stack | None = None,
        small: Chips | None = None,
        big: Chips | None = None,
        ante: Ante | None = None,
        limit: str | None = None,
        level_minutes: Range[int, 0, lobby.LEVEL_MINUTES[1]] | None = None,
        why: Why = "",
    ) -> None:
        which = None if game is None else Game(game)
        wanted = Wanted(
            stack=stack, small=small, big=big, ante=ante, level_minutes=level_minutes,
            limit=None if limit is None else Structure(limit),
        )  # fmt: skip

        def edited(setup: Setup) -> Setup:
            return restaked(setup, number_of(setup, which), wanted)

        await desk.serve(interaction, lambda asked: desk.series.edit(asked, series, edited, why))

    complete_series(stakes, desk.series)


def _add_scoring(group: app_commands.Group, desk: Desk) -> None:
    @group.command(name="scoring", description=locale_str("Change what places earn"))
    @app_commands.describe(
        series=SERIES,
        points=locale_str("Points of each place, such as 10 6 4 2; 0: by the number of players"),
        best=locale_str("How many of a member's best sessions count; 0: all"),
        field=locale_str("From how many players a session counts"),
        why=WHY,
    )
    async def scoring(
        interaction: discord.Interaction,
        series: str,
        points: str = "",
        best: Range[int, 0, MOST_SESSIONS] | None = None,
        field: Field | None = None,
        why: Why = "",
    ) -> None:
        table = read_points("" if points.strip() == NO_TABLE else points)

        def edited(setup: Setup) -> Setup:
            made = setup.scoring
            made = replace(made, table=table) if points else made
            made = made if best is None else replace(made, best=best or None)
            made = made if field is None else replace(made, least_field=field)
            return replace(setup, scoring=made)

        await desk.serve(interaction, lambda asked: desk.series.edit(asked, series, edited, why))

    complete_series(scoring, desk.series)
