from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.router import (
    Picker,
    Press,
    RecordPress,
    RecordVerb,
    Verb,
    parse_custom_id,
    parse_picker,
    parse_record_press,
)
from bot.table.model import TableId

numbers = st.integers(0, 10**18 - 1)
pickers = st.builds(
    Picker,
    st.frozensets(st.integers(1, 5)),
    st.one_of(st.none(), st.integers(1, 5)),
)
presses = st.builds(
    Press,
    st.sampled_from(Verb),
    numbers.map(TableId),
    numbers,
    numbers,
    st.one_of(st.just(""), pickers.map(str)),
)


@given(presses)
def test_a_press_is_read_from_its_custom_id_and_fits_into_it(press: Press) -> None:
    assert parse_custom_id(str(press)) == press
    assert len(str(press)) <= 100


@given(pickers)
def test_a_picker_is_read_from_what_its_buttons_carry(picker: Picker) -> None:
    assert parse_picker(str(picker)) == picker


@given(pickers, st.integers(1, 5))
def test_marking_a_card_twice_changes_nothing(picker: Picker, position: int) -> None:
    assert picker.toggled(position) != picker
    assert picker.toggled(position).toggled(position) == picker


@pytest.mark.parametrize(
    "custom_id",
    [
        "",
        "c",
        "c:fold",
        "c:fold:1:2:3",
        "c:fold:1:2:3::",
        "c:fold:1:2:3:a:b",
        "d:fold:1:2:3:",
        "c:steal:1:2:3:",
        "c:FOLD:1:2:3:",
        "c:Verb.FOLD:1:2:3:",
        "c:fold:-1:2:3:",
        "c:fold:1.0:2:3:",
        "c:fold:²:2:3:",
        "c:fold:٣:2:3:",
        "c:fold: 1:2:3:",
        "c:fold::2:3:",
        "c:fold:" + "9" * 19 + ":2:3:",
    ],
)
def test_a_custom_id_that_is_none_of_ours_means_nothing(custom_id: str) -> None:
    assert parse_custom_id(custom_id) is None


@given(st.one_of(st.text(max_size=100), st.text(alphabet="c:foldraise0123456789/", max_size=100)))
def test_any_custom_id_is_a_press_or_nothing(custom_id: str) -> None:
    press = parse_custom_id(custom_id)
    if press is not None:
        assert parse_custom_id(str(press)) == press


@given(st.text(max_size=100))
def test_any_argument_is_some_picker(argument: str) -> None:
    picker = parse_picker(argument)
    assert picker.marked <= set(range(1, 10))
    assert picker.exactly in {None, 1, 2, 3, 4, 5}


@given(st.builds(RecordPress, st.sampled_from(RecordVerb), numbers, numbers))
def test_a_control_of_the_records_is_read_as_it_was_written(press: RecordPress) -> None:
    assert parse_record_press(str(press)) == press
    assert parse_custom_id(str(press)) is None
    assert len(str(press)) <= 100


@given(st.one_of(st.text(max_size=100), st.text(alphabet="r:leadersdelete0123456789", max_size=60)))
def test_any_custom_id_is_a_control_of_the_records_or_nothing(custom_id: str) -> None:
    press = parse_record_press(custom_id)
    if press is not None:
        assert parse_record_press(str(press)) == press
