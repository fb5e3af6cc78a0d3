from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.settings import Settings

EXAMPLE = Path(__file__).parents[2] / ".env.example"


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Start without any setting, from the environment or from a file."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def test_the_example_lists_every_setting_with_a_comment_and_its_default() -> None:
    blocks = EXAMPLE.read_text("utf-8").strip().split("\n\n")
    listed = {}
    for block in blocks:
        comment, line = block.split("\n")
        assert comment.startswith("# ")
        assert len(comment) <= 100
        name, _, value = line.partition("=")
        listed[name] = value
    defaults = {name.upper(): field.default for name, field in Settings.model_fields.items()}
    assert listed == {k: "" if v is None else str(v) for k, v in defaults.items()}
    assert list(listed) == list(defaults)


def test_the_example_used_as_it_is_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(EXAMPLE.read_text("utf-8"), "utf-8")
    assert Settings() == Settings(_env_file=None)  # type: ignore[call-arg]


def test_an_empty_variable_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.setenv(name.upper(), "")
    assert Settings() == Settings(_env_file=None)  # type: ignore[call-arg]
    assert Settings().data_dir == Path("data")


@pytest.mark.parametrize(
    ("token", "sandbox", "uses"),
    [
        (None, None, True),
        ("some.token", None, False),
        ("some.token", "1", True),
        ("some.token", "0", False),
        (None, "1", True),
        (None, "0", False),
    ],
)
def test_the_sandbox_is_used_without_a_token_or_when_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, token: str | None, sandbox: str | None, uses: bool
) -> None:
    if token is not None:
        monkeypatch.setenv("DISCORD_TOKEN", token)
    if sandbox is not None:
        monkeypatch.setenv("SANDBOX", sandbox)
    assert Settings().uses_sandbox is uses


def test_the_token_is_not_shown_with_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "some.token")
    settings = Settings()
    assert "some.token" not in f"{settings} {settings!r} {settings.model_dump()}"
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == "some.token"


def test_a_token_pasted_with_its_line_end_is_read_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", " some.token\n")
    token = Settings().discord_token
    assert token is not None
    assert token.get_secret_value() == "some.token"


def test_a_log_level_may_be_written_in_small_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "debug")
    assert Settings().log_level == "DEBUG"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LOG_LEVEL", "loud"),
        ("SANDBOX_PORT", "-1"),
        ("SANDBOX_PORT", "65536"),
        ("SANDBOX_PORT", "8484.5"),
        ("SANDBOX", "perhaps"),
        ("LOG_FORMAT", "xml"),
        ("STATUS_PORT", "65536"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError):
        Settings()
