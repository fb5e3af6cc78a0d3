"""Whatever is chosen and typed on the set-up panel, in any order: a series that can be saved."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import Refused
from bot.render.panel_screens import PAGES, dialog, page_screen
from bot.render.parts import dialog_payload
from bot.render.words import Words
from bot.router import DraftId, DraftPress, DraftVerb
from bot.sandbox.components import check_modal
from bot.sandbox.forms import Form
from bot.sandbox.rules import check_create
from bot.series import control
from bot.series.choices import MENUS, choose, shown
from bot.series.dialogs import FIELDS, type_in
from bot.series.model import SETUP_JSON, SeriesId, Setup
from bot.series.schedule import starts
from bot.table import lobby
from bot.table.change import Who
from bot.table.model import Contest, TableId, UserId
from tests.series.samples import HOST, LONG_AGO, a_setup

WORDS = Words()
TYPED = st.one_of(
    st.integers(-1, 300).map(str),
    st.sampled_from([
        "", " ", "soon", "2026-12-15", "2026-02-30", "1999-01-01", "2026-10-06", "1e3", "٣", "²",
        "99999", "10 6 4", "4 6", "1000000", "9" * 20, "20261215",
    ]),
    st.text(max_size=12),
)  # fmt: skip

Step = tuple[DraftVerb, int, Any]


@st.composite
def steps(draw: st.DrawFn) -> Step:
    """Return a control, the game whose page it stands on, and what is chosen or typed.

    What is chosen is a number modulo what is offered, or something that is not.
    """
    verb = draw(st.sampled_from([*MENUS, *FIELDS]))
    game = draw(st.integers(0, 2))
    if verb in FIELDS:
        return verb, game, {field: draw(TYPED) for field in FIELDS[verb]}
    return verb, game, draw(st.lists(st.one_of(st.integers(0, 30), TYPED), max_size=3))


def apply(setup: Setup, step: Step) -> Setup:
    verb, game, what = step
    press = DraftPress(verb, DraftId(1), game)
    if verb in FIELDS:
        return type_in(setup, verb, shown(setup, press), what)
    offered = MENUS[verb].offered(setup, shown(setup, press))
    chosen = [
        offered[each % len(offered)] if isinstance(each, int) and offered else str(each)
        for each in what
    ]
    return choose(setup, press, chosen)


def check_can_be_saved(setup: Setup) -> None:
    """Check that a set-up is kept as it is, makes a series, and opens a table of each game."""
    assert SETUP_JSON.validate_json(SETUP_JSON.dump_json(setup)) == setup
    control.create(SeriesId(1), (5, "en-US"), HOST, setup, LONG_AGO)
    players = [Who(UserId(1), "Ana"), Who(UserId(2), "Ben")]
    for options in setup.games:
        lobby.open_contest(TableId(1), (5, 7, "en"), HOST, players, options, Contest(1, 1), 0.0)


def check_shows(setup: Setup) -> None:
    """Check that Discord takes every page and every dialog."""
    coming = starts(setup.schedule)[:5]
    for verb in DraftVerb:
        for game in range(len(setup.games)):
            press = DraftPress(verb, DraftId(10**15), game)
            shown = page_screen(setup, press, (coming, 200), WORDS)
            body = {"components": list(shown.components), "flags": 1 << 15}
            check_create(body, ephemeral_allowed=True)
            if verb in FIELDS:
                form = Form()
                check_modal(form, dialog_payload(dialog(setup, press, WORDS)))
                form.refuse()


@settings(max_examples=150, deadline=None)
@given(st.lists(steps(), max_size=12))
def test_any_choices_leave_a_series_that_can_be_saved_or_a_plain_refusal(
    chosen: list[Step],
) -> None:
    setup, said = a_setup(), list[str]()
    for step in chosen:
        try:
            changed = apply(setup, step)
            starts(changed.schedule)
        except Refused as refused:
            said.append(WORDS.refusal(refused))
        else:
            setup = changed
    assert all(sentence.endswith(".") for sentence in said)
    check_can_be_saved(setup)
    check_shows(setup)


def test_every_control_of_the_panel_stands_on_one_page() -> None:
    placed = [verb for verbs in PAGES.values() for verb in verbs]
    assert len(set(placed)) == len(placed)
    pages = {DraftVerb.CREATE, DraftVerb.PREVIEW, *PAGES}
    assert {*placed, *pages} == set(DraftVerb)
    assert {*MENUS, *FIELDS, DraftVerb.CHANNEL} == set(placed)
