from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.render.names import boxed, clean_name, columns, padded, plain

NASTY = "\u202e\u2066\u200b\u200d\ufe0f\u0301\u0489\u1ab0\u3164 \n\t`*_~|<>@#:/[]()\\-!a.1é牌🂡"
names = st.one_of(st.text(max_size=40), st.text(alphabet=NASTY, max_size=40))


@pytest.mark.parametrize("name", ["Léa", "Tom", "Inès", "Иван", "王小明", "O'Neil 3rd", "🂡", "a_b"])
def test_an_ordinary_name_is_shown_as_it_is(name: str) -> None:
    assert clean_name(name) == name
    assert boxed(name) == name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("two\nlines", "two lines"),
        ("  wide   gaps\t", "wide gaps"),
        ("\u202eterces\u202c", "terces"),
        ("\u2066a\u2069\u200f", "a"),
        ("in\u200bvi\u200csi\u200dble\ufeff", "invisible"),
        ("so\u00adft", "soft"),
        ("\x00\x1b[31mred", "[31mred"),
        ("", "?"),
        (" \u200b\n", "?"),
        ("\u3164\u2800\uffa0", "?"),
        ("\ufe0f\u0301", "?"),
        ("a" * 16, "a" * 16),
        ("a" * 17, "a" * 15 + "…"),
        ("牌" * 8, "牌" * 8),
        ("牌" * 9, "牌" * 7 + "…"),
    ],
)
def test_a_name_is_one_short_line_of_what_can_be_seen(name: str, shown: str) -> None:
    assert clean_name(name) == shown


@pytest.mark.parametrize(
    "mark", ["\u0301", "\u0489", "\u1ab0", "\u1dc0", "\u20dd", "\ufe20", "\u0e49"]
)
def test_a_tower_of_accents_is_cut_to_two(mark: str) -> None:
    assert clean_name("Z" + mark * 30 + "algo") == "Z" + mark * 2 + "algo"


def test_accents_do_not_climb_on_what_stands_before_the_name() -> None:
    assert clean_name("\u0301\u0301\u0301Bob") == "Bob"
    assert clean_name("a \u0301b") == "a b"


@given(names)
def test_any_name_becomes_one_visible_line_of_bounded_width(name: str) -> None:
    shown = clean_name(name)
    assert shown
    assert shown == shown.strip()
    assert not re.search(r"[\n\r\t]|  ", shown)
    assert not {unicodedata.category(c) for c in shown} & {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
    assert columns(shown) <= 16
    assert len(shown) <= 48
    assert clean_name(shown) == shown


@pytest.mark.parametrize(
    "name",
    [
        "*bold*", "__under__", "~~gone~~", "||secret||", "`code`", "```", "> quote", "# Title",
        "-# small", "- list", "1. list", "[a](b.co)", "@everyone", "@here", "<@123>", "<@&123>",
        "<#123>", "<t:1:R>", "<:ace:1>", "</bet:1>", "https://a.co", ":smile:", "\\*", "a\\",
    ],
)  # fmt: skip
def test_markdown_and_mentions_in_a_name_show_as_they_were_typed(name: str) -> None:
    shown = plain(name)
    assert re.sub(r"\\(.)", r"\1", shown) == name
    unescaped = re.sub(r"\\.", "", shown)
    assert not re.search(r"[\\*_~`|<>\[\]()#:@.-]", unescaped)


@given(names)
def test_no_name_has_an_effect_in_running_text(name: str) -> None:
    shown = plain(name)
    assert re.sub(r"\\(.)", r"\1", shown) == clean_name(name)
    assert not re.search(r"[\\*_~`|<>\[\]()#:@.]", re.sub(r"\\.", "", shown))


@given(names)
def test_no_name_can_end_a_code_block(name: str) -> None:
    assert "`" not in boxed(name)
    assert "\n" not in boxed(name)


@given(names, st.integers(16, 30))
def test_a_padded_name_fills_its_columns(name: str, width: int) -> None:
    shown = padded(name, width)
    assert columns(name) + len(shown) - len(boxed(name)) == width
    assert shown.startswith(boxed(name))


def test_wide_characters_take_two_columns() -> None:
    assert padded("王", 4) == "王  "
    assert padded("é", 4) == "é   "
    assert padded("e\u0301", 4) == "e\u0301   "
