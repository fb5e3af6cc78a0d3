"""What the operator sets: environment variables, or the same names in a file `.env`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

MEMBER_LIMIT = 30


class Settings(BaseSettings):
    """Checked once at start; `.env.example` lists exactly these, and a test keeps it so."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        str_strip_whitespace=True,
    )

    discord_token: SecretStr | None = None
    """The bot's token; without one the sandbox starts instead of Discord."""
    data_dir: Path = Path("data")
    """Where the database lies; made if it is missing, readable by its owner only."""
    sandbox: bool | None = None
    """1: play in the sandbox even with a token. 0: never, refuse to start without a token. Unset:
    in the sandbox when there is no token."""
    sandbox_port: int = Field(default=8484, ge=0, le=65535)
    """The usual port of the sandbox's page; a free one is taken when it is in use."""
    discord_api_url: str | None = None
    """Another server that speaks Discord's REST protocol, for example http://127.0.0.1:8484/api/v10."""
    discord_gateway_url: str | None = None
    """Its gateway, for example ws://127.0.0.1:8484/gateway."""
    operator_ids: Annotated[tuple[int, ...] | None, NoDecode] = None
    """User ids of those who may use /maintenance, with commas; unset: the application's owner."""
    member_limit: int = Field(default=MEMBER_LIMIT, ge=1)
    """Commands and presses of one member in ten seconds; what is more is refused."""
    grace_s: float = Field(default=8, ge=0, le=600)
    """Seconds to tell what is still to be told when the bot is stopped; Docker waits ten."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """How much is logged, to standard error."""
    log_format: Literal["text", "json"] = "text"
    """How each line of the log is written: for people, or as one JSON object."""
    status_port: int | None = Field(default=None, ge=0, le=65535)
    """The port of `/health` and `/metrics`; unset: there is none; 0: any free one."""
    status_host: str = "127.0.0.1"
    """The address they are on; 0.0.0.0: all addresses of the machine."""

    @field_validator("discord_token")
    @classmethod
    def _in_one_line(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not re.fullmatch("[!-~]+", value.get_secret_value()):
            raise ValueError("it has characters that no token has; copy it anew")
        return value

    @field_validator("discord_api_url", "discord_gateway_url")
    @classmethod
    def _without_secrets(cls, value: str | None) -> str | None:
        """Refuse what would be printed with its password when it cannot be reached."""
        if value is None:
            return None
        try:
            parts = urlsplit(value)
        except ValueError:
            parts = urlsplit("")
        if parts.scheme not in {"http", "https", "ws", "wss"} or not parts.hostname:
            raise ValueError("it is no address such as https://host/path or wss://host/path")
        if "@" in parts.netloc:
            raise ValueError("leave user name and password out of it")
        return value

    @field_validator("log_level", mode="before")
    @classmethod
    def _in_capitals(cls, value: object) -> object:
        return value.strip().upper() if isinstance(value, str) else value

    @field_validator("operator_ids", mode="before")
    @classmethod
    def _one_by_one(cls, value: object) -> object:
        return value.replace(",", " ").split() if isinstance(value, str) else value

    @property
    def database_dir(self) -> Path:
        """Where the bot's own files lie: the sandbox's apart from the real ones."""
        return self.data_dir / "sandbox" if self.uses_sandbox else self.data_dir

    @property
    def uses_sandbox(self) -> bool:
        """Whether the bot plays in the local stand-in for Discord."""
        return self.discord_token is None if self.sandbox is None else self.sandbox
