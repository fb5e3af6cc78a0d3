"""What the page is told of the world. It plays every member, so it is told everything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .agenda import ScheduledEvent, Status
from .commands import called, described, leaves
from .model import LOADING, Channel, DirectChannel, Json, Message, Place, Thread
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
        "online": world.gateway.connected,
        "guild": world.guild.name,
        "channels": [_channel(c, several=several) for c in world.channels.values()],
        "members": [
            {
                "id": str(m.id),
                "name": m.name,
                "locale": m.locale,
                "dms_open": m.dms_open,
                "role": _role(world, m),
            }
            for m in world.members.values()
            if m.here
        ],
        "roles": [{"id": str(r.id), "name": r.name} for r in world.guild.roles.values()],
        "events": [_event(e) for e in world.agenda.of(world.guild)],
        "ahead_s": world.clock.ahead_s,
    }


def _role(world: StandIn, member: Member) -> str | None:
    """Return what a member is beyond one of many: owner or moderator."""
    if member is world.owner:
        return "owner"
    return "moderator" if "manage_guild" in member.permissions else None


def _channel(channel: Channel, *, several: bool) -> Json:
    """Return a channel, named with its guild where there are several; a thread has a parent."""
    guild = f" ({channel.guild.name})" if several else ""
    told: Json = {"id": str(channel.id), "name": channel.name + guild, "type": channel.kind}
    if isinstance(channel, Thread):
        told |= {"parent": str(channel.parent.id), "archived": channel.archived}
    return told


def _event(event: ScheduledEvent) -> Json:
    """Return a scheduled event."""
    return {
        "id": str(event.id),
        "name": event.name,
        "description": event.description,
        "location": event.location,
        "start": event.start,
        "end": event.end,
        "status": Status(event.status).name.lower(),
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
        "files": [_file(each) for each in of.attachments],
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
    kept = (
        *("type", "required", "autocomplete", "channel_types"),
        *("min_value", "max_value", "min_length", "max_length"),
    )
    told = {key: option[key] for key in kept if key in option}
    told |= {"name": called(option, locale), "key": option["name"]}
    told["description"] = described(option, locale)
    if "choices" in option:
        told["choices"] = [
            {"name": called(choice, locale), "value": choice["value"]}
            for choice in option["choices"]
        ]
    return told


def _file(attachment: Json) -> Json:
    """Return a file that came with a message."""
    kept = ("filename", "size", "url", "content_type")
    return {key: attachment[key] for key in kept}
