"""Places, members and messages that are lost, and what the bot is answered then."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.sandbox import Limits, Rate, SandboxError, StandIn, Thread

from .bot import Bot
from .conftest import Rest

HELLO = {"content": "hello"}


async def post(rest: Rest, place: int, **more: object) -> tuple[int, int]:
    """Send a message; return the status and its id, or the code of the refusal."""
    status, answer = await rest("POST", f"/channels/{place}/messages", HELLO | more)
    return status, int(answer["id"] if status == 200 else answer["code"])


async def test_a_channel_that_is_deleted_is_unknown(world: StandIn, bot: Bot, rest: Rest) -> None:
    channel = world.channel("poker")
    thread = world.add_thread("a table", channel)
    world.remove_channel(channel)
    for place in (channel, thread):
        assert await post(rest, place.id) == (404, 10003)
    await world.wait_for(lambda: bot.get_channel(channel.id) is None)
    with pytest.raises(SandboxError):
        world.channel("poker")


async def test_a_thread_that_is_deleted_leaves_its_channel(
    world: StandIn, bot: Bot, rest: Rest
) -> None:
    thread = world.add_thread("a table", world.channel("poker"))
    assert (await post(rest, thread.id))[0] == 200
    await world.wait_for(lambda: world.guild.threads)
    world.remove_channel(thread)
    assert await post(rest, thread.id) == (404, 10003)
    assert (await post(rest, world.channel("poker").id))[0] == 200
    guild = bot.get_guild(world.guild.id)
    assert guild is not None
    await world.wait_for(lambda: not guild.threads)


async def test_the_bot_makes_threads_where_it_may_and_finds_those_that_are_open(
    world: StandIn, bot: Bot, rest: Rest
) -> None:
    channel = world.channel("poker")
    path, wanted = f"/channels/{channel.id}/threads", {"name": "table 1", "type": 11}
    status, made = await rest("POST", path, wanted)
    assert (status, made["name"], made["parent_id"]) == (201, "table 1", str(channel.id))
    assert made["owner_id"] == str(world.bot_id)
    await world.wait_for(lambda: bot.get_channel(int(made["id"])) is not None)
    active = f"/guilds/{world.guild.id}/threads/active"
    status, found = await rest("GET", active)
    assert (status, [each["id"] for each in found["threads"]]) == (200, [made["id"]])
    world.guild.threads[int(made["id"])].archive()
    assert (await rest("GET", active))[1]["threads"] == []
    assert (await rest("POST", path, {"type": 11}))[1]["code"] == 50035
    assert (await rest("POST", path, {"name": "private", "type": 12}))[1]["code"] == 50035
    inside = f"/channels/{made['id']}/threads"
    assert (await rest("POST", inside, wanted))[1]["code"] == 50024
    channel.deny("create_public_threads")
    assert (await rest("POST", path, wanted))[1]["code"] == 50013


async def test_sending_takes_an_archived_thread_out_again_but_editing_does_not(
    world: StandIn, rest: Rest
) -> None:
    thread = world.add_thread("a table", world.channel("poker"))
    _, message = await post(rest, thread.id)
    thread.archive()
    status, answer = await rest("PATCH", f"/channels/{thread.id}/messages/{message}", HELLO)
    assert (status, answer["code"]) == (400, 50083)
    assert (await post(rest, thread.id))[0] == 200
    assert not thread.archived
    status, _ = await rest("PATCH", f"/channels/{thread.id}/messages/{message}", HELLO)
    assert status == 200


async def test_a_locked_thread_stays_archived(world: StandIn, rest: Rest) -> None:
    thread = world.add_thread("a table", world.channel("poker"))
    thread.archive(locked=True)
    assert await post(rest, thread.id) == (400, 50083)
    assert thread.archived


async def test_a_thread_has_the_permissions_of_its_channel(world: StandIn, rest: Rest) -> None:
    channel = world.channel("poker")
    thread = world.add_thread("a table", channel)
    channel.deny("send_messages")
    assert (await post(rest, thread.id))[0] == 200
    channel.deny("send_messages_in_threads")
    assert await post(rest, thread.id) == (403, 50013)
    channel.deny("view_channel")
    assert await post(rest, thread.id) == (403, 50001)


async def test_who_has_left_shares_no_guild_until_he_is_back(world: StandIn, rest: Rest) -> None:
    ana = world.member("Ana")
    message = await ana.say(world.channel("poker"), "bye")
    ana.here = False
    assert await post(rest, ana.conversation.id) == (403, 50278)
    with pytest.raises(SandboxError, match="has left"):
        await ana.press_id(message, "anything")
    ana.here = True
    assert (await post(rest, ana.conversation.id))[0] == 200


async def test_new_conversations_are_opened_at_a_certain_pace(world: StandIn, rest: Rest) -> None:
    world.limits = replace(Limits.relaxed(), conversation_open=Rate(1, 600.0))

    async def open_with(name: str) -> tuple[int, int]:
        wanted = {"recipient_id": str(world.member(name).id)}
        status, answer = await rest("POST", "/users/@me/channels", wanted)
        return status, answer.get("code", 0)

    assert await open_with("Ana") == (200, 0)
    assert await open_with("Ben") == (403, 40003)
    assert await open_with("Ana") == (200, 0), "one that is open already is free"


async def test_edits_of_old_messages_are_throttled(world: StandIn, rest: Rest) -> None:
    world.limits = replace(Limits.relaxed(), old_s=-1.0, old_message_edit=Rate(1, 600.0))
    channel = world.channel("poker")
    _, message = await post(rest, channel.id)
    assert (await rest("PATCH", f"/channels/{channel.id}/messages/{message}", HELLO))[0] == 200
    status, answer = await rest("PATCH", f"/channels/{channel.id}/messages/{message}", HELLO)
    assert (status, answer["code"]) == (429, 30046)
    assert answer["retry_after"] > 500


async def test_a_nonce_outlives_its_message(world: StandIn, rest: Rest) -> None:
    channel = world.channel("poker")
    nonce = {"nonce": "one", "enforce_nonce": True}
    _, message = await post(rest, channel.id, **nonce)
    world.posts.remove(channel.messages[0])
    assert (await post(rest, channel.id, **nonce))[1] == message
    assert not channel.messages


async def test_threads_are_kept(tmp_path: Path) -> None:
    async with StandIn(path=tmp_path / "discord.db") as world:
        world.add_thread("a table", world.channel("poker")).archive(locked=True)
        gone = world.add_thread("another", world.channel("poker"))
        world.remove_channel(gone)
        world.member("Ana").here = False
    async with StandIn(path=tmp_path / "discord.db") as world:
        (thread,) = world.guild.threads.values()
        assert isinstance(thread, Thread)
        assert (thread.name, thread.archived, thread.locked) == ("a table", True, True)
        assert thread.parent is world.channel("poker")
        assert not world.member("Ana").here
