"""How the screens read, word for word; names stand for mentions, "in a while" for a countdown."""

from __future__ import annotations

from tests.bot.evening import deal_first, sit_down
from tests.bot.house import House


async def test_the_lobby(house: House) -> None:
    house.member("Inès").dms_open = False
    await sit_down(house, "Léa", "Tom", "Inès", minutes=90)
    assert house.read(house.post).splitlines() == [
        "♠ **No-limit Hold'em** · blinds 1/2 · 200 chips each · 2-10 players",
        "Ends when one player has all the chips or 90 minutes are over",
        "Turn time 60 s · ping after 10 s · play chips only",
        "**Seats (3)**",
        "1 Léa",
        "2 Tom",
        "3 Inès ✉ no direct messages: cards by button",
        "-# @Léa starts the game. An idle lobby closes in a while.",
        "[Join] [Leave] [Start]",
    ]


async def test_the_table_in_the_middle_of_a_street(house: House) -> None:
    evening = await deal_first(house, "Léa", "Tom", "Inès", "Max", board="9c 9d 4s")
    await evening.play("Max calls, Léa calls, Tom calls, Inès checks")
    await evening.play("Tom checks, Inès bets 6, Max calls, Léa folds")
    assert house.read(house.post).splitlines() == [
        "**Hand 1** · blinds 1/2 · Flop",
        "# 9♣ 9♦ 4♠",
        "pot 20",
        "Tom checks · Inès bets 6 · Max calls 6 · Léa folds",
        "```",
        "D  1 Léa  198 folded",
        "▸  2 Tom  198",
        "   3 Inès 192 bet 6",
        "   4 Max  192 bet 6",
        "```",
        "@Tom: 6 to call. Raise to 12 or more (all you have: 198). in a while",
        "[Fold] [Call 6] [Raise…] [All-in 198] [My cards]",
    ]


async def test_the_table_with_side_pots(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem", stack=100)
    await evening.play("Ana raises to 60, Ben calls, Cem folds, Ben checks, Ana bets 20, Ben folds")
    await evening.deal(board="9c 9d 4s 2h")
    await evening.play("Ben goes all-in, Cem calls, Ana calls")
    await evening.play("Cem checks, Ana bets 20, Cem calls")
    assert house.read(house.post).splitlines() == [
        "**Hand 2** · blinds 1/2 · Turn",
        "# 9♣ 9♦ 4♠ 2♥",
        "pot 160",
        "pots 120 (Cem, Ana, Ben) · 40 (Cem, Ana)",
        "```",
        "   1 Ana 102",
        "D  2 Ben   0 all-in",
        "▸  3 Cem  38",
        "```",
        "@Cem: checking is free. Bet 2 or more (all you have: 38). in a while",
        "[Fold] [Check] [Bet…] [All-in 38] [My cards]",
    ]


async def test_a_street_that_is_over(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben", board="9c 9d 4s")
    await evening.play("Ana raises to 6, Ben calls, Ben checks, Ana bets 10, Ben calls")
    assert house.read(house.posts[-2]).splitlines() == [
        "**Hand 1** · blinds 1/2 · Flop",
        "# 9♣ 9♦ 4♠",
        "pot 32",
        "Ben checks · Ana bets 10 · Ben calls 10",
    ]


async def test_a_showdown_with_an_odd_chip(house: House) -> None:
    evening = await deal_first(
        house, "Ana", "Ben", "Cem", "Dea",
        hole="Ana As Kd, Ben Ah Kc, Cem 8c 8s, Dea 7c 2d", board="Qc Jd 10s 3h 4h",
    )  # fmt: skip
    await evening.play("Dea raises to 41, Ana calls, Ben folds, Cem calls")
    await evening.play("Cem bets 20, Dea folds, Ana calls, Cem checks, Ana checks")
    await evening.play("Cem checks, Ana bets 10, Cem calls")
    assert house.read(house.post).splitlines() == [
        "**Hand 1: Ana wins 184**",
        "Board Q♣ J♦ 10♠ 3♥ 4♥",
        "Ana  **A♠ K♦**  straight, ace high  +113",
        "Cem  **8♣ 8♠**  a pair of eights  −71",
        "Pot 184 → Ana",
        "-# Next hand in 8 seconds.",
    ]


async def test_a_split_pot_names_who_gets_the_odd_chip(house: House) -> None:
    evening = await deal_first(
        house, "Ana", "Ben", "Cem", hole="Ana As Kd, Ben 7c 2d, Cem Ah Kc", board="Qc Jd 10s 3h 4h"
    )
    await evening.play("Ana raises to 6, Ben folds, Cem calls")
    await evening.play("Cem checks, Ana checks, Cem checks, Ana checks, Cem checks, Ana checks")
    assert house.read(house.post).splitlines() == [
        "**Hand 1: the chips go to Cem 7, Ana 6**",
        "Board Q♣ J♦ 10♠ 3♥ 4♥",
        "Cem  **A♥ K♣**  straight, ace high  +1",
        "Ana  **A♠ K♦**  straight, ace high  +0",
        "Pot 13 → Cem 7, Ana 6 (1 odd chip to Cem, first left of the button)",
        "-# Next hand in 8 seconds.",
    ]


async def test_a_fold_out_with_show_mine(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben", hole="Ana As Ad")
    await evening.play("Ana raises to 6, Ben folds")
    assert house.read(house.post).splitlines() == [
        "**Hand 1: Ana wins 4**",
        "Cards not shown.",
        "-# Ana's uncalled 4 came back",
        "-# Next hand in 8 seconds.",
        "[Show mine]",
    ]
    await evening.play("Ana shows")
    assert house.read(house.post).splitlines() == [
        "**Hand 1: Ana wins 4**",
        "Ana shows A♠ A♦",
        "-# Ana's uncalled 4 came back",
        "-# Next hand in 8 seconds.",
    ]


async def test_five_card_draw(house: House) -> None:
    evening = await deal_first(
        house, "Ana", "Ben", "Cem", game="fivecard", hole="Ana As Ad 5c 7d 9h"
    )
    assert house.read(house.post).splitlines() == [
        "**Hand 1** · ante 1 · Before the draw",
        "pot 3",
        "Ana draws the button",
        "```",
        "D  1 Ana 99",
        "▸  2 Ben 99",
        "   3 Cem 99",
        "```",
        "@Ben: checking is free. Bet 2 or more (all you have: 99). in a while",
        "[Fold] [Check] [Bet…] [All-in 99] [My cards]",
    ]
    assert evening.dms("Ana")[1].splitlines() == [
        "Hand 1 in #poker, you are on the button",
        "### 1\u00a0A♠   2\u00a0A♦   3\u00a05♣   4\u00a07♦   5\u00a09♥",
        "a pair of aces",
        "Mark what you want to exchange; press Exchange when it is your turn.",
        "[A♠] [A♦] [5♣] [7♦] [9♥] [Stand pat]",
    ]


async def test_ten_long_names_with_side_pots_fit_into_one_message(house: House) -> None:
    names = [f"{letter}" * 30 for letter in "ABCDEFGHIJ"]
    evening = await sit_down(house, *names, stack=1_000_000, big=2)
    await evening.deal()
    for _ in range(10):
        await house.slash(house.actor(), "allin")
    await house.pass_time(10)
    result = next(post for post in reversed(house.posts) if "Hand 1:" in post.text)
    assert all(f"{name[:15]}…" in result.text for name in names)
    assert len(result.text) < 4000


async def test_a_street_of_very_many_raises_fits_into_its_message(house: House) -> None:
    evening = await deal_first(house, "A" * 16, "B" * 16, stack=10_000)
    for amount in range(4, 300, 2):
        await house.slash(house.actor(), "raise", amount=str(amount))
    await house.settled()
    assert "raises to 298" in evening.post.text
    assert "296 to call" not in evening.post.text
    await house.press("Call 2")
    assert "calls 298" in house.posts[-2].text
    assert len(house.posts[-2].text) < 4000
