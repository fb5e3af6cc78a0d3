"""What a series has to tell a member who takes no direct messages is said in its channel."""

from __future__ import annotations

from dataclasses import replace

from bot.outbox import Outbox
from bot.series.model import SeriesId
from bot.store import OutboxRow, Store
from bot.store.series import SeriesStore


class Undelivered:
    """Finds another way for a message that did not arrive."""

    def __init__(self, store: Store, outbox: Outbox) -> None:
        self._rows = store
        self._series = SeriesStore(store)
        self._outbox = outbox

    async def say_in_channel(self, row: OutboxRow) -> None:
        """Say in the channel of a series what did not reach a member; tables have other ways."""
        if row.table >= 0:
            return
        season = await self._series.season(SeriesId(-row.table))
        channel, id_ = season.series.setup.channel, self._rows.new_row_id()
        said = replace(row, id=id_, kind="post", target=channel, key=f"{row.key}.here")
        if await self._series.say_once(said):
            self._outbox.add([said])
