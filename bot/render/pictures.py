"""Pictures of standings: a panel of its own colour, readable on a dark and on a light screen.

The same standings make the same picture, byte for byte. A picture is a second way to read what the
message says anyway, so whatever a font cannot draw is left to the text.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from PIL import Image, ImageDraw, ImageFont

from bot.render.names import clean_name

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

_FACE = "DejaVuSans.ttf"
"""Letters of most languages; where it is not installed, Pillow's own face has the Latin ones."""
_PANEL, _STRIPE, _INK, _FAINT, _GOLD = "#24292e", "#2c3238", "#f2f4f5", "#a3adb5", "#e0b95a"
_WIDTH, _LINE, _MARGIN, _SIZE = 900, 46, 28, 24
_PRESSED = 3
"""How hard a picture is pressed: harder takes twice as long and saves a tenth."""
_UNKNOWN = "\uffff"
"""A code point that no font has: what it looks like is what a font draws for letters it lacks."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of numbers: its head and where its right edge is."""

    head: str
    right: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line: a place, a name, and the numbers under the heads."""

    place: int
    name: str
    numbers: tuple[str, ...]


def draw_table(title: str, heads: Sequence[str], rows: Sequence[Row]) -> bytes:
    """Return a table of places as a PNG."""
    font, bold = _font(_SIZE), _font(_SIZE + 6)
    height = 2 * _MARGIN + _LINE * (len(rows) + 2)
    image = Image.new("RGB", (_WIDTH, height), _PANEL)
    draw = ImageDraw.Draw(image)
    draw.text((_MARGIN, _MARGIN), drawable(title, bold), font=bold, fill=_INK)
    columns = _columns(heads)
    for column in columns:
        _right(draw, (column.right, _MARGIN + _LINE), column.head, font, _FAINT)
    for number, row in enumerate(rows):
        top = _MARGIN + _LINE * (number + 2)
        if number % 2 == 0:
            draw.rectangle((0, top - 8, _WIDTH, top + _LINE - 9), fill=_STRIPE)
        _draw_row(draw, top, row, columns, font)
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=_PRESSED)
    return out.getvalue()


def _columns(heads: Sequence[str]) -> list[Column]:
    """Put the columns side by side at the right."""
    wide = 125
    first = _WIDTH - _MARGIN - wide * (len(heads) - 1)
    return [Column(head, first + wide * number) for number, head in enumerate(heads)]


def _draw_row(
    draw: ImageDraw.ImageDraw, top: int, row: Row, columns: Sequence[Column], font: Font
) -> None:
    ink = _GOLD if row.place == 1 else _INK
    _right(draw, (_MARGIN + 44, top), f"{row.place}.", font, ink)
    draw.text((_MARGIN + 62, top), drawable(clean_name(row.name), font), font=font, fill=ink)
    for column, number in zip(columns, row.numbers, strict=True):
        _right(draw, (column.right, top), number, font, ink)


def _right(
    draw: ImageDraw.ImageDraw, corner: tuple[int, int], text: str, font: Font, ink: str
) -> None:
    """Write a text that ends at the corner."""
    shown = drawable(text, font)
    left = corner[0] - draw.textlength(shown, font=font)
    draw.text((left, corner[1]), shown, font=font, fill=ink)


def drawable(text: str, font: Font) -> str:
    """Return a text in letters that the font has: without their accents, or as a dot each."""
    return "".join(_drawable_letter(letter, font) for letter in unicodedata.normalize("NFC", text))


@cache
def _drawable_letter(letter: str, font: Font) -> str:
    if _has(letter, font):
        return letter
    bare = unicodedata.normalize("NFKD", letter)[0]
    return bare if _has(bare, font) else "·"


def _has(letter: str, font: Font) -> bool:
    drawn, unknown = font.getmask(letter), font.getmask(_UNKNOWN)
    return letter.isspace() or (drawn.size, bytes(drawn)) != (unknown.size, bytes(unknown))


@cache
def _font(size: int) -> Font:
    try:
        return ImageFont.truetype(_FACE, size)
    except OSError:
        return ImageFont.load_default(size)
