"""The command line of the engine: ``python -m engine replay FILE...``.

It prints one JSON line a hand and a last one with the counts; the exit status is 1 when a hand
differs or cannot be read. This module is the only one of the engine that reads files.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
import zlib
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from engine.errors import Malformed
from engine.replay.deviations import Deviation
from engine.replay.form import read_hand
from engine.replay.outcome import replay
from engine.replay.report import Counts, Line, dumps, hand_line, malformed_line


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    arguments = _parser().parse_args(argv)
    try:
        return _replay_files(arguments.files, _allowed(arguments))
    except BrokenPipeError:
        # Nobody reads on. Standard output is flushed once more at exit: not into the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser(
        "replay",
        help="replay hands in the neutral form and compare to the chip",
        epilog="Deviations are described in engine/replay/deviations.py.",
    )
    command.add_argument("files", nargs="+", type=Path, metavar="FILE", help=".jsonl or .jsonl.gz")
    command.add_argument(
        "--allow",
        action="append",
        type=Deviation,
        choices=list(Deviation),
        metavar="DEVIATION",
        help=f"allow only this deviation, repeatable; all by default: {', '.join(Deviation)}",
    )
    command.add_argument(
        "--strict", action="store_true", help="allow no deviation but those named by --allow"
    )
    return parser


def _allowed(arguments: argparse.Namespace) -> Collection[Deviation]:
    if arguments.strict or arguments.allow:
        return frozenset(arguments.allow or ())
    return frozenset(Deviation)


def _replay_files(paths: Sequence[Path], allowed: Collection[Deviation]) -> int:
    counts, readable = Counts(), True
    for path in paths:
        try:
            for where, text in _lines(path):
                _write(_replay_line(where, text, allowed, counts))
        except BrokenPipeError:
            raise
        except (OSError, EOFError, zlib.error) as error:
            sys.stderr.write(f"{path}: {error}\n")
            readable = False
    _write(counts.line())
    return 0 if readable and counts.all_agree else 1


def _lines(path: Path) -> Iterator[tuple[str, bytes]]:
    """Return where each line is and what it says; empty lines say nothing."""
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        for place, text in enumerate(file, start=1):
            if text.strip():
                yield f"{path}:{place}", text


def _replay_line(where: str, text: bytes, allowed: Collection[Deviation], counts: Counts) -> Line:
    """Replay the hand of one line; a hand without a name is called by its place."""
    hand_id = where
    try:
        data = _read_json(text)
        if isinstance(data, dict) and isinstance(data.get("id"), str):
            hand_id = data["id"]
        outcome = replay(read_hand(data), allowed)
    except Malformed as error:
        counts.malformed += 1
        return malformed_line(hand_id, str(error))
    counts.add(outcome)
    return hand_line(hand_id, outcome)


def _read_json(text: bytes) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"not JSON: {error}") from None


def _write(line: Line) -> None:
    sys.stdout.write(dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
