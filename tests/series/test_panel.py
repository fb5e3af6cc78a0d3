"""The set-up panel through the real client: everything on it, after restarts, for moderators."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.catalogue import languages, words_for
from bot.render.panel_screens import PAGES, dialog, page_screen
from bot.render.parts import dialog_payload
from bot.render.words import Words
from bot.router import DraftId, DraftPress, DraftVerb, parse_custom_id, parse_draft_press
from bot.sandbox import Member, Message, Reply
from bot.sandbox.components import check_modal
from bot.sandbox.forms import Form
from bot.sandbox.interaction import COMPONENT
from bot.series.model import Reminder, SeriesId, Setup, TooFew
from bot.series.schedule import Weekly, starts
from bot.series.standings import Scoring
from engine.rules import Stakes, Structure
from tests.bot.house import House
from tests.bot.pure import components
from tests.series.samples import WEEKLY, a_setup

LABELS = {page: Words().draft_label(page) for page in PAGES}
MODERATORS_ONLY = "Only moderators can do that here."
TYPED: dict[DraftVerb, dict[str, str]] = {
    DraftVerb.UNTIL: {"until": "3", "weeks": "3"}, DraftVerb.MOST: {"most": "6"},
    DraftVerb.CHIPS: {
        "stack": "800", "small": "3", "big": "7", "ante": "1", "level_minutes": "13",
    },
    DraftVerb.POINTS: {"points": "10, 6 4"},
}  # fmt: skip
CHOSEN: dict[DraftVerb, list[str]] = {
    DraftVerb.REPEAT: ["two_weeks"], DraftVerb.DAYS: ["1", "4"], DraftVerb.LENGTH: ["90"],
    DraftVerb.PLAYED: ["fivecard"], DraftVerb.SHOWN: ["1"], DraftVerb.MUCK: ["yes"],
    DraftVerb.STACK: ["500"], DraftVerb.BLINDS: ["5/10"], DraftVerb.LEVELS: ["15"],
    DraftVerb.LIMIT: ["pot-limit"], DraftVerb.LEAST: ["4"], DraftVerb.CLOSES: ["30"],
    DraftVerb.LATE: ["15"], DraftVerb.TOO_FEW: ["postpone"], DraftVerb.PRESENCE: ["no"],
    DraftVerb.GRACE: ["30"], DraftVerb.REMINDERS: ["hour"], DraftVerb.BEST: ["2"],
    DraftVerb.FIELD: ["3"],
}  # fmt: skip


class Panel:
    """A panel in front of a moderator."""

    def __init__(self, house: House, host: Member, message: Message) -> None:
        self.house = house
        self.host = host
        self.message = message
        draft = parse_draft_press(message.buttons[0].custom_id)
        assert draft is not None
        self.draft = draft.draft

    async def press(self, label: str) -> Reply:
        return await self.house.press_on(self.message, label, self.host)

    async def choose(self, verb: DraftVerb, *values: str, game: int = 0) -> Reply:
        custom_id = str(DraftPress(verb, self.draft, game))
        reply = await self.host.select(self.message, custom_id, values)
        await self.house.settled()
        return reply

    async def send(self, verb: DraftVerb, values: list[str]) -> Reply:
        """Send what Discord's own app would not, as a program that speaks for a member may."""
        data = {"component_type": 8, "custom_id": str(DraftPress(verb, self.draft))}
        reply = await self.house.world.interactions.open(
            self.host, self.house.channel, COMPONENT, {**data, "values": values}, self.message
        )
        await self.house.settled()
        return reply

    async def type_in(self, label: str, **typed: str) -> Reply:
        dialog = await self.press(label)
        reply = await self.host.submit(dialog, **typed)
        await self.house.settled()
        return reply


async def panel(house: House, **options: object) -> Panel:
    """Have a moderator begin to plan a series of four Tuesdays far ahead."""
    host = house.member("Host")
    host.permissions = {"manage_messages"}
    preview = await house.slash(
        host, "series create", name="Tuesdays", first="2198-01-02 20:00", zone="UTC", sessions=4,
        **options,
    )  # fmt: skip
    assert preview.message is not None
    return Panel(house, host, preview.message)


async def saved(house: House) -> Setup:
    assert house.client is not None
    return (await house.client.series.store.season(SeriesId(1))).series.setup


async def restart(house: House) -> None:
    await house.stop_bot()
    await house.start_bot()
    await house.settled()


async def test_everything_on_the_panel_is_in_the_series_that_is_saved(house: House) -> None:
    plan = await panel(house)
    league = house.world.channel("draw-table")
    for page, verbs in PAGES.items():
        await plan.press(LABELS[page])
        for verb in verbs:
            if verb in TYPED:
                await plan.type_in(Words().draft_label(verb), **TYPED[verb])
            elif verb is DraftVerb.CHANNEL:
                await plan.choose(verb, str(league.id))
            elif verb not in {DraftVerb.SHOWN, DraftVerb.PLAYED}:
                await plan.choose(verb, *CHOSEN[verb])
        await restart(house)
        await plan.press("Done")
    assert "4 to 6 players, 9 at a table · stops after 90 minutes" in plan.message.text
    assert (await plan.press("Create")).text.startswith("Tuesdays is saved.")
    setup = await saved(house)
    assert setup.schedule.repeat == Weekly(3, (1, 4))
    assert (setup.schedule.sessions, setup.schedule.last) == (3, None)
    assert (setup.minutes, setup.least, setup.most, setup.closes_min) == (90, 4, 6, 30)
    assert (setup.reminders, setup.too_few) == ((Reminder.HOUR,), TooFew.POSTPONE)
    assert (setup.channel, setup.presence, setup.grace_min) == (league.id, False, 30)
    assert setup.late_min == 15
    assert setup.scoring == Scoring((10, 6, 4), 2, 3)
    (game,) = setup.games
    assert game.stakes == Stakes(3, 7, 1, Structure.POT_LIMIT, muck=True)
    assert (game.stack, game.levels[0].seconds, len(game.levels)) == (800, 13 * 60, 17)
    assert game.levels[1].stakes == Stakes(6, 14, 2, Structure.POT_LIMIT, muck=True)


async def test_each_of_two_games_has_its_own_stakes(house: House) -> None:
    plan = await panel(house)
    await plan.press("Game")
    await plan.choose(DraftVerb.PLAYED, "both")
    await plan.press("Done")
    assert plan.message.text.splitlines()[1:3] == [
        "No-limit Hold'em · blinds 1/2 · 200 chips each",
        "by turns with No-limit five-card draw · ante 1 · 100 chips each",
    ]
    await plan.press("Stakes")
    await plan.choose(DraftVerb.STACK, "300")
    await plan.choose(DraftVerb.SHOWN, "1")
    assert plan.message.text == "No-limit five-card draw · ante 1 · 100 chips each"
    assert set_in(plan.message.selects[0]) == ["Five-card draw"]
    await restart(house)
    await plan.choose(DraftVerb.BLINDS, "5", game=1)
    dialog = await plan.press("Chips and levels…")
    assert dialog.modal is not None
    asked = [each["component"]["custom_id"] for each in dialog.modal["components"]]
    assert asked == ["stack", "ante", "level_minutes"]
    await plan.host.submit(dialog, level_minutes="20")
    await plan.press("Done")
    await plan.press("Create")
    holdem, draw = (await saved(house)).games
    assert (holdem.stack, holdem.stakes.big_blind, holdem.levels) == (300, 2, ())
    assert (draw.stack, draw.stakes.ante, draw.levels[1].stakes.ante) == (100, 5, 10)


async def test_a_game_that_is_taken_out_leaves_the_page_with_the_one_that_stays(
    house: House,
) -> None:
    plan = await panel(house, game="both")
    await plan.press("Stakes")
    await plan.choose(DraftVerb.SHOWN, "1")
    stale = plan.message.component(str(DraftPress(DraftVerb.LEVELS, plan.draft, 1)))
    assert stale is not None
    other = await plan.host.press_id(plan.message, str(DraftPress(DraftVerb.GAMES, plan.draft)))
    assert other.message is plan.message
    await plan.choose(DraftVerb.PLAYED, "holdem")
    await plan.press("Done")
    assert "five-card draw" not in plan.message.text
    late = str(DraftPress(DraftVerb.STAKES, plan.draft, 1))
    await plan.host.press_id(plan.message, late)
    await house.settled()
    assert plan.message.text == "No-limit Hold'em · blinds 1/2 · 200 chips each"


def set_in(menu: dict[str, Any]) -> list[str]:
    """Return what is set in a menu."""
    return [option["label"] for option in menu["options"] if option.get("default")]


async def test_what_is_set_shows_in_its_menu(house: House) -> None:
    plan = await panel(house, minutes=47)
    await plan.press("When")
    repeat, days, length = plan.message.selects
    assert [set_in(menu) for menu in (repeat, days, length)] == [
        ["every week"],
        [],
        ["Stops after 47 minutes"],
    ]
    await plan.choose(DraftVerb.REPEAT, "monthly")
    assert len(plan.message.selects) == 2, "weekdays belong to weeks"
    assert "on the first Tuesday of each month" in plan.message.text
    await plan.choose(DraftVerb.REPEAT, "once")
    assert "once, on 2198-01-02" in plan.message.text
    assert "1 session:" in plan.message.text
    await plan.choose(DraftVerb.REPEAT, "weekly")
    assert "4 sessions, the next:" in plan.message.text


async def test_a_series_may_end_with_a_last_date(house: House) -> None:
    plan = await panel(house)
    await plan.press("When")
    await plan.type_in("How many, how often…", until="2198-01-20")
    assert "3 sessions, the next:" in plan.message.text
    await plan.press("Done")
    await plan.press("Create")
    assert (await saved(house)).schedule.last == date(2198, 1, 20)


async def test_all_weekdays_and_reminders_can_be_taken_back(house: House) -> None:
    plan = await panel(house, days="Tue Fri")
    await plan.press("When")
    await plan.choose(DraftVerb.DAYS)
    assert "every Tuesday at" in plan.message.text
    await plan.press("Done")
    await plan.press("At the start")
    await plan.choose(DraftVerb.REMINDERS)
    await plan.press("Done")
    await plan.press("Create")
    assert (await saved(house)).reminders == ()


@pytest.mark.parametrize(
    ("page", "label", "field", "typed", "said"),
    [
        ("When", "How many, how often…", "until", "soon", "neither a number of sessions"),
        (
            "When",
            "How many, how often…",
            "until",
            "2197-01-01",
            "No session falls on those",
        ),
        ("When", "How many, how often…", "until", "2199-12-31 ", ""),
        ("When", "How many, how often…", "until", "201", "between 1 and 200"),
        ("Who", "Most players…", "most", "61", "between 2 and 60"),
        ("Who", "Most players…", "most", "many", "between 2 and 60"),
        ("Points", "Points of places…", "points", "1 2 3", "does not give points to places"),
    ],
)
async def test_what_does_not_fit_is_refused_and_the_panel_stays(
    house: House, page: str, label: str, field: str, typed: str, said: str
) -> None:
    plan = await panel(house)
    await plan.press(page)
    before = plan.message.text
    reply = await plan.type_in(label, **{field: typed})
    assert said in reply.text
    if said:
        assert plan.message.text == before
    await plan.press("Done")
    await plan.press("Create")
    assert (await saved(house)).most == 60


@pytest.mark.parametrize("page", ["", "When", "Who", "Points", "Stakes", "Game", "At the start"])
async def test_the_panel_goes_on_after_a_restart(house: House, page: str) -> None:
    plan = await panel(house)
    if page:
        await plan.press(page)
    await house.stop_bot()
    await house.start_bot()
    await house.settled()
    if page == "Who":
        await plan.choose(DraftVerb.LEAST, "3")
    if page:
        await plan.press("Done")
    assert (await plan.press("Create")).text.startswith("Tuesdays is saved.")
    assert (await saved(house)).least == (3 if page == "Who" else 2)


async def test_a_panel_that_is_saved_already_or_is_a_day_old_says_so(house: House) -> None:
    plan = await panel(house)
    await plan.press("Create")
    create = str(DraftPress(DraftVerb.CREATE, plan.draft))
    again = await plan.host.press_id(plan.message, create)
    assert again.text.startswith("That preview is no longer there.")
    old = await panel(house)
    await house.clock.pass_time(25 * 3_600)
    await panel(house)
    assert (await old.press("Create")).text.startswith("That preview is no longer there.")


@pytest.mark.parametrize("verb", list(DraftVerb))
async def test_who_does_not_moderate_is_refused_by_each_control_and_nothing_changes(
    house: House, verb: DraftVerb
) -> None:
    """A member who was a moderator when he opened the panel, and is none any more."""
    plan = await panel(house, game="both")
    before, text = await draft_of(house, plan), plan.message.text
    if verb in {*CHOSEN, DraftVerb.CHANNEL}:
        await open_page(plan, verb)
        text = plan.message.text
    reply: Reply | None = None
    if verb in TYPED:
        await open_page(plan, verb)
        text = plan.message.text
        opened = await plan.host.press_id(plan.message, str(DraftPress(verb, plan.draft)))
        plan.host.permissions = set()
        late = await plan.host.submit(opened, **TYPED[verb])
        assert late.text == MODERATORS_ONLY
    plan.host.permissions = set()
    if verb in CHOSEN:
        reply = await plan.choose(verb, *CHOSEN[verb])
    elif verb is DraftVerb.CHANNEL:
        reply = await plan.choose(verb, str(house.world.channel("draw-table").id))
    else:
        reply = await plan.host.press_id(plan.message, str(DraftPress(verb, plan.draft)))
    await house.settled()
    assert reply.text == MODERATORS_ONLY
    assert plan.message.text == text
    assert await draft_of(house, plan) == before
    assert house.client is not None
    assert await house.client.series.store.names(house.world.guild.id) == ()


async def open_page(plan: Panel, verb: DraftVerb) -> None:
    page = next(page for page, verbs in PAGES.items() if verb in verbs)
    await plan.press(LABELS[page])


async def draft_of(house: House, plan: Panel) -> Setup:
    assert house.client is not None
    return await house.client.desk.series.drafting._drafts.of(plan.draft, house.world.guild.id)


async def test_a_panel_of_another_server_is_not_there(house: House) -> None:
    plan = await panel(house)
    elsewhere = house.world.add_guild("Elsewhere", ["poker"])
    channel = next(iter(elsewhere.channels.values()))
    await plan.host.slash(channel, "series list")
    create = str(DraftPress(DraftVerb.CREATE, plan.draft))
    reply = await plan.host.press_id(channel, create)
    assert reply.text.startswith("That preview is no longer there.")


async def test_a_channel_where_the_server_has_no_tables_is_not_chosen(house: House) -> None:
    plan = await panel(house)
    draw = house.world.channel("draw-table")
    await plan.press("At the start")
    page, before = plan.message.text, await draft_of(house, plan)
    draw.deny("send_messages")
    await house.settled()
    said = (await plan.choose(DraftVerb.CHANNEL, str(draw.id))).text
    assert said.startswith(f"I cannot run tables in <#{draw.id}>.")
    draw.allow("send_messages")
    house.world.owner.permissions = {"administrator"}
    only_here = {"channel": house.channel.id, "allowed": True}
    await house.slash(house.world.owner, "setup channel", **only_here)
    said = (await plan.choose(DraftVerb.CHANNEL, str(draw.id))).text
    assert said == f"Tables are not opened here; they are in <#{house.channel.id}>."
    assert (plan.message.text, await draft_of(house, plan)) == (page, before)


@pytest.mark.parametrize("forged", [[], ["poker"], ["1", "2"], ["9" * 5_000], ["٣"]])
async def test_what_no_menu_of_channels_offers_is_not_chosen(
    house: House, forged: list[str]
) -> None:
    plan = await panel(house)
    before = await draft_of(house, plan)
    reply = await plan.send(DraftVerb.CHANNEL, forged)
    assert reply.text == "That choice is no longer offered. The panel shows what is."
    assert await draft_of(house, plan) == before


async def test_a_channel_of_another_server_is_not_chosen(house: House) -> None:
    plan = await panel(house)
    elsewhere = house.world.channel("poker", house.world.add_guild("Elsewhere", ["poker"]))
    reply = await plan.send(DraftVerb.CHANNEL, [str(elsewhere.id)])
    assert reply.text.startswith("I cannot run tables in")


# What Discord lets through


WIDEST = a_setup(least=27, most=200, closes_min=7)


@pytest.mark.parametrize("verb", [DraftVerb.PREVIEW, *DraftVerb])
@pytest.mark.parametrize("setup", [a_setup(), WIDEST])
@pytest.mark.parametrize("language", languages())
def test_every_page_fits_into_a_message_and_every_menu_into_a_menu(
    setup: Setup, verb: DraftVerb, language: str
) -> None:
    coming, words = starts(WEEKLY), words_for(language)
    shown = page_screen(setup, DraftPress(verb, DraftId(10**15)), (coming, len(coming)), words)
    parts = components(shown)
    assert len(parts) <= 40
    menus = [part for part in parts if part["type"] == 3]
    assert len(menus) <= 4
    for menu in menus:
        labels = [option["label"] for option in menu["options"]]
        assert 1 <= len(labels) <= 25
        assert max(map(len, labels)) <= 100
        assert len(set(labels)) == len(labels)
        assert parse_draft_press(menu["custom_id"]) is not None


@pytest.mark.parametrize("verb", list(TYPED))
@pytest.mark.parametrize("language", languages())
def test_every_dialog_of_the_panel_fits_into_a_dialog(verb: DraftVerb, language: str) -> None:
    press = DraftPress(verb, DraftId(10**15))
    form = Form()
    check_modal(form, dialog_payload(dialog(WIDEST, press, words_for(language))))
    form.refuse()


@given(st.sampled_from(DraftVerb), st.integers(0, 10**18 - 1), st.integers(0, 9))
def test_a_control_is_read_from_its_custom_id(verb: DraftVerb, draft: int, game: int) -> None:
    press = DraftPress(verb, DraftId(draft), game)
    assert parse_draft_press(str(press)) == press
    assert len(str(press)) <= 100


def test_a_control_from_before_there_were_two_games_means_the_only_one() -> None:
    assert parse_draft_press("d:least:7") == DraftPress(DraftVerb.LEAST, DraftId(7), 0)


@pytest.mark.parametrize(
    "custom_id",
    [
        "",
        "d",
        "d:create",
        "d:steal:1",
        "d:create:1:2:3",
        "d:create:1:x",
        "d:create:x",
        "s:create:1",
    ],
)
def test_nonsense_is_no_control_of_the_panel(custom_id: str) -> None:
    assert parse_draft_press(custom_id) is None
    assert parse_custom_id(custom_id) is None
