"""What the project promises about its files: the lock, the image, the wheel, the tree."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
TOP_LEVEL = {
    "bot", "engine", "tests", "pyproject.toml", "requirements.lock", "README.md", "CHANGELOG.md",
    "LICENSE", "Dockerfile",
}  # fmt: skip
MADE_BY_TOOLS = {"build", "croupier.egg-info", "data"}


def locked() -> dict[str, Version]:
    """Return every version that the lock names."""
    lines = [line.partition("#")[0].strip() for line in LOCK.splitlines()]
    pins = [line.partition("==") for line in lines if line]
    return {name: Version(version) for name, _, version in pins}


def files() -> Iterator[Path]:
    """Return the project's own files: not what tools leave behind."""
    for top in sorted(ROOT.iterdir()):
        if top.name in TOP_LEVEL | {".ci", ".dockerignore", ".env.example", ".gitignore"}:
            found = [top] if top.is_file() else top.rglob("*")
            yield from (
                each for each in found if each.is_file() and "__pycache__" not in each.parts
            )


def stages() -> list[str]:
    """Return the stages of the Dockerfile."""
    return re.split(r"^(?=FROM )", DOCKERFILE, flags=re.MULTILINE)[1:]


# The lock


def test_the_lock_says_how_it_is_renewed_and_names_no_host() -> None:
    assert "pip-compile" in LOCK.partition("aiohttp")[0]
    assert "://" not in LOCK
    assert not re.search(r"^-", LOCK, re.MULTILINE)


def test_the_lock_pins_what_the_project_asks_for() -> None:
    extras = PROJECT["optional-dependencies"]
    assert set(extras) == {"test", "dev", "bench", "mutation"}
    pins = locked()
    for text in [*PROJECT["dependencies"], *extras["test"], *extras["dev"], *extras["bench"]]:
        wanted = Requirement(text)
        assert wanted.specifier.contains(pins[canonicalize_name(wanted.name)]), text


def test_the_lock_covers_what_those_need_in_turn_on_every_python() -> None:
    asked = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["test"]]
    todo = [Requirement(text) for text in asked]
    pins, seen = locked(), set[tuple[str, str]]()
    while todo:
        wanted = todo.pop()
        name = canonicalize_name(wanted.name)
        assert name in pins, f"{wanted} is not in requirements.lock"
        assert wanted.specifier.contains(pins[name]), wanted
        for extra in ("", *wanted.extras):
            if (name, extra) not in seen:
                seen.add((name, extra))
                needed = map(Requirement, requirements_of(name))
                todo += [need for need in needed if applies(need.marker, extra)]


def requirements_of(name: str) -> list[str]:
    """Return what an installed package needs; one for other Pythons only is not installed here."""
    try:
        return requires(name) or []
    except PackageNotFoundError:
        return []


def applies(marker: Marker | None, extra: str) -> bool:
    """Say whether a marker holds on Linux with any of the Pythons."""
    return marker is None or any(
        marker.evaluate(
            {
                "python_version": python,
                "python_full_version": f"{python}.0",
                "sys_platform": "linux",
                "platform_system": "Linux",
                "extra": extra,
            }
        )
        for python in PYTHONS
    )


# The image


def test_the_image_has_two_stages_and_installs_from_the_lock() -> None:
    build, final = stages()
    assert "-c requirements.lock" in build
    assert "pip" not in final
    assert "COPY --from=build" in final


def test_the_image_runs_without_privileges_on_a_folder_of_its_own() -> None:
    final = stages()[-1]
    user = re.search(r"^USER (\w+)$", final, re.MULTILINE)
    assert user is not None
    assert user[1] not in {"root", "0"}
    assert final.index("USER") < final.index("\nCMD")
    assert f"install -d -o {user[1]} -m 700 /data" in final
    assert re.search(r"^VOLUME /data$", final, re.MULTILINE)
    assert "DATA_DIR=/data" in final


def test_the_image_refuses_to_start_without_a_token_unless_told_to_play_in_the_sandbox() -> None:
    environment = re.findall(r"^ENV (.*)$", stages()[-1], re.MULTILINE)
    assert "SANDBOX=0" in " ".join(environment).split()
    assert "TOKEN" not in " ".join(environment)


def test_the_image_checks_its_health() -> None:
    final = stages()[-1]
    assert re.search(
        r'^HEALTHCHECK .*\\\n +CMD \["python", "-m", "bot.health"\]$', final, re.MULTILINE
    )


def test_the_image_has_the_endpoint_that_its_health_check_asks() -> None:
    final = stages()[-1]
    environment = " ".join(re.findall(r"^ENV (.*)$", final, re.MULTILINE)).split()
    (port,) = re.findall(r"^EXPOSE (\d+)$", final, re.MULTILINE)
    assert {f"STATUS_PORT={port}", "STATUS_HOST=0.0.0.0"} <= set(environment)


def test_the_image_is_given_only_what_it_installs() -> None:
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    given = {line[1:] for line in rules if line.startswith("!")}
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.MULTILINE)
    assert given == {name for names in copied for name in names.split()}
    assert ".env" not in given


# The wheel


@pytest.fixture(name="wheel", scope="module")
def _wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Build the wheel from a copy, without network, and return the names of what is in it."""
    copy, out = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    for name in ("bot", "engine", "tests"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation"]
    build = subprocess.run(  # noqa: S603 - what is run is written here
        [*command, "--no-index", "-w", str(out), str(copy)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert build.returncode == 0, build.stderr
    (built,) = out.iterdir()
    with zipfile.ZipFile(built) as archive:
        return set(archive.namelist())


def test_the_wheel_holds_every_file_of_bot_and_engine_and_no_test(wheel: set[str]) -> None:
    ours = {str(path.relative_to(ROOT)) for path in files()}
    packaged = {name for name in ours if name.startswith(("bot/", "engine/"))}
    assert {name for name in wheel if ".dist-info/" not in name} == packaged
    assert {Path(name).suffix for name in packaged} >= {".py", ".sql", ".html", ".js", ".css"}


def test_the_wheel_holds_the_licence(wheel: set[str]) -> None:
    assert any(name.endswith("/licenses/LICENSE") for name in wheel)


# The tree


def test_the_top_level_holds_nothing_unexpected() -> None:
    names = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert names - MADE_BY_TOOLS <= TOP_LEVEL
    assert names >= TOP_LEVEL


def test_no_file_names_a_place_on_somebodys_machine_or_a_package_host() -> None:
    places = ("wo" + "rk", "home", "ro" + "ot", "Us" + "ers")
    machine = re.compile(rf"(?<![\w.:/\-])/(?:{'|'.join(places)})/|\bpypi\.|pythonhosted")
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files()
        if path != Path(__file__)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if machine.search(line)
    ]
    assert found == []


def test_the_changelog_has_a_place_for_what_comes_next() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    headings = re.findall(r"^## (.*)$", changelog, re.MULTILINE)
    assert headings[0] == "Unreleased"
    released = headings[1:]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d{2}-\d{2}", each) for each in released)


def test_continuous_integration_can_be_started() -> None:
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111
