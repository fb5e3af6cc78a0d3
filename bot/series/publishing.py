"""Keeps a server's own list of events up to date with its series, best effort.

Whenever a series has changed, its events are brought to what is so now, one series at a time. The
wish to make one is written down before it is made, and what became of it afterwards: after a crash
in between it is looked for first. Whatever Discord says, the series goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.catalogue import words_for
from bot.clock import Clock
from bot.outbox import EventOver, EventRefused, EventTakenAway, Outbox
from bot.outbox.trouble import cause, may_pass
from bot.render import screens
from bot.series import control
from bot.series.listing import Listed, Listing, State, Status, wanted
from bot.series.model import SeriesId
from bot.series.telling import Telling, to_row
from bot.store import OutboxRow, Store, StoreFailed
from bot.store.listings import ListingStore
from bot.store.series import Season, SeriesStore

log = logging.getLogger(__name__)

RETRY_S = 60.0
LEAST_AHEAD = timedelta(seconds=30)
"""Discord lists nothing that has begun: what is about to is not worth a refusal."""


class Publishing:
    """Brings the events of one series after another up to date."""

    def __init__(self, store: Store, clock: Clock, outbox: Outbox) -> None:
        self._rows = store
        self._listings = ListingStore(store)
        self._series = SeriesStore(store)
        self._clock = clock
        self._outbox = outbox
        self._due: dict[SeriesId, float] = {}
        self._changed = asyncio.Event()
        self.relisted: Callable[[SeriesId, int], Awaitable[None]]
        """Told of every session that has an event now, or has one no more; set once."""
        self.wakes_at: float | None = 0.0
        """When it does something next; None while nothing is to be done."""

    def note(self, series: SeriesId) -> None:
        """Learn that a series has changed."""
        self._due[series] = self.wakes_at = self._clock.now()
        self._changed.set()

    async def run(self) -> None:
        """Bring events up to date whenever a series has changed, for ever."""
        await self._take_over()
        while True:
            self._changed.clear()
            for series in [s for s, at in self._due.items() if at <= self._clock.now()]:
                await self._try(series)
            self.wakes_at = min(self._due.values(), default=None)
            left = None if self.wakes_at is None else self.wakes_at - self._clock.now()
            await self._clock.wait(self._changed, left)

    async def _take_over(self) -> None:
        """Take over what a process before this one has left undone."""
        while True:
            try:
                behind = await self._listings.behind()
            except StoreFailed:
                await self._clock.sleep(RETRY_S)
            else:
                self._due |= dict.fromkeys(behind, self._clock.now())
                return

    async def _try(self, series: SeriesId) -> None:
        """Bring a series' events up to date, or later when something is in the way."""
        del self._due[series]
        try:
            await self._publish(series)
        except StoreFailed:
            log.debug("The store is in trouble; next try in %g s", RETRY_S)
        except Exception as error:
            if may_pass(error):
                log.warning("Series %s: Discord is in trouble: %s", series, cause(error))
            else:
                log.exception("Series %s: a bug while listing; next try in %g s", series, RETRY_S)
        else:
            return
        self._due.setdefault(series, self._clock.now() + RETRY_S)

    async def _publish(self, series: SeriesId) -> None:
        """Bring every event of a series up to date."""
        season = await self._series.season(series)
        listed = await self._listings.of(series)
        words = words_for(season.series.locale)
        for number, wish in wanted(season.series, season.sessions, listed, words).items():
            known = listed.get(number)
            if known is None or known.is_behind(wish):
                await self._bring(season, number, wish, known)
        await self._listings.caught_up(series, season.series.version)

    async def _bring(
        self, season: Season, number: int, wish: Listing, known: Listed | None
    ) -> None:
        """Have the list say of a session what it is to say."""
        try:
            if known is not None and known.state is State.ASKED:
                known = await self._look(season, known)
            if known is None or known.event is None:
                await self._make(season, number, wish)
            elif known.shown != wish:
                await self._change(season, wish, known)
        except EventRefused as refused:
            await self._refused(season, number, wish, known, refused)

    async def _look(self, season: Season, asked: Listed) -> Listed | None:
        """Look whether an event in doubt was made."""
        event = await self._outbox.events.find(season.series.guild, asked.shown)
        if event is None:
            return None
        found = replace(asked, event=event, state=State.LISTED)
        await self._listings.keep(season.series.id, found)
        await self.relisted(season.series.id, found.session)
        return found

    async def _make(self, season: Season, number: int, wish: Listing) -> None:
        """Make an event of a session, unless it is too late for one."""
        now = datetime.fromtimestamp(self._clock.now(), UTC)
        if wish.status is not Status.SCHEDULED or wish.start < now + LEAST_AHEAD:
            return
        series = season.series
        await self._listings.keep(series.id, Listed(number, wish, State.ASKED))
        event = await self._outbox.events.make(series.guild, wish)
        await self._listings.keep(series.id, Listed(number, wish, State.LISTED, event))
        await self.relisted(series.id, number)
        await self._ask_again(series.id)

    async def _ask_again(self, series: SeriesId) -> None:
        """Have what was refused before tried anew, now that Discord takes events again."""
        listed = await self._listings.of(series)
        refused = [
            number
            for number, each in listed.items()
            if each.state is State.REFUSED and each.event is None
        ]
        if refused:
            await self._listings.forget(series, refused)
            self.note(series)

    async def _change(self, season: Season, wish: Listing, known: Listed) -> None:
        """Change an event; one that can no longer be gets a successor."""
        series = season.series
        assert known.event is not None
        changed = replace(known, shown=wish, state=State.LISTED)
        try:
            await self._outbox.events.change(series.guild, known.event, wish)
        except EventTakenAway:
            changed = replace(changed, state=State.TAKEN_AWAY)
        except EventOver:
            await self._make(season, known.session, wish)
            return
        await self._listings.keep(series.id, changed)
        if changed.state is State.TAKEN_AWAY:
            await self.relisted(series.id, changed.session)

    async def _refused(
        self,
        season: Season,
        number: int,
        wish: Listing,
        known: Listed | None,
        refused: EventRefused,
    ) -> None:
        """Remember that Discord refuses, and tell who made the series the first time."""
        series = season.series
        log.warning("Series %s: session %s is not listed: %s", series.id, number, refused)
        listed = await self._listings.of(series.id)
        told = any(each.state is State.REFUSED for each in listed.values())
        event = None if known is None else known.event
        rows = [] if told else [self._notice(season, number)]
        await self._listings.keep(series.id, Listed(number, wish, State.REFUSED, event), rows)
        self._outbox.add(rows)

    def _notice(self, season: Season, number: int) -> OutboxRow:
        """Return what is told to who made the series, where he can be reached."""
        series = season.series
        session = control.session_of(season.sessions, number)
        said = words_for(series.locale).not_listed(series, session)
        direct = self._outbox.reachable(series.host) is not False
        telling = Telling("unlisted", screens.notice(said), series.host if direct else None)
        return to_row(self._rows.new_row_id(), series, telling, self._clock.now())
