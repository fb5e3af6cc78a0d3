"""The `/series` commands that set a series up anew for what has not begun."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, Range, locale_str

from bot.commands.base import Desk
from bot.commands.opening import LIMIT, LIMIT_CHOICES, Ante, Chips, LevelMinutes, Stack
from bot.series.choices import checked, read_points
from bot.series.model import MOST_PLAYERS, Reminder, Setup, TooFew
from bot.series.requests import SeriesRequests
from bot.series.schedule import MOST_SESSIONS, read_moment, starting_at
from bot.series.zones import MOST_MATCHES
from bot.table import lobby
from bot.table.model import Options
from engine.rules import Structure

SERIES = locale_str("Which series")
WHY = locale_str("Why, for the log")
REASON = (1, 200)

Why = Range[str, *REASON]
Number = Range[int, 1, MOST_SESSIONS]
Field = Range[int, 2, MOST_PLAYERS]
"""As many as the tables of one session hold together."""

TOO_FEW = [
    Choice(name=locale_str("cancel"), value=TooFew.CANCEL.value),
    Choice(name=locale_str("postpone"), value=TooFew.POSTPONE.value),
]
REMINDERS = [
    Choice(name=locale_str("a day, an hour and five minutes before"), value="day"),
    Choice(name=locale_str("an hour and five minutes before"), value="hour"),
    Choice(name=locale_str("five minutes before"), value="five"),
    Choice(name=locale_str("not at all"), value="never"),
]
REMINDED = {
    "day": (Reminder.DAY, Reminder.HOUR, Reminder.FIVE),
    "hour": (Reminder.HOUR, Reminder.FIVE),
    "five": (Reminder.FIVE,),
    "never": (),
}


def add_editing(group: app_commands.Group, desk: Desk) -> None:
    """Add the commands that change a set-up."""
    _add_edit(group, desk)
    _add_dates(group, desk)
    _add_stakes(group, desk)
    _add_scoring(group, desk)


def _add_edit(group: app_commands.Group, desk: Desk) -> None:
    @group.command(
        name="edit", description=locale_str("Change who plays, and when one must be here")
    )
    @app_commands.describe(
        series=SERIES,
        least=locale_str("With how few players a session is played"),
        most=locale_str("How many play at most; more wait"),
        closes=locale_str("How many minutes before the start sign-up closes"),
        grace=locale_str("How many minutes late a session may start"),
        presence=locale_str("Seat only who says that he is here"),
        too_few=locale_str("What becomes of a session with too few players"),
        reminders=locale_str("When those who signed up are reminded"),
        channel=locale_str("Where sessions are played from now on"),
        why=WHY,
    )
    @app_commands.choices(too_few=TOO_FEW, reminders=REMINDERS)
    async def edit(
        interaction: discord.Interaction,
        series: str,
        least: Field | None = None,
        most: Field | None = None,
        closes: Range[int, 0, 1_440] | None = None,
        grace: Range[int, 1, 120] | None = None,
        presence: bool | None = None,
        too_few: str | None = None,
        reminders: str | None = None,
        channel: discord.TextChannel | None = None,
        why: Why = "",
    ) -> None:
        wanted = {
            "least": least, "most": most, "closes_min": closes, "grace_min": grace,
            "presence": presence, "too_few": None if too_few is None else TooFew(too_few),
            "reminders": None if reminders is None else REMINDED[reminders],
            "channel": None if channel is None else channel.id,
        }  # fmt: skip
        chosen: dict[str, Any] = {name: set_ for name, set_ in wanted.items() if set_ is not None}

        def edited(setup: Setup) -> Setup:
            return checked(replace(setup, **chosen))

        await desk.serve(interaction, lambda asked: desk.series.edit(asked, series, edited, why))

    complete_series(edit, desk.series)


def _add_dates(group: app_commands.Group, desk: Desk) -> None:
    @group.command(name="dates", description=locale_str("Give all sessions to come other dates"))
    @app_commands.describe(
        series=SERIES,
        first=locale_str("The next date and time: year-month-day hour:minute"),
        sessions=locale_str("How many sessions from then on; as many as before unless set"),
        why=WHY,
    )
    async def dates(
        interaction: discord.Interaction,
        series: str,
        first: str,
        sessions: Number | None = None,
        why: Why = "",
    ) -> None:
        day, at = read_moment(first)

        def edited(setup: Setup) -> Setup:
            schedule = starting_at(setup.schedule, day, at)
            return replace(
                setup, schedule=replace(schedule, sessions=sessions or schedule.sessions)
            )

        await desk.serve(interaction, lambda asked: desk.series.edit(asked, series, edited, why))

    complete_series(dates, desk.series)


def _add_stakes(group: app_commands.Group, desk: Desk) -> None:
    @group.command(name="stakes", description=locale_str("Change what the sessions are played for"))
    @app_commands.describe(
        series=SERIES, stack=locale_str("Chips each player starts with"),
        small=locale_str("Small blind"), big=locale_str("Big blind"),
        ante=locale_str("What everyone pays before the deal"), limit=LIMIT,
        level_minutes=locale_str("Raise the stakes every so many minutes"), why=WHY,
    )  # fmt: skip
    @app_commands.choices(limit=LIMIT_CHOICES)
    async def stakes(
        interaction: discord.Interaction,
        series: str,
        stack: Stack | None = None,
        small: Chips | None = None,
        big: Chips | None = None,
        ante: Ante | None = None,
        limit: str | None = None,
        level_minutes: LevelMinutes | None = None,
        why: Why = "",
    ) -> None:
        def changed(now: Options) -> Options:
            made = lobby.make_stakes(
                small, big, now.stakes.ante if ante is None else ante,
                now.stakes.structure if limit is None else Structure(limit), now.stakes,
            )  # fmt: skip
            return lobby.make_options(
                now.game, made, stack=stack or now.stack, seats=now.seats, minutes=now.minutes,
                turn_s=now.turn_s, ping=now.ping, level_minutes=level_minutes,
            )  # fmt: skip

        def edited(setup: Setup) -> Setup:
            return replace(setup, games=tuple(map(changed, setup.games)))

        await desk.serve(interaction, lambda asked: desk.series.edit(asked, series, edited, why))

    complete_series(stakes, desk.series)


def _add_scoring(group: app_commands.Group, desk: Desk) -> None:
    @group.command(name="scoring", description=locale_str("Change what places earn"))
    @app_commands.describe(
        series=SERIES,
        points=locale_str("Points of each place, such as 10 6 4 2; none: by the number of players"),
        best=locale_str("How many of a member's best sessions count; without it all"),
        field=locale_str("From how many players a session counts"),
        why=WHY,
    )
    async def scoring(
        interaction: discord.Interaction,
        series: str,
        points: str = "",
        best: Number | None = None,
        field: Field = 2,
        why: Why = "",
    ) -> None:
        table = read_points(points)

        def edited(setup: Setup) -> Setup:
            made = replace(setup.scoring, table=table, best=best, least_field=field)
            return replace(setup, scoring=made)

        await desk.serve(interaction, lambda asked: desk.series.edit(asked, series, edited, why))

    complete_series(scoring, desk.series)


def complete_series(
    command: app_commands.Command[Any, ..., None], requests: SeriesRequests
) -> None:
    """Complete the names of the server's series."""

    @command.autocomplete("series")
    async def names(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        known = await requests.names(interaction.guild_id or 0)
        return matching(known, typed)


def matching(names: Iterable[str], typed: str) -> list[Choice[str]]:
    """Return the choices that hold what was typed."""
    found = [name for name in names if typed.casefold() in name.casefold()]
    return [Choice(name=name, value=name) for name in found[:MOST_MATCHES]]
