"""Names of members, shown literally and harmlessly, whatever is in them."""

from __future__ import annotations

import re
import unicodedata

_WIDTH = 16
_INVISIBLE = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and a symbol that show as nothing."""
_MARKDOWN = re.compile(r"([\\*_~`|<>\[\]()#:@.+\-!])")


def clean_name(name: str) -> str:
    """Return a name in one line of bounded width, without characters that cannot be seen."""
    kept = "".join(
        c
        for c in name
        if c in "\t\n\r" or (unicodedata.category(c) not in _INVISIBLE and c not in _BLANK)
    )
    # A letter may carry a few accents; a tower of them would hide the lines above and below.
    kept = re.sub(
        r"([\u0300-\u036f\u0483-\u0489\u20d0-\u20ff]{2})[\u0300-\u036f\u0483-\u0489\u20d0-\u20ff]+",
        r"\1",
        kept,
    )
    kept = " ".join(kept.split()) or "?"
    if _columns(kept) <= _WIDTH:
        return kept
    while _columns(kept) >= _WIDTH:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def plain(name: str) -> str:
    """Return a name for running text: markdown and mentions in it show as they are typed."""
    return _MARKDOWN.sub(r"\\\1", clean_name(name))


def boxed(name: str) -> str:
    """Return a name for a code block, where nothing but a backtick means anything."""
    return clean_name(name).replace("`", "ˋ")


def padded(name: str, width: int) -> str:
    """Return a boxed name filled up to a number of columns."""
    return boxed(name) + " " * max(width - columns(name), 0)


def columns(name: str) -> int:
    """Return how many columns a boxed name takes: wide characters take two, accents none."""
    return _columns(boxed(name))


def _columns(text: str) -> int:
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )
