"""What hosts are asked before it is done."""

from __future__ import annotations

from bot.render.parts import Accent, Screen, Style, button, row, screen, text
from bot.render.words import Words
from bot.router import Press, Verb
from bot.table.model import TableId


def stop_question_screen(
    table: TableId, when: str, count: int, words: Words, *, at_once: bool
) -> Screen:
    """Ask once whether to end a session at all of its tables."""
    stop = Press(Verb.STOP_ALL, table, argument=when)
    return screen(
        Accent.PRIVATE,
        text(words.stop_question(count, at_once=at_once)),
        row(button(words.stop_label(at_once=at_once), stop, Style.DANGER)),
    )
