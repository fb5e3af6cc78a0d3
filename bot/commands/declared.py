"""Whether a command has come as it was declared to Discord.

Discord checks that before, but only what it knows: a client that has not noticed a newer
declaration, or a program that speaks for a member, may send anything.
"""

from __future__ import annotations

import discord
from discord import AppCommandOptionType, app_commands

KINDS: dict[AppCommandOptionType, type] = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.boolean: bool,
}


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
    if type(value) is not KINDS[option.type]:
        return False
    if option.choices:
        return value in {choice.value for choice in option.choices}
    if not isinstance(value, int):
        return True
    least, most = option.min_value, option.max_value
    return (least is None or least <= value) and (most is None or value <= most)
