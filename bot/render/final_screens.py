"""How the final table of a session is announced: there, and in the channel of its series."""

from __future__ import annotations

from collections.abc import Sequence

from bot.render.move_screens import come_to
from bot.render.parts import Accent, Screen, screen, text
from bot.render.words import Words
from bot.series.model import Series, Session
from bot.table.change import Moved
from bot.table.model import Table, UserId
from engine.session import able_to_play


def final_screen(table: Table, come: Sequence[Moved], words: Words) -> Screen:
    """Say at a table that it is the final one, with all players; who has just come is pinged."""
    pings = tuple(each.user for each in come)
    told = (words.final_table(), *_seats(table, words), *come_to(come, words))
    return screen(Accent.NOTICE, text(*told), pings=pings)


def final_table_screen(series: Series, session: Session, table: Table, words: Words) -> Screen:
    """Say in the channel of a series where the final table of a session is, with all players."""
    head = words.final_table_of(series, session, table.channel)
    return screen(Accent.NOTICE, text(head, *_seats(table, words)))


def _seats(table: Table, words: Words) -> list[str]:
    return [
        words.seat_line(player.seat, table.members[UserId(player.member)].name, player.stack)
        for player in able_to_play(table.session)
    ]
