"""The screens of what is kept of members: leaderboard, own record, own data."""

from __future__ import annotations

from collections.abc import Sequence

from bot.records.leaders import Leader, Sum
from bot.render.names import boxed, columns, padded, plain
from bot.render.parts import Accent, Screen, Style, button, row, screen, text
from bot.render.words import Words
from bot.render.words.accounts import signed
from bot.router import RecordPress, RecordVerb
from bot.table.result import Result

LINES = 15
"""Members on one page of the leaderboard."""


def leaders_screen(
    board: Sequence[Leader], former: Sum | None, days: int, page: int, words: Words
) -> Screen:
    """Show a page of the leaderboard; a page that is not there is the nearest one."""
    title = text(words.leaders_title(days))
    if not board and former is None:
        return screen(Accent.PRIVATE, title, text(words.no_results()))
    last = max(len(board) - 1, 0) // LINES
    page = min(page, last)
    shown = board[page * LINES : (page + 1) * LINES]
    lines = _columns([words.leaders_head(), *(_line(leader) for leader in shown)])
    return screen(
        Accent.PRIVATE,
        title,
        text("```", *lines, "```") if shown else None,
        text(words.former_members(former)) if former is not None and page == last else None,
        _turning(days, page, last, words) if last else None,
    )


def _line(leader: Leader) -> tuple[str, ...]:
    total = leader.sum
    numbers = (total.sessions, total.wins, total.hands)
    return (str(leader.rank), total.name, *map(str, numbers), signed(total.won))


def _columns(lines: Sequence[tuple[str, ...]]) -> list[str]:
    """Put cells under each other: the name from the left, numbers from the right."""
    widths = [max(columns(line[i]) for line in lines) for i in range(len(lines[0]))]
    return [
        "  ".join(
            padded(cell, width) if at == 1 else boxed(cell).rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]


def _turning(days: int, page: int, last: int, words: Words) -> dict[str, object] | None:
    def to(label: str, other: int) -> dict[str, object]:
        press = RecordPress(RecordVerb.LEADERS, days, min(max(other, 0), last))
        return button(label, press, disabled=not 0 <= other <= last)

    return row(to(words.previous_page(), page - 1), to(words.next_page(), page + 1))


def record_screen(
    name: str,
    total: Sum | None,
    best: int | None,
    last: Sequence[tuple[Result, str]],
    words: Words,
) -> Screen:
    """Show how a member did, his best place, and his last sessions with where they were."""
    title = text(words.record_title(plain(name)))
    if total is None:
        return screen(Accent.PRIVATE, title, text(words.no_results()))
    return screen(
        Accent.PRIVATE,
        title,
        text(*words.record(total, best)),
        text(words.last_sessions(), *(words.session_line(*session) for session in last)),
    )


def kept_screen(lines: Sequence[str]) -> Screen:
    """Show what is kept about a member."""
    title, *rest = lines
    return screen(Accent.PRIVATE, text(title, *rest))


def really_delete_screen(words: Words) -> Screen:
    """Ask whether a member's data are to be deleted."""
    press = RecordPress(RecordVerb.DELETE)
    return screen(
        Accent.PRIVATE,
        text(*words.really_delete()),
        row(button(words.delete_label(), press, Style.DANGER)),
    )
