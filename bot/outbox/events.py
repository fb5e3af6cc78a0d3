"""The events of a server's own list at Discord: made, found again, changed.

EventRefused     Discord does not take it, and would not a second time
EventTakenAway   somebody has deleted or cancelled it
EventOver        it has begun or ended at Discord: only another one can be scheduled
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import EventStatus

from bot.outbox.trouble import UNKNOWN_EVENT, cause, may_pass
from bot.series.listing import Listing, Status

_Way = Mapping[EventStatus, EventStatus]
_ENDING: _Way = {EventStatus.active: EventStatus.completed}
_WAYS: Mapping[Status, _Way] = {
    Status.ACTIVE: {EventStatus.scheduled: EventStatus.active},
    Status.COMPLETED: {EventStatus.scheduled: EventStatus.active, **_ENDING},
    Status.CANCELLED: {EventStatus.scheduled: EventStatus.cancelled, **_ENDING},
}
"""The next step of an event to a status: one that has begun can be ended, not cancelled."""


class EventRefused(Exception):
    """Discord does not take an event, and would not a second time."""


class EventTakenAway(Exception):
    """Somebody has deleted or cancelled an event."""


class EventOver(Exception):
    """An event has begun or ended: only another one can be scheduled."""


class Events:
    """Speaks to Discord about events; what may pass is raised as it is."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def make(self, guild: int, listing: Listing) -> int:
        """Make an event and return its id.

        :raises EventRefused: when Discord does not take it.
        """
        try:
            made = await self._guild(guild).create_scheduled_event(
                **_fields(listing),
                entity_type=discord.EntityType.external,
                privacy_level=discord.PrivacyLevel.guild_only,
            )
        except discord.HTTPException as error:
            raise _read(error) from error
        return made.id

    async def find(self, guild: int, listing: Listing) -> int | None:
        """Return our event of that name and start, None when there is none."""
        try:
            events = await self._guild(guild).fetch_scheduled_events()
        except discord.HTTPException as error:
            raise _read(error) from error
        ours = self._client.user
        for event in events:
            made_by_us = ours is not None and event.creator_id == ours.id
            if made_by_us and (event.name, event.start_time) == (listing.name, listing.start):
                return event.id
        return None

    async def change(self, guild: int, event_id: int, listing: Listing) -> None:
        """Bring an event up to date.

        :raises EventRefused: when Discord does not take the change.
        :raises EventTakenAway: when somebody has deleted or cancelled it.
        :raises EventOver: when it can no longer be scheduled.
        """
        try:
            event = await self._guild(guild).fetch_scheduled_event(event_id)
            if listing.status is Status.SCHEDULED:
                await _schedule(event, listing)
                return
            while status := _WAYS[listing.status].get(event.status):
                event = await self._go_on(event, status)
        except discord.HTTPException as error:
            raise _read(error) from error

    async def _go_on(
        self, event: discord.ScheduledEvent, status: EventStatus
    ) -> discord.ScheduledEvent:
        """Bring an event to its next status, unless Discord has done so by itself meanwhile."""
        try:
            return await event.edit(status=status)
        except discord.HTTPException as error:
            if may_pass(error):
                raise
            now = await self._guild(event.guild_id).fetch_scheduled_event(event.id)
            if now.status is event.status:
                raise
            return now

    def _guild(self, guild: int) -> discord.Guild:
        found = self._client.get_guild(guild)
        if found is None:
            raise EventRefused("the server is not ours")
        return found


async def _schedule(event: discord.ScheduledEvent, listing: Listing) -> None:
    """Have an event that has not begun say what it is to say."""
    if event.status is EventStatus.scheduled:
        await event.edit(**_fields(listing))
        return
    if event.status is EventStatus.cancelled:
        raise EventTakenAway
    if event.status is EventStatus.active:
        await event.edit(status=EventStatus.completed)
    raise EventOver


def _fields(listing: Listing) -> dict[str, Any]:
    return {
        "name": listing.name,
        "description": listing.description,
        "location": listing.place,
        "start_time": listing.start,
        "end_time": listing.end,
    }


def _read(error: discord.HTTPException) -> Exception:
    """Return what an answer of Discord means."""
    if may_pass(error):
        return error
    if error.code == UNKNOWN_EVENT:
        return EventTakenAway()
    return EventRefused(cause(error))
