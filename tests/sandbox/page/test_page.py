"""The page in a real browser, at the width of a phone: one person plays several members."""

from __future__ import annotations

import re
from pathlib import Path

import aiohttp
import pytest
from discord import Locale, app_commands
from discord.app_commands.translator import TranslationContextTypes
from playwright.async_api import Browser, Page, expect

from bot.sandbox import Limits, StandIn
from tests.sandbox.bot import Bot, Text
from tests.sandbox.conftest import connected

from .driving import become, needs_chromium, send, wide

HOSTILE = "<img src=x onerror=alert(1)> \\*not bold\\* **bold** <script>alert(2)</script>"


@needs_chromium
async def test_an_evening_on_a_phone(world: StandIn, bot: Bot, page: Page) -> None:
    poker, lea, tom = world.channel("poker"), world.member("Léa"), world.member("Tom")
    log = page.locator("#log")

    # A command typed in full, with a mention that calls another member.
    await send(page, "/board ping:Tom")
    await expect(log.get_by_text("Presses: 0")).to_be_visible()
    chip = page.locator(".chip", has_text="Tom")
    await expect(chip.locator(".badge")).to_have_text("1")
    await expect(chip).to_have_class(re.compile("named"))

    # Buttons and modals.
    await log.get_by_role("button", name="Press 0").click()
    await expect(log.get_by_role("button", name="Press 1")).to_be_visible()
    await log.get_by_role("button", name="Amount…").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Amount").fill("25")
    await dialog.get_by_role("button", name="Submit").click()
    await expect(dialog).to_be_hidden()
    await expect(log.get_by_text("Presses: 25")).to_be_visible()

    # A select of several.
    await log.get_by_text("Make a selection").click()
    await log.get_by_label("0", exact=True).check()
    await log.get_by_label("2", exact=True).check()
    await log.get_by_role("button", name="Send").click()
    await expect(log.get_by_text("chose v0 v2")).to_be_visible()

    # Another member does not see what only Léa can see; dismissed, it is gone.
    await become(page, "Tom")
    await expect(log.get_by_text("chose v0 v2")).to_have_count(0)
    await expect(chip.locator(".badge")).to_have_count(0)
    await become(page, "Léa")
    await log.get_by_role("button", name="Dismiss").click()
    await expect(log.get_by_text("chose v0 v2")).to_have_count(0)
    assert lea.view(poker) == poker.messages

    # A direct message marks its member and the tab.
    await (await bot.fetch_user(tom.id)).send(view=Text("K♦ K♥ and A♠"))
    await expect(chip.locator(".badge")).to_have_text("1")
    await become(page, "Tom")
    await page.get_by_role("button", name="Direct messages").click()
    await expect(log.get_by_text("K♦")).to_have_class("red")
    await expect(chip.locator(".badge")).to_have_count(0)

    # Nothing is wider than the phone.
    assert await wide(page) <= 390


@needs_chromium
async def test_commands_are_offered_and_filled_in_as_a_form(bot: Bot, page: Page) -> None:
    offers = page.locator("#offers")
    await page.fill("#text", "/")
    await expect(offers.get_by_role("option")).to_have_count(12)
    await expect(offers).not_to_contain_text("moderate")
    await page.fill("#text", "/hol")
    await page.press("#text", "Enter")
    await page.get_by_label("stack").fill("200")
    await page.get_by_label("limit").select_option("Pot limit")
    await page.press("#text", "Enter")
    await expect(page.locator("#log").get_by_text("stack 200 pl")).to_be_visible()
    await expect(page.locator("#fields")).to_be_hidden()

    await send(page, "/holdem start 300 pl")
    await expect(page.locator("#log").get_by_text("stack 300 pl")).to_be_visible()
    await send(page, "/holdem start 5")
    await expect(page.get_by_role("alert")).to_contain_text("between 10 and 1000")
    await expect(page.locator("#text")).to_have_value("/holdem start 5")

    await become(page, "Fay")
    await page.fill("#text", "/mod")
    await expect(offers.get_by_role("option", name="/moderate")).to_be_visible()
    assert bot.user is not None


@needs_chromium
async def test_a_member_closes_direct_messages_and_changes_language(
    world: StandIn, bot: Bot, page: Page
) -> None:
    await page.get_by_label("Accept direct messages").uncheck()
    await world.wait_for(lambda: not world.member("Léa").dms_open)
    await page.get_by_label("Language").select_option("Français")
    await world.wait_for(lambda: world.member("Léa").locale == "fr")
    await become(page, "Tom")
    await expect(page.get_by_label("Accept direct messages")).to_be_checked()
    await become(page, "Léa")
    await expect(page.get_by_label("Accept direct messages")).not_to_be_checked()
    await send(page, "/letter")
    await expect(page.locator("#log").get_by_text("refused 50007")).to_be_visible()
    assert bot.user is not None


class InFrench(app_commands.Translator):
    async def translate(
        self, string: app_commands.locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        del context
        french = {"letter": "lettre", "text": "texte"}
        return french.get(string.message) if locale is Locale.french else None


@needs_chromium
async def test_commands_are_offered_in_the_language_of_the_member(bot: Bot, page: Page) -> None:
    await bot.tree.set_translator(InFrench())
    await bot.tree.sync()
    offers = page.locator("#offers")
    await page.get_by_label("Language").select_option("Français")
    await page.fill("#text", "/let")
    await expect(offers.get_by_role("option", name="/lettre")).to_be_visible()
    await page.press("#text", "Enter")
    await page.get_by_label("texte").fill("bonsoir")
    await page.press("#text", "Enter")
    await expect(page.locator("#fields")).to_be_hidden()
    await send(page, "/lettre bonsoir à tous")
    await become(page, "Tom")
    await page.fill("#text", "/let")
    await expect(offers.get_by_role("option", name="/letter")).to_be_visible()


@needs_chromium
async def test_text_is_text_and_markdown_is_shown(world: StandIn, page: Page) -> None:
    log = page.locator("#log")
    lea, poker = world.member("Léa"), world.channel("poker")
    await lea.say(poker, HOSTILE)
    await expect(log.locator("strong", has_text=re.compile("^bold$"))).to_be_visible()
    await expect(log.get_by_text("<img src=x onerror=alert(1)> *not bold*")).to_be_visible()
    assert await log.locator("img, script").count() == 0

    await lea.say(
        poker,
        f"# Title\n-# tiny\n> said\n```\n  1 A♥\n``` __u__ *i* `c` ||hidden|| "
        f"{lea.mention} <#{poker.id}> snake_case_name",
    )
    for tag, text in (
        ("h3", "Title"),
        ("p.small", "tiny"),
        ("blockquote", "said"),
        ("pre", "  1 A♥"),
        ("u", "u"),
        ("em", "i"),
        ("code", "c"),
        (".spoiler", "hidden"),
        (".mention.mine", "@Léa"),
        (".mention", "#poker"),
    ):
        await expect(log.locator(tag).get_by_text(text, exact=True).last).to_be_attached()
    await expect(log.get_by_text("snake_case_name")).to_be_visible()

    draw = world.channel("draw-table")
    there = await lea.say(draw, "over here")
    await lea.say(poker, f"https://discord.com/channels/{world.guild.id}/{draw.id}/{there.id}")
    await log.get_by_role("button", name="#draw-table › message").click()
    await expect(log.get_by_text("over here")).to_be_visible()
    await page.get_by_role("button", name="# poker").click()

    await lea.say(poker, f"<t:{int(world.now()) + 90}:R>")
    await expect(log.get_by_text("in 1 minute")).to_be_visible()


@needs_chromium
async def test_a_failed_interaction_is_told(tmp_path: Path, browser: Browser) -> None:
    world = StandIn(limits=Limits(answer_s=0.1), record=False)
    await world.start_unix(tmp_path / "socket")
    await world.start()
    page = await browser.new_page()
    async with connected(world, tmp_path / "socket"):
        await page.goto(world.page_url)
        await expect(page.locator("#status")).to_have_text("Croupier is online")
        await send(page, "/silence")
        await expect(page.get_by_text("The application did not respond")).to_be_visible()
    await expect(page.locator("#status")).to_have_text("Croupier is offline")
    await world.close()


@needs_chromium
async def test_the_page_comes_back_after_a_restart(tmp_path: Path, browser: Browser) -> None:
    path = tmp_path / "sandbox.sqlite"
    first = StandIn(path, Limits.relaxed(), record=False)
    await first.start()
    port = int(first.page_url.rsplit(":", 1)[1].rstrip("/"))
    await first.member("Léa").say(first.channel("poker"), "before")
    page = await browser.new_page()
    await page.goto(first.page_url)
    await expect(page.get_by_text("before")).to_be_visible()
    await first.close()
    await expect(page.locator("#status")).to_have_text("Reconnecting…")
    second = StandIn(path, Limits.relaxed(), record=False)
    await second.start(port=port)
    await second.member("Léa").say(second.channel("poker"), "after")
    await expect(page.get_by_text("after")).to_be_visible()
    await expect(page.get_by_text("before")).to_be_visible()
    await second.close()


@needs_chromium
async def test_the_log_stays_at_its_end_unless_scrolled_up(world: StandIn, page: Page) -> None:
    lea, poker = world.member("Léa"), world.channel("poker")
    for number in range(40):
        await lea.say(poker, f"line {number}")
    await expect(page.get_by_text("line 39")).to_be_in_viewport()
    await page.locator("#log").hover()
    await page.mouse.wheel(0, -600)
    await expect(page.get_by_text("line 39")).not_to_be_in_viewport()
    await lea.say(poker, "one more")
    more = page.get_by_role("button", name="New messages")
    await expect(more).to_be_visible()
    await expect(page.get_by_text("one more")).not_to_be_in_viewport()
    await more.click()
    await expect(page.get_by_text("one more")).to_be_in_viewport()
    await expect(more).to_be_hidden()


@pytest.mark.parametrize("path", ["", "page/live", "page/static/app.js", "page/files/1/x.png"])
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Host": "evil.example"},
        {"Host": "evil.example:8080", "Origin": "http://evil.example:8080"},
        {"Origin": "http://127.0.0.1:1"},
    ],
)
async def test_another_website_cannot_use_the_page(
    world: StandIn, path: str, headers: dict[str, str]
) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.get(world.page_url + path, headers=headers) as response,
    ):
        assert response.status == 403


async def test_the_page_serves_its_own_files_only(world: StandIn) -> None:
    async with aiohttp.ClientSession() as session:
        for path, status in (
            ("", 200),
            ("page/static/app.js", 200),
            ("page/static/..%2fpage.py", 404),
            ("page/static/page.py", 404),
            ("page/files/1/x.png", 404),
        ):
            async with session.get(world.page_url + path) as response:
                assert response.status == status, path
