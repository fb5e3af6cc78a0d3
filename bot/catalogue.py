"""Which language a text is in: one `Words` a locale, made once."""

from __future__ import annotations

from functools import cache

from bot.render.words import Words


@cache
def words_for(locale: str) -> Words:  # noqa: ARG001 - English is the only catalogue so far
    """Return the texts for a Discord locale, in English where there is no catalogue of it."""
    return Words()
