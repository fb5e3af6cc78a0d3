"""Discord's rules for a message as a whole: flags, lengths, whom it may ping."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from .components import check_message
from .errors import empty_message
from .forms import Form
from .model import COMPONENTS_V2, EPHEMERAL, TEXT_DISPLAY, Json, walk

SUPPRESS_EMBEDS = 1 << 2
SUPPRESS_NOTIFICATIONS = 1 << 12
SETTABLE = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2

MENTION = re.compile(r"(?<!\\)<@!?(\d+)>")
CODE = re.compile(r"```.*?```|``.*?``|`[^`\n]*`", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Draft:
    """A message that passed the rules."""

    content: str
    components: list[Json]
    embeds: list[Json]
    flags: int
    mentioned: tuple[int, ...]
    nonce: str | None = None
    enforce_nonce: bool = False


@dataclass(frozen=True, slots=True)
class Before:
    """What an edit starts from."""

    content: str = ""
    components: tuple[Json, ...] = ()
    embeds: tuple[Json, ...] = ()
    flags: int = 0
    attachments: int = 0


NOTHING = Before()


def check_create(body: Json, *, files: int = 0, ephemeral_allowed: bool = False) -> Draft:
    """Check a new message.

    :raises ApiError: 50035 or 50006.
    """
    form = Form()
    given = form.integer(("flags",), body.get("flags"), 0, 2**53, 0)
    flags = given & (SETTABLE | EPHEMERAL if ephemeral_allowed else SETTABLE)
    nonce = body.get("nonce")
    if nonce is not None:
        nonce = form.text(("nonce",), str(nonce), 1, 25)
    draft = _check(form, body, NOTHING, flags, files)
    return Draft(
        draft.content,
        draft.components,
        draft.embeds,
        draft.flags,
        draft.mentioned,
        nonce,
        form.boolean(("enforce_nonce",), body.get("enforce_nonce")),
    )


def check_edit(body: Json, before: Before, *, files: int = 0) -> Draft:
    """Check an edit: fields left out stay as they are.

    :raises ApiError: 50035 or 50006.
    """
    form = Form()
    flags = before.flags
    if body.get("flags") is not None:
        given = form.integer(("flags",), body["flags"], 0, 2**53, 0)
        if flags & COMPONENTS_V2 and not given & COMPONENTS_V2:
            message = "The IS_COMPONENTS_V2 flag cannot be removed from a message"
            form.problem(("flags",), "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", message)
        changing = SUPPRESS_EMBEDS | COMPONENTS_V2
        flags = (flags & ~SUPPRESS_EMBEDS) | (given & changing)
    return _check(form, body, before, flags, before.attachments + files)


def _check(form: Form, body: Json, before: Before, flags: int, files: int) -> Draft:
    """Check what creating and editing share."""
    v2 = bool(flags & COMPONENTS_V2)
    content = before.content
    if "content" in body:
        content = form.text(("content",), body["content"], 0, 2000)
    embeds = list(before.embeds)
    if "embeds" in body:
        embeds = _check_embeds(form, body["embeds"])
    if v2:
        _check_v2(form, body, content, embeds)
    if "components" in body or v2 != bool(before.flags & COMPONENTS_V2):
        given = body.get("components", list(before.components))
        components = check_message(form, given, v2=v2)
    else:
        components = list(before.components)
    form.refuse()
    if not components and (v2 or not (content or embeds or files)):
        raise empty_message()
    texts = [content] if content else []
    texts += [c["content"] for c in walk(components) if c["type"] == TEXT_DISPLAY]
    mentioned = _mentioned(form, body.get("allowed_mentions"), "\n".join(texts))
    form.refuse()
    return Draft(content, components, embeds, flags, mentioned)


def _check_v2(form: Form, body: Json, content: str, embeds: list[Json]) -> None:
    """Check that nothing but components is shown."""
    code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    for field, used in (
        ("content", content),
        ("embeds", embeds),
        ("poll", body.get("poll")),
        ("sticker_ids", body.get("sticker_ids")),
    ):
        if used:
            message = f"The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            form.problem((field,), code, message)


def _check_embeds(form: Form, given: Any) -> list[Json]:
    embeds = form.many(("embeds",), given or [], 0, 10)
    total = 0
    for index, embed in enumerate(embeds):
        for field, most in (("title", 256), ("description", 4096)):
            total += len(form.text(("embeds", index, field), embed.get(field), 0, most))
    if total > 6000:
        message = "Embed size exceeds maximum size of 6000"
        form.problem(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", message)
    return [{"type": "rich"} | embed for embed in embeds]


def _mentioned(form: Form, allowed: Any, text: str) -> tuple[int, ...]:
    """Return the users whom the text mentions and the rules let it ping, each once."""
    path = ("allowed_mentions",)
    given = form.object(path, allowed)
    parse = form.words((*path, "parse"), given.get("parse"), 3)
    named = form.words((*path, "users"), given.get("users"), 100)
    everyone = allowed is None or "users" in parse
    if "users" in parse and named:
        message = 'parse:["users"] and users: [ids...] are mutually exclusive.'
        form.problem(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)
    if "<@" not in text:
        return ()
    found = dict.fromkeys(MENTION.findall(CODE.sub(" ", text)))
    return tuple(int(each) for each in found if everyone or each in named)
