"""Completions of an option that is being typed: what a bot may propose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .commands import called, check_value
from .forms import Form, Path
from .model import Json

MOST_CHOICES = 25
LONGEST_NAME = 100


def check_choices(form: Form, given: Any, asked: Json) -> list[Json]:
    """Check what a bot proposes for the option that is being typed, and return it.

    :param asked: the data of the interaction that asks.
    """
    path: Path = ("data", "choices")
    kind = _focused(asked)["type"]
    found = form.many(path, given if given is not None else [], 0, MOST_CHOICES)
    for index, choice in enumerate(found):
        at = (*path, index)
        form.text((*at, "name"), choice.get("name"), 1, LONGEST_NAME, must=True)
        translations = form.object((*at, "name_localizations"), choice.get("name_localizations"))
        for locale, said in translations.items():
            form.text((*at, "name_localizations", locale), said, 1, LONGEST_NAME, must=True)
        check_value(form, (*at, "value"), choice.get("value"), kind)
    return found


def shown(choices: list[Json], locale: str) -> list[Json]:
    """Return proposals as a member reads them: the name in his language, and the value."""
    return [{"name": called(each, locale), "value": each["value"]} for each in choices]


def _focused(asked: Json) -> Json:
    """Return the option that is being typed."""
    return next(option for option in _options(asked) if option.get("focused"))


def _options(data: Json) -> Iterator[Json]:
    for option in data.get("options", ()):
        yield option
        yield from _options(option)
