"""`/audit` and `/table correct`: the chips of a table add up, and a correction has its reason."""

from __future__ import annotations

import re

import pytest

from bot.amounts import parse_correction
from bot.errors import BadAmount
from bot.store.checking import complaints
from tests.bot.evening import deal_first, sit_down
from tests.bot.house import House


async def lines(house: House, name: str, **options: int) -> list[str]:
    reply = await house.slash(house.member(name), "audit", **options)
    assert reply.ephemeral
    return house.read(reply).splitlines()


async def test_what_everybody_brought_won_and_has_adds_up_to_what_is_there(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    await evening.play("Ana raises to 6, Ben folds, Cem folds")
    await evening.deal()
    await evening.play("Ben raises to 10")
    assert await lines(house, "Dea") == [
        "**The chips of this table**",
        "Ana: brought 200, hands +3, in the pot 2. Has 201.",
        "Ben: brought 200, hands −1, in the pot 10. Has 189.",
        "Cem: brought 200, hands −2, in the pot 1. Has 197.",
        ("Stacks 587 + pot 13 + taken off 0 = 600. That is all that was ever brought here."),
    ]


async def test_the_movements_of_one_hand(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    await evening.play("Ana raises to 6, Ben folds, Cem folds")
    assert await lines(house, "Ana", hand=1) == [
        "**The chips of hand 1**",
        "Ben: blind −1. Together −1.",
        "Cem: blind −2. Together −2.",
        "Ana: raise −6, uncalled +4, pot +5. Together +3.",
    ]
    assert await lines(house, "Ana", hand=7) == ["There is no such finished hand at this table."]


async def test_the_audit_tells_no_result_before_its_board_lies_open(house: House) -> None:
    evening = await deal_first(
        house, "Ana", "Ben", stack=50, hole="Ana As Ad, Ben Kh Kd", board="Jh 8s 5c 3d 2h"
    )
    await evening.play("Ana goes all-in, Ben calls")
    assert await lines(house, "Ana") == [
        "One moment: the table is just being shown in the channel."
    ]
    assert await lines(house, "Ana", hand=1) == [
        "One moment: the table is just being shown in the channel."
    ]
    for _ in range(4):
        await house.pass_time(2)
    assert "Ana: brought 50, hands +50. Has 100." in await lines(house, "Ana")


async def test_a_moderator_corrects_a_stack_and_everybody_reads_why(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    house.member("Mod").permissions = frozenset({"manage_messages"})
    await evening.play("Ana raises to 6, Ben folds, Cem folds")
    reply = await house.slash(
        house.member("Mod"), "table correct",
        member=evening["Ben"], amount="+50", reason="a *misdeal*",
    )  # fmt: skip
    assert reply.ephemeral
    assert reply.text == "Ben has 249 chips now."
    assert house.read(house.post) == ("Correction by @Mod: Ben +50. Reason: a \\*misdeal\\*")
    told = await lines(house, "Ana")
    assert "Ben: brought 200, hands −1, corrected +50. Has 249." in told
    assert told[-1].startswith("Stacks 650 + pot 0 + taken off 0 = 650. That is all")
    assert complaints(house.database) == []
    written = await house.slash(evening["Ana"], "hand export")
    assert written.text.startswith("Hand 1, with your cards")
    await evening.deal()
    assert evening.stacks()["Ben"] == 249


async def test_a_correction_is_for_moderators_between_hands_and_never_below_nothing(
    house: House,
) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    mod = house.member("Mod")
    mod.permissions = frozenset({"manage_messages"})

    async def correct(who: str, whom: str, amount: str) -> str:
        reply = await house.slash(
            house.member(who), "table correct",
            member=house.member(whom), amount=amount, reason="why",
        )  # fmt: skip
        assert reply.ephemeral
        return reply.text

    assert await correct("Ana", "Ben", "5") == "Only moderators can do that here."
    assert await correct("Mod", "Ben", "5") == "Chips are added between hands only."
    await evening.play("Ana folds, Ben folds")
    assert await correct("Ana", "Ana", "5") == "Only moderators can do that here."
    assert await correct("Mod", "Dea", "5") == "That member has no seat at this table."
    assert await correct("Mod", "Ben", "-200") == "The correction must be between -199 and 1000000."
    assert "is not a number of chips" in await correct("Mod", "Ben", "many")
    assert not [post for post in house.posts if "Correction" in post.text]
    assert await correct("Mod", "Ben", "−199") == "Ben has 0 chips now."


async def test_nobody_wins_or_loses_a_correction_at_a_cash_table(house: House) -> None:
    evening = await sit_down(house, "Ana", "Ben", game="cash")
    house.member("Mod").permissions = frozenset({"manage_messages"})
    await evening.deal()
    await evening.play("Ana folds")
    await house.slash(
        house.member("Mod"), "table correct",
        member=evening["Ana"], amount="-20", reason="a bet twice",
    )  # fmt: skip
    await house.slash(evening["Ana"], "table stop", when="at_once")
    assert "Ana: 179 chips, −1" in house.read(house.post)
    assert complaints(house.database) == []
    assert any(re.match(r"Correction by @Mod: Ana −20", line) for line in await lines(house, "Ben"))


@pytest.mark.parametrize(
    ("text", "chips"),
    [("+50", 50), ("50", 50), ("-20", -20), (" −20 ", -20), ("+1 000", 1000)]
)  # fmt: skip
def test_a_correction_is_read_with_its_sign(text: str, chips: int) -> None:
    assert parse_correction(text) == chips


@pytest.mark.parametrize("text", ["0", "-0", "", "+", "--5", "+-5", "5.5", "x"])
def test_what_is_no_correction_is_refused(text: str) -> None:
    with pytest.raises(BadAmount):
        parse_correction(text)
