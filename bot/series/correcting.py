"""Points that moderators give or take, and take back."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from bot.asked import Asked
from bot.outbox import Answer, Private
from bot.render import screens
from bot.series.errors import NothingToUndo
from bot.series.model import Changed, Did, LogLine, SeriesId
from bot.series.service import SeriesService
from bot.series.standings import Correction
from bot.series.telling import Told
from bot.store import Conflict
from bot.store.series import Season
from bot.table.model import UserId


class Correcting:
    """Makes corrections and undoes them."""

    def __init__(self, service: SeriesService) -> None:
        self._service = service
        self._store = service.store

    async def correct(
        self, asked: Asked, name: str, member: tuple[UserId, str], points: int, why: str
    ) -> Answer:
        """Give or take points."""
        asked.check_moderates()
        series = await self._store.named(asked.guild, name)
        while True:
            number = len((await self._store.record(series)).corrections) + 1
            made = Correction(number, member[0], points, why)
            # Where another moderator's has come first, the next number is tried.
            with suppress(Conflict):
                return await self._keep(asked, series, made, member[1], Did.CORRECTED)

    async def undo(self, asked: Asked, name: str, number: int, why: str) -> Answer:
        """Take a correction back.

        :raises NothingToUndo: when there is none of that number that counts.
        """
        asked.check_moderates()
        series = await self._store.named(asked.guild, name)
        record = await self._store.record(series)
        made = next((c for c in record.corrections if c.number == number and not c.undone), None)
        if made is None:
            raise NothingToUndo
        undone, whose = replace(made, undone=True), record.names[made.member]
        try:
            return await self._keep(asked, series, undone, whose, Did.UNDID, why)
        except Conflict as conflict:
            raise NothingToUndo from conflict

    async def _keep(
        self,
        asked: Asked,
        series: SeriesId,
        made: Correction,
        name: str,
        did: Did,
        why: str = "",
    ) -> Answer:
        """Write a correction down, or that it is undone, with the line of the log."""

        def decide(season: Season, now: datetime) -> Told:
            line = LogLine(
                now,
                asked.who.user,
                did,
                why or made.reason,
                member=UserId(made.member),
                points=made.points,
                number=made.number,
            )
            return Told(Changed(season.series, line=line), correction=(made, name))

        await self._service.change(series, decide)
        return Private(screens.notice(asked.words.correction_made(made)))

    async def choices(self, asked: Asked, name: str) -> list[tuple[int, str]]:
        """Return the corrections that count, the newest first, for completion by a moderator."""
        if not asked.who.may_manage:
            return []
        record = await self._store.record(await self._store.named(asked.guild, name))
        return [
            (made.number, asked.words.correction_choice(made, record.names[made.member]))
            for made in reversed(record.corrections)
            if not made.undone
        ]
