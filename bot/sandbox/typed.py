"""From what a person types to the data of a slash command, checked as Discord's app does."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from . import permissions
from .commands import (
    BOOLEAN,
    CHANNEL,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ROLE,
    STRING,
    USER,
    called,
    leaves,
)
from .errors import BadOption, NoSuchCommand
from .model import Channel, Json, Place
from .resolving import resolve_channel, resolve_member, resolve_role

if TYPE_CHECKING:
    from .members import Member
    from .world import StandIn

GREATEST_INTEGER = 2**53
NEAREST = 3
PART = re.compile(r'(?:(?P<name>[^\s:"]+):)?(?:"(?P<quoted>[^"]*)"|(?P<bare>\S+))')


def offered(world: StandIn, member: Member, place: Place) -> Iterator[Json]:
    """Yield the registered commands Discord's app would list for a member in a place."""
    in_guild = isinstance(place, Channel)
    found = dict(world.commands)
    if isinstance(place, Channel):
        found |= place.guild.commands
    for command in found.values():
        if (0 if in_guild else 1) not in command["contexts"]:
            continue
        needed = command["default_member_permissions"]
        if in_guild and needed is not None:
            # "0" means: administrators only.
            least = int(needed) or permissions.BITS["administrator"]
            if member.bits & least != least:
                continue
        yield command


def find_command(
    world: StandIn, member: Member, place: Place, name: str
) -> tuple[tuple[Json, ...], list[Json]]:
    """Return the path of a command and its value options.

    :raises NoSuchCommand: when it is not offered to this member here.
    """
    words = name.removeprefix("/").split()
    known = []
    for command in offered(world, member, place):
        for path, options in leaves(command):
            if len(path) == len(words) and all(
                word in (each["name"], called(each, member.locale))
                for word, each in zip(words, path, strict=True)
            ):
                return path, options
            known.append(" ".join(called(each, member.locale) for each in path))
    told = f"There is no command /{' '.join(words)} here."
    if nearest := _nearest(" ".join(words), known):
        told += f" Did you mean {' or '.join(f'/{each}' for each in nearest)}?"
    raise NoSuchCommand(told)


def _nearest(name: str, known: Sequence[str]) -> list[str]:
    """Return the commands whose names are most like another: of its group, or all."""
    of_group = [each for each in known if each.split()[:1] == name.split()[:1]]
    found = difflib.get_close_matches(name, of_group or known, NEAREST, cutoff=0.5)
    return found or of_group[:NEAREST]


def command_data(
    world: StandIn,
    member: Member,
    place: Place,
    name: str,
    options: Mapping[str, object],
    *,
    focused: str | None = None,
) -> Json:
    """Build the `data` of a slash command interaction.

    :raises NoSuchCommand: when it is not offered to this member here.
    :raises BadOption: when an option is unknown, missing, or has a value it does not take.
    """
    path, declared = find_command(world, member, place, name)
    resolved: Json = {}
    sent: list[Json] = []
    left = dict(options)
    for option in declared:
        given = left.pop(option["name"], None)
        if given is None:
            given = left.pop(called(option, member.locale), None)
        if option["name"] == focused:
            sent.append(_being_typed(option, given))
        elif given is not None:
            value = _value(world, place, option, given, resolved)
            sent.append({"type": option["type"], "name": option["name"], "value": value})
        elif option.get("required") and focused is None:
            raise BadOption(f"/{name} needs the option {option['name']!r}")
    if left:
        takes = ", ".join(option["name"] for option in declared) or "none"
        raise BadOption(f"/{name} has no option {next(iter(left))!r}; it takes: {takes}")
    for step in reversed(path[1:]):
        sent = [{"type": step["type"], "name": step["name"], "options": sent}]
    command = path[0]
    data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": sent}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    if resolved:
        data["resolved"] = resolved
    return data


def _being_typed(option: Json, given: object) -> Json:
    """Return an option as Discord sends it when the bot is to complete it."""
    if not option.get("autocomplete"):
        raise BadOption(f"{option['name']} has no completion")
    value = "" if given is None else str(given)
    return {"type": option["type"], "name": option["name"], "value": value, "focused": True}


def split_typed(
    world: StandIn, member: Member, place: Place, text: str
) -> tuple[str, dict[str, object]]:
    """Split what a person typed into a command's name and its options.

    Options are given as `name:value`, or by value alone in the order they are declared.
    A value with spaces stands in double quotes, or is the last one.

    :raises NoSuchCommand: when no command begins the text.
    :raises BadOption: when a value is left that no option is for.
    """
    words = text.removeprefix("/").split()
    for length in range(min(3, len(words)), 0, -1):
        name = " ".join(words[:length])
        try:
            _, declared = find_command(world, member, place, name)
        except NoSuchCommand:
            if length == 1:
                raise
        else:
            rest = text.removeprefix("/").split(maxsplit=length)[length:]
            return name, _split_options(member, declared, rest[0] if rest else "")
    raise NoSuchCommand("type the name of a command after the slash")


def _split_options(member: Member, declared: list[Json], text: str) -> dict[str, object]:
    """Split `name:value` pairs and bare values."""
    names = {called(each, member.locale): each["name"] for each in declared}
    names |= {each["name"]: each["name"] for each in declared}
    found: dict[str, object] = {}
    last = ""
    for part in PART.finditer(text):
        name, value = part["name"], part["quoted"] or part["bare"] or ""
        if name is not None and name in names:
            last = names[name]
            found[last] = value
            continue
        value = f"{name}:{value}" if name else value
        free = [each["name"] for each in declared if each["name"] not in found]
        if free:
            last = free[0]
            found[last] = value
        elif last:
            found[last] = f"{found[last]} {value}"
        else:
            raise BadOption(f"this command takes no options, but {value!r} was given")
    return found


def _value(world: StandIn, place: Place, option: Json, given: object, resolved: Json) -> object:
    """Turn one given value into what Discord sends, checking it against the declaration."""
    kind, name = option["type"], option["name"]
    if "choices" in option:
        return _choice(option, given)
    if kind in (USER, CHANNEL, ROLE, MENTIONABLE):
        return _named_id(world, place, option, given, resolved)
    if kind == BOOLEAN:
        said = {"true": True, "false": False}.get(str(given).lower())
        if said is None:
            raise BadOption(f"{name} must be true or false, not {given!r}")
        return said
    if kind in (INTEGER, NUMBER):
        return _number(option, given)
    if kind != STRING:
        raise BadOption(f"{name}: the sandbox has no files to give")
    text = str(given)
    low, high = option.get("min_length", 0), option.get("max_length", 6000)
    if not low <= len(text) <= high:
        raise BadOption(f"{name} takes {low} to {high} characters, not {len(text)}")
    return text


def _choice(option: Json, given: object) -> object:
    """Return the value of a choice named by its name or its value."""
    for choice in option["choices"]:
        names = [choice["name"], *(choice.get("name_localizations") or {}).values()]
        if given == choice["value"] or str(given) in (*names, str(choice["value"])):
            return choice["value"]
    offer = ", ".join(choice["name"] for choice in option["choices"])
    raise BadOption(f"{option['name']} must be one of: {offer}; not {given!r}")


def _number(option: Json, given: object) -> int | float:
    """Return a number within the declared limits."""
    name, whole = option["name"], option["type"] == INTEGER
    if isinstance(given, bool):
        raise BadOption(f"{name} must be a number, not {given!r}")
    try:
        value = int(str(given)) if whole else float(str(given))
    except ValueError:
        raise BadOption(f"{name} must be a {'whole ' * whole}number, not {given!r}") from None
    low = option.get("min_value", -GREATEST_INTEGER)
    high = option.get("max_value", GREATEST_INTEGER)
    if not low <= value <= high:
        raise BadOption(f"{name} must be between {low} and {high}, not {value}")
    return value


def _named_id(world: StandIn, place: Place, option: Json, given: object, resolved: Json) -> str:
    """Return the id of a member, a channel or a role, resolved."""
    kind, name = option["type"], option["name"]
    if kind == CHANNEL:
        return _channel_id(world, option, given, resolved)
    if kind == ROLE or (kind == MENTIONABLE and world.find_member(given) is None):
        return _role_id(place, name, given, resolved)
    return _member_id(world, place, name, given, resolved)


def _member_id(world: StandIn, place: Place, name: str, given: object, resolved: Json) -> str:
    """Return the id of a member who is named, resolved."""
    member = world.find_member(given)
    if member is None:
        raise BadOption(f"{name} must be a member, not {given!r}")
    resolve_member(place, member, resolved)
    return str(member.id)


def _channel_id(world: StandIn, option: Json, given: object, resolved: Json) -> str:
    """Return the id of a channel that is named and of a type the option takes, resolved."""
    channel, types = world.find_channel(given), option.get("channel_types")
    if channel is None or (types and channel.kind not in types):
        raise BadOption(f"{option['name']} must be a channel, not {given!r}")
    resolve_channel(world, channel, resolved)
    return str(channel.id)


def _role_id(place: Place, name: str, given: object, resolved: Json) -> str:
    """Return the id of a role that is named, resolved."""
    wanted = str(given).removeprefix("<@&").removesuffix(">").removeprefix("@")
    if isinstance(place, Channel):
        for id_, role in place.guild.roles.items():
            if wanted in (str(id_), role.name.removeprefix("@")):
                resolve_role(place, id_, resolved)
                return str(id_)
    raise BadOption(f"{name} must be a role, not {given!r}")
