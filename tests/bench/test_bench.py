"""The measurements run and print what they promise; how fast things are is not tested."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

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

SERVICE = {
    "active_table_kb",
    "actions_per_s",
    "bare_actions_per_s",
    "bare_commit_ms",
    "bare_press_p50_ms",
    "bare_processor_ms",
    "bare_press_p99_ms",
    "commit_ms",
    "commit_ratio",
    "crowd_p50_ratio",
    "crowd_p99_ratio",
    "crowd_street_p50_ratio",
    "crowd_street_p99_ratio",
    "idle_table_kb",
    "longest_answer_s",
    "press_p50_ms",
    "press_p50_ratio",
    "press_p99_ms",
    "press_p99_ratio",
    "presses_per_hand",
    "processor_ms",
    "processor_ratio",
    "recovery_s",
    "rest_per_hand",
    "restart_s",
    "street_p50_ratio",
    "street_p99_ratio",
    "sustained_share",
}
MOST_REQUESTS = 12
"""For a hand of six: a direct message to each, a post a street, the result, and one to spare."""

SERIES = {
    "busy_due_ms",
    "due_ms",
    "empty_idle_ms",
    "empty_start_s",
    "idle_ms",
    "series_kb",
    "standings_longest_ms",
    "standings_p50_ms",
    "standings_processor_ms",
    "standings_ratio",
    "start_ratio",
    "start_s",
    "step_ms",
    "steps_a_minute",
}


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


def test_the_service_is_measured_next_to_a_bare_bot() -> None:
    sizes = {"tables": 2, "presses": 14, "crowd": 16, "rounds": 1, "hands": 1, "commits": 20}
    words = [word for name, size in sizes.items() for word in (f"--{name}", str(size))]
    done = bench("service", *words, env={**os.environ, "TEST_DATA": str(test_data())})
    assert done.returncode == 0, done.stderr
    (line,) = done.stdout.splitlines()
    measured = json.loads(line)
    assert measured.keys() == SERVICE | {"unanswered", "tables", "python"}
    # The memory of two tables is lost in that of the process.
    assert all(measured[key] > 0 for key in SERVICE - {"active_table_kb", "idle_table_kb"})
    assert measured["presses_per_hand"] >= 20
    assert measured["rest_per_hand"] <= MOST_REQUESTS


def test_without_the_common_data_it_says_so() -> None:
    env = {name: value for name, value in os.environ.items() if name != "TEST_DATA"}
    done = bench("engine", env=env)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("TEST_DATA is not set")


@pytest.mark.parametrize(
    ("what", "keys"), [("engine", NUMBERS), ("service", SERVICE), ("series", SERIES)]
)
def test_help_says_what_is_measured(what: str, keys: set[str]) -> None:
    done = bench(what, "--help", env=os.environ)
    assert done.returncode == 0
    said = set(re.findall(r"\w+", done.stdout))
    bares = {f"bare_{word}" for word in said}
    assert keys <= said | bares


def test_series_at_rest_and_standings_are_measured() -> None:
    words = ("series", "--series", "3", "--members", "5", "--results", "50")
    done = bench(
        *words, "--idle", "1", "--answers", "2", env={**os.environ, "TEST_DATA": str(test_data())}
    )
    assert done.returncode == 0, done.stderr
    measured = json.loads(done.stdout)
    assert measured.keys() == SERIES | {"series", "members", "results"}
    assert (measured["series"], measured["members"], measured["results"]) == (3, 5, 50)
    # A second is too short for the processor's time, and the memory of three series is lost.
    assert all(measured[key] > 0 for key in SERIES - {"idle_ms", "empty_idle_ms", "series_kb"})
