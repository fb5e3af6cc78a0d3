"""Discord's rules for slash commands, and the list of those the bot has registered."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any

from .forms import Form, Path
from .model import Json

SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(3, 12)
MOST_CHARACTERS = 8000
MOST_COMMANDS = 100
LONGEST_VALUE = 100
_LOCALES = (
    "ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl "
    "pt-BR ro ru sv-SE th tr uk vi zh-CN zh-TW"
)
LOCALES = frozenset(_LOCALES.split())


def check_name(name: str) -> bool:
    r"""Say whether a command or option may be called so.

    Discord's rule is ^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$, in lower case where
    there is one; `re` knows no \p, hence by Unicode category.
    """
    return (
        1 <= len(name) <= 32
        and name == name.lower()
        and all(
            each in "-_'" or unicodedata.category(each)[0] in "LN" or _is_mark(each)
            for each in name
        )
    )


def _is_mark(character: str) -> bool:
    """Say whether it is a vowel sign or the like of Devanagari or Thai."""
    return "\u0900" <= character <= "\u097f" or "\u0e00" <= character <= "\u0e7f"


def check_commands(given: Any) -> list[Json]:
    """Check a bulk overwrite and return the commands as Discord keeps them, ids aside.

    :raises ApiError: 50035, with everything that is wrong.
    """
    form = Form()
    checker = _Checker(form)
    found = form.many((), given, 0, MOST_COMMANDS)
    kept = [checker.command((index,), each) for index, each in enumerate(found)]
    names = [each["name"] for each in kept]
    for index, name in enumerate(names):
        if name in names[:index]:
            message = "Application command names must be unique"
            form.problem((index,), "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
    form.refuse()
    return kept


def check_value(form: Form, path: Path, value: Any, kind: int) -> None:
    """Check the value of a choice, or of a completion, for an option of a kind."""
    if kind == STRING:
        form.text(path, value, 1, LONGEST_VALUE, must=True)
    elif isinstance(value, bool) or not isinstance(value, int | float):
        form.problem(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number')


class _Checker:
    def __init__(self, form: Form) -> None:
        self._form = form

    def command(self, path: Path, given: Json) -> Json:
        form = self._form
        kind = form.integer((*path, "type"), given.get("type"), 1, 3, 1)
        if kind != 1:
            message = "The sandbox plays slash commands only"
            form.problem((*path, "type"), "BASE_TYPE_CHOICES", message)
        kept = self._named(path, given) | {
            "type": kind,
            "default_member_permissions": None,
            "nsfw": bool(given.get("nsfw")),
            "contexts": given.get("contexts"),
            "integration_types": given.get("integration_types") or [0],
            "options": self._options((*path, "options"), given, depth=0),
        }
        needed = given.get("default_member_permissions")
        if needed is not None and not str(needed).isdecimal():
            message = "Permissions must be a bit set"
            form.problem((*path, "default_member_permissions"), "BITSET_TYPE_CONVERT", message)
        elif needed is not None:
            kept["default_member_permissions"] = str(needed)
        if kept["contexts"] is None:
            alone = given.get("dm_permission") is False
            kept["contexts"] = [0] if alone else [0, 1]
        kept["dm_permission"] = 1 in kept["contexts"]
        if _characters(given) > MOST_CHARACTERS:
            message = f"Command exceeds maximum size ({MOST_CHARACTERS})"
            form.problem(path, "APPLICATION_COMMAND_TOO_LARGE", message)
        return kept

    def _named(self, path: Path, given: Json) -> Json:
        """Read name and description with their translations."""
        form = self._form
        kept: Json = {
            "name": form.text((*path, "name"), given.get("name"), 1, 32, must=True),
            "description": form.text(
                (*path, "description"), given.get("description"), 1, 100, must=True
            ),
        }
        self._check_name((*path, "name"), kept["name"])
        for field in ("name", "description"):
            key = f"{field}_localizations"
            translations = form.object((*path, key), given.get(key))
            for locale, said in translations.items():
                at = (*path, key, locale)
                if locale not in LOCALES:
                    form.problem(at, "ENUM_TYPE_COERCE", f'Value "{locale}" is not a locale.')
                text = form.text(at, said, 1, 32 if field == "name" else 100, must=True)
                if field == "name":
                    self._check_name(at, text)
            kept[key] = translations or None
        return kept

    def _check_name(self, path: Path, name: str) -> None:
        if name and not check_name(name):
            message = "Command name is invalid"
            self._form.problem(path, "APPLICATION_COMMAND_INVALID_NAME", message)

    def _options(self, path: Path, given: Json, *, depth: int) -> list[Json]:
        form = self._form
        found = form.many(path, given.get("options") or [], 0, 25)
        kept = [self._option((*path, i), each, depth) for i, each in enumerate(found)]
        names = [each["name"] for each in kept]
        optional_seen = False
        for index, each in enumerate(kept):
            if each["name"] in names[:index]:
                message = "Option names must be unique"
                form.problem((*path, index), "APPLICATION_COMMAND_OPTIONS_NAME_REPEATED", message)
            if each.get("required") and optional_seen:
                message = "Required options must be placed before non-required options"
                form.problem(
                    (*path, index), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message
                )
            optional_seen |= not each.get("required")
        kinds = {each["type"] in (SUBCOMMAND, GROUP) for each in kept}
        if len(kinds) > 1:
            message = "Sub-commands and options cannot be mixed"
            form.problem(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
        return kept

    def _option(self, path: Path, given: Json, depth: int) -> Json:
        form = self._form
        kind = form.integer((*path, "type"), given.get("type"), 1, 11, 0)
        kept = self._named(path, given) | {"type": kind}
        if (kind == GROUP and depth > 0) or (kind == SUBCOMMAND and depth > 1):
            message = "Sub-commands cannot be nested this deeply"
            form.problem((*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
        elif kind in (SUBCOMMAND, GROUP):
            inner = depth + 1 if kind == GROUP else 2
            kept["options"] = self._options((*path, "options"), given, depth=inner)
        else:
            self._value_option(path, given, kept)
        return kept

    def _value_option(self, path: Path, given: Json, kept: Json) -> None:
        """Read what an option with a value adds: limits, choices, completion."""
        form, kind = self._form, kept["type"]
        kept["required"] = form.boolean((*path, "required"), given.get("required"))
        for key in ("min_value", "max_value", "min_length", "max_length", "channel_types"):
            if given.get(key) is not None:
                kept[key] = given[key]
        if kind in (STRING, INTEGER, NUMBER):
            kept["autocomplete"] = form.boolean((*path, "autocomplete"), given.get("autocomplete"))
        choices = form.many((*path, "choices"), given.get("choices") or [], 0, 25)
        if choices and kept.get("autocomplete"):
            message = "An option with autocomplete takes no choices"
            form.problem((*path, "choices"), "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", message)
        if choices:
            kept["choices"] = [
                self._choice((*path, "choices", i), each, kind) for i, each in enumerate(choices)
            ]

    def _choice(self, path: Path, given: Json, kind: int) -> Json:
        form = self._form
        value = given.get("value")
        check_value(form, (*path, "value"), value, kind)
        return {
            "name": form.text((*path, "name"), given.get("name"), 1, 100, must=True),
            "name_localizations": given.get("name_localizations") or None,
            "value": value,
        }


def _characters(given: Json) -> int:
    """Count a command's characters: name, description, values, in their longest language."""
    total = 0
    for field in ("name", "description"):
        said = [given.get(field) or "", *(given.get(f"{field}_localizations") or {}).values()]
        total += max(len(str(each)) for each in said)
    if "value" in given:
        total += len(str(given["value"]))
    for key in ("options", "choices"):
        total += sum(_characters(each) for each in given.get(key) or [] if isinstance(each, dict))
    return total


def leaves(command: Json) -> Iterator[tuple[tuple[Json, ...], list[Json]]]:
    """Yield every form of a command that can be sent: its path and its value options."""

    def below(path: tuple[Json, ...]) -> Iterator[tuple[tuple[Json, ...], list[Json]]]:
        options: list[Json] = path[-1].get("options") or []
        inner = [each for each in options if each["type"] in (SUBCOMMAND, GROUP)]
        if not inner:
            yield path, options
        for each in inner:
            yield from below((*path, each))

    yield from below((command,))


def called(named: Json, locale: str) -> str:
    """Return a command's or option's name in a language."""
    translations = named.get("name_localizations") or {}
    return str(translations.get(locale, named["name"]))


def described(named: Json, locale: str) -> str:
    """Return a command's or option's description in a language."""
    translations = named.get("description_localizations") or {}
    return str(translations.get(locale, named.get("description", "")))
