"""`/why`: the last ruling explained, privately, with its numbers."""

from __future__ import annotations

from tests.bot.evening import deal_first
from tests.bot.house import House


async def why(house: House, name: str) -> list[str]:
    """Ask as a member, and return the lines of the private answer."""
    reply = await house.slash(house.member(name), "why")
    assert reply.ephemeral
    assert reply.message is not None
    return house.read(reply.message).splitlines()


async def test_before_anything_happened_there_is_nothing_but_the_limits(house: House) -> None:
    await deal_first(house, "Ana", "Ben", "Cem")
    assert await why(house, "Cem") == [
        "**Ana is to act**",
        (
            "A raise is to at least 4: the price 2 plus 2, the big blind or smallest bet; "
            "nobody has raised in full."
        ),
        "At most 200: all Ana has.",
    ]


async def test_the_minimum_raise_names_the_full_raise_that_it_comes_from(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    await evening.play("Ana raises to 8")
    assert (await why(house, "Ana"))[1] == (
        "A raise is to at least 14: the price 8 plus 6, which is what Ana last bet or raised "
        "in full."
    )


async def test_a_raise_that_is_closed_says_how_much_was_missing(house: House) -> None:
    evening = await deal_first(
        house,
        "Ana",
        "Ben",
        "Cem",
        stack=20,
        hole="Ana As Ad, Ben Kh Kd, Cem 7h 2c",
        board="Jh 8s 5c 3d 4h",
    )
    await evening.play("Ana raises to 12, Ben calls, Cem folds")
    await evening.play("Ben checks, Ana checks, Ben checks, Ana checks, Ben checks, Ana checks")
    await evening.deal()
    await evening.play("Ben calls, Cem raises to 6, Ana calls, Ben goes all-in")
    assert (await why(house, "Cem"))[:2] == [
        "**Cem is to act**",
        (
            "No raise: Cem has acted already and faces only 2 more. It takes 4, a full raise, "
            "in one go or by several all-ins, to raise again."
        ),
    ]


async def test_pots_say_who_paid_in_and_who_could_win_and_what_came_back(house: House) -> None:
    evening = await deal_first(
        house, "Ana", "Ben", "Cem", hole="Ana As Ad, Ben Kh Kd, Cem 7h 2c", board="Jh 8s 5c 3d 4h"
    )
    await evening.play("Ana raises to 6, Ben folds, Cem folds")
    assert await why(house, "Ben") == [
        "**How hand 1 was paid**",
        "Pot 5 → Ana",
        "-# Paid in: Ben 1, Cem 2, Ana 2. Could win it: Ana.",
        "4 went back to Ana: nobody called it.",
    ]


async def test_during_a_hand_the_hand_before_is_explained_too(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    await evening.play("Ana folds, Ben folds")
    await evening.deal()
    lines = await why(house, "Ana")
    assert "**Ben is to act**" in lines
    assert "**How hand 1 was paid**" in lines
