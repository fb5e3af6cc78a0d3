"""Commands, selects and dialogs filled in on the page, at the width of a phone."""

from __future__ import annotations

import json

import pytest
from playwright.async_api import Page, expect

from bot.sandbox import StandIn

from .driving import fill_in, needs_chromium, send, wide

pytestmark = [needs_chromium, pytest.mark.usefixtures("bot")]


async def test_an_option_is_completed_while_it_is_typed(page: Page) -> None:
    form, log = await fill_in(page, "pick"), page.locator("#log")
    name = form.get_by_label("name")
    await name.fill("An")
    offered = form.get_by_role("option")
    await expect(offered).to_have_text(["Ana", "Anton"])
    await name.press("ArrowDown")
    await name.press("Enter")
    await expect(name).to_have_value("Anton")
    await expect(offered).to_have_count(0)
    await name.press("Enter")
    await expect(log.get_by_text("Anton", exact=True)).to_be_visible()

    # What nothing completes is sent as it was typed.
    name = (await fill_in(page, "pick")).get_by_label("name")
    await name.fill("Zoé & Co")
    await expect(form).to_contain_text("No options match your search.")
    await name.press("Enter")
    await expect(log.get_by_text("Zoé & Co", exact=True)).to_be_visible()


async def test_the_name_of_a_choice_is_shown_and_its_value_sent(page: Page) -> None:
    form = await fill_in(page, "number")
    await form.get_by_role("option", name="seventy").click()
    await expect(form.get_by_label("count")).to_have_value("seventy")
    await page.get_by_role("button", name="Send").click()
    await expect(page.locator("#log").get_by_text("number 70")).to_be_visible()


async def test_options_that_may_be_left_out_are_behind_more(page: Page) -> None:
    form = await fill_in(page, "everything")
    await form.get_by_label("title").fill("two words")
    await expect(form.get_by_label("member")).to_be_hidden()
    await form.get_by_text("5 more: member, role, channel").click()
    await form.get_by_label("member").select_option("Tom")
    await form.get_by_label("role").select_option("@everyone")
    await expect(form.get_by_label("channel").locator("option")).to_have_text(
        ["—", "#poker", "#draw-table"]
    )
    await form.get_by_label("channel").select_option("#draw-table")
    await form.get_by_label("open_").select_option("True")
    await form.get_by_label("count").fill("3")
    assert await wide(page) <= 390
    await page.get_by_role("button", name="Send").click()
    said = "two words / tom / @everyone / draw-table / True / 3"
    await expect(page.locator("#log").get_by_text(said)).to_be_visible()


async def test_a_select_reads_its_placeholder_until_something_is_chosen(
    world: StandIn, page: Page
) -> None:
    log, poker = page.locator("#log"), world.channel("poker")
    await send(page, "/choose")
    several = log.locator("details").first
    await expect(several.locator("summary")).to_have_text("Who?")
    await several.locator("summary").click()
    await expect(several.get_by_role("button", name="Send")).to_be_disabled()
    for name in ("Tom", "Inès", "Max"):
        await several.get_by_label(name).check()
    await expect(several.locator("summary")).to_have_text("Tom, Inès, Max")
    await expect(several.get_by_label("Ana")).to_be_disabled()
    assert await wide(page) <= 390
    await several.get_by_role("button", name="Send").click()
    ids = " ".join(str(world.member(name).id) for name in ("Tom", "Inès", "Max"))
    await expect(log.get_by_text(f"chose {ids}")).to_be_visible()

    where = log.get_by_label("Which channel?")
    await expect(where.locator("option").first).to_have_text("Which channel?")
    await where.select_option("#poker")
    await expect(log.get_by_text(f"chose {poker.id}")).to_be_visible()
    await log.get_by_label("Which role?", exact=True).select_option("@everyone")
    await expect(log.get_by_text(f"chose {world.guild.everybody.id}")).to_be_visible()


async def test_a_dialog_of_five_inputs_is_filled_in(world: StandIn, page: Page) -> None:
    await send(page, "/plan")
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Name").fill("Spring")
    await dialog.get_by_label("About").fill("two\nlines")
    await dialog.locator("summary").click()
    for day in ("Monday", "Friday"):
        await dialog.get_by_label(day).check()
    await dialog.get_by_role("button", name="Submit").click()
    # The browser says that the channel is missing; the dialog stays as it is.
    await expect(dialog).to_be_visible()
    await dialog.get_by_label("Where").select_option("#draw-table")
    await expect(dialog.get_by_label("Host").locator("summary")).to_be_hidden()
    assert await wide(page) <= 390
    await dialog.get_by_role("button", name="Submit").click()
    await expect(dialog).to_be_hidden()
    (message,) = world.channel("poker").messages
    said, channels, users = json.loads(message.text)
    assert (said["name"], said["about"], said["days"]) == (
        "Spring",
        "two\nlines",
        ["Monday", "Friday"],
    )
    assert (channels, users) == (["draw-table"], [])
