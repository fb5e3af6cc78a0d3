"""What the sender asks of the tables, and what it reports to them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.outbox.trouble import Lost
from bot.render.parts import Screen
from bot.store import OutboxRow
from bot.table.model import TableId, UserId


@dataclass(frozen=True, slots=True)
class Live:
    """The newest state of a table's post."""

    key: str
    screen: Screen

    def is_shown_by(self, key: str, screen: Screen) -> bool:
        """Say whether a post with this content is up to date."""
        return (key, screen.components) == (self.key, self.screen.components)


class Upward:
    """What the sender reports: overridden by whoever wants to know."""

    def live(self, table: TableId) -> Live | None:
        """Return the newest state of a table's post, None when nothing is to be shown."""
        raise NotImplementedError

    async def posted(self, table: TableId, key: str) -> None:
        """Learn that a post is in its channel, or cannot be sent there at all."""

    async def shown(self, table: TableId) -> None:
        """Learn that members see the newest state of a table."""

    async def tried(self, user: UserId, *, reachable: bool) -> None:
        """Learn whether a member could be reached by direct message."""

    async def undelivered(self, row: OutboxRow) -> None:
        """Learn that a direct message could not be sent."""

    async def lost(self, channel: int, why: Lost) -> None:
        """Learn that nothing can be sent to a channel any more, and why."""
