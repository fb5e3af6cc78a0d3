"""The screens about a table's chips: what everybody has and why, and corrections."""

from __future__ import annotations

from bot.ledger import Account, Kind, Movement
from bot.render.names import plain
from bot.render.parts import Accent, Screen, screen, text
from bot.render.words import Words
from bot.table.model import Table, UserId
from engine.events import StackCorrected

MOST_LINES = 25
"""How many members, and how many corrections, one message has room for."""


def audit_screen(
    table: Table, accounts: dict[UserId, Account], rows: list[Movement], words: Words
) -> Screen:
    """Show what each member brought, won and has, and that it is all there."""
    known = {user: account for user, account in accounts.items() if user in table.members}
    lines = [words.account(_name(table, user, words), account) for user, account in known.items()]
    corrected = [
        words.correction(
            row.by or 0, _name(table, row.member, words), row.amount, plain(row.reason)
        )
        for row in rows
        if row.kind is Kind.CORRECTION
    ]
    more = len(lines) - MOST_LINES
    return screen(
        Accent.PRIVATE,
        text(words.audit_title(), *lines[:MOST_LINES], words.more(more) if more > 0 else None),
        text(*corrected[-MOST_LINES:]) if corrected else None,
        text(words.audit_total(list(accounts.values()), table.session.handed_out)),
    )


def hand_screen(table: Table, number: int, rows: list[Movement], words: Words) -> Screen:
    """Show every movement of one hand, member by member."""
    members = dict.fromkeys(row.member for row in rows)
    lines = [
        words.moved(
            _name(table, user, words), [(r.kind, r.amount) for r in rows if r.member == user]
        )
        for user in members
    ]
    return screen(Accent.PRIVATE, text(words.hand_audit_title(number), *lines))


def correction_screen(name: str, event: StackCorrected, words: Words) -> Screen:
    """Tell everybody of a correction, and why it was made."""
    told = words.correction(event.by, plain(name), event.amount, plain(event.reason))
    return screen(Accent.NOTICE, text(told))


def _name(table: Table, user: UserId, words: Words) -> str:
    return plain(words.name(table.members[user].name))
