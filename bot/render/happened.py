"""What has happened in a hand so far: its streets, and the sentences about them."""

from __future__ import annotations

from collections.abc import Iterable

from bot.render.names import plain
from bot.render.words import Words
from bot.table.model import UserId
from bot.table.recap import StreetRecap, recap
from bot.table.view import TableView
from engine.events import Eliminated, Event
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
    said = [words.happened(event, names | _own_names(event, view)) for event in events]
    sentences = [sentence for sentence in said if sentence]
    while sum(map(len, sentences)) + 3 * len(sentences) > most:
        sentences = ["…", *sentences[2:]]
    return " · ".join(sentences) or None


def _own_names(event: Event, view: TableView) -> dict[int, str]:
    """Name who is out by his seat, where somebody else was dealt in to the hand in it."""
    if not isinstance(event, Eliminated):
        return {}
    sitting = {seat.user: plain(seat.name) for seat in view.seats}
    members = [UserId(member) for member, _ in event.kept]
    return {
        seat: sitting[member]
        for seat, member in zip(event.seats, members, strict=False)
        if member in sitting
    }
