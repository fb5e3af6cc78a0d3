"""What is kept of a channel's newest table, for who looks it up: its chips, and finished hands."""

from __future__ import annotations

from bot.amounts import parse_correction
from bot.asked import Asked
from bot.errors import HandDeleted, NoSuchHand, NoTableHere, NotInThisFormat
from bot.filing import Form, hand_record
from bot.ledger import Movement, accounts
from bot.outbox import Answer, Private
from bot.render import screens
from bot.render.accounts import audit_screen, hand_screen
from bot.render.names import plain
from bot.render.parts import Attachment
from bot.store import Store
from bot.table import play
from bot.table.model import Table, TableId, UserId
from bot.tables import Tables
from engine.events import HandStarted
from engine.history.phh import to_phh
from engine.history.pokerstars import to_pokerstars
from engine.history.record import HandRecord, NotExpressible

MOST_REASON = 200
"""The longest reason for a correction, in characters."""


class Books:
    """Shows the ledger, enters corrections, and hands out hands as files."""

    def __init__(self, tables: Tables, store: Store) -> None:
        self._tables = tables
        self._store = store

    async def audit(self, asked: Asked, hand: int | None) -> Answer:
        """Show what the chips of everybody at the channel's newest table come to, or of one hand.

        :raises NoTableHere: when the channel never had a table.
        :raises NoSuchHand: when no chip moved in a hand of that number.
        """
        table, rows = await self._ledger(asked.channel)
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

    async def export(self, asked: Asked, number: int | None, form: Form) -> Answer:
        """Send a finished hand as a file, with what the member may know of it."""
        table, record = await self._finished_hand(asked.channel, number)
        if not self._tables.is_posted(table):
            # Its board may still be opening in the channel.
            return Private(screens.notice(asked.words.being_posted()))
        dealt = next(record.of(HandStarted)).members
        reader = next((seat for seat, user in dealt if user == asked.who.user), None)
        try:
            written = to_phh(record, reader) if form is Form.PHH else to_pokerstars(record, reader)
        except NotExpressible as missing:
            raise NotInThisFormat from missing
        name = f"hand-{table.id}-{record.number}.{form.value}"
        said = asked.words.exported(record.number)
        return Private(screens.file_screen(said, Attachment(name, written.encode())))

    async def _finished_hand(self, channel: int, number: int | None) -> tuple[Table, HandRecord]:
        """Return a hand of the newest table of a channel, the last one unless a number is given.

        :raises NoTableHere: when the channel never had a table.
        :raises NoSuchHand: when no finished hand has that number.
        :raises HandDeleted: when its server does not keep it any longer.
        """
        table = await self._store.last_table(channel)
        if table is None:
            raise NoTableHere
        happened = await self._store.log(table.id)
        if not happened:
            raise HandDeleted
        record = hand_record(table, happened, number)
        if record is None:
            raise NoSuchHand
        return table, record

    async def _ledger(self, channel: int) -> tuple[Table, list[Movement]]:
        """Return the newest table of a channel, with every movement of its chips.

        :raises NoTableHere: when the channel never had a table.
        :raises HandDeleted: when its server does not keep them any longer.
        """
        table = await self._store.last_table(channel)
        if table is None:
            raise NoTableHere
        moved = await self._store.ledger(table)
        if not moved:
            raise HandDeleted
        return table, moved


def _stack(table: Table, user: UserId) -> int:
    return next(player.stack for player in table.session.players if player.member == user)
