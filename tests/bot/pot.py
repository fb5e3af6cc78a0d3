"""Makes `bot/locale/croupier.pot`, the list of all texts that catalogues translate.

::

    python -m tests.bot.pot

The file names no line and no date, so that it changes only when a text does.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

ROOT = Path(__file__).parents[2]
POT = ROOT / "bot" / "locale" / "croupier.pot"
COMMAND = "python -m tests.bot.pot"
KEYWORDS = {"_": None, "_n": (1, 2), "locale_str": None}
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
    """Return all texts of the bot as Babel finds them."""
    catalog = Catalog(charset="utf-8")
    found = extract_from_dir(ROOT / "bot", keywords=KEYWORDS, comment_tags=("Translators:",))
    for name, _, message, comments, context in sorted(found, key=lambda one: (one[0], one[1])):
        if not name.startswith("sandbox/"):
            places = [(f"bot/{name}", 0)]
            catalog.add(message, None, places, auto_comments=comments, context=context)
    return catalog


def written() -> str:
    """Return the file as it should be."""
    out = BytesIO()
    write_po(out, extract(), width=100, omit_header=True, include_lineno=False)
    return HEADER + out.getvalue().decode("utf-8")


if __name__ == "__main__":
    POT.parent.mkdir(exist_ok=True)
    POT.write_text(written(), "utf-8")
