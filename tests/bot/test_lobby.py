from __future__ import annotations

from tests.bot.house import House


async def test_the_opener_is_seated_and_others_join_by_button(house: House) -> None:
    lea, tom = house.member("Léa"), house.member("Tom")
    await lea.slash(house.channel, "holdem start")
    await house.settled()
    assert "1 Léa" in house.post.text
    reply = await tom.press(house.post, "Join")
    assert reply.kind == "update"
    assert "2 Tom" in house.post.text


async def test_a_lobby_closes_after_fifteen_idle_minutes(house: House) -> None:
    await house.member("Léa").slash(house.channel, "holdem start")
    await house.settled()
    await house.pass_time(15 * 60 + 1)
    assert house.post.text == "This table is closed; no hand was played."
    assert not house.post.buttons
