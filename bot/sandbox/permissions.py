"""Discord's permission bits, and what is left of them in a channel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

BITS: Final[dict[str, int]] = {
    "kick_members": 1 << 1,
    "ban_members": 1 << 2,
    "administrator": 1 << 3,
    "manage_channels": 1 << 4,
    "manage_guild": 1 << 5,
    "add_reactions": 1 << 6,
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "mention_everyone": 1 << 17,
    "use_external_emojis": 1 << 18,
    "change_nickname": 1 << 26,
    "manage_roles": 1 << 28,
    "use_application_commands": 1 << 31,
    "manage_events": 1 << 33,
    "manage_threads": 1 << 34,
    "create_public_threads": 1 << 35,
    "send_messages_in_threads": 1 << 38,
    "moderate_members": 1 << 40,
    "create_events": 1 << 44,
    "pin_messages": 1 << 51,
}


def bits(names: Iterable[str]) -> int:
    """Return the bit set of permissions given by name; an unknown name is a KeyError."""
    total = 0
    for name in names:
        total |= BITS[name]
    return total


EVERYTHING: Final = bits(BITS)
EVERYBODY: Final = bits(
    (
        "add_reactions",
        "view_channel",
        "send_messages",
        "embed_links",
        "attach_files",
        "read_message_history",
        "use_external_emojis",
        "change_nickname",
        "use_application_commands",
        "create_public_threads",
        "send_messages_in_threads",
    )
)
IN_DIRECT_MESSAGES: Final = bits(
    (
        "add_reactions",
        "view_channel",
        "send_messages",
        "embed_links",
        "attach_files",
        "read_message_history",
        "mention_everyone",
        "use_external_emojis",
        "use_application_commands",
    )
)
THE_BOT: Final = EVERYBODY | bits(("create_events",))
