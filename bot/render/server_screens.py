"""The screens of a server's settings."""

from __future__ import annotations

from bot.render.parts import Accent, Screen, screen, text
from bot.render.words import Words
from bot.server.model import Server


def settings_screen(server: Server, words: Words) -> Screen:
    """Show what is set for a server."""
    title, *lines = words.server_settings(server)
    return screen(Accent.NOTICE, text(f"**{title}**", *lines))
