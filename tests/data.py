"""Where the data common to several test folders is found: one setting, `TEST_DATA`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

NO_DATA = "TEST_DATA is not set: it names the folder that holds cases/, hands/ and discord/"


def data_folder() -> Path | None:
    """Return the folder of the common test data, None where it is not set."""
    folder = os.environ.get("TEST_DATA")
    return Path(folder) if folder else None


def test_data(*parts: str) -> Path:
    """Return the path of a file or folder of the common data; skip the test without them."""
    folder = data_folder()
    if folder is None:
        pytest.skip(NO_DATA)
    return folder.joinpath(*parts)


test_data.__test__ = False  # type: ignore[attr-defined]  # a helper, whatever its name begins with
