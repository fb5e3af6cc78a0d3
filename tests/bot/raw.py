"""Interactions as they come in, without what Discord's own app would check before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.sandbox import Member, Message, Reply
from bot.sandbox.interaction import COMMAND, COMPONENT
from bot.sandbox.model import Place

SUBCOMMAND, STRING, INTEGER, BOOLEAN = 1, 3, 4, 5
KINDS = {str: STRING, bool: BOOLEAN, int: INTEGER}


def command_data(command: str, options: Mapping[str, object]) -> dict[str, Any]:
    """Return the data of a slash command with any options."""
    name, *rest = command.split(" ")
    sent: list[dict[str, Any]] = [
        {"type": KINDS[type(value)], "name": option, "value": value}
        for option, value in options.items()
    ]
    for each in reversed(rest):
        sent = [{"type": SUBCOMMAND, "name": each, "options": sent}]
    return {"id": "1", "name": name, "type": 1, "options": sent}


async def slash(who: Member, place: Place, command: str, /, **options: object) -> Reply:
    """Send a command that need not be offered to a member, or with such values."""
    data = command_data(command, options)
    return await who.world.interactions.open(who, place, COMMAND, data)


async def press(who: Member, message: Message, custom_id: str, **data: object) -> Reply:
    """Use a control that need not be under a message."""
    sent: dict[str, Any] = {"component_type": 2, "custom_id": custom_id, "id": 1} | data
    return await who.world.interactions.open(who, message.place, COMPONENT, sent, message)
