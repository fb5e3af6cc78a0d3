"""What members do, what the bot answers, and what Discord refuses."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import aiohttp
import discord
import pytest

from bot.sandbox import (
    BadInput,
    BadOption,
    Limits,
    NoSuchCommand,
    NoSuchComponent,
    Reply,
    StandIn,
)
from bot.sandbox.typed import split_typed

from .bot import Bot, Text
from .conftest import Rest

V2 = 1 << 15


def text(content: str = "hello") -> list[dict[str, Any]]:
    return [{"type": 10, "content": content}]


async def unanswered(
    world: StandIn, bot: Bot, command: str = "silence"
) -> tuple[discord.Interaction, asyncio.Task[Reply]]:
    """Send a command the bot leaves unanswered; return what it got and the member's wait."""
    before = len(bot.seen)
    waiting = asyncio.create_task(world.member("Léa").slash(world.channel("poker"), command))
    await world.wait_for(lambda: len(bot.seen) > before)
    return bot.seen[-1], waiting


def callback(interaction: discord.Interaction) -> str:
    return f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=true"


async def test_a_client_logs_in_syncs_and_is_ready_within_a_moment(
    world: StandIn, bot: Bot
) -> None:
    assert bot.user is not None
    assert bot.user.id == world.bot_id
    assert [guild.name for guild in bot.guilds] == ["Croupier's Sandbox"]
    assert {channel.name for channel in bot.guilds[0].text_channels} == {"poker", "draw-table"}
    assert set(world.commands) >= {"board", "holdem", "slow"}


@pytest.mark.usefixtures("bot")
async def test_a_slash_command_is_answered_in_the_channel(world: StandIn) -> None:
    poker = world.channel("poker")
    reply = await world.member("Léa").slash(poker, "holdem start", stack=200, limit="Pot limit")
    assert (reply.kind, reply.text, reply.ephemeral) == ("message", "stack 200 pl", False)
    assert poker.messages == [reply.message]


@pytest.mark.usefixtures("bot")
async def test_a_press_changes_the_message_and_its_history_keeps_both(world: StandIn) -> None:
    lea = world.member("Léa")
    board = (await lea.slash(world.channel("poker"), "board")).message
    assert board is not None
    reply = await lea.press(board, "Press 0")
    assert (reply.kind, reply.message) == ("update", board)
    assert board.edited
    assert board.buttons[0].label == "Press 1"
    assert len(board.history) == 2


@pytest.mark.usefixtures("bot")
async def test_a_modal_opens_and_its_submission_updates_the_board(world: StandIn) -> None:
    lea = world.member("Léa")
    board = (await lea.slash(world.channel("poker"), "board")).message
    assert board is not None
    modal = await lea.press(board, "Amount…")
    assert (modal.kind, modal.text) == ("modal", "How much?")
    reply = await lea.submit(modal, amount="25")
    assert (reply.kind, board.text) == ("update", "Presses: 25")


@pytest.mark.usefixtures("bot")
async def test_a_modal_opened_by_a_command_is_answered_with_a_message(world: StandIn) -> None:
    lea = world.member("Léa")
    modal = await lea.slash(world.channel("poker"), "modal")
    reply = await lea.submit(modal, amount="7")
    assert (reply.kind, reply.text) == ("message", "amount 7")


@pytest.mark.usefixtures("bot")
async def test_a_modal_takes_only_what_the_app_would_let_through(world: StandIn) -> None:
    lea = world.member("Léa")
    modal = await lea.slash(world.channel("poker"), "modal")
    for wrong in ({"amount": "123456"}, {"amount": ""}, {"other": "1"}):
        with pytest.raises(BadInput):
            await lea.submit(modal, **wrong)


@pytest.mark.usefixtures("bot")
async def test_an_ephemeral_reply_is_seen_by_its_member_alone(world: StandIn, rest: Rest) -> None:
    poker, lea, tom = world.channel("poker"), world.member("Léa"), world.member("Tom")
    board = (await lea.slash(poker, "board")).message
    assert board is not None
    reply = await lea.press(board, "Mine")
    assert reply.message is not None
    assert reply.ephemeral
    assert lea.view(poker) == [board, reply.message]
    assert tom.view(poker) == poker.messages == [board]
    address = f"/channels/{poker.id}/messages"
    assert await rest("GET", f"{address}/{reply.message.id}") == (
        404,
        {"message": "Unknown Message", "code": 10008},
    )
    assert [each["id"] for each in (await rest("GET", address))[1]] == [str(board.id)]
    with pytest.raises(NoSuchComponent):
        await tom.press(reply.message, "Anything")
    lea.dismiss(reply.message)
    assert lea.view(poker) == [board]


@pytest.mark.usefixtures("bot")
async def test_a_select_sends_its_values(world: StandIn) -> None:
    lea = world.member("Léa")
    board = (await lea.slash(world.channel("poker"), "board")).message
    assert board is not None
    assert (await lea.select(board, "choice", ["v0", "v2"])).text == "chose v0 v2"
    for wrong in (["v0", "v1", "v2"], ["v9"], ["v0", "v0"], []):
        with pytest.raises(NoSuchComponent):
            await lea.select(board, "choice", wrong)


@pytest.mark.usefixtures("bot")
async def test_a_select_of_channels_offers_those_of_the_server(world: StandIn) -> None:
    lea, poker = world.member("Léa"), world.channel("poker")
    board = (await lea.slash(poker, "board")).message
    assert board is not None
    said = (await lea.select(board, "where", [str(poker.id)])).text
    assert said == f"in poker by {poker.bot_permissions}"
    thread = world.add_thread("table 2", poker)
    elsewhere = world.channel("poker", world.add_guild("Elsewhere", ["poker"]))
    for wrong in ([str(elsewhere.id)], [str(thread.id)], ["poker"], []):
        with pytest.raises(NoSuchComponent):
            await lea.select(board, "where", wrong)


@pytest.mark.usefixtures("bot")
async def test_a_deferred_answer_is_filled_in_later(world: StandIn) -> None:
    reply = await world.member("Léa").slash(world.channel("poker"), "slow", private=True)
    assert (reply.kind, reply.ephemeral) == ("deferred", True)
    await world.wait_for(lambda: reply.text == "done")


@pytest.mark.usefixtures("bot")
async def test_a_disabled_or_absent_button_cannot_be_pressed(world: StandIn) -> None:
    lea = world.member("Léa")
    board = (await lea.slash(world.channel("poker"), "board")).message
    assert board is not None
    for wrong in ("Later", "Never"):
        with pytest.raises(NoSuchComponent):
            await lea.press(board, wrong)
    assert (await lea.press_id(board, "stale:1")).ephemeral


@pytest.mark.parametrize(
    ("command", "options", "error"),
    [
        ("nothing", {}, NoSuchCommand),
        ("holdem", {}, NoSuchCommand),
        ("moderate", {}, NoSuchCommand),
        ("holdem start", {}, BadOption),
        ("holdem start", {"stack": 9}, BadOption),
        ("holdem start", {"stack": 1001}, BadOption),
        ("holdem start", {"stack": "many"}, BadOption),
        ("holdem start", {"stack": True}, BadOption),
        ("holdem start", {"stack": 20, "limit": "fixed"}, BadOption),
        ("holdem start", {"stack": 20, "blind": 1}, BadOption),
        ("board", {"ping": "Nobody"}, BadOption),
        ("slow", {"private": "perhaps"}, BadOption),
    ],
)
@pytest.mark.usefixtures("bot")
async def test_a_command_is_typed_only_as_the_app_offers_it(
    world: StandIn, command: str, options: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        await world.member("Léa").slash(world.channel("poker"), command, **options)


@pytest.mark.usefixtures("bot")
async def test_a_moderator_is_offered_what_others_are_not(world: StandIn) -> None:
    lea, poker = world.member("Léa"), world.channel("poker")
    lea.permissions = {"manage_guild"}
    assert (await lea.slash(poker, "moderate")).text == "manage_guild True"
    lea.permissions = ()
    with pytest.raises(NoSuchCommand):
        await lea.slash(poker, "moderate")


@pytest.mark.usefixtures("bot")
async def test_a_guild_command_is_not_offered_in_direct_messages(world: StandIn) -> None:
    lea = world.member("Léa")
    with pytest.raises(NoSuchCommand):
        await lea.slash(lea.conversation, "board")
    assert (await lea.slash(lea.conversation, "slow")).kind == "deferred"


async def test_a_member_option_is_resolved_and_may_be_pinged(world: StandIn, bot: Bot) -> None:
    lea, tom, poker = world.member("Léa"), world.member("Tom"), world.channel("poker")
    for given in (tom, "Tom", "tom", tom.id, tom.mention):
        reply = await lea.slash(poker, "board", ping=given)
        assert reply.message is not None
        assert reply.message.pinged == {tom.id}
    assert bot.seen[-1].namespace.ping.display_name == "Tom"


@pytest.mark.usefixtures("bot")
async def test_an_option_is_completed_while_typing(world: StandIn) -> None:
    lea, poker = world.member("Léa"), world.channel("poker")
    reply = await lea.complete(poker, "pick", "name", name="An")
    assert (reply.kind, [choice["value"] for choice in reply.choices]) == (
        "choices",
        ["Ana", "Anton"],
    )


async def test_a_command_is_known_by_its_name_in_the_members_language(
    world: StandIn, rest: Rest
) -> None:
    body = {
        "name": "bet",
        "name_localizations": {"fr": "miser"},
        "description": "d",
        "options": [
            {
                "type": 4,
                "name": "amount",
                "name_localizations": {"fr": "montant"},
                "description": "d",
                "required": True,
            }
        ],
    }
    await rest("PUT", f"/applications/{world.application_id}/commands", [body])
    lea, poker = world.member("Léa"), world.channel("poker")
    with pytest.raises(NoSuchCommand):
        await lea.slash(poker, "miser", montant=5)
    lea.locale = "fr"
    for command, options in (("miser", {"montant": 5}), ("bet", {"amount": 5})):
        reply = await lea.slash(poker, command, **options)
        sent = reply.interaction.data
        assert sent["name"] == "bet"
        assert sent["options"] == [{"type": 4, "name": "amount", "value": 5}]


@pytest.mark.parametrize(
    ("typed", "name", "options"),
    [
        ("/holdem start 200", "holdem start", {"stack": "200"}),
        ("/holdem start stack:200 limit:nl", "holdem start", {"stack": "200", "limit": "nl"}),
        ("/holdem start limit:pl 200", "holdem start", {"limit": "pl", "stack": "200"}),
        ('/holdem start 200 "No limit"', "holdem start", {"stack": "200", "limit": "No limit"}),
        ("/letter good evening all", "letter", {"text": "good evening all"}),
        ("/letter at 20:30", "letter", {"text": "at 20:30"}),
        ("/modal", "modal", {}),
    ],
)
@pytest.mark.usefixtures("bot")
async def test_a_typed_line_is_split_into_command_and_options(
    world: StandIn, typed: str, name: str, options: dict[str, str]
) -> None:
    lea, poker = world.member("Léa"), world.channel("poker")
    assert split_typed(world, lea, poker, typed) == (name, options)


@pytest.mark.usefixtures("bot")
async def test_a_typed_line_must_begin_with_a_command_and_fit_it(world: StandIn) -> None:
    lea, poker = world.member("Léa"), world.channel("poker")
    for typed, error in (("/", NoSuchCommand), ("/no", NoSuchCommand), ("/modal 5", BadOption)):
        with pytest.raises(error):
            split_typed(world, lea, poker, typed)


async def test_an_interaction_tells_language_place_and_permissions(
    world: StandIn, bot: Bot
) -> None:
    lea, poker = world.member("Léa", locale="fr"), world.channel("poker")
    lea.permissions = {"manage_messages"}
    world.set_locale(world.guild, "fr")
    poker.deny("send_messages")
    await lea.slash(poker, "slow")
    seen = bot.seen[-1]
    assert (seen.locale, seen.guild_locale) == (discord.Locale.french, discord.Locale.french)
    assert seen.channel == bot.get_channel(poker.id)
    assert seen.user.id == lea.id
    assert seen.permissions.manage_messages
    assert not seen.permissions.manage_guild
    assert not seen.app_permissions.send_messages
    assert seen.app_permissions.view_channel


async def test_a_late_answer_is_refused(tmp_path: Any) -> None:
    clock = [time.time()]
    world = StandIn(limits=Limits.relaxed(), now=lambda: clock[0])
    await world.start_unix(tmp_path / "socket")
    bot = Bot(aiohttp.UnixConnector(str(tmp_path / "socket"), limit=0))
    async with bot:
        running = asyncio.create_task(bot.start(world.token))
        await world.wait_for(lambda: world.gateway.listening and bot.is_ready())
        interaction, waiting = await unanswered(world, bot)
        clock[0] += 3.01
        with pytest.raises(discord.NotFound) as refused:
            await interaction.response.send_message(view=Text("late"))
        assert refused.value.code == 10062
        clock[0] += 3600
        interaction, again = await unanswered(world, bot)
        await interaction.response.defer()
        clock[0] += 15 * 60 + 1
        with pytest.raises(discord.HTTPException) as expired:
            await interaction.edit_original_response(view=Text("much later"))
        assert (expired.value.status, expired.value.code) == (401, 50027)
        waiting.cancel()
        await again
    await running
    await world.close()


async def test_no_answer_within_the_deadline_is_a_failure(tmp_path: Any) -> None:
    world = StandIn(limits=Limits(answer_s=0.05))
    await world.start_unix(tmp_path / "socket")
    reply = await world.member("Léa").say(world.channel("poker"), "hello")
    assert reply.text == "hello"
    async with Bot(aiohttp.UnixConnector(str(tmp_path / "socket"), limit=0)) as bot:
        running = asyncio.create_task(bot.start(world.token))
        await world.wait_for(lambda: world.gateway.listening and bot.is_ready())
        failed = await world.member("Léa").slash(world.channel("poker"), "silence")
        assert (failed.kind, failed.text) == ("failed", "The application did not respond")
    await running
    await world.close()


async def test_a_second_answer_is_refused(world: StandIn, bot: Bot, rest: Rest) -> None:
    interaction, waiting = await unanswered(world, bot)
    body = {"type": 4, "data": {"flags": V2, "components": text("first")}}
    assert (await rest("POST", callback(interaction), body))[0] == 200
    status, answer = await rest("POST", callback(interaction), body)
    assert (status, answer["code"]) == (400, 40060)
    assert (await waiting).text == "first"
    assert len(world.channel("poker").messages) == 1


async def test_an_invented_interaction_or_token_is_unknown(
    world: StandIn, bot: Bot, rest: Rest
) -> None:
    body = {"type": 5}
    assert (await rest("POST", "/interactions/1/abc/callback", body))[1]["code"] == 10062
    interaction, waiting = await unanswered(world, bot)
    wrong = f"/interactions/{interaction.id + 1}/{interaction.token}/callback"
    assert (await rest("POST", wrong, body))[1]["code"] == 10062
    original = f"/webhooks/{world.application_id}/{interaction.token}/messages/@original"
    assert (await rest("GET", original))[1]["code"] == 10015
    assert (await rest("POST", callback(interaction), body))[0] == 200
    assert (await waiting).kind == "deferred"
    assert (await rest("GET", original))[0] == 200
    assert (await rest("DELETE", original))[0] == 204
    assert (await rest("GET", original))[1]["code"] == 10008


@pytest.mark.parametrize(
    "body",
    [
        {"type": 6},
        {"type": 7, "data": {"components": text()}},
        {"type": 8, "data": {"choices": []}},
        {"type": 1},
        {},
        {"type": 9, "data": {"custom_id": "m", "title": "x" * 46, "components": text()}},
        {"type": 9, "data": {"custom_id": "m", "title": "x", "components": []}},
        {"type": 9, "data": {"custom_id": "m", "title": "x", "components": text() * 6}},
        {"type": 9, "data": {"custom_id": "", "title": "x", "components": text()}},
        {"type": 9, "data": {"custom_id": "m" * 101, "title": "x", "components": text()}},
    ],
)
async def test_an_answer_must_suit_a_command(
    world: StandIn, bot: Bot, rest: Rest, body: dict[str, Any]
) -> None:
    interaction, waiting = await unanswered(world, bot)
    status, answer = await rest("POST", callback(interaction), body)
    assert (status, answer["code"]) == (400, 50035)
    assert (await rest("POST", callback(interaction), {"type": 5}))[0] == 200
    await waiting


INPUT = {"type": 4, "custom_id": "a", "style": 1}


@pytest.mark.parametrize(
    "component",
    [
        {"type": 18, "label": "x" * 46, "component": INPUT},
        {"type": 18, "label": "", "component": INPUT},
        {"type": 18, "label": "x", "description": "x" * 101, "component": INPUT},
        {"type": 18, "label": "x"},
        {"type": 18, "label": "x", "component": INPUT | {"style": 3}},
        {"type": 18, "label": "x", "component": INPUT | {"custom_id": "a" * 101}},
        {"type": 18, "label": "x", "component": INPUT | {"placeholder": "a" * 101}},
        {"type": 18, "label": "x", "component": INPUT | {"max_length": 4001}},
        {"type": 18, "label": "x", "component": INPUT | {"min_length": 5, "max_length": 4}},
        {"type": 18, "label": "x", "component": INPUT | {"value": "123", "max_length": 2}},
        {"type": 18, "label": "x", "component": {"type": 2, "style": 1, "custom_id": "b"}},
        {"type": 1, "components": [{"type": 2, "style": 1, "custom_id": "b", "label": "b"}]},
        {"type": 17, "components": text()},
    ],
)
async def test_a_modal_beyond_discords_limits_is_refused(
    world: StandIn, bot: Bot, rest: Rest, component: dict[str, Any]
) -> None:
    interaction, waiting = await unanswered(world, bot)
    data = {"custom_id": "m", "title": "t", "components": [component]}
    status, answer = await rest("POST", callback(interaction), {"type": 9, "data": data})
    assert (status, answer["code"]) == (400, 50035)
    assert "components" in answer["errors"]["data"]
    assert (await rest("POST", callback(interaction), {"type": 5}))[0] == 200
    await waiting


async def test_a_follow_up_fills_a_deferral_and_the_next_is_a_message_of_its_own(
    world: StandIn, bot: Bot, rest: Rest
) -> None:
    interaction, waiting = await unanswered(world, bot)
    await rest("POST", callback(interaction), {"type": 5, "data": {"flags": 64}})
    reply = await waiting
    address = f"/webhooks/{world.application_id}/{interaction.token}"
    for said in ("one", "two"):
        assert (await rest("POST", address, {"flags": V2, "components": text(said)}))[0] == 200
    assert (reply.text, reply.ephemeral) == ("one", True)
    assert [(each.text, each.ephemeral) for each in reply.followups] == [("two", False)]
