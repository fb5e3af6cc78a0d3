"""When a bot process is to die, and the database connection at whose statements it can.

A *point* is a moment between two steps that matter: before or after a statement reaches the
database, before or after a request reaches Discord. A `Doom` is one of them, counted; a `Sweep` is
all of them in turn: the process dies at the first point of its kinds at which none has died yet,
and so does the next, until nothing is left to die at.
"""

from __future__ import annotations

import hashlib
import os
import signal
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import aiosqlite


@dataclass(frozen=True, slots=True)
class Doom:
    """When a process is to die: at its nth request of a kind, before or after it took effect."""

    when: str
    method: str = ""
    path: str = ""
    holding: str = ""
    nth: int = 1

    def fits(self, method: str, path: str, body: str) -> bool:
        """Say whether a request is of the kind."""
        return self.method in {"", method} and self.path in path and self.holding in body


@dataclass(slots=True)
class Sweep:
    """Kills at every point of some kinds in turn, or at one part of them out of several.

    Kinds: "start" (until the bot is ready), "write" and "request" (afterwards).
    """

    kinds: frozenset[str]
    part: int = 0
    parts: int = 1
    times: int = 1
    """How often in a row a process dies at one point."""
    most: int = 100
    """How many deaths there are at most."""
    seed: int = 1
    died: Counter[str] = field(default_factory=Counter)

    def strikes(self, kind: str, point: str) -> bool:
        """Say whether the process is to die here."""
        return (
            kind in self.kinds
            and self.died[point] < self.times
            and self.died.total() < self.most
            and _spread(f"{self.seed} {point}") % self.parts == self.part
        )


def _spread(point: str) -> int:
    return int.from_bytes(hashlib.blake2s(point.encode(), digest_size=8).digest())


class Fate:
    """Has this process die at statements, and leaves behind at which."""

    def __init__(self, sweep: Sweep, testament: Path) -> None:
        self._sweep = sweep
        self._testament = testament
        self._started = False
        self._transaction = ""

    @contextmanager
    def over(self, database: sqlite3.Connection, statement: str) -> Iterator[None]:
        """Have a statement executed, unless the process dies before it, or after it."""
        self._transaction += statement
        kind, point = self._kind(statement), f"{' '.join(statement.split()[:5])} {_far(database)}"
        self._may_die(kind, f"before {point}")
        yield
        self._may_die(kind, f"after {point}")
        if statement == "COMMIT":
            # The first sign of life says that every table is picked up.
            self._started = self._started or "heartbeat" in self._transaction
            self._transaction = ""

    def _kind(self, statement: str) -> str:
        if not self._started:
            return "start"
        return "read" if statement.startswith(("SELECT", "PRAGMA")) else "write"

    def _may_die(self, kind: str, point: str) -> None:
        if self._sweep.strikes(kind, point):
            with self._testament.open("a") as file:
                file.write(f"{point}\n")
            os.kill(os.getpid(), signal.SIGKILL)


def _far(database: sqlite3.Connection) -> str:
    """Return how far an evening is: the same statement is another point later on."""
    reading = sqlite3.Cursor(database)
    try:
        reading.execute(
            "SELECT (SELECT coalesce(sum(version), 0) FROM tables)"
            " + (SELECT coalesce(sum(version), 0) FROM series), (SELECT count(*) FROM outbox)"
        )
        changes, untold = reading.fetchone()
    except sqlite3.OperationalError:
        return "on nothing"
    return f"at change {changes}, {untold} untold"


def doomed(fate: Fate) -> Callable[..., aiosqlite.Connection]:
    """Return what opens a database at whose statements the process dies as its fate says."""

    class Cursor(sqlite3.Cursor):
        def execute(self, sql: str, parameters: Any = (), /) -> Cursor:
            with fate.over(self.connection, sql):
                super().execute(sql, parameters)
            return self

        def executemany(self, sql: str, parameters: Iterable[Any], /) -> Cursor:
            with fate.over(self.connection, sql):
                super().executemany(sql, parameters)
            return self

        def executescript(self, sql_script: str, /) -> Cursor:
            with fate.over(self.connection, sql_script):
                super().executescript(sql_script)
            return self

    class Connection(sqlite3.Connection):
        def cursor(self, _: Any = None, /) -> Any:
            return super().cursor(Cursor)

        def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
            return cast("sqlite3.Cursor", self.cursor().execute(sql, parameters))

        def executemany(self, sql: str, parameters: Iterable[Any], /) -> sqlite3.Cursor:
            return cast("sqlite3.Cursor", self.cursor().executemany(sql, parameters))

        def executescript(self, sql_script: str, /) -> sqlite3.Cursor:
            return cast("sqlite3.Cursor", self.cursor().executescript(sql_script))

        def commit(self) -> None:
            with fate.over(self, "COMMIT"):
                super().commit()

    def connect(database: Path, **options: Any) -> aiosqlite.Connection:
        return aiosqlite.connect(database, factory=Connection, **options)

    return connect
