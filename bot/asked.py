"""Who asks for something, where, and through what."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

import discord

from bot.catalogue import words_for
from bot.errors import ModeratorsOnly
from bot.place import may_write
from bot.render.words import Words
from bot.router import Press
from bot.server.model import Server
from bot.table.change import Who
from bot.table.model import UserId


class Spot(Enum):
    """Where the question came from; it decides how the answer looks."""

    COMMAND = auto()
    """A slash command: answered in private, the table's post follows by an edit."""
    POST = auto()
    """A control under a post in the channel: the answer changes the post itself."""
    PRIVATE = auto()
    """A control that only this member sees, in the channel."""
    DIRECT = auto()
    """A control in a direct message."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One interaction, as far as anything below Discord needs to know it."""

    id: int
    who: Who
    guild: int
    channel: int
    guild_locale: str
    """The language in which everyone on the server is spoken to."""
    words: Words
    """Those of his own language."""
    spot: Spot
    server: Server
    parent: int | None = None
    """The channel of the thread, where it is one."""
    may_manage_server: bool = False
    message: int | None = None
    """The message that carried the control."""
    may_write: bool = True
    """The bot can run a table in that channel."""
    prompt: Press | None = None
    """The control that was used, where it counts for one prompt and no other."""

    def check_moderates(self) -> None:
        """Check that a moderator asks.

        :raises ModeratorsOnly: when it is somebody else.
        """
        if not self.who.may_manage:
            raise ModeratorsOnly


def asked_by(interaction: discord.Interaction, server: Server) -> Asked:
    """Read an interaction of a member of a server with these settings."""
    return Asked(
        id=interaction.id,
        who=Who(
            UserId(interaction.user.id),
            interaction.user.display_name,
            may_manage=interaction.permissions.manage_messages or _moderates(interaction, server),
            locale=str(interaction.locale),
        ),
        guild=interaction.guild_id or 0,
        channel=interaction.channel_id or 0,
        guild_locale=server.language or discords_locale(interaction),
        words=words_for(str(interaction.locale)),
        spot=_spot(interaction),
        server=server,
        parent=_parent(interaction),
        may_manage_server=interaction.permissions.manage_guild,
        may_write=may_write(interaction.app_permissions, interaction.channel),
        message=interaction.message.id if interaction.message else None,
    )


def discords_locale(interaction: discord.Interaction) -> str:
    """Return the language that a server has in its own settings."""
    return str(interaction.guild_locale or interaction.locale)


def _moderates(interaction: discord.Interaction, server: Server) -> bool:
    """Say whether a member has the role whose bearers moderate."""
    member, role = interaction.user, server.moderator_role
    if role is None or not isinstance(member, discord.Member):
        return False
    return member.get_role(role) is not None


def _parent(interaction: discord.Interaction) -> int | None:
    channel = interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else None


def _spot(interaction: discord.Interaction) -> Spot:
    if interaction.message is None:
        return Spot.COMMAND
    if interaction.guild_id is None:
        return Spot.DIRECT
    return Spot.PRIVATE if interaction.message.flags.ephemeral else Spot.POST
