"""`python -m bot.health`: whether the bot beside it can do its job, for a container's check."""

from __future__ import annotations

import json
import sys
from http.client import HTTPConnection, HTTPException

from bot.settings import Settings

PATIENCE_S = 5.0
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - asked for, not listened on
"""Where to ask a bot that listens on all addresses."""


def complaint(host: str, port: int) -> str | None:
    """Ask the bot what is wrong with it, and return that, None if nothing is."""
    connection = HTTPConnection(EVERYWHERE.get(host, host), port, timeout=PATIENCE_S)
    try:
        connection.request("GET", "/health")
        told = json.loads(connection.getresponse().read())
    except (OSError, HTTPException, ValueError) as error:
        return f"the bot does not answer: {error}"
    finally:
        connection.close()
    return None if told["healthy"] else "; ".join(told["wrong"].values())


def main() -> int:
    """Print what is wrong, if anything is, and return the exit code."""
    settings = Settings()
    if settings.status_port is None:
        wrong: str | None = "STATUS_PORT is not set, so there is nobody to ask"
    else:
        wrong = complaint(settings.status_host, settings.status_port)
    print(wrong or "healthy")  # noqa: T201 - docker keeps what a health check prints
    return 0 if wrong is None else 1


if __name__ == "__main__":
    sys.exit(main())
