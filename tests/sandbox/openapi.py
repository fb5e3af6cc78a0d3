"""Checks what passed between a bot and the sandbox against Discord's own OpenAPI document.

`Spec.problems(world)` looks at every recorded exchange: what the bot sent and what the sandbox
answered. The document is not part of the project; it lies in the folder TEST_DATA names.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jsonschema import (  # type: ignore[import-untyped]  # its stubs are another package
    Draft202012Validator,
    ValidationError,
    validators,
)
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from bot.sandbox import Exchange, StandIn

Schema = dict[str, Any]
SCHEMAS = "#/components/schemas/"
BY_TYPE = "x-by-type"

# Fields whose value says what the rest is.
TELLING = frozenset({"type", "style", "flags", "code"})

# Keys discord.py sends, and Discord takes, although the document does not name them.
TAKEN_ALL_THE_SAME = {
    ("PUT", "nsfw"),
    ("PATCH", "tts"),
    ("POST", "tts"),
}


class Spec:
    """Discord's document, ready to check with."""

    def __init__(self, path: Path) -> None:
        document: Schema = json.loads(path.read_text(encoding="utf-8"))
        schemas = document["components"]["schemas"]
        for schema in schemas.values():
            _close(schema)
        _follow_practice(schemas)
        self._document: Schema = _quicken(document, schemas)
        resource = Resource.from_contents(self._document, default_specification=DRAFT202012)
        self._registry: Registry[Schema] = Registry().with_resource("spec:", resource)
        self._validators: dict[str, Any] = {}
        self._seen: set[Any] = set()

    def problems(self, world: StandIn) -> list[str]:
        """Return what is wrong with the exchanges and the interactions of a sandbox.

        What has the same shape as something seen before, with other words in it, is passed over:
        hundreds of presses in a test are a handful of shapes. The sandbox itself checks lengths.
        """
        found: list[str] = []
        for each in world.exchanges:
            shape = _shape((each.method, each.template), each.status, each.request, each.response)
            if self._is_new(shape):
                found += self.check(each)
        for name, data in world.events:
            if name == "INTERACTION_CREATE" and self._is_new(_shape((name,), data)):
                found += self._check_interaction(data)
        return list(dict.fromkeys(found))

    def _is_new(self, shape: Any) -> bool:
        new = shape not in self._seen
        self._seen.add(shape)
        return new

    def check(self, exchange: Exchange) -> Iterator[str]:
        """Yield what is wrong with one exchange: the request unless refused, and the answer."""
        operation = self._operation(exchange)
        where = f"{exchange.method} {exchange.template}"
        if operation is None:
            if exchange.status != 404:
                yield f"{where}: not in Discord's document"
            return
        if exchange.status < 300 and exchange.request is not None and "requestBody" in operation:
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            for problem in self._errors(schema, exchange.request):
                if not _is_taken(exchange, problem):
                    yield f"{where} request {_told(problem)}"
        schema = _answer_schema(operation, exchange.status)
        if schema is None:
            if exchange.response is not None:
                yield f"{where} {exchange.status}: a body where none belongs"
            return
        for problem in self._errors(schema, exchange.response):
            yield f"{where} {exchange.status} answer {_told(problem)}"

    def _check_interaction(self, data: Any) -> Iterator[str]:
        """Yield what is wrong with the objects inside an interaction.

        The document describes REST only, so each part is checked as the object it is.
        """
        parts = {
            "message": "MessageResponse",
            "user": "UserResponse",
            "channel": _channel_schema(data),
            "member": "GuildMemberResponse",
        }
        for key, name in parts.items():
            if key in data:
                part = {k: v for k, v in data[key].items() if (key, k) != ("member", "permissions")}
                for problem in self._errors({"$ref": SCHEMAS + name}, part):
                    yield f"INTERACTION_CREATE {key} {_told(problem)}"

    def _operation(self, exchange: Exchange) -> Schema | None:
        found: Schema | None = (
            self._document["paths"].get(exchange.template, {}).get(exchange.method.lower())
        )
        return found

    def _errors(self, schema: Schema, instance: Any) -> Iterator[ValidationError]:
        key = json.dumps(schema, sort_keys=True)
        if key not in self._validators:
            self._validators[key] = _BY_TYPE(_absolute(schema), registry=self._registry)
        yield from self._validators[key].iter_errors(instance)


def _channel_schema(data: Any) -> str:
    """Return which kind of channel an interaction took place in."""
    if "guild_id" not in data:
        return "PrivateChannelResponse"
    return "ThreadResponse" if "thread_metadata" in data["channel"] else "GuildChannelResponse"


def _shape(name: tuple[str, ...], *values: Any) -> Any:
    """Return what two exchanges of the same make have in common."""
    return (name, *(_shape_of(value) for value in values))


def _shape_of(value: Any, key: str = "") -> Any:
    if isinstance(value, dict):
        return frozenset((name, _shape_of(each, name)) for name, each in value.items())
    if isinstance(value, list):
        return ("list", *dict.fromkeys(_shape_of(each) for each in value))
    return value if key in TELLING else value.__class__


def _absolute(schema: Any) -> Any:
    """Return a schema whose references name the document."""
    if isinstance(schema, dict):
        return {
            key: f"spec:{value}" if key == "$ref" else _absolute(value)
            for key, value in schema.items()
        }
    return [_absolute(each) for each in schema] if isinstance(schema, list) else schema


def _answer_schema(operation: Schema, status: int) -> Schema | None:
    """Return the schema of an answer's body."""
    if status == 429:
        return {"$ref": f"{SCHEMAS}RatelimitedResponse"}
    if status >= 400:
        return {"$ref": f"{SCHEMAS}ErrorResponse"}
    content = operation["responses"].get(str(status), {}).get("content", {})
    schema: Schema | None = content.get("application/json", {}).get("schema")
    return schema


def _close(schema: Schema) -> None:
    """Forbid keys the document does not name, so that a misspelt one is found."""
    if "properties" in schema and "allOf" not in schema:
        schema["additionalProperties"] = False


def _follow_practice(schemas: Schema) -> None:
    """Correct the document where Discord's reference and its behaviour say otherwise."""
    # discord.py sends these as numbers, and Discord takes them.
    number_too = {"type": ["integer", "string", "null"]}
    schemas["CreatePrivateChannelRequest"]["properties"]["recipient_id"] = number_too
    schemas["MessageAttachmentRequest"]["properties"]["id"] = number_too
    for key in ("users", "roles"):
        schemas["MessageAllowedMentionsRequest"]["properties"][key]["items"] = number_too
    # A field's error has a word for a code ("BASE_TYPE_REQUIRED"), a request's has a number.
    schemas["InnerErrors"]["properties"]["_errors"] = {"type": "array"}
    schemas["Error"].pop("additionalProperties", None)


def _is_taken(exchange: Exchange, problem: ValidationError) -> bool:
    """Say whether a problem is only a key that Discord takes all the same."""
    if problem.validator != "additionalProperties":
        return False
    known = {key for method, key in TAKEN_ALL_THE_SAME if method == exchange.method}
    named = problem.schema["properties"]
    assert isinstance(problem.instance, dict)
    return all(key in named or key in known for key in problem.instance)


def _told(problem: ValidationError) -> str:
    """Describe a problem in one line."""
    where = "/".join(str(step) for step in problem.absolute_path)
    return f"at /{where}: {problem.message[:300]}"


def _quicken(schema: Any, schemas: Schema) -> Any:
    """Return a schema that means the same and is checked some twenty times as fast.

    An enumeration written as a union of constants becomes one; a union of components or options,
    all told apart by their `type`, gets a keyword of its own, which goes straight to the right
    one. That also reports what is wrong with it instead of that none fits.
    """
    if isinstance(schema, list):
        return [_quicken(each, schemas) for each in schema]
    if not isinstance(schema, dict):
        return schema
    quick = {key: _quicken(value, schemas) for key, value in schema.items()}
    for keyword in ("oneOf", "anyOf"):
        choices = quick.get(keyword)
        if not isinstance(choices, list):
            continue
        if all("const" in choice for choice in choices):
            quick["enum"] = [choice["const"] for choice in quick.pop(keyword)]
        elif by_type := _by_type(choices, schemas):
            quick[BY_TYPE] = by_type
            del quick[keyword]
    return quick


def _by_type(choices: list[Schema], schemas: Schema) -> Schema | None:
    """Return the members of a union by the value of their `type`, if that tells them apart."""
    found: Schema = {}
    for choice in choices:
        if choice.get("type") == "null":
            found["null"] = choice
            continue
        named = schemas.get(choice.get("$ref", "").removeprefix(SCHEMAS), {})
        kinds = named.get("properties", {}).get("type", {}).get("enum", [])
        if not kinds and len(choices) > 2:
            return None
        for kind in kinds or ["*"]:
            if str(kind) in found:
                return None
            found[str(kind)] = choice
    return found if "null" in found or len(found) > 1 else None


def _check_by_type(
    validator: Any, choices: Schema, instance: Any, _: Schema
) -> Iterator[ValidationError]:
    """Check a union by the `type` of the instance."""
    if instance is None and "null" in choices:
        return
    kind = instance.get("type") if isinstance(instance, dict) else None
    choice = choices.get(str(kind), choices.get("*"))
    if choice is None:
        yield ValidationError(f"type {kind!r} is none of {', '.join(choices)}")
    else:
        yield from validator.descend(instance, choice)


_BY_TYPE = validators.extend(Draft202012Validator, {BY_TYPE: _check_by_type})
