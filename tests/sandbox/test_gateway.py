"""What goes wrong with the gateway and the servers, as a bot finds it."""

from __future__ import annotations

import pytest

from bot.sandbox import StandIn

from .bot import Bot


async def a_new_session(world: StandIn, old: str) -> None:
    sessions = world.gateway.sessions
    await world.wait_for(lambda: sessions and old not in sessions, timeout=10)


async def test_a_session_declared_invalid_is_followed_by_a_new_one(
    world: StandIn, bot: Bot
) -> None:
    (old,) = world.gateway.sessions
    world.gateway.invalidate()
    await a_new_session(world, old)
    await world.member("Léa").slash(world.channel("poker"), "board")
    assert len(bot.seen) == 1


async def test_a_deaf_session_gets_no_interaction_and_a_new_one_does(
    world: StandIn, bot: Bot
) -> None:
    (old,) = world.gateway.sessions
    world.gateway.deafen()
    lea, poker = world.member("Léa"), world.channel("poker")
    assert (await lea.slash(poker, "board")).kind == "failed"
    world.gateway.invalidate()
    await a_new_session(world, old)
    assert (await lea.slash(poker, "board")).kind == "message"
    assert len(bot.seen) == 1


@pytest.mark.usefixtures("bot")
async def test_a_gateway_that_is_shut_serves_again_once_it_is_open(world: StandIn) -> None:
    (session,) = world.gateway.sessions.values()
    await world.gateway.shut()
    await world.wait_for(lambda: session.line is None)
    world.gateway.reopen()
    await world.wait_for(lambda: session.line is not None)
    reply = await world.member("Léa").slash(world.channel("poker"), "board")
    assert reply.kind == "message"


async def test_a_server_goes_away_and_comes_back(world: StandIn, bot: Bot) -> None:
    guild = bot.get_guild(world.guild.id)
    assert guild is not None
    world.set_away(world.guild, away=True)
    await world.wait_for(lambda: guild.unavailable)
    lea, poker = world.member("Léa"), world.channel("poker")
    assert (await lea.slash(poker, "board")).kind == "failed"
    world.set_away(world.guild, away=False)
    await world.wait_for(lambda: not guild.unavailable)
    assert (await lea.slash(poker, "board")).kind == "message"


async def test_a_bot_that_is_removed_may_do_nothing_there(world: StandIn, bot: Bot) -> None:
    guild, poker = world.guild, world.channel("poker")
    world.remove_bot(guild)
    await world.wait_for(lambda: bot.get_guild(guild.id) is None)
    assert not poker.bot_permissions
