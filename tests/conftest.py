"""What all tests share: the `--cases` option, and hypothesis with the same numbers each run."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("croupier", max_examples=200, deadline=None, derandomize=True)
settings.load_profile("croupier")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cases",
        type=Path,
        metavar="FILE",
        help="run the engine cases of this file instead of TEST_DATA/cases/cases.jsonl",
    )
