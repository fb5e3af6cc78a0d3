"""The controls of a host, and of moderators, who are hosts of every table."""

from __future__ import annotations

import pytest

from bot.sandbox import Member
from tests.bot.evening import Evening, deal_first, sit_down
from tests.bot.house import House

COMMANDS = ["pause", "resume", "invite", "kick", "host", "settings"]


def lines(house: House) -> list[str]:
    """Return everything said in the channel, oldest first."""
    return [house.read(message) for message in house.channel.messages]


async def run(house: House, who: Member, command: str, **options: object) -> str:
    reply = await house.slash(who, f"table {command}", **options)
    assert reply.ephemeral
    return reply.text


async def paused(house: House) -> Evening:
    evening = await deal_first(house, "Ana", "Ben", "Cem", pings="never")
    await run(house, evening["Ana"], "pause")
    return evening


class TestPause:
    async def test_no_time_runs_out_while_the_table_is_paused(self, house: House) -> None:
        evening = await paused(house)
        assert "-# Ana pauses the table: no time runs out, and no further hand" in lines(house)[-1]
        actor = house.actor()
        await house.pass_time(3_600)
        assert house.actor() is actor
        assert "out of time" not in "".join(lines(house))
        assert "Paused: no time runs out." in house.read(evening.post)

    async def test_who_wants_may_act_all_the_same(self, house: House) -> None:
        evening = await paused(house)
        await evening.play("Ana folds, Ben folds")
        assert "Paused: no time runs out. `/table resume` goes on." in house.read(evening.post)
        before = len(lines(house))
        await house.pass_time(600)
        assert len(lines(house)) == before, "no further hand is dealt"

    async def test_it_goes_on_where_it_was(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem", turn=60)
        await house.pass_time(20)
        await run(house, evening["Ben"], "pause")  # who is no host
        await run(house, evening["Ana"], "pause")
        await house.pass_time(1_000)
        assert await run(house, evening["Ana"], "resume") == "The table goes on."
        assert lines(house)[-1] == (
            "-# Ana resumes the table.\n-# Hand 1 continues: @Ana is to act. in a while"
        )
        assert house.channel.messages[-1].mentions == (evening["Ana"].id,)
        await house.pass_time(35)
        assert house.actor() is evening["Ana"]
        await house.pass_time(10)
        assert house.actor() is evening["Ben"], "Ana had 40 seconds left"

    async def test_the_next_hand_comes_after_the_pause(self, house: House) -> None:
        evening = await paused(house)
        await evening.play("Ana folds, Ben folds")
        await house.pass_time(600)
        await run(house, evening["Ana"], "resume")
        await house.pass_time(9)
        assert "**Hand 2**" in house.post.text

    async def test_it_survives_a_restart(self, house: House) -> None:
        evening = await paused(house)
        await house.stop_bot()
        await house.clock.pass_time(500)
        await house.start_bot()
        await house.pass_time(500)
        assert house.actor() is evening["Ana"]
        await run(house, evening["Ana"], "resume")
        await house.pass_time(50)
        assert house.actor() is evening["Ana"]

    async def test_a_table_that_nobody_resumes_closes_after_a_day(self, house: House) -> None:
        await paused(house)
        await house.pass_time(23 * 3_600)
        assert house.client is not None
        assert len(house.client.tables.all_open()) == 1
        await house.pass_time(2 * 3_600)
        assert house.client.tables.all_open() == []
        assert "200" in lines(house)[-1], "the hand is void and the chips are back"

    async def test_it_is_said_when_there_is_nothing_to_pause_or_resume(self, house: House) -> None:
        evening = await sit_down(house, "Ana", "Ben")
        assert await run(house, evening["Ana"], "pause") == "No hand is being played yet."
        await evening.deal()
        assert await run(house, evening["Ana"], "resume") == "The table is not paused."
        await run(house, evening["Ana"], "pause")
        assert await run(house, evening["Ana"], "pause") == "The table is paused already."


class TestKick:
    async def test_a_seat_is_free_again_before_the_first_hand(self, house: House) -> None:
        evening = await sit_down(house, "Ana", "Ben", "Cem")
        await run(house, evening["Ana"], "kick", member=evening["Ben"].id)
        assert "-# Ana removes Ben from the table." in lines(house)
        lobby = house.posts[0]
        assert "Ben" not in house.read(lobby)
        again = await house.press_on(lobby, "Join", evening["Ben"])
        assert again.text == (
            "The host has taken your seat at this table. An invitation gives it back."
        )

    async def test_who_plays_a_hand_plays_it_to_its_end_first(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await run(house, evening["Ana"], "kick", member=evening["Cem"].id)
        assert "-# Ana removes Cem from the table after this hand." in lines(house)
        await evening.play("Ana calls, Ben folds, Cem checks, Cem bets 2, Ana folds")
        await house.pass_time(9)
        assert "**Hand 2**" in house.post.text
        assert "Cem" not in house.post.text

    async def test_between_hands_it_takes_effect_at_once(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await evening.play("Ana folds, Ben folds")
        await run(house, evening["Ana"], "kick", member=evening["Cem"].id)
        await house.pass_time(9)
        assert "Cem" not in house.post.text

    async def test_at_a_cash_table_the_chips_come_off_with_him(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem", game="cash")
        await run(house, evening["Ana"], "kick", member=evening["Cem"].id)
        await evening.play("Ana folds, Ben folds")
        await house.pass_time(9)
        assert "Cem" not in house.post.text
        again = await house.slash(evening["Cem"], "table join")
        assert "has taken your seat" in again.text

    async def test_a_member_without_a_seat_has_none_to_lose(self, house: House) -> None:
        evening = await sit_down(house, "Ana", "Ben")
        said = await run(house, evening["Ana"], "kick", member=house.member("Zoe").id)
        assert said == "That member has no seat at this table."


class TestInvite:
    async def test_who_is_invited_is_pinged_once(self, house: House) -> None:
        evening = await sit_down(house, "Ana", "Ben")
        zoe = house.member("Zoe")
        await run(house, evening["Ana"], "invite", member=zoe.id)
        assert lines(house)[-1] == "-# @Zoe: Ana invites you to this table. `/table join`"
        assert house.channel.messages[-1].mentions == (zoe.id,)
        said = await run(house, evening["Ana"], "invite", member=zoe.id)
        assert said == "That member has been invited already."
        assert (await house.slash(zoe, "table join")).text == "You have a seat."

    async def test_who_was_removed_may_be_invited_back(self, house: House) -> None:
        evening = await sit_down(house, "Ana", "Ben")
        await run(house, evening["Ana"], "kick", member=evening["Ben"].id)
        await run(house, evening["Ana"], "invite", member=evening["Ben"].id)
        assert (await house.slash(evening["Ben"], "table join")).text == "You have a seat."

    async def test_nobody_is_called_for_whom_there_is_no_seat(self, house: House) -> None:
        evening = await sit_down(house, "Ana", "Ben", seats=2)
        ana, zoe = evening["Ana"], house.member("Zoe")
        assert await run(house, ana, "invite", member=zoe.id) == "Every seat is taken."
        said = await run(house, ana, "invite", member=evening["Ben"].id)
        assert said == "That member sits at this table."
        await evening.deal()
        assert "has begun" in await run(house, ana, "invite", member=zoe.id)


async def test_the_new_host_stops_the_table_and_the_old_one_no_more(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben")
    await run(house, evening["Ana"], "host", member=evening["Ben"].id)
    assert "-# Ana makes Ben the host of this table." in lines(house)
    refused = await run(house, evening["Ana"], "stop")
    assert refused == "Only the host of this table or a moderator can do that."
    assert "after this hand" in await run(house, evening["Ben"], "stop")


async def test_settings_count_from_the_next_turn_and_the_next_hand_on(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben", turn=60)
    await run(house, evening["Ana"], "settings", turn=20, pings="never", muck=True)
    assert "-# Ana sets the table: turn time 20 s, no pings; losing hands stay hidden." in lines(
        house
    )
    await evening.play("Ana calls")
    await house.pass_time(21)
    assert "Ben is out of time" in house.read(house.posts[-2])
    await evening.play("Ben checks, Ana checks, Ben checks, Ana checks, Ben checks, Ana checks")
    assert "Ben  " in house.post.text, "this hand was dealt before"
    assert house.client is not None
    await house.pass_time(9)
    table = house.client.tables.at(house.channel.id)
    assert table.session.hand is not None
    assert table.session.hand.stakes.muck


async def test_what_is_not_named_stays(house: House) -> None:
    evening = await sit_down(house, "Ana", "Ben", turn=90, pings="always")
    await run(house, evening["Ana"], "settings", muck=True)
    assert "turn time 90 s, ping at every turn; losing hands stay hidden" in lines(house)[-1]
    await run(house, evening["Ana"], "settings", turn=30)
    assert "turn time 30 s, ping at every turn; losing hands stay hidden" in lines(house)[-1]


async def test_the_log_keeps_who_did_what(house: House) -> None:
    evening = await deal_first(house, "Ana", "Ben")
    empty = await run(house, evening["Ben"], "log")
    assert empty == "No host or moderator has done anything at this table."
    mia = house.member("Mia")
    mia.permissions = {"manage_messages"}
    await run(house, mia, "pause")
    await run(house, mia, "resume")
    await run(house, evening["Ana"], "stop")
    said = [line.split("> ", 1)[1] for line in (await run(house, mia, "log")).splitlines()]
    assert said == [
        "Mia pauses the table: no time runs out, and no further hand is dealt.",
        "Mia resumes the table.",
        "Ana ends the session after this hand.",
    ]


@pytest.mark.parametrize("command", COMMANDS)
async def test_a_player_who_is_no_host_is_refused(house: House, command: str) -> None:
    evening = await deal_first(house, "Ana", "Ben")
    given = {"invite": house.member("Zoe"), "kick": evening["Ana"], "host": evening["Ben"]}
    options = {"member": given[command].id} if command in given else {}
    before = lines(house)
    for name in ("Ben", "Zoe"):
        said = await run(house, house.member(name), command, **options)
        assert said == "Only the host of this table or a moderator can do that."
    assert lines(house) == before


@pytest.mark.parametrize("command", COMMANDS)
async def test_where_there_is_no_table_there_is_nothing_to_host(house: House, command: str) -> None:
    options = {"member": house.member("Zoe").id} if command in {"invite", "kick", "host"} else {}
    assert "No table is open" in await run(house, house.member("Ana"), command, **options)
