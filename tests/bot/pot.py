"""Renews the list of all texts, `bot/locale/croupier.pot`, and every catalogue after it.

::

    python -m tests.bot.pot

A text that is new stands untranslated in each catalogue, to be filled in; one that is gone is gone
there too. Nothing is guessed from texts that look alike. The files name no line and no date, so
that they change only when a text does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po
from discord import app_commands

from bot.catalogue import COMMAND_NAME, OPTION_NAME, catalogues
from bot.client import Croupier
from bot.clock import Clock
from bot.dealer import Dealer
from bot.store import Store

ROOT = Path(__file__).parents[2]
POT = ROOT / "bot" / "locale" / "croupier.pot"
COMMAND = "python -m tests.bot.pot"
KEYWORDS = {"_": None, "_n": (1, 2), "locale_str": None}
RULE = "A name that members type: one word in lower case, at most 32 characters."
HEADER = """\
# Texts of Croupier. Renew with: python -m tests.bot.pot
msgid ""
msgstr ""
"Project-Id-Version: Croupier\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def extract() -> Catalog:
    """Return all texts of the bot as Babel finds them, and the names that members type."""
    catalog = Catalog(charset="utf-8")
    found = extract_from_dir(ROOT / "bot", keywords=KEYWORDS, comment_tags=("Translators:",))
    for name, _, message, comments, context in sorted(found, key=lambda one: (one[0], one[1])):
        if not name.startswith("sandbox/"):
            places = [(f"bot/{name}", 0)]
            catalog.add(message, None, places, auto_comments=comments, context=context)
    for context, name in _names():
        catalog.add(name, None, [("bot/commands", 0)], auto_comments=[RULE], context=context)
    return catalog


def _names() -> Iterator[tuple[str, str]]:
    """Yield the names of all commands and their options, each with its context."""
    for path, options in declared().items():
        yield from ((COMMAND_NAME, word) for word in path.split())
        yield from ((OPTION_NAME, option) for option in options)


@cache
def declared() -> dict[str, tuple[str, ...]]:
    """Return every command by all of its words, with the names of its options."""
    return asyncio.run(_declared())


async def _declared() -> dict[str, tuple[str, ...]]:
    with TemporaryDirectory() as folder:
        store = await Store.open(Path(folder))
        client = Croupier(store, Clock(), Dealer())
        client.add_commands()
        await store.close()
    return {
        command.qualified_name: tuple(each.display_name for each in command.parameters)
        for command in client.tree.walk_commands()
        if isinstance(command, app_commands.Command)
    }


def listed() -> str:
    """Return the list of texts as it should be."""
    return HEADER + _written(extract())


def renewed(path: Path) -> str:
    """Return a catalogue as it should be: its own head and translations, the texts of today."""
    text = path.read_text("utf-8")
    catalog = read_po(BytesIO(text.encode()), abort_invalid=True)
    catalog.update(extract(), no_fuzzy_matching=True)
    return text.partition("\n\n")[0] + "\n\n" + _written(catalog)


def _written(catalog: Catalog) -> str:
    out = BytesIO()
    write_po(out, catalog, width=100, omit_header=True, ignore_obsolete=True, include_lineno=False)
    return out.getvalue().decode("utf-8")


if __name__ == "__main__":
    POT.write_text(listed(), "utf-8")
    for each in catalogues():
        each.write_text(renewed(each), "utf-8")
