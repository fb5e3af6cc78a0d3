"""The log: one line an event on standard error, as text or as one JSON object."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from types import TracebackType
from typing import Literal

import discord

from bot.seen.about import all_about

Format = Literal["text", "json"]

FIELDS = (
    "table", "guild", "channel", "user", "interaction", "hand", "step", "kind", "code", "seconds",
)  # fmt: skip
"""What a line may carry beside its message, from `about` or from `extra`."""
SNOWFLAKES = {"guild", "channel", "user", "interaction"}
"""Written as strings, as Discord does: many readers of JSON round such numbers."""

log = logging.getLogger("bot")


class JsonFormatter(logging.Formatter):
    """One JSON object a line, tracebacks included."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as one line of JSON."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        known = {**all_about(), **record.__dict__}
        for name in FIELDS:
            if name in known:
                line[name] = str(known[name]) if name in SNOWFLAKES else known[name]
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up_logging(level: str, form: Format) -> None:
    """Log to standard error, one line an event; never what was sent, which may hold cards."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    if form == "json":
        for handler in logging.getLogger().handlers:
            handler.setFormatter(JsonFormatter())
        # What Python itself would write there as text.
        logging.captureWarnings(capture=True)
        sys.excepthook = _log_uncaught
    # At DEBUG discord.py logs what it sends, private cards and its log-in included, and aiosqlite
    # what it writes, the whole deck included.
    for library in ("discord", "aiosqlite"):
        logging.getLogger(library).setLevel(max(logging.INFO, logging.getLogger().level))
    # A card table has no voice: nobody needs to be warned that it is missing.
    discord.VoiceClient.warn_nacl = False
    discord.VoiceClient.warn_dave = False


def _log_uncaught(
    kind: type[BaseException], error: BaseException, where: TracebackType | None
) -> None:
    """Log what ends the program: nothing else is written to standard error."""
    log.critical("A bug has ended the program", exc_info=(kind, error, where))
