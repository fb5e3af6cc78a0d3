"""Messages: how they come to be, change and go, and who is told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from . import shapes
from .errors import closed_direct_messages, no_mutual_guild
from .files import resolve
from .gateway import DIRECT_MESSAGES, GUILD_MESSAGES, MESSAGE_CONTENT
from .model import EPHEMERAL, LOADING, Channel, DirectChannel, Json, Message, Place
from .rules import Before, Draft, check_create, check_edit

if TYPE_CHECKING:
    from .members import Member
    from .world import StandIn


class Posts:
    """All that happens to messages, whoever causes it."""

    def __init__(self, world: StandIn) -> None:
        self._world = world
        self._nonces: dict[tuple[int, str], Message] = {}

    def restore(self, kept: Json, place: Place) -> None:
        """Take a message of an earlier run back."""
        message = Message.from_document(kept, place)
        place.log[message.id] = message
        self._world.ids.seen(message.id)
        if message.nonce is not None:
            self._nonces[(message.author_id, message.nonce)] = message

    def known_nonce(self, author_id: int, draft: Draft) -> Message | None:
        """Return the message this author sent with the same nonce in the last minutes.

        Whether Discord forgets a nonce with its message it does not say; here it does not, which is
        the harder case for a bot.
        """
        if not draft.enforce_nonce or draft.nonce is None:
            return None
        found = self._nonces.get((author_id, draft.nonce))
        if found is None:
            return None
        return found if self._world.now() - found.created_at < self._world.limits.nonce_s else None

    def post(
        self,
        place: Place,
        author_id: int,
        draft: Draft,
        *,
        files: Iterable[Json] = (),
        seen_by: int | None = None,
        interaction: Json | None = None,
    ) -> Message:
        """Add a message to a place."""
        attachments = list(files)
        resolve(draft.components, attachments)
        message = Message(
            id=self._world.ids.next(),
            place=place,
            author_id=author_id,
            content=draft.content,
            components=draft.components,
            flags=draft.flags & ~EPHEMERAL | (EPHEMERAL if seen_by is not None else 0),
            created_at=self._world.now(),
            embeds=draft.embeds,
            attachments=attachments,
            nonce=draft.nonce,
            mentions=draft.mentioned,
            seen_by=seen_by,
            interaction=interaction,
            history=[draft.components],
        )
        known = [id_ for id_ in draft.mentioned if id_ in self._world.members]
        message.mentions = tuple(known)
        message.pinged = {id_ for id_ in known if seen_by in (None, id_) and id_ != author_id}
        if isinstance(place, DirectChannel) and author_id == self._world.bot_id:
            message.pinged = {place.recipient_id}
        place.log[message.id] = message
        if draft.nonce is not None:
            self._nonces[(author_id, draft.nonce)] = message
        self._message_changed(message, "MESSAGE_CREATE")
        return message

    def post_loading(self, place: Place, seen_by: int | None, interaction: Json) -> Message:
        """Add the "is thinking" message of a deferred answer."""
        draft = Draft("", [], [], 0, ())
        message = self.post(
            place, self._world.bot_id, draft, seen_by=seen_by, interaction=interaction
        )
        message.flags |= LOADING
        message.history.clear()
        self._message_changed(message, "MESSAGE_UPDATE")
        return message

    def edit(self, message: Message, body: Json, files: Iterable[Json] = ()) -> Message:
        """Change a message as a request says; nobody is pinged.

        :raises ApiError: 50035 or 50006.
        """
        files = list(files)
        kept = message.attachments
        if body.get("attachments") is not None:
            wanted = {str(each.get("id")) for each in body["attachments"]}
            kept = [each for each in kept if each["id"] in wanted]
        before = Before(
            message.content,
            tuple(message.components),
            tuple(message.embeds),
            message.flags,
            len(kept),
        )
        draft = check_edit(body, before, files=len(files))
        message.attachments = [*kept, *files]
        if not message.flags & LOADING:
            message.edited_at = self._world.now()
        return self.fill(message, draft)

    def fill(self, message: Message, draft: Draft, files: Iterable[Json] = ()) -> Message:
        """Put a checked draft into a message that exists."""
        message.attachments = [*message.attachments, *files]
        resolve(draft.components, message.attachments)
        message.content = draft.content
        message.components = draft.components
        message.embeds = draft.embeds
        changed = draft.flags & ~(LOADING | EPHEMERAL)
        message.flags = changed | (message.flags & EPHEMERAL)
        message.mentions = tuple(id_ for id_ in draft.mentioned if id_ in self._world.members)
        message.history.append(draft.components)
        self._message_changed(message, "MESSAGE_UPDATE")
        return message

    def remove(self, message: Message) -> None:
        """Delete a message."""
        message.deleted = True
        message.place.log.pop(message.id, None)
        self._world.storage.delete("message", message.id)
        self._tell(message, "MESSAGE_DELETE", {"id": str(message.id)})
        self._world.changed("deleted", message)

    def say(self, member: Member, place: Place, text: str) -> Message:
        """Add an ordinary message of a member.

        :raises ApiError: when it is empty or too long.
        """
        return self.post(place, member.id, check_create({"content": text}))

    def check_direct(self, conversation: DirectChannel) -> None:
        """Refuse direct messages to a member who takes none.

        :raises ApiError: 50007, or 50278 when he has left.
        """
        if not self._world.members[conversation.recipient_id].here:
            raise no_mutual_guild()
        if not self._world.members[conversation.recipient_id].dms_open:
            raise closed_direct_messages()

    def _message_changed(self, message: Message, event: str) -> None:
        self._world.storage.save("message", message.id, message.document())
        if message.seen_by is None:
            self._tell(message, event, None)
        self._world.changed("message", message)

    def _tell(self, message: Message, event: str, told: Json | None) -> None:
        """Tell the bot of a message, if it asked for such events."""
        if message.seen_by is not None:
            return
        in_guild = isinstance(message.place, Channel)
        guild_id = message.place.guild.id if isinstance(message.place, Channel) else None
        intent = GUILD_MESSAGES if in_guild else DIRECT_MESSAGES
        if not self._world.gateway.wanted(guild_id, intent):
            return
        told = shapes.message(self._world, message) if told is None else told
        told["channel_id"] = str(message.place.id)
        if guild_id is not None:
            told["guild_id"] = str(guild_id)
        if (
            in_guild
            and "content" in told
            and message.author_id != self._world.bot_id
            and not self._world.gateway.wanted(guild_id, MESSAGE_CONTENT)
        ):
            told |= {"content": "", "components": [], "embeds": [], "attachments": []}
        self._world.gateway.dispatch(event, told, guild_id, intent)
