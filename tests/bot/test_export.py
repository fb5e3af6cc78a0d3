"""`/hand export`: a finished hand as a file, with what its reader may know."""

from __future__ import annotations

from bot.sandbox import Reply
from tests.bot.evening import Evening, deal_first
from tests.bot.house import House

HOLE = "Ana As Ad, Ben Kh Kd, Cem 7h 2c"
BOARD = "Jh 8s 5c 3d 4h"


def written(house: House, reply: Reply) -> str:
    """Return the text of the file that came with a private answer."""
    assert reply.ephemeral
    assert reply.message is not None
    (attachment,) = reply.message.attachments
    content = house.world.files.get(int(attachment["id"]))
    assert content is not None
    return content.decode()


async def shown_down(house: House) -> Evening:
    """Play a hand in which Ben and Cem fold at different moments."""
    evening = await deal_first(house, "Ana", "Ben", "Cem", hole=HOLE, board=BOARD)
    await evening.play("Ana raises to 6, Ben calls, Cem folds")
    await evening.play("Ben checks, Ana bets 6, Ben calls, Ben checks, Ana checks")
    await evening.play("Ben checks, Ana checks")
    return evening


async def test_the_last_hand_comes_as_pokerstars_text_with_ones_own_cards(house: House) -> None:
    await shown_down(house)
    text = written(house, await house.slash(house.member("Cem"), "hand export"))
    assert "Dealt to Cem [7h 2c]" in text
    assert "Ana collected 26 from pot" in text


async def test_a_spectator_sees_shown_cards_only(house: House) -> None:
    await shown_down(house)
    text = written(house, await house.slash(house.member("Dora"), "hand export"))
    assert "[As Ad]" in text
    assert "7h" not in text
    assert "Dealt to" not in text


async def test_a_numbered_hand_comes_as_phh(house: House) -> None:
    evening = await shown_down(house)
    await evening.deal()
    await evening.play("Ben folds, Cem folds")
    text = written(house, await house.slash(evening["Ana"], "hand export", number=1, form="phh"))
    assert 'variant = "NT"' in text
    assert "d db Jh8s5c" in text


async def test_a_hand_of_a_closed_table_is_still_there(house: House) -> None:
    evening = await shown_down(house)
    await house.slash(evening["Ana"], "table stop")
    assert "Ana collected 26 from pot" in written(
        house, await house.slash(evening["Ben"], "hand export", number=1)
    )


async def test_hands_that_are_not_finished_or_not_there_are_refused(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben")
    missing = "There is no such finished hand at this table."
    assert (await house.slash(evening["Ana"], "hand export")).text == missing
    await evening.play("Ana folds")
    assert (await house.slash(evening["Ana"], "hand export", number=7)).text == missing


async def test_a_channel_without_a_table_has_no_hands(house: House) -> None:
    reply = await house.slash(house.member("Ana"), "hand export")
    assert reply.text.startswith("No table is open in this channel.")


async def test_five_card_draw_has_no_phh_and_says_so(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben", game="fivecard")
    await evening.play("Ben bets 2, Ana folds")
    reply = await house.slash(evening["Ana"], "hand export", form="phh")
    assert reply.text.startswith("That format has no way to say what happened")
    assert "5 Card Draw No Limit" in written(
        house, await house.slash(evening["Ana"], "hand export")
    )
