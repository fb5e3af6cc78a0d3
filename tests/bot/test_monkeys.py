"""Members who press and type anything at all: every time an answer, never a bug, never a leak."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from typing import Any

import pytest

from bot.sandbox import Member, NoSuchComponent, Reply
from engine.cards import FULL_DECK
from tests.bot.evening import Evening, sit_down
from tests.bot.house import House

AMOUNTS = ("0", "1", "2", "3", "5", "10", "25", "100", "200", "1000", "x", "-3", "2.5", "")
COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("check", {}), ("call", {}), ("fold", {}), ("allin", {}), ("cards", {}), ("show", {}),
    ("table join", {}), ("table leave", {}), ("table away", {}), ("table back", {}),
    ("table status", {}), ("help", {}), ("draw", {"count": 0}), ("draw", {"count": 2}),
    ("draw", {"count": 2, "positions": "1 4"}), ("draw", {"count": 5}),
    ("table stop", {"when": "after_hand"}),
)  # fmt: skip


class Monkey:
    """Does something at random, all members taking part."""

    def __init__(self, evening: Evening, game: str, seed: int) -> None:
        self.game = game
        self.evening = evening
        self.house = evening.house
        self.random = random.Random(seed)
        self.guest = self.house.member("Guest")

    async def play(self, steps: int) -> None:
        for _ in range(steps):
            kind = self.random.choices(
                ["turn", "anything", "at once", "time", "restart", "messages"],
                [60, 20, 8, 8, 2, 2],
            )[0]
            if kind == "turn":
                await self.turn()
            elif kind == "anything":
                self.check(await self.anything())
            elif kind == "at once":
                for reply in await asyncio.gather(*(self.anything() for _ in range(4))):
                    self.check(reply)
            elif kind == "time":
                await self.house.pass_time(self.random.choice([1, 8, 10, 60]))
            elif kind == "restart":
                await self.house.settled()
                await self.house.stop_bot()
                await self.house.start_bot()
            else:
                someone = self.random.choice(list(self.evening.members.values()))
                someone.dms_open = not someone.dms_open
            await self.house.settled()

    def check(self, reply: Reply | None) -> None:
        if reply is not None:
            assert reply.kind in {"message", "update", "modal"}
            assert "Something went wrong" not in reply.text

    async def turn(self) -> None:
        """Have the member to act do what the post offers, or wait where it asks nobody."""
        post = self.house.post
        if "table is closed" in post.text:
            await self.open_again()
            return
        asked = [m for m in self.evening.members.values() if f"{m.mention}:" in post.text]
        if not asked or not post.buttons:
            await self.house.pass_time(8)
            return
        buttons = [b for b in post.buttons if not b.label.startswith("All-in")] * 4 + post.buttons
        reply = await asked[0].press(post, self.random.choice(buttons).label)
        self.check(reply)
        if reply.modal is not None:
            self.check(await self.fill_in(asked[0], reply))

    async def open_again(self) -> None:
        opener, *others = self.evening.members.values()
        await self.house.slash(opener, f"{self.game} start", stack=60, turn=30)
        for member in others:
            await self.house.slash(member, "table join")
        await self.house.press("Start", opener)

    async def fill_in(self, who: Member, dialog: Reply) -> Reply:
        amount = self.random.choice(AMOUNTS[:-1])
        return await who.submit(dialog, amount=amount)

    def anything(self) -> Coroutine[Any, Any, Reply | None]:
        who = self.random.choice([*self.evening.members.values(), self.guest])
        if self.random.random() < 0.5:
            return self.press_anything(who)
        command, options = self.random.choice(COMMANDS)
        if self.random.random() < 0.3:
            command = self.random.choice(["bet", "raise"])
            options = {"amount": self.random.choice(AMOUNTS)}
        return who.slash(self.house.channel, command, **options)

    async def press_anything(self, who: Member) -> Reply | None:
        """Press any button that any message has or once had."""
        seen = [*who.view(self.house.channel), *who.dms]
        message = self.random.choice([m for m in seen if m.author_id == self.house.world.bot_id])
        ids = [
            button["custom_id"]
            for version in message.history
            for row in version[0].get("components", [])
            if row["type"] == 1
            for button in row["components"]
        ]
        if not ids:
            return None
        try:
            return await who.press_id(message, self.random.choice(ids))
        except NoSuchComponent:
            return None


@pytest.mark.parametrize("game", ["holdem", "fivecard"])
@pytest.mark.parametrize("seed", range(2))
async def test_whatever_is_done_is_answered(house: House, game: str, seed: int) -> None:
    evening = await sit_down(house, "Ana", "Ben", "Cem", "Dea", game=game, stack=60, turn=30)
    shuffled = random.Random(seed)
    await evening.deal()
    house.dealer.decks = [tuple(shuffled.sample(FULL_DECK, 52)) for _ in range(200)]
    await Monkey(evening, game, seed).play(120)
