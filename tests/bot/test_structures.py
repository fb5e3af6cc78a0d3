"""Tables that are not no-limit with fixed stakes: limits on the buttons, and levels that rise."""

from __future__ import annotations

from tests.bot.evening import deal_first, sit_down
from tests.bot.house import House


async def test_a_fixed_limit_table_offers_the_one_bet_there_is(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem", limit="fixed-limit")
    assert "bets 2/4" in house.post.text
    assert [b.label for b in house.post.buttons] == ["Fold", "Call 2", "Raise to 4", "My cards"]
    await house.press("Raise to 4")
    assert "Ana raises to 4" in house.post.text
    reply = await house.slash(evening["Ben"], "raise", amount="9")
    assert "The limit is fixed: exactly 6." in reply.text
    await evening.play("Ben calls, Cem calls, Ben checks, Cem checks, Ana checks")
    assert "Bet 4" in [b.label for b in house.post.buttons]


async def test_a_pot_limit_table_names_the_pot_as_the_most(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem", limit="pot-limit")
    assert "Raise to between 4 and 7." in house.post.text
    reply = await house.slash(evening["Ana"], "raise", amount="8")
    assert reply.text == "Between 4 and 7."
    reply = await house.slash(evening["Ana"], "allin")
    assert "Between 4 and 7." in reply.text
    await evening.play("Ana raises to 7")
    assert "Ana raises to 7" in house.post.text


async def test_antes_are_paid_before_the_blinds(house: House) -> None:
    await deal_first(house, "Ana", "Ben", "Cem", ante=1)
    assert "pot 6" in house.post.text
    assert "blinds 1/2 · ante 1" in house.post.text


async def test_levels_by_hands_are_announced_before_they_take_effect(house: House) -> None:
    evening = await sit_down(house, "Ana", "Ben", level_hands=2)
    assert "The stakes rise every 2 hands: next blinds 2/4" in house.post.text
    await evening.deal()
    await evening.play("Ana folds")
    assert "New level" not in house.post.text
    await evening.deal()
    await evening.play("Ben folds")
    assert "New level from the next hand on: blinds 2/4" in house.post.text
    await evening.deal()
    assert "blinds 2/4" in house.post.text


async def test_hiding_losing_hands_is_announced_as_no_level(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben")
    await house.slash(evening["Ana"], "table settings", muck=True)
    await evening.play("Ana folds")
    assert "Next hand in" in house.post.text
    assert "New level" not in house.post.text


async def test_levels_by_minutes_never_begin_inside_a_hand(house: House) -> None:
    evening = await sit_down(house, "Ana", "Ben", level_minutes=1, turn=600)
    await evening.deal()
    await house.pass_time(90)
    assert "blinds 1/2" in house.post.text
    await evening.play("Ana folds")
    assert "New level from the next hand on: blinds 2/4" in house.post.text
    await evening.deal()
    assert "blinds 2/4" in house.post.text
