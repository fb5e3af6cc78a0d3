"""Direct messages that do not arrive: closed, no server in common, opened too fast."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.sandbox import Rate
from tests.bot.bad_house import BadHouse
from tests.bot.evening import Evening, deal_first, sit_down
from tests.bot.house import checked
from tests.sandbox.openapi import Spec

MESSAGES = "/channels/{channel_id}/messages"
OPEN = "/users/@me/channels"
PAUSE_S = 300
TURN_S = 60


@pytest.fixture(name="house")
async def _house(tmp_path: Path, spec: Spec | None) -> AsyncIterator[BadHouse]:
    async with checked(BadHouse(tmp_path), spec) as house:
        yield house


def refused(house: BadHouse) -> list[int]:
    """Return the codes of everything that was forbidden."""
    return [e.response["code"] for e in house.world.exchanges if e.status == 403]


async def test_x003_50007_new_cards_that_cannot_be_sent_are_in_the_answer(house: BadHouse) -> None:
    evening = await deal_first(
        house, "Ana", "Ben", "Cem", game="fivecard", hole="Ben Ks Kd 2c 3h 4h", board="As Ad Ac"
    )
    await evening.play("Ben checks, Cem checks, Ana checks")
    ben = evening["Ben"]
    ben.dms_open = False
    received = len(ben.dms)
    reply = await evening.type("Ben exchanges 3 4 5")
    assert reply.ephemeral
    assert all(card in reply.text for card in ("K♠", "K♦", "A♠", "A♦", "A♣"))
    assert len(ben.dms) == received
    assert "Ben exchanges 3" in house.post.text
    assert "A♠" not in "".join(message.text for message in house.channel.messages)
    again = await evening.type("Ben exchanges 3 4 5")
    assert again.text == "Not your turn: Cem is to act."
    assert "A♠" in (await house.slash(ben, "cards")).text
    assert house.actor() is evening["Cem"]


async def play_three_hands(house: BadHouse, evening: Evening) -> None:
    for _ in range(3):
        await house.press("Fold", house.actor())
        await evening.deal()


async def test_50007_is_tried_once_in_three_hands(house: BadHouse) -> None:
    evening = await deal_first(house, "Ana", "Ben")
    evening["Ben"].dms_open = False
    await play_three_hands(house, evening)
    assert refused(house) == [50007]
    assert evening["Ben"].id in house.post.pinged


async def test_50278_is_tried_once_in_three_hands(house: BadHouse) -> None:
    house.expected = ("50278",)
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    await evening.play("Ana folds, Ben folds")
    evening["Cem"].here = False
    await evening.deal()
    for _ in range(3):
        while "wins" not in house.post.text:
            if house.actor() is evening["Cem"]:
                await house.pass_time(TURN_S + 1)
            else:
                await house.press("Fold", house.actor())
        await evening.deal()
    assert refused(house) == [50278]


async def test_50278_who_is_back_and_sits_down_anew_is_tried_again(house: BadHouse) -> None:
    house.expected = ("50278",)
    evening = await sit_down(house, "Ana", "Ben")
    ben = evening["Ben"]
    await house.press("Leave", ben)
    received = len(ben.dms)
    joining = house.faults.expect(
        "POST", MESSAGES, holding="You sit at the table", status=403, code=50278
    )
    await house.press("Join", ben)
    assert (joining.met, len(ben.dms)) == (1, received)
    assert "2 Ben ✉" in house.post.text
    await house.press("Leave", ben)
    await house.press("Join", ben)
    assert "✉" not in house.post.text
    await evening.deal(hole="Ben Ks Kd")
    assert "K♠ K♦" in evening.dms("Ben")[-1]


class TestOpeningTooFast:
    @pytest.fixture(autouse=True)
    def _one_in_ten_minutes(self, house: BadHouse) -> None:
        house.expected = ("40003",)
        rate = Rate(1, 2 * PAUSE_S - 10.0)
        house.world.limits = replace(house.world.limits, conversation_open=rate)

    async def test_40003_is_told_in_the_channel_and_cards_are_behind_my_cards(
        self, house: BadHouse
    ) -> None:
        evening = await sit_down(house, "Ana", "Ben", "Cem")
        assert [len(m.dms) for m in evening.members.values()] == [1, 0, 0]
        for name in ("Ben", "Cem"):
            (told,) = house.ephemerals(evening[name])
            assert told.text.startswith("I cannot send you direct messages.")
        await evening.deal(hole="Ben Ks Kd")
        assert evening["Ben"].id in house.post.pinged
        assert "K♠ K♦" in (await house.press("My cards", evening["Ben"])).text
        assert refused(house) == [40003]

    async def test_40003_is_tried_again_after_minutes_and_all_arrive_in_order(
        self, house: BadHouse
    ) -> None:
        evening = await sit_down(house, "Ana", "Ben", "Cem")
        await house.pass_time(PAUSE_S + 1)
        assert refused(house) == [40003, 40003], "the second is tried, the third waits with it"
        assert not evening["Ben"].dms
        house.world.limits = replace(house.world.limits, conversation_open=Rate(9, 1.0))
        await house.pass_time(PAUSE_S + 1)
        await house.settled()
        assert refused(house) == [40003, 40003]
        assert [len(m.dms) for m in evening.members.values()] == [1, 1, 1]
        assert "✉" not in house.post.text
        await evening.deal(hole="Ben Ks Kd")
        assert "K♠ K♦" in evening.dms("Ben")[-1]
        assert len(house.logged("Direct messages wait")) == 2

    async def test_40003_is_not_remembered_as_closed(self, house: BadHouse) -> None:
        evening = await sit_down(house, "Ana", "Ben")
        await house.stop_bot()
        house.world.limits = replace(house.world.limits, conversation_open=Rate(9, 1.0))
        await house.clock.pass_time(2 * PAUSE_S)
        await house.start_bot()
        await house.settled()
        assert len(evening["Ben"].dms) == 1
        assert "✉" not in house.post.text
