"""What a person does on the page."""

from __future__ import annotations

import re
import shutil

import pytest
from playwright.async_api import Locator, Page

CHROMIUM = shutil.which("chromium")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")


async def become(page: Page, name: str) -> None:
    await page.locator("#members").get_by_role("button", name=re.compile(f"^{name}")).click()


async def send(page: Page, text: str) -> None:
    await page.fill("#text", text)
    await page.press("#text", "Enter")


async def fill_in(page: Page, command: str) -> Locator:
    """Choose a command from the list, and return its form."""
    await page.fill("#text", f"/{command}")
    await page.locator("#offers").get_by_role("option", name=f"/{command}").first.click()
    return page.locator("#fields")


async def wide(page: Page) -> int:
    """Return how many pixels the page is wide."""
    return int(await page.evaluate("document.scrollingElement.scrollWidth"))
