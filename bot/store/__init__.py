"""The one place where things are kept: SQLite behind a narrow seam."""

from bot.store.database import Conflict, OutboxRow, Store, StoreError

__all__ = ["Conflict", "OutboxRow", "Store", "StoreError"]
