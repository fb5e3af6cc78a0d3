"""A bot that is killed with SIGKILL, and the one that takes over from it.

That it may be killed at any moment is shown by `tests.chaos`; here is what members do then.
"""

from __future__ import annotations

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
    return Evening(folder, game, NAMES, FIVECARD)


async def unbroken(tmp_path: Path, game: str) -> Seen:
    """Return what is seen of an evening in which nothing dies."""
    if game not in _unbroken:
        async with evening(tmp_path / "unbroken", game) as whole:
            await whole.play()
            _unbroken[game] = whole.seen()
            assert not whole.deaths
    return _unbroken[game]


def texts(seen: Seen) -> dict[str, list[str]]:
    """Return what everybody has read."""
    return {where: [shown.text for shown in messages] for where, messages in seen.items()}


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


def left(playing: Evening) -> float:
    """Return how long the member to act still has, as everybody sees it."""
    asked = playing.prompt()
    assert asked is not None
    return deadline(asked.post) - playing.time.now()


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


async def test_who_sits_down_again_is_greeted_again_although_the_bot_dies_over_it(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, "holdem") as playing:
        lea, tom, _ = playing.members
        await lea.slash(playing.channel, "holdem start")
        await playing.caught_up()
        lobby = playing.channel.messages[-1]
        await tom.press(lobby, "Join")
        await playing.caught_up()
        await tom.press(lobby, "Leave")
        playing.gate.expect(Doom("before", "POST", "/messages", "You sit at the table"))
        await playing.ask(tom.press(lobby, "Join"))
        await playing.world.wait_for(lambda: playing.dead, 30)
        await playing.start()
        assert [dm.text.split(".")[0] for dm in tom.dms] == 2 * [tom.dms[0].text.split(".")[0]]


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
    async with Evening(tmp_path, "holdem", NAMES, {}, turn=60) as playing:
        await playing.play(until=lambda: at_step(playing, 1, 2))
        asked = await asked_now(playing)
        for _ in range(10):
            await playing.wait()

        def noted() -> bool:
            (since,) = playing.ask_database("SELECT at FROM heartbeat")[0]
            return bool(playing.time.now() - since <= 5)

        await playing.world.wait_for(noted, 30)
        playing.kill()
        playing.time.pass_on(3_000)
        await playing.start()
        assert playing.prompt() == asked, "the turn has expired while nobody was there"
        await playing.world.wait_for(lambda: left(playing) > 0, 30)
        # When the outage began is known to five seconds, and twenty of the sixty had passed.
        assert 35 <= left(playing) <= 46
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
    async with Evening(tmp_path, "holdem", NAMES, {}, turn=60) as playing:
        await playing.play(until=lambda: at_step(playing, 1, 2))
        asked = await asked_now(playing)
        for outage in (100.0, 200.0):
            playing.kill()
            playing.time.pass_on(outage)
            await playing.start()
            assert playing.prompt() == asked
            await playing.world.wait_for(lambda: 40 < left(playing) <= 61, 30)


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
        # A post that stands in for another one pings nobody again.
        assert texts(playing.seen()) == texts(expected)
