"""The engine is pure: it imports nothing that has a clock, chance, a network or a file."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine

COMMAND = Path(engine.__file__).parent / "__main__.py"  # reads files and prints
MODULES = sorted(set(Path(engine.__file__).parent.rglob("*.py")) - {COMMAND})
FORBIDDEN = {
    "asyncio",
    "bot",
    "datetime",
    "discord",
    "io",
    "logging",
    "os",
    "pathlib",
    "random",
    "secrets",
    "socket",
    "sqlite3",
    "subprocess",
    "threading",
    "time",
}


def imports_of(path: Path) -> Iterator[str]:
    """Return the packages a module imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import"
            yield str(node.module).partition(".")[0]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_the_engine_imports_the_standard_library_only(path: Path) -> None:
    """Nothing but the standard library and the engine itself; never the bot."""
    assert set(imports_of(path)) <= {*sys.stdlib_module_names, "engine"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_the_engine_has_no_clock_no_chance_and_touches_nothing(path: Path) -> None:
    """Time and deck order are arguments; files and networks belong to the bot."""
    # A history is dated by its caller; whether it reads a clock is a test of its own.
    allowed = {"datetime"} if path.parent.name == "history" else set()
    assert not set(imports_of(path)) & FORBIDDEN - allowed
    called = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"open", "print", "input", "__import__", "eval", "exec"}


def test_every_module_is_looked_at() -> None:
    assert {"hand", "session", "betting"} <= {path.stem for path in MODULES}
