"""Threads, scheduled events and the time, on the page; a session of a series with the whole bot."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from bot.sandbox import StandIn
from bot.sandbox.agenda import ScheduledEvent, Status
from tests.bot.program import Program

from .driving import become, fill_in, needs_chromium, wide

pytestmark = needs_chromium
PATIENCE_MS = 60_000.0
DAY = 86_400.0


async def test_threads_stand_under_their_channel_until_they_are_put_away(
    world: StandIn, page: Page
) -> None:
    thread = world.add_thread("table 1", world.channel("poker"))
    await world.member("Léa").say(thread, "in the thread")
    tabs = page.locator("#places").get_by_role("button")
    await expect(tabs).to_have_text(
        ["Direct messages", "# poker", "↳ table 1", "# draw-table", "Events"]
    )
    await page.get_by_role("button", name="↳ table 1").click()
    await expect(page.get_by_text("in the thread")).to_be_visible()
    thread.archive()
    await page.get_by_role("button", name="# poker").click()
    await expect(tabs).to_have_count(4)


async def test_events_are_listed_with_what_became_of_them(world: StandIn, page: Page) -> None:
    place, now = world.channel("poker"), world.now()
    await page.get_by_role("button", name="Events").click()
    await expect(page.get_by_text("No event is scheduled.")).to_be_visible()
    for number, (name, status) in enumerate(
        [("Third", Status.SCHEDULED), ("Second", Status.ACTIVE), ("First", Status.CANCELED)]
    ):
        start = now + (2 - number) * DAY
        at = (start, start + 3_600, status)
        made = (world.ids.next(), world.guild.id, world.bot_id)
        world.agenda.keep(ScheduledEvent(*made, name, "**Sign up**", f"<#{place.id}>", *at))
    events = page.locator("#log article")
    await expect(events.locator("header strong")).to_have_text(["Second", "Third", "First"])
    await expect(events.locator("header .tag")).to_have_text(["Now", "Scheduled", "Cancelled"])
    await expect(events.first.get_by_role("button", name="#poker")).to_be_visible()
    await expect(page.locator("#composer")).to_be_hidden()


async def test_the_time_is_moved_and_what_is_relative_to_it_follows(
    world: StandIn, page: Page
) -> None:
    now = int(world.now())
    await world.member("Léa").say(world.channel("poker"), f"<t:{now + 2 * int(DAY)}:R>")
    log = page.locator("#log")
    await expect(log.get_by_text("in 1 day")).to_be_visible()
    await _go_on(page, "1 day later")
    await expect(log.get_by_text(re.compile(r"in 23 hours"))).to_be_visible()
    assert world.now() - now == pytest.approx(DAY, abs=60)


async def _go_on(page: Page, choice: str | re.Pattern[str]) -> None:
    """Move the time on, and wait until it is there."""
    time = page.get_by_label("Time in the sandbox")
    offered = time.locator("option").filter(has_text=choice).first
    await time.select_option(await offered.text_content())
    await expect(time).to_be_enabled(timeout=PATIENCE_MS)


async def test_a_session_a_week_away_is_begun_within_a_minute(
    tmp_path: Path, browser: Browser
) -> None:
    async with Program(tmp_path, SANDBOX="1", SANDBOX_PORT="0") as program:
        page = await browser.new_page(viewport={"width": 390, "height": 844})
        page.set_default_timeout(PATIENCE_MS)
        await page.goto(await program.page())
        await _create_series(page, datetime.now(UTC) + timedelta(days=8))
        await _go_on(page, re.compile("2 minutes before Mondays · session 1"))
        log, tabs = page.locator("#log"), page.locator("#places").get_by_role("button")
        # A day, an hour and five minutes before, and the question who is there.
        told = log.get_by_text(re.compile("^Mondays · session 1( · | begins)"))
        await expect(told).to_have_count(4, timeout=PATIENCE_MS)
        for button in ("Join", "I'm here"):
            await _press_as_all(page, log.get_by_role("button", name=button).first)
            await expect(page.locator("#notice")).to_be_hidden()
        await expect(log).to_contain_text("Signed up (11 of 60)", timeout=PATIENCE_MS)

        # Nobody acts: by the turn clocks, which follow, several hands are over.
        await _go_on(page, "10 minutes later")
        await expect(log.get_by_text("seats are drawn")).to_be_visible(timeout=PATIENCE_MS)
        await expect(tabs.filter(has_text="↳ Mondays")).to_have_count(2, timeout=PATIENCE_MS)
        await tabs.filter(has_text="↳ Mondays").first.click()
        await expect(log.get_by_text(re.compile("^Hand 2"))).not_to_have_count(
            0, timeout=PATIENCE_MS
        )
        await tabs.filter(has_text="Events").click()
        await expect(log.locator("article .tag").first).to_have_text("Now")
        await expect(log.locator("article .tag").first).to_be_in_viewport()
        assert await wide(page) <= 390
        assert await program.stop() == 0


async def _create_series(page: Page, first: datetime) -> None:
    """Plan some sessions as a moderator, a week apart."""
    await become(page, "Fay")
    form = await fill_in(page, "series create")
    await form.locator(".more summary").click()
    for option, text in (("name", "Mondays"), ("first", f"{first:%Y-%m-%d %H:%M}")):
        await form.locator(f"#option-{option}").fill(text)
    zone = form.locator("#option-zone")
    await zone.fill("UT")
    await form.get_by_role("option", name="UTC").click()
    await form.locator("#option-sessions").fill("3")
    await page.get_by_role("button", name="Send").click()
    await page.locator("#log").get_by_role("button", name="Create").click()
    await expect(page.locator("#log")).to_contain_text("Mondays is saved", timeout=PATIENCE_MS)


async def _press_as_all(page: Page, button: Locator) -> None:
    await page.get_by_label("Press as all").check()
    await button.click()
    await expect(button).not_to_have_class(re.compile("busy"), timeout=PATIENCE_MS)
