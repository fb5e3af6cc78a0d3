"""In which language everyone on a server is spoken to, at tables and in series that are open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from bot.series.model import Changed
from bot.series.service import SeriesService
from bot.series.telling import Told
from bot.store.series import Season
from bot.table.change import Chance, Change
from bot.table.model import Table
from bot.tables import Tables


class Speech:
    """Brings what is open on a server to the language that is set there.

    Each table and series has a language of its own, so that it speaks one language whatever is in
    the way of changing it.
    """

    def __init__(self, tables: Tables, series: SeriesService) -> None:
        self._tables = tables
        self._series = series

    async def change(self, guild: int, locale: str) -> None:
        """Have the open tables and the running series of a server speak another language."""
        await self._change_tables(guild, locale)
        await self._change_series(guild, locale)

    async def _change_tables(self, guild: int, locale: str) -> None:
        def decide(known: Sequence[Table], _: Chance) -> list[Change]:
            return [Change(replace(t, locale=locale)) for t in known if t.locale != locale]

        there = [table.id for table in self._tables.all_open() if table.guild == guild]
        await self._tables.change_together(there, decide)

    async def _change_series(self, guild: int, locale: str) -> None:
        def decide(now: Season, _: datetime) -> Told:
            # What they have said of sessions that are not over is put into the language as well.
            shown = tuple(each for each in now.sessions if each.posts and each.end is None)
            return Told(Changed(replace(now.series, locale=locale), shown))

        for series in await self._series.store.running(guild):
            season = await self._series.store.season(series)
            if season.series.locale != locale:
                await self._series.change(series, decide)
