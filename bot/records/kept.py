"""How much is kept about a member."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kept:
    """How much is kept about a member."""

    open_tables: int
    results: int
    hands: int
    movements: int
    deeds: int
    series: int
    """Lists, results, corrections and changes of series."""
    has_direct: bool
