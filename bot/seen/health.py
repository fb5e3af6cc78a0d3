"""Whether the bot can do its job, and if not, why: the one notion of health there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum

from bot.seen.signs import Signs
from bot.store import OutboxRow

CONNECTED_WITHIN_S = 30.0
"""How long the gateway may be away: discord.py mostly returns within seconds."""
WRITTEN_WITHIN_S = 30.0
"""How old the heartbeat in the database may be; it is written every five seconds."""
TOLD_WITHIN_S = 5 * 60.0
"""How long something due may wait in the outbox."""


class Cause(StrEnum):
    """What can be wrong."""

    STARTING = "starting"
    """The tables of the last run are not picked up yet."""
    GATEWAY = "gateway"
    """Discord's gateway is away: nobody's press arrives."""
    DATABASE = "database"
    """The database cannot be written, or whoever writes it hangs: nothing can be accepted."""
    OUTBOX = "outbox"
    """What is due cannot be told."""


class Health:
    """Judges by the signs of life and by what waits in the outbox."""

    def __init__(self, signs: Signs, waiting: Callable[[], Iterable[OutboxRow]]) -> None:
        self._signs = signs
        self._waiting = waiting

    def complaints(self) -> dict[Cause, str]:
        """Say what is wrong, in words for the operator; nothing: the bot can do its job."""
        found = {
            Cause.STARTING: self._starting(),
            Cause.GATEWAY: self._gateway(),
            Cause.DATABASE: self._database(),
            Cause.OUTBOX: self._outbox(),
        }
        return {cause: wrong for cause, wrong in found.items() if wrong is not None}

    def overdue_s(self) -> float:
        """Return for how long the oldest row that is due has been so."""
        return max((0.0, *(self._signs.ago_s(row.due) for row in self._waiting())))

    def _starting(self) -> str | None:
        return "the tables are not picked up yet" if self._signs.written_at is None else None

    def _gateway(self) -> str | None:
        away_s = self._signs.ago_s(self._signs.changed_at)
        if self._signs.connected or away_s <= CONNECTED_WITHIN_S:
            return None
        return f"Discord's gateway has been away for {away_s:.0f} s"

    def _database(self) -> str | None:
        # While the gateway is away nobody can be served, and the heartbeat rests on purpose.
        if self._signs.written_at is None or not self._signs.connected:
            return None
        age_s = self._signs.ago_s(max(self._signs.written_at, self._signs.changed_at))
        return f"the last heartbeat is {age_s:.0f} s old" if age_s > WRITTEN_WITHIN_S else None

    def _outbox(self) -> str | None:
        overdue_s = self.overdue_s()
        if overdue_s <= TOLD_WITHIN_S:
            return None
        return f"a message has been due for {overdue_s:.0f} s and cannot be sent"
