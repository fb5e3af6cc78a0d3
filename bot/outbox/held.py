"""Answers under way that say what a row of the outbox says: the row waits for them.

An edit waits for every answer that changes its post. Of changes that are under way together nobody
knows which Discord applies last, so that only one that was alone has said its row for certain.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.store import OutboxRow
from bot.table.model import TableId

Said = tuple[TableId, str, str]


@dataclass
class _Answers:
    """The answers under way that change one message."""

    rows: set[int] = field(default_factory=set)
    """What they say."""
    unsure: bool = False
    """Something else was under way together with one of them, or one has failed."""


def what(row: OutboxRow) -> Said:
    """Return what a row says something about: rows that say the same again have the same."""
    return row.table, row.kind, row.key


class Held:
    """Knows which rows wait for answers."""

    def __init__(self) -> None:
        self._answers: dict[Said, _Answers] = {}

    def hold(self, row: OutboxRow, *, among_others: bool) -> None:
        """Note that an answer is about to say a row.

        :param among_others: the message is being changed by something that is no answer.
        """
        answers = self._answers.setdefault(what(row), _Answers())
        answers.unsure = answers.unsure or among_others or bool(answers.rows)
        answers.rows.add(row.id)

    def holds(self, row: OutboxRow) -> bool:
        """Say whether a row has to wait."""
        return what(row) in self._answers

    def was_alone(self, row: OutboxRow) -> bool:
        """Say whether the answer that says a row is the only change of its message."""
        answers = self._answers.get(what(row))
        return answers is not None and answers.rows == {row.id} and not answers.unsure

    def let_go(self, row: OutboxRow, *, unsure: bool = False) -> None:
        """Note that the answer that was to say a row is over."""
        answers = self._answers.get(what(row))
        if answers is None or row.id not in answers.rows:
            return
        answers.rows.discard(row.id)
        answers.unsure = answers.unsure or unsure
        if not answers.rows:
            del self._answers[what(row)]
