"""Selects of members, roles and channels, in messages and in dialogs."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.sandbox import BadInput, BadOption, Channel, NoSuchComponent, StandIn

from .bot import Bot
from .conftest import Rest

Json = dict[str, Any]
WHO, ROLE, EITHER, WHERE = (f"choice:{number}" for number in range(1, 5))


async def test_members_roles_and_channels_come_resolved(world: StandIn, bot: Bot) -> None:
    lea, tom, poker = world.member("Léa"), world.member("Tom"), world.channel("poker")
    role = world.guild.everybody
    board = (await lea.slash(poker, "choose")).message
    assert board is not None
    chosen = {
        WHO: [str(tom.id), str(lea.id)],
        ROLE: [str(role.id)],
        EITHER: [str(tom.id)],
        WHERE: [str(poker.id)],
    }
    for custom_id, values in chosen.items():
        reply = await lea.select(board, custom_id, values)
        assert reply.text == f"chose {' '.join(values)}"
    told: list[Any] = [interaction.data for interaction in bot.seen[-4:]]
    assert [user["global_name"] for user in told[0]["resolved"]["users"].values()] == ["Tom", "Léa"]
    assert set(told[0]["resolved"]["members"]) == set(chosen[WHO])
    assert told[1]["resolved"]["roles"][str(role.id)]["name"] == "@everyone"
    assert told[2]["resolved"]["users"][str(tom.id)]["global_name"] == "Tom"
    assert told[3]["resolved"]["channels"][str(poker.id)]["name"] == "poker"


@pytest.mark.usefixtures("bot")
async def test_a_select_takes_only_what_it_offers(world: StandIn) -> None:
    lea, poker = world.member("Léa"), world.channel("poker")
    thread = world.add_thread("aside", poker)
    board = (await lea.slash(poker, "choose")).message
    assert board is not None
    gone = world.member("Gone")
    gone.here = False
    everybody = [str(id_) for id_ in list(world.members)[:4]]
    for custom_id, values in (
        (WHO, ["1"]),
        (WHO, []),
        (WHO, everybody),
        (WHO, [str(gone.id)]),
        (ROLE, [str(lea.id)]),
        (EITHER, [str(poker.id)]),
        (WHERE, [str(thread.id)]),
    ):
        with pytest.raises(NoSuchComponent):
            await lea.select(board, custom_id, values)


@pytest.mark.usefixtures("bot")
async def test_a_dialog_of_five_inputs_has_a_channel_and_a_member_chosen(world: StandIn) -> None:
    lea, poker = world.member("Léa"), world.channel("poker")
    opened = await lea.slash(poker, "plan")
    days, here = ["Monday", "Friday"], [str(poker.id)]
    reply = await lea.submit(opened, name="Spring", days=days, where=here, host=[str(lea.id)])
    said, channels, users = json.loads(reply.text)
    assert said == {
        "name": "Spring",
        "about": "",
        "days": days,
        "where": here,
        "host": [str(lea.id)],
    }
    assert (channels, users) == (["poker"], ["Léa"])
    without: Json = {"name": "Spring", "days": ["Monday"]}
    with pytest.raises(BadInput):
        await lea.submit(opened, **without)
    with pytest.raises(BadInput):
        await lea.submit(opened, **without, where=[str(lea.id)])


def select(kind: int, **more: Any) -> Json:
    return {"type": kind, "custom_id": "s"} | more


def default(kind: str) -> list[Json]:
    return [{"type": kind, "id": "1"}]


ALLOWED = {
    "members": select(5, min_values=0, max_values=25),
    "roles with a default": select(6, default_values=default("role")),
    "members and roles": select(7, default_values=default("user")),
    "channels of a type": select(8, channel_types=[0], placeholder="Where?"),
}
REFUSED = {
    "maximum 26": select(5, max_values=26),
    "minimum above maximum": select(6, min_values=2),
    "a role for a member": select(5, default_values=default("role")),
    "a channel for a role": select(7, default_values=default("channel")),
    "more defaults than may be chosen": select(8, default_values=default("channel") * 2),
    "placeholder of 151": select(8, placeholder="x" * 151),
}


@pytest.mark.parametrize("body", ALLOWED.values(), ids=ALLOWED.keys())
async def test_selects_within_the_rules_are_taken(world: StandIn, rest: Rest, body: Json) -> None:
    assert (await _post(world, rest, body))[0] == 200


@pytest.mark.parametrize("body", REFUSED.values(), ids=REFUSED.keys())
async def test_selects_against_the_rules_are_refused(
    world: StandIn, rest: Rest, body: Json
) -> None:
    status, answer = await _post(world, rest, body)
    assert (status, answer["code"]) == (400, 50035), answer


async def _post(world: StandIn, rest: Rest, body: Json) -> tuple[int, Any]:
    path = f"/channels/{world.channel('poker').id}/messages"
    sent = {"flags": 1 << 15, "components": [{"type": 1, "components": [body]}]}
    return await rest("POST", path, sent)


@pytest.mark.usefixtures("bot")
async def test_options_of_every_kind_are_resolved(world: StandIn) -> None:
    lea, poker = world.member("Léa"), world.channel("poker")
    options: Json = {"title": "x", "member": "Tom", "role": "everyone", "channel": "#poker"}
    reply = await lea.slash(poker, "everything", **options, open_="true", count="3")
    assert reply.text == "x / tom / @everyone / poker / True / 3"


@pytest.mark.usefixtures("bot")
async def test_a_channel_option_takes_channels_of_its_types(world: StandIn) -> None:
    lea, poker = world.member("Léa"), world.channel("poker")
    thread: Channel = world.add_thread("aside", poker)
    with pytest.raises(BadOption):
        await lea.slash(poker, "everything", title="x", channel=thread)
