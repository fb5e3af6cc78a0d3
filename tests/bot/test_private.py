"""Cards: who gets them where, and the exchange in each of its ways."""

from __future__ import annotations

import pytest

from bot.outbox.payloads import mentions
from bot.render.parts import Screen
from bot.sandbox import Message, NoSuchComponent
from tests.bot.evening import Evening, deal_first, sit_down
from tests.bot.house import House

FIVE = "Ana As Ad 5c 7d 9h, Ben Ks Kd 4c 6d 8h, Cem Qs Qd 3c 5d 7h"


class TestDirectMessages:
    async def test_everybody_is_greeted_and_gets_his_own_cards(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", hole="Ana As Ad, Ben 10h 9h")
        assert evening.dms("Ana") == [
            "You sit at the table in #poker. Your cards will come here.",
            "Hand 1 in #poker, you are on the button\n# A♠ A♦\na pair of aces",
        ]
        assert evening.dms("Ben")[1] == "Hand 1 in #poker\n# 10♥ 9♥\nten high"

    async def test_my_cards_and_the_command_show_them_too(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", hole="Ben 10h 9h", board="8h 7h 6h")
        await evening.play("Ana calls, Ben checks")
        expected = "Hand 1 in #poker\n# 10♥ 9♥\nWith the board: straight flush, ten high"
        reply = await house.press("My cards", evening["Ben"])
        assert reply.ephemeral
        assert house.read(reply) == expected
        reply = await house.slash(evening["Ben"], "cards")
        assert reply.ephemeral
        assert house.read(reply) == expected

    async def test_who_folded_may_still_look(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem", hole="Ana As Ad")
        await evening.play("Ana folds")
        assert "A♠ A♦" in (await house.slash(evening["Ana"], "cards")).text


class TestUnreachable:
    @pytest.fixture(name="ben")
    async def _ben(self, house: House) -> None:
        house.member("Ben").dms_open = False

    @pytest.mark.usefixtures("ben")
    async def test_is_told_at_once_privately_and_marked_in_the_lobby(self, house: House) -> None:
        evening = await sit_down(house, "Ana", "Ben")
        (told,) = house.ephemerals(evening["Ben"])
        assert told.text.startswith("I cannot send you direct messages. You can play all the same")
        assert "2 Ben ✉ no direct messages: cards by button" in house.post.text
        assert "1 Ana\n" in house.post.text
        ana = [message.text for message in house.ephemerals(evening["Ana"])]
        assert not any("I cannot send you" in text for text in ana)

    async def test_the_opener_is_told_as_well(self, house: House) -> None:
        house.member("Ana").dms_open = False
        evening = await sit_down(house, "Ana")
        said = [message.text for message in house.ephemerals(evening["Ana"])]
        assert said[0].startswith("Your table is open: ")
        assert said[1].startswith("I cannot send you direct messages.")
        assert "1 Ana ✉ no direct messages" in house.post.text

    @pytest.mark.usefixtures("ben")
    async def test_who_joins_by_command_is_told_as_well(self, house: House) -> None:
        evening = await sit_down(house, "Ana")
        await house.slash(house.member("Ben"), "table join")
        said = [message.text for message in house.ephemerals(house.member("Ben"))]
        assert said[0] == "You have a seat."
        assert said[1].startswith("I cannot send you direct messages.")
        assert "2 Ben ✉" in evening.post.text

    @pytest.mark.usefixtures("ben")
    async def test_is_pinged_at_the_deal_and_plays_with_my_cards(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem", hole="Ben Ks Kd")
        ben = evening["Ben"]
        assert house.post.pinged == {evening["Ana"].id, ben.id}
        assert "-# @Ben: your cards are behind My cards." in house.read(house.post)
        assert "K♠ K♦" in (await house.press("My cards", ben)).text
        await evening.play("Ana calls, Ben calls, Cem checks")
        assert house.post.pinged == {ben.id}
        assert "behind My cards" not in house.post.text
        await evening.play("Ben bets 2, Cem folds, Ana folds")
        assert "Hand 1: Ben wins 6" in house.post.text

    @pytest.mark.usefixtures("ben")
    async def test_is_not_tried_again_every_hand(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        for _ in range(3):
            await evening.play(f"{house.actor().name} folds")
            await evening.deal()
        refused = [each for each in house.world.exchanges if each.status == 403]
        assert len(refused) == 1
        assert not evening["Ben"].dms

    @pytest.mark.usefixtures("ben")
    async def test_is_remembered_after_a_restart(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        await house.stop_bot()
        await house.start_bot()
        await evening.play("Ana folds")
        await evening.deal()
        assert len([each for each in house.world.exchanges if each.status == 403]) == 1
        assert evening["Ben"].id in house.post.pinged

    @pytest.mark.usefixtures("ben")
    async def test_is_tried_again_when_he_sits_down_again(self, house: House) -> None:
        evening = await sit_down(house, "Ana", "Ben")
        await house.press("Leave", evening["Ben"])
        evening["Ben"].dms_open = True
        await house.press("Join", evening["Ben"])
        await evening.deal()
        assert len(evening["Ben"].dms) == 2
        assert "✉" not in house.posts[0].text

    async def test_who_closes_his_messages_later_is_pinged_from_then_on(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        evening["Ben"].dms_open = False
        await evening.play("Ana folds")
        await evening.deal(hole="Ben Ks Kd")
        note = house.channel.messages[-1]
        assert house.read(note) == "-# @Ben: your cards are behind My cards."
        assert note.pinged == {evening["Ben"].id}
        await evening.play("Ben folds")
        await evening.deal()
        assert evening["Ben"].id in house.post.pinged

    @pytest.mark.usefixtures("ben")
    async def test_exchanges_in_the_channel_for_nobody_else_to_see(self, house: House) -> None:
        evening = await deal_first(
            house, "Ana", "Ben", "Cem", game="fivecard", hole=FIVE, board="Kh Kc 2s"
        )
        await evening.play("Ben checks, Cem checks, Ana checks")
        reply = await evening.play("Ben exchanges 3 4 5")
        assert reply.ephemeral
        assert house.read(reply) == (
            "Hand 1 in #poker\nYou exchanged 3 cards.\n# K♠ K♦ K♥ K♣ 2♠\nfour kings"
        )
        assert not evening["Ben"].dms


class TestTheExchange:
    @pytest.fixture(name="draw")
    async def _draw(self, house: House) -> Evening:
        """Three at the exchange, in the order Ben, Cem, Ana; kings would come next."""
        evening = await deal_first(
            house, "Ana", "Ben", "Cem", game="fivecard", hole=FIVE, board="Kh Kc 2s 2d 2h"
        )
        await evening.play("Ben checks, Cem checks, Ana checks")
        return evening

    def new_cards(self, draw: Evening) -> list[str]:
        """Return every place where Ben was told of his new cards."""
        seen = draw.house.ephemerals(draw["Ben"]) + draw["Ben"].dms
        return [draw.house.read(message) for message in seen if "K♥" in message.text]

    async def test_the_table_asks_and_tells_only_the_number(self, draw: Evening) -> None:
        house = draw.house
        assert "@Ben: exchange up to 5 cards, or stand pat." in house.read(house.post)
        assert [b.label for b in house.post.buttons] == ["Draw…", "Stand pat", "My cards"]
        await draw.play("Ben exchanges 3 4 5, Cem exchanges 1, Ana stands pat")
        said = house.posts[-2].text
        assert "Ben exchanges 3 · Cem exchanges 1 · Ana stands pat" in said

    async def test_the_picker_marks_and_unmarks(self, draw: Evening) -> None:
        house, ben = draw.house, draw["Ben"]
        picker = await house.press("Draw…", ben)
        assert picker.ephemeral
        assert house.read(picker) == (
            "Hand 1 in #poker\n"
            "### 1\u00a0K♠   2\u00a0K♦   3\u00a04♣   4\u00a06♦   5\u00a08♥\n"
            "a pair of kings\n"
            "Your turn to exchange: mark cards, or stand pat.\n"
            "[K♠] [K♦] [4♣] [6♦] [8♥] [Stand pat]"
        )
        message = self.shown(picker.message)
        for label in ("4♣", "6♦", "8♥", "8♥ ✕", "8♥"):
            await house.press_on(message, label, ben)
        assert [b.label for b in message.buttons] == [
            "K♠", "K♦", "4♣ ✕", "6♦ ✕", "8♥ ✕", "Exchange 3", "Stand pat",
        ]  # fmt: skip
        await house.press_on(message, "Exchange 3", ben)
        assert house.read(message) == (
            "Hand 1 in #poker\nYou exchanged 3 cards.\n# K♠ K♦ K♥ K♣ 2♠\nfour kings"
        )
        assert not message.buttons

    def shown(self, message: Message | None) -> Message:
        assert message is not None
        return message

    async def test_by_picker_in_the_direct_message(self, draw: Evening) -> None:
        reply = await draw.pick(draw["Ben"], draw["Ben"].dms[-1], "3 4 5")
        assert reply.kind == "update"
        assert len(self.new_cards(draw)) == 1
        assert "Ben exchanges 3" in draw.post.text

    async def test_by_picker_under_the_table(self, draw: Evening) -> None:
        await draw.play("Ben exchanges 3 4 5")
        in_the_answer, by_message = self.new_cards(draw)
        assert in_the_answer == (
            "Hand 1 in #poker\nYou exchanged 3 cards.\n# K♠ K♦ K♥ K♣ 2♠\nfour kings"
        )
        assert by_message == "Hand 1 in #poker\n# K♠ K♦ K♥ K♣ 2♠\nfour kings"

    async def test_by_command_with_positions(self, draw: Evening) -> None:
        reply = await draw.house.slash(draw["Ben"], "draw", count=3, positions="3,4,5")
        assert reply.ephemeral
        assert "K♠ K♦ K♥ K♣ 2♠" in reply.text

    async def test_by_command_with_a_count_opens_the_picker_for_so_many(
        self, draw: Evening
    ) -> None:
        house, ben = draw.house, draw["Ben"]
        reply = await house.slash(ben, "draw", count=3)
        assert reply.ephemeral
        message = self.shown(reply.message)
        assert "Mark 3 cards to exchange; 0 marked." in message.text
        for position in (3, 4):
            await house.press_on(message, message.buttons[position - 1].label, ben)
            with pytest.raises(NoSuchComponent, match="disabled"):
                await ben.press(message, "Exchange 3")
        await house.press_on(message, "8♥", ben)
        await house.press_on(message, "K♠", ben)
        with pytest.raises(NoSuchComponent, match="disabled"):
            await ben.press(message, "Exchange 3")
        await house.press_on(message, "K♠ ✕", ben)
        await house.press_on(message, "Exchange 3", ben)
        assert "K♠ K♦ K♥ K♣ 2♠" in message.text

    async def test_by_command_of_all_five_at_once(self, draw: Evening) -> None:
        reply = await draw.house.slash(draw["Ben"], "draw", count=5)
        assert "# K♥ K♣ 2♠ 2♦ 2♥\nfull house, twos full of kings" in reply.text

    @pytest.mark.parametrize("way", ["button", "picker", "direct", "command"])
    async def test_stand_pat_each_way(self, draw: Evening, way: str) -> None:
        house, ben = draw.house, draw["Ben"]
        if way == "button":
            await house.press("Stand pat", ben)
        elif way == "picker":
            picker = await house.press("Draw…", ben)
            await house.press_on(self.shown(picker.message), "Stand pat", ben)
        elif way == "direct":
            await house.press_on(ben.dms[-1], "Stand pat", ben)
        else:
            reply = await house.slash(ben, "draw", count=0)
            assert "You stand pat." in reply.text
        assert "Ben stands pat" in draw.post.text
        assert not self.new_cards(draw)

    async def test_a_picker_works_once(self, draw: Evening) -> None:
        house, ben = draw.house, draw["Ben"]
        await draw.play("Ben exchanges 3 4 5")
        old = ben.dms[1]
        pat = next(b for b in old.buttons if b.label == "Stand pat")
        reply = await house.press_on(old, pat.custom_id, ben)
        assert reply.kind == "message"
        assert "You exchanged 3 cards." in reply.text
        await draw.play("Cem stands pat")
        assert "Ben stands pat" not in draw.post.text

    async def test_a_picker_may_be_prepared_before_the_turn(self, draw: Evening) -> None:
        house, ana = draw.house, draw["Ana"]
        message = ana.dms[-1]
        assert "press Exchange when it is your turn" in message.text
        for position in (3, 4, 5):
            await house.press_on(message, message.buttons[position - 1].label, ana)
        reply = await house.press_on(message, "Exchange 3", ana)
        assert reply.text == "Not your turn: Ben is to act."
        await draw.play("Ben stands pat, Cem stands pat")
        await house.press_on(message, "Exchange 3", ana)
        assert "You exchanged 3 cards." in message.text

    async def test_nobody_presses_anothers_picker(self, draw: Evening) -> None:
        with pytest.raises(NoSuchComponent):
            await draw["Cem"].press(draw["Ben"].dms[-1], "Stand pat")
        # Even a forged press concerns only who presses.
        pat = next(b for b in draw["Ben"].dms[-1].buttons if b.label == "Stand pat")
        reply = await draw["Cem"].press_id(draw.post, pat.custom_id)
        assert reply.text == "Not your turn: Ben is to act."


def test_who_is_pinged_for_two_reasons_is_named_once() -> None:
    allowed = mentions(Screen((), pings=(1, 2, 1))).to_dict()
    assert allowed["users"] == [1, 2]
