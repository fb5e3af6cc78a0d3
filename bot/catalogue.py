"""Which language a text is in: one catalogue and one `Words` a language, made once.

A language is there when its catalogue lies in `bot/locale`, in a folder that is named as Discord
names the language. What lies there is what translators write, and nothing that is made from it:
a text cannot be older than its translation.
"""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.render.words import Words
from bot.table.model import Member

ENGLISH = "en"
"""The language of the sources, which needs no catalogue."""
COMMAND_NAME, OPTION_NAME = "command", "option"
"""Contexts of what members type, in which a word may be called otherwise than in a sentence."""
LOCALE = Path(__file__).parent / "locale"


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that there are, English first."""
    return ENGLISH, *sorted(path.parts[-3] for path in catalogues())


def catalogues() -> list[Path]:
    """Return the files that hold translations."""
    return list(LOCALE.glob("*/LC_MESSAGES/croupier.po"))


@cache
def language_of(locale: str) -> str:
    """Return the language to use for a Discord locale, English where there is none for it."""
    known = (locale, locale.partition("-")[0])
    return next((each for each in known if each in languages()), ENGLISH)


@cache
def translations_into(language: str) -> NullTranslations:
    """Return the catalogue of a language that there is."""
    if language == ENGLISH:
        return NullTranslations()
    return read_catalogue(LOCALE / language / "LC_MESSAGES" / "croupier.po")


def read_catalogue(path: Path) -> GNUTranslations:
    """Read what a translator wrote; what is doubtful or missing there stays English."""
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, abort_invalid=True))
    compiled.seek(0)
    return GNUTranslations(compiled)


def words_for(locale: str) -> Words:
    """Return the texts for a Discord locale."""
    return _words_in(language_of(locale))


def words_to(member: Member, others: Words) -> Words:
    """Return the texts for a member alone: those for all others where his language is unknown."""
    return others if member.locale is None else words_for(member.locale)


@cache
def _words_in(language: str) -> Words:
    return Words(translations_into(language))
