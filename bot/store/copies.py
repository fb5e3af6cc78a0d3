"""Backups: taken while a bot runs, and put in the place of a database when none does."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from bot.store.checking import complaints, read_only
from bot.store.faults import StoreError, advice
from bot.store.files import own

LOG_FILES = ("-wal", "-shm")
"""What SQLite keeps beside a database in use."""


def back_up(folder: Path, to: Path) -> None:
    """Copy the database in a folder as it is at this moment, for its owner's eyes only.

    :raises StoreError: when there is none, the file is there already, or either cannot be used.
    """
    path = folder / "croupier.db"
    if not path.exists():
        raise StoreError(f"There is no database in {folder}.")
    try:
        os.close(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError as error:
        raise StoreError(f"{to} is there already. Name a new file.") from error
    except OSError as error:
        raise StoreError(f"{to} cannot be written: {error}") from error
    try:
        _copy(path, to)
    except BaseException:
        to.unlink()
        raise


def restore(folder: Path, backup: Path, now: float) -> Path | None:
    """Put a backup in the place of the database in a folder; return where the old one is kept.

    Tables that were open get numbers that none ever had: what Discord still shows of the time
    after the backup belongs to tables that exist no more, and its buttons cannot count for these.

    :raises StoreError: when the backup is not whole, a bot runs on the folder, or the disk fails.
    """
    if wrong := complaints(backup):
        raise StoreError(f"{backup} cannot be restored: {wrong[0]}")
    path, fresh = folder / "croupier.db", folder / "croupier.db.restored"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with own(folder / "croupier.lock"):
            fresh.unlink(missing_ok=True)
            os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            _copy(backup, fresh)
            _renumber(fresh, int(now))
            kept = _keep(path, int(now))
            # A log of the old database would be taken for one of the new.
            for ending in LOG_FILES:
                Path(f"{path}{ending}").unlink(missing_ok=True)
            fresh.replace(path)
    except OSError as error:
        raise StoreError(f"{folder} cannot be used: {error}") from error
    return kept


def _copy(source: Path, to: Path) -> None:
    """Copy a database in one step, as one file.

    :raises StoreError: when that is not possible.
    """
    try:
        with closing(read_only(source)) as db, closing(sqlite3.connect(to)) as copy:
            db.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise StoreError(f"{source} cannot be copied: {advice(error) or error}") from error


def _renumber(path: Path, first: int) -> None:
    """Give open tables new numbers, counted from the time."""
    with closing(sqlite3.connect(path)) as db, db:
        owned = [
            name
            for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if any(column[1] == "table_id" for column in db.execute(f"PRAGMA table_info({name})"))
        ]
        tables = db.execute("SELECT id FROM tables WHERE open = 1 ORDER BY id").fetchall()
        for number, (old,) in enumerate(tables, start=first):
            db.execute(
                "UPDATE tables SET id = ?, state = json_set(state, '$.id', ?) WHERE id = ?",
                (number, number, old),
            )
            for name in owned:
                db.execute(f"UPDATE {name} SET table_id = ? WHERE table_id = ?", (number, old))  # noqa: S608


def _keep(path: Path, now: int) -> Path | None:
    """Copy a database beside itself with whatever belongs to it, None where there is none."""
    if not path.exists():
        return None
    kept = path.with_name(f"{path.name}.before-{now}")
    shutil.copy2(path, kept)
    with suppress(FileNotFoundError):
        shutil.copy2(f"{path}-wal", f"{kept}-wal")
    return kept
