"""Who signed up is told, in one post that pings him, when a moderator changes what concerns him."""

from __future__ import annotations

import pytest

from bot.sandbox import Member, Message
from tests.bot.house import House
from tests.series.test_posts import settle
from tests.series.test_service import come, make, sign_up, text_of, until_start


@pytest.fixture(autouse=True)
def _only_the_test_moves_the_time(house: House) -> None:
    house.clock.stand_still()


async def gathered(house: House, *names: str) -> Member:
    """Have a moderator make a series of two sessions; members sign up for the first."""
    host = await make(house, repeat="weekly", sessions=2)
    await sign_up(house, *(names or ("Ana", "Ben")))
    await settle(house)
    return host


async def told(house: House, host: Member, command: str, **options: object) -> Message:
    """Have a moderator change the series; return the one post that tells of it."""
    before = len(house.channel.messages)
    await text_of(house, host, command, series="Tuesdays", **options)
    (post,) = house.channel.messages[before:]
    return post


def pinged(house: House, post: Message) -> list[str]:
    return sorted(house.world.members[user].name for user in post.pinged)


@pytest.mark.parametrize(
    ("command", "options", "said"),
    [
        ("series skip", {}, "Tuesdays · session 1 is skipped."),
        ("series cancel", {}, "Tuesdays · session 1 is cancelled."),
        ("series move", {"to": "2199-01-01 20:00"}, "session 1 has a new time: 2199-01-01 20:00"),
        ("series dates", {"first": "2199-01-01 20:00"}, "session 1 has a new time: 2199-01-01"),
        ("series pause", {}, "Tuesdays is paused: until it goes on, nothing is played."),
        ("series stakes", {"stack": 500}, "session 1: No-limit Hold'em · blinds 1/2 · 500 chips"),
    ],
)
async def test_each_change_of_time_place_or_game_is_told_once_with_its_reason(
    house: House, command: str, options: dict[str, object], said: str
) -> None:
    host = await gathered(house)
    post = await told(house, host, command, why="a vote", **options)
    assert said in post.text
    assert "session 2" not in post.text
    assert "\n-# a vote\n" in post.text
    assert pinged(house, post) == ["Ana", "Ben"]


async def test_that_a_series_goes_on_is_told_to_who_heard_that_it_was_paused(house: House) -> None:
    host = await gathered(house)
    await told(house, host, "series pause")
    post = await told(house, host, "series resume")
    assert post.text.startswith("Tuesdays goes on.")
    assert pinged(house, post) == ["Ana", "Ben"]


async def test_another_channel_is_told_in_both_and_one_signs_up_in_the_new_one(
    house: House,
) -> None:
    host = await gathered(house)
    old = next(m for m in house.channel.messages if "Signed up" in m.text)
    other = house.world.channel("draw-table")
    post = await told(house, host, "series edit", channel=other.id)
    assert post.text.startswith(f"Tuesdays is played in <#{other.id}> from now on.")
    (new,) = other.messages
    for each in (post, new):
        assert pinged(house, each) == ["Ana", "Ben"]
    await settle(house)
    assert f"is played in <#{other.id}>: the announcement is there." in old.text
    assert not old.buttons
    assert not old.pinged
    await house.press_on(new, "Join", house.member("Cem"))
    assert "Ana, Ben, Cem" in new.text
    assert "-# <@" not in new.text
    assert house.channel.messages[-1] is post


async def test_who_was_asked_in_the_old_channel_is_asked_in_the_new_one(house: House) -> None:
    host = await gathered(house)
    await come(house, "Ana", "Ben")
    asked = next(m for m in house.channel.messages if "Who is here?" in m.text)
    other = house.world.channel("draw-table")
    await told(house, host, "series edit", channel=other.id)
    await settle(house)
    assert not asked.buttons
    anew = next(m for m in other.messages if "Who is here?" in m.text)
    assert "Here (2): Ana, Ben" in anew.text
    assert not anew.pinged
    await until_start(house, -4)
    await until_start(house)
    assert any(message.text.startswith("**Hand 1**") for message in other.messages)


async def test_who_is_here_already_hears_of_another_time_and_of_nothing_else(
    house: House,
) -> None:
    host = await gathered(house)
    await come(house, "Ana", "Ben")
    post = await told(house, host, "series move", to="2199-01-01 20:00")
    assert len(post.text.splitlines()) == 2
    assert pinged(house, post) == ["Ana", "Ben"]


async def test_what_concerns_nobody_is_told_nobody(house: House) -> None:
    host = await gathered(house)
    before = len(house.channel.messages)
    named = {"series": "Tuesdays"}
    for command, options in (
        ("series move", {"session": 2, "to": "2199-01-01 20:00"}),
        ("series edit", {"most": 9, "grace": 30}),
        ("series scoring", {"best": 1}),
        ("series skip", {"session": 2}),
    ):
        assert "Done" in await text_of(house, host, command, **named, **options)
    assert len(house.channel.messages) == before


async def test_who_gets_or_loses_a_seat_by_another_largest_field_is_told_and_nobody_else(
    house: House,
) -> None:
    host = await gathered(house, "Ana", "Ben", "Cem", "Dea")
    post = await told(house, host, "series edit", most=2)
    assert post.text.startswith("Tuesdays · session 1 has room for fewer")
    assert pinged(house, post) == ["Cem", "Dea"]
    post = await told(house, host, "series edit", most=3)
    assert post.text.startswith("Tuesdays · session 1 has room for more")
    assert pinged(house, post) == ["Cem"]


async def test_who_signed_up_hears_that_too_few_did(house: House) -> None:
    await gathered(house, "Ana")
    await come(house, "Ana")
    await until_start(house, 1)
    await until_start(house, 16)
    post = house.channel.messages[-1]
    assert "is cancelled: too few players." in post.text
    assert pinged(house, post) == ["Ana"]


async def test_a_nasty_reason_pings_nobody_else(house: House) -> None:
    host = await gathered(house, "Ana")
    cem = house.member("Cem")
    post = await told(house, host, "series skip", why=f"@everyone <@{cem.id}> **x**")
    assert pinged(house, post) == ["Ana"]
    assert "\\@everyone" in post.text
