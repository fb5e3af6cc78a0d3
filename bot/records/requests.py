"""The leaderboard of a server, and a member's own record."""

from __future__ import annotations

from bot.asked import Asked, Spot
from bot.clock import Clock
from bot.outbox import Answer, Private, Update
from bot.records.leaders import leaders, sum_up
from bot.render import record_screens
from bot.render.parts import Screen
from bot.router import RecordPress
from bot.store import Store
from bot.table.model import UserId
from bot.table.result import Result

DAY_S = 24 * 60 * 60
LAST_SESSIONS = 5


class Records:
    """Shows what tables that are closed have left of their members."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def leaderboard(self, asked: Asked, days: int) -> Answer:
        """Show who leads on a server over so many days until now, 0: ever."""
        return Private(await self._leaders(asked, days, 0))

    async def turn(self, asked: Asked, press: RecordPress) -> Answer:
        """Turn to another page of it; on a post, where it never is, the page comes in private."""
        shown = await self._leaders(asked, press.days, press.page)
        return Update(shown) if asked.spot is Spot.PRIVATE else Private(shown)

    async def _leaders(self, asked: Asked, days: int, page: int) -> Screen:
        since = self._clock.now() - days * DAY_S if days else 0.0
        board, former = leaders(await self._store.results(asked.guild, since))
        return record_screens.leaders_screen(board, former, days, page, asked.words)

    async def record(self, asked: Asked, user: UserId, name: str) -> Answer:
        """Show how a member did on this server."""
        results = [
            result for result in await self._store.results_of(user) if result.guild == asked.guild
        ]
        total = sum_up(results) if results else None
        last = [(result, await self._link(result)) for result in results[:LAST_SESSIONS]]
        best = min((result.place for result in results if result.place is not None), default=None)
        return Private(record_screens.record_screen(name, total, best, last, asked.words))

    async def _link(self, result: Result) -> str:
        """Return where the table was, down to its last post where that is known."""
        place = f"https://discord.com/channels/{result.guild}/{result.channel}"
        message = await self._store.message_of(result.table)
        return place if message is None else f"{place}/{message}"
