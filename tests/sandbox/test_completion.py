"""Completions while an option is typed: what a bot may propose, and who is asked."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.sandbox import BadOption, NoSuchCommand, StandIn
from bot.sandbox.interaction import AUTOCOMPLETE

from .conftest import Rest

Json = dict[str, Any]


@pytest.mark.usefixtures("bot")
async def test_a_whole_number_is_completed_by_what_is_typed_and_sent_as_a_number(
    world: StandIn,
) -> None:
    lea, poker = world.member("Léa"), world.channel("poker")
    reply = await lea.complete(poker, "number", "count", count="seven")
    assert reply.choices == [{"name": "seven", "value": 7}, {"name": "seventy", "value": 70}]
    assert (await lea.slash(poker, "number", count=70)).text == "number 70"


@pytest.mark.usefixtures("bot")
async def test_only_an_option_that_is_declared_so_is_completed(world: StandIn) -> None:
    lea, poker = world.member("Léa"), world.channel("poker")
    with pytest.raises(BadOption):
        await lea.complete(poker, "holdem start", "stack", stack="2")


COMMAND = {
    "type": 1,
    "name": "find",
    "description": "d",
    "options": [
        {"type": kind, "name": name, "description": "d", "autocomplete": True}
        for kind, name in ((3, "word"), (4, "number"))
    ],
}


def choice(value: Any = "x", name: str = "x", **more: Any) -> Json:
    return {"name": name, "value": value} | more


TAKEN = {
    "none": ("word", []),
    "25": ("word", [choice(str(i)) for i in range(25)]),
    "a translated name": ("word", [choice(name_localizations={"fr": "y"})]),
    "a whole number": ("number", [choice(3)]),
}
REFUSED = {
    "26": ("word", [choice(str(i)) for i in range(26)]),
    "a name of 101 characters": ("word", [choice(name="x" * 101)]),
    "no name": ("word", [choice(name="")]),
    "a value of 101 characters": ("word", [choice("x" * 101)]),
    "no value": ("word", [choice("")]),
    "a number for a word": ("word", [choice(3)]),
    "a word for a number": ("number", [choice("3")]),
}


async def _answer(
    world: StandIn, rest: Rest, option: str, choices: list[Json]
) -> tuple[int, Any, Any]:
    """Ask for completions, answer with these, and return what became of both."""
    await rest("PUT", f"/applications/{world.application_id}/commands", [COMMAND])
    lea, poker = world.member("Léa"), world.channel("poker")
    # Nobody is connected, so the question is answered by hand.
    data = {"focused": True, "type": {"word": 3, "number": 4}[option], "name": option, "value": ""}
    asked = asyncio.ensure_future(
        world.interactions.open(lea, poker, AUTOCOMPLETE, {"name": "find", "options": [data]})
    )
    reply = await asked
    sent = {"type": 8, "data": {"choices": choices}}
    path = f"/interactions/{reply.interaction.id}/{reply.interaction.token}/callback"
    status, answer = await rest("POST", path, sent)
    return status, answer, reply


@pytest.mark.parametrize(("option", "choices"), TAKEN.values(), ids=TAKEN.keys())
async def test_choices_within_the_rules_are_taken(
    world: StandIn, rest: Rest, option: str, choices: list[Json]
) -> None:
    status, answer, reply = await _answer(world, rest, option, choices)
    assert (status, reply.choices) == (204, choices), answer


@pytest.mark.parametrize(("option", "choices"), REFUSED.values(), ids=REFUSED.keys())
async def test_choices_against_the_rules_are_refused(
    world: StandIn, rest: Rest, option: str, choices: list[Json]
) -> None:
    status, answer, reply = await _answer(world, rest, option, choices)
    assert (status, answer["code"], reply.choices) == (400, 50035, [])


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("borad", "/board"),
        ("holdem", "/holdem start"),
        ("holdem strat", "/holdem start"),
        ("leter", "/letter"),
    ],
)
@pytest.mark.usefixtures("bot")
async def test_the_nearest_commands_are_named_for_one_there_is_not(
    world: StandIn, typed: str, named: str
) -> None:
    with pytest.raises(NoSuchCommand, match=rf"Did you mean .*{named}\b"):
        await world.member("Léa").slash(world.channel("poker"), typed)


@pytest.mark.usefixtures("bot")
async def test_no_command_is_named_for_one_unlike_all(world: StandIn) -> None:
    with pytest.raises(NoSuchCommand, match=r"^There is no command /zzzzzz here\.$"):
        await world.member("Léa").slash(world.channel("poker"), "zzzzzz")
