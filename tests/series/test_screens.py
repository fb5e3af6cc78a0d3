"""How series read on the screen, and that no name in them pings or breaks anything."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.catalogue import languages, words_for
from bot.render import series_screens as screens
from bot.render.panel_screens import preview_screen
from bot.render.parts import Screen
from bot.render.words import Words
from bot.router import (
    DraftId,
    DraftPress,
    DraftVerb,
    SeriesPress,
    SeriesVerb,
    parse_custom_id,
    parse_series_press,
)
from bot.series import control, season, signup
from bot.series.model import (
    Did,
    End,
    Entry,
    Hindrance,
    LogLine,
    Series,
    SeriesId,
    Session,
    SessionPost,
    Shows,
    TooFew,
)
from bot.series.schedule import LAST, Monthly, Once, Repeat, Schedule, Weekly, next_starts, starts
from bot.series.standings import Correction, Finish, Scoring, explanations, standings
from bot.table.model import UserId
from engine.rules import Game
from tests.bot.pure import components, text_of
from tests.data import test_data
from tests.series.samples import HOLDEM, HOST, LONG_AGO, WEEKLY, a_season, a_setup

WORDS = Words()
MADE = a_season()
FIRST = MADE.sessions[0]
PREVIEW = DraftPress(DraftVerb.PREVIEW, DraftId(3))
GAMES = {1: Game.HOLDEM, 2: Game.FIVECARD, 3: Game.HOLDEM}


def buttons_of(screen: Screen) -> list[str]:
    return [c["label"] for c in components(screen) if c["type"] == 2]


def named(session: Session, *names: str) -> Session:
    entries = tuple(Entry(UserId(i), name) for i, name in enumerate(names, start=1))
    return replace(session, entries=entries)


# How it reads


@pytest.mark.parametrize(
    ("repeat", "said"),
    [
        (Once(), "once, on 2026-10-06 at 20:00, Europe/Paris"),
        (Weekly(), "every Tuesday at 20:00, Europe/Paris"),
        (Weekly(days=(4, 1, 2)), "every Tuesday, Wednesday and Friday at 20:00, Europe/Paris"),
        (Weekly(every=2, days=(1,)), "every 2 weeks on Tuesday at 20:00, Europe/Paris"),
        (Monthly(2, 1), "on the second Tuesday of each month at 20:00, Europe/Paris"),
        (Monthly(LAST, 4), "on the last Friday of each month at 20:00, Europe/Paris"),
    ],
)
def test_a_rule_is_said_in_words(repeat: Repeat, said: str) -> None:
    assert WORDS.rule(Schedule("Europe/Paris", date(2026, 10, 6), time(20), repeat)) == said


def test_the_preview_shows_the_set_up_and_the_next_dates_in_both_clocks() -> None:
    setup = a_setup(closes_min=30, too_few=TooFew.POSTPONE)
    dates = next_starts(setup.schedule, LONG_AGO, 2)
    shown = preview_screen(setup, PREVIEW, (dates, len(starts(setup.schedule))), WORDS)
    assert text_of(shown).splitlines() == [
        r"**Tuesday Hold'em**",
        "No-limit Hold'em · blinds 1/2 · 200 chips each",
        "every Tuesday at 20:00, Europe/Paris",
        "2 to 18 players, 9 at a table · stops after 120 minutes",
        "Sign-up closes 30 minutes before the start",
        "Who signed up says at the start that he is here",
        "With too few players a session is postponed to the end of the series",
        "Begins up to 15 minutes late",
        "Reminders a day, an hour and five minutes before",
        "Played in <#7>",
        "Points: as many as players you leave behind, and one more",
        "4 sessions, the next:",
        "2026-10-06 20:00 Europe/Paris · <t:1791309600:F>",
        "2026-10-13 20:00 Europe/Paris · <t:1791914400:F>",
    ]
    assert buttons_of(shown) == [
        "Create",
        "When",
        "Game",
        "Stakes",
        "Who",
        "At the start",
        "Points",
    ]


def test_the_announcement_shows_who_plays_and_who_waits() -> None:
    series = replace(MADE.series, setup=a_setup(most=2))
    shown = screens.announcement_screen(series, named(FIRST, "Léa", "Tom", "Inès"), WORDS)
    assert text_of(shown).splitlines()[-4:] == [
        "**Signed up (2 of 2)**",
        "Léa, Tom",
        "**Waiting (1)**",
        "Inès",
    ]
    assert buttons_of(shown) == ["Join", "Withdraw"]


def test_an_announcement_says_how_many_are_needed_and_loses_its_buttons_at_the_start() -> None:
    shown = screens.announcement_screen(MADE.series, named(FIRST, "Léa"), WORDS)
    assert text_of(shown).endswith("1 more is needed")
    begun = season.start(named(FIRST, "Léa", "Tom"), HOLDEM, [], FIRST.start)
    assert buttons_of(screens.announcement_screen(MADE.series, begun, WORDS)) == []


def test_join_goes_when_sign_up_has_closed() -> None:
    closed = signup.close(named(FIRST, "Léa", "Tom"), FIRST.start)
    assert buttons_of(screens.announcement_screen(MADE.series, closed, WORDS)) == ["Withdraw"]


def test_only_those_who_signed_up_are_pinged() -> None:
    listed = named(FIRST, "Léa", "Tom")
    assert screens.reminder_screen(MADE.series, listed, WORDS).pings == (1, 2)
    here = signup.say_here(season.check(listed, FIRST.start), UserId(2))
    asked = screens.presence_screen(MADE.series, here, WORDS)
    assert asked.pings == (1,)
    assert "Here (1): Tom" in text_of(asked)
    assert screens.reminder_screen(MADE.series, FIRST, WORDS).pings == ()


def test_the_drawn_seats_are_listed_by_table() -> None:
    tables = [(11, {2: "Tom", 1: "Léa"}), (12, {1: "Inès"})]
    shown = text_of(screens.seats_screen(MADE.series, FIRST, tables, WORDS))
    assert shown.splitlines()[1:] == ["**Table 1** <#11>", "1 Léa", "2 Tom", "**Table 2** <#12>",
                                      "1 Inès"]  # fmt: skip


@pytest.mark.parametrize("end", [end for end in End if end is not End.PLAYED])
def test_every_way_of_not_being_played_is_said(end: End) -> None:
    shown = text_of(screens.not_played_screen(MADE.series, replace(FIRST, end=end), WORDS))
    assert shown.startswith("Tuesday Hold'em · session 1 ")
    assert shown.endswith(".")


@pytest.mark.parametrize(
    "hindrance", [Hindrance.TOO_FEW, Hindrance.BUSY, Hindrance.NO_ROOM, Hindrance.MAINTENANCE]
)
def test_a_session_that_waits_says_for_what(hindrance: Hindrance) -> None:
    said = WORDS.hindered(MADE.series, season.hinder(FIRST, hindrance, FIRST.start))
    assert "waits for" in said


def test_x019_a_missing_channel_is_told_with_what_to_do() -> None:
    said = WORDS.missing_channel(MADE.series, FIRST)
    assert said.startswith("Tuesday Hold'em · session 1 cannot begin: its channel is gone")
    assert "/series edit" in said


def test_standings_come_page_by_page() -> None:
    finishes = [Finish(1, member, member, 45) for member in range(1, 46)]
    ranked, names = standings(Scoring(), finishes), {m: f"P{m}" for m in range(1, 46)}
    first = screens.standings_screen(MADE.series, ranked, names, 0, WORDS)
    assert text_of(first).splitlines()[:2] == [
        "**Tuesday Hold'em: standings** page 1 of 3",
        "1. P1  **45**  1 session, 1 win, average 45.0",
    ]
    assert buttons_of(first) == ["Next"]
    assert buttons_of(screens.standings_screen(MADE.series, ranked, names, 1, WORDS)) == [
        "Previous",
        "Next",
    ]
    last = screens.standings_screen(MADE.series, ranked, names, 99, WORDS)
    assert "45. P45  **1**" in text_of(last)
    assert buttons_of(last) == ["Previous"]


def test_standings_of_nothing_say_so() -> None:
    shown = screens.standings_screen(MADE.series, (), {}, 0, WORDS)
    assert "No session has been played yet." in text_of(shown)


def test_an_explanation_gives_every_session_and_why() -> None:
    finishes = [Finish(1, 1, 3, 3), Finish(2, 1, 1, 3), Finish(3, 1, 1, 2)]
    corrections = (Correction(1, 1, -2, "left early"), Correction(2, 1, 5, "slip", undone=True))
    explained = explanations(Scoring(best=1, least_field=3), finishes, corrections)[1]
    shown = text_of(screens.explanation_screen("Léa", explained, GAMES, WORDS))
    assert shown.splitlines() == [
        "**Léa: 1 point**",
        "Correction 1: -2 points, left early",
        "~~Correction 2: +5 points, slip~~",
        "Session 3, Texas Hold'em: place 1 of 2, 2 points (does not count: too few played)",
        "Session 2, Five-card draw: place 1 of 3, 3 points",
        "Session 1, Texas Hold'em: place 3 of 3, 1 point (does not count: you have better ones)",
    ]


def test_the_log_says_who_when_what_and_why() -> None:
    lines = [
        LogLine(LONG_AGO, HOST, Did.CORRECTED, "a slip", member=UserId(1), points=2),
        *(LogLine(LONG_AGO, HOST, did, session=3, points=1) for did in Did),
    ]
    shown = text_of(screens.log_screen(lines, {1: "Léa"}, WORDS)).splitlines()
    assert shown[0] == "<t:1767225600:F> <@50> gave Léa +2 points: a slip"
    assert len(shown) == len(lines)


def test_the_list_says_when_each_series_is_played_next() -> None:
    paused = control.pause(MADE.series, MADE.sessions, HOST, "", LONG_AGO).series
    over = replace(MADE.series, over=True)
    begun = season.start(FIRST, HOLDEM, [], FIRST.start)
    begun = replace(begun, channels=(11, 12))
    listed: list[tuple[Series, list[Session], Session | None]] = [
        (MADE.series, [], FIRST),
        (paused, [], FIRST),
        (MADE.series, [], None),
        (over, [], None),
        (MADE.series, [begun], None),
        (over, [begun], None),
        (MADE.series, [begun], MADE.sessions[1]),
    ]
    shown = screens.list_screen(listed, WORDS)
    assert text_of(shown).splitlines() == [
        "**Tuesday Hold'em** session 1, Texas Hold'em: <t:1791309600:F>",
        "**Tuesday Hold'em** is paused",
        "**Tuesday Hold'em**: no session is to come",
        "**Tuesday Hold'em** is over",
        "**Tuesday Hold'em** session 1 is being played: <#11>, <#12>",
        "**Tuesday Hold'em** session 1 is being played: <#11>, <#12>",
        "**Tuesday Hold'em** session 1 is being played: <#11>, <#12>",
        "**Tuesday Hold'em** session 2, Texas Hold'em: <t:1791914400:F>",
    ]
    assert "no series" in text_of(screens.list_screen([], WORDS))


# What no name may do


def every_screen(name: str, count: int = 1, words: Words = WORDS) -> list[Screen]:
    """Return every screen of a series in which all names and reasons are this one."""
    series = replace(MADE.series, setup=a_setup(name=name, most=max(2, count // 2)))
    session = named(FIRST, *[name] * count)
    session = replace(session, end=End.TOO_FEW, hindrance=Hindrance.BUSY)
    called_off = replace(session, end=End.SKIPPED, why=name, channels=(11, 12))
    played = replace(session, end=End.PLAYED, winners=(name,) * count, options=HOLDEM)
    old = SessionPost(Shows.ANNOUNCEMENT, "announce.1", 6)
    here = replace(season.check(session, FIRST.start), end=None)
    here = replace(here, entries=tuple(replace(entry, present=True) for entry in here.entries))
    corrections = (Correction(1, 1, 2, name), *(Correction(n, 1, 2, name) for n in range(2, count)))
    finishes = [
        Finish(number, member, 1, 2) for member in range(1, count + 1) for number in range(1, 9)
    ]
    names = dict.fromkeys(range(1, count + 1), name)
    lines = [LogLine(LONG_AGO, HOST, Did.CORRECTED, name, 1, UserId(1), 2)] * count
    return [
        preview_screen(series.setup, PREVIEW, (starts(WEEKLY), 4), words),
        screens.announcement_screen(series, session, words),
        screens.announcement_screen(series, here, words, here.entries[:1]),
        screens.announcement_screen(series, called_off, words),
        screens.announcement_screen(series, played, words),
        screens.left_screen(series, session, old, words),
        screens.changed_screen([words.postponed(series, session)] * count, name, (), words),
        screens.result_screen(series, session, [(1, [(name, 200)] * count)], words),
        screens.result_screen(series, session, [(n, [(name, 9)]) for n in range(count)], words),
        screens.reminder_screen(series, session, words),
        screens.presence_screen(series, here, words),
        screens.presence_screen(series, played, words),
        screens.seats_screen(series, session, [(11, dict(enumerate([name] * 9)))], words),
        screens.not_played_screen(series, session, words),
        screens.moved_screen(series, session, words),
        screens.standings_screen(series, standings(Scoring(), finishes), names, 0, words),
        screens.explanation_screen(
            name,
            explanations(Scoring(), finishes, corrections)[1],
            dict.fromkeys(range(1, 9), Game.FIVECARD),
            words,
        ),
        screens.log_screen(lines, names, words),
        screens.list_screen([(series, [called_off], FIRST)] * min(count, 25), words),
    ]


def nasty_names() -> list[str]:
    for line in test_data("cases", "cases.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        if case["id"] == "X004":
            return list(case["setup"]["names"])
    raise AssertionError("X004")


def test_x004_a_mention_in_a_name_pings_nobody_and_is_shown_literally() -> None:
    for name in nasty_names():
        for screen in every_screen(name):
            shown = text_of(screen)
            assert not re.search(r"(?<!\\)@(everyone|here)", shown), shown
            # The only mentions are those of who signed up and of the moderator in the log.
            assert set(re.findall(r"(?<!\\)<@(&?\d+)>", shown)) <= {"1", "50"}, shown
            assert set(screen.pings) <= {1}


@settings(max_examples=50)
@given(st.text(max_size=80))
def test_any_name_leaves_a_screen_what_discord_accepts(name: str) -> None:
    for screen in every_screen(name):
        check_limits(screen)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", ["*" * 100, "牌" * 50, "x" * 300])
def test_a_hundred_and_fifty_members_fit_on_every_screen(name: str, language: str) -> None:
    for screen in every_screen(name, 150, words_for(language)):
        check_limits(screen)
        assert len(screen.pings) <= 100


def check_limits(screen: Screen) -> None:
    texts = [c["content"] for c in components(screen) if c["type"] == 10]
    assert all(texts), "Discord takes no empty text"
    assert sum(map(len, texts)) <= 4000
    assert len(components(screen)) <= 40
    ids = [c["custom_id"] for c in components(screen) if "custom_id" in c]
    assert len(set(ids)) == len(ids)


# What buttons mean

numbers = st.integers(0, 10**18 - 1)


@given(st.sampled_from(SeriesVerb), numbers, numbers, numbers)
def test_a_press_is_read_from_its_custom_id_and_fits_into_it(
    verb: SeriesVerb, series: int, session: int, page: int
) -> None:
    press = SeriesPress(verb, SeriesId(series), session, page)
    assert parse_series_press(str(press)) == press
    assert parse_custom_id(str(press)) is None
    assert len(str(press)) <= 100


@pytest.mark.parametrize(
    "text", ["", "s", "s:signup:1:1", "s:nothing:1:1:1", "c:signup:1:1:1", "s:signup:x:1:1"]
)
def test_nonsense_is_no_press(text: str) -> None:
    assert parse_series_press(text) is None


def test_a_session_ends_with_what_its_places_earn_or_that_it_does_not_count() -> None:
    places = [(1, [("Léa", 400)]), (2, [("Tom", 0), ("Inès", 0)])]
    shown = text_of(screens.result_screen(MADE.series, FIRST, places, WORDS))
    assert shown.splitlines() == [
        "**Tuesday Hold'em · session 1 is over**",
        "1. Léa (400): 3 points",
        "2. Tom (0), Inès (0): 2 points",
        "-# `/series standings` shows where everybody stands.",
    ]
    strict = replace(MADE.series, setup=a_setup(scoring=Scoring(least_field=4)))
    shown = text_of(screens.result_screen(strict, FIRST, places, WORDS))
    assert "1. Léa (400): 0 points" in shown
    assert "Too few played: the session does not count." in shown


def test_a_moved_session_shows_its_new_time() -> None:
    later = datetime(2026, 12, 1, 19, tzinfo=UTC)
    moved = season.moved(MADE.series.setup, FIRST, later, later - timedelta(days=9))
    assert "2026-12-01 20:00 Europe/Paris" in text_of(
        screens.moved_screen(MADE.series, moved, WORDS)
    )
