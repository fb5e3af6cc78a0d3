"""`python -m engine replay FILE...`: a line a hand, counts at the end, never a traceback."""

from __future__ import annotations

import ast
import gzip
import json
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engine
from engine.__main__ import main
from engine.replay.deviations import Deviation
from tests.engine.told import Hand, told

ROOT = Path(engine.__file__).parent.parent
Lines = list[dict[str, Any]]

FOLDED_OUT = told(
    "A 200, B 200, C* 200",
    "preflop C raise 6, A fold, B call 6, flop B check, C bet 8, B fold",
    board="Ah Kd 2c",
    uncalled="C 8",
    won="C 13",
)
CHECKS = "B check, C check"
DOWN = f"flop {CHECKS}, turn {CHECKS}, river {CHECKS}"
SHOWDOWN = told(
    "A 200, B 200, C* 200",
    f"preflop C call 2, A fold, B check, {DOWN}",
    hole="B 9s 9d, C Th Td",
    board="2h 3d 4s 8c Qd",
    shown="B show 9s 9d, C show Th Td",
    won="C 5",
)
DRAW = told(
    "A 50, B* 50",
    "predraw B call 2, A check, draw A draw 2, B draw Kh, postdraw A bet 4, B call 4",
    game="draw",
    posts="B sb 1, A bb 2",
    hole="B Ts Td Th Tc Kh",
    shown="A show 2c 2d 2h 5c 6d, B show Ts Td Th Tc As",
    won="B 12",
)


@pytest.fixture(name="replay")
def _replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Write hands (or lines as they are) to a file, replay it, return status and lines."""

    def replay(*hands: Hand | str, options: tuple[str, ...] = ()) -> tuple[int, Lines]:
        path = tmp_path / "hands.jsonl"
        texts = [hand if isinstance(hand, str) else json.dumps(hand) for hand in hands]
        path.write_text("".join(f"{text}\n" for text in texts))
        status = main(["replay", *options, str(path)])
        output = capsys.readouterr()
        assert output.err == ""
        return status, [json.loads(line) for line in output.out.splitlines()]

    return replay


def changed(hand: Hand, **changes: Any) -> Hand:
    """Return a hand with some fields changed, `actions__2__to=9` deep inside."""
    copy = deepcopy(hand)
    for path, value in changes.items():
        *way, last = [int(key) if key.isdigit() else key for key in path.split("__")]
        inner: Any = copy
        for key in way:
            inner = inner[key]
        inner[last] = value
    return copy


# What it prints


@pytest.mark.parametrize("hand", [FOLDED_OUT, SHOWDOWN, DRAW], ids=["fold", "showdown", "draw"])
def test_a_hand_that_agrees(replay: Any, hand: Hand) -> None:
    status, (line, counts) = replay(hand, options=("--strict",))
    assert status == 0
    assert line == {"id": "told-1", "ok": True, "final": hand["final"], "cards": "known"}
    assert counts == {
        "hands": 1,
        "ok": 1,
        "differ": 0,
        "malformed": 0,
        "deviations": {},
        "unchecked": {},
    }


def test_every_hand_of_every_file_gets_a_line_and_the_last_line_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain, packed = tmp_path / "a.jsonl", tmp_path / "b.jsonl.gz"
    plain.write_text(json.dumps(FOLDED_OUT) + "\n\n" + json.dumps(changed(SHOWDOWN, rake=9)))
    packed.write_bytes(gzip.compress(json.dumps(DRAW | {"id": 5}).encode()))
    assert main(["replay", str(plain), str(packed)]) == 1
    *lines, counts = map(json.loads, capsys.readouterr().out.splitlines())
    assert [line["ok"] for line in lines] == [True, False, False]
    assert lines[2]["id"] == f"{packed}:1"
    assert (counts["hands"], counts["ok"], counts["differ"], counts["malformed"]) == (3, 1, 1, 1)


@pytest.mark.parametrize(
    ("changes", "what", "where"),
    [
        ({"final__C": 204}, "final", "final"),
        ({"won__0__player": "B"}, "won", "won"),
        ({"won__0__amount": 6}, "pot", "won"),
        ({"uncalled": [{"player": "C", "amount": 1}]}, "uncalled", "uncalled"),
        ({"actions__0__to": 3}, "call", "actions[0].to"),
        ({"actions__0__player": "B"}, "turn", "actions[0].player"),
        ({"actions__0__all_in": True}, "all_in", "actions[0].all_in"),
        ({"actions__3__street": "turn"}, "street", "actions[3].street"),
        ({"actions__2__type": "raise", "actions__2__to": 3}, "refused", "actions[2]"),
        ({"posts__1__amount": 3}, "posts", "posts"),
        ({"board": [["2h", "3d", "4s"], ["8c"]]}, "board", "board"),
        ({"actions": SHOWDOWN["actions"][:-1]}, "end", "actions"),
    ],
)
def test_a_difference_says_what_and_where(
    replay: Any, changes: dict[str, Any], what: str, where: str
) -> None:
    status, (line, counts) = replay(changed(SHOWDOWN, **changes))
    assert status == 1
    assert line["ok"] is False
    assert (line["difference"]["what"], line["difference"]["where"]) == (what, where)
    assert line["difference"]["deviation"] is None
    assert counts["differ"] == 1


def test_a_difference_tells_both_sides(replay: Any) -> None:
    _, (line, _) = replay(changed(SHOWDOWN, won__0__player="B"))
    assert line["difference"]["source"] == [["B", 5]]
    assert line["difference"]["engine"] == [["C", 5]]
    assert line["final"] == SHOWDOWN["final"]


# Unknown cards


def test_an_unknown_loser_is_given_cards_that_lose(replay: Any) -> None:
    hand = changed(SHOWDOWN, hole={"C": ["Th", "Td"]}, shown=SHOWDOWN["shown"][1:])
    status, (line, counts) = replay(hand)
    assert status == 0
    assert line["cards"] == "filled"
    assert counts["unchecked"] == {"cards": 1}


def test_unknown_cards_that_no_filling_explains_go_by_the_source(replay: Any) -> None:
    """Only one pair of cards makes B win against four of a kind: it is not found by trying."""
    board = [["2h", "3h", "4h"], ["Tc"], ["Ts"]]
    hand = changed(
        SHOWDOWN,
        board=board,
        hole={"C": ["Th", "Td"]},
        shown=[{"player": "C", "kind": "show", "cards": ["Th", "Td"]}],
        won__0__player="B",
    )
    hand["final"] |= {"B": 203, "C": 198}
    status, (line, _) = replay(hand)
    assert status == 0
    assert line["cards"] == "unknown"
    assert line["unchecked"] == ["winners"]


def test_known_cards_are_never_overruled_by_the_source(replay: Any) -> None:
    """B is beaten by C, whatever A holds."""
    hand = told(
        "A 200, B 200, C* 200",
        "preflop C call 2, A call 2, B check, flop A check, B check, C check, "
        "turn A check, B check, C check, river A check, B check, C check",
        hole="B 9s 9d, C Th Td",
        board="2h 3d 4s 8c Qd",
        shown="B show 9s 9d, C show Th Td",
        won="B 6",
    )
    status, (line, _) = replay(hand)
    assert status == 1
    assert line["difference"]["what"] == "won"


def test_a_draw_that_needs_a_new_stub(replay: Any) -> None:
    """Five exchange 22 cards; the sixth draws from the discards of others (RULINGS D4)."""
    names = "ABCDEF"
    hand = told(
        ", ".join(f"{name} 50" for name in names[:5]) + ", F* 50",
        "predraw C call 2, D call 2, E call 2, F call 2, A call 2, B check, "
        "draw A draw 5, B draw 5, C draw 5, D draw 5, E draw 1, "
        "F draw 4, postdraw A check, B check, C check, D check, E check, F check",
        game="draw",
        hole="F Ts Td Th Tc Kh",
        shown="F show Ts 7d 7h 7c 7s",
        won="F 12",
    )
    status, (line, _) = replay(hand)
    assert status == 0, line
    assert line["deviations"] == ["beaten_hands_mucked"]


# Deviations

ALL_IN = "preflop C raise 50!, A fold, B call 50, "
HANDS = "B 9s 9d, C Th Td"
BOARD = "2h 3d 4s 8c Qd"
BOTH = "B show 9s 9d, C show Th Td"
ROYAL = "As Ks Qs Js Ts"
LOOSE = (
    "preflop D call 2, A call 2, B call 2, C check, flop B check, C check, D bet 2, A fold, "
    "B call 2, C call 2, turn B check, C check, D check, river B check, C check, D check"
)

DEVIATIONS: dict[Deviation, Hand] = {
    Deviation.RAKE: changed(SHOWDOWN, rake=1, won__0__amount=4, final__C=202),
    Deviation.BEATEN_HANDS_MUCKED: told(
        "A 200, B 200, C* 200",
        "preflop C call 2, A fold, B check, flop B check, C check, turn B check, C check, "
        "river B check, C bet 2, B call 2",
        hole=HANDS,
        board=BOARD,
        shown="C show Th Td, B muck",
        won="C 9",
    ),
    Deviation.ALL_IN_HANDS_MUCKED: told(
        "A 200, B 200, C* 50",
        ALL_IN,
        hole=HANDS,
        board=BOARD,
        shown="C show Th Td, B muck",
        won="C 101",
    ),
    Deviation.SHOW_ORDER: changed(SHOWDOWN, shown=SHOWDOWN["shown"][::-1]),
    Deviation.RUN_OUT_SHOW_ORDER: told(
        "A 200, B 200, C* 50",
        ALL_IN,
        hole=HANDS,
        board=BOARD,
        shown="C show Th Td, B show 9s 9d",
        won="C 101",
    ),
    Deviation.RAISE_NO_CALLER: told(
        "A 200, B 200, C* 50",
        "preflop C raise 50!, A fold, B raise 200!",
        hole=HANDS,
        board=BOARD,
        shown=BOTH,
        uncalled="B 150",
        won="C 101",
    ),
    Deviation.CALL_CAPPED: told(
        "A* 200, B 3",
        "preflop A call 3",
        posts="A sb 2, B bb 3 !",
        blinds=(2, 4),
        hole="A 9s 9d, B Th Td",
        board=BOARD,
        shown="B show Th Td, A show 9s 9d",
        won="B 6",
    ),
    Deviation.FL_UNCAPPED: told(
        "A* 200, B 200",
        "preflop A raise 4, B raise 6, A raise 8, B raise 10, A raise 12, B fold",
        structure="fl",
        uncalled="A 2",
        won="A 20",
    ),
    Deviation.FL_SHORT_ALL_IN_REOPENS: told(
        "A 200, B 200, C* 33",
        "preflop C call 20, A call 20, B check, flop A check, B check, C bet 13!, A raise 40, "
        "B fold",
        posts="A sb 10, B bb 20",
        structure="fl",
        blinds=(10, 20),
        hole="A 9s 9d, C Th Td",
        board=BOARD,
        shown="A show 9s 9d, C show Th Td",
        uncalled="A 27",
        won="C 86",
    ),
    Deviation.FL_COUNTED_FROM_SHORT_ALL_IN: told(
        "A 200, B 47, C* 200",
        "preflop C call 20, A call 20, B check, flop A bet 20, B raise 27!, C raise 47, A fold",
        posts="A sb 10, B bb 20",
        structure="fl",
        blinds=(10, 20),
        hole="B 9s 9d, C Th Td",
        board=BOARD,
        shown=BOTH,
        uncalled="C 20",
        won="C 134",
    ),
    Deviation.BIG_BLIND_MISSING: told(
        "A 200, B 200, C* 200",
        "preflop B fold, C raise 4, A fold",
        posts="A sb 2",
        blinds=(2, 2),
        uncalled="C 2",
        won="C 4",
    ),
    Deviation.EXTRA_STRADDLE: told(
        "A 200, B 200, C 200, D* 200",
        "preflop A call 8, B fold, C call 8, D check, flop A check, C check, D bet 2, A fold, "
        "C fold",
        posts="A sb 1, B bb 2, C straddle 4, D straddle 8",
        board="2h 3d 4s",
        uncalled="D 2",
        won="D 26",
    ),
    Deviation.CROWDED_TABLE: told(
        "A 50, B 50, C 50, D 50, E 50, F 50, G* 50",
        "predraw C fold, D fold, E fold, F raise 4, G fold, A fold, B fold",
        game="draw",
        uncalled="F 2",
        won="F 5",
    ),
    Deviation.BOARD_AFTER_THE_END: changed(FOLDED_OUT, board=[["Ah", "Kd", "2c"], ["3c"], ["4c"]]),
    Deviation.LOWBALL_RANKING: told(
        "A 50, B* 50",
        "predraw B call 2, A check, draw A draw 0, B draw 0, postdraw A check, B check",
        game="draw",
        posts="B sb 1, A bb 2",
        shown="A show 2c 3d 4h 5c 7d, B show Ts Td Th Tc As",
        won="A 4",
        flags=("lowball_2-7",),
    ),
}
LEFTOVER = told(
    "A* 200, B 200, C 200, D 200",
    LOOSE,
    posts="B sb 1, C bb 2",
    hole="B 9h 9d, C Th Td, D 2h 2d",
    board=ROYAL,
    shown="B show 9h 9d, C show Th Td, D show 2h 2d",
    won="B 6, C 4, D 4",
)


@pytest.mark.parametrize("name", DEVIATIONS)
def test_a_deviation_is_allowed_by_name_and_counted(replay: Any, name: Deviation) -> None:
    hand = DEVIATIONS[name]
    for options in ((), ("--allow", name), ("--strict", "--allow", name)):
        status, (line, counts) = replay(hand, options=options)
        assert status == 0, line
        assert line["final"] == hand["final"]
        assert line["deviations"] == [name]
        assert counts["deviations"] == {name: 1}


@pytest.mark.parametrize("name", DEVIATIONS)
def test_without_its_deviation_a_hand_differs_and_says_which_it_is(
    replay: Any, name: Deviation
) -> None:
    others = [option for other in Deviation if other != name for option in ("--allow", other)]
    for options in (("--strict",), tuple(others)):
        status, (line, counts) = replay(DEVIATIONS[name], options=options)
        assert status == 1
        assert line["difference"]["deviation"] == name
        assert counts["deviations"] == {}


def test_a_straddle_in_fixed_limit_is_not_ours(replay: Any) -> None:
    """RULINGS A18."""
    hand = told(
        "A 200, B 200, C* 200",
        "preflop A call 4, B fold, C raise 6, A fold",
        posts="A sb 1, B bb 2, C straddle 4",
        structure="fl",
        uncalled="C 2",
        won="C 10",
    )
    status, (line, _) = replay(hand)
    assert status == 0, line
    assert line["deviations"] == ["extra_straddle"]


def test_every_deviation_has_an_example() -> None:
    leftover = {Deviation.ODD_CHIPS_APART, Deviation.ODD_CHIPS_ELSEWHERE}
    assert set(Deviation) == DEVIATIONS.keys() | leftover


@pytest.mark.parametrize(
    ("shares", "name"),
    [
        ((6, 4, 4), None),
        ((5, 5, 4), Deviation.ODD_CHIPS_APART),
        ((4, 5, 5), Deviation.ODD_CHIPS_ELSEWHERE),
        ((4, 4, 6), Deviation.ODD_CHIPS_ELSEWHERE),
    ],
)
def test_leftover_chips(replay: Any, shares: tuple[int, ...], name: Deviation | None) -> None:
    """Two of 14 chips do not divide by three; left of the button sits B."""
    hand = deepcopy(LEFTOVER)
    hand["won"] = [
        {"player": player, "amount": chips} for player, chips in zip("BCD", shares, strict=True)
    ]
    hand["final"] = {"A": 198} | {
        player: 196 + chips for player, chips in zip("BCD", shares, strict=True)
    }
    status, (line, _) = replay(hand)
    assert status == 0, line
    assert line.get("deviations", []) == ([name] if name else [])


# What is wrong with the input


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"game": "omaha"}, "field game: not one of holdem, draw: 'omaha'"),
        ({"seats__0__stack": -5}, "field seats[0].stack: not a whole number"),
        ({"seats__0__stack": 2.5}, "field seats[0].stack: not a whole number"),
        ({"seats__0__stack": True}, "field seats[0].stack: not a whole number"),
        ({"seats__1__name": "A"}, "field seats: the same name twice"),
        ({"seats": None}, "field seats: not a list: None"),
        ({"actions__0__player": "Z"}, "field actions[0].player: not a player of this hand: 'Z'"),
        ({"actions__0__type": "draw"}, "field actions[0].type: no draw on this street"),
        ({"actions__0": 7}, "field actions[0].street: "),
        ({"hole__B": ["9s", "9s"]}, "field hole.B: the same card twice"),
        ({"hole__B": ["9s", "2h"]}, "field hole and board: the same card twice"),
        ({"hole__B": ["9s", "1x"]}, "field hole.B: not a card"),
        ({"hole__B": ["9s"]}, "field hole.B: not 2 cards"),
        ({"shown__0__cards": ["9h", "9c"]}, "field shown[0].cards: not the cards of the hole"),
        ({"board": [["2h"]]}, "field board[0]: not 3 cards"),
        ({"final": {"A": 1}}, "field final: B is missing"),
        ({"structure": "fl"}, "field small_bet: not a whole number"),
        ({"sb": 3}, "field sb: more than the big blind: 3"),
        ({"bb": 0, "sb": 0}, "field bb: a game needs blinds or an ante: 0"),
    ],
)
def test_a_malformed_hand_says_which_field(
    replay: Any, changes: dict[str, Any], error: str
) -> None:
    status, (line, counts) = replay(changed(SHOWDOWN, **changes))
    assert status == 1
    assert line == {"id": "told-1", "ok": False, "error": line["error"]}
    assert line["error"].startswith(error) or error.endswith(": ")
    assert counts["malformed"] == 1


@pytest.mark.parametrize(
    ("discard", "error"),
    [
        (6, "field actions[2].discard: more cards than a hand has: 6"),
        (-1, "field actions[2].discard: not a whole number from 0"),
        (["Kh"] * 2, "field actions[2].discard: the same card twice"),
        (["2c", "3c", "4c", "5c", "6c", "7c"], "field actions[2].discard: more cards than"),
    ],
)
def test_a_malformed_exchange(replay: Any, discard: object, error: str) -> None:
    _, (line, _) = replay(changed(DRAW, actions__2__discard=discard))
    assert line["error"].startswith(error)


@pytest.mark.parametrize("key", SHOWDOWN)
def test_a_missing_key_is_named(replay: Any, key: str) -> None:
    hand = {name: value for name, value in SHOWDOWN.items() if name != key}
    status, (line, _) = replay(hand)
    if key in {"small_bet", "big_bet"}:  # looked at in fixed limit only
        assert status == 0
    else:
        assert (status, line["error"]) == (1, f"field {key}: missing")


@pytest.mark.parametrize(
    "text",
    ["{", "[]", "null", "7", '"hand"', "\x00", '{"id":"\\ud800"}', "[" * 100_000, "9" * 5000],
)
def test_a_line_that_is_no_hand_is_called_by_its_place(replay: Any, text: str) -> None:
    status, (line, _) = replay(text)
    assert status == 1
    assert line["id"].endswith(("hands.jsonl:1", "\ud800"))
    assert line["error"].startswith(("not JSON: ", "field "))


def test_a_file_that_cannot_be_read_is_said_on_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad, torn = (tmp_path / name for name in ("good.jsonl", "bad.gz", "torn.gz"))
    good.write_text(json.dumps(SHOWDOWN))
    bad.write_text("not gzip")
    torn.write_bytes(gzip.compress(json.dumps(SHOWDOWN).encode())[:-9])
    paths = [tmp_path / "none.jsonl", bad, torn, tmp_path, good]
    assert main(["replay", *map(str, paths)]) == 1
    output = capsys.readouterr()
    assert json.loads(output.out.splitlines()[-1])["ok"] == 1
    assert [line.partition(": ")[0] for line in output.err.splitlines()] == list(
        map(str, paths[:-1])
    )


# As a command


def command(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run it as people do."""
    return subprocess.run(  # noqa: S603 - what is run is written here
        [sys.executable, "-m", "engine", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        **options,
    )


def test_the_command_reads_a_file_and_says_it_by_its_status(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text(json.dumps(SHOWDOWN))
    run = command("replay", str(path))
    assert (run.returncode, run.stderr) == (0, "")
    assert [json.loads(line).get("ok") for line in run.stdout.splitlines()] == [True, 1]
    path.write_text(json.dumps(changed(SHOWDOWN, rake=2)))
    assert command("replay", str(path)).returncode == 1


@pytest.mark.parametrize("arguments", [[], ["replay"], ["replay", "--allow", "all", "x"]])
def test_what_the_command_does_not_understand_ends_with_usage(arguments: list[str]) -> None:
    run = command(*arguments)
    assert run.returncode == 2
    assert run.stderr.startswith("usage: python -m engine")


def test_nobody_reading_on_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text((json.dumps(SHOWDOWN) + "\n") * 2000)
    with subprocess.Popen(  # noqa: S603 - what is run is written here
        [sys.executable, "-m", "engine", "replay", str(path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


# Whatever it is given


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Return the way to every value in a JSON document."""
    yield path
    if isinstance(value, dict | list):
        inside = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in inside:
            yield from places(inner, (*path, key))


CARDS = [rank + suit for rank in "29TA" for suit in "chds"]
WRONG = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 300),
    st.sampled_from([10**30, 1.5, "", "A", "B", "Z", [], {}, [[]], "fold", "raise", "draw", "bb"]),
    st.sampled_from(CARDS),
    st.lists(st.sampled_from(CARDS), max_size=6),
)


@st.composite
def mutated(draw: st.DrawFn) -> Hand:
    """Return a hand with up to four values replaced, removed, doubled or swapped."""
    hand: Hand = deepcopy(draw(st.sampled_from([FOLDED_OUT, SHOWDOWN, DRAW, *DEVIATIONS.values()])))
    for _ in range(draw(st.integers(1, 4))):
        ways = [way for way in places(hand) if way]
        *way, key = draw(st.sampled_from(ways))
        inner: Any = hand
        for step in way:
            inner = inner[step]
        match draw(st.sampled_from(["replace", "remove", "double", "swap"])):
            case "replace":
                inner[key] = draw(WRONG)
            case "remove":
                del inner[key]
            case "double" if isinstance(inner, list):
                inner.insert(key, deepcopy(inner[key]))
            case "swap" if isinstance(inner, list):
                inner[key], inner[0] = inner[0], inner[key]
    return hand


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
@given(hand=mutated())
def test_whatever_is_done_to_a_hand_there_is_a_line_and_no_traceback(
    replay: Any, hand: Hand
) -> None:
    status, lines = replay(hand)
    assert [set(line) >= {"id", "ok"} for line in lines] == [True, False]
    assert status == (0 if lines[0]["ok"] else 1)


# Where it lies


def test_the_rules_do_not_know_the_replay() -> None:
    for path in (ROOT / "engine").glob("*.py"):
        if path.name != "__main__.py":
            tree = ast.walk(ast.parse(path.read_text("utf-8")))
            modules = [str(node.module) for node in tree if isinstance(node, ast.ImportFrom)]
            assert not any(module.startswith("engine.replay") for module in modules), path
