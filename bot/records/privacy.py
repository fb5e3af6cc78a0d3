"""What is kept about a member: shown to him, handed to him, deleted when he wants."""

from __future__ import annotations

from bot.asked import Asked, Spot
from bot.errors import AtOpenTables, AwaitedBySeries, StillTelling
from bot.outbox import Answer, Outbox, Private, Update
from bot.records.own import count, gather, to_json
from bot.render import record_screens, screens
from bot.render.parts import Attachment
from bot.series.service import SeriesService
from bot.store import Store
from bot.table.model import Phase, UserId


class Privacy:
    """Answers a member about himself alone."""

    def __init__(self, store: Store, series: SeriesService, outbox: Outbox) -> None:
        self._store = store
        self._series = series
        self._outbox = outbox

    async def show(self, asked: Asked) -> Answer:
        """Say how much is kept."""
        kept = count(await gather(self._store, asked.who.user))
        return Private(record_screens.kept_screen(asked.words.kept(kept)))

    async def export(self, asked: Asked) -> Answer:
        """Hand all of it over."""
        written = to_json(await gather(self._store, asked.who.user))
        attached = Attachment("croupier-about-you.json", written.encode())
        return Private(screens.file_screen(asked.words.exported_data(), attached))

    async def ask(self, asked: Asked) -> Answer:
        """Ask whether all of it is to be deleted, where it can be.

        :raises AtOpenTables, AwaitedBySeries, StillTelling: when it cannot be now.
        """
        await self._check(asked.who.user)
        return Private(record_screens.really_delete_screen(asked.words))

    async def delete(self, asked: Asked) -> Answer:
        """Delete all of it.

        :raises AtOpenTables, AwaitedBySeries, StillTelling: when it cannot be now.
        """
        user = asked.who.user
        await self._check(user)
        await self._series.forget(user)
        self._outbox.forget(user)
        said = screens.notice(asked.words.deleted())
        return Update(said) if asked.spot is Spot.PRIVATE else Private(said)

    async def _check(self, user: UserId) -> None:
        known = await self._store.tables_of(user)
        channels = tuple(t.channel for t in known if t.phase is not Phase.CLOSED)
        if channels:
            raise AtOpenTables(channels)
        if names := await self._store.awaiting_series(user):
            raise AwaitedBySeries(tuple(names))
        if await self._store.is_awaited(user):
            raise StillTelling
