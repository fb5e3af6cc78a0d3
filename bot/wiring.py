"""Puts the parts together and keeps them running until it is told to stop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack

import aiosqlite
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.client import Croupier
from bot.clock import Clock
from bot.dealer import Dealer
from bot.maintenance import Operators
from bot.sandbox import StandIn
from bot.seen.endpoint import Endpoint
from bot.settings import Settings
from bot.store import Store


class MissingToken(Exception):
    """There is no token and the sandbox is not wanted."""


def point_to(api_url: str | None, gateway_url: str | None) -> None:
    """Have discord.py talk to another server than Discord; None keeps Discord's own address."""
    if api_url is not None:
        Route.BASE = api_url
    if gateway_url is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)


async def run(
    settings: Settings,
    *,
    clock: Clock | None = None,
    dealer: Dealer | None = None,
    connect: Callable[..., aiosqlite.Connection] = aiosqlite.connect,
) -> None:
    """Run the bot until it is cancelled, against Discord or in the sandbox.

    :param connect: how the database is opened.
    :raises MissingToken: when there is neither a token nor a sandbox.
    :raises bot.store.StoreError: when the database cannot be used.
    """
    dealer = dealer or Dealer()
    if settings.uses_sandbox:
        await _run_in_sandbox(settings, clock, dealer, connect)
        return
    if settings.discord_token is None:
        raise MissingToken
    point_to(settings.discord_api_url, settings.discord_gateway_url)
    store = await Store.open(settings.database_dir, connect=connect)
    try:
        token = settings.discord_token.get_secret_value()
        await _serve(settings, store, clock or Clock(), dealer, token)
    finally:
        await store.close()


async def _run_in_sandbox(
    settings: Settings,
    clock: Clock | None,
    dealer: Dealer,
    connect: Callable[..., aiosqlite.Connection],
) -> None:
    """Start the stand-in for Discord, on files of its own, and connect the bot to it.

    Without another clock the bot lives by that of the sandbox.
    """
    folder = settings.database_dir
    store = await Store.open(folder, connect=connect)
    try:
        world = StandIn(path=folder / "discord.db", record=False)
        await world.start(port=settings.sandbox_port)
        try:
            point_to(world.api_url, world.gateway_url)
            print(f"Croupier's sandbox: {world.page_url}", flush=True)  # noqa: T201 - for people
            await _serve(settings, store, clock or world.clock, dealer, world.token)
        finally:
            await world.close()
    finally:
        await store.close()


async def _serve(
    settings: Settings, store: Store, clock: Clock, dealer: Dealer, token: str
) -> None:
    """Keep the client connected and the tables awake; the end of either ends both.

    When it is cancelled it ends in good order first; cancelled again, at once.
    """
    operators = Operators(settings.operator_ids or ())
    limit = settings.member_limit
    async with AsyncExitStack() as running:
        client = await running.enter_async_context(
            Croupier(store, clock, dealer, member_limit=limit, operators=operators)
        )
        if settings.status_port is not None:
            endpoint = Endpoint(client.watch.metrics.registry, client.health)
            await endpoint.open(settings.status_host, settings.status_port)
            running.push_async_callback(endpoint.close)
        jobs = [
            asyncio.create_task(client.start(token)),
            asyncio.create_task(client.run_tables()),
        ]
        try:
            done, _ = await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
            for job in done:
                job.result()
        except asyncio.CancelledError:
            await client.wind_down(settings.grace_s)
            raise
        finally:
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)
