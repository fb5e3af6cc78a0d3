"""The `/series` commands."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

import discord
from discord import app_commands
from discord.app_commands import Choice, Range, locale_str

from bot.asked import Asked
from bot.commands.base import Desk
from bot.commands.opening import Minutes, check_place
from bot.commands.series_editing import (
    GAMES,
    REPEATS,
    SERIES,
    WHY,
    Number,
    Why,
    add_editing,
    complete_series,
    matching,
)
from bot.commands.series_stakes import add_stakes
from bot.commands.setup import complete_zone
from bot.outbox import Answer
from bot.series.errors import NoSuchSeries, ZoneMissing
from bot.series.model import MOST_PLAYERS, Setup
from bot.series.redating import with_sessions
from bot.series.repeats import Repeating, make_repeat
from bot.series.schedule import Schedule, read_moment
from bot.series.stakes import games_of, house_options
from bot.series.zones import MOST_MATCHES, read_zone
from bot.server.model import Server
from bot.table.model import UserId
from engine.rules import Game

SESSION = locale_str("Number of the session, the next one unless set")
NAME = (1, 60)

WithReason = Callable[[Asked, str, str], Awaitable[Answer]]
Reading = Callable[[Asked, str], Awaitable[Answer]]

Name = Range[str, *NAME]

SESSIONS = 8
"""How many there are unless a moderator says otherwise."""


def series_group(desk: Desk) -> app_commands.Group:
    """Return the `/series` commands; what moderators alone may do the bot checks itself."""
    group = app_commands.Group(
        name="series", description=locale_str("Scheduled sessions with standings"), guild_only=True
    )
    _add_making(group, desk)
    add_editing(group, desk)
    add_stakes(group, desk)
    _add_changing(group, desk)
    _add_reading(group, desk)
    return group


def _add_making(group: app_commands.Group, desk: Desk) -> None:
    requests = desk.series

    @group.command(name="create", description=locale_str("Plan sessions in this channel"))
    @app_commands.describe(
        name=locale_str("How the series is called"),
        first=locale_str("The first date and time: year-month-day hour:minute"),
        zone=locale_str("The time zone of that time: type a place; the server's unless set"),
        repeat=locale_str("How often it is played"),
        sessions=locale_str("How many sessions"),
        game=locale_str("Which game"),
        minutes=locale_str("After how many minutes a session stops"),
        days=locale_str("Several weekdays, such as Tue Fri; else that of the first date"),
    )
    @app_commands.choices(game=GAMES, repeat=REPEATS)
    async def create(
        interaction: discord.Interaction,
        name: Name,
        first: str,
        zone: str = "",
        repeat: str = Repeating.WEEKLY.value,
        sessions: Number | None = None,
        game: str = Game.HOLDEM.value,
        minutes: Minutes = 120,
        days: str = "",
    ) -> None:
        check_place(interaction)

        async def request(asked: Asked) -> Answer:
            asked.check_moderates()
            day, at = read_moment(first)
            rule = make_repeat(Repeating(repeat), day, days)
            schedule = Schedule(zone_of(zone, asked.server), day, at, rule, SESSIONS)
            if sessions is not None:
                schedule = with_sessions(schedule, sessions)
            server = asked.server
            games = tuple(
                house_options(each, minutes, server.turn_s, server.ping, muck=server.muck)
                for each in games_of(game)
            )
            setup = Setup(name, games, schedule, asked.channel, least=2, most=MOST_PLAYERS)
            return await requests.drafting.preview(asked, setup)

        await desk.serve(interaction, request)

    create.autocomplete("zone")(complete_zone)

    @group.command(name="template", description=locale_str("Keep a set-up for another season"))
    @app_commands.describe(series=SERIES, name=locale_str("How the template is called"))
    async def template(interaction: discord.Interaction, series: str, name: Name) -> None:
        await desk.serve(interaction, lambda asked: requests.keep_template(asked, series, name))

    complete_series(template, requests)

    @group.command(name="again", description=locale_str("Plan another season from a template"))
    @app_commands.describe(
        template=locale_str("The template, as it was called"),
        name=locale_str("How the new series is called"),
        first=locale_str("The first date and time: year-month-day hour:minute"),
    )
    async def again(
        interaction: discord.Interaction, template: str, name: Name, first: str
    ) -> None:
        check_place(interaction)
        await desk.serve(interaction, lambda asked: requests.again(asked, template, name, first))

    @again.autocomplete("template")
    async def templates(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        known = await requests.templates(interaction.guild_id or 0)
        return matching(known, typed)


def zone_of(typed: str, server: Server) -> str:
    """Return the zone that was typed, else the server's.

    :raises UnknownZone: when what was typed is none.
    :raises ZoneMissing: when there is neither.
    """
    if typed:
        return read_zone(typed)
    if server.zone is None:
        raise ZoneMissing
    return server.zone


def _add_changing(group: app_commands.Group, desk: Desk) -> None:
    requests = desk.series

    def simple(name: str, description: locale_str, make: WithReason) -> None:
        @group.command(name=name, description=description)
        @app_commands.describe(series=SERIES, why=WHY)
        async def command(interaction: discord.Interaction, series: str, why: Why = "") -> None:
            await desk.serve(interaction, lambda asked: make(asked, series, why))

        complete_series(command, requests)

    simple("pause", locale_str("Let sessions pass for a while"), requests.pause)
    simple("resume", locale_str("Play the sessions to come again"), requests.resume)
    simple("cancel", locale_str("End a series for good; its standings stay"), requests.cancel)

    @group.command(name="skip", description=locale_str("Call one session off"))
    @app_commands.describe(series=SERIES, session=SESSION, why=WHY)
    async def skip(
        interaction: discord.Interaction, series: str, session: Number | None = None, why: Why = ""
    ) -> None:
        await desk.serve(interaction, lambda asked: requests.skip(asked, series, session, why))

    complete_series(skip, requests)

    @group.command(name="move", description=locale_str("Give one session another time"))
    @app_commands.describe(
        series=SERIES, to=locale_str("The new date and time: year-month-day hour:minute"),
        session=SESSION, why=WHY,
    )  # fmt: skip
    async def move(
        interaction: discord.Interaction,
        series: str,
        to: str,
        session: Number | None = None,
        why: Why = "",
    ) -> None:
        await desk.serve(interaction, lambda asked: requests.move(asked, series, session, to, why))

    complete_series(move, requests)

    @group.command(name="correct", description=locale_str("Give or take points"))
    @app_commands.describe(
        series=SERIES, member=locale_str("Whose points"),
        points=locale_str("How many; below zero they are taken"), why=WHY,
    )  # fmt: skip
    async def correct(
        interaction: discord.Interaction,
        series: str,
        member: discord.Member,
        points: Range[int, -10_000, 10_000],
        why: Why,
    ) -> None:
        who = (UserId(member.id), member.display_name)
        await desk.serve(
            interaction, lambda asked: requests.correcting.correct(asked, series, who, points, why)
        )

    complete_series(correct, requests)

    @group.command(name="undo", description=locale_str("Take a correction back"))
    @app_commands.describe(series=SERIES, number=locale_str("Number of the correction"), why=WHY)
    async def undo(
        interaction: discord.Interaction, series: str, number: Range[int, 1, 10_000], why: Why = ""
    ) -> None:
        await desk.serve(
            interaction, lambda asked: requests.correcting.undo(asked, series, number, why)
        )

    complete_series(undo, requests)

    @undo.autocomplete("number")
    async def corrections(interaction: discord.Interaction, typed: object) -> list[Choice[int]]:
        series = str(interaction.namespace.series or "")
        with suppress(NoSuchSeries):
            known = await requests.correcting.choices(desk.asked(interaction), series)
            found = [each for each in known if str(typed).casefold() in each[1].casefold()]
            return [Choice(name=name, value=number) for number, name in found[:MOST_MATCHES]]
        return []


def _add_reading(group: app_commands.Group, desk: Desk) -> None:
    requests = desk.series

    @group.command(name="list", description=locale_str("See all series of this server"))
    async def list_all(interaction: discord.Interaction) -> None:
        await desk.serve(interaction, requests.list_all)

    @group.command(name="explain", description=locale_str("See what somebody's points are made of"))
    @app_commands.describe(series=SERIES, member=locale_str("Whose points; your own unless set"))
    async def explain(
        interaction: discord.Interaction, series: str, member: discord.Member | None = None
    ) -> None:
        whose = member or interaction.user
        who = (UserId(whose.id), whose.display_name)
        await desk.serve(interaction, lambda asked: requests.explain(asked, series, who))

    complete_series(explain, requests)

    def reading(name: str, description: locale_str, make: Reading) -> None:
        @group.command(name=name, description=description)
        @app_commands.describe(series=SERIES)
        async def command(interaction: discord.Interaction, series: str) -> None:
            await desk.serve(interaction, lambda asked: make(asked, series))

        complete_series(command, requests)

    reading("standings", locale_str("See who is where"), requests.standings)
    reading("log", locale_str("See who changed what, when and why"), requests.log)
    reading("export", locale_str("Get the standings as a table"), requests.table_file)
    reading("calendar", locale_str("Get the dates for your calendar"), requests.calendar_file)
