from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.amounts import parse_amount, parse_positions
from bot.errors import BadAmount, BadPositions


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("25", 25),
        (" 25 ", 25),
        ("1 000", 1_000),
        ("1\u00a0000", 1_000),
        ("12\u202f345\u202f678", 12_345_678),
        ("007", 7),
        ("999999999", 999_999_999),
    ],
)
def test_a_whole_number_of_chips_is_read(text: str, amount: int) -> None:
    assert parse_amount(text) == amount


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "0", "000", "-5", "+5", "1.5", "1,5", "1,000", "1.000", "25k", "1e3", "0x10",
        "25 chips", "all", "٢٥", "²", "1 00", "1 0000", "10 00", "1  000", "1000000000", "25\n30",
        "1_000", "½", "None", "25;", "1 000 000 000",
    ],
)  # fmt: skip
def test_what_is_no_whole_number_of_chips_is_refused(text: str) -> None:
    with pytest.raises(BadAmount) as refused:
        parse_amount(text)
    assert refused.value.text == text


@given(st.integers(1, 999_999_999), st.sampled_from(["", " ", "\u00a0", "\u202f"]))
def test_every_amount_is_read_as_it_is_written(amount: int, separator: str) -> None:
    assert parse_amount(f"{amount:,}".replace(",", separator)) == amount


@given(st.text())
def test_any_text_is_an_amount_or_refused(text: str) -> None:
    try:
        amount = parse_amount(text)
    except BadAmount:
        return
    assert 1 <= amount <= 999_999_999
    assert "".join(text.split()).lstrip("0") == str(amount)


@pytest.mark.parametrize(
    ("text", "positions"),
    [
        ("1 3", (1, 3)),
        ("1,3", (1, 3)),
        ("13", (1, 3)),
        (" 3, 1 ", (3, 1)),
        ("5", (5,)),
        ("1 2 3 4 5", (1, 2, 3, 4, 5)),
        ("9", (9,)),
    ],
)
def test_positions_are_read_in_any_usual_way(text: str, positions: tuple[int, ...]) -> None:
    assert parse_positions(text) == positions


@pytest.mark.parametrize(
    "text",
    ["", " ", "0", "1 0", "1 1", "11", "a", "1-3", "1;3", "1 and 3", "٣", "1 3,", ",1", "As Kd"],
)
def test_what_names_no_cards_is_refused(text: str) -> None:
    with pytest.raises(BadPositions) as refused:
        parse_positions(text)
    assert refused.value.text == text


@given(st.lists(st.integers(1, 9), unique=True, min_size=1), st.sampled_from(["", " ", ",", ", "]))
def test_positions_written_with_any_separator_are_read(chosen: list[int], separator: str) -> None:
    assert parse_positions(separator.join(map(str, chosen))) == tuple(chosen)


@given(st.text(alphabet="0123456789 ,;a-", max_size=12))
def test_any_text_is_positions_or_refused(text: str) -> None:
    try:
        positions = parse_positions(text)
    except BadPositions:
        return
    assert positions
    assert len(set(positions)) == len(positions)
    assert set(positions) <= set(range(1, 10))
