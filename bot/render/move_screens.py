"""What is posted of members who come to a table of their session in play, or leave it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.render.names import plain
from bot.render.parts import Accent, Screen, screen, text
from bot.render.words import Words
from bot.table.change import Moved
from engine.session import Player


def leaving_screen(moved: Sequence[Moved], words: Words) -> Screen:
    """Say who goes to another table of the session, and where it is."""
    told = [words.moves_away(plain(each.name), each.channel, each.seat) for each in moved]
    return screen(Accent.NOTICE, text(*told))


def coming_screen(moved: Sequence[Moved], words: Words) -> Screen:
    """Say who comes from another table of the session, pinging him: that opens a thread to him."""
    pings = tuple(each.user for each in moved)
    return screen(Accent.NOTICE, text(*come_to(moved, words)), pings=pings)


def come_to(moved: Sequence[Moved], words: Words) -> list[str]:
    """Return a line for each who comes from another table."""
    return [words.moves_here(each.user, each.number, each.seat) for each in moved]


def late_screen(player: Player, words: Words) -> Screen:
    """Say who has come late, pinging him: that opens a thread to him."""
    said = words.comes_late(player.member, player.seat, player.stack)
    return screen(Accent.NOTICE, text(said), pings=(player.member,))
