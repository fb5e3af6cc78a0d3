"""Direct messages, and what is known of who can be reached by them."""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.clock import Clock
from bot.outbox.delivery import Delivery
from bot.outbox.trouble import (
    CANNOT_SEND_TO_USER,
    NO_MUTUAL_GUILD,
    OPENING_TOO_FAST,
    TooFast,
    cause,
    may_pass,
)
from bot.store import OutboxRow, Store
from bot.store.written import MemberRow
from bot.table.model import UserId

log = logging.getLogger(__name__)

CLOSED = {CANNOT_SEND_TO_USER, NO_MUTUAL_GUILD}
"""What stays so until the member does something about it: remembered, and not tried every hand."""
OPENING_PAUSE_S = 300.0
"""How long none is opened after Discord has said that they are opened too fast."""


class Directs:
    """Sends direct messages; a member's channel is opened once and remembered."""

    def __init__(
        self, client: discord.Client, delivery: Delivery, store: Store, clock: Clock
    ) -> None:
        self._client = client
        self._delivery = delivery
        self._store = store
        self._clock = clock
        self._opening = asyncio.Lock()
        self._none_before = 0.0
        """Until when none is opened."""
        self._members: dict[UserId, MemberRow] = {}

    async def load(self) -> None:
        """Take over what is known of everybody."""
        self._members = await self._store.members()

    def reachable(self, user: UserId) -> bool | None:
        """Say whether direct messages reach a member, None when none was tried."""
        known = self._members.get(user)
        return known.reachable if known else None

    def forget(self, user: UserId) -> None:
        """Know nothing of a member any more."""
        self._members.pop(user, None)

    async def send(self, row: OutboxRow, *, in_doubt: bool) -> bool:
        """Send a row to its member and say whether that was possible.

        :raises TooFast: when it has to wait for some minutes.
        """
        user = UserId(row.target)
        known = self._members.get(user, MemberRow(user, None, None))
        dm = known.dm
        try:
            dm = await self._send(row, dm, in_doubt=in_doubt)
        except discord.HTTPException as refused:
            if may_pass(refused):
                raise
            if refused.code == OPENING_TOO_FAST:
                raise self._pause(refused) from refused
            # Any refusal counts for now; only a closed door is remembered beyond this table.
            if refused.code in CLOSED:
                await self._remember(MemberRow(user, dm, reachable=False))
            return False
        await self._remember(MemberRow(user, dm, reachable=True))
        return True

    async def _send(self, row: OutboxRow, dm: int | None, *, in_doubt: bool) -> int:
        """Send to the channel that is known, or open one; a channel that is gone is opened anew."""
        if dm is not None:
            try:
                await self._delivery.send(row, dm, in_doubt=in_doubt)
            except discord.NotFound:
                dm = None
            else:
                return dm
        dm = await self._open(UserId(row.target))
        await self._delivery.send(row, dm, in_doubt=in_doubt)
        return dm

    async def _open(self, user: UserId) -> int:
        """Open the conversation with a member, one at a time."""
        async with self._opening:
            if self._clock.now() < self._none_before:
                raise TooFast(self._none_before)
            try:
                # Not `create_dm`: that hands out the conversation it remembers, never another.
                return int((await self._client.http.start_private_message(user))["id"])
            except discord.HTTPException as refused:
                if refused.code == OPENING_TOO_FAST:
                    raise self._pause(refused) from refused
                raise

    def _pause(self, refused: discord.HTTPException) -> TooFast:
        """Open no conversation for a while: Discord would refuse each, and count it."""
        log.warning("Direct messages wait for %g s: %s", OPENING_PAUSE_S, cause(refused))
        self._none_before = self._clock.now() + OPENING_PAUSE_S
        return TooFast(self._none_before)

    async def _remember(self, member: MemberRow) -> None:
        if self._members.get(member.user) != member:
            self._members[member.user] = member
            await self._store.remember_member(member)
