"""A cash table in a channel: coming and going, chips, posting, the straddle, the settlement."""

from __future__ import annotations

from bot.sandbox import Reply
from tests.bot.evening import Evening, sit_down
from tests.bot.house import House


async def open_cash(house: House, *names: str, **options: int) -> Evening:
    """Open a cash table, have everybody join it and deal the first hand."""
    evening = await sit_down(house, *names, game="cash", **options)
    await evening.deal()
    return evening


async def join(house: House, name: str, **options: int) -> Reply:
    """Have a member sit down while others play."""
    return await house.slash(house.member(name), "table join", **options)


async def test_the_lobby_says_that_one_may_come_and_go(house: House) -> None:
    await sit_down(house, "Ana", "Ben", game="cash", straddle=True)
    lines = house.read(house.post).splitlines()
    assert lines[:2] == [
        (
            "♠ **No-limit Hold'em** · cash · blinds 1/2 · 40 to 200 chips · up to 10 players"
            " · straddle allowed"
        ),
        "Come and go: `/table join` brings chips, `/table leave` takes them off.",
    ]


async def test_a_newcomer_brings_chips_within_the_range_and_waits(house: House) -> None:
    evening = await open_cash(house, "Ana", "Ben", "Cem")
    reply = await join(house, "Dea", chips=30)
    assert reply.text == "One may have 40 to 200 chips when a hand begins here."
    reply = await join(house, "Dea", chips=50)
    assert reply.text == "You have a seat."
    assert "4 Dea  50 waits for the big blind" in house.post.text
    await evening.play("Ana folds, Ben folds")
    await evening.deal()
    assert "Dea posts the big blind 2" in house.post.text


async def test_a_newcomer_may_post_rather_than_wait(house: House) -> None:
    evening = await open_cash(house, "Ana", "Ben", "Cem", "Dea")
    await evening.play("Dea folds, Ana folds, Ben folds")
    await join(house, "Eva", chips=100)
    reply = await house.slash(house.member("Eva"), "table post")
    assert reply.ephemeral
    await evening.house.pass_time(8)
    assert "Eva posts a big blind 2" in house.post.text


async def test_chips_are_added_between_hands(house: House) -> None:
    evening = await open_cash(house, "Ana", "Ben", "Cem", buyin_max=300)
    reply = await house.slash(evening["Ana"], "table chips", amount="10")
    assert reply.text == "Chips are added between hands only."
    await evening.play("Ana folds, Ben folds")
    reply = await house.slash(evening["Ben"], "table chips", amount="1")
    assert reply.text == "You have 300 chips now."
    reply = await house.slash(evening["Ben"], "table chips", amount="5")
    assert reply.text == "One may have 40 to 300 chips when a hand begins here."
    reply = await house.slash(evening["Ben"], "table chips", amount="x")
    assert "is not a number of chips" in reply.text


async def test_who_leaves_takes_his_chips_and_the_settlement_adds_up(house: House) -> None:
    evening = await open_cash(house, "Ana", "Ben", "Cem")
    await evening.play("Ana raises to 6, Ben folds, Cem folds")
    reply = await house.slash(evening["Cem"], "table leave")
    assert "Your chips come off the table." in reply.text
    assert reply.message is not None
    await evening["Cem"].press(reply.message, "Leave for good")
    await house.settled()
    await join(house, "Dea", chips=100)
    await evening.house.pass_time(8)
    await house.slash(evening["Ana"], "table stop", when="at_once")
    assert house.read(house.post).splitlines() == [
        "**The table is closed after 1 hand**",
        "Ana: 203 chips, +3",
        "Dea: 100 chips, +0",
        "Ben: 199 chips, −1",
        "Cem: 198 chips, −2",
    ]


async def test_a_seat_taken_anew_shows_nobody_the_cards_of_who_left(house: House) -> None:
    evening = await open_cash(house, "Ana", "Ben", "Cem")
    await evening.play("Ana folds, Ben folds")
    reply = await house.slash(evening["Cem"], "table leave")
    assert reply.message is not None
    await evening["Cem"].press(reply.message, "Leave for good")
    await house.settled()
    await join(house, "Dea")
    reply = await house.slash(house.member("Dea"), "cards")
    assert reply.text == "You are not in this hand."
    reply = await house.slash(house.member("Dea"), "show")
    assert reply.text == "You are not in this hand."


async def test_sitting_out_and_coming_back(house: House) -> None:
    evening = await open_cash(house, "Ana", "Ben", "Cem", "Dea")
    await house.slash(evening["Ana"], "table away")
    await evening.play("Dea folds, Ben folds")
    await evening.house.pass_time(8)
    assert "Ana  199" not in house.post.text
    assert house.actor() is not evening["Ana"]
    await house.slash(evening["Ana"], "table back")


async def test_the_straddle_where_it_is_allowed(house: House) -> None:
    evening = await sit_down(house, "Ana", "Ben", "Cem", "Dea", game="cash", straddle=True)
    await house.slash(evening["Dea"], "table straddle", on=True)
    await evening.deal()
    assert "Dea straddles 4" in house.post.text
    assert house.actor() is evening["Ana"]


async def test_cash_commands_are_refused_at_tables_with_places(house: House) -> None:
    evening = await sit_down(house, "Ana", "Ben")
    for command, options in (
        ("table chips", {"amount": "5"}),
        ("table post", {}),
        ("table straddle", {"on": True}),
    ):
        reply = await house.slash(evening["Ana"], command, **options)
        assert reply.text.startswith("That is for cash tables")


async def test_a_table_that_paused_for_players_goes_on_when_one_sits_down(house: House) -> None:
    evening = await open_cash(house, "Ana", "Ben")
    await evening.play("Ana folds")
    reply = await house.slash(evening["Ben"], "table leave")
    assert reply.message is not None
    await evening["Ben"].press(reply.message, "Leave for good")
    await evening.house.pass_time(9)
    assert house.post.text.startswith("**Paused**")
    await join(house, "Cem")
    await evening.house.pass_time(9)
    assert "Hand 2" in house.post.text
