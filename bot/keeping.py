"""What the operator does with the database, and what he reads of it."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from bot.store import StoreError
from bot.store.checking import complaints
from bot.store.copies import back_up, restore


def back_up_to(file: Path, folder: Path) -> int:
    """Copy the database of a folder to a file, and return the exit status."""
    try:
        back_up(folder, file)
    except StoreError as error:
        return _failed(str(error))
    if wrong := complaints(file):
        return _failed(*wrong, f"{file} is written, but not whole.")
    return _done(f"{file} is written and whole.")


def restore_from(file: Path, folder: Path) -> int:
    """Put a backup in the place of the database of a folder, and return the exit status."""
    try:
        kept = restore(folder, file, time.time())
    except StoreError as error:
        return _failed(str(error))
    if kept is None:
        return _done(f"{file} is restored.")
    return _done(f"{file} is restored; the database before it is kept as {kept}.")


def check(folder: Path) -> int:
    """Say what is wrong in the database of a folder, and return the exit status."""
    path = folder / "croupier.db"
    if wrong := complaints(path):
        return _failed(*wrong)
    return _done(f"{path} is whole: everything adds up.")


def _done(line: str) -> int:
    print(line)  # noqa: T201 - for the operator
    return 0


def _failed(*lines: str) -> int:
    for line in lines:
        print(line, file=sys.stderr)  # noqa: T201 - for the operator
    return 1
