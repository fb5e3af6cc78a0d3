"""Numbered schema changes, each a file of SQL that is never edited once released."""

from __future__ import annotations

from importlib import resources


def migrations() -> list[str]:
    """Return the SQL of every migration, the first one first."""
    files = resources.files(__name__).iterdir()
    return [
        file.read_text("utf-8")
        for file in sorted(files, key=lambda file: file.name)
        if file.name.endswith(".sql")
    ]
