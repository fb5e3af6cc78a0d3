"""What is told at a table of what its host or a moderator did."""

from __future__ import annotations

from bot.render import screens
from bot.render.words import Words
from bot.table.change import Change
from bot.table.deeds import Doing
from bot.table.view import public_view
from bot.tellings import Post, Telling

SHOWN_BY_ITSELF = {Doing.STOPPING, Doing.STOPPED}
"""What the table's own post, or its last one, says."""


def deed_told(change: Change, words: Words, now: float) -> list[Telling]:
    """Say what was done, pinging whom it calls: who is invited, or who must act again."""
    deed, table = change.deed, change.table
    if deed is None or deed.what in SHOWN_BY_ITSELF:
        return []
    screen = screens.deed_screen(deed, public_view(table), words)
    return [Post(f"deed{table.version}", screen, now)]
