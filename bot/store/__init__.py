"""The one place where things are kept: SQLite behind a narrow seam."""

from bot.store.database import Store
from bot.store.faults import StoreError, StoreFailed
from bot.store.written import Conflict, Kept, MemberRow, OutboxRow

__all__ = ["Conflict", "Kept", "MemberRow", "OutboxRow", "Store", "StoreError", "StoreFailed"]
