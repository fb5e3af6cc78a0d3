"""Files that come with a message: named on the page, and downloaded from it."""

from __future__ import annotations

import io
from pathlib import Path

import discord
import pytest
from PIL import Image
from playwright.async_api import Page, expect

from bot.sandbox import StandIn
from tests.sandbox.bot import Bot
from tests.sandbox.forms import CSV

from .driving import needs_chromium, send

pytestmark = needs_chromium


@pytest.mark.parametrize("command", ["/export", "/export bare:true"])
@pytest.mark.usefixtures("bot")
async def test_a_file_is_named_and_downloaded_as_it_was_sent(
    page: Page, tmp_path: Path, command: str
) -> None:
    await send(page, command)
    file = page.locator("#log").get_by_role("link", name="results.csv")
    await expect(file).to_have_count(1)
    await expect(file).to_contain_text(f"{len(CSV.encode())} bytes")
    async with page.expect_download() as started:
        await file.click()
    download = await started.value
    await download.save_as(tmp_path / "got")
    assert download.suggested_filename == "results.csv"
    assert (tmp_path / "got").read_bytes() == CSV.encode()


async def test_a_picture_without_components_is_shown(world: StandIn, bot: Bot, page: Page) -> None:
    picture = io.BytesIO()
    Image.new("RGB", (3, 2)).save(picture, "PNG")
    picture.seek(0)
    channel = bot.get_channel(world.channel("poker").id)
    assert isinstance(channel, discord.TextChannel)
    await channel.send(file=discord.File(picture, "board.png"))
    shown = page.locator("#log").get_by_role("img", name="board.png")
    await expect(shown).to_have_js_property("naturalWidth", 3)
