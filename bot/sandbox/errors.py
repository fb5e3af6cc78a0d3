"""What can go wrong.

ApiError                  the stand-in refuses a request of the bot, as Discord would
Answered                  a request gets another answer than the one it asked for
SandboxError              the person (or the test) asks for something a Discord app cannot do
├── NoSuchCommand         no such slash command, or not for this member or place
├── BadOption             an option the command does not declare, or a value it does not take
├── NoSuchComponent       the message shows no such button or select, or it is disabled
└── BadInput              a modal was filled in a way Discord's app does not let through
"""

from __future__ import annotations

from typing import Any


class SandboxError(Exception):
    """Something a person cannot do in Discord's own app."""


class NoSuchCommand(SandboxError):
    """No slash command of that name is offered here."""


class BadOption(SandboxError):
    """The command does not take this option or value."""


class NoSuchComponent(SandboxError):
    """The message has no such enabled component."""


class BadInput(SandboxError):
    """The modal's own limits forbid this input."""


class ApiError(Exception):
    """One refusal, in the form Discord gives it."""

    def __init__(
        self, status: int, code: int, message: str, errors: dict[str, Any] | None = None
    ) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    @property
    def body(self) -> dict[str, Any]:
        """The JSON object that tells the bot."""
        told: dict[str, Any] = {"message": self.message, "code": self.code}
        if self.errors is not None:
            told["errors"] = self.errors
        return told


class Answered(Exception):
    """Another answer than the one a request asked for, headers included."""

    def __init__(self, status: int, body: Any, headers: dict[str, str] | None = None) -> None:
        super().__init__(f"{status}: {body}")
        self.status = status
        self.body = body
        self.headers = headers or {}


def unauthorized() -> ApiError:
    """Say that the token is missing or wrong."""
    return ApiError(401, 0, "401: Unauthorized")


def no_such_route() -> ApiError:
    """Discord has no such address (or this stand-in does not play it)."""
    return ApiError(404, 0, "404: Not Found")


def unknown_channel() -> ApiError:
    """Say that the channel is gone or never was."""
    return ApiError(404, 10003, "Unknown Channel")


def unknown_guild() -> ApiError:
    """Say that the guild is gone or the bot is not in it."""
    return ApiError(404, 10004, "Unknown Guild")


def unknown_message() -> ApiError:
    """Say that the message is gone, or only its reader can see it."""
    return ApiError(404, 10008, "Unknown Message")


def unknown_user() -> ApiError:
    """Nobody has this id."""
    return ApiError(404, 10013, "Unknown User")


def unknown_webhook() -> ApiError:
    """Say that the interaction was never answered, or is forgotten."""
    return ApiError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> ApiError:
    """Too late: three seconds are over, or the id is invented."""
    return ApiError(404, 10062, "Unknown interaction")


def unknown_command() -> ApiError:
    """No command has this id."""
    return ApiError(404, 10063, "Unknown application command")


def unknown_scheduled_event() -> ApiError:
    """Say that the guild has no such event."""
    return ApiError(404, 10070, "Unknown Guild Scheduled Event")


def too_many_scheduled_events() -> ApiError:
    """Say that the guild has as many open events as it may have."""
    return ApiError(400, 30038, "Maximum number of guild scheduled events reached (100)")


def event_is_finished() -> ApiError:
    """Say that nothing about a completed or cancelled event changes any more."""
    return ApiError(400, 180000, "Cannot update a finished event")


def opening_too_fast() -> ApiError:
    """Say that too many conversations are opened at once; Discord says so with a 403."""
    return ApiError(403, 40003, "You are opening direct messages too fast")


def already_answered() -> ApiError:
    """One interaction takes one callback."""
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> ApiError:
    """Say that the bot cannot see the channel."""
    return ApiError(403, 50001, "Missing Access")


def not_your_message() -> ApiError:
    """Only the author edits a message."""
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> ApiError:
    """Say that a message needs something to show."""
    return ApiError(400, 50006, "Cannot send an empty message")


def closed_direct_messages() -> ApiError:
    """Say that the member does not take direct messages from the bot."""
    return ApiError(403, 50007, "Cannot send messages to this user")


def missing_permissions() -> ApiError:
    """Say that the bot sees the channel but may not do this in it."""
    return ApiError(403, 50013, "Missing Permissions")


def token_expired() -> ApiError:
    """Say that the interaction is older than fifteen minutes."""
    return ApiError(401, 50027, "Invalid Webhook Token")


def invalid_recipient() -> ApiError:
    """Nobody to open a conversation with."""
    return ApiError(400, 50033, "Invalid Recipient(s)")


def wrong_channel_type() -> ApiError:
    """Say that this cannot be done in a channel of this kind."""
    return ApiError(400, 50024, "Cannot execute action on this channel type")


def thread_archived() -> ApiError:
    """Say that a thread takes no change while it is archived."""
    return ApiError(400, 50083, "Thread is archived")


def no_mutual_guild() -> ApiError:
    """Say that the member has left every server the bot is in."""
    return ApiError(403, 50278, "Cannot send messages to this user due to having no mutual guilds")


def invalid_json() -> ApiError:
    """Say that the body is not the JSON object that was expected."""
    return ApiError(400, 50109, "The request body contains invalid JSON.")
