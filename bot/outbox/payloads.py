"""How screens become what discord.py sends, and how they are kept in the outbox meanwhile."""

from __future__ import annotations

import hashlib
import io
import json
from typing import Any

import discord

from bot.render.parts import Dialog, Screen, dialog_payload
from bot.table.model import TableId


def screen_to_json(screen: Screen) -> str:
    """Write a screen down, to be sent from the outbox."""
    written = {"components": screen.components, "pings": screen.pings}
    return json.dumps(written, ensure_ascii=False)


def screen_from_json(text: str) -> Screen:
    """Read what `screen_to_json` wrote."""
    read = json.loads(text)
    return Screen(tuple(read["components"]), tuple(read["pings"]))


class RawView(discord.ui.LayoutView):
    """A finished layout made of plain data.

    discord.py keeps every unfinished view it sends, waiting for presses; ours mean what their
    custom ids say and are handled in one place, so the view is finished before it is sent.
    """

    def __init__(self, screen: Screen, marker: int | None = None) -> None:
        super().__init__(timeout=None)
        components = [dict(component) for component in screen.components]
        if marker is not None:
            components[0]["id"] = marker
        self._components = components
        self.stop()

    def to_components(self) -> list[dict[str, Any]]:
        """Return the components as Discord wants them."""
        return self._components

    def has_components_v2(self) -> bool:
        """Say that these are Components V2."""
        return True


class RawModal(discord.ui.Modal):
    """A dialog made of plain data; its submission is handled where presses are."""

    def __init__(self, dialog: Dialog) -> None:
        super().__init__(title=dialog.title, custom_id=dialog.custom_id, timeout=None)
        self._payload = dialog_payload(dialog)
        self.stop()

    def to_dict(self) -> dict[str, Any]:
        """Return the dialog as Discord wants it."""
        return self._payload


def files(screen: Screen) -> list[discord.File]:
    """Return the file of a screen, anew for each attempt to send it."""
    if screen.attachment is None:
        return []
    content = io.BytesIO(screen.attachment.content)
    return [discord.File(content, filename=screen.attachment.name)]


def mentions(screen: Screen) -> discord.AllowedMentions:
    """Allow exactly the pings a screen asks for; names in it ping nobody."""
    # Discord wants each of them once, and who is to act may also be one without direct messages.
    users = [discord.Object(user) for user in dict.fromkeys(screen.pings)]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


def _digest(table: TableId, key: str) -> str:
    return hashlib.blake2s(f"{table}:{key}".encode(), digest_size=12).hexdigest()


def nonce(table: TableId, key: str, instead_of: int | None = None) -> str:
    """Return the nonce of a message: the same for every attempt to send it.

    One that replaces another has its own, or Discord would hand out the one that is gone.
    """
    return _digest(table, key if instead_of is None else f"{key}:{instead_of}")


def marker(table: TableId, key: str) -> int:
    """Return the component id that a message carries for good, to be recognised by later."""
    return int(_digest(table, key)[:7], 16) + 1
