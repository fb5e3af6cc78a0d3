"""Faults on demand: what the bot meets when a test asks for it."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from bot.sandbox import StandIn, cloudflare, too_many

from .conftest import Rest


async def send(world: StandIn, rest: Rest, text: str = "hello") -> int:
    status, _ = await rest("POST", f"/channels/{world.channel('poker').id}/messages", text_of(text))
    return status


def text_of(text: str) -> dict[str, str]:
    return {"content": text}


@pytest.mark.parametrize("status", [500, 502, 503, 504])
@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_server_error_comes_before_or_after_the_effect(
    world: StandIn, rest: Rest, status: int, when: str
) -> None:
    world.faults.expect("POST", "/messages", status=status, when=when)
    assert await send(world, rest) == status
    assert len(world.channel("poker").messages) == (1 if when == "after" else 0)
    assert await send(world, rest) == 200


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_connection_is_cut_before_or_after_the_effect(
    world: StandIn, rest: Rest, when: str
) -> None:
    world.faults.expect("POST", "/channels/{channel_id}/messages", cut=when)
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await send(world, rest)
    assert len(world.channel("poker").messages) == (1 if when == "after" else 0)


async def test_an_answer_is_held_until_it_is_let_go(world: StandIn, rest: Rest) -> None:
    held = world.faults.expect("POST", "/messages", hold="after")
    sending = asyncio.create_task(send(world, rest))
    await world.wait_for(lambda: world.channel("poker").messages)
    await asyncio.sleep(0.01)
    assert not sending.done()
    held.let_go()
    assert await sending == 200


async def test_a_fault_meets_what_it_is_meant_for(world: StandIn, rest: Rest) -> None:
    fault = world.faults.expect("POST", "/messages", holding="Émile", status=403, code=50013)
    assert await send(world, rest, "Zoé") == 200
    status, answer = await rest(
        "POST", f"/channels/{world.channel('poker').id}/messages", text_of("Émile")
    )
    assert (status, answer["code"], fault.met) == (403, 50013, 1)
    assert await send(world, rest, "Émile") == 200


@pytest.mark.parametrize("scope", ["user", "shared", "global"])
@pytest.mark.parametrize("headers", [True, False])
async def test_a_429_counts_as_an_invalid_request(
    world: StandIn, rest: Rest, scope: str, *, headers: bool
) -> None:
    world.faults.expect("POST", "/messages", answer=too_many(scope, headers=headers))
    assert await send(world, rest) == 429
    assert world.invalid_requests == (0 if scope == "shared" else 1)
    assert world.exchanges[-1].faulty


async def test_cloudflare_lets_nothing_through(world: StandIn, tmp_path: object) -> None:
    world.faults.expect("GET", "/users/@me", answer=cloudflare())
    connector = aiohttp.UnixConnector(f"{tmp_path}/socket")
    headers = {"Authorization": f"Bot {world.token}"}
    async with aiohttp.ClientSession(connector=connector, headers=headers) as session:
        answer = await session.get("http://discord.invalid/api/v10/users/@me")
        assert (answer.status, await answer.text()) == (429, "error code: 1015")
        assert "Via" not in answer.headers
    assert not world.exchanges
