"""Discord's rules for the commands a bot registers."""

from __future__ import annotations

from typing import Any

import pytest

from bot.sandbox import StandIn

from .conftest import Rest

Json = dict[str, Any]


def option(name: str = "o", **more: Any) -> Json:
    return {"type": 4, "name": name, "description": "d"} | more


def command(*options: Json, **more: Any) -> Json:
    return {"type": 1, "name": "bet", "description": "d", "options": list(options)} | more


ALLOWED = {
    "a plain one": [command()],
    "French with an apostrophe": [command(name="l'aide", name_localizations={"fr": "à-côté"})],
    "25 options": [command(*(option(f"o{i}") for i in range(25)))],
    "required before optional": [command(option("a", required=True), option("b"))],
    "groups": [
        command(
            {
                "type": 2,
                "name": "g",
                "description": "d",
                "options": [{"type": 1, "name": "s", "description": "d", "options": [option()]}],
            }
        )
    ],
}

REFUSED = {
    "upper case": [command(name="Bet")],
    "a space": [command(name="the bet")],
    "a sign": [command(name="bet!")],
    "33 characters": [command(name="x" * 33)],
    "an upper-case translation": [command(name_localizations={"fr": "Miser"})],
    "an unknown language": [command(name_localizations={"fr-FR": "miser"})],
    "no description": [command(description="")],
    "101 characters of description": [command(description="x" * 101)],
    "101 translated": [command(description_localizations={"fr": "x" * 101})],
    "26 options": [command(*(option(f"o{i}") for i in range(26)))],
    "an option's upper case": [command(option("O"))],
    "an option twice": [command(option("a"), option("a"))],
    "optional before required": [command(option("a"), option("b", required=True))],
    "26 choices": [command(option(choices=[{"name": f"{i}", "value": i} for i in range(26)]))],
    "a choice of 101 characters": [command(option(choices=[{"name": "x" * 101, "value": 1}]))],
    "a word for a number": [command(option(choices=[{"name": "x", "value": "x"}]))],
    "choices and completion": [
        command(option(choices=[{"name": "x", "value": 1}], autocomplete=True))
    ],
    "an option beside a subcommand": [
        command(option(), {"type": 1, "name": "s", "description": "d"})
    ],
    "one name twice": [command(), command()],
    "101 commands": [command(name=f"c{i}") for i in range(101)],
    "8001 characters": [
        command(
            *(
                option(f"o{i}", description_localizations={"fr": "x" * 100}, choices=choices)
                for i, choices in enumerate(
                    [[{"name": f"{n:0100}", "value": n} for n in range(25)]] * 4
                )
            )
        )
    ],
}


@pytest.mark.parametrize("body", ALLOWED.values(), ids=ALLOWED.keys())
async def test_commands_within_the_rules_are_taken(
    world: StandIn, rest: Rest, body: list[Json]
) -> None:
    status, answer = await rest("PUT", f"/applications/{world.application_id}/commands", body)
    assert status == 200, answer
    assert [each["name"] for each in answer] == [each["name"] for each in body]


@pytest.mark.parametrize("body", REFUSED.values(), ids=REFUSED.keys())
async def test_commands_against_the_rules_are_refused(
    world: StandIn, rest: Rest, body: list[Json]
) -> None:
    status, answer = await rest("PUT", f"/applications/{world.application_id}/commands", body)
    assert (status, answer["code"]) == (400, 50035), answer
    assert world.commands == {}


async def test_a_command_keeps_its_id_and_its_version_while_it_is_the_same(
    world: StandIn, rest: Rest
) -> None:
    address = f"/applications/{world.application_id}/commands"
    _, (first,) = await rest("PUT", address, [command()])
    _, (same,) = await rest("PUT", address, [command()])
    _, (other,) = await rest("PUT", address, [command(description="new")])
    assert first == same
    assert first["id"] == other["id"]
    assert first["version"] != other["version"]
    assert (await rest("GET", address))[1] == [other]
    assert (await rest("PUT", address, []))[1] == []


async def test_a_guild_has_commands_of_its_own(world: StandIn, rest: Rest) -> None:
    address = f"/applications/{world.application_id}/guilds/{world.guild.id}/commands"
    _, (made,) = await rest("PUT", address, [command(name="here")])
    assert made["guild_id"] == str(world.guild.id)
    assert world.commands == {}
    assert (await rest("GET", f"{address}/{made['id']}"))[1] == made
