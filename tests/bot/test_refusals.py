"""What cannot be done is answered in private, says what could be, and changes nothing."""

from __future__ import annotations

import pytest

from bot.sandbox import Reply
from tests.bot.evening import Evening, deal_first, sit_down
from tests.bot.house import House

BAD_POSITIONS = [
    (2, "1 1"), (2, "1"), (1, "1 2"), (1, "6"), (1, "0"), (1, "9"), (2, "1 -2"), (1, "x"),
    (1, "one"), (2, "1;2"), (1, "1.5"), (2, "１ ２"), (1, "As"), (1, "@everyone"), (3, "122"),
]  # fmt: skip


async def refused(evening: Evening, reply: Reply) -> str:
    """Return the words of a refusal, which only its reader sees."""
    await evening.house.settled()
    assert reply.kind == "message"
    assert reply.ephemeral
    assert reply.message is not None
    assert not reply.message.buttons
    return reply.text


@pytest.fixture(name="evening")
async def _evening(house: House) -> Evening:
    """Three at a table: Ana has the button and is to act, Ben and Cem have posted the blinds."""
    return await deal_first(house, "Ana", "Ben", "Cem")


class TestByTheRules:
    async def test_not_your_turn(self, evening: Evening) -> None:
        before = evening.post.text
        for command in ("calls", "checks", "raises to 6", "bets 6", "goes all-in", "folds"):
            reply = await evening.type(f"Ben {command}")
            assert await refused(evening, reply) == "Not your turn: Ana is to act."
        for label in ("Fold", "Call 2", "Raise…", "All-in 200"):
            reply = await evening.house.press(label, evening["Ben"])
            assert await refused(evening, reply) == "Not your turn: Ana is to act."
        assert evening.post.text == before

    async def test_below_the_minimum(self, evening: Evening) -> None:
        await evening.type("Ana raises to 6")
        said = await refused(evening, await evening.type("Ben raises to 9"))
        assert said == (
            "At least 10: the last full bet or raise was 4. Between 10 and 200, which is all-in."
        )

    async def test_below_the_smallest_bet(self, evening: Evening) -> None:
        await evening.type("Ana calls, Ben calls, Cem checks")
        said = await refused(evening, await evening.type("Ben bets 1"))
        assert said == "At least 2, the smallest bet. Between 2 and 198, which is all-in."

    async def test_more_than_the_stack(self, evening: Evening) -> None:
        said = await refused(evening, await evening.type("Ana raises to 201"))
        assert said == "You have 200 at most in this round. Between 4 and 200, which is all-in."

    async def test_a_bet_facing_a_blind_names_raise_and_its_limits(self, evening: Evening) -> None:
        said = await refused(evening, await evening.type("Ana bets 6"))
        assert said == (
            "The blind is 2. To raise, use /raise 4 or more, at most 200. To call 2, use /call."
        )

    async def test_a_check_facing_a_bet_names_the_call(self, evening: Evening) -> None:
        said = await refused(evening, await evening.type("Ana checks"))
        assert "To call 2, use /call." in said

    async def test_a_raise_with_no_bet_names_bet_and_its_limits(self, evening: Evening) -> None:
        await evening.type("Ana calls, Ben calls, Cem checks")
        said = await refused(evening, await evening.type("Ben raises to 6"))
        assert said == "Nobody has bet. To open, use /bet 2 or more, at most 198."

    async def test_a_call_with_nothing_to_call(self, evening: Evening) -> None:
        await evening.type("Ana calls, Ben calls")
        said = await refused(evening, await evening.type("Cem calls"))
        assert said.startswith("There is nothing to call: /check, or")
        assert "/raise 4 or more, at most 200" in said

    async def test_a_closed_raise_names_the_call(self, house: House) -> None:
        # Ben is left with 13, so that his all-in over 10 is no full raise.
        evening = await deal_first(house, "Ana", "Ben", "Cem", stack=20)
        await evening.type("Ana raises to 7, Ben calls, Cem folds, Ben bets 2, Ana raises to 4")
        await evening.type("Ben folds")
        await evening.deal()
        assert evening.stacks()["Ben"] == 11
        await evening.type("Ben calls, Cem calls, Ana checks, Cem bets 8, Ana calls")
        await evening.type("Ben goes all-in")
        for attempt in ("raises to 16", "goes all-in"):
            said = await refused(evening, await evening.type(f"Cem {attempt}"))
            assert said == "Ben went all-in for less than a full raise. You may call 1 or fold."
        assert "No raise: the last all-in was less than a full raise." in evening.post.text
        assert [button.label for button in evening.post.buttons] == ["Fold", "Call 1", "My cards"]

    async def test_a_raise_nobody_could_answer(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", stack=20)
        await evening.type("Ana raises to 6, Ben folds")
        await evening.deal()
        await evening.type("Ben goes all-in")
        said = await refused(evening, await evening.type("Ana raises to 22"))
        assert (
            said
            == "Every opponent is all-in: nobody could answer a raise. You may call 16 or fold."
        )


class TestStaleButtons:
    async def test_of_an_earlier_hand_says_what_counted_there(self, evening: Evening) -> None:
        old = evening.post
        call = next(b.custom_id for b in old.buttons if b.label == "Call 2")
        await evening.type("Ana calls, Ben folds, Cem checks, Cem bets 2, Ana folds")
        await evening.deal()
        said = await refused(evening, await evening["Ana"].press_id(old, call))
        assert said == "That button was for hand 1. You folded."
        said = await refused(evening, await evening["Ben"].press_id(old, call))
        assert said == "That button was for hand 1. You folded."
        said = await refused(evening, await evening["Cem"].press_id(old, call))
        assert said == "That button was for hand 1. You last bet 2."

    async def test_pressed_twice_says_what_counted(self, evening: Evening) -> None:
        call = next(b.custom_id for b in evening.post.buttons if b.label == "Call 2")
        post = evening.post
        await evening.play("Ana calls")
        said = await refused(evening, await evening["Ana"].press_id(post, call))
        assert said == (
            "That button is from an earlier moment of this hand. You last called 2. "
            "Ben is to act: 1 to call."
        )

    async def test_a_late_dialog_counts_for_nothing(self, evening: Evening) -> None:
        dialog = await evening.house.press("Raise…")
        await evening.type("Ana calls, Ben calls")
        said = await refused(evening, await evening["Ana"].submit(dialog, amount="50"))
        assert said.startswith("That button is from an earlier moment of this hand.")
        assert "Ana raises" not in evening.post.text

    async def test_of_a_closed_table(self, evening: Evening) -> None:
        post = evening.post
        fold = next(b.custom_id for b in post.buttons if b.label == "Fold")
        await evening.house.slash(evening["Ana"], "table stop", when="at_once")
        said = await refused(evening, await evening["Ana"].press_id(post, fold))
        assert said == "That table is closed."

    async def test_that_no_version_of_the_bot_knows(self, evening: Evening) -> None:
        said = await refused(evening, await evening["Ana"].press_id(evening.post, "x:y"))
        assert said == "That control is no longer in use."

    async def test_show_mine_of_an_earlier_hand_shows_nothing(self, evening: Evening) -> None:
        await evening.type("Ana raises to 6, Ben folds, Cem folds")
        old = evening.post
        (show,) = old.buttons
        await evening.deal()
        await evening.type("Ben folds, Cem raises to 6, Ana folds")
        assert "Hand 2: Cem wins" in evening.post.text
        await evening.deal()
        await evening.type("Cem folds, Ana raises to 6, Ben folds")
        assert "Hand 3: Ana wins" in evening.post.text
        said = await refused(evening, await evening["Ana"].press_id(old, show.custom_id))
        assert said == "That button was for hand 1."
        assert "Cards not shown." in evening.post.text
        assert "Ana shows" not in old.text


class TestSeats:
    async def test_who_does_not_sit_is_told_so(self, evening: Evening) -> None:
        guest = evening.house.member("Guest")
        for command in ("call", "fold", "check", "allin", "cards", "show"):
            reply = await guest.slash(evening.house.channel, command)
            assert await refused(evening, reply) == "You have no seat at this table."
        for command in ("table leave", "table away", "table back"):
            reply = await guest.slash(evening.house.channel, command)
            assert await refused(evening, reply) == "You have no seat at this table."
        for label in ("Fold", "Call 2", "Raise…", "All-in 200", "My cards"):
            reply = await evening.house.press(label, guest)
            assert await refused(evening, reply) == "You have no seat at this table."

    async def test_no_seat_is_taken_after_the_first_deal(self, evening: Evening) -> None:
        guest = evening.house.member("Guest")
        said = await refused(evening, await evening.house.slash(guest, "table join"))
        assert said == "The session has begun: seats are taken before the first hand only."

    async def test_a_full_table_and_a_second_seat(self, house: House) -> None:
        evening = await sit_down(house, "Ana", "Ben", seats=2)
        said = await refused(evening, await house.press("Join", evening["Ben"]))
        assert said == "You have a seat at this table already."
        said = await refused(evening, await house.press("Join", house.member("Cem")))
        assert said == "Every seat is taken."

    async def test_one_player_is_too_few(self, house: House) -> None:
        evening = await sit_down(house, "Ana")
        said = await refused(evening, await house.press("Start", evening["Ana"]))
        assert said == "At least two players are needed. Others can press Join."

    async def test_no_decision_before_the_first_deal(self, house: House) -> None:
        evening = await sit_down(house, "Ana", "Ben")
        said = await refused(evening, await evening.type("Ana calls"))
        assert said == "No hand is being played yet."

    async def test_no_decision_between_hands(self, evening: Evening) -> None:
        await evening.type("Ana folds, Ben folds")
        for words in ("Ana calls", "Ana folds", "Ana raises to 6"):
            assert await refused(evening, await evening.type(words)) == "No hand is being played."

    async def test_who_folded_is_not_in_the_hand(self, evening: Evening) -> None:
        await evening.type("Ana folds")
        said = await refused(evening, await evening.type("Ana calls"))
        assert said == "You are not in this hand."


class TestPlaces:
    async def test_no_table_here(self, house: House) -> None:
        ana = house.member("Ana")
        commands: dict[str, dict[str, object]] = {
            "bet": {"amount": "5"}, "raise": {"amount": "5"}, "draw": {"count": 1}, "call": {},
            "check": {}, "fold": {}, "allin": {}, "cards": {}, "show": {}, "table join": {},
            "table leave": {}, "table away": {}, "table back": {}, "table status": {},
            "table stop": {},
        }  # fmt: skip
        for command, options in commands.items():
            reply = await house.slash(ana, command, **options)
            assert reply.ephemeral
            assert reply.text == (
                "No table is open in this channel. `/holdem start` or `/fivecard start`."
            )

    async def test_a_second_start_points_to_the_first_table(self, evening: Evening) -> None:
        house = evening.house
        for game in ("holdem", "fivecard"):
            reply = await house.slash(house.member("Dea"), f"{game} start")
            said = await refused(evening, reply)
            assert said.startswith("A table is already open in this channel: https://discord.com/")
            assert said.endswith(f"/{house.channel.id}/{evening.post.id}")

    @pytest.mark.parametrize("missing", ["send_messages", "view_channel", "read_message_history"])
    async def test_no_permission_to_post_here(self, house: House, missing: str) -> None:
        house.channel.deny(missing)
        reply = await house.slash(house.member("Ana"), "holdem start")
        assert reply.ephemeral
        assert reply.text.startswith("I cannot run a table here. Missing permission: ")
        assert missing.replace("_", " ").title() in reply.text
        assert not house.channel.messages


class TestWhoDirects:
    async def test_only_the_opener_starts(self, house: House) -> None:
        evening = await sit_down(house, "Ana", "Ben")
        said = await refused(evening, await house.press("Start", evening["Ben"]))
        assert said == "Only the host of this table or a moderator can do that."
        assert "Start" in [button.label for button in evening.post.buttons]

    async def test_only_the_opener_stops(self, evening: Evening) -> None:
        for when in ("after_hand", "at_once"):
            reply = await evening.house.slash(evening["Ben"], "table stop", when=when)
            said = await refused(evening, reply)
            assert said == "Only the host of this table or a moderator can do that."

    async def test_a_moderator_starts_and_stops(self, house: House) -> None:
        evening = await sit_down(house, "Ana", "Ben")
        moderator = house.member("Mod")
        moderator.permissions = frozenset({"manage_messages"})
        await house.press("Start", moderator)
        assert "Hand 1" in evening.post.text
        reply = await house.slash(moderator, "table stop", when="at_once")
        assert reply.text == "The table is closed."


class TestTheExchange:
    @pytest.fixture(name="draw")
    async def _draw(self, house: House) -> Evening:
        """Three at five-card draw, nobody has bet yet; Ben is to act."""
        return await deal_first(house, "Ana", "Ben", "Cem", game="fivecard")

    async def test_no_exchange_in_a_betting_round(self, draw: Evening) -> None:
        expected = "There is no exchange now. Ben is to act: checking is free."
        assert await refused(draw, await draw.type("Ben exchanges 1 2")) == expected
        assert await refused(draw, await draw.type("Ben stands pat")) == expected

    async def test_no_bet_in_the_exchange(self, draw: Evening) -> None:
        await draw.type("Ben checks, Cem checks, Ana checks")
        expected = "This is the exchange: use /draw, or the Draw button. No bets now."
        for words in ("bets 5", "raises to 5", "calls", "checks", "folds", "goes all-in"):
            assert await refused(draw, await draw.type(f"Ben {words}")) == expected

    async def test_a_second_exchange(self, draw: Evening) -> None:
        await draw.type("Ben checks, Cem bets 2, Ana folds, Ben calls, Ben exchanges 1")
        for count in (2, 5):
            reply = await draw.house.slash(draw["Ben"], "draw", count=count)
            assert await refused(draw, reply) == "Not your turn: Cem is to act."
            reply = await draw.house.slash(draw["Ana"], "draw", count=count)
            assert await refused(draw, reply) == "You are not in this hand."
        reply = await draw.house.press("Draw…", draw["Ben"])
        assert await refused(draw, reply) == "Not your turn: Cem is to act."

    async def test_no_exchange_when_the_hand_is_over(self, draw: Evening) -> None:
        await draw.type("Ben bets 2, Cem folds, Ana folds")
        for count in (0, 2, 5):
            reply = await draw.house.slash(draw["Ben"], "draw", count=count)
            assert await refused(draw, reply) == "No hand is being played."

    async def test_not_your_turn_to_exchange(self, draw: Evening) -> None:
        await draw.type("Ben checks, Cem checks, Ana checks")
        said = await refused(draw, await draw.type("Cem exchanges 1 2"))
        assert said == "Not your turn: Ben is to act."

    async def test_bad_card_positions(self, draw: Evening) -> None:
        await draw.type("Ben checks, Cem checks, Ana checks")
        before = draw.post.text
        for count, positions in BAD_POSITIONS:
            reply = await draw.house.slash(draw["Ben"], "draw", count=count, positions=positions)
            said = await refused(draw, reply)
            assert "use different" in said.lower(), positions
            assert "from 1 to 5" in said, positions
        assert draw.post.text == before

    async def test_no_exchange_in_holdem(self, evening: Evening) -> None:
        said = await refused(evening, await evening.type("Ana stands pat"))
        assert said == "There is no exchange now. Ana is to act: 2 to call."
