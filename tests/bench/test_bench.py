"""The measurements run and print what they promise; how fast things are is not tested."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.data import test_data

ROOT = Path(__file__).parents[2]
NUMBERS = {
    "actions_per_s",
    "hands_per_s",
    "pokerfast_hands_per_s",
    "pokerkit_hands_per_s",
    "rankings_per_s",
    "session_growth",
    "vs_eval7",
    "vs_phevaluator",
    "vs_pokerfast",
    "vs_pokerkit",
    "vs_treys",
}

OTHERS = {
    "pokerfast_hands_per_s": "pokerfast",
    "vs_eval7": "eval7",
    "vs_pokerfast": "pokerfast",
    "vs_treys": "treys",
}
"""Numbers that need what only the extra `bench` installs."""


def bench(*words: str, env: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.bench", *words]
    return subprocess.run(  # noqa: S603  # our own program
        command, cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )


def test_the_engine_is_measured_next_to_the_others() -> None:
    folder = test_data()
    words = ("engine", "--hands", "50", "--rankings", "500", "--rounds", "1")
    done = bench(*words, env={**os.environ, "TEST_DATA": str(folder)})
    assert done.returncode == 0, done.stderr
    (line,) = done.stdout.splitlines()
    measured = json.loads(line)
    assert measured.keys() == NUMBERS | {"hands", "actions", "rounds", "python", "notes"}
    assert measured["hands"] == 50
    # What the tests install is measured; others may be missing, and then that is said.
    installed = NUMBERS - OTHERS.keys()
    assert all(measured[key] > 0 for key in installed)
    absent = {OTHERS[key] for key in OTHERS if measured[key] is None}
    assert set(measured["notes"]) == {f"{name} is not installed" for name in absent}


def test_without_the_common_data_it_says_so() -> None:
    env = {name: value for name, value in os.environ.items() if name != "TEST_DATA"}
    done = bench("engine", env=env)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("TEST_DATA is not set")


def test_help_says_what_is_measured() -> None:
    done = bench("engine", "--help", env=os.environ)
    assert done.returncode == 0
    assert all(key in done.stdout for key in NUMBERS)
