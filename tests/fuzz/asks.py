"""What may be asked: any command with any values, any control, any dialog, by anybody, anywhere.

An ask names tables, members and places by number, modulo how many there are when it is carried out,
so that it is a plain value that can be written down and asked again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from hypothesis import strategies as st

from bot.router import (
    DraftId,
    DraftPress,
    DraftVerb,
    Picker,
    RecordPress,
    RecordVerb,
    SeriesPress,
    SeriesVerb,
    Verb,
)
from bot.series.model import SeriesId

NUMBERS = st.one_of(
    st.integers(0, 12),
    st.integers(-3, 1_100_000),
    st.sampled_from([2**31, 2**53, 2**63, 2**64, 10**18, 10**30, -(2**63)]),
)
WORDS = st.one_of(
    st.sampled_from(["", " ", "25", "1 000", "1 3", "٣", "²", "-5", "1e3", "9" * 19, "@everyone"]),
    st.text(max_size=30),
)
VALUES = st.one_of(NUMBERS, WORDS, st.booleans(), st.floats(allow_nan=False, allow_infinity=False))


@dataclass(frozen=True, slots=True)
class Option:
    """A value for one of a command's options; one that fits is what Discord would let through."""

    which: int
    value: object
    fits: bool


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command, perhaps of a form that was never declared."""

    which: int
    options: tuple[Option, ...]
    broken: str = ""
    """`name`, `nothing below`, `something below`, `other below`, `stray option`: what is wrong."""


@dataclass(frozen=True, slots=True)
class Control:
    """A custom id, made anew: `now` stands for the number that the table has now."""

    verb: str
    table: int | str
    deal: int | str
    step: int | str
    argument: str
    mutation: tuple[int, str] | None = None
    """At this place a character is put in, or with none taken out."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A custom id that some message shows, or has shown."""

    which: int
    mutation: tuple[int, str] | None = None


@dataclass(frozen=True, slots=True)
class Raw:
    """A custom id that means nothing."""

    custom_id: str


@dataclass(frozen=True, slots=True)
class Press:
    """A control is used, as a button or with the values of a menu."""

    control: Control | Shown | Raw
    message: int
    values: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Submission:
    """A dialog is sent off."""

    control: Control | Shown | Raw
    message: int | None
    field: str
    value: str | None
    shape: str


@dataclass(frozen=True, slots=True)
class Turn:
    """The member to act at a table presses one of the buttons that he is offered."""

    table: int
    button: int


@dataclass(frozen=True, slots=True)
class Wait:
    """Time passes: hands are dealt, turns run out."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Who asks what, and where."""

    who: int
    place: int
    what: Command | Press | Submission | Turn | Wait


def _arguments() -> st.SearchStrategy[str]:
    pickers = st.builds(Picker, st.frozensets(st.integers(1, 5)), st.sampled_from([None, 1, 3]))
    return st.one_of(st.just(""), pickers.map(str), WORDS)


def _controls() -> st.SearchStrategy[Control | Shown | Raw]:
    numbers = st.one_of(st.just("now"), NUMBERS)
    mutations = st.one_of(
        st.none(), st.tuples(st.integers(0, 60), st.one_of(st.just(""), st.characters()))
    )
    made = st.builds(
        Control,
        st.one_of(st.sampled_from([verb.value for verb in Verb]), WORDS),
        st.one_of(st.just("now"), NUMBERS),
        numbers,
        numbers,
        _arguments(),
        st.one_of(st.none(), mutations),
    )
    shown = st.builds(Shown, st.integers(0, 500), st.one_of(st.none(), mutations))
    raw = st.one_of(st.text(max_size=100), _other_controls())
    return st.one_of(made, shown, st.builds(Raw, raw))


def _other_controls() -> st.SearchStrategy[str]:
    """Return custom ids of what belongs to no table: series, their panels, leaderboards."""
    few = st.one_of(st.integers(0, 3), NUMBERS)
    return st.one_of(
        st.builds(SeriesPress, st.sampled_from(SeriesVerb), few.map(SeriesId), few, few).map(str),
        st.builds(DraftPress, st.sampled_from(DraftVerb), few.map(DraftId)).map(str),
        st.builds(RecordPress, st.sampled_from(RecordVerb), few, few).map(str),
    )


def _commands() -> st.SearchStrategy[Command]:
    options = st.lists(st.builds(Option, st.integers(0, 13), VALUES, st.booleans()), max_size=5)
    wrong = [
        "name",
        "nothing below",
        "something below",
        "other below",
        "stray option",
    ]
    return st.builds(
        Command,
        st.integers(0, 99),
        options.map(tuple),
        st.one_of(st.just(""), st.just(""), st.just(""), st.sampled_from(wrong)),
    )


def _fitting(command: Command) -> Command:
    return replace(
        command, broken="", options=tuple(replace(option, fits=True) for option in command.options)
    )


def asks() -> st.SearchStrategy[Ask]:
    """Return everything that may be asked, what moves a game on rather often."""
    messages = st.integers(0, 40)
    presses = st.builds(
        Press,
        _controls(),
        messages,
        st.one_of(st.none(), st.none(), st.lists(WORDS, max_size=3).map(tuple)),
    )
    submissions = st.builds(
        Submission,
        _controls(),
        st.one_of(st.none(), messages),
        st.one_of(st.just("amount"), WORDS),
        st.one_of(st.none(), WORDS, NUMBERS.map(str)),
        st.sampled_from(["label", "label", "row", "none", "bare", "select", "twice"]),
    )
    turns = st.builds(Turn, st.integers(0, 5), st.integers(0, 4))
    waits = st.builds(Wait, st.sampled_from([8, 8, 60, 600]))
    what = st.one_of(
        _commands(), _commands().map(_fitting), presses, presses, submissions, turns, turns, waits
    )
    return st.builds(Ask, st.integers(0, 9), st.integers(0, 9), what)
