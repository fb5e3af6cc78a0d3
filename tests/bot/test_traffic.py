"""What an evening costs in requests, and what happens when several things happen at once."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager

from bot.sandbox import Exchange, Reply
from bot.store import Store
from tests.bot.evening import deal_first, sit_down
from tests.bot.house import House


class Meter:
    """Counts the bot's requests from now on, by method and kind."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._before = len(house.world.exchanges)

    def read(self) -> dict[str, int]:
        counted: dict[str, int] = {}
        for exchange in list(self._house.world.exchanges)[self._before :]:
            kind = self._kind(exchange)
            counted[kind] = counted.get(kind, 0) + 1
        self._before = len(self._house.world.exchanges)
        return counted

    def _kind(self, exchange: Exchange) -> str:
        if exchange.template.endswith("/callback"):
            return "callback"
        channel = exchange.path.split("/channels/")[-1].split("/")[0]
        where = "post" if channel == str(self._house.channel.id) else "direct"
        return {"POST": where, "PATCH": "edit", "DELETE": "delete"}.get(exchange.method, "other")


class TestCosts:
    async def test_a_press_inside_a_street_is_one_callback(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        meter = Meter(house)
        await evening.play("Ana calls")
        assert meter.read() == {"callback": 1}
        await house.press("My cards", evening["Cem"])
        assert meter.read() == {"callback": 1}
        await house.press("Call 1", evening["Cem"])
        assert meter.read() == {"callback": 1}

    async def test_a_press_that_ends_a_street_is_a_callback_and_a_post(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        await evening.play("Ana calls, Ben calls")
        meter = Meter(house)
        await evening.play("Cem checks")
        assert meter.read() == {"callback": 1, "post": 1}

    async def test_a_command_inside_a_street_is_a_callback_and_an_edit(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        meter = Meter(house)
        await evening.type("Ana calls")
        assert meter.read() == {"callback": 1, "edit": 1}
        await evening.type("Cem calls")
        assert meter.read() == {"callback": 1}

    async def test_a_hand_costs_a_direct_message_each_and_one_more_for_drawn_cards(
        self, house: House
    ) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem", game="fivecard")
        await evening.play("Ben checks, Cem checks, Ana checks")
        await evening.play("Ben exchanges 1, Cem exchanges 2, Ana stands pat")
        await evening.play("Ben bets 2, Cem folds, Ana folds")
        meter = Meter(house)
        await house.pass_time(8)
        assert meter.read() == {"direct": 3, "post": 1}
        await evening.play("Cem checks, Ana checks, Ben checks")
        meter.read()
        await evening.pick(evening["Cem"], evening["Cem"].dms[-1], "1")
        assert meter.read() == {"callback": 2, "edit": 1}
        await evening.play("Ana exchanges 1, Ben stands pat")
        assert meter.read()["direct"] == 1

    async def test_a_conversation_is_opened_once(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        for _ in range(3):
            await house.slash(house.actor(), "fold")
            await evening.deal()
        opened = [e for e in house.world.exchanges if e.template == "/users/@me/channels"]
        assert len(opened) == 2


class TestAtOnce:
    async def test_a_double_press_counts_once(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        ana, post = evening["Ana"], house.post
        replies = await asyncio.gather(*(ana.press(post, "Call 2") for _ in range(5)))
        await house.settled()
        assert sorted(reply.kind for reply in replies) == ["message"] * 4 + ["update"]
        for reply in replies:
            assert reply.kind == "update" or "You last called 2." in reply.text
        assert house.post.text.count("Ana calls 2") == 1
        assert house.actor() is evening["Ben"]

    async def test_a_double_press_does_not_count_for_the_next_turn(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        await evening.play("Ana calls")
        # Ben ends the street and is the first to act on the next one.
        ben, post = evening["Ben"], house.post
        replies = await asyncio.gather(*(ben.press(post, "Check") for _ in range(3)))
        await house.settled()
        assert sorted(reply.kind for reply in replies) == ["message", "message", "update"]
        assert "Flop" in house.post.text
        assert house.actor() is ben

    async def test_everybody_presses_everything_at_once(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        for _ in range(6):
            post = house.post
            presses = [
                member.press(post, button.label)
                for member in evening.members.values()
                for button in post.buttons
                if not button.label.startswith(("Fold", "All-in"))
            ]
            replies = await asyncio.gather(*presses)
            await house.settled()
            assert all(reply.kind != "failed" for reply in replies)
            assert sum(reply.kind == "update" for reply in replies) == 1
        assert "Hand 1" in house.post.text

    async def test_everybody_joins_at_once(self, house: House) -> None:
        await sit_down(house, "Ana", seats=4)
        others = [house.member(f"M{number}") for number in range(8)]
        others[0].dms_open = others[1].dms_open = False
        replies = await asyncio.gather(*(other.press(house.post, "Join") for other in others))
        await house.settled()
        assert sum(reply.kind == "update" for reply in replies) == 3
        assert sum(reply.text == "Every seat is taken." for reply in replies) == 5
        assert "**Seats (4)**" in house.post.text

    async def test_two_tables_are_opened_at_once_in_one_channel(self, house: House) -> None:
        members = [house.member(name) for name in ("Ana", "Ben", "Cem")]
        replies = await asyncio.gather(
            *(member.slash(house.channel, "holdem start") for member in members)
        )
        await house.settled()
        assert sum(reply.text.startswith("Your table is open") for reply in replies) == 1
        assert sum(reply.text.startswith("A table is already open") for reply in replies) == 2
        assert len(house.channel.messages) == 1

    async def test_tables_in_two_channels_do_not_meet(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", hole="Ana As Ad")
        other = house.world.channel("draw-table")
        ana = evening["Ana"]
        await ana.slash(other, "fivecard start")
        await house.settled()
        await evening["Ben"].press(other.messages[-1], "Join")
        await ana.press(other.messages[-1], "Start")
        await house.settled()
        assert "ante 1" in other.messages[-1].text
        assert "A♠ A♦" in (await ana.slash(house.channel, "cards")).text
        assert "A♠ A♦" not in (await ana.slash(other, "cards")).text
        await evening.play("Ana folds")
        assert "Hand 1: Ben wins" in house.post.text
        assert "Before the draw" in other.messages[-1].text


@asynccontextmanager
async def slow_disk(store: Store) -> AsyncIterator[None]:
    """Let nothing be written meanwhile."""
    over = threading.Event()
    writing = asyncio.create_task(store._writer.write(lambda _: over.wait()))
    await asyncio.sleep(0)
    try:
        yield
    finally:
        over.set()
        await writing


class TestSlowDisk:
    async def test_an_answer_that_takes_too_long_is_deferred_and_comes_later(
        self, house: House
    ) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        ana, ben, cem = evening.members.values()
        post = house.post

        async def when_slow(doing: Awaitable[Reply]) -> Reply:
            assert house._store is not None
            async with slow_disk(house._store):
                reply = await doing
                assert reply.kind == "deferred"
            await house.settled()
            return reply

        await when_slow(ana.press(post, "Call 2"))
        assert "Ana calls 2" in post.text
        reply = await when_slow(ben.slash(house.channel, "call"))
        assert reply.ephemeral
        assert reply.text == "You called: 2 in this round."
        assert house.actor() is cem
        dialog = await cem.press(post, "Raise…")
        await when_slow(cem.submit(dialog, amount="10"))
        assert "Cem raises to 10" in post.text

    async def test_a_refusal_that_takes_too_long_is_still_private(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem")
        ana, ben, _ = evening.members.values()
        post = house.post
        assert house._store is not None
        async with slow_disk(house._store):
            first = asyncio.create_task(ana.press(post, "Call 2"))
            second = asyncio.create_task(ben.press(post, "Call 2"))
            third = asyncio.create_task(ben.slash(house.channel, "raise", amount="3"))
            await asyncio.wait({first, second, third})
        await house.settled()
        (private,) = second.result().followups or house.ephemerals(ben)[-2:-1]
        assert private.ephemeral
        assert private.text.startswith("Not your turn") or "earlier moment" in private.text
        assert third.result().text.startswith("At least 4")
        assert "Ana calls 2" in post.text
