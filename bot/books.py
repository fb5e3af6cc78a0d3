"""The chips of a table for who wants to see that they add up, and for who must correct them."""

from __future__ import annotations

from bot.amounts import parse_correction
from bot.asked import Asked
from bot.errors import NoSuchHand
from bot.ledger import accounts
from bot.outbox import Answer, Private
from bot.render import screens
from bot.render.accounts import audit_screen, hand_screen
from bot.render.names import plain
from bot.table import play
from bot.table.model import Table, TableId, UserId
from bot.tables import Tables

MOST_REASON = 200
"""The longest reason for a correction, in characters."""


class Books:
    """Shows the ledger, and enters corrections."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def audit(self, asked: Asked, hand: int | None) -> Answer:
        """Show what the chips of everybody at the channel's newest table come to, or of one hand.

        :raises NoTableHere: when the channel never had a table.
        :raises NoSuchHand: when no chip moved in a hand of that number.
        """
        table, rows = await self._tables.ledger(asked.channel)
        if not self._tables.is_posted(table):
            # The result of an all-in hand is not told before its board lies open.
            return Private(screens.notice(asked.words.being_posted()))
        if hand is None:
            session = table.session
            playing = session.hands_played + 1 if session.hand_in_progress else None
            return Private(audit_screen(table, accounts(rows, playing), rows, asked.words))
        moved = [row for row in rows if row.hand == hand]
        if not moved:
            raise NoSuchHand
        return Private(hand_screen(table, hand, moved, asked.words))

    async def correct(
        self, asked: Asked, table_id: TableId, user: UserId, text: str, reason: str
    ) -> Answer:
        """Correct a member's stack, as a moderator, and say what he has now."""
        if not self._tables.is_posted(self._tables.get(table_id)):
            return Private(screens.notice(asked.words.being_posted()))
        amount = parse_correction(text)
        done = await self._tables.change(
            table_id,
            lambda now, chance: play.correct(now, asked.who, user, amount, reason, chance),
            asked.id,
        )
        said = asked.words.corrected_to(
            plain(done.after.members[user].name), _stack(done.after, user)
        )
        return Private(screens.notice(said))


def _stack(table: Table, user: UserId) -> int:
    return next(player.stack for player in table.session.players if player.member == user)
