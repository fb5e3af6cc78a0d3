"""`/holdem start`, `/holdem cash` and `/fivecard start`."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Range, locale_str

from bot.commands.base import Desk
from bot.errors import CannotPostHere
from bot.place import missing_permissions
from bot.table import lobby
from bot.table.model import Ping
from engine import fivecard, holdem
from engine.rules import Game, Stakes, Structure

STACK = locale_str("Chips each player starts with")
SEATS = locale_str("Most players at the table")
HANDS = locale_str("End after this many hands")
MINUTES = locale_str("End this many minutes after the start")
TURN = locale_str("Seconds for each decision")
PINGS = locale_str("When to ping the member to act")
START = locale_str("Open a table in this channel")

LIMIT = locale_str("How much may be bet: no-limit unless set")
LEVEL_HANDS = locale_str("Raise the stakes every so many hands")
LEVEL_MINUTES = locale_str("Raise the stakes every so many minutes")

LIMIT_CHOICES = [
    app_commands.Choice(name=locale_str("no-limit"), value=Structure.NO_LIMIT.value),
    app_commands.Choice(name=locale_str("pot-limit"), value=Structure.POT_LIMIT.value),
    app_commands.Choice(name=locale_str("fixed-limit"), value=Structure.FIXED_LIMIT.value),
]
PING_CHOICES = [
    app_commands.Choice(name=locale_str("after ten seconds"), value=Ping.LATE.value),
    app_commands.Choice(name=locale_str("always"), value=Ping.ALWAYS.value),
    app_commands.Choice(name=locale_str("never"), value=Ping.NEVER.value),
]

Stack = Range[int, lobby.STACK[0], lobby.STACK[1]]
Ante = Range[int, 0, lobby.STACK[1]]
Chips = Range[int, 1, lobby.STACK[1]]
Hands = Range[int, lobby.HANDS[0], lobby.HANDS[1]]
Minutes = Range[int, lobby.MINUTES[0], lobby.MINUTES[1]]
LevelHands = Range[int, lobby.LEVEL_HANDS[0], lobby.LEVEL_HANDS[1]]
LevelMinutes = Range[int, lobby.LEVEL_MINUTES[0], lobby.LEVEL_MINUTES[1]]
Turn = Range[int, lobby.TURN_S[0], lobby.TURN_S[1]]


def check_place(interaction: discord.Interaction) -> None:
    """Check that a table can be run in the channel of an interaction.

    :raises CannotPostHere: with the permissions that are missing.
    """
    missing = missing_permissions(interaction.app_permissions, interaction.channel)
    if missing:
        raise CannotPostHere(missing)


def holdem_group(desk: Desk) -> app_commands.Group:
    """Return the `/holdem` commands."""
    group = app_commands.Group(
        name="holdem", description=locale_str("Texas Hold'em"), guild_only=True
    )

    @group.command(name="start", description=START)
    @app_commands.describe(
        stack=STACK, small=locale_str("Small blind"), big=locale_str("Big blind"),
        ante=locale_str("What everyone pays before the deal, 0 unless set"),
        limit=LIMIT, seats=SEATS, hands=HANDS, minutes=MINUTES, turn=TURN, pings=PINGS,
        level_hands=LEVEL_HANDS, level_minutes=LEVEL_MINUTES,
    )  # fmt: skip
    @app_commands.choices(limit=LIMIT_CHOICES, pings=PING_CHOICES)
    async def start(
        interaction: discord.Interaction,
        stack: Stack = holdem.HOUSE_STACK,
        small: Chips | None = None,
        big: Chips | None = None,
        ante: Ante = 0,
        limit: str = Structure.NO_LIMIT.value,
        seats: Range[int, 2, holdem.HOLDEM.max_players] | None = None,
        hands: Hands | None = None,
        minutes: Minutes | None = None,
        turn: Turn | None = None,
        pings: str | None = None,
        level_hands: LevelHands | None = None,
        level_minutes: LevelMinutes | None = None,
    ) -> None:
        check_place(interaction)
        server = desk.asked(interaction).server
        options = lobby.make_options(
            Game.HOLDEM,
            lobby.make_stakes(small, big, ante, Structure(limit), holdem.HOUSE_STAKES),
            stack=stack,
            seats=seats,
            hands=hands,
            minutes=minutes,
            turn_s=turn or server.turn_s,
            ping=Ping(pings) if pings else server.ping,
            muck=server.muck,
            level_hands=level_hands,
            level_minutes=level_minutes,
        )
        await desk.open(interaction, options)

    @group.command(name="cash", description=locale_str("Open a cash table in this channel"))
    @app_commands.describe(
        small=locale_str("Small blind"), big=locale_str("Big blind"),
        ante=locale_str("What everyone pays before the deal, 0 unless set"),
        limit=LIMIT, buyin_min=locale_str("The fewest chips to bring"),
        buyin_max=locale_str("The most chips to bring, or to have after adding some"),
        straddle=locale_str("Whether the straddle is allowed"),
        seats=SEATS, minutes=MINUTES, turn=TURN, pings=PINGS,
    )  # fmt: skip
    @app_commands.choices(limit=LIMIT_CHOICES, pings=PING_CHOICES)
    async def cash(
        interaction: discord.Interaction,
        small: Chips | None = None,
        big: Chips | None = None,
        ante: Ante = 0,
        limit: str = Structure.NO_LIMIT.value,
        buyin_min: Stack = lobby.BUY_IN[0],
        buyin_max: Stack = lobby.BUY_IN[1],
        straddle: bool = False,
        seats: Range[int, 2, holdem.HOLDEM.max_players] | None = None,
        minutes: Minutes | None = None,
        turn: Turn | None = None,
        pings: str | None = None,
    ) -> None:
        check_place(interaction)
        server = desk.asked(interaction).server
        options = lobby.make_options(
            Game.HOLDEM,
            lobby.make_stakes(small, big, ante, Structure(limit), holdem.HOUSE_STAKES),
            stack=buyin_max,
            seats=seats,
            minutes=minutes,
            turn_s=turn or server.turn_s,
            ping=Ping(pings) if pings else server.ping,
            muck=server.muck,
            buy_in=(buyin_min, buyin_max),
            straddle=straddle,
        )
        await desk.open(interaction, options)

    return group


def fivecard_group(desk: Desk) -> app_commands.Group:
    """Return the `/fivecard` commands."""
    group = app_commands.Group(
        name="fivecard", description=locale_str("Five-card draw"), guild_only=True
    )

    @group.command(name="start", description=START)
    @app_commands.describe(
        stack=STACK, ante=locale_str("What everyone pays before the deal"),
        seats=SEATS, hands=locale_str("End after this many hands, 10 unless set"),
        limit=LIMIT, minutes=MINUTES, turn=TURN, pings=PINGS,
        level_hands=LEVEL_HANDS, level_minutes=LEVEL_MINUTES,
    )  # fmt: skip
    @app_commands.choices(limit=LIMIT_CHOICES, pings=PING_CHOICES)
    async def start(
        interaction: discord.Interaction,
        stack: Stack = fivecard.HOUSE_STACK,
        ante: Chips = fivecard.HOUSE_STAKES.ante,
        limit: str = Structure.NO_LIMIT.value,
        seats: Range[int, 2, fivecard.FIVECARD.max_players] | None = None,
        hands: Hands = fivecard.HOUSE_HANDS,
        minutes: Minutes | None = None,
        turn: Turn | None = None,
        pings: str | None = None,
        level_hands: LevelHands | None = None,
        level_minutes: LevelMinutes | None = None,
    ) -> None:
        check_place(interaction)
        server = desk.asked(interaction).server
        options = lobby.make_options(
            Game.FIVECARD,
            Stakes(ante=ante, structure=Structure(limit)),
            stack=stack,
            seats=seats,
            hands=hands,
            minutes=minutes,
            turn_s=turn or server.turn_s,
            ping=Ping(pings) if pings else server.ping,
            muck=server.muck,
            level_hands=level_hands,
            level_minutes=level_minutes,
        )
        await desk.open(interaction, options)

    return group
