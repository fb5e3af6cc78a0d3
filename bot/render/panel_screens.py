"""The set-up panel of a series: a preview, and a page for each thing that can be chosen.

Every menu says in its own words what is set, and shows no more on a page than a phone does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from bot.render.parts import (
    Accent,
    Component,
    Dialog,
    Line,
    Screen,
    Style,
    button,
    channel_menu,
    menu,
    row,
    screen,
    text,
)
from bot.render.words import Words
from bot.router import DraftPress, DraftVerb
from bot.series.choices import MENUS
from bot.series.dialogs import FIELDS, fields_of
from bot.series.model import Setup

POINTS_LENGTH = 200

PAGES: dict[DraftVerb, tuple[DraftVerb, ...]] = {
    DraftVerb.DATES: (DraftVerb.REPEAT, DraftVerb.DAYS, DraftVerb.LENGTH, DraftVerb.UNTIL),
    DraftVerb.GAMES: (DraftVerb.PLAYED, DraftVerb.MUCK),
    DraftVerb.STAKES: (
        DraftVerb.SHOWN, DraftVerb.STACK, DraftVerb.BLINDS, DraftVerb.LEVELS, DraftVerb.LIMIT,
        DraftVerb.CHIPS,
    ),
    DraftVerb.PLAYERS: (
        DraftVerb.LEAST, DraftVerb.CLOSES, DraftVerb.LATE, DraftVerb.TOO_FEW, DraftVerb.MOST,
    ),
    DraftVerb.START: (
        DraftVerb.CHANNEL, DraftVerb.PRESENCE, DraftVerb.GRACE, DraftVerb.REMINDERS,
    ),
    DraftVerb.SCORING: (DraftVerb.BEST, DraftVerb.FIELD, DraftVerb.POINTS),
}  # fmt: skip
"""What can be chosen on each page: menus one below the other, then buttons that open dialogs."""

Coming = tuple[Sequence[datetime], int]
"""The next starts, and how many there are in all."""


def page_screen(setup: Setup, press: DraftPress, coming: Coming, words: Words) -> Screen:
    """Show the page of the panel on which a control stands."""
    page = page_of(press)
    if page is DraftVerb.PREVIEW:
        return preview_screen(setup, press, coming, words)
    controls = [replace(press, verb=verb) for verb in PAGES[page]]
    dialogs = [_button(each, words) for each in controls if each.verb in FIELDS]
    return screen(
        Accent.PRIVATE,
        *_heads(page, setup, press.game, coming, words),
        *(_menu(setup, each, words) for each in controls if each.verb not in FIELDS),
        row(*dialogs, _button(replace(press, verb=DraftVerb.PREVIEW), words)),
    )


def page_of(press: DraftPress) -> DraftVerb:
    """Return the page on which a control stands."""
    if press.verb in PAGES:
        return press.verb
    return next((page for page, verbs in PAGES.items() if press.verb in verbs), DraftVerb.PREVIEW)


def preview_screen(setup: Setup, press: DraftPress, coming: Coming, words: Words) -> Screen:
    """Show a series before it is saved: how it is set up, and its next dates."""
    create, dates, *others = (
        replace(press, verb=verb, game=0) for verb in (DraftVerb.CREATE, *PAGES)
    )
    return screen(
        Accent.PRIVATE,
        text(*words.setup(setup)),
        text(*words.next_dates(coming[0], setup.schedule.zone, coming[1])),
        row(_button(create, words, Style.SUCCESS), _button(dates, words)),
        row(*(_button(page, words) for page in others)),
    )


def _heads(
    page: DraftVerb, setup: Setup, game: int, coming: Coming, words: Words
) -> list[Component]:
    """Return what a page says above its menus."""
    match page:
        case DraftVerb.DATES:
            dates = words.next_dates(coming[0], setup.schedule.zone, coming[1])
            return [text(words.rule(setup.schedule)), text(*dates)]
        case DraftVerb.GAMES:
            return [text(*words.games_played(setup))]
        case DraftVerb.STAKES:
            return [text(words.played_for(setup.games[game]))]
        case DraftVerb.PLAYERS:
            return [text(words.fields(setup))]
        case DraftVerb.START:
            return [text(words.where(setup))]
        case _:
            return [text(words.scoring(setup.scoring))]


def _menu(setup: Setup, press: DraftPress, words: Words) -> Component | None:
    """Return a menu that shows what is set, None where there is nothing to choose."""
    if press.verb is DraftVerb.CHANNEL:
        return channel_menu(press, words.menu_hint(press.verb))
    shown = MENUS[press.verb]
    now = shown.now(setup, press.game)
    options = [
        (words.choice(setup, press, value), value, value in now)
        for value in shown.offered(setup, press.game)
    ]
    if not options:
        return None
    hint = words.menu_hint(press.verb) if shown.several else None
    return menu(press, options, hint=hint, several=shown.several)


def dialog(setup: Setup, press: DraftPress, words: Words) -> Dialog:
    """Return the dialog into which something is typed, with what is set."""
    lines = fields_of(setup, press.verb, press.game)
    return Dialog(
        title=words.draft_title(press.verb),
        custom_id=str(press),
        lines=tuple(_line(field, value, setup, words) for field, value in lines.items()),
    )


def _line(field: str, value: str, setup: Setup, words: Words) -> Line:
    label, hint = words.draft_line(field, setup)
    return Line(
        field=field,
        label=label,
        hint=hint,
        value=value,
        longest=POINTS_LENGTH if field == "points" else 20,
        needed=field not in {"points", "weeks"},
    )


def _button(press: DraftPress, words: Words, style: Style = Style.SECONDARY) -> Component:
    return button(words.draft_label(press.verb), press, style)
