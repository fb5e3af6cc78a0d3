"""Where the sandbox keeps its world between runs: one SQLite file of small JSON documents."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SCHEMA = """
create table if not exists document (
    kind text not null,
    id integer not null,
    body text not null,
    primary key (kind, id)
) without rowid
"""


class Storage:
    """Documents by kind and id; without a path nothing is kept.

    Each write is its own transaction in write-ahead mode: it costs some 20 microseconds and
    survives the process being killed (not the machine losing power, which a sandbox can bear).
    """

    def __init__(self, path: str | os.PathLike[str] | None) -> None:
        self._db: sqlite3.Connection | None = None
        if path is None:
            return
        file = Path(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        # Created here because SQLite would give it the umask's mode; its side files copy ours.
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        file.chmod(0o600)
        self._db = sqlite3.connect(file, isolation_level=None, timeout=1.0)
        self._db.execute("pragma journal_mode = wal")
        self._db.execute("pragma synchronous = normal")
        self._db.execute(SCHEMA)

    def save(self, kind: str, id_: int, body: dict[str, Any]) -> None:
        """Write one document."""
        if self._db is not None:
            text = json.dumps(body, separators=(",", ":"))
            self._db.execute("insert or replace into document values (?, ?, ?)", (kind, id_, text))

    def delete(self, kind: str, id_: int) -> None:
        """Remove one document."""
        if self._db is not None:
            self._db.execute("delete from document where kind = ? and id = ?", (kind, id_))

    def load(self, kind: str) -> Iterator[dict[str, Any]]:
        """Yield all documents of one kind, oldest id first."""
        if self._db is None:
            return
        rows = self._db.execute("select body from document where kind = ? order by id", (kind,))
        for (text,) in rows.fetchall():
            yield json.loads(text)

    def close(self) -> None:
        """Close the file."""
        if self._db is not None:
            self._db.close()
            self._db = None
