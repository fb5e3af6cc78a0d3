"""The one parser for what people type: amounts of chips and positions of cards."""

from __future__ import annotations

import re

from bot.errors import BadAmount, BadPositions

# Thousands may be separated by spaces, as phones and French keyboards write them. A comma or a
# point is not accepted at all: what is a thousand in one language is a fraction in another.
_AMOUNT = re.compile(r"[0-9]{1,9}|[0-9]{1,3}(?:[ \u00a0\u202f][0-9]{3}){1,2}")
_SPACES = re.compile(r"[ \u00a0\u202f]")
_POSITIONS = re.compile(r"[1-9](?:[ ,]*[1-9])*")


def parse_amount(text: str) -> int:
    """Read a positive whole number of chips.

    :raises BadAmount: for anything else: a fraction, a sign, a suffix, a word.
    """
    cleaned = text.strip()
    if not _AMOUNT.fullmatch(cleaned) or not (amount := int(_SPACES.sub("", cleaned))):
        raise BadAmount(text, None)
    return amount


def parse_correction(text: str) -> int:
    """Read chips to be added, ``+50`` or ``50``, or to be taken away, ``-20``.

    :raises BadAmount: for anything else.
    """
    cleaned = text.strip().replace("−", "-")
    try:
        chips = parse_amount(cleaned.removeprefix("-" if cleaned[:1] == "-" else "+"))
    except BadAmount:
        raise BadAmount(text, None) from None
    return -chips if cleaned[:1] == "-" else chips


def parse_positions(text: str) -> tuple[int, ...]:
    """Read card positions such as ``1 3``, ``1,3`` or ``13``; the first card is 1.

    Whether such cards exist is for the rules to say.

    :raises BadPositions: for anything else than digits 1 to 9, or one of them twice.
    """
    digits = tuple(map(int, re.findall("[1-9]", text)))
    if not _POSITIONS.fullmatch(text.strip()) or len(set(digits)) != len(digits):
        raise BadPositions(text)
    return digits
