"""Names made safe for a format that marks things by words and punctuation.

In the text form of PokerStars a name stands bare in a line: ``Anna: raises 4 to 6``. A name that
holds a colon, a bracket, a line break or " collected 5 from pot" could be read as something that
never happened. What could is replaced by its look-alike, and a name stays one word: its spaces
become no-break spaces. Different names stay different.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping

_FULL_WIDTH = 0xFEE0
"""What lies between a sign of ASCII and its full-width form."""
_NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
_MARKS = ":[]()#*|$\"'"
_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
"""They make one emoji of several, and words of some languages."""
_OPEN, _CLOSE = "‹›"


def safe_names(names: Mapping[int, str]) -> dict[int, str]:
    """Return the name of each seat as one harmless word, no two the same.

    Where two would be, and for a name that is empty, the seat is added: ``Anna‹3›``.
    """
    safe = {seat: safe_text(name) for seat, name in names.items()}
    count = Counter(safe.values())
    return {
        seat: name if name and count[name] == 1 else f"{name}{_OPEN}{seat}{_CLOSE}"
        for seat, name in safe.items()
    }


def safe_text(text: str) -> str:
    """Return a text as one harmless word."""
    return "".join(map(_safe, text))


def _safe(character: str) -> str:
    if character in _MARKS:
        return chr(ord(character) + _FULL_WIDTH)
    if character in {_OPEN, _CLOSE}:
        return "<" if character == _OPEN else ">"
    category = unicodedata.category(character)
    if category == "Zs":
        return _NO_BREAK_SPACE
    if category[0] in "CZ" and character not in _JOINERS:
        return f"{_OPEN}U+{ord(character):04X}{_CLOSE}"
    return character
