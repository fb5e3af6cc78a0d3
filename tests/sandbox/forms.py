"""What the tests' bot asks by selects, dialogs and many options, and the files it sends."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

if TYPE_CHECKING:
    from .bot import Bot

CSV = "place,name\r\n1,Léa\r\n2,Tom\r\n"


class Choices(discord.ui.LayoutView):
    """A select of each kind."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        selects: tuple[discord.ui.Item[Choices], ...] = (
            discord.ui.UserSelect(custom_id="choice:1", placeholder="Who?", max_values=3),
            discord.ui.RoleSelect(custom_id="choice:2", placeholder="Which role?"),
            discord.ui.MentionableSelect(custom_id="choice:3", placeholder="Who or which role?"),
            discord.ui.ChannelSelect(
                custom_id="choice:4",
                placeholder="Which channel?",
                channel_types=[discord.ChannelType.text],
            ),
        )
        for select in selects:
            self.add_item(discord.ui.ActionRow(select))


class Plan(discord.ui.Modal, title="A season"):
    """As many inputs as a dialog takes."""

    def __init__(self) -> None:
        super().__init__(custom_id="plan")
        days = [discord.SelectOption(label="Monday"), discord.SelectOption(label="Friday")]
        inputs: dict[str, discord.ui.Item[Plan]] = {
            "Name": discord.ui.TextInput(custom_id="name"),
            "About": discord.ui.TextInput(
                custom_id="about", style=discord.TextStyle.long, required=False
            ),
            "Days": discord.ui.Select(custom_id="days", options=days, max_values=2),
            "Where": discord.ui.ChannelSelect(custom_id="where", required=True),
            "Host": discord.ui.UserSelect(custom_id="host", required=False),
        }
        for text, component in inputs.items():
            self.add_item(discord.ui.Label(text=text, component=component))


def planned(data: Any) -> str:
    """Return what was filled in, with the names of the channels and members it came with."""
    inputs = [label["component"] for label in data["components"]]
    said = {each["custom_id"]: each.get("values", each.get("value")) for each in inputs}
    resolved = data.get("resolved", {})
    channels = [each["name"] for each in resolved.get("channels", {}).values()]
    users = [each["global_name"] for each in resolved.get("users", {}).values()]
    return json.dumps([said, channels, users], ensure_ascii=False)


class Papers(discord.ui.LayoutView):
    """A text and a file under it."""

    def __init__(self, name: str) -> None:
        super().__init__(timeout=None)
        self.add_item(discord.ui.TextDisplay("The results"))
        self.add_item(discord.ui.File(f"attachment://{name}"))


def add_forms(tree: app_commands.CommandTree[Bot]) -> None:
    """Declare the commands that ask, and those that send files."""

    @tree.command(description="Choose of each kind")
    async def choose(interaction: discord.Interaction[Bot]) -> None:
        await interaction.response.send_message(view=Choices())

    @tree.command(description="Plan a season")
    async def plan(interaction: discord.Interaction[Bot]) -> None:
        await interaction.response.send_modal(Plan())

    @tree.command(description="Send a file")
    async def export(interaction: discord.Interaction[Bot], bare: bool = False) -> None:
        paper = discord.File(io.BytesIO(CSV.encode()), filename="results.csv")
        if bare:
            await interaction.response.send_message("The results", file=paper)
        else:
            await interaction.response.send_message(view=Papers("results.csv"), file=paper)

    @tree.command(description="Take options of every kind")
    async def everything(
        interaction: discord.Interaction[Bot],
        title: str,
        member: discord.Member | None = None,
        role: discord.Role | None = None,
        channel: discord.TextChannel | None = None,
        open_: bool | None = None,
        count: app_commands.Range[int, 1, 9] | None = None,
    ) -> None:
        said = [title, *(str(each) for each in (member, role, channel, open_, count))]
        await interaction.response.send_message(view=interaction.client.text(" / ".join(said)))

    @tree.command(description="Pick a number")
    async def number(interaction: discord.Interaction[Bot], count: int) -> None:
        await interaction.response.send_message(view=interaction.client.text(f"number {count}"))

    @number.autocomplete("count")
    async def complete(
        _interaction: discord.Interaction[Bot], current: str
    ) -> list[app_commands.Choice[int]]:
        found = {"seven": 7, "seventy": 70}
        return [app_commands.Choice(name=k, value=v) for k, v in found.items() if current in k]
