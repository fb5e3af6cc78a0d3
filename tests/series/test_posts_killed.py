"""What is said of a session when the bot is killed with SIGKILL, at any moment of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.sandbox import Message, Reply
from bot.series.posts import SETTLING_S
from tests.bot.fate import Sweep
from tests.bot.killing import Doom, Evening

HOURS_AHEAD = 2
REQUESTS = [
    Doom("before", "POST", "/messages", "Signed up"),
    Doom("after", "POST", "/messages", "Signed up"),
    Doom("before", "POST", "/callback", "Ana"),
    Doom("after", "POST", "/callback", "Ana"),
    Doom("before", "POST", "/messages", "is skipped"),
    Doom("after", "POST", "/messages", "is skipped"),
    Doom("before", "PATCH", "/messages", "is skipped"),
    Doom("after", "PATCH", "/messages", "is skipped"),
]


class Skipped:
    """A session that is announced, that somebody signs up for, and that is called off."""

    def __init__(self, folder: Path) -> None:
        self.evening = Evening(folder, "holdem", ("Host", "Ana"), {})
        self.host, self.ana = self.evening.members
        self.host.permissions = {"manage_messages"}

    async def play(self) -> None:
        evening = self.evening
        start = datetime.fromtimestamp(evening.time.now() + 3_600 * HOURS_AHEAD, UTC)
        first = f"{start:%Y-%m-%d %H:%M}"
        panel: list[Message] = []

        async def create() -> Reply | None:
            if not panel:
                reply = await evening.ask(
                    self.host.slash(
                        evening.channel, "series create", name="Odds", first=first, zone="UTC",
                        repeat="once",
                    )
                )  # fmt: skip
                if reply is None or reply.message is None:
                    return None
                panel.append(reply.message)
            return await evening.ask(self.host.press(panel[0], "Create"))

        await self.until(create, lambda: bool(self.announced))
        await self.until(
            lambda: evening.ask(self.ana.press(self.announced[0], "Join")),
            lambda: "Ana" in self.announced[0].text,
        )
        await self.until(
            lambda: evening.ask(self.host.slash(evening.channel, "series skip", series="Odds")),
            lambda: not self.announced[0].buttons,
        )

    async def until(
        self, act: Callable[[], Awaitable[Reply | None]], is_so: Callable[[], bool]
    ) -> None:
        """Have somebody do something, as often as he has to, until all see it."""
        for _ in range(20):
            if self.evening.dead:
                await self.evening.start()
            elif not is_so():
                await act()
            await self.evening.wait(SETTLING_S + 0.1)
            if is_so() and not self.evening.dead:
                return
        raise AssertionError(f"never so: {[m.text for m in self.evening.channel.messages]}")

    @property
    def announced(self) -> list[Message]:
        return [m for m in self.evening.channel.messages if "Signed up" in m.text]

    def check(self) -> None:
        """See that everything was said once, and is true."""
        texts = [message.text for message in self.evening.channel.messages]
        assert len(self.announced) == 1, texts
        assert "Odds · session 1 is skipped." in self.announced[0].text
        assert "Ana" in self.announced[0].text
        told = [text for text in texts if text.startswith("Odds · session 1 is skipped.")]
        assert len(told) == 1, texts


@pytest.mark.parametrize("doom", REQUESTS, ids=lambda d: f"{d.when} {d.method} {d.holding}")
async def test_a_bot_killed_at_a_request_says_everything_once_and_truly(
    tmp_path: Path, doom: Doom
) -> None:
    session = Skipped(tmp_path)
    session.evening.dooms = [doom]
    async with session.evening as evening:
        await session.play()
        session.check()
        assert evening.deaths == 1


@pytest.mark.parametrize("part", range(2))
async def test_a_bot_killed_at_statements_says_everything_once_and_truly(
    tmp_path: Path, part: int
) -> None:
    """It dies before and after statements of every kind, one after another."""
    session = Skipped(tmp_path)
    session.evening.sweep = Sweep(frozenset({"write"}), part, 2, most=8)
    async with session.evening as evening:
        await session.play()
        session.check()
        assert evening.deaths
