"""What is said of series: dates, sign-up and seats.

Names arrive as members typed them and are made harmless here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.render.names import clean_name, plain
from bot.render.words.base import at_time, mention, moment, when
from bot.render.words.setups import full_time, title
from bot.render.words.standings import StandingsWords
from bot.series import signup
from bot.series.model import End, Entry, Hindrance, Series, Session, Setup
from bot.series.season import game_of, options_of, stop_at
from bot.series.zones import in_zone

MOST_LISTED_NAME = 70
"""Columns of a series' name in a list whose lines have a hundred characters."""
MOST_NAMES = 40
"""How many names of a list are shown: the rest is counted."""
THREAD_NAME = 60
"""Of at most 100 characters, those for the name of the series."""


class SeriesWords(StandingsWords):
    """Sentences about series."""

    # The server's own list of events

    def listing_name(self, series: Series, session: Session) -> str:
        """Name a session in the server's list, which knows no markdown."""
        return self._("{series} · session {number}").format(
            series=clean_name(series.setup.name, MOST_LISTED_NAME), number=session.number
        )

    def listing_text(self, series: Series, session: Session) -> str:
        """Say in the server's list what is played, and where to sign up."""
        return "\n".join(
            (
                self.played_for(options_of(series.setup, session)),
                self._("Sign up in {channel}: the session is announced there.").format(
                    channel=f"<#{series.setup.channel}>"
                ),
            )
        )

    def listed(self, series: Series, session: Session) -> str | None:
        """Point to the event of a session, None where it has none."""
        if session.listing is None:
            return None
        return self._("-# [In the server's list of events]({address})").format(
            address=f"https://discord.com/events/{series.guild}/{session.listing}"
        )

    def not_listed(self, series: Series, session: Session) -> str:
        """Tell who made a series that Discord takes no event for a session."""
        return self._(
            "{session} is not in the server's list of events: Discord did not take it. Croupier "
            "needs the permission Create Events, and a server has room for 100 events. The series "
            "goes on without."
        ).format(session=self.session_title(series, session))

    # Sign-up

    def session_title(self, series: Series, session: Session) -> str:
        """Name a session of a series."""
        return self._("{series} · session {number}").format(
            series=title(series.setup.name), number=session.number
        )

    def announced(self, series: Series, session: Session) -> list[str]:
        """Head an announcement: which session, and when."""
        return [
            f"♠ **{self.session_title(series, session)}**",
            self.session_time(session.start, series.setup.schedule.zone),
        ]

    def announcement(self, series: Series, session: Session) -> list[str]:
        """Announce a session: when, what, until when."""
        _, setup = self._, series.setup
        options = options_of(setup, session)
        return [
            *self.announced(series, session),
            _("{game} · until {stop}").format(
                game=self.played_for(options),
                stop=at_time(stop_at(setup, session).timestamp()),
            ),
            *([_("The series is paused: until it goes on, nothing is played.")]
              if series.paused else []),
        ]  # fmt: skip

    def sign_ups(self, setup: Setup, session: Session) -> list[str]:
        """List who signed up and who waits."""
        _ = self._
        listed = signup.seated(setup, session)
        head = _("**Signed up ({count} of {most})**").format(count=len(listed), most=setup.most)
        lines = [head, self.names(listed) or _("Nobody yet.")]
        waiting = signup.waiting(setup, session)
        if waiting:
            lines.append(_("**Waiting ({count})**").format(count=len(waiting)))
            lines.append(self.names(waiting))
        missing = setup.least - len(listed)
        if missing > 0 and not session.begun:
            lines.append(
                self._n("{count} more is needed", "{count} more are needed", missing).format(
                    count=missing
                )
            )
        return lines

    def names(self, entries: Sequence[Entry]) -> str:
        """List who signed up."""
        return ", ".join(self.some([entry.name for entry in entries], MOST_NAMES))

    def some(self, names: Sequence[str], most: int) -> list[str]:
        """Return the first names, and how many more there are."""
        shown = [plain(self.name(name)) for name in names[:most]]
        rest = len(names) - len(shown)
        if rest:
            shown.append(self._n("{count} more", "{count} more", rest).format(count=rest))
        return shown

    def series_label(self, key: str) -> str:
        """Name a button of a series."""
        _ = self._
        return {
            "signup": _("Join"), "withdraw": _("Withdraw"), "here": _("I'm here"),
            "previous": _("Previous"), "next": _("Next"),
        }[key]  # fmt: skip

    def moved_up(self, user: int) -> str:
        """Tell who waited that he has a seat."""
        return self._("{member}: somebody withdrew, and you move up. You have a seat.").format(
            member=mention(user)
        )

    def mentions(self, users: Sequence[int]) -> str | None:
        """Return a small line of mentions, None where there is nobody to mention."""
        return "-# " + " ".join(map(mention, users)) if users else None

    # What moderators are answered

    def created(self, name: str) -> str:
        """Say that a series is saved."""
        return self._("{series} is saved. Its sessions are announced a week before.").format(
            series=title(name)
        )

    def done(self, name: str) -> str:
        """Say that a change is made."""
        return self._("Done, and written into the log of {series}.").format(series=title(name))

    def template_kept(self, name: str) -> str:
        """Say that a set-up is kept."""
        return self._("The set-up is kept as {name}.").format(name=title(name))

    def series_file(self) -> str:
        """Hand over a file."""
        return self._("Here is the file.")

    # Before the start

    def reminder(self, series: Series, session: Session) -> str:
        """Remind of a session, in words that stay true when it has begun."""
        start = session.start.timestamp()
        return self._("{session} · {time} · {when}").format(
            session=self.session_title(series, session), time=moment(start), when=when(start)
        )

    def presence(self, series: Series, session: Session) -> list[str]:
        """Ask everybody whether he is here, and list who is."""
        _ = self._
        here = [entry for entry in session.entries if entry.present]
        late = session.checked_at is not None and session.checked_at >= session.start
        begins = _("**{session} begins at {time}. Who is here?**")
        if late or session.hindrance is not None:
            begins = _("**{session} should have begun at {time}. Who is here?**")
        return [
            begins.format(
                session=self.session_title(series, session),
                time=at_time(session.start.timestamp()),
            ),
            *([self.hindered(series, session)] if session.hindrance is not None else []),
            _("Here ({count}): {names}").format(count=len(here), names=self.names(here))
            if here
            else _("Nobody yet."),
        ]

    def hindered(self, series: Series, session: Session) -> str:
        """Say why a session cannot begin yet, and how long it waits."""
        _, setup = self._, series.setup
        until = at_time(session.start.timestamp() + 60 * setup.grace_min)
        name = self.session_title(series, session)
        match session.hindrance:
            case Hindrance.TOO_FEW:
                said = _("{session} waits for players: {least} are needed. It waits until {until}.")
                return said.format(session=name, least=setup.least, until=until)
            case Hindrance.NO_ROOM:
                said = _(
                    "{session} waits for other tables to end, until {until}: this server allows no "
                    "more at once. `/setup tables` says how many."
                )
                return said.format(session=name, until=until)
            case Hindrance.MAINTENANCE:
                said = _("{session} waits for the end of maintenance, until {until}.")
                return said.format(session=name, until=until)
            case Hindrance.BUSY:
                said = _("{session} waits for the table in this channel to end, until {until}.")
                return said.format(session=name, until=until)
            case _:
                said = _("{session} waits for a place to be played, until {until}.")
                return said.format(session=name, until=until)

    # The start, and what does not start

    def seated_late(self, channel: int, seat: int, chips: int) -> str:
        """Tell who came late where he plays."""
        return self._(
            "You are in: <#{channel}>, seat {seat}, {chips} chips. You play from the next hand on."
        ).format(channel=channel, seat=seat, chips=chips)

    def seats_drawn(self, series: Series, session: Session) -> str:
        """Head the list of tables."""
        return self._("**{session}: seats are drawn**").format(
            session=self.session_title(series, session)
        )

    def table_seats(self, number: int, channel: int, names: Mapping[int, str]) -> list[str]:
        """List the seats of a table."""
        head = self._("**Table {number}** <#{channel}>").format(number=number, channel=channel)
        return [head, *(f"{seat} {plain(name)}" for seat, name in sorted(names.items()))]

    def final_table_of(self, series: Series, session: Session, channel: int) -> str:
        """Head the seats of the final table."""
        return self._("**{session}: the final table** <#{channel}>").format(
            session=self.session_title(series, session), channel=channel
        )

    def table_thread(self, series: Series, session: Session, number: int) -> str:
        """Name the thread of a table, as no other is named; Discord formats no names."""
        day = in_zone(session.start, series.setup.schedule.zone).date()
        return self._("{series} {date}: table {number}").format(
            series=clean_name(series.setup.name, THREAD_NAME), date=day, number=number
        )

    def session_places(self, series: Series, session: Session) -> str:
        """Head the places of a session that its tables cannot tell alone."""
        return self._("**{session} is over**").format(session=self.session_title(series, session))

    def session_place(self, place: int, names: Sequence[tuple[str, int]], points: int) -> str:
        """Name who has a place, with the chips each ended with, and say what it earns."""
        named = ", ".join(f"{plain(name)} ({chips})" for name, chips in names)
        return self._("{place}. {names}: {points}").format(
            place=place, names=named, points=self.points(points)
        )

    def does_not_count(self) -> str:
        """Say why a session earns nothing."""
        return self._("Too few played: the session does not count.")

    def see_standings(self) -> str:
        """Say where the points of all sessions are added up."""
        return self._("-# `/series standings` shows where everybody stands.")

    def not_played(self, series: Series, session: Session) -> str:
        """Say why a session is not played."""
        _, name = self._, self.session_title(series, session)
        match session.end:
            case End.TOO_FEW:
                said = _("{session} is cancelled: too few players.")
            case End.MISSED:
                said = _("{session} could not begin in time and is not played.")
            case End.PAUSED:
                said = _("{session} is not played: the series is paused.")
            case End.SKIPPED:
                said = _("{session} is skipped.")
            case _:
                said = _("{session} is cancelled.")
        return said.format(session=name)

    def postponed(self, series: Series, session: Session) -> str:
        """Say that a session has another time."""
        return self._("{session} has a new time: {time}").format(
            session=self.session_title(series, session),
            time=self.session_time(session.start, series.setup.schedule.zone),
        )

    def missing_channel(self, series: Series, session: Session) -> str:
        """Tell moderators that a session cannot begin where it should."""
        return self._(
            "{session} cannot begin: its channel is gone, or I may not write there. "
            "`/series edit` gives it another channel."
        ).format(session=self.session_title(series, session))

    def missing_threads(self, series: Series, session: Session) -> str:
        """Tell moderators that a session's tables have no place."""
        return self._(
            "{session} cannot begin: its tables need threads in <#{channel}>, and I may not make "
            "them there or not write in them. Allow me Create Public Threads and Send Messages in "
            "Threads."
        ).format(session=self.session_title(series, session), channel=series.setup.channel)

    # The list of all series

    def no_series(self) -> str:
        """Say that a server has no series."""
        return self._("There is no series on this server yet. `/series create` makes one.")

    def next_session(self, series: Series, session: Session | None) -> str:
        """Say in the list of series when one is played next."""
        _, name = self._, title(series.setup.name)
        if session is None and series.over:
            return _("**{series}** is over").format(series=name)
        if session is None:
            return _("**{series}**: no session is to come").format(series=name)
        if series.paused:
            return _("**{series}** is paused").format(series=name)
        return _("**{series}** session {number}, {game}: {time}").format(
            series=name,
            number=session.number,
            game=self.game_name(game_of(series.setup, session)),
            time=full_time(session.start),
        )
