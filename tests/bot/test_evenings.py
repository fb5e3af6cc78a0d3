"""Whole evenings of both games, from the first /start to the last place."""

from __future__ import annotations

from tests.bot.evening import deal_first
from tests.bot.house import House


async def test_an_evening_of_holdem_for_four(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem", "Dea", stack=100)
    # A quiet first hand makes the stacks uneven.
    await evening.play("Dea raises to 40, Ana calls, Ben folds, Cem folds")
    await evening.type("Dea checks, Ana bets 20")
    await evening.type("Dea folds")
    assert "Hand 1: Ana wins 83" in evening.post.text
    assert "Cards not shown." in evening.post.text

    # Everybody in before the flop: a side pot, and the small blind is out.
    await evening.deal(hole="Ana Kh Kd, Ben 7c 2d, Cem Qh Qd, Dea As Ad", board="9c 8d 4s 3h Jc")
    await evening.play("Ana goes all-in")
    await evening.type("Ben folds, Cem goes all-in, Dea goes all-in")
    await house.pass_time(6)
    result = house.read(evening.post)
    assert "Main pot 180 → Dea" in result
    assert "Side pot 76 → Ana" in result
    assert "Ana's uncalled 45 came back" in result
    assert "Out: Cem" in result

    # The small blind's place would have the button now: it rests on the empty seat.
    await evening.deal(hole="Ana Kh Kd, Ben Qc Qd", board="9c 8d 4s 3h Jc")
    assert "D  3 –" in evening.post.text
    assert "Dea posts the small blind 1 · Ana posts the big blind 2" in evening.post.text
    assert evening.stacks() == {"Ben": 99, "Dea": 179, "Ana": 119}
    await evening.play("Ben goes all-in, Dea folds, Ana calls")
    await house.pass_time(6)
    assert "Out: Ben" in evening.post.text

    # Two are left: the button posts the small blind.
    await evening.deal(hole="Ana Kh Kd, Dea Qc Qd", board="9c 8d 4s 3h Jc")
    assert "Ana posts the small blind 1 · Dea posts the big blind 2" in evening.post.text
    await evening.play("Ana goes all-in, Dea calls")
    await house.pass_time(6)
    last, final = house.posts[-2:]
    assert "Next hand" not in last.text
    assert house.read(final) == (
        "**The table is closed after 4 hands**\n1. Ana (400)\n2. Dea (0)\n3. Ben (0)\n4. Cem (0)"
    )
    assert "No table is open" in (await house.slash(evening["Ana"], "table status")).text


async def test_an_evening_of_five_card_draw_for_six_with_a_reshuffle(house: House) -> None:
    # Fay takes no direct messages: she plays with My cards and the picker in the channel.
    house.member("Fay").dms_open = False
    names = ("Ana", "Ben", "Cem", "Dea", "Eli", "Fay")
    evening = await deal_first(house, *names, game="fivecard", hands=2)
    await evening.play("Ben bets 5")
    await evening.type("Cem calls, Dea calls, Eli calls, Fay calls, Ana calls")
    await evening.play("Ben exchanges 1 2 3 4 5, Cem exchanges 1 2 3 4 5")
    await evening.type("Dea exchanges 1 2 3 4 5, Eli exchanges 1 2 3 4 5")
    assert "the stub is reshuffled" not in evening.post.text
    await evening.play("Fay exchanges 1 2 3")
    assert "the stub is reshuffled: 22 cards" in evening.post.text
    assert "Ben exchanges 5 · Cem exchanges 5" in evening.post.text
    assert "You exchanged 3 cards." in house.ephemerals(evening["Fay"])[-1].text
    assert not evening["Fay"].dms
    await evening.play("Ana stands pat")
    await evening.play("Ben checks, Cem checks, Dea checks, Eli checks, Fay checks, Ana checks")
    assert "Hand 1:" in evening.post.text
    assert sum("**" in line and "  " in line for line in evening.post.text.splitlines()) == 6

    await evening.deal()
    await evening.type("Cem bets 2, Dea folds, Eli folds, Fay folds, Ana folds, Ben folds")
    result, final = house.posts[-2:]
    assert "Hand 2: Cem wins" in result.text
    assert final.text.startswith("**The table is closed after 2 hands**\n1. ")
