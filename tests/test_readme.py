"""The README says what is so: its hand, its commands, its settings and its two commands."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.catalogue import COMMAND_NAME, OPTION_NAME, translations_into
from bot.place import NEEDED
from bot.settings import Settings
from bot.table import change
from tests.bot.house import House
from tests.bot.pot import declared
from tests.played_hand import play

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")


@pytest.fixture(name="house")
async def _house(tmp_path: Path) -> AsyncIterator[House]:
    house = House(tmp_path)
    await house.open()
    yield house
    await house.close()


def section(title: str) -> str:
    """Return the text under a heading."""
    return README.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def table(title: str) -> list[list[str]]:
    """Return the rows of the table under a heading, without its head."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def code(title: str, language: str) -> list[str]:
    """Return the blocks of code under a heading."""
    return re.findall(rf"^```{language}\n(.*?)\n```$", section(title), re.DOTALL | re.MULTILINE)


async def test_the_hand_at_the_top_is_what_the_bot_prints(house: House) -> None:
    assert README.index("\n## ") == README.index("\n## A hand\n")
    assert code("A hand", "text") == await play(house), "run python -m tests.played_hand"


async def test_every_command_is_listed_with_its_options(house: House) -> None:
    assert house.client is not None
    tree = house.client.tree.walk_commands()
    commands = [each for each in tree if isinstance(each, app_commands.Command)]
    expected = [row for command in commands for row in rows(command)]
    listed = table("Commands")
    for row, wanted in zip(listed, expected, strict=True):
        assert len(row) == len(wanted)
        assert all(want is None or cell == want for cell, want in zip(row, wanted, strict=True)), (
            f"{row} should be {wanted}"
        )
        assert row[1] == "" or all(row[1:])


def rows(command: app_commands.Command[Any, ..., Any]) -> list[list[str | None]]:
    """Return what the table says of a command; None where people say it better than the code."""
    head: list[str | None] = [f"`/{command.qualified_name}`", "", "", "", command.description]
    return [head, *(["", *option(each)] for each in command.parameters)]


def option(parameter: app_commands.Parameter) -> list[str | None]:
    default = None if parameter.default in {None, ""} else str(parameter.default)
    bounds = None
    if parameter.type is discord.AppCommandOptionType.boolean and parameter.default is None:
        bounds = "yes, no"
    elif parameter.type is discord.AppCommandOptionType.boolean:
        default, bounds = "yes" if parameter.default else "no", "yes, no"
    if parameter.required:
        default = "needed"
    if parameter.choices:
        bounds = ", ".join(choice.name for choice in parameter.choices)
        named = (c.name for c in parameter.choices if c.value == parameter.default)
        default = next(named, default)
    elif parameter.min_value is not None:
        bounds = f"{parameter.min_value:,} to {parameter.max_value:,}"
    return [f"`{parameter.display_name}`", default, bounds, str(parameter.description)]


def test_every_command_is_listed_by_its_french_name() -> None:
    french = translations_into("fr")
    expected = []
    for path, options in declared().items():
        named = " ".join(french.pgettext(COMMAND_NAME, word) for word in path.split())
        each = " ".join(f"`{french.pgettext(OPTION_NAME, option)}`" for option in options)
        expected.append([f"`/{path}`", f"`/{named}`", each])
    should_be = "\n".join("| " + " | ".join(row) + " |" for row in expected)
    assert table("Languages") == expected, f"it should be\n{should_be}"


def test_every_setting_is_listed_with_its_default() -> None:
    listed = {row[0].strip("`"): row[1] for row in table("Settings")}
    assert listed == {
        name.upper(): "unset" if field.default is None else f"`{field.default}`"
        for name, field in Settings.model_fields.items()
    }


def test_two_commands_of_one_line_do_everything() -> None:
    start, test = [block for block in code("Two commands", "sh") if block.startswith("python3 ")]
    for line in (start, test):
        assert "\n" not in line
        assert line.startswith(
            "python3 -m venv .venv && .venv/bin/pip install -c requirements.lock"
        )
    assert start.endswith(" -e . && .venv/bin/python -m bot")
    assert test.endswith(" -e '.[test]' && .venv/bin/python -m pytest -n auto")


def test_continuous_integration_finds_the_test_command() -> None:
    marked = README.split("<!-- test command -->\n", 1)[1].splitlines()
    assert next(line for line in marked if line.startswith("python3 ")).endswith(
        "-m pytest -n auto"
    )


def test_the_invitation_asks_for_what_a_table_needs() -> None:
    link = re.search(r"https://discord\.com/oauth2/authorize\S+?permissions=(\d+)", README)
    assert link is not None
    assert "scope=bot+applications.commands" in link[0]
    wanted = discord.Permissions(
        **dict.fromkeys(NEEDED, True),
        send_messages=True,
        send_messages_in_threads=True,
        create_events=True,
        create_public_threads=True,
    )
    assert int(link[1]) == wanted.value


def test_the_times_are_the_ones_in_force() -> None:
    text = section("How a table runs")
    assert f"{change.NEXT_HAND_S} seconds after" in text
    assert f"{change.PING_AFTER_S} seconds" in text
    assert f"{change.LOBBY_S // 60} minutes" in text
    assert f"{change.PAUSE_S // 60} minutes" in text
    assert change.MISSED_TURNS == 3
    assert "three turns in a row" in text


def test_every_fault_that_is_survived_has_its_test() -> None:
    proved = [test.strip("`") for _, test in table("Faults survived")]
    assert len(proved) > 30
    for test in proved:
        file, _, name = test.partition("::")
        source = (Path(__file__).parent.parent / file).read_text("utf-8")
        assert not name or re.search(rf"\b(?:def|class) {name}\b", source), test
