"""Whether a database is whole: what lies in it adds up, and everything has its owner."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from pydantic import ValidationError

from bot.ledger import Kind, Movement, behind, sums
from bot.series.model import SERIES_JSON
from bot.store.faults import advice
from bot.store.migrations import migrations
from bot.table.model import EVENTS_JSON, TABLE_JSON, Phase, Table, TableId, UserId
from engine.session import total_chips

SERIES_SINCE = 6
"""The version of the schema that brought series."""
LEDGER_SINCE = 2
"""The version of the schema that brought the ledger."""
OWNED = {
    "log": 1,
    "outbox": 1,
    "posts": 1,
    "ledger": LEDGER_SINCE,
    "deeds": 5,
    "table_results": 7,
}
"""Whose rows belong to a table, and since which version of the schema they do."""


def complaints(path: Path) -> list[str]:
    """Return what is wrong in a database, one line each; it is only read, also while a bot runs.

    What is private stays so: no line names a card.
    """
    try:
        with closing(read_only(path)) as db:
            # One transaction: a bot that goes on meanwhile changes nothing in what is seen.
            db.execute("BEGIN")
            damage = [row[0] for row in db.execute("PRAGMA integrity_check")]
            if damage != ["ok"]:
                return [f"the file is damaged: {line}" for line in damage]
            return list(_complaints(db))
    except sqlite3.Error as error:
        return [f"{path} cannot be read: {advice(error) or error}"]


def read_only(path: Path) -> sqlite3.Connection:
    """Open a database that is there for reading, whoever else uses it."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _complaints(db: sqlite3.Connection) -> Iterator[str]:
    version, known = db.execute("PRAGMA user_version").fetchone()[0], len(migrations())
    if not 0 < version <= known:
        yield f"the version of the database is {version}, and this program knows 1 to {known}"
        return
    yield from _of_nobody(db, [name for name, since in OWNED.items() if version >= since])
    if version >= SERIES_SINCE:
        yield from _of_series(db)
    for channel, count in db.execute(
        "SELECT channel, count(*) FROM tables WHERE open = 1 GROUP BY channel HAVING count(*) > 1"
    ):
        yield f"channel {channel} has {count} open tables"
    entries = _ledger(db) if version >= LEDGER_SINCE else None
    logged = dict(db.execute("SELECT table_id, max(version) FROM log GROUP BY table_id"))
    for row in db.execute("SELECT id, channel, open, version, state FROM tables ORDER BY id"):
        yield from _of_table(row, logged.get(row[0], 0), entries)
    if version >= LEDGER_SINCE:
        yield from _of_moves(db)
    yield from _of_log(db)


def _of_nobody(db: sqlite3.Connection, owned: Iterable[str]) -> Iterator[str]:
    """Look for rows whose table is not there; below zero are the numbers of series."""
    for name in owned:
        for (owner,) in db.execute(
            f"SELECT DISTINCT table_id FROM {name} WHERE table_id >= 0"  # noqa: S608
            " AND table_id NOT IN (SELECT id FROM tables)"
        ):
            yield f"{name} has rows of table {owner}, which does not exist"


def _of_log(db: sqlite3.Connection) -> Iterator[str]:
    for table, at, events in db.execute("SELECT table_id, version, events FROM log"):
        try:
            EVENTS_JSON.validate_json(events)
        except ValidationError:
            yield f"table {table}: what happened in its change {at} cannot be read"


def _of_series(db: sqlite3.Connection) -> Iterator[str]:
    """See that what belongs to a series has one; what it tells lies under its number below zero."""
    for name in ("outbox", "posts"):
        for (owner,) in db.execute(
            f"SELECT DISTINCT -table_id FROM {name} WHERE table_id < 0"  # noqa: S608
            " AND -table_id NOT IN (SELECT id FROM series)"
        ):
            yield f"{name} has rows of series {owner}, which does not exist"
    for series, state in db.execute("SELECT id, state FROM series ORDER BY id"):
        try:
            SERIES_JSON.validate_json(state)
        except ValidationError:
            yield f"series {series}: its state cannot be read"


def _ledger(db: sqlite3.Connection) -> dict[TableId, list[Movement]]:
    found: dict[TableId, list[Movement]] = defaultdict(list)
    for table, hand, seat, member, kind, amount in db.execute(
        "SELECT table_id, hand, seat, member, kind, amount FROM ledger"
    ):
        found[table].append(Movement(hand, seat, UserId(member), kind, amount))
    return found


def _of_table(
    row: tuple[int, int, int, int, str],
    logged: int,
    entries: dict[TableId, list[Movement]] | None,
) -> Iterator[str]:
    number, channel, is_open, version, state = row
    try:
        table = TABLE_JSON.validate_json(state)
    except ValidationError:
        yield f"table {number}: its state cannot be read"
        return
    stored = (number, channel, bool(is_open), version)
    if stored != (table.id, table.channel, table.phase is not Phase.CLOSED, table.version):
        yield f"table {number}: its state is not the one that its row names"
    if logged > version:
        yield f"table {number}: the log is at version {logged}, the table at {version}"
    found, handed_out = total_chips(table.session), table.session.handed_out
    if found != handed_out:
        yield f"table {number}: {handed_out} chips were handed out, and {found} are there"
    if entries is not None:
        yield from _of_ledger(table, entries.get(table.id, []))


def _of_moves(db: sqlite3.Connection) -> Iterator[str]:
    """Yield the sessions of which chips were lost, or made, between two tables."""
    for series, session, moved in db.execute(
        "SELECT json_extract(state, '$.contest.series'), json_extract(state, '$.contest.session'),"
        " sum(amount) FROM ledger JOIN tables ON tables.id = table_id WHERE kind = ?"
        " GROUP BY 1, 2 HAVING sum(amount) <> 0",
        (Kind.MOVED,),
    ):
        yield (
            f"series {series}, session {session}: {-moved} more chips left tables"
            " for others than arrived there"
        )


def _of_ledger(table: Table, rows: list[Movement]) -> Iterator[str]:
    """Yield what the ledger says otherwise than a table."""
    if not rows and table.phase is Phase.CLOSED:
        return  # Closed before there was a ledger.
    here, entered = behind(table), sums(rows)
    for user in sorted(here.keys() | entered.keys()):
        if here[user] != entered[user]:
            yield (
                f"table {table.id}: member {user} has {here[user]} chips,"
                f" and {entered[user]} by the ledger"
            )
    by_hand: dict[int, int] = defaultdict(int)
    for row in rows:
        if row.hand is not None:
            by_hand[row.hand] += row.amount
    if any(row.kind == Kind.CARRIED for row in rows):
        # The ledger began in the middle of this one.
        by_hand.pop(min(by_hand, default=0), None)
    for hand, total in by_hand.items():
        if total and hand <= table.session.hands_played:
            yield f"table {table.id}: hand {hand} does not add up in the ledger ({total:+})"
