"""A sandbox whose page is open in a real browser, at the width of a phone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from bot.sandbox import Limits, StandIn

from .driving import CHROMIUM

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(name="world")
async def _world(tmp_path: Path) -> AsyncIterator[StandIn]:
    """Return a sandbox on TCP for the browser and on a Unix socket for the bot."""
    world = StandIn(tmp_path / "sandbox.sqlite", Limits.relaxed(), record=False)
    await world.start_unix(tmp_path / "socket")
    await world.start()
    yield world
    await world.close()


@pytest.fixture(name="browser")
async def _browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser
        await browser.close()


@pytest.fixture(name="page")
async def _page(world: StandIn, browser: Browser) -> AsyncIterator[Page]:
    """Return the page, opened; nothing may go wrong in it, and it loads nothing from outside."""
    page = await browser.new_page(viewport={"width": 390, "height": 844})
    page.set_default_timeout(5000)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda r: None if r.url.startswith(world.page_url) else faults.append(r.url))
    await page.goto(world.page_url)
    await expect(page.locator(".chip").first).to_be_visible()
    yield page
    assert faults == []
