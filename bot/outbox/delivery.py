"""Single messages: sent once however often it is tried, edited, deleted."""

from __future__ import annotations

from datetime import UTC, datetime

import discord

from bot.outbox.payloads import RawView, marker, mentions, nonce, screen_from_json
from bot.outbox.trouble import UNKNOWN_MESSAGE
from bot.render.parts import Screen
from bot.store import OutboxRow
from bot.table.model import TableId

MOST_DIRECT = 50
"""How many of a member's direct messages are looked through."""
SEARCH_BACK_S = 5.0
"""How far before a row was written its message is looked for: clocks differ a little."""


class Delivery:
    """Sends through the client's connection."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def send(
        self, row: OutboxRow, channel: int, *, in_doubt: bool, instead_of: int | None = None
    ) -> int:
        """Send a row's message, unless it is in doubt and there already; return its id.

        :param instead_of: the message that it replaces, which says the same.
        """
        place = self._client.get_partial_messageable(channel)
        mark = marker(row.table, row.key)
        if in_doubt and (found := await self._find(place, mark, row, instead_of)) is not None:
            return found
        screen = screen_from_json(row.payload)
        sent = await place.send(
            view=RawView(screen, mark),
            nonce=nonce(row.table, row.key, instead_of),
            allowed_mentions=mentions(screen),
        )
        return sent.id

    async def say(self, table: TableId, channel: int, key: str, screen: Screen) -> None:
        """Send a message that no row stands for."""
        await self._client.get_partial_messageable(channel).send(
            view=RawView(screen), nonce=nonce(table, key), allowed_mentions=mentions(screen)
        )

    async def _find(
        self, channel: discord.PartialMessageable, mark: int, row: OutboxRow, instead_of: int | None
    ) -> int | None:
        """Look for a message of ours that carries a mark, among those since its row was written.

        An answer may have changed an older direct message to it, so there the last ones count.
        """
        since = datetime.fromtimestamp(row.written - SEARCH_BACK_S, tz=UTC)
        history = (
            channel.history(limit=MOST_DIRECT)
            if row.kind == "direct"
            else channel.history(after=since, limit=None)
        )
        async for message in history:
            ids = {getattr(component, "id", None) for component in message.components}
            ours = message.author == self._client.user and message.id != instead_of
            if ours and mark in ids:
                return message.id
        return None

    async def edit(self, channel: int, message: int, screen: Screen, mark: int) -> None:
        """Change a message; it keeps the mark it is recognised by."""
        partial = self._client.get_partial_messageable(channel).get_partial_message(message)
        await partial.edit(view=RawView(screen, mark), allowed_mentions=mentions(screen))

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message, if nobody has done so before."""
        place = self._client.get_partial_messageable(channel)
        try:
            await place.get_partial_message(message).delete()
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
