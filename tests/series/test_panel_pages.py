"""How each page of the set-up panel reads: its text, what is set in its menus, its buttons."""

from __future__ import annotations

from bot.render.panel_screens import PAGES, dialog, page_screen
from bot.render.words import Words
from bot.router import DraftId, DraftPress, DraftVerb
from bot.series.model import Setup
from bot.series.schedule import Schedule, Weekly, next_starts, starts
from bot.series.stakes import Wanted, restaked, with_games
from bot.series.standings import Scoring
from engine.rules import Game
from tests.bot.pure import components, text_of
from tests.series.samples import LONG_AGO, WEEKLY, a_setup

WORDS = Words()


def read(setup: Setup, verb: DraftVerb, game: int = 0) -> list[str]:
    """Return a page as it is read: a menu by what is set in it, or by its hint, and its size."""
    coming = next_starts(setup.schedule, LONG_AGO, 2)
    press = DraftPress(verb, DraftId(3), game)
    shown = page_screen(setup, press, (coming, len(starts(setup.schedule))), WORDS)
    lines = text_of(shown).splitlines()
    for part in components(shown):
        if part["type"] in {3, 8}:
            options = part.get("options", ())
            set_ = [option["label"] for option in options if option["default"]]
            lines.append(f"<{', '.join(set_) or part['placeholder']}> of {len(options)}")
    buttons = [part["label"] for part in components(shown) if part["type"] == 2]
    return [*lines, " ".join(f"[{label}]" for label in buttons)]


def typed(setup: Setup, verb: DraftVerb, game: int = 0) -> list[str]:
    """Return the lines of a dialog, each with what stands in it."""
    opened = dialog(setup, DraftPress(verb, DraftId(3), game), WORDS)
    lines = [f"{line.label} ({line.hint}): {line.value}" for line in opened.lines]
    return [opened.title, *lines]


def two_games() -> Setup:
    return restaked(with_games(a_setup(), tuple(Game)), 1, Wanted(ante=5, level_minutes=12))


def test_when() -> None:
    setup = a_setup(Schedule(WEEKLY.zone, WEEKLY.first, WEEKLY.at, Weekly(3, (1, 4)), 9))
    assert read(setup, DraftVerb.DATES) == [
        "every 3 weeks on Tuesday and Friday at 20:00, Europe/Paris",
        "9 sessions, the next:",
        "2026-10-06 20:00 Europe/Paris · <t:1791309600:F>",
        "2026-10-09 20:00 Europe/Paris · <t:1791568800:F>",
        "<every 3 weeks> of 7",
        "<Tuesday, Friday> of 7",
        "<Stops after 120 minutes> of 13",
        "[How many, how often…] [Done]",
    ]
    assert typed(setup, DraftVerb.UNTIL) == [
        "Sessions",
        "How many, or the last date (A number such as 8, or a date such as 2026-12-15): 9",
        "Every how many weeks (1 to 52; nothing: not by weeks): 3",
    ]


def test_game() -> None:
    assert read(two_games(), DraftVerb.GAMES) == [
        "Texas Hold'em",
        "by turns with Five-card draw",
        "Losing hands are shown at the showdown",
        "<Both games, by turns> of 3",
        "<Losing hands are shown at the showdown> of 2",
        "[Done]",
    ]


def test_stakes() -> None:
    assert read(two_games(), DraftVerb.STAKES) == [
        "No-limit Hold'em · blinds 1/2 · 200 chips each",
        "<Texas Hold'em> of 2",
        "<Each starts with 200 chips> of 12",
        "<Blinds 1/2> of 7",
        "<The stakes stay> of 8",
        "<No-limit Hold'em> of 3",
        "[Chips and levels…] [Done]",
    ]
    assert typed(two_games(), DraftVerb.CHIPS) == [
        "Chips and levels",
        "Each player starts with (20 to 1000000 chips): 200",
        "Small blind (At most the big blind): 1",
        "Big blind (At most what each player starts with): 2",
        "Ante (What everyone pays before the deal): 0",
        "The stakes rise every (Minutes of a level, 1 to 240; 0: they stay): 0",
    ]


def test_stakes_of_the_other_game() -> None:
    assert read(two_games(), DraftVerb.STAKES, 1) == [
        "No-limit five-card draw · ante 5 · 100 chips each · higher every 12 minutes",
        "<Five-card draw> of 2",
        "<Each starts with 100 chips> of 12",
        "<Ante 5> of 6",
        "<The stakes rise every 12 minutes> of 9",
        "<No-limit five-card draw> of 3",
        "[Chips and levels…] [Done]",
    ]
    assert [line.split(" (")[0] for line in typed(two_games(), DraftVerb.CHIPS, 1)] == [
        "Chips and levels", "Each player starts with", "Ante", "The stakes rise every",
    ]  # fmt: skip


def test_who() -> None:
    assert read(two_games(), DraftVerb.PLAYERS) == [
        "2 to 18 players, 9 or 6 at a table",
        "<With 2 players or more> of 17",
        "<Sign-up closes at the start> of 10",
        "<Nobody is seated after the start> of 8",
        "<With too few players: cancelled> of 2",
        "[Most players…] [Done]",
    ]
    assert typed(two_games(), DraftVerb.MOST) == [
        "Players",
        "How many play at most (2 to 60; more wait): 18",
    ]


def test_start() -> None:
    assert read(a_setup(grace_min=7, reminders=()), DraftVerb.START) == [
        "Played in <#7>",
        "<Another channel> of 0",
        "<Seats for who says that he is here> of 2",
        "<Begins up to 7 minutes late> of 11",
        "<No reminders> of 3",
        "[Done]",
    ]


def test_points() -> None:
    setup = a_setup(scoring=Scoring((10, 6), 3, 4))
    assert read(setup, DraftVerb.SCORING) == [
        "Points: 10, 6 · your best 3 sessions count · counts from 4 players",
        "<Your best 3 sessions count> of 24",
        "<Counts with 4 players or more> of 17",
        "[Points of places…] [Done]",
    ]
    assert typed(setup, DraftVerb.POINTS)[1].endswith(": 10 6")


def test_no_page_holds_more_than_a_phone_shows() -> None:
    for setup in (a_setup(), two_games()):
        for page in PAGES:
            assert len(read(setup, page)) <= 9
