"""What is told of members who go from one table of their session to another, or come late."""

from __future__ import annotations

from bot.catalogue import words_to
from bot.render import screens
from bot.render.final_screens import final_screen
from bot.render.move_screens import coming_screen, late_screen, leaving_screen
from bot.render.words import Words
from bot.table.change import Change
from bot.table.model import Phase, Table
from bot.table.view import is_final
from bot.tellings import Direct, Post, Telling


def moves_told(before: Table, change: Change, words: Words, now: float) -> list[Telling]:
    """Say at both tables who moves, pinging him at the new one, and tell him privately."""
    table = change.table
    leaving = [move for move in change.moved if move.source == table.id]
    coming = [move for move in change.moved if move.target == table.id]
    tellings: list[Telling] = []
    if leaving:
        shown = leaving_screen(leaving, words)
        tellings.append(Post(f"leaving{table.version}", shown, now))
    final = is_final(table) and not is_final(before)
    if final or coming:
        shown = final_screen(table, coming, words) if final else coming_screen(coming, words)
        tellings.append(Post(f"coming{table.version}", shown, now))
    moved_here = {move.user for move in coming}
    tellings += [
        Post(f"late{table.version}.{player.member}", late_screen(player, words), now)
        for player in table.session.players
        if table.contest is not None and player.member not in before.members.keys() | moved_here
    ]
    tellings += [
        Direct(
            f"moved{table.version}.{move.user}",
            move.user,
            screens.notice(
                words_to(table.members[move.user], words).you_move(move.channel, move.seat)
            ),
            now,
        )
        for move in coming
        if table.members[move.user].reachable is not False
    ]
    if table.waits and not before.waits and table.phase is Phase.BETWEEN:
        shown = screens.public_notice(words.waits_for_tables())
        tellings.append(Post(f"waits{table.version}", shown, now))
    return tellings
