"""How what is to be told becomes rows of the outbox, written down with the change it tells of."""

from __future__ import annotations

from collections.abc import Sequence

from bot.outbox.payloads import screen_to_json
from bot.store import OutboxRow
from bot.table.model import Table, UserId
from bot.tellings import Direct, Edit, Post, Telling


def to_row(row_id: int, table: Table, telling: Telling, now: float) -> OutboxRow:
    """Write down something to be told of a table."""
    kind = type(telling).__name__.lower()
    target = telling.user if isinstance(telling, Direct) else table.channel
    payload = ""
    if isinstance(telling, Post | Edit | Direct):
        payload = screen_to_json(telling.screen)
    return OutboxRow(row_id, table.id, kind, target, telling.key, payload, telling.due, now)


def said_by_answer(
    rows: Sequence[OutboxRow], before: Table, drawing: UserId | None, *, on_post: bool
) -> OutboxRow | None:
    """Return the row that the answer to a press will say, so that nobody else need.

    :param drawing: who exchanges by a press in his direct messages.
    :param on_post: the press stood on the table's post.
    """
    for row in rows:
        closing = on_post and row.kind == "edit" and row.key == before.post
        drawn = row.kind == "direct" and row.target == drawing and row.key.startswith("drawn")
        if closing or drawn:
            return row
    return None
