from __future__ import annotations

import io
import random
import unicodedata

import pytest
from PIL import Image, ImageChops, ImageFont

from bot.render.pictures import Row, draw_table, drawable

HEADS = ("Points", "Sessions", "Wins", "Average")
ROWS = [Row(n, f"P{n}", (str(50 - n), "8", "1", "4.5")) for n in range(1, 21)]
PLAIN = ImageFont.load_default(24)
"""The face that is there on every machine."""


def opened(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture)).convert("RGB")


def test_the_same_standings_are_the_same_picture_byte_for_byte() -> None:
    assert draw_table("Tuesdays", HEADS, ROWS) == draw_table("Tuesdays", HEADS, list(ROWS))


def test_every_line_and_every_number_changes_the_picture() -> None:
    before = opened(draw_table("Tuesdays", HEADS, ROWS))
    for index in (0, 7, 19):
        rows = list(ROWS)
        rows[index] = Row(ROWS[index].place, ROWS[index].name, ("99", "8", "1", "4.5"))
        box = ImageChops.difference(before, opened(draw_table("Tuesdays", HEADS, rows))).getbbox()
        assert box is not None
        left, top, right, bottom = box
        assert right <= before.width
        assert bottom - top < 46, "one line only"
        assert left > before.width // 3


def test_a_page_is_a_png_of_bounded_size_and_grows_with_its_lines() -> None:
    page, short = (opened(draw_table("T", HEADS, rows)) for rows in (ROWS, ROWS[:3]))
    assert page.width == short.width == 900
    assert short.height < page.height < 1200
    assert draw_table("T", HEADS, ROWS).startswith(b"\x89PNG")
    assert len(draw_table("T", HEADS, ROWS)) < 200_000
    assert opened(draw_table("T", HEADS, [])).height > 0


def test_text_stands_out_from_the_panel_on_any_screen() -> None:
    """The panel brings its own colour: contrast does not hang on the reader's theme."""
    colours = {
        colour for _, colour in opened(draw_table("T", HEADS, ROWS)).getcolors(100_000) or []
    }
    light = [sum(colour) / 3 for colour in colours]  # type: ignore[arg-type]
    assert min(light) < 50
    assert max(light) > 230


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Ana 3rd", "Ana 3rd"), ("Léa", "Lea"), ("Inès", "Ines"), ("王小明", "···"), ("e\u0301", "e")],
)
def test_what_the_plain_face_cannot_draw_loses_its_accents_or_becomes_a_dot(
    name: str, shown: str
) -> None:
    assert drawable(name, PLAIN) == shown


def test_any_name_can_be_drawn() -> None:
    chance = random.Random(7)
    letters = [chr(n) for n in range(0x20, 0x2FFF) if unicodedata.category(chr(n)) != "Cs"]
    names = ["".join(chance.choices(letters, k=12)) for _ in range(40)]
    rows = [Row(1, name, ("1", "1", "1", "1.0")) for name in [*names, "", "\n", "@everyone"]]
    assert draw_table("\u202etitle", HEADS, rows)
