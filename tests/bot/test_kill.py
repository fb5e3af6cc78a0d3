"""A bot that is killed with SIGKILL at any moment, and the one that takes over from it."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from bot.sandbox import Message
from tests.bot.killing import Doom, Evening, Prompt, Seen, times_in

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
    """Kill the bot and start it again, and see that it posts nothing by itself."""
    before = list(playing.channel.messages)
    direct = {member.name: len(member.dms) for member in playing.members}
    playing.kill()
    await playing.start()
    assert playing.channel.messages == before
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
    Doom("", "PATCH", "/messages", "Tom exchanges 3"),
    Doom("", "POST", "/messages", "makes"),
    Doom("", "POST", "/messages", "After the draw"),
]
"""What is told about an exchange."""


def _each(when: str, dooms: list[Doom]) -> list[Doom]:
    return [Doom(when, d.method, d.path, d.holding) for d in dooms]


async def test_what_was_committed_and_never_sent_is_told_after_the_kill(tmp_path: Path) -> None:
    await survives(tmp_path, "holdem", _each("before", TOLD))


async def test_what_was_sent_and_never_noted_is_not_told_again_after_the_kill(
    tmp_path: Path,
) -> None:
    await survives(tmp_path, "holdem", _each("after", TOLD))
