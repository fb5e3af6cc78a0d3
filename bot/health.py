"""`python -m bot.health`: whether the bot beside it is alive, for a container's health check.

The bot notes every five seconds that it is alive, in its database and by the loop that deals the
cards. A bot that hangs, cannot write, or never got through to Discord notes nothing.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

from bot.settings import Settings

OLDEST_S = 30.0


def complaint(folder: Path, now: float) -> str | None:
    """Say what is wrong with the bot whose database lies in a folder, None if nothing is."""
    address = f"{(folder / 'croupier.db').absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as db:
            row = db.execute("SELECT at FROM heartbeat").fetchone()
    except sqlite3.Error as error:
        return f"the database cannot be read: {error}"
    if row is None:
        return "the bot has not begun to play"
    age_s = now - row[0]
    return f"the last sign of life is {age_s:.0f} s old" if age_s > OLDEST_S else None


def main() -> int:
    """Print what is wrong, if anything is, and return the exit code."""
    wrong = complaint(Settings().database_dir, time.time())
    print(wrong or "alive")  # noqa: T201 - docker keeps what a health check prints
    return 0 if wrong is None else 1


if __name__ == "__main__":
    sys.exit(main())
