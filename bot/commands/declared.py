"""Whether a command has come as it was declared to Discord.

Discord checks that before, but only what it knows: a client that has not noticed a newer
declaration, or a program that speaks for a member, may send anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import discord
from discord import AppCommandOptionType, app_commands

KINDS: dict[AppCommandOptionType, tuple[type, ...]] = {
    AppCommandOptionType.string: (str,),
    AppCommandOptionType.integer: (int,),
    AppCommandOptionType.boolean: (bool,),
    AppCommandOptionType.user: (discord.Member, discord.User),
    AppCommandOptionType.channel: (app_commands.AppCommandChannel,),
    AppCommandOptionType.role: (discord.Role,),
}
"""What each kind of option arrives as; whom or what Discord does not know is only a number."""


NAMED_BY_ID = {
    AppCommandOptionType.user.value,
    AppCommandOptionType.channel.value,
    AppCommandOptionType.role.value,
    AppCommandOptionType.mentionable.value,
    AppCommandOptionType.attachment.value,
}


def names_by_id(data: Mapping[str, Any]) -> bool:
    """Say whether members, channels and roles in a command as it arrived are named by an id.

    Asked before anything else is: discord.py reads the ids first, and gives no answer if it cannot.
    """
    options: Iterable[Mapping[str, Any]] = data.get("options", ())
    return all(
        str(option.get("value")).isdecimal()
        if option.get("type") in NAMED_BY_ID
        else names_by_id(option)
        for option in options
    )


def is_as_declared(interaction: discord.Interaction) -> bool:
    """Say whether every option of a command exists and has a value that it takes."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return False
    declared = {parameter.display_name: parameter for parameter in command.parameters}
    return all(
        name in declared and _takes(declared[name], value) for name, value in interaction.namespace
    )


def _takes(option: app_commands.Parameter, value: object) -> bool:
    if type(value) not in KINDS[option.type]:
        return False
    if option.choices:
        return value in {choice.value for choice in option.choices}
    if not isinstance(value, int):
        return True
    least, most = option.min_value, option.max_value
    return (least is None or least <= value) and (most is None or value <= most)
