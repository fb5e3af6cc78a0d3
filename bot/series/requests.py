"""What members and moderators ask of series, and what each is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime

from bot.asked import Asked, Spot
from bot.catalogue import words_for
from bot.outbox import Answer, Private, Update
from bot.outbox.payloads import screen_from_json
from bot.render import screens, series_screens
from bot.render.parts import Attachment, Screen
from bot.render.words import Words
from bot.router import SeriesPress, SeriesVerb
from bot.series import control, posts, signup
from bot.series.calendar import to_ics
from bot.series.correcting import Correcting
from bot.series.drafting import Drafting
from bot.series.errors import (
    NoSuchSeries,
    NoSuchSession,
    NoSuchTemplate,
    SessionBegun,
)
from bot.series.model import Changed, Session, Setup, Shows
from bot.series.notices import notices
from bot.series.redating import Redating, redated
from bot.series.schedule import read_moment, starting_at
from bot.series.season import game_of
from bot.series.service import SeriesService
from bot.series.spreadsheet import to_csv
from bot.series.standings import explanations, standings
from bot.series.telling import Telling, Told
from bot.series.zones import at_wall_clock
from bot.store.series import Season
from bot.table import play
from bot.table.model import UserId
from engine.rules import Game

Change = Callable[[Season, datetime], Changed]


class SeriesRequests:
    """Reads, changes and shows series for whoever may ask."""

    def __init__(self, service: SeriesService, drafting: Drafting) -> None:
        self._service = service
        self.drafting = drafting
        self.correcting = Correcting(service)
        self._store = service.store

    async def press(self, asked: Asked, press: SeriesPress) -> Answer:
        """Do what a control of a series asks for, on its own server only.

        :raises NoSuchSeries: on another one.
        """
        season = await self._store.season(press.series)
        if season.series.guild != asked.guild:
            raise NoSuchSeries
        try:
            return await self._press(asked, press, season)
        except SessionBegun:
            # Its posts have no such control any more: these could not be edited, or not yet.
            await self._service.redraw(press.series, press.session)
            raise

    async def _press(self, asked: Asked, press: SeriesPress, season: Season) -> Answer:
        match press.verb:
            case SeriesVerb.SIGN_UP:
                return await self._come(asked, press, self._sign_up)
            case SeriesVerb.WITHDRAW:
                return await self._withdraw(asked, press)
            case SeriesVerb.HERE:
                return await self._come(asked, press, self._say_here)
            case SeriesVerb.STANDINGS:
                shown = await self._standings_screen(asked.words, season, press.page)
                return Update(shown) if asked.spot is Spot.PRIVATE else Private(shown)

    # Signing up

    async def _come(
        self,
        asked: Asked,
        press: SeriesPress,
        in_time: Callable[[Asked, SeriesPress], Awaitable[Answer]],
    ) -> Answer:
        """Put who comes on the list, or seat him where the session has begun, were it just now."""
        try:
            return await in_time(asked, press)
        except SessionBegun:
            return await self._come_late(asked, press)

    async def _sign_up(self, asked: Asked, press: SeriesPress) -> Answer:
        def decide(known: Season, session: Session) -> tuple[Session, tuple[Telling, ...]]:
            return signup.sign_up(known.series.setup, session, asked.who), ()

        return await self._list(asked, press, decide)

    async def _withdraw(self, asked: Asked, press: SeriesPress) -> Answer:
        def decide(known: Season, session: Session) -> tuple[Session, tuple[Telling, ...]]:
            after = signup.withdraw(session, asked.who.user)
            up = signup.moved_up(known.series.setup, session, after)
            if up is None:
                return after, ()
            words = words_for(known.series.locale)
            return after, (Telling("up", series_screens.moved_up_screen(up.member, words)),)

        return await self._list(asked, press, decide)

    async def _say_here(self, asked: Asked, press: SeriesPress) -> Answer:
        def decide(_: Season, session: Session) -> tuple[Session, tuple[Telling, ...]]:
            return signup.say_here(session, asked.who.user), ()

        return await self._list(asked, press, decide)

    async def _come_late(self, asked: Asked, press: SeriesPress) -> Answer:
        """Seat who signs up, or says that he is here, when the session is being played."""
        who = asked.who

        def sign_up(setup: Setup, session: Session) -> Session:
            if press.verb is SeriesVerb.HERE:
                return signup.say_here(session, who.user)
            return signup.sign_up(setup, session, who)

        table = await self._service.seat_late(press.series, press.session, who, sign_up)
        seat = play.seat_held(table, who.user)
        return _said(asked.words.seated_late(table.channel, seat, table.options.stack))

    async def _list(
        self,
        asked: Asked,
        press: SeriesPress,
        decide: Callable[[Season, Session], tuple[Session, tuple[Telling, ...]]],
    ) -> Answer:
        """Change the list of a session, and show it where the control was.

        :raises SessionBegun: when whoever comes is to be seated, or nobody is any more.
        """

        def change(known: Season, _: datetime) -> Told:
            session = control.session_of(known.sessions, press.session)
            if session.begun:
                raise SessionBegun
            after, tellings = decide(known, session)
            return Told(Changed(known.series, (after,)), tellings)

        here = press.verb is SeriesVerb.HERE
        shows = Shows.PRESENCE if here else Shows.ANNOUNCEMENT
        on = press.session, shows
        row = await self._service.press(press.series, change, on, asked.message)
        if row is not None:
            return Update(screen_from_json(row.payload), row.table, row.key, row)
        season = await self._store.season(press.series)
        session = control.session_of(season.sessions, press.session)
        return Update(posts.show(season.series, session, shows))

    # Making and changing series: for moderators

    async def pause(self, asked: Asked, name: str, why: str) -> Answer:
        """Let sessions pass until the series is resumed."""
        user = asked.who.user
        return await self._moderate(
            asked, name, lambda s, now: control.pause(s.series, s.sessions, user, why, now)
        )

    async def resume(self, asked: Asked, name: str, why: str) -> Answer:
        """Play the sessions to come again."""
        user = asked.who.user
        return await self._moderate(
            asked, name, lambda s, now: control.resume(s.series, s.sessions, user, why, now)
        )

    async def cancel(self, asked: Asked, name: str, why: str) -> Answer:
        """End a series."""
        user = asked.who.user
        return await self._moderate(
            asked, name, lambda s, now: control.cancel(s.series, s.sessions, user, why, now)
        )

    async def skip(self, asked: Asked, name: str, number: int | None, why: str) -> Answer:
        """Call one session off, the next one unless a number is given."""

        def change(season: Season, now: datetime) -> Changed:
            session = _session(season, number)
            return control.skip(season.series, session, asked.who.user, why, now)

        return await self._moderate(asked, name, change)

    async def move(self, asked: Asked, name: str, number: int | None, to: str, why: str) -> Answer:
        """Give one session another time, read by the clocks of the series' zone."""
        day, at = read_moment(to)

        def change(season: Season, now: datetime) -> Changed:
            moment = at_wall_clock(day, at, season.series.setup.schedule.zone)
            session = _session(season, number)
            return control.move(season.series, session, moment, asked.who.user, why, now)

        return await self._moderate(asked, name, change)

    async def edit(
        self, asked: Asked, name: str, edited: Callable[[Setup], Setup], why: str
    ) -> Answer:
        """Set a series up anew for what has not begun."""

        def change(season: Season, now: datetime) -> Changed:
            setup, user = edited(season.series.setup), asked.who.user
            if setup.channel != season.series.setup.channel:
                self._service.check_channel(asked, setup.channel)
            return control.edit(season.series, season.sessions, setup, user, why, now)

        return await self._moderate(asked, name, change)

    async def redate(self, asked: Asked, name: str, wanted: Redating, why: str) -> Answer:
        """Give all sessions to come other dates."""

        def change(season: Season, now: datetime) -> Changed:
            setup, user = season.series.setup, asked.who.user
            left = sum(not session.begun for session in season.sessions)
            setup = replace(setup, schedule=redated(setup.schedule, wanted, max(1, left)))
            return control.edit(season.series, season.sessions, setup, user, why, now)

        return await self._moderate(asked, name, change)

    async def _moderate(self, asked: Asked, name: str, change: Change) -> Answer:
        """Change a series for a moderator, and tell whom it concerns."""
        asked.check_moderates()

        def decide(season: Season, now: datetime) -> Told:
            changed = change(season, now)
            return Told(changed, notices(season, changed))

        season = await self._service.change(await self._store.named(asked.guild, name), decide)
        return _said(asked.words.done(season.series.setup.name))

    async def keep_template(self, asked: Asked, name: str, template: str) -> Answer:
        """Keep a series' set-up for another season."""
        asked.check_moderates()
        season = await self._season(asked, name)
        await self._store.keep_template(asked.guild, template, season.series.setup)
        return _said(asked.words.template_kept(template))

    async def again(self, asked: Asked, template: str, name: str, first: str) -> Answer:
        """Show a new season before it is saved, set up as a template says, in this channel."""
        day, at = read_moment(first)
        kept = (await self._store.templates(asked.guild)).get(template)
        if kept is None:
            raise NoSuchTemplate
        schedule = starting_at(kept.schedule, day, at)
        setup = replace(kept, name=name, channel=asked.channel, schedule=schedule)
        return await self.drafting.preview(asked, setup)

    async def templates(self, guild: int) -> tuple[str, ...]:
        """Return the names of a server's templates, for completion."""
        return tuple(await self._store.templates(guild))

    # For everybody

    async def list_all(self, asked: Asked) -> Answer:
        """Show all series of the server."""
        names = await self._store.names(asked.guild)
        seasons = [await self._season(asked, name) for name in names[:20]]
        listed = [(season.series, _running(season), _next(season)) for season in seasons]
        return Private(series_screens.list_screen(listed, asked.words))

    async def standings(self, asked: Asked, name: str) -> Answer:
        """Show the standings."""
        season = await self._season(asked, name)
        return Private(await self._standings_screen(asked.words, season, 0))

    async def _standings_screen(self, words: Words, season: Season, page: int) -> Screen:
        record = await self._store.record(season.series.id)
        scoring = season.series.setup.scoring
        ranked = standings(scoring, record.finishes, record.corrections)
        page = series_screens.nearest_page(ranked, page)
        shown = series_screens.on_page(ranked, page)
        drawn = None
        if shown:
            # A picture takes as long as many presses: others are answered meanwhile.
            drawn = await asyncio.to_thread(
                series_screens.standings_picture, season.series, shown, record.names, words
            )
        return series_screens.standings_screen(
            season.series, ranked, record.names, page, words, drawn
        )

    async def explain(self, asked: Asked, name: str, member: tuple[UserId, str]) -> Answer:
        """Say what a member's points are made of."""
        season = await self._season(asked, name)
        record = await self._store.record(season.series.id)
        scoring = season.series.setup.scoring
        why = explanations(scoring, record.finishes, record.corrections).get(member[0])
        if why is None:
            return _said(asked.words.no_standings())
        games = _games(season)
        return Private(series_screens.explanation_screen(member[1], why, games, asked.words))

    async def log(self, asked: Asked, name: str) -> Answer:
        """Show who changed a series, when and why."""
        season = await self._season(asked, name)
        lines = await self._store.log(season.series.id)
        names = (await self._store.record(season.series.id)).names
        return Private(series_screens.log_screen(lines, names, asked.words))

    async def table_file(self, asked: Asked, name: str) -> Answer:
        """Send the standings as a file for spreadsheets."""
        season = await self._season(asked, name)
        record = await self._store.record(season.series.id)
        scoring = season.series.setup.scoring
        games = {number: asked.words.game_name(game) for number, game in _games(season).items()}
        written = to_csv(scoring, record.finishes, record.corrections, record.names, games)
        return _file(asked, f"standings-{season.series.id}.csv", written)

    async def calendar_file(self, asked: Asked, name: str) -> Answer:
        """Send the dates as a calendar file."""
        season = await self._season(asked, name)
        written = to_ics(season.series, season.sessions, asked.words, self._service.now())
        return _file(asked, f"series-{season.series.id}.ics", written)

    async def names(self, guild: int) -> tuple[str, ...]:
        """Return the names of a server's series, for completion."""
        return await self._store.names(guild)

    async def _season(self, asked: Asked, name: str) -> Season:
        return await self._store.season(await self._store.named(asked.guild, name))


def _running(season: Season) -> list[Session]:
    """Return the sessions that are being played."""
    return [session for session in season.sessions if session.begun and session.end is None]


def _next(season: Season) -> Session | None:
    coming = (session for session in season.sessions if not session.begun)
    return min(coming, key=lambda session: session.start, default=None)


def _games(season: Season) -> dict[int, Game]:
    """Return the game of each session."""
    setup = season.series.setup
    return {session.number: game_of(setup, session) for session in season.sessions}


def _session(season: Season, number: int | None) -> Session:
    """Return a session by its number, the next one without a number."""
    if number is not None:
        return control.session_of(season.sessions, number)
    coming = _next(season)
    if coming is None:
        raise NoSuchSession
    return coming


def _said(sentence: str) -> Answer:
    return Private(screens.notice(sentence))


def _file(asked: Asked, name: str, written: str) -> Answer:
    return Private(
        screens.file_screen(asked.words.series_file(), Attachment(name, written.encode()))
    )
