"""Nonsense in every field of the set-up panel and every text of `/series`: told what would do."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.render.words import Words
from bot.router import DraftVerb
from bot.series.dialogs import FIELDS
from tests.bot.house import House
from tests.series.test_panel import TYPED, Panel, draft_of, open_page, panel
from tests.series.test_service import make

NONSENSE = ["soon", "-1", "99999", "9" * 20, "1e3", "٣", "2026-02-30", "@everyone", "½"]
SENSE = {("points", "99999"), ("stack", "99999")}
"""What of it is sense after all: that many points, or chips, there may be."""
HELPFUL = re.compile(r"between \d+ and \d+|such as|`[^`]+`|Name a place|Perhaps|choose|Choose")
"""What an answer holds that says what would be possible."""
FREE = {"name", "why"}
"""Texts that may read as anything."""


def check_is_told(said: str) -> None:
    assert HELPFUL.search(said), said
    assert said.endswith("."), said
    assert not re.search(r"(?<!\\)@everyone", said), said


async def nonsense_in(plan: Panel, verb: DraftVerb, field: str, text: str) -> str:
    """Type nonsense into one line of a dialog, and return the answer."""
    reply = await plan.type_in(Words().draft_label(verb), **{**TYPED[verb], field: text})
    return reply.text


@pytest.mark.parametrize(
    ("verb", "field"), [(verb, field) for verb, fields in FIELDS.items() for field in fields]
)
async def test_nonsense_in_a_dialog_of_the_panel_is_told_what_would_do(
    house: House, verb: DraftVerb, field: str
) -> None:
    plan = await panel(house)
    await open_page(plan, verb)
    before, page = await draft_of(house, plan), plan.message.text
    for text in NONSENSE:
        if (field, text) not in SENSE:
            check_is_told(await nonsense_in(plan, verb, field, text))
            assert await draft_of(house, plan) == before
            assert plan.message.text == page


def text_options() -> list[tuple[str, str]]:
    """Return each option of a `/series` command into which text is typed that must mean something.

    The name of a series is one too: `series`.
    """
    return [
        ("create", "first"), ("create", "zone"), ("create", "days"), ("again", "first"),
        ("again", "template"), ("dates", "first"), ("dates", "days"), ("dates", "last"),
        ("scoring", "points"), ("move", "to"),
        *((command, "series") for command in (
            "template", "edit", "dates", "stakes", "scoring", "pause", "resume", "cancel", "skip",
            "move", "correct", "undo", "explain", "standings", "log", "export", "calendar",
        )),
    ]  # fmt: skip


NEEDED: dict[str, dict[str, object]] = {
    "create": {"name": "X", "first": "2199-01-01 20:00", "zone": "UTC"},
    "again": {"template": "winter", "name": "X", "first": "2199-01-01 20:00"},
    "template": {"name": "winter"}, "dates": {"first": "2199-01-01 20:00"},
    "move": {"to": "2199-01-01 20:00"}, "correct": {"points": 1, "why": "x"}, "undo": {"number": 1},
    "edit": {"least": 3}, "stakes": {"stack": 500}, "scoring": {"best": 3},
}  # fmt: skip


def of_text(command: app_commands.Command[Any, ..., Any]) -> set[str]:
    return {
        option.display_name
        for option in command.parameters
        if option.type is discord.AppCommandOptionType.string
        and not option.choices
        and option.display_name not in FREE
    }


async def test_every_text_option_of_series_is_among_those_that_get_nonsense(house: House) -> None:
    assert house.client is not None
    group = house.client.tree.get_command("series")
    assert isinstance(group, app_commands.Group)
    found = {
        (command.name, option)
        for command in group.walk_commands()
        if isinstance(command, app_commands.Command)
        for option in of_text(command)
    }
    assert found == set(text_options())


@pytest.mark.parametrize(("command", "option"), text_options())
async def test_nonsense_in_a_text_of_series_is_told_what_would_do(
    house: House, command: str, option: str
) -> None:
    host = await make(house)
    await house.slash(host, "series template", series="Tuesdays", name="winter")
    assert house.client is not None
    before = await house.client.series.store.names(house.channel.guild.id)
    needed = dict(NEEDED.get(command, {}))
    if command not in {"create", "again"}:
        needed["series"] = "Tuesdays"
    if command == "correct":
        needed["member"] = host.id
    for text in NONSENSE:
        if (option, text) not in SENSE:
            said = await house.slash(host, f"series {command}", **{**needed, option: text})
            check_is_told(said.text)
    assert await house.client.series.store.names(house.channel.guild.id) == before


@pytest.mark.parametrize(
    ("command", "options", "said"),
    [
        ("create", {"repeat": "once", "sessions": 3}, "What is played once has one session"),
        ("create", {"repeat": "monthly", "days": "Tue Fri"}, "Weeks and weekdays are for what"),
        ("dates", {"repeat": "once", "sessions": 3}, "What is played once has one session"),
        ("dates", {"repeat": "last", "weeks": 3}, "Weeks and weekdays are for what"),
        ("dates", {"sessions": 3, "last": "2199-03-01"}, "choose one of the two"),
        ("edit", {"least": 7, "most": 6}, "The smallest number of players must be between 2 and 6"),
        ("stakes", {"stack": 20, "big": 30}, "The big blind (twice the small one unless set) must"),
        ("stakes", {"stack": 200, "ante": 199}, "The ante must be between 0 and 198"),
    ],
)
async def test_what_does_not_go_together_is_said_and_not_done(
    house: House, command: str, options: dict[str, object], said: str
) -> None:
    host = await make(house)
    if command != "create":
        options = {"series": "Tuesdays", **options}
    reply = await house.slash(host, f"series {command}", **{**NEEDED[command], **options})
    assert said in reply.text
    log = await house.slash(host, "series log", series="Tuesdays")
    assert "changed" not in log.text
