"""The list of slash commands that the bot has registered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .commands import check_commands
from .model import Guild, Json

if TYPE_CHECKING:
    from .world import StandIn


def register(world: StandIn, given: Any, guild: Guild | None) -> list[Json]:
    """Replace the registered commands; those of a known name keep their ids.

    :raises ApiError: 50035.
    """
    before = world.commands if guild is None else guild.commands
    made: dict[str, Json] = {}
    for command in check_commands(given):
        known = before.get(command["name"])
        id_ = str(world.ids.next()) if known is None else known["id"]
        command |= {"id": id_, "application_id": str(world.application_id)}
        same = known is not None and known == command | {"version": known["version"]}
        command["version"] = known["version"] if known and same else str(world.ids.next())
        if guild is not None:
            command["guild_id"] = str(guild.id)
        made[command["name"]] = command
    if guild is None:
        world.commands = made
        world.storage.save("commands", 0, {"commands": list(made.values())})
    else:
        guild.commands = made
        world.guild_changed(guild)
    world.changed("commands")
    return list(made.values())
