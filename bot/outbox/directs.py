"""Direct messages, and what is known of who can be reached by them."""

from __future__ import annotations

import discord

from bot.outbox.delivery import Delivery
from bot.outbox.trouble import may_pass
from bot.store import OutboxRow, Store
from bot.store.database import MemberRow
from bot.table.model import UserId

CANNOT_SEND_TO_USER = 50007
NO_MUTUAL_GUILD = 50278
CLOSED = {CANNOT_SEND_TO_USER, NO_MUTUAL_GUILD}
"""What stays so until the member does something about it: remembered, and not tried every hand."""


class Directs:
    """Sends direct messages; a member's channel is opened once and remembered."""

    def __init__(self, client: discord.Client, delivery: Delivery, store: Store) -> None:
        self._client = client
        self._delivery = delivery
        self._store = store
        self._members: dict[UserId, MemberRow] = {}

    async def load(self) -> None:
        """Take over what is known of everybody."""
        self._members = await self._store.members()

    def reachable(self, user: UserId) -> bool | None:
        """Say whether direct messages reach a member, None when none was tried."""
        known = self._members.get(user)
        return known.reachable if known else None

    async def send(self, row: OutboxRow, *, in_doubt: bool) -> bool:
        """Send a row to its member and say whether that was possible."""
        user = UserId(row.target)
        known = self._members.get(user, MemberRow(user, None, None))
        dm = known.dm
        try:
            dm = await self._send(row, dm, in_doubt=in_doubt)
        except discord.HTTPException as refused:
            if may_pass(refused):
                raise
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
        # Not `create_dm`: that hands out the conversation it remembers, and never opens another.
        dm = int((await self._client.http.start_private_message(row.target))["id"])
        await self._delivery.send(row, dm, in_doubt=in_doubt)
        return dm

    async def _remember(self, member: MemberRow) -> None:
        if self._members.get(member.user) != member:
            self._members[member.user] = member
            await self._store.remember_member(member)
