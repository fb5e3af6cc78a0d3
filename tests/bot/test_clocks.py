"""What happens when nobody does anything, and when time is up."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from bot.sandbox import Message
from tests.bot.evening import Evening, deal_first, sit_down
from tests.bot.house import House


def reminders(house: House) -> list[Message]:
    return [m for m in house.channel.messages if m.text.endswith("your turn.")]


class TestTurns:
    async def test_who_does_not_answer_folds_when_it_costs_to_stay(self, house: House) -> None:
        await deal_first(house, "Ana", "Ben", "Cem")
        await house.pass_time(59)
        assert house.actor() is house.member("Ana")
        await house.pass_time(1)
        assert house.actor() is house.member("Ben")
        assert "Ana is out of time · Ana folds" in house.post.text

    async def test_who_does_not_answer_checks_when_that_is_free(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await evening.play("Ana calls, Ben calls, Cem checks")
        await house.pass_time(60)
        assert "Ben is out of time · Ben checks" in house.post.text

    async def test_who_does_not_answer_stands_pat_in_the_exchange(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem", game="fivecard")
        await evening.play("Ben checks, Cem checks, Ana checks")
        await house.pass_time(60)
        assert "Ben is out of time · Ben stands pat" in house.post.text
        await evening.play("Cem exchanges 1, Ana stands pat")
        assert house.actor() is evening["Ben"]

    async def test_each_turn_has_its_whole_time(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await house.pass_time(50)
        await evening.play("Ana calls")
        await house.pass_time(59)
        assert house.actor() is evening["Ben"]

    async def test_the_turn_time_is_an_option(self, house: House) -> None:
        await deal_first(house, "Ana", "Ben", "Cem", turn=10)
        await house.pass_time(10)
        assert house.actor() is house.member("Ben")

    async def test_a_turn_that_met_another_change_is_looked_at_again_at_once(
        self, house: House
    ) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        with closing(sqlite3.connect(house.database)) as other, other:
            other.execute(
                "UPDATE tables SET version = version + 1,"
                " state = json_set(state, '$.version', version + 1)"
            )
        await house.pass_time(60)
        assert house.actor() is evening["Ben"]


class TestAbsence:
    async def test_three_missed_turns_in_a_row_make_a_member_away(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await evening.play("Ana calls, Ben calls, Cem checks")
        for street in ("Flop", "Turn"):
            assert street in house.post.text
            await house.pass_time(60)
            await evening.play("Cem checks, Ana checks")
        assert "away" not in house.post.text
        await house.pass_time(60)
        assert "2 Ben 198 away" in house.post.text

    async def test_an_answer_in_between_starts_the_count_anew(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await evening.play("Ana calls, Ben calls, Cem checks")
        for _ in range(2):
            await house.pass_time(60)
            await evening.play("Cem checks, Ana checks")
        await evening.play("Ben bets 2, Cem calls, Ana calls")
        await evening.deal()
        await evening.play("Ben calls, Cem calls, Ana checks")
        await evening.play("Cem checks, Ana checks")
        await house.pass_time(60)
        assert "away" not in house.post.text

    async def test_away_acts_at_once_until_back(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        reply = await house.slash(evening["Ben"], "table away")
        assert reply.ephemeral
        assert reply.text.startswith("You are away: your turns check when that is free")
        await evening.play("Ana calls")
        assert "Ana calls 2 · Ben folds" in house.post.text
        assert house.actor() is evening["Cem"]
        reply = await house.slash(evening["Ben"], "table back")
        assert reply.text == "Welcome back: you play your own turns again."
        await evening.play("Cem checks, Cem checks, Ana bets 2, Cem folds")
        await evening.deal()
        await evening.play("Ben calls")
        reply = await house.slash(evening["Ben"], "table back")
        assert reply.text == "You are not away."

    async def test_away_while_to_act_acts_at_once(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await house.slash(evening["Ana"], "table away")
        assert house.actor() is evening["Ben"]

    async def test_who_is_away_still_posts_blinds(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await house.slash(evening["Cem"], "table away")
        await evening.play("Ana folds, Ben calls")
        assert "Ben calls 2 · Cem checks" in house.posts[-2].text
        await evening.play("Ben bets 2")
        await evening.deal()
        assert "Cem posts the small blind 1" in house.post.text


class TestReminders:
    async def test_after_ten_seconds_the_member_to_act_is_pinged(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await evening.play("Ana calls")
        await house.pass_time(9)
        assert not reminders(house)
        await house.pass_time(1)
        (reminder,) = reminders(house)
        assert reminder.text == f"{evening['Ben'].mention}: your turn."
        assert reminder.pinged == {evening["Ben"].id}

    async def test_a_reminder_goes_when_the_turn_passes(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await house.pass_time(10)
        (reminder,) = reminders(house)
        await evening.play("Ana calls")
        assert reminder.deleted
        await house.pass_time(10)
        (reminder,) = reminders(house)
        await house.pass_time(50)
        assert reminder.deleted

    async def test_always_pings_at_every_turn(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem", pings="always")
        # A new post pings by itself.
        assert house.post.pinged == {evening["Ana"].id}
        assert not reminders(house)
        await evening.play("Ana calls")
        (reminder,) = reminders(house)
        assert reminder.pinged == {evening["Ben"].id}
        await evening.play("Ben calls")
        assert reminder.deleted
        assert [r.pinged for r in reminders(house)] == [{evening["Cem"].id}]

    async def test_never_pings_no_more_than_the_post_of_a_street(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem", pings="never")
        await evening.play("Ana calls")
        await house.pass_time(55)
        assert not reminders(house)

    async def test_an_edit_pings_nobody(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await evening.play("Ana calls")
        assert house.post.pinged == {evening["Ana"].id}
        assert house.actor() is evening["Ben"]


class TestBetweenHands:
    async def test_the_next_hand_comes_eight_seconds_after_a_result(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await evening.play("Ana folds, Ben folds")
        await house.pass_time(7)
        assert "Hand 1: Cem wins" in house.post.text
        await house.pass_time(1)
        assert "**Hand 2**" in house.post.text

    async def test_fewer_than_two_present_is_a_pause_until_somebody_is_back(
        self, house: House
    ) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await evening.play("Ana folds, Ben folds")
        for name in ("Ana", "Ben"):
            await house.slash(evening[name], "table away")
        await house.pass_time(8)
        assert house.read(house.post) == (
            "**Paused**: fewer than two players are present. `/table back` to go on.\n"
            "-# The table closes in a while.\n"
            "[I'm back]"
        )
        pause = house.post
        reply = await house.press("I'm back", evening["Ana"])
        assert reply.text == "-# Next hand in 8 seconds."
        await house.pass_time(8)
        assert "**Hand 2**" in house.post.text
        assert not pause.buttons

    async def test_a_pause_closes_the_table_after_thirty_minutes(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        await evening.play("Ana folds")
        for name in ("Ana", "Ben"):
            await house.slash(evening[name], "table away")
        await house.pass_time(8)
        await house.pass_time(30 * 60 - 1)
        assert "**Paused**" in house.post.text
        await house.pass_time(1)
        assert house.post.text == "**The table is closed after 1 hand**\n1. Ben (201)\n2. Ana (199)"

    async def test_a_pause_that_everybody_slept_through_begins_by_itself(
        self, house: House
    ) -> None:
        await deal_first(house, "Ana", "Ben", turn=10)
        for _ in range(20):
            if "**Paused**" in house.post.text:
                break
            await house.pass_time(10)
            # So many turns run out unheard that the gateway is doubted, once.
            await house.connected()
        assert "**Paused**" in house.post.text

    async def test_a_join_gives_the_lobby_fifteen_more_minutes(self, house: House) -> None:
        evening = await sit_down(house, "Ana")
        await house.pass_time(14 * 60)
        await house.press("Join", house.member("Ben"))
        await house.pass_time(14 * 60)
        await evening.deal()
        assert "**Hand 1**" in house.post.text


class TestTheEnd:
    async def test_at_the_stop_time_the_hand_is_completed_and_none_started(
        self, house: House
    ) -> None:
        evening = await deal_first(house, "Ana", "Ben", minutes=5, turn=600)
        await evening.play("Ana calls")
        await house.pass_time(6 * 60)
        await evening.play("Ben checks, Ben bets 2, Ana folds")
        assert [post.text.splitlines()[0] for post in house.posts[-2:]] == [
            "**Hand 1: Ben wins 4**",
            "**The table is closed after 1 hand**",
        ]
        assert "Next hand" not in house.posts[-2].text

    async def test_a_stop_time_between_two_hands_starts_none(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", minutes=5, turn=600)
        await house.pass_time(5 * 60 - 4)
        await evening.play("Ana folds")
        await house.pass_time(8)
        assert house.post.text.startswith("**The table is closed after 1 hand**")

    async def test_after_the_agreed_hands_it_is_over(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", hands=2)
        await evening.play("Ana folds")
        await evening.deal()
        await evening.play("Ben folds")
        assert house.post.text.startswith(
            "**The table is closed after 2 hands**\n1. Ana (200), Ben"
        )


class TestAllIn:
    async def test_an_all_in_board_opens_street_by_street(self, house: House) -> None:
        evening = await deal_first(
            house, "Ana", "Ben", hole="Ana As Ad, Ben Kh Kd", board="Jh 8s 5c 3d 2h", hands=1
        )
        await evening.play("Ana goes all-in, Ben calls")
        hands = house.post.text
        assert "Ana  **A♠ A♦**" in hands
        assert "Ben  **K♥ K♦**" in hands
        await self.shows_nothing_yet(evening, "J♥", "wins")
        for seconds, seen, unseen in (
            (2, "# J♥ 8♠ 5♣", "3♦"),
            (2, "# J♥ 8♠ 5♣ 3♦", "2♥"),
            (2, "# J♥ 8♠ 5♣ 3♦ 2♥", "never"),
        ):
            await house.pass_time(seconds - 1)
            assert seen not in house.post.text
            await house.pass_time(1)
            assert any(seen in post.text for post in house.posts)
            await self.shows_nothing_yet(evening, unseen)
        assert "Hand 1: Ana wins 400" in house.posts[-2].text
        assert house.post.text.startswith("**The table is closed")

    async def shows_nothing_yet(self, evening: Evening, *secrets: str) -> None:
        """Neither the channel nor the commands tell what has not been opened there."""
        house = evening.house
        said = [post.text for post in house.posts]
        said += [
            (await house.slash(evening["Ana"], name)).text for name in ("table status", "cards")
        ]
        for secret in secrets:
            assert not any(secret in text for text in said), secret

    async def test_the_next_hand_waits_for_the_board(self, house: House) -> None:
        evening = await deal_first(
            house, "Ana", "Ben", "Cem", hole="Ana As Ad, Ben Kh Kd", board="Jh 8s 5c 3d 2h"
        )
        await evening.play("Ana goes all-in, Ben calls, Cem folds")
        await house.pass_time(6)
        assert "Hand 1: Ana wins" in house.post.text
        await house.pass_time(7)
        assert "Hand 1: Ana wins" in house.post.text
        await house.pass_time(1)
        assert "**Hand 2**" in house.post.text
