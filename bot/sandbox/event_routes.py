"""Routes of a guild's scheduled events."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from . import permissions
from .agenda import EXTERNAL, FOLLOWING, MOST_OPEN, OPEN, ScheduledEvent, Status
from .errors import (
    event_is_finished,
    missing_permissions,
    too_many_scheduled_events,
    unknown_scheduled_event,
)
from .exchange import Answer, Call, Route
from .forms import Form
from .model import Guild, Json
from .other_routes import guild_of

NAME, DESCRIPTION, LOCATION = 100, 1_000, 100
CREATE_EVENTS = permissions.BITS["create_events"]


def _writable(call: Call) -> Guild:
    """Return the guild, in which the bot may make events and change its own."""
    guild = guild_of(call)
    held = guild.everybody.permissions | guild.bot_role.permissions
    if not held & CREATE_EVENTS:
        raise missing_permissions()
    return guild


def _event(call: Call, guild: Guild) -> ScheduledEvent:
    event = call.world.agenda.find(guild, call.id("guild_scheduled_event_id"))
    if event is None:
        raise unknown_scheduled_event()
    return event


def list_events(call: Call) -> Answer:
    """GET the events that are open."""
    agenda = call.world.agenda
    return 200, [agenda.shape(event) for event in agenda.open_in(guild_of(call))]


def get_event(call: Call) -> Answer:
    """GET one event."""
    return 200, call.world.agenda.shape(_event(call, guild_of(call)))


def create_event(call: Call) -> Answer:
    """POST a new event."""
    guild, body, form = _writable(call), call.json, Form()
    form.one_of(("entity_type",), body.get("entity_type"), frozenset({EXTERNAL}))
    form.one_of(("privacy_level",), body.get("privacy_level"), frozenset({2}))
    for key in ("name", "scheduled_start_time", "scheduled_end_time", "entity_metadata"):
        if body.get(key) is None:
            form.required((key,))
    form.refuse()
    made = ScheduledEvent(0, guild.id, call.world.bot_id, "", None, "", 0.0, 0.0)
    _fill(call, made, body)
    if len(call.world.agenda.open_in(guild)) >= MOST_OPEN:
        raise too_many_scheduled_events()
    made.id = call.world.ids.next()
    call.world.agenda.keep(made)
    return 200, call.world.agenda.shape(made)


def change_event(call: Call) -> Answer:
    """PATCH an event: its fields, or its status."""
    guild, body = _writable(call), call.json
    event = _event(call, guild)
    if event.status not in OPEN:
        raise event_is_finished()
    status = body.get("status")
    if status is not None and status not in FOLLOWING[Status(event.status)]:
        form = Form()
        form.problem(("status",), "INVALID_STATUS_TRANSITION", "Invalid status transition.")
        form.refuse()
    _fill(call, event, body)
    event.status = event.status if status is None else status
    call.world.agenda.keep(event)
    return 200, call.world.agenda.shape(event)


def delete_event(call: Call) -> Answer:
    """DELETE an event."""
    call.world.agenda.remove(_event(call, _writable(call)))
    return 204, None


def _fill(call: Call, event: ScheduledEvent, body: Json) -> None:
    """Take over what is named; all of it or, when anything is wrong, nothing."""
    form = Form()
    name = form.text(("name",), body.get("name"), 1, NAME) or event.name
    description = form.text(("description",), body.get("description"), 1, DESCRIPTION)
    metadata = form.object(("entity_metadata",), body.get("entity_metadata"))
    place = ("entity_metadata", "location")
    location = form.text(place, metadata.get("location"), 1, LOCATION) or event.location
    start = _moment(form, "scheduled_start_time", body, event.start)
    end = _moment(form, "scheduled_end_time", body, event.end)
    if not location:
        form.required(place)
    if "scheduled_start_time" in body and start < call.world.now():
        code = "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST"
        form.problem(("scheduled_start_time",), code, "Cannot schedule event in the past.")
    if end <= start:
        code, message = "GUILD_SCHEDULED_EVENT_END_BEFORE_START", "Must end after it starts."
        form.problem(("scheduled_end_time",), code, message)
    form.refuse()
    event.name, event.location, event.start, event.end = name, location, start, end
    event.description = description or event.description


def _moment(form: Form, key: str, body: Json, default: float) -> float:
    """Read a time, the default where it is not named."""
    given: Any = body.get(key)
    if given is None:
        return default
    try:
        return datetime.fromisoformat(given).timestamp()
    except (TypeError, ValueError):
        form.problem((key,), "DATE_TIME_TYPE_PARSE", "Could not parse the time.")
        return default


_EVENTS = "/guilds/{guild_id}/scheduled-events"
_ONE = f"{_EVENTS}/{{guild_scheduled_event_id}}"

ROUTES = (
    Route("GET", _EVENTS, list_events, major="guild_id"),
    Route("POST", _EVENTS, create_event, major="guild_id"),
    Route("GET", _ONE, get_event, major="guild_id"),
    Route("PATCH", _ONE, change_event, major="guild_id"),
    Route("DELETE", _ONE, delete_event, major="guild_id"),
)
