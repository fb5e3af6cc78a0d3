"""A value of a JSON document together with where it was found, so that a complaint can say so."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from engine.cards import Card, parse_cards
from engine.errors import Malformed

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)

QUOTED = 60
"""Characters of a wrong value that a complaint repeats."""

MOST_CHIPS = 10**15


@dataclass(frozen=True, slots=True)
class Field:
    """A value and its path, such as `actions[3].to`; every reader refuses what does not fit."""

    path: str
    value: object

    def wrong(self, why: str) -> Malformed:
        """Return a complaint about this field."""
        where = self.path or "(the hand)"
        if isinstance(self.value, list | dict):
            return Malformed(f"field {where}: {why}")
        quoted = repr(self.value)
        quoted = quoted if len(quoted) <= QUOTED else quoted[: QUOTED - 1] + "…"
        return Malformed(f"field {where}: {why}: {quoted}")

    def has(self, name: str) -> bool:
        """Say whether an object holds a key."""
        return isinstance(self.value, dict) and name in self.value

    def key(self, name: str) -> Field:
        """Return what an object holds under a key."""
        path = f"{self.path}.{name}" if self.path else name
        if not isinstance(self.value, dict):
            raise self.wrong("not an object")
        if name not in self.value:
            raise Malformed(f"field {path}: missing")
        return Field(path, self.value[name])

    def items(self) -> Iterator[Field]:
        """Return the entries of a list."""
        if not isinstance(self.value, list):
            raise self.wrong("not a list")
        for place, each in enumerate(self.value):
            yield Field(f"{self.path}[{place}]", each)

    def entries(self) -> Iterator[tuple[Field, Field]]:
        """Return keys and values of an object."""
        if not isinstance(self.value, dict):
            raise self.wrong("not an object")
        for key, value in self.value.items():
            path = f"{self.path}.{key}"
            yield Field(path, key), Field(path, value)

    def text(self) -> str:
        """Return a text."""
        if not isinstance(self.value, str):
            raise self.wrong("not a text")
        return self.value

    def chips(self, least: int = 0) -> int:
        """Return a whole number that is not below `least`."""
        if type(self.value) is not int or not least <= self.value <= MOST_CHIPS:
            raise self.wrong(f"not a whole number from {least} to {MOST_CHIPS}")
        return self.value

    def flag(self, name: str) -> bool:
        """Return whether an object holds true under a key that may be left out."""
        value = self.key(name).value if self.has(name) else False
        if not isinstance(value, bool):
            raise self.key(name).wrong("neither true nor false")
        return value

    def one_of(self, choices: Mapping[str, T]) -> T:
        """Return what a text stands for."""
        if not isinstance(self.value, str) or self.value not in choices:
            raise self.wrong(f"not one of {', '.join(choices)}")
        return choices[self.value]

    def enum(self, kind: type[E]) -> E:
        """Return the member of an enumeration that a text names."""
        return self.one_of({member.value: member for member in kind})

    def member(self, names: Container[str]) -> str:
        """Return the name of a player who was dealt in."""
        if not isinstance(self.value, str) or self.value not in names:
            raise self.wrong("not a player of this hand")
        return self.value

    def cards(self, count: int | None = None) -> tuple[Card, ...]:
        """Return different cards, `count` of them where that is given."""
        texts = [each.text() for each in self.items()]
        try:
            cards = parse_cards(texts)
        except Malformed as error:
            raise self.wrong(str(error).partition(":")[0]) from None
        if count is not None and len(cards) != count:
            raise self.wrong(f"not {count} cards")
        return cards
