"""What happens when sending goes wrong: slow, refused, cut off, overlapping, or a full disk."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox import Fault, Member, Message, Reply
from tests.bot.bad_house import BadHouse
from tests.bot.evening import deal_first, sit_down
from tests.bot.house import checked
from tests.bot.killing import deadline
from tests.sandbox.openapi import Spec

TURN_S = 60
ALL_IN_BOARD = ("K♥", "7♥", "6♥", "2♣", "2♦")
ONE_MOMENT = "One moment: the table is just being shown in the channel."


@pytest.fixture(name="house")
async def _house(tmp_path: Path, spec: Spec | None) -> AsyncIterator[BadHouse]:
    async with checked(BadHouse(tmp_path), spec) as house:
        yield house


def left(house: BadHouse) -> float:
    """Return how much time the newest post gives the member to act."""
    return deadline(house.post) - house.clock.now()


def streets(house: BadHouse) -> list[str]:
    return [post.text.splitlines()[0].split(" · ")[-1] for post in house.posts]


class TestClocks:
    async def test_slow_edits_give_the_time_back_once(self, house: BadHouse) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        slow = house.faults.expect("PATCH", "/messages", times=None, takes=1.1)
        await evening["Ana"].slash(house.channel, "call")
        for _ in range(12):
            await house.pass_slowly(1.1)
        assert slow.met <= 2
        assert "Ana calls 2" in house.post.text
        assert TURN_S - 14 < left(house) < TURN_S - 8
        slow.let_go()

    async def test_a_member_who_comes_and_goes_does_not_renew_the_clock(
        self, house: BadHouse
    ) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        slow = house.faults.expect("PATCH", "/messages", times=None, takes=1.1)
        before = deadline(house.post)
        for command in ("table away", "table back") * 3:
            await evening["Cem"].slash(house.channel, command)
            for _ in range(3):
                await house.pass_slowly(1.1)
        assert deadline(house.post) == before
        assert slow.met <= 6
        slow.let_go()

    async def test_nobody_runs_out_of_time_who_cannot_see_his_turn(self, house: BadHouse) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        down = house.faults.expect("PATCH", "/messages", times=None, status=503)
        await evening["Ana"].slash(house.channel, "call")
        for _ in range(20):
            await house.pass_slowly(5)
        assert down.met > 3
        assert house.actor() is evening["Ana"], "the post does not show yet that she called"
        down.let_go()
        await house.retry(lambda: "Ana calls 2" in house.post.text)
        await house.settled()
        assert "out of time" not in house.post.text
        assert house.actor() is evening["Ben"]
        assert left(house) > TURN_S - 5
        await house.pass_time(TURN_S - 5)
        assert house.actor() is evening["Ben"]
        await house.pass_time(6)
        assert "Ben is out of time" in house.post.text

    async def test_nobody_runs_out_of_time_before_his_street_is_posted(
        self, house: BadHouse
    ) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await evening.play("Ana calls, Ben calls")
        down = house.faults.expect("POST", "/messages", holding="Flop", times=None, status=503)
        await evening["Cem"].press(house.post, "Check")
        for _ in range(20):
            await house.pass_slowly(5)
        down.let_go()
        await house.retry(lambda: "Flop" in house.post.text)
        await house.settled()
        assert "out of time" not in house.post.text
        assert house.actor() is evening["Ben"]
        assert left(house) > TURN_S - 5


class TestRefused:
    @pytest.mark.parametrize("status", [408, 503])
    async def test_a_post_is_tried_until_it_arrives(self, house: BadHouse, status: int) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await evening.play("Ana calls, Ben calls")
        refused = house.faults.expect("POST", "/messages", holding="Flop", times=2, status=status)
        await evening["Cem"].press(house.post, "Check")
        await house.retry(lambda: "Flop" in house.post.text)
        assert refused.met == 2
        await evening.play("Ben checks")
        assert streets(house).count("Flop") == 1

    async def test_an_edit_is_tried_until_it_arrives(self, house: BadHouse) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        refused = house.faults.expect("PATCH", "/messages", times=2, status=503)
        await evening["Ana"].slash(house.channel, "call")
        await house.retry(lambda: "Ana calls 2" in house.post.text)
        assert refused.met == 2
        assert house.actor() is evening["Ben"]

    async def test_a_press_whose_answer_is_lost_is_shown_by_an_edit(self, house: BadHouse) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        house.faults.expect("POST", "/callback", cut="before")
        pressing = asyncio.create_task(evening["Ana"].press(house.post, "Call 2"))
        await house.until(lambda: "Ana calls 2" in house.post.text)
        pressing.cancel()
        await evening.play("Ben calls")

    async def test_a_storage_error_after_a_post_does_not_send_it_again(
        self, house: BadHouse
    ) -> None:
        house.expected = ("bot.outbox",)
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await evening.play("Ana calls, Ben calls")
        # A message of the same nonce is refused for some minutes only.
        sent = house.faults.expect("POST", "/messages", holding="Flop", hold="after")
        await evening["Cem"].press(house.post, "Check")
        await house.until(lambda: "Flop" in house.post.text)
        async with house.database_without("posts"):
            sent.let_go()
            await house.until(lambda: any("no such table" in line for line in house.witness.logged))
        await house.clock.pass_time(600)
        await house.settled()
        await evening.play("Ben checks")
        assert streets(house).count("Flop") == 1


class TestDirectMessages:
    async def new_cards(
        self, house: BadHouse, ben: Member, failed: Fault
    ) -> tuple[Message, list[Message]]:
        """Have Ben draw through the picker in his direct messages; return it and what came then."""
        picker = ben.dms[-1]
        before = list(ben.dms)
        await house.press_on(picker, picker.buttons[0].label, ben)
        drawing = asyncio.create_task(ben.press(picker, "Exchange 1"))
        await house.until(lambda: failed.met == 1)
        await asyncio.sleep(0.05)
        await house.settled()
        drawing.cancel()
        return picker, [message for message in ben.dms if message not in before]

    @pytest.mark.parametrize("fault", [{"status": 404, "code": 10062}, {"cut": "before"}])
    async def test_drawn_cards_whose_answer_failed_arrive_all_the_same(
        self, house: BadHouse, fault: dict[str, Any]
    ) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem", game="fivecard", board="As")
        await evening.play("Ben checks, Cem checks, Ana checks")
        failed = house.faults.expect("POST", "/callback", holding="You exchanged", **fault)
        picker, came = await self.new_cards(house, evening["Ben"], failed)
        assert "A♠" not in picker.text
        assert ["A♠" in message.text for message in came] == [True]
        assert house.actor() is evening["Cem"]

    async def test_drawn_cards_that_did_arrive_are_not_sent_again(self, house: BadHouse) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem", game="fivecard", board="As")
        await evening.play("Ben checks, Cem checks, Ana checks")
        failed = house.faults.expect("POST", "/callback", holding="You exchanged", cut="after")
        picker, came = await self.new_cards(house, evening["Ben"], failed)
        assert "A♠" in picker.text
        assert not came
        assert house.actor() is evening["Cem"]

    @pytest.mark.parametrize("code", [40003, 50007, 50278])
    async def test_whom_messages_do_not_reach_is_told_in_the_channel(
        self, house: BadHouse, code: int
    ) -> None:
        evening = await sit_down(house, "Ana")
        ben = house.member("Ben")
        house.faults.expect("POST", f"/channels/{ben.conversation.id}/", status=403, code=code)
        await house.press("Join", ben)
        told = [message.text for message in house.ephemerals(ben)]
        assert [text[:35] for text in told] == ["I cannot send you direct messages. "]
        await house.press("Start", evening["Ana"])
        assert ben.id in house.post.pinged
        assert f"{ben.mention}: your cards are behind My cards." in house.post.text
        assert not ben.dms

    async def test_who_is_found_unreachable_in_mid_hand_is_pinged_once(
        self, house: BadHouse
    ) -> None:
        evening = await sit_down(house, "Ana", "Ben", "Cem")
        evening["Ben"].dms_open = False
        await evening.deal()
        pings = [m for m in house.channel.messages if m.text.startswith("-# <@")]
        assert [(m.pinged, "your cards" in m.text) for m in pings] == [({evening["Ben"].id}, True)]
        await evening.play("Ana folds, Ben folds")
        await evening.deal()
        assert [m for m in house.channel.messages if m.text.startswith("-# <@")] == pings
        assert evening["Ben"].id in house.post.pinged

    @pytest.mark.parametrize("times", [1, None])
    async def test_a_conversation_that_is_gone_is_opened_anew_once(
        self, house: BadHouse, times: int | None
    ) -> None:
        evening = await sit_down(house, "Ana", "Ben")
        ana, ben = evening["Ana"], evening["Ben"]
        await house.slash(ana, "table stop")
        await house.slash(ana, "holdem start")
        opened = house.faults.expect("POST", "/users/@me/channels", times=None)
        gone = house.faults.expect(
            "POST", f"/channels/{ben.conversation.id}/", times=times, status=404, code=10003
        )
        received = len(ben.dms)
        await house.press("Join", ben)
        assert (opened.met, gone.met) == (1, 1 if times else 2)
        assert len(ben.dms) == received + (1 if times else 0)
        assert len(house.ephemerals(ben)) == (0 if times else 1)


class TestDeferred:
    @pytest.mark.parametrize(
        "fault",
        [{"cut": "before"}, {"cut": "after"}, {"status": 400, "code": 40060}, {"status": 503}],
    )
    async def test_an_answer_whose_deferral_failed_is_not_lost(
        self, house: BadHouse, fault: dict[str, Any]
    ) -> None:
        house.expected = ("40060", "10062")
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await evening.play("Ana calls, Ben calls")
        before = house.post
        failed = house.faults.expect("POST", "/callback", times=2, **fault)
        with house.slow_disk():
            doing: list[asyncio.Task[Reply]] = [
                asyncio.create_task(evening["Cem"].press(before, "Check")),
                asyncio.create_task(evening["Ana"].slash(house.channel, "table away")),
            ]
            await house.until(lambda: failed.met == 2)
        await house.until(lambda: "Flop" in house.post.text)
        await house.until(lambda: not before.buttons)
        if "status" not in fault or fault["status"] == 400:
            await house.until(lambda: "You are away" in house.ephemerals(evening["Ana"])[-1].text)
        for task in doing:
            task.cancel()
        await asyncio.sleep(0.05)
        await house.settled()
        assert "Cem checks" in before.text
        assert streets(house).count("Flop") == 1
        away = [m for m in house.ephemerals(evening["Ana"]) if "You are away" in m.text]
        assert len(away) <= 1


class TestOverlapping:
    async def test_a_post_answered_and_edited_at_once_shows_the_newest_state(
        self, house: BadHouse
    ) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        answer = house.faults.expect("POST", "/callback", holding="Ana calls", hold="before")
        edit = house.faults.expect("PATCH", "/messages", hold="after")
        pressing = asyncio.create_task(evening["Ana"].press(house.post, "Call 2"))
        await house.until(lambda: answer.met == 1)
        await evening["Ben"].slash(house.channel, "call")
        await house.until(lambda: edit.met == 1 and "Ben calls 2" in house.post.text)
        answer.let_go()
        await pressing
        edit.let_go()
        await house.settled()
        assert "Ben calls 2" in house.post.text
        assert house.actor() is evening["Cem"]

    async def test_two_answers_at_once_leave_the_newest_state(self, house: BadHouse) -> None:
        evening = await sit_down(house, "Ana")
        ben, cem = house.member("Ben"), house.member("Cem")
        slow = house.faults.expect("POST", "/callback", holding="2 Ben", hold="before")
        first = asyncio.create_task(ben.press(house.post, "Join"))
        await house.until(lambda: slow.met == 1)
        await cem.press(house.post, "Join")
        assert "3 Cem" in house.post.text
        slow.let_go()
        await first
        await house.settled()
        assert "2 Ben" in house.post.text
        assert "3 Cem" in house.post.text
        await house.press("Start", evening["Ana"])

    async def test_an_old_pause_post_never_becomes_a_second_table(self, house: BadHouse) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await evening.play("Ana folds, Ben folds")
        for name in ("Ana", "Ben"):
            await house.slash(evening[name], "table away")
        await house.pass_time(8)
        pause, back = house.post, house.post.buttons[0].custom_id
        await house.press("I'm back", evening["Ben"])
        slow = house.faults.expect("POST", "/messages", holding="**Hand 2**", hold="before")
        await house.clock.pass_time(8)
        await house.until(lambda: slow.met == 1)
        reply = await evening["Ana"].press_id(pause, back)
        assert reply.ephemeral
        slow.let_go()
        await house.settled()
        assert "Hand 2" in house.post.text
        assert "Hand 2" not in pause.text
        playing = [p for p in house.posts if any(b.label == "My cards" for b in p.buttons)]
        assert playing == [house.post]
        assert not pause.buttons


class TestAllIn:
    async def tells_nothing(self, house: BadHouse, who: Member) -> None:
        for command in ("cards", "table status", "why", "hand export"):
            reply = await house.slash(who, command)
            assert reply.text == ONE_MOMENT, command

    async def test_no_command_tells_the_board_before_it_lies_open(self, house: BadHouse) -> None:
        evening = await deal_first(
            house, "Ana", "Ben", "Cem", hole="Ana As Ad, Ben Ks Kd", board="Kh 7h 6h 2c 2d"
        )
        house.clock.stand_still()
        await evening.play("Ana goes all-in, Ben calls, Cem folds")
        for name in ("Ana", "Ben", "Cem"):
            await self.tells_nothing(house, evening[name])
        await house.pass_time(5)
        await self.tells_nothing(house, evening["Ben"])
        await house.pass_time(1)
        for command in ("table status", "why", "hand export"):
            reply = await house.slash(evening["Ben"], command)
            assert reply.text != ONE_MOMENT

    async def test_nor_when_the_table_closes_with_it(self, house: BadHouse) -> None:
        evening = await deal_first(
            house, "Ana", "Ben", hole="Ana As Ad, Ben Ks Kd", board="Kh 7h 6h 2c 2d"
        )
        house.clock.stand_still()
        await evening.play("Ana goes all-in, Ben calls")
        for _ in range(2):
            for command in ("hand export", "why", "cards", "table status"):
                reply = await house.slash(evening["Ben"], command)
                assert not any(card in reply.text for card in ALL_IN_BOARD)
                assert reply.text == ONE_MOMENT or command != "hand export"
            await house.stop_bot()
            await house.start_bot()
            await house.settled()
        await house.pass_time(12)
        assert house.post.text.startswith("**The table is closed")
        assert (await house.slash(evening["Ben"], "hand export")).text != ONE_MOMENT


class TestShowing:
    async def test_showing_is_confirmed(self, house: BadHouse) -> None:
        evening = await deal_first(house, "Ana", "Ben", hole="Ana As Ad")
        await evening.play("Ana raises to 6, Ben folds")
        assert (await house.slash(evening["Ana"], "show")).text == "You showed your hand."
        assert "A♠ A♦" in house.post.text

    async def test_a_hand_shown_in_a_pause_appears_in_its_result(self, house: BadHouse) -> None:
        evening = await deal_first(house, "Ana", "Ben", hole="Ana As Ad")
        await evening.play("Ana raises to 6, Ben folds")
        result = house.post
        await house.slash(evening["Ben"], "table away")
        await house.pass_time(8)
        assert "**Paused**" in house.post.text
        assert (await house.slash(evening["Ana"], "show")).text == "You showed your hand."
        assert "A♠ A♦" in result.text
        assert "**Paused**" in house.post.text


class TestMemory:
    async def test_nothing_of_a_closed_table_stays(self, house: BadHouse) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        await evening.play("Ana folds")
        await house.slash(evening["Ana"], "table stop")
        await house.slash(evening["Ana"], "table join")
        self.is_empty(house)

    async def test_nor_of_a_lobby_that_nobody_starts(self, house: BadHouse) -> None:
        evening = await sit_down(house, "Ana", "Ben")
        await house.press("Leave", evening["Ben"])
        await house.pass_time(15 * 60)
        assert not house.post.buttons
        self.is_empty(house)

    def is_empty(self, house: BadHouse) -> None:
        assert house.client is not None
        outbox, tables = house.client.outbox, house.client.tables
        lanes, boards, replies = outbox._lanes, outbox._boards, outbox._replies
        assert not any((lanes.lanes, lanes._held._answers, lanes._doubtful, lanes._lost))
        assert not any((boards._posts, boards._shown, boards.flying, boards._overlapped))
        assert not any((boards._replaced, replies._fallbacks, replies._maybe_deferred))
        assert not any((tables._tables, tables._live, tables._unposted))
        assert not tables._wakes._unseen


class TestStorage:
    async def test_a_heartbeat_that_fails_is_logged_and_ends_nothing(self, house: BadHouse) -> None:
        house.expected = ("the sign of life could not be noted",)
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        async with house.database_without("heartbeat"):
            await house.pass_slowly(6)
            await house.until(lambda: any("sign of life" in line for line in house.witness.logged))
        await house.pass_time(TURN_S)
        assert "Ana is out of time" in house.post.text
        assert house.actor() is evening["Ben"]

    @pytest.mark.parametrize("shown_by", ["edit", "answer"])
    async def test_a_storage_error_when_a_turn_is_shown_late_does_not_stop_its_clock(
        self, house: BadHouse, shown_by: str
    ) -> None:
        house.expected = ("bot.outbox",)
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        if shown_by == "edit":
            late = house.faults.expect("PATCH", "/messages", hold="after")
            calling = asyncio.create_task(evening["Ana"].slash(house.channel, "call"))
        else:
            late = house.faults.expect("POST", "/callback", hold="after")
            calling = asyncio.create_task(evening["Ana"].press(house.post, "Call 2"))
        await house.until(lambda: "Ana calls 2" in house.post.text)
        await calling
        await house.pass_slowly(5)
        async with house.database_without("tables"):
            late.let_go()
            await house.until(lambda: any("no such table" in line for line in house.witness.logged))
        await house.pass_slowly(2)
        await house.settled()
        assert not [m for m in house.ephemerals(evening["Ana"]) if "went wrong" in m.text]
        assert house.actor() is evening["Ben"]
        assert left(house) > TURN_S - 5
        await house.pass_time(TURN_S + 1)
        assert "Ben is out of time" in house.post.text

    async def test_a_storage_error_after_an_answer_does_not_spoil_it(self, house: BadHouse) -> None:
        house.expected = ("bot.outbox",)
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await evening.play("Ana calls, Ben calls")
        before = house.post
        answered = house.faults.expect("POST", "/callback", hold="after")
        checking = asyncio.create_task(evening["Cem"].press(before, "Check"))
        await house.until(lambda: not before.buttons)
        await house.until(lambda: "Flop" in house.post.text)
        await asyncio.sleep(0.05)
        async with house.database_without("outbox"):
            answered.let_go()
            await house.until(lambda: any("no such table" in line for line in house.witness.logged))
        assert (await checking).kind == "update"
        await house.pass_slowly(2)
        await house.settled()
        assert "Flop" in house.post.text
        assert not before.buttons
        assert len(house.ephemerals(evening["Cem"])) == 0

    async def test_an_alarm_that_meets_another_change_takes_the_table_anew(
        self, house: BadHouse
    ) -> None:
        house.expected = ("The alarm of table",)
        await deal_first(house, "Ana", "Ben", "Cem")
        await house.run_sql(
            "UPDATE tables SET version = version + 1,"
            " state = json_set(state, '$.version', version + 1)"
        )
        await house.pass_slowly(TURN_S + 1)
        await asyncio.sleep(0.1)
        failed = [line for line in house.witness.logged if "The alarm of table" in line]
        assert len(failed) <= 1
        await house.pass_time(31)
        assert "Ana is out of time" in house.post.text
