"""Interactions: what members do, the bot's one answer in time, and the token that lives on."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from . import shapes
from .completion import check_choices
from .components import check_modal
from .errors import (
    SandboxError,
    already_answered,
    thread_archived,
    token_expired,
    unknown_interaction,
    unknown_message,
    unknown_webhook,
)
from .forms import Form
from .gateway import ALWAYS
from .interaction import (
    AUTOCOMPLETE,
    CHOICES,
    COMMAND,
    COMPONENT,
    DEFERRED_MESSAGE,
    DEFERRED_UPDATE,
    MESSAGE,
    MODAL,
    MODAL_SUBMIT,
    UPDATE,
    Interaction,
    Reply,
)
from .model import EPHEMERAL, LOADING, Channel, Json, Message, Place, Thread
from .rules import check_create

if TYPE_CHECKING:
    from .members import Member
    from .world import StandIn


class Interactions:
    """All interactions whose token may still be used, and some that are just over."""

    def __init__(self, world: StandIn) -> None:
        self._world = world
        self._by_token: dict[str, Interaction] = {}

    async def open(
        self,
        member: Member,
        place: Place,
        kind: int,
        data: Json,
        message: Message | None = None,
        parent: Interaction | None = None,
    ) -> Reply:
        """Tell the bot what a member did and wait for its answer, three seconds at most."""
        world = self._world
        if isinstance(place, Channel) and not member.here:
            raise SandboxError(f"{member.name} has left the server")
        self._forget_old()
        interaction = Interaction(
            id=world.ids.next(),
            token=secrets.token_urlsafe(48),
            kind=kind,
            member=member,
            place=place,
            data=data,
            created_at=world.now(),
            message=message,
            parent=parent,
        )
        self._by_token[interaction.token] = interaction
        guild = interaction.guild
        told = shapes.interaction_create(world, interaction)
        world.record_event("INTERACTION_CREATE", told)
        guild_id = None if guild is None else guild.id
        if world.gateway.dispatch("INTERACTION_CREATE", told, guild_id, ALWAYS):
            try:
                async with asyncio.timeout(world.limits.answer_s):
                    await interaction.answered.wait()
            except TimeoutError:
                pass
        return Reply(interaction)

    def respond(self, id_: int, token: str, body: Json) -> Json:
        """Take the bot's callback and return what Discord says of it.

        :raises ApiError: 10062 when late or invented, 40060 when it was answered already,
            50083 in an archived thread, 50035 when Discord would not take such an answer.
        """
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != id_:
            raise unknown_interaction()
        if interaction.answer is not None:
            raise already_answered()
        if self._world.now() - interaction.created_at > self._world.limits.answer_s:
            raise unknown_interaction()
        if isinstance(interaction.place, Thread) and interaction.place.archived:
            raise thread_archived()
        answer = body.get("type")
        self._check_type(interaction, answer)
        data = body.get("data") or {}
        self._handlers[answer](self, interaction, data)
        assert isinstance(answer, int)
        interaction.answer = answer
        interaction.answered.set()
        self._world.storage.save("interaction", interaction.id, interaction.document())
        self._world.changed()
        return self._account(interaction)

    def find(self, application_id: int, token: str) -> Interaction:
        """Return the answered interaction a webhook address names.

        :raises ApiError: 10015 when there is none, 50027 when its fifteen minutes are over.
        """
        interaction = self._by_token.get(token)
        if interaction is None or application_id != self._world.application_id:
            raise unknown_webhook()
        if self._world.now() - interaction.created_at > self._world.limits.token_s:
            raise token_expired()
        if interaction.answer is None:
            raise unknown_webhook()
        return interaction

    def message_of(self, interaction: Interaction, which: str) -> Message:
        """Return the message a webhook address names: @original or one of its follow-ups.

        :raises ApiError: 10008 when there is none.
        """
        candidates = [] if interaction.original is None else [interaction.original]
        if which != "@original":
            candidates += interaction.followups
            candidates = [each for each in candidates if str(each.id) == which]
        if not candidates or candidates[0].deleted:
            raise unknown_message()
        return candidates[0]

    def follow_up(self, interaction: Interaction, body: Json, files: list[Json]) -> Message:
        """Send a further message, or fill the one a deferral left loading."""
        world, loading = self._world, interaction.original
        if loading is not None and loading.flags & LOADING:
            draft = check_create(body, files=len(files), ephemeral_allowed=True)
            return world.posts.fill(loading, draft, files)
        draft = check_create(body, files=len(files), ephemeral_allowed=True)
        seen_by = interaction.member.id if draft.flags & EPHEMERAL else None
        message = world.posts.post(
            interaction.place,
            world.bot_id,
            draft,
            files=files,
            seen_by=seen_by,
            interaction=shapes.metadata(interaction),
        )
        interaction.followups.append(message)
        return message

    def restore(self, kept: Json, place: Place, member: Member) -> None:
        """Take an interaction of an earlier run back."""
        interaction = Interaction(
            id=kept["id"],
            token=kept["token"],
            kind=kept["kind"],
            member=member,
            place=place,
            data=kept["data"],
            created_at=kept["created_at"],
            message=place.log.get(kept["message"] or 0),
            answer=kept["answer"],
            original=place.log.get(kept["original"] or 0),
        )
        self._by_token[interaction.token] = interaction

    def _forget_old(self) -> None:
        """Forget tokens long expired; the oldest come first."""
        horizon = self._world.now() - 2 * self._world.limits.token_s
        while self._by_token:
            oldest = next(iter(self._by_token.values()))
            if oldest.created_at > horizon:
                return
            del self._by_token[oldest.token]
            self._world.storage.delete("interaction", oldest.id)

    def _check_type(self, interaction: Interaction, answer: object) -> None:
        """Refuse an answer that does not suit what the member did."""
        on_message = interaction.message is not None
        suits = {
            COMMAND: {MESSAGE, DEFERRED_MESSAGE, MODAL},
            COMPONENT: {MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, MODAL},
            AUTOCOMPLETE: {CHOICES},
            MODAL_SUBMIT: {MESSAGE, DEFERRED_MESSAGE}
            | ({DEFERRED_UPDATE, UPDATE} if on_message else set()),
        }[interaction.kind]
        if answer not in suits:
            form = Form()
            told = ", ".join(str(each) for each in sorted(suits))
            form.problem(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {{{told}}}.")
            form.refuse()

    def _answer_message(self, interaction: Interaction, data: Json) -> None:
        draft = check_create(data, files=len(data.get("files", ())), ephemeral_allowed=True)
        seen_by = interaction.member.id if draft.flags & EPHEMERAL else None
        interaction.original = self._world.posts.post(
            interaction.place,
            self._world.bot_id,
            draft,
            files=data.get("files", []),
            seen_by=seen_by,
            interaction=shapes.metadata(interaction),
        )

    def _answer_deferred(self, interaction: Interaction, data: Json) -> None:
        form = Form()
        flags = form.integer(("data", "flags"), data.get("flags"), 0, 2**53, 0)
        form.refuse()
        ephemeral = bool(flags & EPHEMERAL)
        interaction.original = self._world.posts.post_loading(
            interaction.place,
            interaction.member.id if ephemeral else None,
            shapes.metadata(interaction),
        )

    def _answer_deferred_update(self, interaction: Interaction, _: Json) -> None:
        interaction.original = interaction.message

    def _answer_update(self, interaction: Interaction, data: Json) -> None:
        message = interaction.message
        if message is None or message.deleted:
            raise unknown_message()
        self._world.posts.edit(message, data, data.get("files", []))
        interaction.original = message

    def _answer_choices(self, interaction: Interaction, data: Json) -> None:
        form = Form()
        choices = check_choices(form, data.get("choices"), interaction.data)
        form.refuse()
        interaction.choices = choices

    def _answer_modal(self, interaction: Interaction, data: Json) -> None:
        form = Form()
        modal = check_modal(form, data)
        form.refuse()
        interaction.modal = modal

    _handlers: ClassVar[dict[object, Callable[[Interactions, Interaction, Json], None]]] = {
        MESSAGE: _answer_message,
        DEFERRED_MESSAGE: _answer_deferred,
        DEFERRED_UPDATE: _answer_deferred_update,
        UPDATE: _answer_update,
        CHOICES: _answer_choices,
        MODAL: _answer_modal,
    }

    def _account(self, interaction: Interaction) -> Json:
        """Return what Discord tells of an answer that was taken."""
        told: Json = {"id": str(interaction.id), "type": interaction.kind}
        told["channel_id"] = str(interaction.place.id)
        if interaction.guild is not None:
            told["guild_id"] = str(interaction.guild.id)
        message = interaction.original
        if message is not None:
            told["response_message_id"] = str(message.id)
            told["response_message_loading"] = bool(message.flags & LOADING)
            told["response_message_ephemeral"] = message.ephemeral
        account: Json = {"interaction": told}
        if message is not None and interaction.answer in (MESSAGE, UPDATE):
            account["resource"] = {
                "type": interaction.answer,
                "message": shapes.message(self._world, message),
            }
        return account
