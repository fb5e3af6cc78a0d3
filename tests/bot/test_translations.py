"""Every catalogue says all that is said in English, with the same names in the same places."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.catalogue import (
    COMMAND_NAME,
    OPTION_NAME,
    catalogues,
    read_catalogue,
    translations_into,
    words_for,
)
from bot.render.words import Words
from bot.sandbox.commands import check_name
from tests.bot.pot import COMMAND, POT, declared
from tests.bot.test_render_words import samples

EVERY_CATALOGUE = pytest.mark.parametrize(
    "path", catalogues(), ids=[path.parts[-3] for path in catalogues()]
)
MARKS = ("**", "`", "~~", "](", "<#", "<@", " | ")
"""What of Markdown and mentions a translation has as often as the text."""
BEGINS = re.compile(r"-# |#+ |\s*")
ENDS = re.compile(r"\s*$")
COUNTING = {"fr": "nplurals=2; plural=(n > 1);"}
"""How each language counts, as gettext writes it."""


@cache
def messages(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def translated(path: Path) -> Iterator[tuple[Message, list[str], list[str]]]:
    """Yield every text with its forms in English and in the language of a catalogue."""
    for message in messages(path):
        if message.id and any(said(message)):
            yield message, english(message), said(message)


def english(message: Message) -> list[str]:
    return [message.id] if isinstance(message.id, str) else list(message.id)


def said(message: Message) -> list[str]:
    forms = message.string or ""
    return [forms] if isinstance(forms, str) else list(forms)


def placeholders(text: str) -> Counter[str]:
    return Counter(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@EVERY_CATALOGUE
def test_everything_is_translated_and_nothing_is_left_in_doubt(path: Path) -> None:
    known = {(m.context, m.id): m for m in messages(path) if m.id}
    wanted = [m for m in messages(POT) if m.id]
    missing = [
        english(each)[0]
        for each in wanted
        if not (found := known.get((each.context, each.id))) or not all(said(found))
    ]
    assert not missing, f"{len(missing)} to translate, after {COMMAND}:\n" + "\n".join(missing)
    assert [m.id for m in messages(path) if m.id and m.fuzzy] == []


@EVERY_CATALOGUE
def test_each_language_counts_by_its_own_rule(path: Path) -> None:
    assert f'"Plural-Forms: {COUNTING[path.parts[-3]]}\\n"' in path.read_text("utf-8")
    for message, _, forms in translated(path):
        if message.pluralizable:
            assert len(forms) == messages(path).num_plurals, message.id


@EVERY_CATALOGUE
def test_a_translation_is_filled_in_with_what_the_text_is(path: Path) -> None:
    for message, texts, forms in translated(path):
        assert placeholders(forms[-1]) == placeholders(texts[-1]), message.id
        for form in forms[:-1]:
            # "every hand" counts without a number, where there is but one.
            assert placeholders(form) in (placeholders(texts[0]), placeholders(texts[-1])), form


@EVERY_CATALOGUE
def test_a_translation_has_the_marks_of_the_text(path: Path) -> None:
    for message, texts, forms in translated(path):
        for text, form in zip((texts[0], texts[-1]), (forms[0], forms[-1]), strict=True):
            assert [form.count(mark) for mark in MARKS] == [text.count(mark) for mark in MARKS], (
                form
            )
            for edge in (BEGINS.match, ENDS.search):
                ours, theirs = edge(text), edge(form)
                assert ours is not None
                assert theirs is not None
                assert theirs[0] == ours[0], message.id


# Names that members type


@EVERY_CATALOGUE
def test_a_name_that_is_typed_obeys_discord(path: Path) -> None:
    names = [m for m, _, _ in translated(path) if m.context in {COMMAND_NAME, OPTION_NAME}]
    assert len(names) > 100
    for message in names:
        (name,) = said(message)
        assert check_name(name), name
        assert re.fullmatch(r"[-_\w]{1,32}", name), name
        assert name == name.lower()


def commands(language: NullTranslations) -> dict[str, str]:
    """Return every command and group by its English name, as a language calls it."""
    paths = {
        " ".join(name.split()[:length])
        for name in declared()
        for length in range(1, len(name.split()) + 1)
    }
    return {
        path: " ".join(language.pgettext(COMMAND_NAME, word) for word in path.split())
        for path in paths
    }


def named(text: str, names: set[str]) -> list[str]:
    """Return the commands that a text names, each as long as it is known."""
    found = []
    for written in re.finditer(r"(?<![\w/}])/([-\w]+(?: [-\w]+)?)", text):
        whole, first = written[1], written[1].split()[0]
        found.append(whole if whole in names else first)
    return found


@EVERY_CATALOGUE
def test_a_translation_names_commands_as_members_of_its_language_type_them(path: Path) -> None:
    into = commands(read_catalogue(path))
    for message, texts, forms in translated(path):
        for text, form in zip((texts[0], texts[-1]), (forms[0], forms[-1]), strict=True):
            wanted = [into[name] for name in named(text, set(into))]
            assert sorted(named(form, set(into.values()))) == sorted(wanted), message.id


@EVERY_CATALOGUE
def test_a_word_to_type_is_the_word_that_is_typed(path: Path) -> None:
    """`leave` after `/table join`, and `positions:` after `/draw 2`."""
    into = read_catalogue(path)
    known = {word for name in declared() for word in name.split()}
    for message, texts, forms in translated(path):
        for word in re.findall(r"`([-\w]+)`", texts[0]):
            if word in known:
                assert f"`{into.pgettext(COMMAND_NAME, word)}`" in forms[0], message.id
        for option in re.findall(r"`/[^`]* ([-\w]+):", texts[0]):
            assert f"{into.pgettext(OPTION_NAME, option)}:" in forms[0], message.id


def test_a_command_by_another_name_is_noticed() -> None:
    names = {"table join", "table", "raise"}
    assert named("Use `/table join`, or /raise 20. See https://x/raise and 1/2.", names) == [
        "table join",
        "raise",
    ]
    assert named("`/relancer 20`", names) == ["relancer"]


# Sentences made of several texts


@pytest.mark.parametrize("language", [path.parts[-3] for path in catalogues()])
def test_every_refusal_is_put_into_words(language: str) -> None:
    words = words_for(language)
    assert isinstance(words, Words)
    assert type(translations_into(language)) is not NullTranslations
    for refused in samples():
        answer = words.refusal(refused)
        assert not re.search(r"None|\{|\}|  |\.\.|: \.|^\s|\s$", answer), answer
        assert len(answer) < 400
