"""The checker itself: it finds what is wrong with an exchange."""

from __future__ import annotations

from typing import Any

import pytest

from bot.sandbox import Exchange, StandIn

from .conftest import Rest
from .openapi import Spec


@pytest.fixture(name="checker")
def _checker(spec: Spec | None) -> Spec:
    if spec is None:
        pytest.skip("TEST_DATA is not set")
    return spec


def exchange(**changes: Any) -> Exchange:
    template = "/channels/{channel_id}/messages"
    error = {"message": "x", "code": 1}
    given: dict[str, Any] = {"method": "POST", "status": 400, "request": None, "response": error}
    return Exchange(template=template, path="/channels/1/messages", **(given | changes))


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (exchange(response={"message": "x"}), "'code' is a required property"),
        (exchange(response={"message": "x", "code": "x"}), "'x' is not of type 'integer'"),
        (exchange(status=204), "a body where none belongs"),
        (exchange(method="PUT"), "not in Discord's document"),
        (exchange(status=429), "'retry_after' is a required property"),
        (exchange(status=200, request={"contents": "x"}), "'contents' was unexpected"),
        (
            exchange(status=200, request={"components": [{"type": 2, "style": 1}]}),
            "type 2 is none of",
        ),
    ],
)
def test_a_fault_is_found(checker: Spec, wrong: Exchange, told: str) -> None:
    assert any(told in problem for problem in checker.check(wrong))


async def test_every_plain_route_answers_as_the_document_says(
    world: StandIn, rest: Rest, checker: Spec
) -> None:
    poker = world.channel("poker")
    for address in (
        "/users/@me",
        "/oauth2/applications/@me",
        "/applications/@me",
        f"/applications/{world.application_id}/emojis",
        "/gateway",
        "/gateway/bot",
        f"/users/{world.bot_id}",
        f"/channels/{poker.id}",
        f"/channels/{world.member('Léa').conversation.id}",
        f"/guilds/{world.guild.id}",
        f"/guilds/{world.guild.id}?with_counts=true",
        f"/guilds/{world.guild.id}/channels",
        f"/guilds/{world.guild.id}/members/{world.member('Fay').id}",
        f"/guilds/{world.guild.id}/members/{world.bot_id}",
    ):
        assert (await rest("GET", address))[0] == 200, address
    assert checker.problems(world) == []
