"""What the bot needs to be allowed where a table is."""

from __future__ import annotations

import discord

NEEDED = ("view_channel", "read_message_history")
"""What a table needs in its channel besides sending, as Discord names it."""


def missing_permissions(
    granted: discord.Permissions, channel: discord.abc.Snowflake | None
) -> tuple[str, ...]:
    """Return the permissions the bot lacks in a channel, named as Discord names them."""
    in_thread = isinstance(channel, discord.Thread)
    sending = "send_messages_in_threads" if in_thread else "send_messages"
    return tuple(name for name in (*NEEDED, sending) if not getattr(granted, name))


def may_write(granted: discord.Permissions, channel: discord.abc.Snowflake | None) -> bool:
    """Say whether the bot can run a table in a channel now."""
    is_locked = isinstance(channel, discord.Thread) and channel.locked
    return not is_locked and not missing_permissions(granted, channel)
