"""What the page is told of the world. It plays every member, so it is told everything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .commands import called, described, leaves
from .files import CDN
from .model import LOADING, DirectChannel, Json, Message, Place
from .typed import offered

if TYPE_CHECKING:
    from .members import Member
    from .world import StandIn

SHOWN_MESSAGES = 100


def everything(world: StandIn) -> Json:
    """Return all a page needs that was just opened."""
    places: list[Place] = [*world.channels.values(), *world.conversations.values()]
    recent = [m for place in places for m in list(place.log.values())[-SHOWN_MESSAGES:]]
    return people(world) | {"ev": "all", "messages": [message(world, each) for each in recent]}


def people(world: StandIn) -> Json:
    """Return who and what there is, messages aside."""
    several = len(world.guilds) > 1
    return {
        "ev": "people",
        "bot": {"id": str(world.bot_id), "name": world.bot_user["username"]},
        "online": any(s.line is not None for s in world.gateway.sessions.values()),
        "guild": world.guild.name,
        "channels": [
            {
                "id": str(c.id),
                "name": f"{c.name} ({c.guild.name})" if several else c.name,
                "guild": str(c.guild.id),
            }
            for c in world.channels.values()
        ],
        "members": [
            {
                "id": str(m.id),
                "name": m.name,
                "locale": m.locale,
                "dms_open": m.dms_open,
                "moderator": "manage_guild" in m.permissions,
            }
            for m in world.members.values()
        ],
    }


def event(world: StandIn, kind: str, what: Any) -> Json:
    """Return what a page is told of one change."""
    if kind == "message":
        return {"ev": "message", "message": message(world, what)}
    if kind == "deleted":
        return {"ev": "deleted", "id": str(what.id)}
    if kind == "commands":
        return {"ev": "commands"}
    return people(world)


def message(world: StandIn, of: Message) -> Json:
    """Return one message; a direct one names the member instead of the place."""
    place = of.place
    told: Json = {
        "id": str(of.id),
        "place": str(place.id),
        "author": str(of.author_id),
        "content": of.content,
        "components": of.components,
        "images": [_local(each["url"]) for each in of.attachments],
        "at": of.created_at,
        "edited": of.edited,
        "loading": bool(of.flags & LOADING),
        "seen_by": None if of.seen_by is None else str(of.seen_by),
        "pinged": [str(id_) for id_ in of.pinged],
        "mentions": [str(id_) for id_ in of.mentions],
    }
    if isinstance(place, DirectChannel):
        told["with"] = str(place.recipient_id)
    if of.interaction is not None and of.interaction["type"] == 2:
        told["asked_by"] = world.user(int(of.interaction["user"]["id"]))["global_name"]
    return told


def commands(world: StandIn, member: Member, place: Place) -> list[Json]:
    """Return the commands a member is offered in a place, each form by itself."""
    told = []
    for command in offered(world, member, place):
        for path, options in leaves(command):
            told.append(
                {
                    "name": " ".join(called(each, member.locale) for each in path),
                    "description": described(path[-1], member.locale),
                    "options": [_option(each, member.locale) for each in options],
                }
            )
    return sorted(told, key=lambda each: str(each["name"]))


def _option(option: Json, locale: str) -> Json:
    """Return one option as a field to fill in."""
    kept = ("type", "required", "min_value", "max_value", "min_length", "max_length")
    told = {key: option[key] for key in kept if key in option}
    told |= {"name": called(option, locale), "key": option["name"]}
    told["description"] = described(option, locale)
    if "choices" in option:
        told["choices"] = [
            {"name": called(choice, locale), "value": choice["value"]}
            for choice in option["choices"]
        ]
    return told


def _local(url: str) -> str:
    """Return where this server has a file that Discord would serve from elsewhere."""
    return url.replace(CDN, "/page/files")
