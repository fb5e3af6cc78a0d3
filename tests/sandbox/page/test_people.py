"""Who plays on the page: their roles, more of them, and all of them at once."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from bot.sandbox import StandIn

from .driving import become, needs_chromium, send, wide

pytestmark = needs_chromium


async def test_the_page_says_who_owns_and_who_moderates(page: Page) -> None:
    who = page.locator("#who")
    await expect(who).to_have_text("Léa is a member like any other.")
    await become(page, "Fay")
    await expect(who).to_contain_text("Fay is a moderator")
    await become(page, "Odile")
    await expect(who).to_contain_text("Odile owns the server and the bot's application")
    chips = page.locator("#members")
    await expect(chips.get_by_role("button", name="Odile, owner")).to_contain_text("OWNER")
    await expect(chips.get_by_role("button", name="Fay, moderator")).to_contain_text("MOD")


async def test_ten_more_members_join(world: StandIn, page: Page) -> None:
    before = len(world.members)
    await page.get_by_role("button", name="+10 members").click()
    await expect(page.locator(".chip")).to_have_count(before + 10)
    await become(page, "Gil")
    await expect(page.locator("#who")).to_contain_text("is a member like any other")


@pytest.mark.usefixtures("bot")
async def test_a_button_is_pressed_once_as_everybody(world: StandIn, page: Page) -> None:
    log, everybody = page.locator("#log"), page.get_by_label("Press as all")
    await send(page, "/board")
    await everybody.check()
    await log.get_by_role("button", name="Mine").click()
    await expect(everybody).not_to_be_checked()
    poker = world.channel("poker")

    def private(name: str) -> int:
        return len(world.member(name).view(poker)) - len(poker.messages)

    names = [member.name for member in world.members.values()]
    await world.wait_for(lambda: all(private(name) == 1 for name in names))
    await log.get_by_role("button", name="Mine").click()
    await world.wait_for(lambda: private("Léa") == 2)
    assert private("Tom") == 1


@pytest.mark.parametrize("width", [390, 1280])
async def test_every_place_is_within_reach(world: StandIn, page: Page, width: int) -> None:
    await page.set_viewport_size({"width": width, "height": 844})
    tab = page.get_by_role("button", name="Direct messages")
    box = await tab.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    world.add_thread("a thread with a name that is long", world.channel("poker"))
    await page.get_by_role("button", name="Events").click()
    await expect(page.get_by_role("button", name="Events")).to_be_in_viewport(ratio=1)
    assert await wide(page) <= width
