"""Scheduled events: what is kept of them, and what time makes of them.

Only events that take place elsewhere than in a voice channel ("external") can be made here. Discord
begins them at their start and completes them at their end by itself.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from . import shapes
from .model import Guild, Json

if TYPE_CHECKING:
    from .world import StandIn

EVENTS_INTENT = 1 << 16
MOST_OPEN = 100
EXTERNAL = 3


class Status(IntEnum):
    """Where a scheduled event is in its life."""

    SCHEDULED = 1
    ACTIVE = 2
    COMPLETED = 3
    CANCELED = 4


OPEN = frozenset({Status.SCHEDULED, Status.ACTIVE})
FOLLOWING = {
    Status.SCHEDULED: frozenset({Status.ACTIVE, Status.CANCELED}),
    Status.ACTIVE: frozenset({Status.COMPLETED}),
}
"""What a person or a bot can make of an open event."""


@dataclass(slots=True, eq=False)
class ScheduledEvent:
    """An event in a guild's list; its times are seconds since 1970."""

    id: int
    guild: int
    creator: int
    name: str
    description: str | None
    location: str
    start: float
    end: float
    status: int = Status.SCHEDULED


class Agenda:
    """The scheduled events of all guilds."""

    def __init__(self, world: StandIn) -> None:
        self._world = world
        self._events: dict[int, ScheduledEvent] = {}

    def take_up(self) -> None:
        """Take up what was kept."""
        for kept in self._world.storage.load("scheduled_event"):
            self._events[kept["id"]] = ScheduledEvent(**kept)

    def of(self, guild: Guild) -> list[ScheduledEvent]:
        """Return a guild's events, the oldest first."""
        known = self._events.values()
        return [self._brought_on(event) for event in known if event.guild == guild.id]

    def open_in(self, guild: Guild) -> list[ScheduledEvent]:
        """Return those that are neither completed nor cancelled."""
        return [event for event in self.of(guild) if event.status in OPEN]

    def find(self, guild: Guild, id_: int) -> ScheduledEvent | None:
        """Return a guild's event by its id."""
        event = self._events.get(id_)
        return None if event is None or event.guild != guild.id else self._brought_on(event)

    def keep(self, event: ScheduledEvent) -> None:
        """Keep an event as it is now, a new one or one that has changed."""
        told = "UPDATE" if event.id in self._events else "CREATE"
        self._events[event.id] = event
        self._world.storage.save("scheduled_event", event.id, asdict(event))
        self._tell(told, event)

    def remove(self, event: ScheduledEvent) -> None:
        """Delete an event."""
        del self._events[event.id]
        self._world.storage.delete("scheduled_event", event.id)
        self._tell("DELETE", event)

    def shape(self, event: ScheduledEvent) -> Json:
        """Return an event as Discord shows it."""
        return {
            "id": str(event.id),
            "guild_id": str(event.guild),
            "channel_id": None,
            "creator_id": str(event.creator),
            "creator": self._world.user(event.creator),
            "name": event.name,
            "description": event.description,
            "scheduled_start_time": shapes.moment(event.start),
            "scheduled_end_time": shapes.moment(event.end),
            "privacy_level": 2,
            "status": int(event.status),
            "entity_type": EXTERNAL,
            "entity_id": None,
            "entity_metadata": {"location": event.location},
            "image": None,
            "recurrence_rule": None,
            "guild_scheduled_event_exceptions": [],
        }

    def _brought_on(self, event: ScheduledEvent) -> ScheduledEvent:
        """Begin or complete an event whose time has come."""
        now = self._world.now()
        if event.status == Status.SCHEDULED and now >= event.start:
            event.status = Status.ACTIVE
        if event.status == Status.ACTIVE and now >= event.end:
            event.status = Status.COMPLETED
        return event

    def _tell(self, what: str, event: ScheduledEvent) -> None:
        name = f"GUILD_SCHEDULED_EVENT_{what}"
        self._world.gateway.dispatch(name, self.shape(event), event.guild, EVENTS_INTENT)
        self._world.changed("scheduled_event", event)
