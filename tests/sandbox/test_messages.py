"""Messages the bot sends: limits, nonces, mentions, permissions, direct messages."""

from __future__ import annotations

import io
from typing import Any

import discord
import pytest

from bot.sandbox import StandIn

from .bot import Bot, Text
from .conftest import Rest

V2 = 1 << 15
Json = dict[str, Any]


def shown(content: str = "hello") -> Json:
    return {"type": 10, "content": content}


def button(custom_id: str = "a", **more: Any) -> Json:
    return {"type": 2, "style": 1, "label": "A", "custom_id": custom_id} | more


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def select(count: int = 1, **more: Any) -> Json:
    options = [{"label": f"{i}", "value": f"{i}"} for i in range(count)]
    return {"type": 3, "custom_id": "s", "options": options} | more


def channels(**more: Any) -> Json:
    return {"type": 8, "custom_id": "c", "channel_types": [0]} | more


def box(*components: Json, **more: Any) -> Json:
    return {"type": 17, "components": list(components)} | more


def section(accessory: Json | None, *texts: Json) -> Json:
    found: Json = {"type": 9, "components": list(texts)}
    return found if accessory is None else found | {"accessory": accessory}


def v2(*components: Json, **more: Any) -> Json:
    return {"flags": V2, "components": list(components)} | more


ALLOWED = {
    "a container of everything": v2(
        box(shown(), {"type": 14}, section(button(), shown()), row(button("b")), row(select(25)))
    ),
    "five buttons a row": v2(row(*(button(str(i)) for i in range(5)))),
    "forty components": v2(box(*(shown() for _ in range(39)))),
    "4000 characters": v2(shown("x" * 2000), shown("y" * 2000)),
    "a link": v2(row({"type": 2, "style": 5, "label": "L", "url": "https://example.org"})),
    "an emoji for a label": v2(row(button(label=None, emoji={"name": "♠"}))),
    "plain text": {"content": "x" * 2000},
    "plain text and a row": {"content": "x", "components": [row(button())]},
    "a select of channels": v2(row(channels())),
    "a select of several channels, one chosen": v2(
        row(channels(max_values=25, default_values=[{"id": "1", "type": "channel"}]))
    ),
    "a select of several": v2(row(select(3, min_values=0, max_values=3))),
}

REFUSED = {
    "41 components": v2(box(*(shown() for _ in range(40)))),
    "41 with an accessory": v2(
        box(*(shown() for _ in range(36)), section(button(), shown()), row(button("b")))
    ),
    "4001 characters": v2(shown("x" * 2000), shown("y" * 2001)),
    "empty text": v2(shown("")),
    "content with V2": v2(shown(), content="hello"),
    "embeds with V2": v2(shown(), embeds=[{"title": "x"}]),
    "2001 characters": {"content": "x" * 2001},
    "V2 components without the flag": {"components": [shown()]},
    "a container without the flag": {"components": [box(shown())]},
    "six legacy rows": {"content": "x", "components": [row(button(str(i))) for i in range(6)]},
    "a button alone": v2(button()),
    "an empty row": v2(row()),
    "an empty container": v2(box()),
    "a container in a container": v2(box(box(shown()))),
    "six buttons": v2(row(*(button(str(i)) for i in range(6)))),
    "a select beside a button": v2(row(select(), button())),
    "two selects": v2(row(select(), select(custom_id="t"))),
    "no custom id": v2(row(button(None))),  # type: ignore[arg-type]
    "empty custom id": v2(row(button(""))),
    "101 characters of custom id": v2(row(button("x" * 101))),
    "one custom id twice": v2(row(button("a")), row(button("a"))),
    "one custom id twice in two containers": v2(box(row(button("a"))), box(row(button("a")))),
    "81 characters of label": v2(row(button(label="x" * 81))),
    "neither label nor emoji": v2(row(button(label=None))),
    "style 7": v2(row(button(style=7))),
    "no style": v2(row(button(style=None))),
    "a link with a custom id": v2(row(button(style=5, url="https://example.org"))),
    "a link without an address": v2(row({"type": 2, "style": 5, "label": "L"})),
    "an address on a plain button": v2(row(button(url="https://example.org"))),
    "a select of channels beside a button": v2(row(channels(), button())),
    "a select of a kind of channel that there is not": v2(row(channels(channel_types=[99]))),
    "a role among the channels": v2(row(channels(default_values=[{"id": "1", "type": "role"}]))),
    "more channels chosen than may be": v2(
        row(channels(default_values=[{"id": id_, "type": "channel"} for id_ in "12"]))
    ),
    "26 options": v2(row(select(26))),
    "no options": v2(row(select(0))),
    "one value twice": v2(row(select(options=[{"label": "a", "value": "a"}] * 2))),
    "an option of 101 characters": v2(row(select(options=[{"label": "a" * 101, "value": "a"}]))),
    "more to choose than options": v2(row(select(2, max_values=3))),
    "minimum above maximum": v2(row(select(3, min_values=2, max_values=1))),
    "maximum 26": v2(row(select(25, max_values=26))),
    "placeholder of 151": v2(row(select(placeholder="x" * 151))),
    "too many defaults": v2(
        row(select(options=[{"label": c, "value": c, "default": True} for c in "ab"]))
    ),
    "a section without accessory": v2(section(None, shown())),
    "a section of four texts": v2(section(button(), *(shown() for _ in range(4)))),
    "a section without text": v2(section(button())),
    "a colour out of range": v2(box(shown(), accent_color=0x1000000)),
    "spacing 3": v2({"type": 14, "spacing": 3}),
    "an unknown type": v2({"type": 99}),
    "no type": v2({"content": "x"}),
    "a text input in a message": v2(row({"type": 4, "custom_id": "x", "style": 1})),
    "one id twice": v2(shown() | {"id": 5}, shown() | {"id": 5}),
    "a nonce of 26": v2(shown(), nonce="x" * 26),
    "mentions both ways": v2(shown(), allowed_mentions={"parse": ["users"], "users": ["1"]}),
    "components that are no list": {"flags": V2, "components": "x"},
    "a component that is no object": {"flags": V2, "components": ["x"]},
}


@pytest.mark.parametrize("body", ALLOWED.values(), ids=ALLOWED.keys())
async def test_a_message_within_the_limits_is_taken(world: StandIn, rest: Rest, body: Json) -> None:
    status, answer = await rest("POST", f"/channels/{world.channel('poker').id}/messages", body)
    assert status == 200, answer
    assert len(world.channel("poker").messages) == 1


@pytest.mark.parametrize("body", REFUSED.values(), ids=REFUSED.keys())
async def test_a_message_beyond_the_limits_is_refused(
    world: StandIn, rest: Rest, body: Json
) -> None:
    status, answer = await rest("POST", f"/channels/{world.channel('poker').id}/messages", body)
    assert (status, answer["code"]) == (400, 50035), answer
    assert answer["errors"]
    assert world.channel("poker").messages == []


@pytest.mark.parametrize("body", [{}, {"content": ""}, v2(), {"content": None, "components": []}])
async def test_an_empty_message_is_refused(world: StandIn, rest: Rest, body: Json) -> None:
    status, answer = await rest("POST", f"/channels/{world.channel('poker').id}/messages", body)
    assert (status, answer["code"]) == (400, 50006)


async def test_the_v2_flag_stays_and_an_edit_obeys_the_same_rules(
    world: StandIn, rest: Rest
) -> None:
    address = f"/channels/{world.channel('poker').id}/messages"
    _, made = await rest("POST", address, v2(shown()))
    for wrong in ({"flags": 0}, {"content": "x"}, {"components": [row()]}, {"flags": 4}):
        status, answer = await rest("PATCH", f"{address}/{made['id']}", wrong)
        assert (status, answer["code"]) == (400, 50035), wrong
    status, changed = await rest("PATCH", f"{address}/{made['id']}", {"components": [shown("b")]})
    assert (status, changed["flags"]) == (200, V2)
    _, plain = await rest("POST", address, {"content": "x"})
    becomes = {"content": None, "flags": V2, "components": [shown()]}
    assert (await rest("PATCH", f"{address}/{plain['id']}", becomes))[0] == 200


async def test_components_come_back_with_ids_and_defaults(world: StandIn, rest: Rest) -> None:
    address = f"/channels/{world.channel('poker').id}/messages"
    body = v2(box(shown() | {"id": 2}, {"type": 14}, row(button())))
    _, made = await rest("POST", address, body)
    kept = made["components"][0]
    assert (kept["id"], kept["accent_color"], kept["spoiler"]) == (1, None, False)
    assert [each["id"] for each in kept["components"]] == [2, 3, 4]
    assert kept["components"][1] == {"type": 14, "id": 3, "spacing": 1, "divider": True}


async def test_the_same_nonce_returns_the_first_message(world: StandIn, bot: Bot) -> None:
    poker = world.channel("poker")
    channel = bot.get_partial_messageable(poker.id)
    first = await channel.send(view=Text("one"), nonce="h1.s4")
    again = await channel.send(view=Text("two"), nonce="h1.s4")
    other = await channel.send(view=Text("three"), nonce="h1.s5")
    assert first.id == again.id != other.id
    assert [message.text for message in poker.messages] == ["one", "three"]
    assert poker.messages[0].nonce == "h1.s4"


@pytest.mark.parametrize(
    ("allowed", "pinged"),
    [
        (None, {"Léa", "Tom"}),
        ({"parse": []}, set()),
        ({"parse": ["users"]}, {"Léa", "Tom"}),
        ({"users": ["LEA"]}, {"Léa"}),
        ({"parse": ["everyone"]}, set()),
    ],
)
async def test_a_mention_pings_only_whom_the_bot_allows(
    world: StandIn, rest: Rest, allowed: Json | None, pinged: set[str]
) -> None:
    lea, tom = world.member("Léa"), world.member("Tom")
    if allowed is not None and "users" in allowed:
        allowed = {"users": [str(lea.id)]}
    body = v2(shown(f"{lea.mention} and {tom.mention} {lea.mention}"), allowed_mentions=allowed)
    address = f"/channels/{world.channel('poker').id}/messages"
    _, made = await rest("POST", address, body)
    message = world.channel("poker").messages[0]
    assert message.pinged == {world.member(name).id for name in pinged}
    assert {int(user["id"]) for user in made["mentions"]} == message.pinged


async def test_code_and_backslashes_keep_a_mention_from_pinging(world: StandIn, rest: Rest) -> None:
    lea = world.member("Léa")
    body = v2(shown(f"`{lea.mention}` \\{lea.mention} ```\n{lea.mention}```"))
    await rest("POST", f"/channels/{world.channel('poker').id}/messages", body)
    assert world.channel("poker").messages[0].pinged == set()


async def test_an_edit_never_pings(world: StandIn, rest: Rest) -> None:
    lea, poker = world.member("Léa"), world.channel("poker")
    address = f"/channels/{poker.id}/messages"
    _, made = await rest("POST", address, v2(shown()))
    body = {"components": [shown(lea.mention)]}
    _, changed = await rest("PATCH", f"{address}/{made['id']}", body)
    assert [user["id"] for user in changed["mentions"]] == [str(lea.id)]
    assert poker.messages[0].pinged == set()


async def test_a_direct_message_arrives_and_counts_as_a_ping(world: StandIn, bot: Bot) -> None:
    lea = world.member("Léa")
    assert lea.dms == []
    user = await bot.fetch_user(lea.id)
    await user.send(view=Text("K♦ K♥"))
    assert [message.text for message in lea.dms] == ["K♦ K♥"]
    assert lea.dms[0].pinged == {lea.id}
    assert world.member("Tom").dms == []


@pytest.mark.usefixtures("bot")
async def test_closed_direct_messages_are_refused(world: StandIn) -> None:
    lea = world.member("Léa")
    lea.dms_open = False
    reply = await lea.slash(world.channel("poker"), "letter")
    await world.wait_for(lambda: reply.text == "refused 50007")
    lea.dms_open = True
    reply = await lea.slash(world.channel("poker"), "letter")
    await world.wait_for(lambda: reply.text == "sent")


async def test_what_is_gone_or_hidden_is_refused_with_its_own_code(
    world: StandIn, rest: Rest
) -> None:
    poker = world.channel("poker")
    message = await world.member("Léa").say(poker, "hi")
    address = f"/channels/{poker.id}/messages"

    async def code(method: str, path: str, body: Any = None) -> tuple[int, int]:
        status, answer = await rest(method, path, body)
        return status, answer["code"]

    assert await code("POST", "/channels/123/messages", {"content": "x"}) == (404, 10003)
    assert await code("GET", f"{address}/123") == (404, 10008)
    assert await code("PATCH", f"{address}/123", {"content": "x"}) == (404, 10008)
    assert await code("PATCH", f"{address}/{message.id}", {"content": "x"}) == (403, 50005)
    assert await code("DELETE", f"{address}/{message.id}") == (403, 50013)
    assert await code("GET", "/users/123") == (404, 10013)
    assert await code("GET", "/guilds/123") == (404, 10004)
    assert await code("POST", "/users/@me/channels", {"recipient_id": "123"}) == (400, 50033)
    assert await code("GET", "/nowhere") == (404, 0)
    poker.deny("send_messages")
    assert await code("POST", address, {"content": "x"}) == (403, 50013)
    poker.deny("view_channel")
    assert await code("POST", address, {"content": "x"}) == (403, 50001)
    assert await code("GET", f"{address}/{message.id}") == (403, 50001)
    poker.allow("view_channel", "send_messages")
    assert (await rest("POST", address, {"content": "x"}))[0] == 200
    assert world.invalid_requests == 5


async def test_a_deleted_message_is_gone_for_everybody(world: StandIn, bot: Bot) -> None:
    poker = world.channel("poker")
    sent = await bot.get_partial_messageable(poker.id).send(view=Text("x"))
    message = poker.messages[0]
    await sent.delete()
    assert message.deleted
    assert poker.messages == []
    with pytest.raises(discord.NotFound) as refused:
        await sent.edit(view=Text("y"))
    assert refused.value.code == 10008


async def test_messages_are_listed_as_asked(world: StandIn, bot: Bot) -> None:
    poker, lea = world.channel("poker"), world.member("Léa")
    made = [await lea.say(poker, str(number)) for number in range(9)]
    channel = bot.get_partial_messageable(poker.id)

    async def listed(**how: Any) -> list[str]:
        for key in ("before", "after", "around"):
            if key in how:
                how[key] = discord.Object(made[how[key]].id)
        found = [message async for message in channel.history(**how)]
        return [str(made.index(world.channel("poker").log[each.id])) for each in found]

    assert await listed(limit=3) == ["8", "7", "6"]
    assert await listed(limit=3, before=4) == ["3", "2", "1"]
    assert await listed(limit=3, after=4) == ["5", "6", "7"]
    assert await listed(limit=3, around=4) == ["5", "4", "3"]


async def test_a_file_comes_with_its_message(world: StandIn, bot: Bot) -> None:
    view = discord.ui.LayoutView()
    gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery(
        discord.MediaGalleryItem("attachment://table.png")
    )
    view.add_item(gallery)
    file = discord.File(io.BytesIO(b"png"), "table.png")
    sent = await bot.get_partial_messageable(world.channel("poker").id).send(view=view, file=file)
    message = world.channel("poker").messages[0]
    (item,) = message.components[0]["items"]
    assert item["media"]["url"] == message.attachments[0]["url"] == sent.attachments[0].url
    assert world.files.get(int(message.attachments[0]["id"])) == b"png"


async def test_a_wrong_token_is_refused(world: StandIn, rest: Rest) -> None:
    world.token += "x"
    assert await rest("GET", "/users/@me") == (
        401,
        {"message": "401: Unauthorized", "code": 0},
    )
