"""Discord's rules for the components of a message and of a modal.

What passes is returned as Discord keeps it: with ids and with the defaults filled in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from .forms import Form, Path
from .model import (
    ACTION_ROW,
    BUTTON,
    CHANNEL_SELECT,
    CONTAINER,
    FILE,
    LABEL,
    MEDIA_GALLERY,
    MENTIONABLE_SELECT,
    ROLE_SELECT,
    SECTION,
    SELECTS,
    SEPARATOR,
    STRING_SELECT,
    TEXT_DISPLAY,
    TEXT_INPUT,
    THUMBNAIL,
    USER_SELECT,
    Json,
)

MOST_COMPONENTS = 40
MOST_TEXT = 4000
LEGACY: Final = frozenset({ACTION_ROW})
IN_CONTAINER: Final = frozenset({ACTION_ROW, SECTION, TEXT_DISPLAY, MEDIA_GALLERY, FILE, SEPARATOR})
IN_MESSAGE: Final = IN_CONTAINER | {CONTAINER}
IN_MODAL: Final = frozenset({ACTION_ROW, TEXT_DISPLAY, LABEL})
LINK, PREMIUM = 5, 6
CHANNEL_TYPES: Final = frozenset({0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 15, 16})


def check_message(form: Form, components: Any, *, v2: bool) -> list[Json]:
    """Check a message's components and return them as Discord keeps them."""
    checker = _Checker(form)
    path: Path = ("components",)
    most = MOST_COMPONENTS if v2 else 5
    allowed = IN_MESSAGE if v2 else LEGACY
    found = form.many(path, components or [], 0, most)
    kept = [checker.check((*path, i), each, allowed) for i, each in enumerate(found)]
    if v2:
        checker.check_totals(path)
    return checker.numbered(kept)


def check_modal(form: Form, data: Json) -> Json:
    """Check a modal and return it as Discord keeps it."""
    checker = _Checker(form, modal=True)
    custom_id = form.text(("data", "custom_id"), data.get("custom_id"), 1, 100, must=True)
    title = form.text(("data", "title"), data.get("title"), 1, 45, must=True)
    path: Path = ("data", "components")
    found = form.many(path, data.get("components"), 1, 5)
    kept = [checker.check((*path, i), each, IN_MODAL) for i, each in enumerate(found)]
    return {"custom_id": custom_id, "title": title, "components": checker.numbered(kept)}


class _Checker:
    """Checks one tree of components, counting over all of it."""

    def __init__(self, form: Form, *, modal: bool = False) -> None:
        self._form = form
        self._modal = modal
        self._custom_ids: set[str] = set()
        self._ids: set[int] = set()
        self._count = 0
        self._text = 0
        self._order: list[Json] = []
        self._kinds: dict[int, Callable[[Path, Json], Json]] = {
            ACTION_ROW: self._action_row,
            BUTTON: self._button,
            STRING_SELECT: self._string_select,
            USER_SELECT: self._select_of("user"),
            ROLE_SELECT: self._select_of("role"),
            MENTIONABLE_SELECT: self._select_of("user", "role"),
            CHANNEL_SELECT: self._select_of("channel"),
            TEXT_INPUT: self._text_input,
            SECTION: self._section,
            TEXT_DISPLAY: self._text_display,
            THUMBNAIL: self._thumbnail,
            MEDIA_GALLERY: self._gallery,
            FILE: self._file,
            SEPARATOR: self._separator,
            CONTAINER: self._container,
            LABEL: self._label,
        }

    def check(self, path: Path, given: Json, allowed: frozenset[int]) -> Json:
        """Check one component and those inside it."""
        self._count += 1
        kind = given.get("type")
        if not self._form.one_of((*path, "type"), kind, allowed):
            return {}
        assert isinstance(kind, int)
        kept: Json = {"type": kind, "id": self._own_id(path, given)}
        self._order.append(kept)
        kept.update(self._kinds[kind](path, given))
        return kept

    def check_totals(self, path: Path) -> None:
        """Check what counts over the whole message."""
        if self._count > MOST_COMPONENTS:
            message = f"The maximum number of components is {MOST_COMPONENTS}."
            self._form.problem(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
        if self._text > MOST_TEXT:
            message = f"The total text may have at most {MOST_TEXT} characters."
            self._form.problem(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)

    def numbered(self, kept: list[Json]) -> list[Json]:
        """Give each component without an id the next free one, in reading order."""
        number = 0
        for component in self._order:
            if component["id"] == 0:
                number += 1
                while number in self._ids:
                    number += 1
                component["id"] = number
        return kept

    def _own_id(self, path: Path, given: Json) -> int:
        own = self._form.integer((*path, "id"), given.get("id"), 0, 2**31 - 1, 0)
        if own in self._ids:
            message = "Component id cannot be duplicated"
            self._form.problem((*path, "id"), "COMPONENT_ID_DUPLICATED", message)
        if own:
            self._ids.add(own)
        return own

    def _custom_id(self, path: Path, given: Json) -> str:
        path = (*path, "custom_id")
        custom_id = self._form.text(path, given.get("custom_id"), 1, 100, must=True)
        if custom_id in self._custom_ids:
            message = "Component custom id cannot be duplicated"
            self._form.problem(path, "COMPONENT_CUSTOM_ID_DUPLICATED", message)
        self._custom_ids.add(custom_id)
        return custom_id

    def _children(self, path: Path, given: Json, most: int, allowed: frozenset[int]) -> list[Json]:
        path = (*path, "components")
        found = self._form.many(path, given.get("components"), 1, most)
        return [self.check((*path, i), each, allowed) for i, each in enumerate(found)]

    def _only(self, path: Path, given: Json, key: str, allowed: frozenset[int]) -> Json:
        found = given.get(key)
        if not isinstance(found, dict):
            self._form.required((*path, key))
            return {}
        return self.check((*path, key), found, allowed)

    def _container(self, path: Path, given: Json) -> Json:
        form, colour = self._form, given.get("accent_color")
        if colour is not None:
            form.integer((*path, "accent_color"), colour, 0, 0xFFFFFF, 0)
        return {
            "accent_color": colour,
            "components": self._children(path, given, MOST_COMPONENTS, IN_CONTAINER),
            "spoiler": form.boolean((*path, "spoiler"), given.get("spoiler")),
        }

    def _section(self, path: Path, given: Json) -> Json:
        accessories = frozenset({BUTTON, THUMBNAIL})
        return {
            "components": self._children(path, given, 3, frozenset({TEXT_DISPLAY})),
            "accessory": self._only(path, given, "accessory", accessories),
        }

    def _text_display(self, path: Path, given: Json) -> Json:
        content = self._form.text((*path, "content"), given.get("content"), 1, MOST_TEXT, must=True)
        self._text += len(content)
        return {"content": content}

    def _separator(self, path: Path, given: Json) -> Json:
        divider = given.get("divider")
        return {
            "spacing": self._form.integer((*path, "spacing"), given.get("spacing"), 1, 2, 1),
            "divider": divider is None or self._form.boolean((*path, "divider"), divider),
        }

    def _action_row(self, path: Path, given: Json) -> Json:
        if self._modal:
            return {"components": self._children(path, given, 1, frozenset({TEXT_INPUT}))}
        kept = self._children(path, given, 5, SELECTS | {BUTTON})
        if len(kept) > 1 and any(each.get("type") in SELECTS for each in kept):
            message = "A select takes an action row for itself"
            self._form.problem((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)
        return {"components": kept}

    def _button(self, path: Path, given: Json) -> Json:
        form = self._form
        style = form.integer((*path, "style"), given.get("style"), 1, 6, 0)
        if not style:
            form.required((*path, "style"))
        kept: Json = {"style": style}
        label = form.text((*path, "label"), given.get("label"), 0, 80)
        if label:
            kept["label"] = label
        if given.get("emoji"):
            kept["emoji"] = self._emoji((*path, "emoji"), given["emoji"])
        if form.boolean((*path, "disabled"), given.get("disabled")):
            kept["disabled"] = True
        if not label and "emoji" not in kept and style != PREMIUM:
            message = "A button must have a label or an emoji"
            form.problem(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", message)
        kept.update(self._button_meaning(path, given, style))
        return kept

    def _button_meaning(self, path: Path, given: Json, style: int) -> Json:
        """Read custom id, address or article: each style has exactly one."""
        wanted = {LINK: "url", PREMIUM: "sku_id"}.get(style, "custom_id")
        for other in ("custom_id", "url", "sku_id"):
            if other != wanted and given.get(other) is not None:
                message = f"A button of style {style} takes no {other}"
                self._form.problem((*path, other), "BUTTON_COMPONENT_INVALID_FIELD", message)
        if wanted == "custom_id":
            return {"custom_id": self._custom_id(path, given)}
        return {wanted: self._form.text((*path, wanted), given.get(wanted), 1, 512, must=True)}

    def _emoji(self, path: Path, given: Any) -> Json:
        if not isinstance(given, dict):
            self._form.problem(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used here.")
            return {}
        kept: Json = {"name": self._form.text((*path, "name"), given.get("name"), 1, 32)}
        if given.get("id"):
            kept["id"] = str(given["id"])
            kept["animated"] = bool(given.get("animated"))
        return kept

    def _string_select(self, path: Path, given: Json) -> Json:
        form = self._form
        kept = self._select(path, given)
        options = form.many((*path, "options"), given.get("options"), 1, 25)
        kept["options"] = self._options((*path, "options"), options)
        if kept["max_values"] > len(options):
            message = "max_values ≤ number of options must hold"
            form.problem((*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES_INVALID", message)
        if sum(option.get("default", False) for option in kept["options"]) > kept["max_values"]:
            message = "More options are default than may be selected"
            form.problem((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", message)
        return kept

    def _select_of(self, *kinds: str) -> Callable[[Path, Json], Json]:
        """Return the check of a select of members, roles or channels."""

        def check(path: Path, given: Json) -> Json:
            form = self._form
            kept = self._select(path, given)
            types = given.get("channel_types") or []
            if not (isinstance(types, list) and set(types) <= CHANNEL_TYPES):
                message = f"Value of field must be one of {sorted(CHANNEL_TYPES)}."
                form.problem((*path, "channel_types"), "BASE_TYPE_CHOICES", message)
            if types:
                kept["channel_types"] = types
            at = (*path, "default_values")
            defaults = form.many(at, given.get("default_values") or [], 0, 25)
            if defaults and not kept["min_values"] <= len(defaults) <= kept["max_values"]:
                message = "As many default values as may be selected"
                form.problem(at, "SELECT_COMPONENT_INVALID_DEFAULT_VALUES", message)
            for index, each in enumerate(defaults):
                if each.get("type") not in kinds or not str(each.get("id")).isdecimal():
                    message = f"Must be the id of a {' or '.join(kinds)}"
                    form.problem((*at, index), "SELECT_COMPONENT_INVALID_DEFAULT_VALUES", message)
            if defaults:
                kept["default_values"] = [
                    {"type": d.get("type"), "id": str(d.get("id"))} for d in defaults
                ]
            return kept

        return check

    def _select(self, path: Path, given: Json) -> Json:
        """Read what all selects have."""
        form = self._form
        kept: Json = {"custom_id": self._custom_id(path, given)}
        placeholder = form.text((*path, "placeholder"), given.get("placeholder"), 0, 150)
        if placeholder:
            kept["placeholder"] = placeholder
        low = form.integer((*path, "min_values"), given.get("min_values"), 0, 25, 1)
        high = form.integer((*path, "max_values"), given.get("max_values"), 1, 25, 1)
        kept["min_values"], kept["max_values"] = low, high
        if low > high:
            message = "min_values ≤ max_values must hold"
            form.problem((*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES_INVALID", message)
        if form.boolean((*path, "disabled"), given.get("disabled")):
            kept["disabled"] = True
            if self._modal:
                message = "A select in a modal cannot be disabled"
                form.problem((*path, "disabled"), "SELECT_COMPONENT_DISABLED_IN_MODAL", message)
        if self._modal:
            kept["required"] = given.get("required") is not False
        return kept

    def _options(self, path: Path, options: list[Json]) -> list[Json]:
        form = self._form
        kept: list[Json] = []
        values: set[str] = set()
        for index, option in enumerate(options):
            at = (*path, index)
            one: Json = {
                "label": form.text((*at, "label"), option.get("label"), 1, 100, must=True),
                "value": form.text((*at, "value"), option.get("value"), 1, 100, must=True),
            }
            if one["value"] in values:
                message = "The specified option value is already used"
                form.problem((*at, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
            values.add(one["value"])
            if option.get("description"):
                said = option["description"]
                one["description"] = form.text((*at, "description"), said, 1, 100)
            if option.get("emoji"):
                one["emoji"] = self._emoji((*at, "emoji"), option["emoji"])
            one["default"] = form.boolean((*at, "default"), option.get("default"))
            kept.append(one)
        return kept

    def _thumbnail(self, path: Path, given: Json) -> Json:
        return self._media(path, given, "media")

    def _gallery(self, path: Path, given: Json) -> Json:
        items = self._form.many((*path, "items"), given.get("items"), 1, 10)
        at = (*path, "items")
        return {"items": [self._media((*at, i), item, "media") for i, item in enumerate(items)]}

    def _file(self, path: Path, given: Json) -> Json:
        kept = self._media(path, given, "file")
        del kept["description"]
        return kept | {"name": kept["file"]["url"].rpartition("/")[2], "size": 0}

    def _media(self, path: Path, given: Json, key: str) -> Json:
        form, media = self._form, given.get(key)
        url = media.get("url") if isinstance(media, dict) else None
        url = form.text((*path, key, "url"), url, 1, 2048, must=True)
        if not url.startswith(("https://", "http://", "attachment://")):
            message = "Scheme must be one of ('http', 'https', 'attachment')."
            form.problem((*path, key, "url"), "URL_TYPE_INVALID_SCHEME", message)
        said = given.get("description")
        if said is not None:
            form.text((*path, "description"), said, 1, 1024)
        return {
            key: {"id": "0", "url": url, "proxy_url": url, "width": None, "height": None},
            "description": said,
            "spoiler": form.boolean((*path, "spoiler"), given.get("spoiler")),
        }

    def _label(self, path: Path, given: Json) -> Json:
        form = self._form
        said = given.get("description")
        inside = SELECTS | {TEXT_INPUT}
        return {
            "label": form.text((*path, "label"), given.get("label"), 1, 45, must=True),
            "description": said
            if said is None
            else form.text((*path, "description"), said, 1, 100),
            "component": self._only(path, given, "component", inside),
        }

    def _text_input(self, path: Path, given: Json) -> Json:
        form = self._form
        low = form.integer((*path, "min_length"), given.get("min_length"), 0, 4000, 0)
        high = form.integer((*path, "max_length"), given.get("max_length"), 1, 4000, 4000)
        if low > high:
            message = "min_length must not be greater than max_length"
            form.problem((*path, "min_length"), "TEXT_INPUT_MIN_LENGTH_INVALID", message)
        style = form.integer((*path, "style"), given.get("style"), 1, 2, 0)
        if not style:
            form.required((*path, "style"))
        value = form.text((*path, "value"), given.get("value"), 0, 4000)
        if value and not low <= len(value) <= high:
            form.length((*path, "value"), low, high)
        return {
            "custom_id": self._custom_id(path, given),
            "style": style,
            "label": form.text((*path, "label"), given.get("label"), 1, 45),
            "value": value,
            "placeholder": form.text((*path, "placeholder"), given.get("placeholder"), 0, 100),
            "required": given.get("required") is not False,
            "min_length": low,
            "max_length": high,
        }
