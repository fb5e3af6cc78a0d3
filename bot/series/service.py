"""All series: one lock each; load, decide, commit, and hand on what is to be told.

One task sleeps until the next step of any series is due, which is a row of the store; no series is
in memory before. A step and what it tells are one commit.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from weakref import WeakValueDictionary

from bot.asked import Asked
from bot.clock import Clock
from bot.contests import Contests
from bot.dealer import Dealer
from bot.outbox import NotNow, Outbox
from bot.series import control, posts, signup
from bot.series.errors import CannotPlayThere, SessionFull
from bot.series.model import Changed, SeriesId, Session, Setup, Shows
from bot.series.posts import Redrawn
from bot.series.steps import MayPost, Settings, Stepping
from bot.series.telling import Told, number_of, to_row
from bot.store import OutboxRow, Store, StoreFailed
from bot.store.posts import PostStore
from bot.store.series import Season, SeriesStore
from bot.table.change import Who
from bot.table.model import Contest, Table, UserId
from bot.tables import Tables

log = logging.getLogger(__name__)

RETRY_S = 30.0

Decide = Callable[[Season, datetime], Told]


class SeriesService:
    """The service around `bot.series`."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        dealer: Dealer,
        tables: Tables,
        outbox: Outbox,
        may_post: MayPost,
        settings: Settings,
    ) -> None:
        self._rows = store
        self.store = SeriesStore(store)
        self._posts = PostStore(store)
        self._clock = clock
        self._outbox = outbox
        self._contests = Contests(tables, store, clock)
        self._stepping = Stepping(
            tables, clock, dealer, store, self._contests, outbox, may_post, settings
        )
        self._may_post = may_post
        self._locks: WeakValueDictionary[SeriesId, asyncio.Lock] = WeakValueDictionary()
        self._changed = asyncio.Event()
        self._to_look_at: set[tuple[SeriesId, int]] | None = None
        """Sessions of which a table has closed or a step was taken; None: all being played."""
        tables.contest_news = self._contest_news
        self.committed: Callable[[SeriesId], None] = lambda _: None
        """Told of every series that has changed."""
        self.wakes_at: float | None = 0.0
        """When it takes its next step; None while nothing is due ever."""

    def now(self) -> datetime:
        """Return the time."""
        return datetime.fromtimestamp(self._clock.now(), UTC)

    def check_channel(self, asked: Asked, channel: int) -> None:
        """Check that sessions may be played in a channel of a server.

        :raises CannotPlayThere: when the bot may not write there.
        :raises bot.errors.ChannelNotAllowed: when the server has no tables there.
        """
        if not self._may_post(asked.guild, channel):
            raise CannotPlayThere(channel)
        asked.server.check_opening(asked.who, channel, None, open_tables=0)

    async def change(self, series: SeriesId, decide: Decide) -> Season:
        """Change a series: what is decided becomes true, and what follows from it is told.

        :raises bot.errors.Refused: when it is not possible; nothing has changed then.
        """
        async with self._locks.setdefault(series, asyncio.Lock()):
            before = await self._season(series)
            await self._commit(before, decide(before, self.now()))
            return await self.store.season(series)

    async def press(
        self, series: SeriesId, decide: Decide, on: tuple[int, Shows], message: int | None
    ) -> OutboxRow | None:
        """Change a series for a press, whose answer is to show what becomes of its post.

        :param on: which session the pressed post shows, and as what.
        :param message: the message that was pressed.
        :return: what the answer is to say, None where another post was pressed.
        :raises bot.errors.Refused: when it is not possible; nothing has changed then.
        """
        async with self._locks.setdefault(series, asyncio.Lock()):
            before = await self._season(series)
            told = decide(before, self.now())
            shows = await self._is_shown_by(before, *on, message)
            return await self._commit(before, told, on if shows else None)

    async def _season(self, series: SeriesId) -> Season:
        """Return a series to be changed, once it knows which of its sessions have begun."""
        season = await self.store.season(series)
        for session in season.sessions:
            if await self._stepping.has_begun_unnoted(session, self.now()):
                await self._commit(season, await self._stepping.begin(season, session, self.now()))
                season = await self.store.season(series)
        return season

    async def _is_shown_by(
        self, season: Season, number: int, shows: Shows, message: int | None
    ) -> bool:
        """Say whether a message is the post of a kind that shows a session."""
        post = posts.post_of(control.session_of(season.sessions, number), shows)
        if post is None or message is None:
            return False
        return await self._posts.message(number_of(season.series.id), post.key) == message

    async def seat_late(
        self, series: SeriesId, number: int, who: Who, sign_up: Callable[[Setup, Session], Session]
    ) -> Table:
        """Seat who comes after the start of a session, and return the table at which he plays.

        :param sign_up: puts him on the list of the session.
        :raises bot.errors.Refused: when he cannot play any more; nothing has changed then.
        """
        async with self._locks.setdefault(series, asyncio.Lock()):
            known = await self.store.season(series)
            session = control.session_of(known.sessions, number)
            listed = sign_up(known.series.setup, session)
            come = {entry.member for entry in signup.players(known.series.setup, session)}
            # Whoever sits there counts, even where a crash has kept him from the list.
            come |= self._contests.players((series, number))
            if who.user not in come and len(come) >= known.series.setup.most:
                raise SessionFull
            table = await self._contests.seat((series, number), who)
            await self._commit(known, Told(Changed(known.series, (listed,))))
            return table

    async def redraw(self, series: SeriesId, number: int) -> None:
        """Have the posts of a session show what is so, whatever they show now."""
        async with self._locks.setdefault(series, asyncio.Lock()):
            season = await self.store.season(series)
            shown = posts.drawn(season, control.session_of(season.sessions, number))
            rows = [self._edit(each) for each in shown]
            await self.store.say(rows)
            self._outbox.add(rows)

    async def forget(self, user: UserId) -> None:
        """Take a member out of everything that is kept, and out of the posts of series."""

        def retell(before: Season, now: Season) -> list[OutboxRow]:
            changed = Changed(now.series, now.sessions)
            return [self._edit(each) for each in posts.redrawn(before, changed)]

        self._outbox.add(await self.store.erase(user, retell))

    async def create(self, changed: Changed) -> None:
        """Keep a new series with all its sessions."""
        await self._commit(Season(changed.series, ()), Told(changed))

    async def run(self) -> None:
        """Take every step when it is due, for ever."""
        while True:
            self._changed.clear()
            self.wakes_at = self._clock.now()
            due = await self._take_all_due()
            self.wakes_at = self._clock.now() if self._changed.is_set() else due
            left = None if self.wakes_at is None else self.wakes_at - self._clock.now()
            await self._clock.wait(self._changed, left)

    async def _take_all_due(self) -> float | None:
        """Take the next step of every session that wants one, and return when to look again."""
        try:
            failed = [pair for pair in await self._due() if not await self._take(*pair)]
            for pair in failed:
                self._look_at(*pair)
            return self._clock.now() + RETRY_S if failed else await self._next_due()
        except StoreFailed as failure:
            self._to_look_at = None
            log.warning("Series wait for the database: %s; next try in %g s", failure, RETRY_S)
            return self._clock.now() + RETRY_S

    async def _due(self) -> list[tuple[SeriesId, int]]:
        """Return the sessions that want something now."""
        if self._to_look_at is None:
            # After a crash, a table may have closed without anybody having looked at its session.
            self._to_look_at = set(await self.store.being_played())
        due = await self.store.due_by(self.now())
        to_look_at, self._to_look_at = self._to_look_at, set()
        return list(dict.fromkeys([*sorted(to_look_at), *due]))

    async def _take(self, series: SeriesId, number: int) -> bool:
        """Take the next step of a session; one series' bug must not stop all others."""
        try:
            async with self._locks.setdefault(series, asyncio.Lock()):
                season = await self.store.season(series)
                session = control.session_of(season.sessions, number)
                told = await self._stepping.take(season, session, self.now())
                if told is not None:
                    await self._commit(season, told)
                    self._look_at(series, number)
        except StoreFailed:
            raise
        except NotNow:
            return False
        except Exception:
            log.exception(
                "Session %s of series %s: a step failed; next try in %g s", number, series, RETRY_S
            )
            return False
        return True

    async def _commit(
        self, before: Season, told: Told, pressed: tuple[int, Shows] | None = None
    ) -> OutboxRow | None:
        """Write a change down with what it tells, then hand that on.

        :param pressed: whose post the answer to a press is to show: its row is returned.
        """
        series, now = told.changed.series, self._clock.now()
        rows = [to_row(self._rows.new_row_id(), series, each, now) for each in told.tellings]
        answered: OutboxRow | None = None
        for each in posts.redrawn(before, told.changed, pressed):
            rows.append(row := self._edit(each))
            answered = row if each.shows == pressed else answered
        committed = await self.store.commit(
            told.changed, rows=rows, finishes=told.finishes, correction=told.correction
        )
        self._outbox.add(rows, held=answered)
        self.committed(committed.id)
        self._wake()
        return answered

    def _edit(self, redrawn: Redrawn) -> OutboxRow:
        return redrawn.to_row(self._rows.new_row_id(), self._clock.now())

    def _contest_news(self, contest: Contest) -> None:
        self._look_at(SeriesId(contest.series), contest.session)
        self._wake()

    def _look_at(self, series: SeriesId, number: int) -> None:
        if self._to_look_at is not None:
            self._to_look_at.add((series, number))

    def _wake(self) -> None:
        self.wakes_at = self._clock.now()
        self._changed.set()

    async def _next_due(self) -> float | None:
        due = await self.store.next_due()
        return None if due is None else due.timestamp()
