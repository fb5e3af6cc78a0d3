"""A small real bot that the tests of the sandbox log in with."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from .forms import add_forms, planned


class Board(discord.ui.LayoutView):
    """A board with a counter, four buttons and two selects."""

    def __init__(self, count: int = 0, *mentions: str) -> None:
        super().__init__(timeout=None)
        text = " ".join([f"Presses: {count}", *mentions])
        row: discord.ui.ActionRow[Board] = discord.ui.ActionRow(
            discord.ui.Button(label=f"Press {count}", custom_id=f"press:{count}"),
            discord.ui.Button(label="Amount…", custom_id="amount"),
            discord.ui.Button(label="Mine", custom_id="mine"),
            discord.ui.Button(label="Later", custom_id="later", disabled=True),
        )
        options = [discord.SelectOption(label=str(i), value=f"v{i}") for i in range(3)]
        choice: discord.ui.ActionRow[Board] = discord.ui.ActionRow(
            discord.ui.Select(custom_id="choice", options=options, max_values=2)
        )
        where: discord.ui.ActionRow[Board] = discord.ui.ActionRow(
            discord.ui.ChannelSelect(
                custom_id="where",
                channel_types=[discord.ChannelType.text],
                placeholder="Where?",
            )
        )
        self.add_item(
            discord.ui.Container(
                discord.ui.TextDisplay(text), discord.ui.Separator(), row, choice, where
            )
        )


class Amount(discord.ui.Modal, title="How much?"):
    """One number."""

    amount: discord.ui.Label[Amount] = discord.ui.Label(
        text="Amount", component=discord.ui.TextInput(custom_id="amount", max_length=5)
    )


class Text(discord.ui.LayoutView):
    """Nothing but text."""

    def __init__(self, text: str) -> None:
        super().__init__(timeout=None)
        self.add_item(discord.ui.TextDisplay(text))


class Bot(discord.Client):
    """Answers by custom id, as Croupier does, and keeps the interactions it saw."""

    def __init__(self, connector: Any) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True), connector=connector, guild_ready_timeout=0.0
        )
        self.tree = app_commands.CommandTree(self)
        self.seen: list[discord.Interaction] = []
        add_commands(self.tree)
        add_more_commands(self.tree)
        add_forms(self.tree)

    def text(self, text: str) -> Text:
        """Return a message of nothing but text."""
        return Text(text)

    async def setup_hook(self) -> None:
        """Register the commands."""
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait five seconds before identifying again."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer buttons, selects and modals."""
        self.seen.append(interaction)
        if interaction.type in (
            discord.InteractionType.application_command,
            discord.InteractionType.autocomplete,
        ):
            return
        data: Any = interaction.data
        verb, _, rest = data.get("custom_id", "").partition(":")
        if verb == "plan":
            await interaction.response.send_message(view=Text(planned(data)))
        elif interaction.type is discord.InteractionType.modal_submit:
            amount = data["components"][0]["component"]["value"]
            if interaction.message is None:
                await interaction.response.send_message(view=Text(f"amount {amount}"))
            else:
                await interaction.response.edit_message(view=Board(int(amount)))
        elif verb == "press":
            await interaction.response.edit_message(view=Board(int(rest) + 1))
        elif verb == "amount":
            modal = Amount(custom_id="amount:1")
            await interaction.response.send_modal(modal)
        elif verb == "where":
            (channel,) = data["resolved"]["channels"].values()
            said = f"in {channel['name']} by {channel['app_permissions']}"
            await interaction.response.send_message(view=Text(said), ephemeral=True)
        elif verb == "choice":
            chosen = " ".join(data["values"])
            await interaction.response.send_message(view=Text(f"chose {chosen}"), ephemeral=True)
        else:
            await interaction.response.send_message(view=Text("only you"), ephemeral=True)


def add_commands(tree: app_commands.CommandTree[Bot]) -> None:
    """Declare the commands that show something in the channel."""

    @tree.command(description="Show a board")
    @app_commands.guild_only()
    async def board(
        interaction: discord.Interaction[Bot], ping: discord.User | None = None
    ) -> None:
        mentions = () if ping is None else (ping.mention,)
        allowed = discord.AllowedMentions(users=[] if ping is None else [ping])
        await interaction.response.send_message(view=Board(0, *mentions), allowed_mentions=allowed)

    group = app_commands.Group(name="holdem", description="Hold'em", guild_only=True)

    @group.command(description="Start a table")
    @app_commands.describe(stack="Chips each", limit="Betting")
    @app_commands.choices(
        limit=[
            app_commands.Choice(name="No limit", value="nl"),
            app_commands.Choice(name="Pot limit", value="pl"),
        ]
    )
    async def start(
        interaction: discord.Interaction[Bot],
        stack: app_commands.Range[int, 10, 1000],
        limit: str = "nl",
    ) -> None:
        await interaction.response.send_message(view=Text(f"stack {stack} {limit}"))

    tree.add_command(group)


def add_more_commands(tree: app_commands.CommandTree[Bot]) -> None:
    """Declare those that are about how a command is answered."""

    @tree.command(description="Answer late")
    async def slow(interaction: discord.Interaction[Bot], private: bool = False) -> None:
        await interaction.response.defer(ephemeral=private)
        await interaction.edit_original_response(view=Text("done"))

    @tree.command(description="Open a modal")
    async def modal(interaction: discord.Interaction[Bot]) -> None:
        await interaction.response.send_modal(Amount(custom_id="amount:2"))

    @tree.command(description="Say nothing")
    async def silence(interaction: discord.Interaction[Bot]) -> None:
        pass

    @tree.command(description="For moderators")
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def moderate(interaction: discord.Interaction[Bot]) -> None:
        held = interaction.permissions.manage_guild
        await interaction.response.send_message(view=Text(f"manage_guild {held}"), ephemeral=True)

    @tree.command(description="Send a direct message")
    async def letter(interaction: discord.Interaction[Bot], text: str = "hello") -> None:
        await interaction.response.defer(ephemeral=True)
        try:
            await interaction.user.send(view=Text(text))
        except discord.Forbidden as error:
            await interaction.edit_original_response(view=Text(f"refused {error.code}"))
        else:
            await interaction.edit_original_response(view=Text("sent"))

    @tree.command(description="Pick a name")
    async def pick(interaction: discord.Interaction[Bot], name: str) -> None:
        await interaction.response.send_message(view=Text(name))

    @pick.autocomplete("name")
    async def complete(
        _interaction: discord.Interaction[Bot], current: str
    ) -> list[app_commands.Choice[str]]:
        found = [name for name in ("Ana", "Anton", "Ben") if name.startswith(current)]
        return [app_commands.Choice(name=name, value=name) for name in found]
