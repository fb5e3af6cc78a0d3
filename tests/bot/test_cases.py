"""The cases of kind "discord" that were collected from public bug reports, end to end, by id."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from bot.sandbox import Reply
from bot.sandbox.gateway import ALWAYS
from bot.store import Store, StoreError
from bot.table.model import Table
from bot.table.view import public_view
from tests.bot.evening import Evening, deal_first, sit_down
from tests.bot.house import House
from tests.bot.killing import Doom
from tests.bot.test_kill import survives

ALREADY_ANSWERED = 40060
UNKNOWN_INTERACTION = 10062

MASS_MENTIONS = [
    "@everyone", "@@everyone", "@here", "<@&123456789012345678>", "<@123456789012345678>",
    "x` <@everyone> `x",
]  # fmt: skip
MARKDOWN = [
    "**boss**", "||hid||", "`tick`", "```", "under_score_", "a*b", "> quote",
    "[x](http://example.org)", "line\nbreak", "\u202eabc",
]  # fmt: skip


def table_of(house: House) -> Table:
    assert house.client is not None
    return house.client.tables.at(house.channel.id)


def stack_of(house: House, name: str) -> int:
    """Return a member's chips behind."""
    seats = public_view(table_of(house)).seats
    return next(seat.stack for seat in seats if seat.name == name)


def unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


async def to_the_flop(house: House, *names: str, **options: object) -> Evening:
    """Play to the flop, where the second member is the first to act."""
    evening = await deal_first(house, *names, **options)  # type: ignore[arg-type]
    while "Flop" not in house.post.text:
        label = next(b.label for b in house.post.buttons if b.label.startswith(("Call", "Check")))
        await house.press(label)
    return evening


async def play_out(house: House) -> None:
    """Have everybody check and call until the hand is over."""
    while table_of(house).session.hand_in_progress:
        label = next(b.label for b in house.post.buttons if b.label.startswith(("Call", "Check")))
        await house.press(label)


async def test_x004_a_name_with_a_mass_mention_pings_nobody(house: House) -> None:
    # Not looked up by name: the stand-in would take some of these for each other.
    members = {name: house.world.add_member(house.world.ids.next(), name) for name in MASS_MENTIONS}
    opener, *others = members.values()
    await house.slash(opener, "holdem start", pings="never")
    for member in others:
        await house.press("Join", member)
    await house.press("Start", opener)
    await play_out(house)
    refused = await house.slash(opener, "bet", amount="5")
    assert refused.ephemeral
    known = {member.id for member in members.values()}
    shown = [*house.channel.messages, *(m for who in members.values() for m in who.dms)]
    for message in shown:
        assert message.pinged <= known
    for exchange in house.world.exchanges:
        said = exchange.request if isinstance(exchange.request, dict) else {}
        said = said.get("data") or said
        if "components" in said and "/callback" not in exchange.template:
            assert said["allowed_mentions"]["parse"] == []
            assert {int(user) for user in said["allowed_mentions"].get("users", ())} <= known
    result = unescaped(house.post.text)
    assert all(name[:12] in result for name in MASS_MENTIONS)


async def test_x005_markdown_and_code_fences_in_names_stay_literal(house: House) -> None:
    evening = await sit_down(house, *MARKDOWN)
    await evening.deal()
    box = house.post.text.split("```")
    assert len(box) == 3
    lines = [line for line in box[1].splitlines() if line]
    assert len(lines) == len(MARKDOWN)
    await play_out(house)
    result = house.post.text
    assert "\u202e" not in result
    assert not re.search(r"(?<!\\)(\|\||`|~~)", result)
    assert "under_score_" in unescaped(result)


@pytest.mark.parametrize("by_command", [False, True])
async def test_x009_a_double_click_counts_once(house: House, by_command: bool) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    ana, post = evening["Ana"], house.post

    async def call() -> Reply:
        return await (ana.slash(house.channel, "call") if by_command else ana.press(post, "Call 2"))

    first = asyncio.create_task(call())
    await asyncio.sleep(0)
    second = await call()
    replies = [await first, second]
    await house.settled()
    refused = [r for r in replies if r.ephemeral and "call" in r.text and "You call" not in r.text]
    if by_command:
        refused = [reply for reply in replies if "turn" in reply.text]
    assert len(refused) == 1
    assert house.post.text.count("Ana calls 2") == 1
    assert stack_of(house, "Ana") == 198
    assert house.actor() is evening["Ben"]
    await evening.play("Ben calls, Cem checks, Ben checks, Cem checks")
    assert house.actor() is ana, "her second call was kept for her next turn"


async def test_x010_a_button_whose_price_has_changed_does_nothing(house: House) -> None:
    evening = await to_the_flop(house, "Ana", "Ben", "Cem", stack=10_000)
    post, ben = house.post, evening["Ben"]
    check = next(b.custom_id for b in post.buttons if b.label == "Check")
    await evening.play("Ben checks, Cem bets 9000, Ana folds")
    before = table_of(house)
    reply = await ben.press_id(house.post, check)
    await house.settled()
    assert reply.ephemeral
    assert "9000" in reply.text
    assert table_of(house) == before
    assert house.actor() is ben


@pytest.mark.parametrize("verb", ["bet", "raise"])
async def test_x011_of_three_actions_at_once_exactly_one_counts(house: House, verb: str) -> None:
    if verb == "bet":
        evening = await to_the_flop(house, "Ana", "Ben", "Cem", stack=202)
        who = evening["Ben"]
    else:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        who = evening["Ana"]
    before = table_of(house).step
    replies = await asyncio.gather(
        who.slash(house.channel, verb, amount="150"),
        who.slash(house.channel, verb, amount="150"),
        who.slash(house.channel, "fold"),
    )
    await house.settled()
    assert table_of(house).step == before + 1
    assert all(reply.ephemeral for reply in replies)
    assert stack_of(house, who.name) in {50, 200}
    assert house.actor() is not who


async def test_x012_the_old_timer_does_nothing_to_the_next_actor(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem", pings="never")
    await house.pass_time(58)
    await evening.play("Ana calls")
    await house.pass_time(2)
    assert "Ana calls 2" in house.post.text
    assert house.actor() is evening["Ben"]
    await house.pass_time(56)
    assert house.actor() is evening["Ben"]
    await house.pass_time(2)
    assert house.actor() is evening["Cem"]


async def test_x012_of_a_press_and_the_timer_at_once_one_counts(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem", pings="never")
    # As time passes for Discord too, it finds that the answer comes late.
    house.brought_about = {UNKNOWN_INTERACTION}
    await asyncio.gather(evening["Ana"].press(house.post, "Call 2"), house.clock.pass_time(60))
    await house.settled()
    called = "Ana calls 2" in house.post.text
    folded = "Ana is out of time · Ana folds" in house.post.text
    assert called is not folded
    assert house.actor() is evening["Ben"]
    await house.pass_time(50)
    assert house.actor() is evening["Ben"]


async def test_x013_an_absent_player_checks_when_free_and_the_blinds_move_on(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem", button=2)
    await evening.play("Cem calls, Ana calls")
    await house.pass_time(60)
    assert "Ben is out of time · Ben checks" in house.posts[-2].text
    await evening.play("Ana checks")
    await house.pass_time(60)
    assert "Ben is out of time · Ben checks" in house.post.text
    await evening.play("Cem bets 2, Ana calls")
    await house.pass_time(60)
    assert "Ben is out of time · Ben folds" in house.posts[-2].text
    assert public_view(table_of(house)).button == 3
    await evening.play("Ana checks, Cem bets 2, Ana folds")
    await evening.deal()
    assert public_view(table_of(house)).button == 1
    assert "Ben posts the small blind 1" in house.post.text
    assert "Cem posts the big blind 2" in house.post.text


@pytest.mark.parametrize("when", ["before", "after"])
async def test_x015_a_crash_between_paying_and_announcing(tmp_path: Path, when: str) -> None:
    await survives(tmp_path, "holdem", [Doom(when, "POST", "/messages", holding="Hand 1: ")])


async def test_x018_an_interaction_delivered_twice_counts_once(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben")
    await evening.play("Ana calls, Ben checks, Ben checks")
    before = table_of(house).step
    told = next(told for name, told in reversed(house.world.events) if "INTERACTION" in name)
    house.brought_about = {ALREADY_ANSWERED}
    for _ in range(2):
        house.world.gateway.dispatch("INTERACTION_CREATE", told, house.world.guild.id, ALWAYS)
    answers = len(house.world.exchanges) + 2
    await house.world.wait_for(lambda: len(house.world.exchanges) >= answers)
    await house.settled()
    assert table_of(house).step == before
    assert house.actor() is evening["Ana"]


async def test_x018_an_interaction_delivered_twice_at_once_counts_once(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben")
    await evening.play("Ana calls, Ben checks")
    before = table_of(house).step
    house.brought_about = {ALREADY_ANSWERED}
    pressing = asyncio.create_task(evening["Ben"].press(house.post, "Check"))
    # Its turn comes before that of the bot, which has to read it from the line first.
    await asyncio.sleep(0)
    told = house.world.events[-1][1]
    house.world.gateway.dispatch("INTERACTION_CREATE", told, house.world.guild.id, ALWAYS)
    assert (await pressing).kind in {"update", "message"}
    await house.settled()
    assert table_of(house).step == before + 1
    assert house.post.text.count("Ben checks") == 1
    assert house.actor() is evening["Ana"]


async def test_x018_a_second_process_says_what_is_wrong_and_stops(house: House) -> None:
    with pytest.raises(StoreError, match="Another Croupier is running"):
        await Store.open(house.database.parent)


async def test_x021_of_three_tables_opened_at_once_there_is_one(house: House) -> None:
    ana, ben, cem = (house.member(name) for name in ("Ana", "Ben", "Cem"))
    replies = await asyncio.gather(
        ana.slash(house.channel, "holdem start"),
        ben.slash(house.channel, "holdem start"),
        cem.slash(house.channel, "fivecard start"),
    )
    await house.settled()
    assert sum("already open in this channel" in reply.text for reply in replies) == 2
    assert all(reply.ephemeral for reply in replies)
    assert len(house.channel.messages) == 1
    assert house.client is not None
    assert len(house.client.tables.all_open()) == 1


async def test_x022_a_showdown_of_ten_with_nine_pots_is_told_completely(house: House) -> None:
    names = [letter + "*_~`" * 7 + "|||" for letter in "ABCDEFGHIJ"]
    members = [house.member(name) for name in names]
    await house.slash(members[0], "holdem cash", buyin_min=20, buyin_max=1_000)
    for number, member in enumerate(members[1:], start=1):
        await house.slash(member, "table join", chips=20 + 40 * number)
    await house.press("Start", members[0])
    while table_of(house).session.hand_in_progress:
        await house.slash(house.actor(), "allin")
    await house.pass_time(10)
    told = "\n".join(m.text for m in house.channel.messages if m.text)
    assert all(len(message.text) < 4_000 for message in house.channel.messages)
    result = told[told.index("Hand 1: ") :]
    shown = [line for line in result.splitlines() if re.match(r"\**[A-J]\\\*", line)]
    assert {line.strip("*")[0] for line in shown} == set("ABCDEFGHIJ")
    assert "Main pot" in result
    assert all(f"ide pot {number}" in result for number in range(1, 9))


async def test_x024_an_amount_typed_by_a_human(house: House) -> None:
    evening = await to_the_flop(house, "Ana", "Ben", "Cem", stack=202)
    ben = evening["Ben"]
    before = table_of(house)
    for typed in ("2.5", "2.01k", "-5", "0", "1", "201"):
        reply = await house.slash(ben, "bet", amount=typed)
        assert reply.ephemeral
        assert table_of(house) == before, typed
    accepted = await house.slash(ben, "bet", amount="25")
    assert "25" in accepted.text
    assert stack_of(house, "Ben") == 175
    after = table_of(house)
    again = await house.slash(ben, "bet", amount="25")
    assert again.ephemeral
    assert table_of(house) == after


@pytest.mark.parametrize("when", ["after_hand", "at_once"])
async def test_x026_a_moderator_stops_a_running_table_and_a_player_does_not(
    house: House, when: str
) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    await evening.play("Ana raises to 12, Ben calls")
    refused = await house.slash(evening["Ben"], "table stop", when=when)
    assert refused.ephemeral
    assert refused.text.startswith("Only the host of this table")
    moderator = house.member("Mod")
    moderator.permissions = frozenset({"manage_messages"})
    reply = await house.slash(moderator, "table stop", when=when)
    assert reply.ephemeral
    if when == "after_hand":
        assert "after this hand" in house.post.text
        await evening.play("Cem folds, Ben bets 4, Ana folds")
        assert "Hand 1: Ben wins 26" in house.posts[-2].text
        assert house.post.text.splitlines()[1:] == ["1. Ben (214)", "2. Cem (198)", "3. Ana (188)"]
    else:
        assert "Hand 1 is void: all bets and antes went back" in house.posts[-2].text
        assert "1. Ana (200), Ben (200), Cem (200)" in house.post.text
    before = len(house.channel.messages)
    await house.pass_time(60)
    assert len(house.channel.messages) == before
