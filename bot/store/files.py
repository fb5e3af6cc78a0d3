"""The files of a store: for their owner's eyes only, and one process at a time."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import IO

from bot.store.faults import StoreError


def make_files(data_dir: Path) -> tuple[Path, IO[str]]:
    """Make the folder and the files in it, for their owner's eyes only, and take the lock.

    :raises StoreError: when that is not possible, or another process holds the lock.
    """
    path = data_dir / "croupier.db"
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock_file = own(data_dir / "croupier.lock")
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        path.chmod(0o600)
    except OSError as error:
        raise StoreError(f"DATA_DIR cannot be used: {error}") from error
    return path, lock_file


def own(path: Path) -> IO[str]:
    """Hold a lock on the folder for as long as the process lives.

    :raises StoreError: when another process holds it.
    """
    lock_file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "w")
    try:
        fcntl.flock(lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock_file.close()
        raise StoreError(
            f"Another Croupier is running on {path.parent}. Stop it first, or set DATA_DIR."
        ) from error
    return lock_file
