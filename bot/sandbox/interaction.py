"""One interaction: what a member did, and what became of it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from .model import Channel, Guild, Json, Message, Place

if TYPE_CHECKING:
    from .members import Member

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = range(4, 10)
KINDS: Final = {
    None: "failed",
    MESSAGE: "message",
    DEFERRED_MESSAGE: "deferred",
    DEFERRED_UPDATE: "deferred",
    UPDATE: "update",
    CHOICES: "choices",
    MODAL: "modal",
}


@dataclass(slots=True, eq=False)
class Interaction:
    """One thing a member did, and how the bot answered."""

    id: int
    token: str
    kind: int
    member: Member
    place: Place
    data: Json
    created_at: float
    message: Message | None = None
    parent: Interaction | None = None
    answer: int | None = None
    original: Message | None = None
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list)
    followups: list[Message] = field(default_factory=list)
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def guild(self) -> Guild | None:
        """Where it happened, unless in direct messages."""
        return self.place.guild if isinstance(self.place, Channel) else None

    def document(self) -> Json:
        """Return what is kept of it: enough for the token to go on working."""
        return {
            "id": self.id,
            "token": self.token,
            "kind": self.kind,
            "member": self.member.id,
            "place": self.place.id,
            "data": self.data,
            "created_at": self.created_at,
            "message": None if self.message is None else self.message.id,
            "answer": self.answer,
            "original": None if self.original is None else self.original.id,
        }


class Reply:
    """What a member sees of the answer to one interaction; it follows later edits."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction

    def __repr__(self) -> str:
        return f"<Reply {self.kind} {self.text!r}>"

    @property
    def kind(self) -> str:
        """One of message, update, modal, deferred, choices, failed."""
        return KINDS[self.interaction.answer]

    @property
    def message(self) -> Message | None:
        """The message the answer made or changed."""
        return self.interaction.original

    @property
    def ephemeral(self) -> bool:
        """Whether only this member sees the answer."""
        return self.message is not None and self.message.ephemeral

    @property
    def text(self) -> str:
        """What the answer reads."""
        if self.interaction.answer is None:
            return "The application did not respond"
        if self.modal is not None:
            return str(self.modal["title"])
        return "" if self.message is None else self.message.text

    @property
    def modal(self) -> Json | None:
        """The modal the answer opened."""
        return self.interaction.modal

    @property
    def followups(self) -> list[Message]:
        """Further messages sent on the same token."""
        return self.interaction.followups

    @property
    def choices(self) -> list[Json]:
        """What autocompletion proposes."""
        return self.interaction.choices
