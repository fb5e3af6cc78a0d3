"""What can be wrong with the file a store is kept in, and what its operator can do about it.

::

    StoreError             the database cannot be used; the message tells the operator what to do
    └── StoreFailed        it could be used until now, and may be again

Low-level errors become these at one place, `understood`; what remains is a bug.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError

log = logging.getLogger(__name__)

SAY_AGAIN_S = 60.0
"""A fault that lasts is told to the operator this often."""

DAMAGED = "it is damaged: stop the bot and restore a backup with `python -m bot restore FILE`"

ADVICE = {
    sqlite3.SQLITE_FULL: "its disk is full: free some space",
    sqlite3.SQLITE_IOERR: "its disk cannot be read or written: see to the disk and its space",
    sqlite3.SQLITE_READONLY: "it may only be read: give the bot's user the right to write to it",
    sqlite3.SQLITE_PERM: "the bot's user may not use it: give him the right to",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened: see to its folder, and the rights of the bot's "
    "user there",
    sqlite3.SQLITE_BUSY: "another program keeps it locked: close that program",
    sqlite3.SQLITE_LOCKED: "another program keeps it locked: close that program",
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
}
"""What to do about each of SQLite's result codes that is no bug of ours."""


class StoreError(Exception):
    """The database cannot be used; the message tells the operator what to do."""


class StoreFailed(StoreError):
    """Something could not be read or written; nothing has changed, and a later try may succeed."""


def advice(error: sqlite3.Error) -> str | None:
    """Say what to do about an error, None when it is a bug."""
    code = getattr(error, "sqlite_errorcode", None)
    # The low byte of an extended code is the code it refines.
    return None if code is None else ADVICE.get(code & 0xFF)


class Watch:
    """Turns errors of a database in use into `StoreFailed`, and tells the operator once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._failing = False
        self._said = ""
        self._said_at = 0.0

    @contextmanager
    def understood(self) -> Iterator[None]:
        """Raise what the operator can mend as `StoreFailed`, and let bugs pass.

        :raises StoreFailed: for an error that has an advice, and for a value that is none of ours.
        """
        try:
            yield
        except ValidationError:
            # What is wrong in it is not named: a table holds private cards.
            fault = f"{self._path} holds a table that cannot be read: {DAMAGED}"
            self._tell(fault)
            raise StoreFailed(fault) from None
        except sqlite3.Error as error:
            todo = advice(error)
            if todo is None:
                raise
            fault = f"{self._path} cannot be used: {todo} ({error})"
            self._tell(fault)
            raise StoreFailed(fault) from error

    def written(self) -> None:
        """Note that the database could be written: a fault is over."""
        if self._failing:
            log.warning("%s can be written again", self._path)
        self._failing = False

    def _tell(self, fault: str) -> None:
        now = time.monotonic()
        if fault != self._said or now - self._said_at >= SAY_AGAIN_S:
            log.error("%s", fault)
            self._said, self._said_at, self._failing = fault, now, True
