"""Taking a step of a session: what becomes of it, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from bot.catalogue import words_for
from bot.clock import Clock
from bot.contests import Contests
from bot.dealer import Dealer
from bot.errors import (
    TableClosed,
    TableOpenHere,
    TableSuspended,
    TooManyTables,
    UnderMaintenance,
)
from bot.outbox import Outbox
from bot.render import screens, series_screens
from bot.render.final_screens import final_table_screen
from bot.render.words import Words
from bot.series import control, posts, season, signup
from bot.series.evening import final_table
from bot.series.model import Changed, End, Hindrance, Series, Session, Setup, Shows
from bot.series.places import shared_places
from bot.series.results import endings
from bot.series.season import Step
from bot.series.seating import draw_seats
from bot.series.standings import Finish
from bot.series.telling import Telling, Told, to_row
from bot.server.model import Server
from bot.store import Store
from bot.store.series import Season, SeriesStore
from bot.table import play
from bot.table.change import Who
from bot.table.model import Phase, Table, UserId
from bot.tables import Tables
from engine.games import VARIANTS

MayPost = Callable[[int, int], bool]
"""Whether the bot may write in a server's channel, which may be gone."""
Settings = Callable[[int], Server]
"""The settings of a server."""


class Stepping:
    """Takes steps, one session at a time."""

    def __init__(
        self,
        tables: Tables,
        clock: Clock,
        dealer: Dealer,
        store: Store,
        contests: Contests,
        outbox: Outbox,
        may_post: MayPost,
        settings: Settings,
    ) -> None:
        self._tables = tables
        self._dealer = dealer
        self._contests = contests
        self._outbox = outbox
        self._store = store
        self._seasons = SeriesStore(store)
        self._clock = clock
        self._may_post = may_post
        self._settings = settings

    async def take(self, known: Season, session: Session, now: datetime) -> Told | None:
        """Take the step that is due about a session, or score one whose tables have closed."""
        if await self.has_begun_unnoted(session, now):
            return await self.begin(known, session, now)
        match season.due(known.series, session, now):
            case Step.START:
                return await self._start(known, session, now)
            case Step.STOP:
                return await self._stop(known, session, now)
            case Step.SCORE:
                scored = await self._score(known, session, await self._played_at(session), now)
                return scored or _quietly(known, season.look_again(session, now))
            case None:
                plays = session.started_at is not None and session.end is None
                return await self._look_at(known, session, now) if plays else None
            case step:
                return _by_the_clock(known, session, step, now)

    async def has_begun_unnoted(self, session: Session, now: datetime) -> bool:
        """Say whether a session has tables, of which a crash or a fault kept its series."""
        if session.begun or session.start > now:
            return False
        return bool(await self._store.contest_tables(session.series, session.number))

    async def _start(self, known: Season, session: Session, now: datetime) -> Told:
        """Begin a session, unless something keeps it from that."""
        hindrance = self._hindrance(known.series, session)
        if hindrance is not None:
            return self._hindered(known, session, hindrance, now)
        return await self.begin(known, session, now)

    async def begin(self, known: Season, session: Session, now: datetime) -> Told:
        """Seat everybody and deal, or note what keeps the session from it.

        One that has begun unnoted goes on with who was seated then.
        """
        try:
            tables = await self._tables_of(known.series, session)
        except TableOpenHere:
            return self._hindered(known, session, Hindrance.BUSY, now)
        except TooManyTables:
            return self._hindered(known, session, Hindrance.NO_ROOM, now)
        except UnderMaintenance:
            return self._hindered(known, session, Hindrance.MAINTENANCE, now)
        except TableSuspended:
            return self._hindered(known, session, Hindrance.NO_CHANNEL, now)
        if tables is None:
            return self._hindered(known, session, Hindrance.NO_THREADS, now)
        options = tables[0].options
        begun = season.start(session, options, [table.id for table in tables], now)
        begun = season.take_late(known.series.setup, begun, now)
        begun = replace(begun, channels=tuple(table.channel for table in tables))
        return _quietly(known, begun)

    def _hindrance(self, series: Series, session: Session) -> Hindrance | None:
        """Return what keeps a session from being seated."""
        if not self._may_post(series.guild, series.setup.channel):
            return Hindrance.NO_CHANNEL
        return season.hindrance_now(series.setup, session)

    async def _tables_of(self, series: Series, session: Session) -> list[Table] | None:
        """Open the tables of a session and deal, None where there is no place for them.

        Whoever asks again, after a crash in the middle of it, gets the same tables.

        :raises TableOpenHere: when the channel has another one.
        :raises TooManyTables: when the server allows no more at once.
        :raises UnderMaintenance: when no hand may start now.
        :raises TableSuspended: when a table that is open already has lost its place.
        """
        self._tables.check_hands_may_start()
        setup, evening = series.setup, (series.id, session.number)
        tables = await self._store.contest_tables(*evening)
        if not tables:
            options = setup.options_of(session.number)
            seats = self._drawn(setup, session, options.seats)
            open_tables = self._tables.count(series.guild)
            self._settings(series.guild).check_room(open_tables, len(seats))
            channels = await self._channels(series, session, len(seats))
            if channels is None:
                return None
            tables = await self._contests.open(
                (series.guild, series.locale), channels, series.host, seats, options, evening
            )
        await self._tell_seats(series, session, tables)
        await self._contests.deal(tables, series.host, season.stop_at(setup, session).timestamp())
        return tables

    async def _tell_seats(self, series: Series, session: Session, tables: list[Table]) -> None:
        """Say who sits where, once, before the first hand is seen."""
        drawn = [(table.channel, _seats(table)) for table in tables]
        shown = series_screens.seats_screen(series, session, drawn, words_for(series.locale))
        telling, now = Telling("drawn", shown), self._clock.now()
        row = to_row(self._store.new_row_id(), series, telling, now)
        row = replace(row, key=f"drawn.session{session.number}")
        if await self._seasons.say_once(row):
            self._outbox.add([row])

    def _drawn(self, setup: Setup, session: Session, seats: int) -> list[list[Who]]:
        """Draw the seats of all tables, each of which has so many."""
        who = {
            entry.member: Who(entry.member, entry.name, locale=entry.locale)
            for entry in signup.players(setup, session)
        }
        members = list(who)
        drawn = [members[number] for number in self._dealer.order(len(members))]
        return [[who[m] for m in seated] for seated in draw_seats(drawn, seats)]

    async def _channels(self, series: Series, session: Session, tables: int) -> list[int] | None:
        """Return where each table is: one in the channel of the series, several in threads."""
        channel = series.setup.channel
        if tables == 1:
            return [channel]
        words = words_for(series.locale)
        names = [words.table_thread(series, session, n) for n in range(1, tables + 1)]
        return await self._outbox.make_threads(channel, names)

    def _hindered(
        self, known: Season, session: Session, hindrance: Hindrance, now: datetime
    ) -> Told:
        """Note what keeps a session from beginning, and say it once."""
        hindered = season.hinder(session, hindrance, now)
        if session.hindrance is hindrance:
            return _quietly(known, hindered)
        words = words_of(known)
        if hindrance in {Hindrance.NO_CHANNEL, Hindrance.NO_THREADS}:
            said = words.missing_channel(known.series, hindered)
            if hindrance is Hindrance.NO_THREADS:
                said = words.missing_threads(known.series, hindered)
            missing = screens.notice(said)
            return _told(known, hindered, Telling("missing", missing, known.series.host))
        waiting = screens.notice(words.hindered(known.series, hindered))
        return _told(known, hindered, Telling("waits", waiting))

    async def _stop(self, known: Season, session: Session, now: datetime) -> Told:
        """Have every table end after its hand, a paused one at once."""
        host = Who(known.series.host, "")
        for table in session.tables:
            with suppress(TableClosed):
                await self._tables.change(table, lambda at, _: play.stop_after_hand(at, host))
        return _quietly(known, season.stop(session, now))

    async def _look_at(self, known: Season, session: Session, now: datetime) -> Told | None:
        """Score a session that is over, or announce its final table; None: it goes on."""
        tables = await self._played_at(session)
        scored = await self._score(known, session, tables, now)
        if scored is not None or session.final_at is not None or session.stopped_at is not None:
            return scored
        final = final_table(tables)
        if final is None:
            return None
        reached = season.reach_final(session, now)
        shown = final_table_screen(known.series, reached, final, words_of(known))
        return _told(known, reached, Telling("final", shown))

    async def _played_at(self, session: Session) -> list[Table]:
        """Return the tables of a session that has begun, open or closed."""
        found = [await self._store.table(table) for table in session.tables]
        return [table for table in found if table is not None]

    async def _score(
        self, known: Season, session: Session, tables: Sequence[Table], now: datetime
    ) -> Told | None:
        """Rank everybody once every table has closed; None before."""
        closed = sum(table.phase is Phase.CLOSED for table in tables)
        if closed < len(session.tables):
            return None
        logs = [await self._store.log(table.id) for table in tables]
        ended = endings(list(zip([table.session for table in tables], logs, strict=True)))
        by_exit = VARIANTS[season.game_of(known.series.setup, session)].dead_button
        places = shared_places(ended, by_exit=by_exit)
        names = {int(user): m.name for table in tables for user, m in table.members.items()}
        finishes = tuple(
            (Finish(session.number, member, shared.place, len(ended)), names[member])
            for shared in places
            for member in shared.members
        )
        winners = tuple(names[member] for member in places[0].members)
        scored = replace(season.score(session, now), winners=winners)
        chips = {ending.member: ending.stack for ending in ended}
        told = [(s.place, [(names[m], chips[m]) for m in s.members]) for s in places]
        shown = series_screens.result_screen(known.series, scored, told, words_of(known))
        return replace(_told(known, scored, Telling("result", shown)), finishes=finishes)


def _by_the_clock(known: Season, session: Session, step: Step, now: datetime) -> Told:
    """Take a step that needs nothing but the time."""
    series, setup, words = known.series, known.series.setup, words_of(known)
    match step:
        case Step.ANNOUNCE:
            after = season.announce(setup, session, now)
            after = posts.shown_by(series, after, Shows.ANNOUNCEMENT)
            # Who has signed up already did so in another channel.
            shown = series_screens.announcement_screen(series, after, words, after.entries)
            return _told(known, after, Telling(Shows.ANNOUNCEMENT, shown))
        case Step.REMIND:
            after, newest = season.remind(setup, session, now)
            shown = series_screens.reminder_screen(series, after, words)
            return _told(known, after, Telling("remind", shown) if newest else None)
        case Step.CLOSE:
            return _quietly(known, signup.close(session, now))
        case Step.CHECK:
            after = posts.shown_by(series, season.check(session, now), Shows.PRESENCE)
            shown = series_screens.presence_screen(series, after, words)
            return _told(known, after, Telling(Shows.PRESENCE, shown))
        case Step.SHUT:
            return _quietly(known, season.shut(session))
        case Step.LET_GO:
            return _not_played(known, season.end(session, End.PAUSED, now))
        case _:
            return _give_up(known, session, now)


def _give_up(known: Season, session: Session, now: datetime) -> Told:
    last = max(other.start for other in known.sessions)
    after = season.give_up(known.series, session, last, now)
    if after.end is not None:
        return _not_played(known, after)
    shown = series_screens.moved_screen(known.series, after, words_of(known))
    return _told(known, after, Telling("postponed", shown))


def _not_played(known: Season, session: Session) -> Told:
    """Say that a session is not played; who made the series is told of one that was missed."""
    words = words_of(known)
    tellings: list[Telling] = []
    if session.hindrance is not Hindrance.NO_CHANNEL:
        shown = series_screens.not_played_screen(known.series, session, words)
        tellings.append(Telling("off", shown))
    if session.end is End.MISSED:
        missed = screens.notice(words.not_played(known.series, session))
        tellings.append(Telling("missed", missed, known.series.host))
    return replace(_quietly(known, session), tellings=tuple(tellings))


def _told(known: Season, session: Session, telling: Telling | None) -> Told:
    others = [other for other in known.sessions if other.number != session.number]
    series = control.settled(known.series, [*others, session])
    return Told(Changed(series, (session,)), () if telling is None else (telling,))


def _quietly(known: Season, session: Session) -> Told:
    return _told(known, session, None)


def words_of(known: Season) -> Words:
    """Return the words in which a series speaks to everybody."""
    return words_for(known.series.locale)


def _seats(table: Table) -> dict[int, str]:
    """Return who sits in which seat."""
    return {p.seat: table.members[UserId(p.member)].name for p in table.session.players}
