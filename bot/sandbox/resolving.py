"""What Discord sends beside the ids of members, channels and roles: the objects themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import permissions, shapes
from .model import Channel, Json, Place

if TYPE_CHECKING:
    from .members import Member
    from .world import StandIn


def resolve_member(place: Place, member: Member, resolved: Json) -> None:
    """Add a member, and in a guild what he is there."""
    id_ = str(member.id)
    resolved.setdefault("users", {})[id_] = member.user
    if isinstance(place, Channel):
        # Members in resolved data come without user, mute and deaf, which users has.
        told = shapes.member_of(member, place.guild) | {"permissions": str(member.bits)}
        left_out = ("user", "mute", "deaf")
        kept = {key: value for key, value in told.items() if key not in left_out}
        resolved.setdefault("members", {})[id_] = kept


def resolve_channel(world: StandIn, channel: Channel, resolved: Json) -> None:
    """Add a channel."""
    told = shapes.guild_channel(channel, world.bot_id)
    told["permissions"] = str(permissions.EVERYBODY)
    told["app_permissions"] = str(channel.bot_permissions)
    resolved.setdefault("channels", {})[str(channel.id)] = told


def resolve_role(channel: Channel, id_: int, resolved: Json) -> None:
    """Add a role of a channel's guild."""
    position = list(channel.guild.roles).index(id_)
    told = shapes.role(channel.guild.roles[id_], position)
    resolved.setdefault("roles", {})[str(id_)] = told
