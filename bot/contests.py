"""The tables of one session of a series: begun together, and evened out between hands."""

from __future__ import annotations

from collections.abc import Sequence

from bot.clock import Clock
from bot.errors import TableClosed, TableOpenHere
from bot.series.arriving import seat_late
from bot.series.errors import SessionBegun
from bot.series.evening import rearranged
from bot.store import Store
from bot.table import lobby, play
from bot.table.change import Chance, Change, Who
from bot.table.model import Alarm, Contest, Options, Phase, Table, TableId, UserId
from bot.table.view import is_final, seat_of
from bot.tables import Decide, Tables


class Contests:
    """Begins sessions and moves their players, with all tables of a session locked."""

    def __init__(self, tables: Tables, store: Store, clock: Clock) -> None:
        self._tables = tables
        self._store = store
        self._clock = clock
        tables.before_hand = self._before_hand

    async def open(
        self,
        where: tuple[int, str],
        channels: Sequence[int],
        host: UserId,
        seats: Sequence[Sequence[Who]],
        options: Options,
        evening: tuple[int, int],
    ) -> list[Table]:
        """Open a table in each of the channels, on a server (guild, locale): all or none.

        :raises TableOpenHere: when one of the channels has a table.
        """
        for channel in channels:
            if (there := self._tables.find(channel)) is not None:
                raise TableOpenHere(self._tables.link(there))
        guild, locale = where
        now, count = self._clock.now(), len(channels)
        changes = [
            lobby.open_contest(
                self._store.new_table_id(),
                (guild, channel, locale),
                host,
                players,
                options,
                Contest(*evening, number, count, count),
                now,
            )
            for number, (channel, players) in enumerate(zip(channels, seats, strict=True), start=1)
        ]
        await self._tables.open_together(changes)
        return [self._tables.get(change.table.id) for change in changes]

    async def deal(self, tables: Sequence[Table], host: UserId, stop_at: float) -> None:
        """Deal the first hand at every table that has not; levels count from one moment."""
        who = Who(host, "")
        begun = min((t.started_at for t in tables if t.started_at is not None), default=None)
        begun_at = self._clock.now() if begun is None else begun

        def start(table: Table, chance: Chance) -> Change:
            return play.start(table, who, chance, stop_at, begun_at)

        for table in tables:
            if table.phase is Phase.LOBBY:
                await self._tables.change(table.id, start)

    async def seat(self, evening: tuple[int, int], who: Who) -> Table:
        """Seat who comes late to a session, and return the table at which he plays.

        Asked again, after a crash in the middle of it, it returns the same table.

        :raises SessionBegun: when all its tables have closed, or he is out already.
        :raises LastHands: when no further hand is to come.
        :raises SessionFull: when no seat is free.
        """

        def sit(known: Sequence[Table], chance: Chance) -> list[Change]:
            known_there = any(who.user in table.members for table in known)
            return [] if known_there else [seat_late(known, who, chance.now)]

        await self._tables.change_together([t.id for t in _open_of(self._tables, evening)], sit)
        there = _open_of(self._tables, evening)
        table = next((t for t in there if seat_of(t, who.user) is not None), None)
        if table is None:
            raise SessionBegun
        return table

    def players(self, evening: tuple[int, int]) -> set[UserId]:
        """Return who has played at the open tables of a session."""
        return {user for table in _open_of(self._tables, evening) for user in table.members}

    async def _before_hand(self, table: Table) -> None:
        """Move players before a table of several deals its next hand."""
        contest, due = table.contest, table.alarms.get(Alarm.NEXT_HAND)
        if contest is None or contest.left == 1 or due is None or due > self._clock.now():
            return
        changed = await self._tables.change_together(
            of_session(self._tables, table.id), lambda known, chance: rearranged(known, chance.now)
        )
        if any(is_final(each) for each in changed):
            self._tables.contest_news(contest)


def of_session(tables: Tables, table: TableId) -> list[TableId]:
    """Return a table, or all open tables of the session that is played at it.

    :raises TableClosed: when it is not open any more.
    """
    contest = tables.get(table).contest
    if contest is None:
        return [table]
    return [each.id for each in _open_of(tables, contest.evening)]


def plays_at(tables: Tables, table: Table, user: UserId) -> Table | None:
    """Return the open table at which a member of another one of its session plays, or played."""
    assert table.contest is not None
    there = _open_of(tables, table.contest.evening)
    return next((t for t in there if user in t.members and t.members[user].moved_to is None), None)


async def change_alike(
    tables: Tables, some: Sequence[TableId], decide: Decide, interaction: int
) -> list[Table]:
    """Change some tables in the same way, all of them or none, and return them.

    :raises TableClosed: when none of them is open any more.
    """

    def decide_all(known: Sequence[Table], chance: Chance) -> list[Change]:
        if not known:
            raise TableClosed
        return [decide(table, chance) for table in known]

    return await tables.change_together(some, decide_all, interaction)


def _open_of(tables: Tables, evening: tuple[int, int]) -> list[Table]:
    known = tables.all_open()
    return [t for t in known if t.contest is not None and t.contest.evening == evening]
