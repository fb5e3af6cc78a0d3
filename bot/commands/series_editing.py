"""The `/series` commands that set a series up anew for what has not begun."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, Range, locale_str

from bot.commands.base import Desk
from bot.commands.opening import Minutes
from bot.series.choices import checked, with_minutes
from bot.series.model import MOST_PLAYERS, Reminder, Setup, TooFew
from bot.series.redating import Redating
from bot.series.repeats import MOST_WEEKS, Repeating
from bot.series.requests import SeriesRequests
from bot.series.schedule import MOST_SESSIONS, read_moment
from bot.series.stakes import BY_TURNS, games_of, with_games, with_muck
from bot.series.zones import MOST_MATCHES
from engine.rules import Game

SERIES = locale_str("Which series")
WHY = locale_str("Why, for the log")
REASON = (1, 200)

Why = Range[str, *REASON]
Number = Range[int, 1, MOST_SESSIONS]
Field = Range[int, 2, MOST_PLAYERS]
"""As many as the tables of one session hold together."""

ONE_GAME = [
    Choice(name=locale_str("Texas Hold'em"), value=Game.HOLDEM.value),
    Choice(name=locale_str("Five-card draw"), value=Game.FIVECARD.value),
]
GAMES = [*ONE_GAME, Choice(name=locale_str("both, by turns"), value=BY_TURNS)]
REPEATS = [
    Choice(name=locale_str("every week"), value=Repeating.WEEKLY.value),
    Choice(name=locale_str("every 2 weeks"), value=Repeating.TWO_WEEKS.value),
    Choice(name=locale_str("every 4 weeks"), value=Repeating.FOUR_WEEKS.value),
    Choice(
        name=locale_str("every month, on the same weekday of it"), value=Repeating.MONTHLY.value
    ),
    Choice(name=locale_str("every month, on its last such weekday"), value=Repeating.LAST.value),
    Choice(name=locale_str("once"), value=Repeating.ONCE.value),
]
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


def _add_edit(group: app_commands.Group, desk: Desk) -> None:
    @group.command(
        name="edit", description=locale_str("Change who plays what, and when one must be here")
    )
    @app_commands.describe(
        series=SERIES,
        least=locale_str("With how few players a session is played"),
        most=locale_str("How many play at most; more wait"),
        closes=locale_str("How many minutes before the start sign-up closes"),
        late=locale_str("How many minutes after the start late arrivals are seated; 0: none"),
        grace=locale_str("How many minutes late a session may start"),
        presence=locale_str("Seat only who says that he is here"),
        too_few=locale_str("What becomes of a session with too few players"),
        reminders=locale_str("When those who signed up are reminded"),
        channel=locale_str("Where sessions are played from now on"),
        game=locale_str("Which game"),
        minutes=locale_str("After how many minutes a session stops"),
        muck=locale_str("Whether losing hands stay hidden at the showdown"),
        why=WHY,
    )
    @app_commands.choices(too_few=TOO_FEW, reminders=REMINDERS, game=GAMES)
    async def edit(
        interaction: discord.Interaction,
        series: str,
        least: Field | None = None,
        most: Field | None = None,
        closes: Range[int, 0, 1_440] | None = None,
        late: Range[int, 0, 120] | None = None,
        grace: Range[int, 1, 120] | None = None,
        presence: bool | None = None,
        too_few: str | None = None,
        reminders: str | None = None,
        channel: discord.TextChannel | None = None,
        game: str | None = None,
        minutes: Minutes | None = None,
        muck: bool | None = None,
        why: Why = "",
    ) -> None:
        wanted = {
            "least": least, "most": most, "closes_min": closes, "late_min": late,
            "grace_min": grace, "presence": presence,
            "too_few": None if too_few is None else TooFew(too_few),
            "reminders": None if reminders is None else REMINDED[reminders],
            "channel": None if channel is None else channel.id,
        }  # fmt: skip
        chosen: dict[str, Any] = {name: set_ for name, set_ in wanted.items() if set_ is not None}

        def edited(setup: Setup) -> Setup:
            setup = checked(replace(setup, **chosen))
            setup = setup if game is None else with_games(setup, games_of(game))
            setup = setup if minutes is None else with_minutes(setup, minutes)
            return setup if muck is None else with_muck(setup, muck=muck)

        await desk.serve(interaction, lambda asked: desk.series.edit(asked, series, edited, why))

    complete_series(edit, desk.series)


def _add_dates(group: app_commands.Group, desk: Desk) -> None:
    @group.command(name="dates", description=locale_str("Give all sessions to come other dates"))
    @app_commands.describe(
        series=SERIES,
        first=locale_str("The next date and time: year-month-day hour:minute"),
        repeat=locale_str("How often it is played"),
        weeks=locale_str("Every how many weeks it is played"),
        days=locale_str("Several weekdays, such as Tue Fri"),
        sessions=locale_str("How many sessions from then on; as many as are to come unless set"),
        last=locale_str("The last date: year-month-day"),
        why=WHY,
    )
    @app_commands.choices(repeat=REPEATS)
    async def dates(
        interaction: discord.Interaction,
        series: str,
        first: str,
        repeat: str | None = None,
        weeks: Range[int, 1, MOST_WEEKS] | None = None,
        days: str = "",
        sessions: Number | None = None,
        last: str = "",
        why: Why = "",
    ) -> None:
        how = None if repeat is None else Repeating(repeat)
        wanted = Redating(*read_moment(first), how, weeks, days, sessions, last)
        await desk.serve(interaction, lambda asked: desk.series.redate(asked, series, wanted, why))

    complete_series(dates, desk.series)


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
