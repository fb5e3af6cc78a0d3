"""All open tables: one lock each; load, decide, commit, and hand on what is to be told.

Nothing is sent while a lock is held, and nothing is told before it is committed (design laws 4, 5).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from weakref import WeakValueDictionary

from bot.announce import announce
from bot.catalogue import words_for
from bot.clock import Clock
from bot.dealer import Dealer
from bot.errors import (
    AlreadyCounted,
    NoTableHere,
    RulesRefused,
    TableClosed,
    TableOpenHere,
    UnderMaintenance,
)
from bot.hearing import Hearing
from bot.ledger import movements
from bot.outbox import Live, Outbox
from bot.render.screens import table_screen
from bot.rows import said_by_answer, to_row
from bot.seen.about import about
from bot.seen.watch import Watch
from bot.store import Conflict, Kept, OutboxRow, Store, StoreFailed
from bot.table import lobby, play, suspension
from bot.table.change import Chance, Change, Who, with_member
from bot.table.model import Contest, Hold, Options, Phase, Table, TableId, UserId
from bot.table.view import member_in, public_view
from bot.tellings import Post
from bot.wakes import Wakes
from engine.errors import Refusal
from engine.events import Event, TimedOut
from engine.session import total_chips

log = logging.getLogger(__name__)

RETRY_S = 30.0
STORE_RETRY_S = 5.0
REDRAWN_PER_S = 25
"""How many posts are redrawn after a restart: half of the requests that Discord takes a second."""
LATE_S = 1.0
"""A prompt that was seen this much later than it was committed starts its clock anew."""

Decide = Callable[[Table, Chance], Change]


@dataclass(frozen=True, slots=True)
class Done:
    """A change that is committed."""

    before: Table
    after: Table
    events: tuple[Event, ...]
    answered: OutboxRow | None = None
    """What the answer to the press is to say, written down should it not arrive."""


class Tables:
    """The service around the engine."""

    def __init__(self, store: Store, clock: Clock, dealer: Dealer, watch: Watch) -> None:
        self._store = store
        self._clock = clock
        self._dealer = dealer
        self._watch = watch
        self._tables: dict[TableId, Table] = {}
        self._in_channel: dict[int, TableId] = {}
        self._locks: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()
        self._unposted: dict[TableId, str] = {}
        """The post that shows a table and is not in its channel yet."""
        self._behind = asyncio.Event()
        """Posts may show what was so before an outage."""
        self._live: dict[TableId, Live] = {}
        self._wakes = Wakes(clock, self._wake)
        self.hearing = Hearing()
        self.hold: Hold | None = None
        """Maintenance, on all servers: set by `bot.maintenance`."""
        self.outbox: Outbox | None = None
        """Set once by whoever wires tables and sender together."""
        self.contest_news: Callable[[Contest], None] = lambda _: None
        """Told when a table of a series has closed, or has become the final one."""
        self.before_hand: Callable[[Table], Awaitable[None]] = _nothing_first
        """Asked when a table is about to deal: of several tables of a session, players move."""

    @property
    def _sender(self) -> Outbox:
        assert self.outbox is not None
        return self.outbox

    # Taken up, and through outages

    async def load(self) -> None:
        """Pick up every open table, and what is still to be posted."""
        untold = {(row.table, row.key) for row in await self._store.outbox() if row.kind == "post"}
        for table_id in {table_id for table_id, _ in untold}:
            # A closed one, too: its last board may still have to open.
            table = await self._store.table(table_id)
            if table is not None and (table.id, table.post) in untold:
                self._unposted[table.id] = table.post
        for table in await self._store.open_tables():
            self._keep(table)

    def all_open(self) -> list[Table]:
        """Return every open table."""
        return list(self._tables.values())

    @asynccontextmanager
    async def locked(self, tables: Iterable[TableId]) -> AsyncIterator[None]:
        """Have nobody change any of these tables meanwhile."""
        async with AsyncExitStack() as locks:
            # Always in the same order, so that no two wait for each other.
            for table_id in sorted(tables):
                lock = self._locks.setdefault(table_id, asyncio.Lock())
                await locks.enter_async_context(lock)
            yield

    def stop_clocks(self) -> None:
        """Have nothing happen at any table by itself until `start_clocks`."""
        self._wakes.stand_still(self.all_open())

    def start_clocks(self, moved: Iterable[Table], rows: list[OutboxRow]) -> None:
        """Let clocks run again, those of some tables at a later time, and tell what is to be told.

        Every post is brought up to date, whatever was missed meanwhile.
        """
        for table in moved:
            if table.goes_on:
                self._wakes.prompt_unseen(table.id)
            self._keep(table)
        self._sender.add(rows)
        self._wakes.go_on(self.all_open())
        self._behind.set()

    async def run(self) -> None:
        """Wake tables when their alarms are due, and bring all posts up to date after an outage."""
        await asyncio.gather(self._wakes.run(), self._redraw_all())

    async def _redraw_all(self) -> None:
        """Redraw some posts a second, so that who presses meanwhile need not wait for them."""
        while True:
            await self._behind.wait()
            self._behind.clear()
            for count, table in enumerate(self.all_open(), start=1):
                if table.id in self._tables:
                    self._sender.redraw(table.id, table.channel)
                if count % REDRAWN_PER_S == 0:
                    await self._clock.sleep(1)

    async def stop(self) -> None:
        """Wake no table any more, and wait until every change under way is committed."""
        self._wakes.stop()
        for lock in list(self._locks.values()):
            async with lock:
                pass

    # What is asked of tables

    def check_hands_may_start(self) -> None:
        """Check that hands may be dealt now.

        :raises UnderMaintenance: until when they may not.
        """
        hold = self._hold_now()
        if hold is not None:
            raise UnderMaintenance(hold.until)

    def _chance(self) -> Chance:
        return Chance(self._clock.now(), self._dealer.shuffle, self._dealer.draw, self._hold_now())

    def _hold_now(self) -> Hold | None:
        over = self.hold is None or self.hold.until <= self._clock.now()
        return None if over else self.hold

    def at(self, channel: int) -> Table:
        """Return the table that is open in a channel.

        :raises NoTableHere: when there is none.
        """
        if channel not in self._in_channel:
            raise NoTableHere
        return self._tables[self._in_channel[channel]]

    def find(self, channel: int) -> Table | None:
        """Return the table that is open in a channel, None where there is none."""
        return self._tables.get(self._in_channel.get(channel, TableId(0)))

    def get(self, table: TableId) -> Table:
        """Return an open table.

        :raises TableClosed: when it is not open any more.
        """
        if table not in self._tables:
            raise TableClosed
        return self._tables[table]

    async def known(self, table: TableId) -> Table:
        """Return a table, open or closed.

        :raises TableClosed: when there never was one.
        """
        found = self._tables.get(table) or await self._store.table(table)
        if found is None:
            raise TableClosed
        return found

    def count(self, guild: int) -> int:
        """Return how many tables are open on a server."""
        return sum(table.guild == guild for table in self._tables.values())

    def link(self, table: Table) -> str:
        """Return where the table's post is."""
        place = f"https://discord.com/channels/{table.guild}/{table.channel}"
        message = self._sender.message_of(table.id, table.post)
        return place if message is None else f"{place}/{message}"

    def is_posted(self, table: Table) -> bool:
        """Say whether what a table shows now is in its channel, or will never be."""
        return table.id not in self._unposted

    def is_on_post(self, table: Table, message: int | None, *, prompted: bool) -> bool:
        """Say whether a message is the post that shows the table.

        One just sent may be it before its number is known: a control that carries the newest prompt
        stands on no other.
        """
        known = self._sender.message_of(table.id, table.post)
        return prompted if known is None else known == message

    async def open(
        self, where: tuple[int, int, str], who: Who, options: Options, interaction: int
    ) -> Table:
        """Open a table at a place (guild, channel, locale) and seat who opens it.

        :raises TableOpenHere: when the channel has one.
        :raises UnderMaintenance: when no hand may start now.
        """
        self.check_hands_may_start()
        if where[1] in self._in_channel:
            raise TableOpenHere(self.link(self.at(where[1])))
        now = self._clock.now()
        change = lobby.open_table(self._store.new_table_id(), where, who, options, now)
        change = self._reaching(change)
        try:
            done = await self._commit(None, change, interaction)
        except AlreadyCounted:
            raise TableOpenHere(self.link(self.at(where[1]))) from None
        return done.after

    async def change(
        self,
        table_id: TableId,
        decide: Decide,
        interaction: int | None = None,
        *,
        drawing: UserId | None = None,
        on_post: bool = False,
    ) -> Done:
        """Change a table: what is decided becomes true, and what follows from it is told.

        :param decide: a pure function of the table and of chance.
        :param drawing: who will see his new cards in the answer to his own press.
        :param on_post: the press that asked for it stood on the table's post: its answer shows the
            newest state, so that no edit of its own is needed.
        :raises bot.errors.Refused: when it is not possible; nothing has changed then.
        """
        about(table=table_id)
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        async with lock:
            table = self.get(table_id)
            try:
                change = decide(table, self._chance())
            except Refusal as refusal:
                raise RulesRefused(refusal, public_view(table)) from refusal
            if change.table is table:
                return Done(table, table, ())
            change = self._reaching(change)
            done = await self._commit(table, change, interaction, drawing=drawing, on_post=on_post)
        if not on_post and public_view(done.before) != public_view(done.after):
            self._sender.redraw(table_id, done.after.channel)
        return done

    async def _commit(
        self,
        before: Table | None,
        change: Change,
        interaction: int | None,
        *,
        drawing: UserId | None = None,
        on_post: bool = False,
    ) -> Done:
        """Write a change down in one transaction, then hand on what it tells."""
        begun = time.perf_counter()
        kept, opened = self._to_keep(before, change, interaction)
        await self._write([before], [kept])
        seconds, asked = time.perf_counter() - begun, interaction is not None
        self._watch.committed(before, kept.table, change.events, seconds, asked=asked)
        previous = before or kept.table
        answered = said_by_answer(kept.rows, previous, drawing, on_post=on_post)
        self._hand_on(before, kept, opened, answered)
        return Done(previous, kept.table, change.events, answered)

    async def change_together(
        self,
        tables: Iterable[TableId],
        decide: Callable[[Sequence[Table], Chance], Sequence[Change]],
        interaction: int | None = None,
    ) -> list[Table]:
        """Change several open tables at once: every change becomes true, or none does.

        Return the tables that have changed.

        :param decide: a pure function of the tables that are still open; it leaves out those that
            stay as they are.
        """
        async with self.locked(tables):
            known = [self._tables[table] for table in tables if table in self._tables]
            changes = [self._reaching(change) for change in decide(known, self._chance())]
            before = {table.id: table for table in known}
            pairs = [(before.get(change.table.id), change) for change in changes]
            after = await self._commit_together(pairs, interaction)
        for table in after:
            self._sender.redraw(table.id, table.channel)
        return after

    async def open_together(self, changes: Sequence[Change]) -> None:
        """Open several tables at once: all of them, or none."""
        await self._commit_together([(None, self._reaching(change)) for change in changes])

    async def _commit_together(
        self, changes: Sequence[tuple[Table | None, Change]], interaction: int | None = None
    ) -> list[Table]:
        """Write changes of several tables down in one transaction, then hand on what they tell."""
        if not changes:
            return []
        begun, asked = time.perf_counter(), interaction is not None
        kept = [
            self._to_keep(before, change, None if at else interaction)
            for at, (before, change) in enumerate(changes)
        ]
        await self._write([before for before, _ in changes], [each for each, _ in kept])
        seconds = time.perf_counter() - begun
        for (before, _), (each, opened) in zip(changes, kept, strict=True):
            self._watch.committed(before, each.table, each.events, seconds, asked=asked)
            self._hand_on(before, each, opened, None)
        return [each.table for each, _ in kept]

    def _to_keep(
        self, before: Table | None, change: Change, interaction: int | None
    ) -> tuple[Kept, Post | None]:
        """Return what is written down of a change, and the post that it opens to show the table."""
        now = self._clock.now()
        after = replace(change.table, version=change.table.version + 1)
        _check_chips(after)
        tellings = announce(before, replace(change, table=after), words_for(after.locale), now)
        rows = [to_row(self._store.new_row_id(), after, telling, now) for telling in tellings]
        moved = movements(before, after, change.events, change.moved)
        opened = next((t for t in tellings if isinstance(t, Post) and t.key == after.post), None)
        return Kept(after, change.events, rows, interaction, moved, change.deed), opened

    async def _write(self, before: Sequence[Table | None], kept: Sequence[Kept]) -> None:
        """Make changes true, all of them or none.

        :raises AlreadyCounted: when another change came first.
        :raises StoreFailed: when they are not kept.
        """
        try:
            await self._store.commit_together(kept, at=self._clock.now())
        except Conflict as conflict:
            for each in kept:
                await self._reload(each.table.id)
            raise AlreadyCounted from conflict
        except StoreFailed:
            if not await self._is_kept(kept[0].table):
                for table in before:
                    if table is not None:
                        self._wakes.stall(table)
                raise

    def _hand_on(
        self,
        before: Table | None,
        kept: Kept,
        opened: Post | None,
        answered: OutboxRow | None,
    ) -> None:
        """Hold a table that has changed, and have told what it tells."""
        after = kept.table
        if opened is not None:
            self._unposted[after.id] = after.post
        if after.goes_on and (
            before is None
            or (before.deal, before.step) != (after.deal, after.step)
            or before.suspended is not None
        ):
            self._wakes.prompt_unseen(after.id)
        self._keep(after)
        if opened is not None and after.id in self._tables:
            self._live[after.id] = Live(after.post, opened.screen)
        self._sender.add(kept.rows, held=answered)

    async def _reload(self, table_id: TableId) -> None:
        """Take the table as the store has it: another change came first."""
        table = await self._store.table(table_id)
        if table is not None:
            self._keep(table)

    async def _is_kept(self, after: Table) -> bool:
        """Say whether a change is in the store although its commit failed."""
        try:
            return await self._store.table(after.id) == after
        except StoreFailed:
            # The version is checked at the next commit: what is known here is behind at worst.
            return False

    def end_stall(self) -> None:
        """Let turns run again where something could not be kept: the store can be used."""
        for table in self._wakes.end_stall():
            if table in self._tables:
                self._sender.redraw(table, self._tables[table].channel)

    def _keep(self, table: Table) -> None:
        """Hold the newest state of a table, as long as it is open, and set its alarm."""
        self._live.pop(table.id, None)
        if table.phase is Phase.CLOSED:
            if self._tables.pop(table.id, None) is not None:
                del self._in_channel[table.channel]
            if table.contest is not None:
                self.contest_news(table.contest)
        else:
            self._tables[table.id] = table
            self._in_channel[table.channel] = table.id
        self._wakes.reset(table)

    def _reaching(self, change: Change) -> Change:
        """Take over what is known of newcomers' direct messages from other tables."""
        table = change.table
        for member in table.members.values():
            known = self._sender.reachable(member.user)
            if member.reachable is None and known is not None:
                table = with_member(table, replace(member, reachable=known))
        return replace(change, table=table)

    async def _wake(self, table_id: TableId) -> None:
        try:
            if table_id in self._tables:
                await self.before_hand(self._tables[table_id])
            self._note_missed(await self.change(table_id, _decide_alarm))
        except (TableClosed, AlreadyCounted):
            log.debug("Table %s has changed before its alarm", table_id)
        except StoreFailed:
            if not self._wakes.is_stalled(table_id):
                self._wakes.again(table_id, STORE_RETRY_S)
            return
        except Exception:
            # One table's bug must not stop the clocks of all others.
            log.exception("The alarm of table %s failed; next try in %g s", table_id, RETRY_S)
            self._wakes.again(table_id, RETRY_S)
            return
        if table_id in self._tables:
            self._wakes.reset(self._tables[table_id])

    def _note_missed(self, done: Done) -> None:
        """Note whose turn has run out: perhaps he could not be heard."""
        for event in done.events:
            if isinstance(event, TimedOut):
                self.hearing.missed(done.after.id, member_in(done.before, event.seat).user)

    # What members see

    def live(self, table: TableId) -> Live | None:
        """Return the newest state of a table's post."""
        now = self._tables.get(table)
        if now is None:
            return None
        if table not in self._live:
            screen = table_screen(public_view(now), words_for(now.locale))
            self._live[table] = Live(now.post, screen)
        return self._live[table]

    def note_posted(self, table: TableId, key: str) -> None:
        """Note that a post is in its channel, or never will be: nobody need wait for it."""
        if self._unposted.get(table) == key:
            del self._unposted[table]

    async def note_shown(self, table: TableId) -> None:
        """Let the clock of the member to act run; what he waited for the prompt is given back."""
        if self._wakes.standing_still:
            return
        since = self._wakes.prompt_seen(table)
        if since is None:
            return
        late = self._clock.now() - since
        if late >= LATE_S:
            try:
                await self.try_change(table, lambda now, chance: _started_late(now, late, chance))
            except BaseException:
                self._wakes.prompt_unseen_since(table, since)
                raise
        if table in self._tables:
            self._wakes.reset(self._tables[table])

    async def change_all(self, decide: Decide) -> None:
        """Change every open table, one after another."""
        for table in list(self._tables):
            await self.try_change(table, decide)

    async def try_change(self, table: TableId, decide: Decide) -> None:
        """Change a table if it is still open."""
        if table in self._tables:
            try:
                await self.change(table, decide)
            except (TableClosed, AlreadyCounted):
                log.debug("Table %s has changed meanwhile", table)


async def _nothing_first(_: Table) -> None:
    """Do nothing before a hand."""


def _started_late(table: Table, late_s: float, chance: Chance) -> Change:
    return Change(play.give_back_turn(table, late_s, chance.now))


def _decide_alarm(table: Table, chance: Chance) -> Change:
    if table.suspended is not None:
        return suspension.wake(table, chance.now) or Change(table)
    return play.wake(table, chance) or Change(table)


def _check_chips(after: Table) -> None:
    """Make a change that creates or loses chips impossible to commit (design law 10)."""
    session = after.session
    if total_chips(session) != session.handed_out:
        raise AssertionError(f"chips are not conserved at table {after.id}")
