"""`/privacy`: a member reads, takes and deletes what is kept about him, and nobody else can."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from bot.catalogue import words_for
from bot.sandbox import Member
from bot.series.model import Changed, Did, End, LogLine
from bot.series.standings import Finish
from bot.store.checking import complaints
from bot.store.erasing import without
from bot.store.series import SeriesStore
from bot.table.model import FORMER, UserId
from engine.cards import card_text
from tests.bot.evening import Evening, sit_down
from tests.bot.house import House
from tests.bot.test_export import written
from tests.series.samples import a_season

WANDA = "Wandaxyzzy"
ACTIONS = ("Fold", "Check", "Call", "All-in", "Stand pat")


async def play_some(
    house: House, chance: random.Random, *names: str, hands: int = 3, game: str = "holdem"
) -> Evening:
    """Play some hands at a new table, whatever comes, and close it."""
    evening = await sit_down(house, *names, pings="never", game=game)
    await house.press("Start", evening[names[0]])
    for _ in range(hands * 12):
        labels = [b.label for b in house.post.buttons if b.label.startswith(ACTIONS)]
        if "Stand pat" in labels and chance.random() < 0.7:
            places = sorted(chance.sample(range(1, 6), 2))
            await house.slash(house.actor(), "draw", count=2, positions=f"{places[0]} {places[1]}")
        elif labels:
            await house.press(chance.choice(labels[:3]))
        else:
            await house.pass_time(9)
        if not tables(house):
            return evening
    await house.slash(evening[names[0]], "table stop", when="at_once")
    for _ in range(6):
        await house.pass_time(2)
    return evening


def tables(house: House) -> list[Any]:
    assert house.client is not None
    return house.client.tables.all_open()


def everything(house: House) -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of every table of the database."""
    with closing(sqlite3.connect(house.database)) as db:
        names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type='table'")]
        return {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in names}  # noqa: S608


def mentions(house: House, who: Member) -> list[str]:
    """Return where in the database a member's id or name is."""
    return [
        f"{name}: {row}"
        for name, rows in everything(house).items()
        for row in rows
        if str(who.id) in str(row) or who.name in str(row)
    ]


def chips(house: House) -> dict[int, list[int]]:
    """Return the chips of each table: movements, results, and stacks, each in order of size."""
    kept = everything(house)
    moved: Counter[tuple[int, int]] = Counter()
    for table, _, _, _, _, _, member, _, amount, _, _ in kept["ledger"]:
        moved[table, member] += amount
    found: dict[int, list[int]] = {}
    for table, state in ((row[0], json.loads(row[5])) for row in kept["tables"]):
        stacks = [player["stack"] for player in state["session"]["players"]]
        sums = [amount for (where, _), amount in moved.items() if where == table]
        won = [row[-1] for row in kept["table_results"] if row[0] == table]
        found[table] = [*sorted(stacks), *sorted(sums), *sorted(won), len(won)]
    return found


def remains(house: House, who: Member) -> list[str]:
    """Return the files in which a member's id or name is."""
    found = {path.name: path.read_bytes() for path in house.database.parent.iterdir()}
    texts = (str(who.id).encode(), who.name.encode())
    return [name for name, held in found.items() if any(text in held for text in texts)]


async def delete(house: House, who: Member) -> str:
    if house.remembered is None:
        house.remember()
    asked = await house.slash(who, "privacy delete")
    assert asked.ephemeral
    if asked.message is None or not asked.message.buttons:
        return asked.text
    return (await house.press_on(asked.message, "Delete it", who)).text


@pytest.mark.parametrize("seed", range(4))
async def test_after_a_deletion_nothing_names_the_member_and_all_sums_are_as_they_were(
    house: House, seed: int
) -> None:
    chance = random.Random(seed)
    game = ("holdem", "fivecard")[seed % 2]
    evening = await play_some(house, chance, WANDA, "Ben", "Cem", game=game)
    await play_some(house, chance, "Ben", WANDA)
    wanda = evening[WANDA]
    assert mentions(house, wanda)
    before = chips(house)
    assert await delete(house, wanda) == "It is deleted: where you played, a former member did."
    assert mentions(house, wanda) == remains(house, wanda) == []
    assert chips(house) == before
    assert complaints(house.database) == []
    stand_ins = [row[7] for row in everything(house)["table_results"] if row[7] < 0]
    assert len(set(stand_ins)) == len(stand_ins), "no number is found at two tables"
    await house.stop_bot()
    await house.start_bot()
    assert mentions(house, wanda) == []
    exported = written(house, await house.slash(evening["Ben"], "hand export"))
    assert "former\xa0member" in exported


async def test_deeds_and_corrections_of_a_former_member_stand_without_him(house: House) -> None:
    wanda = house.member(WANDA)
    wanda.permissions = frozenset({"manage_messages"})
    evening = await sit_down(house, "Ana", "Ben")
    await evening.deal()
    await house.slash(wanda, "table pause")
    await house.slash(wanda, "table resume")
    await evening.play("Ana folds")
    await house.slash(
        wanda, "table correct", member=evening["Ben"], amount="+5", reason=f"for <@{wanda.id}>"
    )
    await house.slash(wanda, "table invite", member=house.member("Cem"))
    await house.slash(evening["Ana"], "table stop", when="at_once")
    assert (await delete(house, wanda)).startswith("It is deleted")
    assert mentions(house, wanda) == []
    assert complaints(house.database) == []
    told = await house.slash(evening["Ana"], "audit")
    assert "Correction by former member: Ben +5" in told.text
    evening["Ana"].locale = "fr"
    told = await house.slash(evening["Ana"], "audit")
    assert words_for("fr").name(FORMER) in told.text
    assert FORMER not in told.text


async def test_a_member_of_an_open_table_is_refused_and_told_what_to_do(house: House) -> None:
    evening = await sit_down(house, WANDA, "Ben", "Cem")
    wanda = evening[WANDA]
    await evening.deal()
    before = everything(house)["tables"]
    refused = await delete(house, wanda)
    assert refused == (
        f"Open tables know you, in <#{house.channel.id}>. Leave them for good, and do this once "
        "they are closed."
    )
    assert everything(house)["tables"] == before


async def test_who_sits_down_between_question_and_answer_is_refused(house: House) -> None:
    wanda = house.member(WANDA)
    asked = await house.slash(wanda, "privacy delete")
    assert asked.message is not None
    await sit_down(house, WANDA, "Ben")
    pressed = await house.press_on(asked.message, "Delete it", wanda)
    assert pressed.text.startswith("Open tables know you")
    assert mentions(house, wanda)


async def test_a_deletion_waits_until_a_board_lies_open(house: House) -> None:
    evening = await sit_down(house, WANDA, "Ben", stack=20)
    await evening.deal(hole=f"{WANDA} As Ad, Ben Kh Kd", board="Jh 8s 5c 3d 2h")
    await evening.play(f"{WANDA} goes all-in, Ben calls")
    assert tables(house) == [], "it is closed already"
    assert await delete(house, evening[WANDA]) == (
        "Something about you is still being told. Try again in a few minutes."
    )
    for _ in range(5):
        await house.pass_time(2)
    assert (await delete(house, evening[WANDA])).startswith("It is deleted")


def test_a_namesake_and_other_numbers_stay() -> None:
    two = {
        "members": {"71": {"user": 71, "name": "Ana"}, "72": {"user": 72, "name": "Ana"}},
        "players": [{"member": 71, "stack": 72}, {"member": 72, "stack": 7}],
        "told": ["<@71> is to act", "Ana"],
    }
    assert without(two, 71, -5) == {
        "members": {"-5": {"user": -5, "name": "former member"}, "72": {"user": 72, "name": "Ana"}},
        "players": [{"member": -5, "stack": 72}, {"member": 72, "stack": 7}],
        "told": ["former member is to act", "Ana"],
    }


async def test_series_keep_their_standings_and_forget_who_it_was(house: House) -> None:
    wanda, ana = house.member(WANDA), house.member("Ana")
    await a_series(house, ana, "Cup", {1: [wanda, ana], 2: [ana, wanda]}, host=ana)
    await a_series(house, ana, "Old Cup", {1: [wanda, ana]}, host=wanda)
    before = (await house.slash(ana, "series standings", series="Cup")).text
    assert WANDA in before
    assert (await house.slash(ana, "leaderboard", series="Cup")).text == before
    data = json.loads(written(house, await house.slash(wanda, "privacy export")))
    assert [row["place"] for row in data["series"]["results"]] == [1, 2, 1]
    assert (await delete(house, wanda)).startswith("It is deleted")
    assert mentions(house, wanda) == []
    after = (await house.slash(ana, "series standings", series="Cup")).text
    assert "former member" in after
    assert re.findall(r"\d+", after) == re.findall(r"\d+", before)
    stand_ins = {(row[0], row[2]) for row in everything(house)["results"] if row[2] < 0}
    assert len({member for _, member in stand_ins}) == len(stand_ins) == 2
    assert complaints(house.database) == []


async def test_who_runs_a_series_or_has_signed_up_is_refused(house: House) -> None:
    wanda, ana = house.member(WANDA), house.member("Ana")
    await a_series(house, ana, "Cup", {1: [ana]}, host=wanda, over=False)
    refused = await delete(house, wanda)
    assert refused.startswith("Series wait for you: Cup. Withdraw where you signed up")
    assert mentions(house, wanda)


async def a_series(
    house: House,
    mod: Member,
    name: str,
    sessions: dict[int, list[Member]],
    *,
    host: Member,
    over: bool = True,
) -> None:
    """Put a series into the database whose sessions ended in these places."""
    made = replace(a_season().series, guild=house.world.guild.id, host=UserId(host.id), version=0)
    store = SeriesStore(house.store)
    made = replace(made, id=await store.new_id(), setup=replace(made.setup, name=name), over=over)
    played = tuple(
        replace(a_season().sessions[0], series=made.id, number=number, end=End.PLAYED)
        for number in sessions
    )
    finishes = [
        (Finish(number, member.id, place, len(members)), member.name)
        for number, members in sessions.items()
        for place, member in enumerate(members, start=1)
    ]
    line = LogLine(a_season().sessions[0].start, UserId(mod.id), Did.CREATED)
    await store.commit(Changed(made, played, line), finishes=finishes)


async def test_nobody_deletes_or_reads_what_is_kept_about_another(house: House) -> None:
    evening = await play_some(house, random.Random(1), WANDA, "Ben")
    wanda, ben = evening[WANDA], evening["Ben"]
    before = mentions(house, wanda)
    asked = await house.slash(wanda, "privacy delete")
    assert asked.message is not None
    (button,) = asked.message.buttons
    assert str(wanda.id) not in button.custom_id, "it means whoever presses it"
    assert (await delete(house, ben)).startswith("It is deleted")
    assert len(mentions(house, wanda)) == len(before)
    assert mentions(house, ben) == []
    data = json.loads(written(house, await house.slash(ben, "privacy export")))
    assert data["tables"] == data["results"] == []


@pytest.mark.parametrize("seed", range(3))
async def test_an_export_holds_all_own_cards_and_no_card_of_others(house: House, seed: int) -> None:
    chance = random.Random(seed)
    game = ("holdem", "fivecard")[seed % 2]
    evening = await play_some(house, chance, WANDA, "Ben", "Cem", game=game)
    wanda = evening[WANDA]
    data = json.loads(written(house, await house.slash(wanda, "privacy export")))
    found = [
        [event["cards"] for event in hand["events"] if "cards" in event]
        for table in data["tables"]
        for hand in table["hands"]
    ]
    dealt = own_cards(house, wanda)
    assert dealt
    assert [hand[0] for hand in found] == [hand[0] for hand in dealt]
    for hand, mine in zip(found, dealt, strict=True):
        assert {" ".join(sorted(cards.split())) for cards in hand} == {
            " ".join(sorted(cards.split())) for cards in mine
        }
    moved = [row for row in everything(house)["ledger"] if row[6] == wanda.id]
    assert [row["amount"] for table in data["tables"] for row in table["chips"]] == [
        row[8] for row in moved
    ]


def own_cards(house: House, who: Member) -> list[list[str]]:
    """Read from the log which cards a member was given, hand by hand."""
    hands: list[list[str]] = []
    seat = None
    for row in everything(house)["log"]:
        for event in json.loads(row[4]):
            if event["kind"] == "hand_started":
                seat = {user: seat for seat, user in event["members"]}.get(who.id)
                hands.append([])
            elif event["kind"] in {"cards_dealt", "cards_drawn"} and event["seat"] == seat:
                hands[-1].append(" ".join(map(card_text, event["cards"])))
    return [hand for hand in hands if hand]


async def test_what_is_kept_is_told_in_numbers(house: House) -> None:
    evening = await sit_down(house, WANDA, "Ben")
    await evening.deal()
    await evening.play(f"{house.actor().name} folds")
    await house.slash(evening[WANDA], "table stop", when="at_once")
    shown = await house.slash(evening[WANDA], "privacy show")
    assert shown.ephemeral
    lines = shown.text.splitlines()
    assert lines[:6] == [
        "**What is kept about you**",
        "Your seat or your name at 0 open tables.",
        "The result of 1 table.",
        "1 hand, with your cards in it.",
        "2 movements of your chips.",
        "1 thing that you did, or that was done to you, as a host or moderator does.",
    ]
    await delete(house, evening[WANDA])
    after = await house.slash(evening[WANDA], "privacy show")
    assert after.text.splitlines()[2] == "The results of 0 tables."
    assert "No channel of direct messages." in after.text


async def test_a_leaderboard_keeps_the_sums_of_former_members(house: House) -> None:
    evening = await play_some(house, random.Random(2), WANDA, "Ben", hands=2)
    await delete(house, evening[WANDA])
    board = await house.slash(evening["Ben"], "leaderboard")
    assert "-# Former members: 1 session" in board.text
    assert WANDA not in board.text
