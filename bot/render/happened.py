"""What has happened in a hand so far: its streets, and the sentences about them."""

from __future__ import annotations

from collections.abc import Iterable

from bot.render.names import plain
from bot.render.words import Words
from bot.table.recap import StreetRecap, recap
from bot.table.view import TableView
from engine.events import Event
from engine.games import VARIANTS

MOST_TOLD = 800
"""Characters of what happened in a street, beside nine pots and ten seats."""


def recap_of(view: TableView) -> list[StreetRecap]:
    """Return the streets of the hand so far, the newest last."""
    first = VARIANTS[view.options.game].streets[0].name
    return recap(view.feed, first)


def told(
    events: Iterable[Event], view: TableView, words: Words, most: int = MOST_TOLD
) -> str | None:
    """Tell what happened, the newest first to be kept where there is too much of it."""
    names = {seat: plain(name) for seat, name in view.names.items()}
    sentences = [sentence for event in events if (sentence := words.happened(event, names))]
    while sum(map(len, sentences)) + 3 * len(sentences) > most:
        sentences = ["…", *sentences[2:]]
    return " · ".join(sentences) or None
