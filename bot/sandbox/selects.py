"""Selects: what each kind offers, and what Discord sends of what was chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from .model import (
    CHANNEL_SELECT,
    MENTIONABLE_SELECT,
    ROLE_SELECT,
    STRING_SELECT,
    USER_SELECT,
    Channel,
    Json,
    Place,
)
from .resolving import resolve_channel, resolve_member, resolve_role

if TYPE_CHECKING:
    from .world import StandIn


def problem_of(world: StandIn, place: Place, select: Json, values: Sequence[str]) -> str | None:
    """Say why a select does not take these values."""
    known = set(_offered(world, place, select))
    for value in values:
        if value not in known:
            return f"no option {value!r}; there are: {', '.join(sorted(known))}"
    low, high = select["min_values"], select["max_values"]
    if len(set(values)) != len(values) or not low <= len(values) <= high:
        return f"between {low} and {high} different options must be chosen"
    return None


def resolve_chosen(
    world: StandIn, place: Place, select: Json, values: Sequence[str], resolved: Json
) -> None:
    """Add the objects that Discord sends with the ids of members, roles and channels."""
    kind = select["type"]
    for value in values:
        if kind == CHANNEL_SELECT:
            resolve_channel(world, world.channels[int(value)], resolved)
        elif kind in (USER_SELECT, MENTIONABLE_SELECT) and int(value) in world.members:
            resolve_member(place, world.members[int(value)], resolved)
        elif kind in (ROLE_SELECT, MENTIONABLE_SELECT) and isinstance(place, Channel):
            resolve_role(place, int(value), resolved)


def _offered(world: StandIn, place: Place, select: Json) -> Iterator[str]:
    """Yield the values that a select offers here."""
    kind = select["type"]
    if kind == STRING_SELECT:
        yield from (option["value"] for option in select["options"])
    if kind in (USER_SELECT, MENTIONABLE_SELECT):
        yield from (str(id_) for id_, member in world.members.items() if member.here)
    if not isinstance(place, Channel):
        return
    if kind in (ROLE_SELECT, MENTIONABLE_SELECT):
        yield from map(str, place.guild.roles)
    if kind == CHANNEL_SELECT:
        of_guild = (c for c in world.channels.values() if c.guild is place.guild)
        types = select.get("channel_types")
        yield from (str(c.id) for c in of_guild if not types or c.kind in types)
