"""`python -m tests.bench.bare TOKEN API_URL GATEWAY_URL`: a bare bot that knows one answer.

It is what a press costs with discord.py whatever the bot does: no table, no rule, no database.
"""

from __future__ import annotations

import asyncio
import sys

import discord

from bot.seen.logs import set_up_logging
from bot.wiring import point_to

PRESS = "press"


class Fixed(discord.ui.LayoutView):
    """One text and one button."""

    text: discord.ui.TextDisplay[Fixed] = discord.ui.TextDisplay("You have pressed the button.")
    row: discord.ui.ActionRow[Fixed] = discord.ui.ActionRow()

    @row.button(label="Press", custom_id=PRESS)
    async def press(self, interaction: discord.Interaction, _: discord.ui.Button[Fixed]) -> None:
        """Never called: the view is finished before it is sent."""


class Bare(discord.Client):
    """Answers every press by the same text."""

    async def setup_hook(self) -> None:
        self.fixed = Fixed(timeout=None)
        self.fixed.stop()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=self.fixed)


async def main() -> None:
    token, api_url, gateway_url = sys.argv[1:]
    point_to(api_url, gateway_url)
    set_up_logging("ERROR", "text")
    async with Bare(intents=discord.Intents(guilds=True), max_messages=None) as client:
        await client.start(token)


if __name__ == "__main__":
    asyncio.run(main())
