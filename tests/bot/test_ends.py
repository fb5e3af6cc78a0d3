"""How members go and how tables end."""

from __future__ import annotations

from tests.bot.evening import deal_first, sit_down
from tests.bot.house import House


class TestLeaving:
    async def test_before_the_first_hand_the_seat_is_free_again(self, house: House) -> None:
        evening = await sit_down(house, "Ana", "Ben", "Cem")
        await house.press("Leave", evening["Ben"])
        assert "**Seats (2)**\n1 Ana\n3 Cem" in house.post.text
        reply = await house.slash(evening["Cem"], "table leave")
        assert reply.text == "You left the table."
        await house.press("Join", house.member("Dea"))
        assert "**Seats (2)**\n1 Ana\n2 Dea" in house.post.text

    async def test_a_running_session_asks_once(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        question = await house.slash(evening["Ben"], "table leave")
        assert question.ephemeral
        assert question.text.startswith("Leave for good? A hand you are playing folds at once")
        assert question.message is not None
        assert "Ben leaves" not in house.post.text
        reply = await house.press_on(question.message, "Leave for good", evening["Ben"])
        assert reply.text == "You left the table."
        assert "Ben leaves the table · Ben folds" in house.post.text
        assert house.actor() is evening["Ana"]

    async def test_a_leaver_takes_his_chips_out_and_is_ranked_as_eliminated(
        self, house: House
    ) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem", hands=2)
        await leave(house, "Ben")
        await evening.play("Ana folds")
        assert "Out: Ben" in house.post.text
        await evening.deal()
        await evening.play(f"{house.actor().name} folds")
        final = house.post.text.splitlines()
        assert final[-1] == "3. Ben (0)"
        assert not house.ephemerals(evening["Ben"])[-1].buttons

    async def test_a_leaver_who_is_to_act_folds_and_the_next_is_asked(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await leave(house, "Ana")
        assert house.actor() is evening["Ben"]
        reply = await house.slash(evening["Ana"], "call")
        assert reply.text == "You have no seat at this table."

    async def test_leaving_while_all_in_plays_the_hand_out(self, house: House) -> None:
        evening = await deal_first(
            house, "Ana", "Ben", "Cem", hole="Ana As Ad, Ben Kh Kd, Cem 2c 7d",
            board="Jh 8s 5c 3d 2h",
        )  # fmt: skip
        await evening.play("Ana goes all-in")
        await leave(house, "Ana")
        await evening.play("Ben calls, Cem folds")
        await house.pass_time(6)
        assert "Hand 1: Ana wins 402" in house.posts[-2].text
        assert house.post.text == (
            "**The table is closed after 1 hand**\n1. Cem (198)\n2. Ana (0), Ben (0)"
        )

    async def test_the_last_but_one_to_leave_ends_the_session(self, house: House) -> None:
        await deal_first(house, "Ana", "Ben")
        await leave(house, "Ben")
        assert house.post.text == "**The table is closed after 1 hand**\n1. Ana (202)\n2. Ben (0)"

    async def test_leaving_between_two_hands(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await evening.play("Ana folds, Ben folds")
        await leave(house, "Ana")
        await house.pass_time(8)
        assert "**Hand 2**" in house.post.text
        assert evening.stacks().keys() == {"Ben", "Cem"}

    async def test_the_question_may_be_answered_late(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        question = await house.slash(evening["Ben"], "table leave")
        await evening.play("Ana folds, Ben folds")
        await evening.deal()
        assert question.message is not None
        await house.press_on(question.message, "Leave for good", evening["Ben"])
        assert "Ben leaves the table" in house.post.text
        again = await house.press_on(question.message, "Leave for good", evening["Ben"]) if (
            question.message.buttons
        ) else None  # fmt: skip
        assert again is None

    async def test_the_opener_may_leave_the_lobby_and_still_start(self, house: House) -> None:
        evening = await sit_down(house, "Ana", "Ben", "Cem")
        await house.press("Leave", evening["Ana"])
        assert "@Ana starts the game" in house.read(house.post)
        await house.press("Start", evening["Ana"])
        assert evening.stacks().keys() == {"Ben", "Cem"}

    async def test_the_opener_may_leave_the_game_and_still_stop_it(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await leave(house, "Ana")
        reply = await house.slash(evening["Ana"], "table stop", when="at_once")
        assert reply.text == "The table is closed."


async def leave(house: House, name: str) -> None:
    """Leave a running session, answering the question."""
    member = house.member(name)
    question = await house.slash(member, "table leave")
    assert question.message is not None
    await house.press_on(question.message, "Leave for good", member)


class TestStopping:
    async def test_after_this_hand(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        reply = await house.slash(evening["Ana"], "table stop")
        assert reply.ephemeral
        assert reply.text == "The table closes after this hand."
        await evening.play("Ana folds")
        assert house.post.text == "**The table is closed after 1 hand**\n1. Ben (201)\n2. Ana (199)"
        assert "Next hand" not in house.posts[-2].text

    async def test_at_once_the_hand_is_void_and_all_chips_go_back(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", hole="Ana As Ad, Ben Kh Kd")
        await evening.play("Ana raises to 50, Ben calls, Ben bets 20")
        live = house.post
        reply = await house.slash(evening["Ana"], "table stop", when="at_once")
        assert reply.text == "The table is closed."
        assert "the hand is void, all chips go back" in live.text
        assert not live.buttons
        assert [post.text for post in house.posts[-2:]] == [
            "**Hand 1 is void: all bets and antes went back**",
            "**The table is closed after 0 hands**\n1. Ana (200), Ben (200)",
        ]

    async def test_between_two_hands(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        await evening.play("Ana folds")
        reply = await house.slash(evening["Ana"], "table stop")
        assert reply.text == "The table is closed."
        assert house.post.text == "**The table is closed after 1 hand**\n1. Ben (201)\n2. Ana (199)"
        await house.pass_time(60)
        assert "The table is closed" in house.post.text

    async def test_a_lobby(self, house: House) -> None:
        evening = await sit_down(house, "Ana", "Ben")
        await house.slash(evening["Ana"], "table stop")
        assert house.read(house.post) == "This table is closed; no hand was played."

    async def test_another_table_may_be_opened_afterwards(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        await house.slash(evening["Ana"], "table stop", when="at_once")
        await house.slash(evening["Ben"], "fivecard start")
        assert "No-limit five-card draw" in house.post.text
        assert "1 Ben" in house.post.text

    async def test_while_an_all_in_board_is_being_shown(self, house: House) -> None:
        evening = await deal_first(
            house, "Ana", "Ben", "Cem", hole="Ana As Ad, Ben Kh Kd", board="Jh 8s 5c 3d 2h"
        )
        await evening.play("Ana goes all-in, Ben calls, Cem folds")
        await house.slash(evening["Ana"], "table stop")
        assert "wins" not in house.post.text
        assert "The table is closed" not in house.post.text
        await house.pass_time(6)
        assert "Hand 1: Ana wins 402" in house.posts[-2].text
        assert "1. Ana (402)" in house.post.text
