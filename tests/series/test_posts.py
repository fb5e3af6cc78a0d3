"""What series have said in the channel stays true: posts are redrawn, once, and ping nobody."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from bot.sandbox import Member, Message, Rate
from bot.series.model import SeriesId
from bot.series.posts import SETTLING_S
from tests.bot.house import House
from tests.series.tables import Evening
from tests.series.test_service import come, fold_first, make, sign_up, text_of, until_start

MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = "/channels/{channel_id}/messages/{message_id}"
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, MISSING_ACCESS = 10003, 10008, 50001


@pytest.fixture(autouse=True)
def _only_the_test_moves_the_time(house: House) -> None:
    house.clock.stand_still()


def announcement(house: House) -> Message:
    return next(m for m in house.channel.messages if "Signed up" in m.text)


def question(house: House) -> Message:
    return next(m for m in house.channel.messages if "Who is here?" in m.text)


async def settle(house: House) -> None:
    """Let the edits that wait for more of the same be made."""
    await house.pass_time(SETTLING_S + 0.01)


def edits(house: House) -> list[dict[str, Any]]:
    """Return what edits of messages in channels have asked for."""
    return [
        e.request for e in house.world.exchanges if (e.method, e.template) == ("PATCH", MESSAGE)
    ]


def untold(house: House) -> int:
    """Count what is still to be told."""
    with closing(sqlite3.connect(house.database)) as database:
        ((count,),) = database.execute("SELECT count(*) FROM outbox").fetchall()
    return int(count)


async def forget(house: House, name: str) -> None:
    """Have a member have all deleted that is kept about him."""
    house.remember()
    reply = await house.slash(house.member(name), "privacy delete")
    assert reply.message is not None
    await house.press_on(reply.message, reply.message.buttons[0].label or "", house.member(name))


async def weekly(house: House) -> Member:
    return await make(house, repeat="weekly", sessions=3)


async def gathered(house: House) -> tuple[Message, Message]:
    """Have three members sign up and two of them be here; return both posts."""
    announced = await sign_up(house, "Ana", "Ben", "Cem")
    await come(house, "Ana", "Ben")
    return announced, question(house)


def lines(house: House, message: Message) -> list[str]:
    """Return what a message shows, but for its times and its event."""
    shown = house.read(message).splitlines()
    return [line for line in shown if "UTC" not in line and "events](" not in line]


# What became of a session


async def test_posts_of_a_session_that_is_played_say_so_and_have_no_buttons(house: House) -> None:
    await make(house)
    announced, asked = await gathered(house)
    await until_start(house)
    await settle(house)
    assert lines(house, announced) == [
        "♠ **Tuesdays · session 1**",
        "Texas Hold'em",
        "It is being played: #poker",
        "**Signed up (3)**",
        "Ana, Ben, Cem",
    ]
    assert lines(house, asked) == ["♠ **Tuesdays · session 1**", "It is being played: #poker"]


async def test_posts_of_a_session_that_was_played_name_who_won(house: House) -> None:
    await make(house, minutes=30)
    announced, asked = await gathered(house)
    await until_start(house)
    loser = await fold_first(house)
    await until_start(house, 31)
    await settle(house)
    (winner,) = {"Ana", "Ben"} - {loser.name}
    for post in (announced, asked):
        assert f"It was played, and {winner} won." in post.text
        assert not post.buttons


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("series skip", "Tuesdays · session 1 is skipped."),
        ("series cancel", "Tuesdays · session 1 is cancelled."),
    ],
)
async def test_posts_of_a_session_that_is_called_off_say_why(
    house: House, command: str, said: str
) -> None:
    host = await weekly(house)
    announced, asked = await gathered(house)
    await text_of(house, host, command, series="Tuesdays", why="a feast")
    await settle(house)
    assert lines(house, announced)[1:3] == [said, "-# a feast"]
    assert lines(house, asked) == ["♠ **Tuesdays · session 1**", said, "-# a feast"]
    assert not announced.buttons


async def test_a_moved_session_is_joined_at_its_new_time_and_the_question_is_over(
    house: House,
) -> None:
    host = await weekly(house)
    announced, asked = await gathered(house)
    await text_of(house, host, "series move", series="Tuesdays", to="2199-01-01 20:00")
    await settle(house)
    assert "2199-01-01 20:00 UTC" in announced.text
    assert [button.label for button in announced.buttons] == ["Join", "Withdraw"]
    assert asked.text.startswith("Tuesdays · session 1 has a new time: 2199-01-01 20:00 UTC")
    assert not asked.buttons


async def test_a_session_that_is_postponed_is_joined_at_its_new_time(house: House) -> None:
    host = await make(house)
    await text_of(house, host, "series edit", series="Tuesdays", too_few="postpone")
    announced = await sign_up(house, "Ana")
    await come(house, "Ana")
    asked = question(house)
    await until_start(house, 1)
    await until_start(house, 16)
    await settle(house)
    assert asked.text.startswith("Tuesdays · session 1 has a new time: ")
    assert not asked.buttons
    assert asked.text.split("time: ")[1] in announced.text
    assert [button.label for button in announced.buttons] == ["Join", "Withdraw"]


async def test_a_session_at_several_tables_says_where_they_are(house: House) -> None:
    evening = Evening(house, 1)
    await evening.make()
    (session,) = await evening.sessions()
    await evening.begin(session, 10)
    await settle(house)
    places = ", ".join(f"<#{table.channel}>" for table in evening.open_tables)
    assert places.count("<#") == 2
    shown = [m for m in house.channel.messages if f"It is being played: {places}" in m.text]
    assert [bool(post.buttons) for post in shown] == [False, False]


async def test_a_paused_series_says_so_where_one_signs_up_until_it_goes_on(house: House) -> None:
    host = await weekly(house)
    announced = await sign_up(house, "Ana")
    before = announced.text
    await text_of(house, host, "series pause", series="Tuesdays")
    await settle(house)
    assert "The series is paused" in announced.text
    await text_of(house, host, "series resume", series="Tuesdays")
    await settle(house)
    assert announced.text == before
    await text_of(house, host, "series pause", series="Tuesdays")
    await until_start(house)
    await settle(house)
    assert "is not played: the series is paused." in announced.text
    assert not announced.buttons


async def test_join_goes_when_sign_up_closes_and_comes_back_when_too_few_are_left(
    house: House,
) -> None:
    host = await make(house)
    announced = await sign_up(house, "Ana", "Ben")
    await text_of(house, host, "series edit", series="Tuesdays", closes=30)
    await until_start(house, -30)
    await settle(house)
    assert [button.label for button in announced.buttons] == ["Withdraw"]
    await house.press_on(announced, "Withdraw", house.member("Ben"))
    assert [button.label for button in announced.buttons] == ["Join", "Withdraw"]


async def test_who_moves_up_and_who_leaves_shows_in_the_other_post_as_well(house: House) -> None:
    host = await make(house)
    await text_of(house, host, "series edit", series="Tuesdays", most=2)
    announced, asked = await gathered(house)
    assert "**Waiting (1)**\nCem" in announced.text
    await house.press_on(announced, "Withdraw", house.member("Ben"))
    assert "Waiting" not in announced.text
    assert "Here (2)" in asked.text
    await settle(house)
    assert "Here (1): Ana" in asked.text
    await text_of(house, host, "series edit", series="Tuesdays", most=9)
    await settle(house)
    assert "**Signed up (2 of 9)**" in announced.text


async def test_a_session_that_waits_for_its_start_says_so_and_not_when_it_begins(
    house: House,
) -> None:
    await make(house)
    announced = await sign_up(house, "Ana")
    await come(house, "Ana")
    asked = question(house)
    assert asked.text.startswith("**Tuesdays · session 1 begins at <t:")
    await until_start(house, 1)
    await settle(house)
    assert asked.text.startswith("**Tuesdays · session 1 should have begun at <t:")
    assert "waits for players: 2 are needed" in asked.text
    await until_start(house, 16)
    await settle(house)
    for post in (announced, asked):
        assert "is cancelled: too few players." in post.text
        assert not post.buttons


async def test_the_event_of_a_session_is_found_under_an_announcement_that_came_first(
    house: House,
) -> None:
    await weekly(house)
    await settle(house)
    (event, _) = house.world.agenda.of(house.world.guild)
    assert f"/{event.id})" in announcement(house).text
    house.brought_about.add(10070)
    house.world.agenda.remove(event)
    host = house.member("Host")
    await text_of(house, host, "series move", series="Tuesdays", to="2199-01-01 20:00")
    await settle(house)
    assert f"/{event.id})" not in announcement(house).text


async def test_a_member_who_has_himself_deleted_is_taken_out_of_old_posts(house: House) -> None:
    await make(house, minutes=30)
    announced, asked = await gathered(house)
    await until_start(house)
    loser = await fold_first(house)
    await until_start(house, 31)
    await settle(house)
    (winner,) = {"Ana", "Ben"} - {loser.name}
    await forget(house, winner)
    await settle(house)
    for post in (announced, asked):
        assert winner not in post.text
        assert "It was played, and former member won." in post.text
    assert f"**Signed up (3)**\n{loser.name}" in announced.text.replace("former member, ", "")


# Once, and pinging nobody


async def test_an_answer_to_a_press_is_followed_by_no_edit(house: House) -> None:
    await make(house)
    await settle(house)
    announced = announcement(house)
    before = len(edits(house))
    for name in ("Ana", "Ben"):
        await house.press_on(announced, "Join", house.member(name))
    await house.press_on(announced, "Withdraw", house.member("Ben"))
    await settle(house)
    assert len(edits(house)) == before
    assert "Ana" in announced.text


async def test_sixty_who_sign_up_at_once_cost_an_edit_and_are_all_shown(house: House) -> None:
    await make(house)
    await sign_up(house, "Ana")
    await come(house, "Ana")
    await settle(house)
    # As Discord does with messages older than an hour, whose edits it counts strictly.
    limits = house.world.limits
    house.world.limits = replace(limits, old_s=0.0, old_message_edit=Rate(3, 6.0))
    announced, before = announcement(house), len(edits(house))
    members = [house.member(f"P{number}") for number in range(60)]
    await asyncio.gather(*(member.press(announced, "Join") for member in members))
    await house.settled()
    await settle(house)
    assert "**Waiting (1)**" in announced.text
    assert "Here (61)" in question(house).text
    assert len(edits(house)) <= before + 2


async def test_no_edit_pings_anybody(house: House) -> None:
    host = await weekly(house)
    await gathered(house)
    pinged = [m.pinged for m in house.channel.messages]
    await house.press_on(announcement(house), "Withdraw", house.member("Cem"))
    await text_of(house, host, "series pause", series="Tuesdays")
    await text_of(house, host, "series resume", series="Tuesdays")
    await until_start(house)
    await settle(house)
    assert [m.pinged for m in house.channel.messages][: len(pinged)] == pinged
    assert edits(house)
    for request in edits(house):
        assert not request["allowed_mentions"].get("users")


async def test_a_change_that_shows_nowhere_costs_no_edit(house: House) -> None:
    host = await make(house)
    await sign_up(house, "Ana")
    await settle(house)
    before = len(edits(house))
    await text_of(house, host, "series edit", series="Tuesdays", grace=30)
    await text_of(house, host, "series scoring", series="Tuesdays", best=3)
    await settle(house)
    assert len(edits(house)) == before


# Whatever goes wrong


async def test_a_restart_between_a_change_and_its_edit_makes_the_edit(house: House) -> None:
    host = await make(house)
    announced = await sign_up(house, "Ana")
    await text_of(house, host, "series skip", series="Tuesdays")
    assert announced.buttons
    await house.stop_bot()
    await house.start_bot()
    await settle(house)
    assert "is skipped." in announced.text
    assert not announced.buttons


async def test_an_edit_that_waits_is_replaced_by_a_newer_one_over_a_restart_too(
    house: House,
) -> None:
    host = await make(house)
    announced = await sign_up(house, "Ana")
    await settle(house)
    before = len(edits(house))
    await text_of(house, host, "series edit", series="Tuesdays", most=9)
    await text_of(house, host, "series edit", series="Tuesdays", most=8)
    with closing(sqlite3.connect(house.database)) as database:
        waiting = database.execute("SELECT count(*) FROM outbox WHERE kind = 'edit'").fetchall()
    assert waiting == [(1,)]
    await house.stop_bot()
    await house.start_bot()
    await settle(house)
    assert len(edits(house)) == before + 1
    assert "(1 of 8)" in announced.text


@pytest.mark.parametrize("fault", [{"cut": "before"}, {"cut": "after"}, {"status": 503}])
async def test_an_answer_that_does_not_arrive_is_made_up_for_by_an_edit(
    house: House, fault: dict[str, Any]
) -> None:
    await make(house)
    await settle(house)
    announced = announcement(house)
    house.faults.expect("POST", "/callback", **fault)
    pressing = asyncio.create_task(house.member("Ana").press(announced, "Join"))
    await asyncio.sleep(0.1)
    await house.settled()
    await settle(house)
    pressing.cancel()
    await asyncio.gather(pressing, return_exceptions=True)
    assert "Ana" in announced.text


async def test_a_post_is_known_again_that_was_sent_but_not_noted_when_the_bot_ended(
    house: House,
) -> None:
    sent = house.faults.expect("POST", MESSAGES, holding="Signed up", hold="after")
    host = house.member("Host")
    making = asyncio.create_task(make(house))
    await house.world.wait_for(lambda: sent.met == 1, timeout=10)
    announced = announcement(house)
    await house.member("Ana").press(announced, "Join")
    making.cancel()
    await asyncio.gather(making, return_exceptions=True)
    await house.stop_bot()
    sent.let_go()
    await house.start_bot()
    await settle(house)
    assert [m for m in house.channel.messages if "Signed up" in m.text] == [announced]
    assert "Ana" in announced.text
    await text_of(house, host, "series skip", series="Tuesdays")
    await settle(house)
    assert not announced.buttons


async def test_10008_a_post_that_somebody_deleted_is_left_so(house: House) -> None:
    house.brought_about.add(UNKNOWN_MESSAGE)
    host = await make(house)
    announced = await sign_up(house, "Ana")
    await settle(house)
    house.world.posts.remove(announced)
    before = len(edits(house))
    await text_of(house, host, "series edit", series="Tuesdays", most=9)
    await settle(house)
    await text_of(house, host, "series edit", series="Tuesdays", most=8)
    await settle(house)
    assert len(edits(house)) == before + 1, "that it is gone is known from then on"
    assert not any("Signed up" in m.text for m in house.channel.messages)
    assert not [line for line in house.witness.logged if "WARNING" in line and "cannot" in line]


@pytest.mark.parametrize("restart", [False, True])
async def test_50001_what_could_not_be_put_right_is_when_the_channel_is_there_again(
    house: House, restart: bool
) -> None:
    house.brought_about.add(MISSING_ACCESS)
    host = await weekly(house)
    announced = await sign_up(house, "Ana", "Ben")
    await settle(house)
    house.channel.deny("view_channel", "send_messages")
    await text_of(house, host, "series edit", series="Tuesdays", most=9)
    await settle(house)
    await text_of(house, host, "series edit", series="Tuesdays", most=8)
    await settle(house)
    assert "(2 of 60)" in announced.text
    if restart:
        await house.stop_bot()
        await house.start_bot()
        await settle(house)
    house.channel.allow("view_channel", "send_messages")
    await house.world.wait_for(lambda: "(2 of 8)" in announced.text, timeout=10)
    await house.settled()
    assert untold(house) == 0


async def test_10003_in_a_channel_that_is_gone_nothing_is_put_right_any_more(house: House) -> None:
    house.brought_about.add(UNKNOWN_CHANNEL)
    host = await weekly(house)
    await sign_up(house, "Ana", "Ben")
    await settle(house)
    await text_of(house, host, "series edit", series="Tuesdays", most=9)
    elsewhere = house.world.channel("draw-table")
    house.world.remove_channel(house.channel)
    await settle(house)
    reply = await host.slash(elsewhere, "series edit", series="Tuesdays", channel=elsewhere.id)
    await house.settled()
    assert reply.text.startswith("Done")
    await settle(house)
    assert untold(house) == 0
    assert any("Ana, Ben" in m.text for m in elsewhere.messages)


async def test_who_is_forgotten_is_in_no_edit_that_waits(house: House) -> None:
    await make(house)
    announced = await sign_up(house, "Ana", "Ben")
    await text_of(house, house.member("Host"), "series skip", series="Tuesdays")
    assert untold(house) == 1
    await forget(house, "Ana")
    await settle(house)
    assert "former member, Ben" in announced.text


async def test_who_presses_on_a_post_that_could_not_be_edited_sees_it_put_right(
    house: House,
) -> None:
    host = await weekly(house)
    announced, asked = await gathered(house)
    await settle(house)
    with closing(sqlite3.connect(house.database)) as database:
        await text_of(house, host, "series skip", series="Tuesdays")
        await house.stop_bot()
        database.execute("DELETE FROM outbox")
        database.commit()
    await house.start_bot()
    await settle(house)
    for post, label in ((announced, "Join"), (announced, "Withdraw"), (asked, "I'm here")):
        for name in ("Ana", "Dea"):
            late = await house.press_on(post, label, house.member(name))
            assert late.ephemeral
            assert late.text.startswith("That session has begun or is over")
    await settle(house)
    for post in (announced, asked):
        assert "is skipped." in post.text
        assert not post.buttons


async def test_a_press_on_a_post_that_is_not_known_is_answered_there(house: House) -> None:
    await make(house)
    await settle(house)
    announced, before = announcement(house), len(edits(house))
    with closing(sqlite3.connect(house.database)) as database:
        database.execute("DELETE FROM posts")
        database.commit()
    await house.press_on(announced, "Join", house.member("Ana"))
    assert "Ana" in announced.text
    await settle(house)
    assert len(edits(house)) == before


async def test_a_series_is_the_same_after_its_posts_were_edited(house: House) -> None:
    """What posts show a session is kept with it."""
    await make(house)
    await gathered(house)
    assert house.client is not None
    (session,) = (await house.client.series.store.season(SeriesId(1))).sessions
    assert [(post.shows, post.channel) for post in session.posts] == [
        ("announce", house.channel.id),
        ("check", house.channel.id),
    ]
