"""Whole messages about series."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate

from bot.render.names import clean_name
from bot.render.parts import (
    Accent,
    Attachment,
    Component,
    Screen,
    Style,
    button,
    picture,
    row,
    screen,
    text,
)
from bot.render.pictures import Row, draw_table
from bot.render.words import Words
from bot.router import SeriesPress, SeriesVerb
from bot.series import signup
from bot.series.model import Entry, LogLine, Series, SeriesId, Session, SessionPost
from bot.series.standings import Explanation, Standing
from engine.rules import Game

PICTURE = "standings.png"
PICTURES = 32
"""How many pictures of standings are kept, a tenth of a megabyte each."""
PAGE = 20
"""Lines of standings on one page."""
MOST_PINGS = 100
"""How many members Discord lets one message ping."""
MOST_TEXT = 3_800
"""Characters of text in one message, a little under Discord's 4,000."""


def announcement_screen(
    series: Series, session: Session, words: Words, pinged: Sequence[Entry] = ()
) -> Screen:
    """Announce a session and show who has signed up, or what became of it."""
    listed = words.listed(series, session)
    if session.begun:
        game = None if session.game is None else words.game_name(session.game)
        return screen(
            Accent.NOTICE,
            text(*words.announced(series, session), game, *_became(series, session, words), listed),
            text(*words.signed_up(session)),
            _sign_up_row(series, session, words),
        )
    return screen(
        Accent.LOBBY,
        text(*words.announcement(series, session), listed),
        text(*words.sign_ups(series.setup, session), words.mentions(_pinged(pinged))),
        _sign_up_row(series, session, words),
        pings=_pinged(pinged),
    )


def _became(series: Series, session: Session, words: Words) -> list[str | None]:
    return [words.became_of(series, session), words.reason(session.why)]


def _sign_up_row(series: Series, session: Session, words: Words) -> Component | None:
    def press(verb: SeriesVerb) -> SeriesPress:
        return SeriesPress(verb, series.id, session.number)

    is_open = signup.is_open(series.setup, session)
    join = button(words.series_label("signup"), press(SeriesVerb.SIGN_UP), Style.SUCCESS)
    withdraw = button(words.series_label("withdraw"), press(SeriesVerb.WITHDRAW))
    return row(join if is_open else None, None if session.begun else withdraw)


def reminder_screen(series: Series, session: Session, words: Words) -> Screen:
    """Remind who signed up; they alone are pinged."""
    listed = _pinged(signup.seated(series.setup, session))
    told = text(
        words.reminder(series, session), words.mentions(listed), words.listed(series, session)
    )
    return screen(Accent.NOTICE, told, pings=listed)


def moved_up_screen(user: int, words: Words) -> Screen:
    """Tell who waited that he has a seat."""
    return screen(Accent.NOTICE, text(words.moved_up(user)), pings=(user,))


def presence_screen(series: Series, session: Session, words: Words) -> Screen:
    """Ask who is here, of whom those who signed up are pinged; later say what became of it."""
    press = SeriesPress(SeriesVerb.HERE, series.id, session.number)
    here = row(button(words.series_label("here"), press, Style.PRIMARY))
    if session.begun:
        told = text(*words.announced(series, session), *_became(series, session, words))
        return screen(Accent.NOTICE, told, here if signup.takes_late(session) else None)
    missing = _pinged([entry for entry in session.entries if not entry.present])
    said = text(*words.presence(series, session), words.mentions(missing))
    return screen(Accent.NOTICE, said, here, pings=missing)


def left_screen(series: Series, session: Session, post: SessionPost, words: Words) -> Screen:
    """Have a post say for good where or when the session is, as it shows it no longer."""
    if post.channel != series.setup.channel:
        said = words.elsewhere(series, session)
    else:
        said = words.postponed(series, session)
    return screen(Accent.NOTICE, text(said))


def seats_screen(
    series: Series,
    session: Session,
    tables: Sequence[tuple[int, Mapping[int, str]]],
    words: Words,
) -> Screen:
    """Show the drawn seats: of each table its channel and the name in each seat."""
    shown = [
        text(*words.table_seats(number, channel, names))
        for number, (channel, names) in enumerate(tables, start=1)
    ]
    return screen(Accent.LOBBY, text(words.seats_drawn(series, session)), *shown)


def result_screen(
    series: Series,
    session: Session,
    places: Sequence[tuple[int, Sequence[tuple[str, int]]]],
    words: Words,
) -> Screen:
    """Show the places of a session over all its tables, and what they earn.

    :param places: of each the names that share it, and their chips.
    """
    scoring, field = series.setup.scoring, sum(len(names) for _, names in places)
    counts = field >= scoring.least_field
    lines = [
        words.session_place(place, names, scoring.points(place, field) if counts else 0)
        for place, names in places
    ]
    shown = _fitting([words.session_places(series, session), *lines])
    why = None if counts else words.does_not_count()
    return screen(Accent.RESULT, text(*shown), text(why, words.see_standings()))


def _pinged(entries: Sequence[Entry]) -> tuple[int, ...]:
    return tuple(entry.member for entry in entries[:MOST_PINGS])


def not_played_screen(series: Series, session: Session, words: Words) -> Screen:
    """Say that a session is not played, and why; who signed up is pinged."""
    listed = _pinged(session.entries)
    told = text(words.not_played(series, session), words.mentions(listed))
    return screen(Accent.NOTICE, told, pings=listed)


def changed_screen(
    lines: Sequence[str], why: str, entries: Sequence[Entry], words: Words
) -> Screen:
    """Say what has changed, and why; who signed up is pinged."""
    listed = tuple(dict.fromkeys(_pinged(entries)))
    told = text(*_fitting(lines), words.reason(why), words.mentions(listed))
    return screen(Accent.NOTICE, told, pings=listed)


def moved_screen(series: Series, session: Session, words: Words) -> Screen:
    """Say that a session has another time; who signed up is pinged."""
    listed = _pinged(session.entries)
    told = text(words.postponed(series, session), words.mentions(listed))
    return screen(Accent.NOTICE, told, pings=listed)


def standings_screen(
    series: Series,
    ranked: Sequence[Standing],
    names: Mapping[int, str],
    page: int,
    words: Words,
    drawn: bytes | None = None,
) -> Screen:
    """Show a page of the standings, with a picture of it where one was drawn."""
    pages, page = pages_of(ranked), nearest_page(ranked, page)
    shown = on_page(ranked, page)
    lines = [words.standing(standing, names[standing.member]) for standing in shown]
    alt = ", ".join(
        f"{s.place}. {clean_name(words.name(names[s.member]))} {s.points}" for s in shown
    )
    made = screen(
        Accent.RESULT,
        text(words.standings_title(series, page, pages)),
        picture(PICTURE, alt) if drawn else None,
        text(*lines or [words.no_standings()], words.scoring(series.setup.scoring)),
        _page_row(series.id, page, pages, words),
    )
    return replace(made, attachment=Attachment(PICTURE, drawn)) if drawn else made


def standings_picture(
    series: Series, shown: Sequence[Standing], names: Mapping[int, str], words: Words
) -> bytes:
    """Draw a page of the standings."""
    rows = tuple(
        Row(
            s.place,
            words.name(names[s.member]),
            (str(s.points), str(s.played), str(s.wins), words.average(s.average)),
        )
        for s in shown
    )
    return _drawn(clean_name(series.setup.name, 40), words.standings_heads(), rows)


@lru_cache(maxsize=PICTURES)
def _drawn(title: str, heads: tuple[str, ...], rows: tuple[Row, ...]) -> bytes:
    """Draw a table, unless it was drawn lately: after a session many ask for the same page."""
    return draw_table(title, heads, rows)


def nearest_page(ranked: Sequence[Standing], page: int) -> int:
    """Return a page, or the nearest one to it that there is; the first is 0."""
    return max(0, min(page, pages_of(ranked) - 1))


def pages_of(ranked: Sequence[Standing]) -> int:
    """Return how many pages standings fill, one at least."""
    return max(1, -(-len(ranked) // PAGE))


def on_page(ranked: Sequence[Standing], page: int) -> Sequence[Standing]:
    """Return what stands on a page, the first being 0."""
    return ranked[page * PAGE : (page + 1) * PAGE]


def _page_row(series: SeriesId, page: int, pages: int, words: Words) -> Component | None:
    def turn(to: int) -> SeriesPress:
        return SeriesPress(SeriesVerb.STANDINGS, series, page=to)

    return row(
        button(words.series_label("previous"), turn(page - 1)) if page else None,
        button(words.series_label("next"), turn(page + 1)) if page + 1 < pages else None,
    )


def explanation_screen(
    name: str, explained: Explanation, games: Mapping[int, Game], words: Words
) -> Screen:
    """Show what a member's points are made of, with the game of each session."""
    return screen(Accent.PRIVATE, text(*_fitting(words.explanation(name, explained, games))))


def log_screen(lines: Sequence[LogLine], names: Mapping[int, str], words: Words) -> Screen:
    """Show the newest changes of a series."""
    told = [words.log_line(line, names.get(line.member or 0, "")) for line in lines]
    return screen(Accent.PRIVATE, text(*_fitting(told)))


def list_screen(
    seasons: Sequence[tuple[Series, Sequence[Session], Session | None]], words: Words
) -> Screen:
    """Show a server's series, each with the sessions being played and the next one."""
    told = [line for season in seasons for line in words.list_lines(*season)]
    return screen(Accent.PRIVATE, text(*_fitting(told or [words.no_series()])))


def _fitting(lines: Sequence[str]) -> list[str]:
    """Return as many of the first lines as fit into one message."""
    length = list(accumulate(len(line) + 1 for line in lines))
    fitting = [line for line, end in zip(lines, length, strict=True) if end <= MOST_TEXT]
    return fitting if len(fitting) == len(lines) else [*fitting, "…"]
