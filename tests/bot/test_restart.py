"""The bot is stopped in good order and started again in the middle of things."""

from __future__ import annotations

from bot.tables import REDRAWN_PER_S
from tests.bot.evening import Evening, deal_first, sit_down
from tests.bot.house import House
from tests.bot.killing import says_play_continues

UNCERTAIN_S = 5
"""The last sign of life of a bot is up to so many seconds old when it stops."""


async def restart(house: House, *, after: float = 0) -> None:
    """Stop the bot and start it again, some time later."""
    await house.stop_bot()
    await house.clock.pass_time(after)
    await house.start_bot()
    await house.settled()


def everything_said(evening: Evening) -> list[str]:
    places = [evening.house.channel, *(member.conversation for member in evening.members.values())]
    return [
        evening.house.read(message)
        for place in places
        for message in place.messages
        if not says_play_continues(message)
    ]


async def test_nothing_is_posted_twice_and_old_buttons_work(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    for words in ("Ana calls", "Ben calls", "Cem checks", "Ben bets 4", "Cem folds", "Ana folds"):
        before, post = everything_said(evening), house.post
        await restart(house)
        assert everything_said(evening) == before
        assert house.post is post
        await evening.play(words)
    assert "Hand 1: Ben wins 6" in house.post.text
    await restart(house)
    await house.pass_time(8 + UNCERTAIN_S)
    assert "**Hand 2**" in house.post.text
    titles = [post.text.splitlines()[0] for post in house.posts[1:]]
    assert titles == list(dict.fromkeys(titles))


async def test_a_lobby_is_still_open(house: House) -> None:
    evening = await sit_down(house, "Ana", "Ben")
    await restart(house, after=3600)
    await house.press("Join", house.member("Cem"))
    await house.press("Start", evening["Ana"])
    assert "3 Cem" in house.post.text


async def test_the_time_without_the_bot_is_given_back(house: House) -> None:
    house.clock.stand_still()
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    await house.pass_time(30)
    await restart(house, after=3600)
    assert house.actor() is evening["Ana"]
    await house.pass_time(29)
    assert house.actor() is evening["Ana"]
    await house.pass_time(1 + UNCERTAIN_S)
    assert house.actor() is evening["Ben"]


async def test_the_time_on_the_post_is_the_new_one(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    await evening.play("Ana calls")
    before = house.post.text
    await restart(house, after=3600)
    assert house.post.text != before
    assert house.actor() is evening["Ben"]


async def test_the_cards_are_the_same(house: House) -> None:
    evening = await deal_first(
        house, "Ana", "Ben", hole="Ana As Ad, Ben Kh Kd", board="Jh 8s 5c 3d 2h"
    )
    await evening.play("Ana calls, Ben checks")
    await restart(house)
    assert "A♠ A♦" in (await house.press("My cards", evening["Ana"])).text
    await evening.play("Ben checks, Ana checks")
    await restart(house)
    await evening.play("Ben checks, Ana checks, Ben checks, Ana checks")
    assert "Board J♥ 8♠ 5♣ 3♦ 2♥" in house.post.text


async def test_an_open_dialog_still_counts(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben")
    dialog = await house.press("Raise…", evening["Ana"])
    await restart(house)
    reply = await evening["Ana"].submit(dialog, amount="6")
    await house.settled()
    assert reply.kind == "update"
    assert "Ana raises to 6" in house.post.text


async def test_an_open_picker_still_works(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben", game="fivecard")
    await evening.play("Ben checks, Ana checks")
    picker = evening["Ben"].dms[-1]
    await house.press_on(picker, picker.buttons[0].label, evening["Ben"])
    await restart(house)
    await house.press_on(picker, "Exchange 1", evening["Ben"])
    assert "You exchanged 1 card." in picker.text


async def test_an_open_question_can_still_be_answered(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben")
    await evening.play("Ana calls")
    question = await evening.play("Ben folds")
    await restart(house)
    assert question.message is not None
    await house.press_on(question.message, "Fold anyway", evening["Ben"])
    assert "Hand 1: Ana wins" in house.post.text


async def test_an_all_in_board_goes_on_opening(house: House) -> None:
    evening = await deal_first(
        house, "Ana", "Ben", hole="Ana As Ad, Ben Kh Kd", board="Jh 8s 5c 3d 2h"
    )
    await evening.play("Ana goes all-in, Ben calls")
    await house.pass_time(2)
    await restart(house)
    assert "Flop" in house.post.text
    await house.pass_time(10)
    streets = [post.text.splitlines()[0].split(" · ")[-1] for post in house.posts[1:-2]]
    assert streets == ["Before the flop", "Flop", "Turn", "River"]
    assert "Hand 1: Ana wins" in house.posts[-2].text


async def test_a_pause_between_hands_goes_on(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben")
    await evening.play("Ana folds")
    await restart(house, after=3600)
    assert "Hand 1: Ben wins" in house.post.text
    await house.pass_time(8 + UNCERTAIN_S)
    assert "**Hand 2**" in house.post.text


async def test_a_reminder_still_goes_when_the_turn_passes(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben")
    await house.pass_time(10)
    reminder = house.channel.messages[-1]
    assert reminder.text.endswith("your turn.")
    await restart(house)
    await evening.play("Ana calls")
    assert reminder.deleted


async def test_many_posts_are_redrawn_a_few_a_second(house: House) -> None:
    house.clock.stand_still()
    opener = house.member("Ana")
    channels = [house.world.add_channel(f"t{n}") for n in range(2 * REDRAWN_PER_S + 3)]
    for channel in channels:
        await opener.slash(channel, "holdem start")
        await house.settled()

    def redrawn() -> int:
        return sum(exchange.method == "PATCH" for exchange in house.world.exchanges)

    assert redrawn() == 0
    await restart(house)
    assert redrawn() == REDRAWN_PER_S
    await house.pass_time(1)
    assert redrawn() == 2 * REDRAWN_PER_S
    await house.pass_time(1)
    assert redrawn() == len(channels)
