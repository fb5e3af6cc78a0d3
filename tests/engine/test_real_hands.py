"""Real hands replay to the chip: 13,317 of them, none left out.

Whatever a card room does otherwise than this house is a deviation with a name (see
`engine.replay.deviations`); how many hands need each is written here, so that a change in the rules
shows. What a source does not tell is counted, too.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from tests.data import test_data

FILES: dict[str, tuple[int, dict[str, int], dict[str, int]]] = {
    "pluribus_nl_holdem": (
        8000,
        {
            "beaten_hands_mucked": 669,
            "run_out_show_order": 36,  # the source begins with the last aggressor
        },
        {},
    ),
    "biggame_nl_holdem": (
        1358,
        {
            "board_after_the_end": 16,  # television shows the cards that would have come
            "extra_straddle": 16,  # 15 second straddles of 4 big blinds, one of 2.5
        },
        {
            "cards": 4,
            "shown": 287,  # the source never says who shows
        },
    ),
    "online_nl_holdem": (
        3339,
        {
            "all_in_hands_mucked": 6,
            "beaten_hands_mucked": 176,
            "call_capped": 4,
            "odd_chips_elsewhere": 2,
            "raise_no_caller": 1,  # of seven with x_raise_no_caller: in six somebody has chips left
            "rake": 371,
            "run_out_show_order": 186,
            "show_order": 43,
        },
        {
            "button": 12,  # the source has none
            "cards": 45,  # losers (41) or more (4) unknown
            "pots": 22,  # pots added up, or divided where the contenders are the same
            "shown": 215,
        },
    ),
    "online_fl_holdem": (
        522,
        {
            "beaten_hands_mucked": 150,
            "big_blind_missing": 1,
            "fl_counted_from_short_all_in": 1,
            "fl_short_all_in_reopens": 2,
            "fl_uncapped": 3,  # of four with x_fl_uncapped: one has no more than four raises
            "raise_no_caller": 2,
            "rake": 324,
            "run_out_show_order": 5,
            "show_order": 2,
        },
        {"cards": 12, "pots": 1, "shown": 14},
    ),
    "online_pl_holdem": (6, {"beaten_hands_mucked": 2, "rake": 5}, {}),
    "live_holdem": (22, {"beaten_hands_mucked": 4}, {}),
    "five_card_draw": (53, {"beaten_hands_mucked": 11, "rake": 32}, {"cards": 2, "shown": 5}),
    "lowball_single_draw": (
        17,
        {
            "crowded_table": 2,  # seven players
            "lowball_ranking": 6,  # all that reach a showdown
            "rake": 8,
        },
        {},
    ),
}

STRICT = {
    "online_nl_holdem": 721,
    "online_fl_holdem": 362,
    "online_pl_holdem": 5,
    "live_holdem": 4,
    "five_card_draw": 32,
    "lowball_single_draw": 9,
}
"""Hands that differ without any deviation; the two large files are spared the time."""


def replay(
    name: str, capsys: pytest.CaptureFixture[str], *options: str
) -> tuple[int, list[dict[str, Any]], dict[str, Any]]:
    """Replay a file; return the status, the lines of the hands and the counts."""
    status = main(["replay", *options, str(path_of(name))])
    *lines, counts = map(json.loads, capsys.readouterr().out.splitlines())
    return status, lines, counts


def path_of(name: str) -> Path:
    return test_data("hands", f"{name}.jsonl.gz")


@pytest.mark.parametrize("name", FILES)
def test_every_hand_of_a_file_replays_to_the_chip(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    hands, deviations, unchecked = FILES[name]
    status, lines, counts = replay(name, capsys)
    assert [line for line in lines if not line["ok"]] == []
    assert status == 0
    assert counts == {
        "hands": hands,
        "ok": hands,
        "differ": 0,
        "malformed": 0,
        "deviations": deviations,
        "unchecked": unchecked,
    }
    with gzip.open(path_of(name)) as file:
        sources = [json.loads(text) for text in file]
    assert [line["id"] for line in lines] == [source["id"] for source in sources]
    assert [line["final"] for line in lines] == [source["final"] for source in sources]


@pytest.mark.parametrize("name", STRICT)
def test_without_deviations_the_hands_that_need_one_differ_and_say_which(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, lines, counts = replay(name, capsys, "--strict")
    assert status == 1
    assert counts["differ"] == STRICT[name]
    assert counts["deviations"] == {}
    assert all(line["ok"] or line["difference"]["deviation"] for line in lines)


def test_every_file_of_real_hands_is_replayed() -> None:
    there = {path.name.partition(".")[0] for path in test_data("hands").glob("*.jsonl*")}
    assert there == FILES.keys()
    assert sum(hands for hands, _, _ in FILES.values()) == 13_317
