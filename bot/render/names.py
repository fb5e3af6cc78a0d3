"""Names of members, shown literally and harmlessly, whatever is in them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import accumulate

_WIDTH = 16
_REMEMBERED = 20_000
"""How many names are remembered as they are shown: a post is drawn at every action."""
_INVISIBLE = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and a symbol that show as nothing."""
_MARKS = {"Mn", "Me"}
_MOST_MARKS = 2
_MARKDOWN = re.compile(r"([\\*_~`|<>\[\]()#:@.+\-!])")


def clean_name(name: str, width: int = _WIDTH) -> str:
    """Return a name in one line of bounded width, without characters that cannot be seen."""
    kept = "".join(
        c
        for c in name
        if c in "\t\n\r" or (unicodedata.category(c) not in _INVISIBLE and c not in _BLANK)
    )
    kept = " ".join(_without_towers(kept).split()) or "?"
    if _columns(kept) <= width:
        return kept
    fitting = sum(end < width for end in accumulate(map(_columns, kept)))
    return kept[:fitting].rstrip() + "…"


def _without_towers(name: str) -> str:
    """Leave a letter two accents at most: a tower of them would hide the lines around it."""
    kept, marks = "", _MOST_MARKS
    for c in name:
        marks = marks + 1 if unicodedata.category(c) in _MARKS else 0
        if marks <= _MOST_MARKS:
            kept += c
        if c.isspace():
            marks = _MOST_MARKS
    return kept


@lru_cache(_REMEMBERED)
def plain(name: str, width: int = _WIDTH) -> str:
    """Return a name for running text: markdown and mentions in it show as they are typed."""
    return _MARKDOWN.sub(r"\\\1", clean_name(name, width))


@lru_cache(_REMEMBERED)
def boxed(name: str) -> str:
    """Return a name for a code block, where nothing but a backtick means anything."""
    return clean_name(name).replace("`", "ˋ")


def padded(name: str, width: int) -> str:
    """Return a boxed name filled up to a number of columns."""
    return boxed(name) + " " * max(width - columns(name), 0)


@lru_cache(_REMEMBERED)
def columns(name: str) -> int:
    """Return how many columns a boxed name takes: wide characters take two, accents none."""
    return _columns(boxed(name))


def _columns(text: str) -> int:
    letters = [c for c in text if unicodedata.category(c) not in _MARKS]
    return len(letters) + sum(unicodedata.east_asian_width(c) in "WF" for c in letters)
