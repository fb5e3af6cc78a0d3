"""Maintenance on all servers: begun and ended by an operator, kept over restarts."""

from __future__ import annotations

import logging
from collections.abc import Iterable

import discord

from bot.clock import Clock
from bot.errors import NotOperator
from bot.store import Store, StoreFailed
from bot.table import holding
from bot.table.model import Hold, UserId
from bot.tables import Tables

log = logging.getLogger(__name__)


class Maintenance:
    """The time before which no hand starts.

    Whoever starts hands asks `Tables.check_hands_may_start`, or has it in `Chance.hold`.
    """

    def __init__(self, store: Store, clock: Clock, tables: Tables) -> None:
        self._store = store
        self._clock = clock
        self._tables = tables

    async def load(self) -> None:
        """Take over what a process before this one has announced."""
        self._tables.hold = await self._store.maintenance()

    async def begin(self, minutes: int, reason: str, interaction: int) -> Hold:
        """Announce maintenance at every table, or another end of it; asked twice, do it once."""
        hold = Hold(self._clock.now() + 60 * minutes, reason, interaction)
        announced = self._tables.hold
        if announced is not None and announced.interaction == interaction:
            return announced
        await self._store.set_maintenance(hold)
        self._tables.hold = hold
        await self.apply()
        return hold

    async def end(self) -> None:
        """End maintenance before its time: hands are dealt again."""
        await self._store.set_maintenance(None)
        self._tables.hold = None
        await self.apply()

    async def apply(self) -> None:
        """Have every table know, those too that a crash has left out.

        Where that cannot be kept now no hand starts all the same; only the word is missing.
        """
        try:
            await self._tell_tables(self._tables.hold)
        except StoreFailed:
            log.debug("Not every table has been told of the maintenance")

    async def _tell_tables(self, hold: Hold | None) -> None:
        if hold is not None and hold.until > self._clock.now():
            await self._tables.change_all(lambda now, chance: holding.hold(now, hold, chance.now))
        elif hold is None:
            await self._tables.change_all(lambda now, chance: holding.release(now, chance.now))


class Operators:
    """Who runs the bot: the members named in the settings, or else who owns the application."""

    def __init__(self, named: Iterable[int] = ()) -> None:
        self._users = {UserId(user) for user in named}

    def or_owners_of(self, application: discord.AppInfo | None) -> Operators:
        """Return these, or where none is named the owner, or the members of the owning team."""
        if self._users or application is None:
            return self
        if application.team is None:
            return Operators([application.owner.id])
        accepted = discord.TeamMembershipState.accepted
        team = application.team.members
        return Operators(member.id for member in team if member.membership_state is accepted)

    def check(self, user: UserId) -> None:
        """Check that a member is one of them.

        :raises NotOperator: when he is not.
        """
        if user not in self._users:
            raise NotOperator
