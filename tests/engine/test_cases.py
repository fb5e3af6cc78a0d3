"""The cases of `cases.jsonl`, one by one; `--cases FILE` runs another file of the same form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.data import NO_DATA, data_folder, test_data
from tests.engine import test_cases_in_words
from tests.engine.cases import in_words, read_cases, run_case


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make a test of every case, except of those told in words that have one of their own."""
    if "case" not in metafunc.fixturenames:
        return
    folder = data_folder()
    path: Path | None = metafunc.config.getoption("--cases")
    if path is None and folder is None:
        skipped = pytest.param(None, marks=pytest.mark.skip(reason=NO_DATA), id="no data")
        metafunc.parametrize("case", [skipped])
        return
    cases = read_cases(path or test_data("cases", "cases.jsonl"))
    params = [
        pytest.param(case, id=case["id"])
        for case in cases
        if not (in_words(case) and has_own_test(case))
    ]
    metafunc.parametrize("case", params)


def has_own_test(case: dict[str, Any]) -> bool:
    """Say whether a test in `test_cases_in_words` names the case."""
    start = f"test_{case['id'].lower()}_"
    return any(name.startswith(start) for name in vars(test_cases_in_words))


def test_case(case: dict[str, Any]) -> None:
    """What the case says happens."""
    if in_words(case):
        pytest.fail("stated in words and has no test of its own", pytrace=False)
    run_case(case)


def test_every_case_in_words_has_a_test_of_its_own() -> None:
    """A case told in words is tested by a function that names its id."""
    cases = read_cases(test_data("cases", "cases.jsonl"))
    told = [case for case in cases if in_words(case)]
    assert [case["id"] for case in told if not has_own_test(case)] == []
