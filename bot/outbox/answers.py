"""Answers to interactions, and how each is sent: one callback, or what is left after a deferral."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.outbox.payloads import RawModal, RawView, files, marker, mentions
from bot.render.parts import Dialog, Screen
from bot.store import OutboxRow
from bot.table.model import TableId


@dataclass(frozen=True, slots=True)
class Update:
    """Answer a press by changing the message it was on.

    `table` and `key` name the table's post where the message is one, or the message that says the
    same. `row` is the outbox row that says the same, done once the answer has arrived.
    """

    screen: Screen
    table: TableId | None = None
    key: str = ""
    row: OutboxRow | None = None

    @property
    def marker(self) -> int | None:
        """What the post is recognised by, after this update as before."""
        return None if self.table is None else marker(self.table, self.key)


@dataclass(frozen=True, slots=True)
class Private:
    """Answer the member alone."""

    screen: Screen


Answer = Update | Private | Dialog


async def respond(interaction: discord.Interaction, answer: Answer, *, deferred: bool) -> None:
    """Send an answer; after a deferral, what replaces or follows it."""
    response = interaction.response
    match answer:
        case Dialog():
            await response.send_modal(RawModal(answer))
        case Update(screen=screen) if deferred:
            await interaction.edit_original_response(
                view=RawView(screen, answer.marker),
                attachments=files(screen) or discord.utils.MISSING,
                allowed_mentions=mentions(screen),
            )
        case Update(screen=screen):
            await response.edit_message(
                view=RawView(screen, answer.marker),
                attachments=files(screen) or discord.utils.MISSING,
                allowed_mentions=mentions(screen),
            )
        case Private(screen=screen) if deferred:
            await interaction.followup.send(
                view=RawView(screen),
                files=files(screen),
                ephemeral=True,
                allowed_mentions=mentions(screen),
            )
        case Private(screen=screen):
            await response.send_message(
                view=RawView(screen),
                files=files(screen),
                ephemeral=True,
                allowed_mentions=mentions(screen),
            )
