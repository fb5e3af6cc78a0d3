"""The hand at the top of README.md, as the bot prints it: `python -m tests.played_hand`."""

from __future__ import annotations

import asyncio
import re
import tempfile
from pathlib import Path

from bot.sandbox import Message
from engine.cards import parse_cards
from engine.rules import Game
from tests.bot.house import House
from tests.engine.table import stack_deck

HOLES = ("Ac 9h", "7s 2d", "Jh 4h", "Kd Kh")  # in dealing order: Max, Léa, Tom, Inès
BOARD = "9c 9d 4s 2h Kc"


async def play(house: House) -> list[str]:
    """Play the hand, and return the screens that the README shows."""
    lea, tom, ines, maxime = (house.member(name) for name in ("Léa", "Tom", "Inès", "Max"))
    holes = [parse_cards(cards.split()) for cards in HOLES]
    house.dealer.decks = [stack_deck(Game.HOLDEM, holes, parse_cards(BOARD.split()))]
    house.dealer.button = 2
    await lea.slash(house.channel, "holdem start")
    await house.settled()
    for member in (tom, ines, maxime):
        await house.press("Join", member)
    screens = [_tidy(house, house.post)]

    await house.press("Start", lea)
    screens.append(_tidy(house, ines.dms[-1]))
    await house.press("Fold", tom)
    await ines.slash(house.channel, "raise", amount="6")
    await house.settled()
    await house.press("Call 5", maxime)
    await house.press("Fold", lea)

    await house.press("Check", maxime)
    await ines.slash(house.channel, "bet", amount="10")
    await house.settled()
    screens.append(_tidy(house, house.post))
    refused = await maxime.slash(house.channel, "bet", amount="20")
    screens.append(refused.text)
    await house.press("Call 10", maxime)
    await house.press("Check", maxime)
    await house.press("Check", ines)

    await maxime.slash(house.channel, "bet", amount="30")
    await house.settled()
    await ines.slash(house.channel, "raise", amount="60")
    await house.settled()
    await house.press("Call 30", maxime)
    screens.append(_tidy(house, house.post))
    return screens


def _tidy(house: House, message: Message) -> str:
    """Show a message as Discord would: mentions and times resolved, and the buttons named."""
    text = message.text.replace("**", "")
    text = re.sub(r"^(?:-#|#) |^```\n?", "", text, flags=re.MULTILINE)
    for member in house.world.members.values():
        text = text.replace(f"<@{member.id}>", f"@{member.name}")
    text = text.replace(f"<#{house.channel.id}>", f"#{house.channel.name}")
    text = re.sub(r"<t:(\d+):R>", lambda found: _in_minutes(house, int(found[1])), text)
    if message.buttons:
        text += "\n" + " ".join(f"[{button.label}]" for button in message.buttons)
    return "\n".join(line.rstrip() for line in text.splitlines())


def _in_minutes(house: House, at: int) -> str:
    minutes = round((at - house.clock.now()) / 60)
    return "in a minute" if minutes == 1 else f"in {minutes} minutes"


async def _main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        await house.open()
        print("\n```\n\n```text\n".join(await play(house)))
        await house.close()


if __name__ == "__main__":
    asyncio.run(_main())
