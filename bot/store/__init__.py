"""The one place where things are kept: SQLite behind a narrow seam."""

from bot.store.database import Conflict, Kept, OutboxRow, Store
from bot.store.faults import StoreError, StoreFailed

__all__ = ["Conflict", "Kept", "OutboxRow", "Store", "StoreError", "StoreFailed"]
