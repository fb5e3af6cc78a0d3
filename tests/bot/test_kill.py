"""A bot that is killed with SIGKILL at any moment, and the one that takes over from it."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path

import pytest

from tests.bot.killing import Doom, Evening, Prompt, Seen, deadline, says_play_continues

HOLDEM = {
    (1, 1): "/raise 6",
    (1, 4): "/bet 10",
    (1, 6): "Fold",
    (1, 9): "/bet 20",
    (2, 1): "All-in",
    (2, 3): "Fold",
}
"""Two hands: one to the showdown on the river, then one all-in before the flop."""

FIVECARD = {
    (1, 1): "/bet 5",
    (1, 4): "/draw 3 1 2 5",
    (1, 5): "/draw 2 1 3",
    (1, 7): "/bet 10",
    (1, 8): "Fold",
}
"""One hand: two exchange, one stands pat."""

NAMES = ("Léa", "Tom", "Inès")

_unbroken: dict[str, Seen] = {}


def evening(folder: Path, game: str) -> Evening:
    """Return an evening of a game; the same cards and decisions each time."""
    if game == "holdem":
        return Evening(folder, game, NAMES, HOLDEM, hands=2)
    if game == "holdem with reminders":
        return Evening(folder, "holdem", NAMES, HOLDEM, pings="always")
    return Evening(folder, game, NAMES, FIVECARD)


async def unbroken(tmp_path: Path, game: str) -> Seen:
    """Return what is seen of an evening in which nothing dies."""
    if game not in _unbroken:
        async with evening(tmp_path / "unbroken", game) as whole:
            await whole.play()
            _unbroken[game] = whole.seen()
            assert not whole.deaths
    return _unbroken[game]


async def survives(tmp_path: Path, game: str, dooms: list[Doom]) -> None:
    """Play an evening in which one process after another dies, and compare what is seen."""
    expected = await unbroken(tmp_path, game)
    broken = evening(tmp_path, game)
    broken.dooms = list(dooms)
    async with broken:
        await broken.play()
        assert broken.deaths == len(dooms), f"never happened: {broken.gate.doom} {broken.dooms}"
        assert broken.seen() == expected


def at_step(playing: Evening, deal: int, step: int) -> bool:
    prompt = playing.prompt()
    return prompt is not None and (prompt.deal, prompt.step) == (deal, step)


async def asked_now(playing: Evening) -> Prompt:
    """Return who is asked once everybody sees it."""
    await playing.caught_up()
    prompt = playing.prompt()
    assert prompt is not None
    return prompt


async def restart(playing: Evening) -> None:
    """Kill the bot and start it again, and see that it only says that play continues."""
    await playing.caught_up(0.3)
    before = playing.posts
    direct = {member.name: len(member.dms) for member in playing.members}
    playing.kill()
    await playing.start()
    assert playing.posts == before
    assert {member.name: len(member.dms) for member in playing.members} == direct


async def test_a_hand_killed_in_the_middle_of_a_betting_round_is_played_to_the_same_end(
    tmp_path: Path,
) -> None:
    expected = await unbroken(tmp_path, "holdem")
    async with evening(tmp_path, "holdem") as playing:
        await playing.play(until=lambda: at_step(playing, 1, 5))
        before = await asked_now(playing)
        cards = (await before.actor.slash(playing.channel, "cards")).text
        await restart(playing)
        after = playing.prompt()
        assert after == before, "another member is asked, or by another message"
        assert (await after.actor.slash(playing.channel, "cards")).text == cards
        await playing.play()
        assert playing.deaths == 1
        assert playing.seen() == expected


async def test_a_hand_killed_in_the_middle_of_an_exchange_is_played_to_the_same_end(
    tmp_path: Path,
) -> None:
    expected = await unbroken(tmp_path, "fivecard")
    async with evening(tmp_path, "fivecard") as playing:
        await playing.play(until=lambda: at_step(playing, 1, 5))
        before = await asked_now(playing)
        cards = (await before.actor.slash(playing.channel, "cards")).text
        await restart(playing)
        after = playing.prompt()
        assert after == before, "another member is asked, or by another message"
        assert (await after.actor.slash(playing.channel, "cards")).text == cards
        await playing.play()
        assert playing.deaths == 1
        assert playing.seen() == expected


async def test_buttons_from_before_the_kill_work_afterwards(tmp_path: Path) -> None:
    async with evening(tmp_path, "holdem") as playing:
        await playing.play(until=lambda: at_step(playing, 1, 2))
        asked = await asked_now(playing)
        old = {button.label: button.custom_id for button in asked.post.buttons}
        await restart(playing)
        mine = await asked.actor.press_id(asked.post, old["My cards"])
        assert mine.ephemeral
        assert "Hand 1" in mine.text
        reply = await asked.actor.press_id(asked.post, old["Call 5"])
        assert reply.kind == "update"
        assert "Tom calls 6" in reply.text
        late = await asked.actor.press_id(asked.post, old["Call 5"])
        assert late.ephemeral
        assert "You last called 6." in late.text


async def test_a_picker_from_before_the_kill_works_afterwards(tmp_path: Path) -> None:
    async with evening(tmp_path, "fivecard") as playing:
        await playing.play(until=lambda: at_step(playing, 1, 4))
        asked = await asked_now(playing)
        picker = await asked.actor.press(asked.post, "Draw…")
        assert picker.message is not None
        await asked.actor.press(picker.message, picker.message.buttons[1].label)
        await restart(playing)
        await asked.actor.press(picker.message, picker.message.buttons[4].label)
        done = await asked.actor.press(picker.message, "Exchange 2")
        assert "You exchanged 2 cards." in done.text
        await playing.caught_up()
        assert "Tom exchanges 2" in asked.post.text


async def test_a_dialog_from_before_the_kill_can_be_sent_afterwards(tmp_path: Path) -> None:
    async with evening(tmp_path, "holdem") as playing:
        await playing.play(until=lambda: at_step(playing, 1, 2))
        asked = await asked_now(playing)
        dialog = await asked.actor.press(asked.post, "Raise…")
        await restart(playing)
        sent = await asked.actor.submit(dialog, amount="20")
        assert "Tom raises to 20" in sent.text


TOLD = [
    Doom("", "POST", "/messages", "Seats"),
    Doom("", "POST", "/messages", "You sit at the table"),
    Doom("", "POST", "/callback", "2 Tom"),
    Doom("", "POST", "/messages", "Before the flop"),
    Doom("", "POST", "/callback", "Tom calls 6"),
    Doom("", "POST", "/messages", "Flop"),
    Doom("", "POST", "/callback", "You bet 10"),
    Doom("", "POST", "/callback", "folds"),
    Doom("", "POST", "/messages", "River"),
    Doom("", "POST", "/messages", "Hand 1: "),
    Doom("", "POST", "/messages", "Hand 2 in"),
    Doom("", "POST", "/messages", "Turn"),
    Doom("", "POST", "/messages", "Hand 2: "),
    Doom("", "POST", "/messages", "The table is closed"),
]
"""What is told in two hands of Hold'em, in this order."""

EXCHANGED = [
    Doom("", "POST", "/messages", "The draw"),
    Doom("", "POST", "/callback", "You exchanged 3"),
    Doom("", "POST", "/callback", "You exchanged 2"),
    Doom("", "POST", "/messages", "After the draw"),
    Doom("", "POST", "/callback", "You bet 10"),
    Doom("", "POST", "/messages", "Hand 1: "),
]
"""What is told about an exchange and after it."""


def _each(when: str, dooms: list[Doom]) -> list[Doom]:
    return [replace(doom, when=when) for doom in dooms]


@pytest.mark.parametrize("when", ["before", "after"])
async def test_hands_killed_whenever_something_is_sent_are_played_to_the_same_end(
    tmp_path: Path, when: str
) -> None:
    """Before: committed and never sent. After: sent, and the bot never heard that it was."""
    await survives(tmp_path, "holdem", _each(when, TOLD))


@pytest.mark.parametrize("when", ["before", "after"])
async def test_exchanges_killed_whenever_something_is_sent_are_played_to_the_same_end(
    tmp_path: Path, when: str
) -> None:
    await survives(tmp_path, "fivecard", _each(when, EXCHANGED))


KILLED_AGAIN = [("holdem", 1), ("holdem with reminders", 2), ("fivecard", 3)]


@pytest.mark.parametrize(("game", "seed"), KILLED_AGAIN)
async def test_an_evening_killed_again_and_again_is_played_to_the_same_end(
    tmp_path: Path, game: str, seed: int
) -> None:
    """One process after another is killed at its nth request, whichever that is."""
    expected = await unbroken(tmp_path, game)
    chance = random.Random(seed)
    broken = evening(tmp_path, game)
    broken.dooms = [
        Doom(chance.choice(["before", "after"]), nth=chance.randint(1, 9)) for _ in range(100)
    ]
    async with broken:
        await broken.play()
        assert broken.deaths > 4
        assert broken.seen() == expected


@pytest.mark.parametrize("game", ["holdem", "fivecard"])
async def test_an_evening_killed_at_any_time_is_played_to_the_same_end(
    tmp_path: Path, game: str
) -> None:
    """Here the moment is no request: it may lie within a transaction, or in the start itself."""
    expected = await unbroken(tmp_path, game)
    chance = random.Random(game)
    async with evening(tmp_path, game) as broken:

        async def harass() -> None:
            for _ in range(10):
                await asyncio.sleep(chance.uniform(0.02, 0.5))
                broken.kill()

        killer = asyncio.create_task(harass())
        await broken.play()
        killer.cancel()
        assert broken.deaths > 2
        assert broken.seen() == expected


async def test_a_lobby_goes_on_after_the_kill(tmp_path: Path) -> None:
    async with evening(tmp_path, "holdem") as playing:
        lea, tom, ines = playing.members
        await lea.slash(playing.channel, "holdem start")
        await playing.caught_up()
        lobby = playing.channel.messages[-1]
        await tom.press(lobby, "Join")
        await restart(playing)
        assert "2 Tom" in lobby.text
        assert "3 Inès" in (await ines.press(lobby, "Join")).text
        again = await tom.press(lobby, "Join")
        assert again.text == "You have a seat at this table already."


async def test_the_next_hand_comes_after_a_kill_between_two_hands(tmp_path: Path) -> None:
    expected = await unbroken(tmp_path, "holdem")
    async with evening(tmp_path, "holdem") as playing:
        await playing.play(until=lambda: "**Hand 1: " in playing.last)
        playing.kill()
        await playing.play()
        assert playing.deaths == 1
        assert playing.seen() == expected


async def test_the_board_of_an_all_in_hand_is_run_out_after_a_kill_within_it(
    tmp_path: Path,
) -> None:
    expected = await unbroken(tmp_path, "holdem")
    async with evening(tmp_path, "holdem") as playing:
        await playing.play(until=lambda: len(playing.channel.messages) == RUN_OUT_TURN)
        assert "· Turn\n" in playing.last
        playing.kill()
        await playing.play()
        assert playing.deaths == 1
        assert playing.seen() == expected


RUN_OUT_TURN = 9
"""How many posts there are when the turn of the second hand lies open."""


async def test_a_reminder_that_stood_when_the_bot_was_killed_goes_when_it_has_served(
    tmp_path: Path,
) -> None:
    playing = Evening(tmp_path, "holdem", NAMES, HOLDEM, pings="always")
    async with playing:
        await playing.play(until=lambda: len(playing.pressed) == 2)
        await playing.caught_up()
        reminder = playing.channel.messages[-1]
        assert reminder.text == f"{playing.members[2].mention}: your turn."
        await restart(playing)
        asked = playing.prompt()
        assert asked is not None
        await playing.ask(playing.decide(asked))
        await playing.world.wait_for(lambda: reminder.deleted)
        await playing.caught_up()
        assert reminder.deleted
        assert not any("your turn" in message.text for message in playing.channel.messages)


async def test_the_time_of_an_outage_is_given_back_and_no_more(tmp_path: Path) -> None:
    async with Evening(tmp_path, "holdem", NAMES, {}, speed=10.0, turn=60) as playing:
        await playing.play(until=lambda: at_step(playing, 1, 2))
        asked = await asked_now(playing)

        def left() -> float:
            return deadline(asked.post) - playing.time.now()

        await playing.world.wait_for(lambda: left() < 45, 10)
        before = left()
        playing.kill()
        playing.time = replace(playing.time, ahead=3_000.0)
        await playing.start()
        assert playing.prompt() == asked, "the turn has expired while nobody was there"
        # When the outage began is known to five seconds; ten pass in one second of this clock.
        await playing.world.wait_for(lambda: before - 20 < left() < before + 8, 10)
        assert (await playing.decide(asked)).kind == "update"


@pytest.mark.parametrize("when", ["before", "after"])
async def test_one_line_says_that_play_continues_however_often_the_bot_dies_over_it(
    tmp_path: Path, when: str
) -> None:
    async with evening(tmp_path, "holdem") as playing:
        await playing.play(until=lambda: at_step(playing, 1, 2))
        await playing.caught_up()
        playing.kill()
        playing.dooms = [Doom(when, "POST", "/messages", " continues: ") for _ in range(3)]
        while playing.dead:
            await playing.start()
            await playing.caught_up(0.5)
        assert playing.deaths == (4 if when == "before" else 2)
        lines = [m for m in playing.channel.messages if says_play_continues(m)]
        assert len(lines) == 1


async def test_a_turn_is_never_longer_after_a_kill_than_its_whole_time(tmp_path: Path) -> None:
    async with Evening(tmp_path, "holdem", NAMES, {}, speed=1.0, turn=60) as playing:
        await playing.play(until=lambda: at_step(playing, 1, 2))
        asked = await asked_now(playing)

        def left() -> float:
            return deadline(asked.post) - playing.time.now()

        for outage in (100.0, 200.0):
            playing.kill()
            playing.time = replace(playing.time, ahead=outage)
            await playing.start()
            assert playing.prompt() == asked
            await playing.world.wait_for(lambda: 40 < left() <= 61, 10)


@pytest.mark.parametrize("when", ["before", "after"])
async def test_10008_a_board_is_posted_anew_once_although_the_bot_is_killed_over_it(
    tmp_path: Path, when: str
) -> None:
    expected = await unbroken(tmp_path, "holdem")
    async with evening(tmp_path, "holdem") as playing:
        await playing.play(until=lambda: at_step(playing, 1, 5))
        asked = await asked_now(playing)
        await playing.caught_up()
        playing.world.posts.remove(asked.post)
        playing.gate.expect(Doom(when, "POST", "/messages"))
        free = any(button.label == "Check" for button in asked.post.buttons)
        await playing.ask(asked.actor.slash(playing.channel, "check" if free else "call"))
        await playing.world.wait_for(lambda: playing.dead)
        await playing.play()
        assert playing.deaths == 1
        assert playing.seen().posts == expected.posts
        assert playing.seen().direct == expected.direct
