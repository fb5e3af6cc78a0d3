"""The set-up panel of a series: a preview, and a page each for dates, players and points.

Every menu says in its own words what is set, and shows no more on a page than a phone does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any

from bot.render.parts import (
    Accent,
    Component,
    Dialog,
    Line,
    Screen,
    Style,
    button,
    menu,
    row,
    screen,
    text,
)
from bot.render.words import Words
from bot.router import DraftId, DraftPress, DraftVerb
from bot.series.choices import ALL, CLOSINGS, LENGTHS, MOST_BEST, MOST_LEAST
from bot.series.model import Reminder, Setup, TooFew
from bot.series.repeats import Repeating, repeating_of
from bot.series.schedule import Weekly

POINTS_LENGTH = 200
DATES = {DraftVerb.DATES, DraftVerb.REPEAT, DraftVerb.DAYS, DraftVerb.LENGTH, DraftVerb.UNTIL}
PLAYERS = {
    DraftVerb.PLAYERS, DraftVerb.LEAST, DraftVerb.MOST, DraftVerb.CLOSES, DraftVerb.REMINDERS,
    DraftVerb.TOO_FEW,
}  # fmt: skip
SCORING = {DraftVerb.SCORING, DraftVerb.BEST, DraftVerb.POINTS}

Coming = tuple[Sequence[datetime], int]
"""The next starts, and how many there are in all."""


def page_screen(
    setup: Setup, draft: DraftId, verb: DraftVerb, coming: Coming, words: Words
) -> Screen:
    """Show the page of the panel on which a control stands."""
    if verb in DATES:
        return _dates_page(setup, draft, coming, words)
    if verb in PLAYERS:
        return _players_page(setup, draft, words)
    if verb in SCORING:
        return _scoring_page(setup, draft, words)
    return preview_screen(setup, draft, coming, words)


def preview_screen(setup: Setup, draft: DraftId, coming: Coming, words: Words) -> Screen:
    """Show a series before it is saved: how it is set up, and its next dates."""
    return screen(
        Accent.PRIVATE,
        text(*words.setup(setup)),
        text(*words.next_dates(coming[0], setup.schedule.zone, coming[1])),
        row(
            _button(DraftVerb.CREATE, draft, words, Style.SUCCESS),
            _button(DraftVerb.DATES, draft, words),
            _button(DraftVerb.PLAYERS, draft, words),
            _button(DraftVerb.SCORING, draft, words),
        ),
    )


def _dates_page(setup: Setup, draft: DraftId, coming: Coming, words: Words) -> Screen:
    repeat = setup.schedule.repeat
    days = set(map(str, repeat.days)) if isinstance(repeat, Weekly) else set()
    return screen(
        Accent.PRIVATE,
        text(words.rule(setup.schedule)),
        text(*words.next_dates(coming[0], setup.schedule.zone, coming[1])),
        _one_of(DraftVerb.REPEAT, draft, Repeating, words.repeating, repeating_of(repeat)),
        menu(
            DraftPress(DraftVerb.DAYS, draft),
            [(words.weekday(day), str(day), str(day) in days) for day in range(7)],
            hint=words.days_hint(),
            several=True,
        )
        if isinstance(repeat, Weekly)
        else None,
        _one_of(
            DraftVerb.LENGTH, draft, _with(LENGTHS, setup.minutes), words.length, setup.minutes
        ),
        row(
            _button(DraftVerb.UNTIL, draft, words),
            _button(DraftVerb.PREVIEW, draft, words),
        ),
    )


def _players_page(setup: Setup, draft: DraftId, words: Words) -> Screen:
    fields = range(2, min(setup.most, MOST_LEAST) + 1)
    return screen(
        Accent.PRIVATE,
        text(words.fields(setup)),
        _one_of(DraftVerb.LEAST, draft, _with(fields, setup.least), words.least, setup.least),
        _one_of(
            DraftVerb.CLOSES, draft, _with(CLOSINGS, setup.closes_min), words.closes,
            setup.closes_min,
        ),
        menu(
            DraftPress(DraftVerb.REMINDERS, draft),
            [(words.reminded(r), r.value, r in setup.reminders) for r in Reminder],
            hint=words.reminders_hint(),
            several=True,
        ),
        _one_of(DraftVerb.TOO_FEW, draft, TooFew, words.too_few, setup.too_few),
        row(
            _button(DraftVerb.MOST, draft, words),
            _button(DraftVerb.PREVIEW, draft, words),
        ),
    )  # fmt: skip


def _scoring_page(setup: Setup, draft: DraftId, words: Words) -> Screen:
    best = setup.scoring.best
    counts = [ALL, *_with(range(1, MOST_BEST), best or 1)]
    return screen(
        Accent.PRIVATE,
        text(words.scoring(setup.scoring)),
        _one_of(DraftVerb.BEST, draft, counts, words.best, best or ALL),
        row(
            _button(DraftVerb.POINTS, draft, words),
            _button(DraftVerb.PREVIEW, draft, words),
        ),
    )


def dialog(setup: Setup, press: DraftPress, words: Words) -> Dialog:
    """Return the dialog into which something is typed."""
    title, label, hint = words.draft_dialog(press.verb, setup)
    points = press.verb is DraftVerb.POINTS
    return Dialog(
        title=title,
        custom_id=str(press),
        lines=(
            Line(
                field=press.verb,
                label=label,
                hint=hint,
                placeholder="10 6 4 2" if points else "8",
                longest=POINTS_LENGTH if points else 20,
                needed=not points,
            ),
        ),
    )


def _button(
    verb: DraftVerb, draft: DraftId, words: Words, style: Style = Style.SECONDARY
) -> Component:
    return button(words.draft_label(verb), DraftPress(verb, draft), style)


def _one_of(
    verb: DraftVerb,
    draft: DraftId,
    values: Iterable[object],
    name: Callable[[Any], str],
    now: object,
) -> Component:
    """Return a menu of which one thing is set."""
    return menu(DraftPress(verb, draft), [(name(v), str(v), v == now) for v in values])


def _with(offered: Iterable[int], now: int) -> list[int]:
    """Return what is offered, and what is set even if it is not."""
    return sorted({*offered, now})
