"""Catalogues are found, read and obeyed; where there is none, English is spoken."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.catalogue import language_of, languages, read_catalogue, words_for

FRENCH = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "king"
msgstr "roi"

#, fuzzy
msgid "queen"
msgstr "roi"

msgid "jack"
msgstr ""

msgctxt "command"
msgid "raise"
msgstr "relancer"

msgid "{hands} hand"
msgid_plural "{hands} hands"
msgstr[0] "{hands} main"
msgstr[1] "{hands} mains"
"""


@pytest.fixture(name="file")
def _file(tmp_path: Path) -> Path:
    path = tmp_path / "croupier.po"
    path.write_text(FRENCH, "utf-8")
    return path


def test_what_is_not_translated_or_doubtful_stays_english(file: Path) -> None:
    french = read_catalogue(file)
    assert french.gettext("king") == "roi"
    assert french.gettext("queen") == "queen"
    assert french.gettext("jack") == "jack"


def test_a_name_that_is_typed_is_not_the_word_in_a_sentence(file: Path) -> None:
    french = read_catalogue(file)
    assert french.pgettext("command", "raise") == "relancer"
    assert french.gettext("raise") == "raise"


@pytest.mark.parametrize(("hands", "form"), [(0, "main"), (1, "main"), (2, "mains"), (9, "mains")])
def test_each_language_counts_by_its_own_rule(file: Path, hands: int, form: str) -> None:
    said = read_catalogue(file).ngettext("{hands} hand", "{hands} hands", hands)
    assert said == "{hands} " + form


@pytest.mark.parametrize("locale", ["en-US", "en-GB", "de", "", "../fr", "zh-CN"])
def test_english_is_spoken_where_there_is_no_catalogue(locale: str) -> None:
    assert language_of(locale) == "en"
    assert words_for(locale) is words_for("en")


def test_english_comes_first() -> None:
    assert languages()[0] == "en"
