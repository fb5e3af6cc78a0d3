"""No text that a member reads bypasses gettext: neither in the sources nor on the screen."""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import catalogue
from bot.render.words import Words
from bot.sandbox import Message, Reply
from tests.bot.house import House
from tests.bot.pot import COMMAND, POT, ROOT, extract, listed, renewed

TRANSLATED = {"_", "_n", "locale_str"}
BOT = [p for p in (ROOT / "bot").rglob("*.py") if "sandbox" not in p.parts]
SPEAKING = [
    *sorted((ROOT / "bot" / "render").rglob("*.py")),
    *sorted((ROOT / "bot" / "commands").rglob("*.py")),
    *sorted((ROOT / "bot" / "outbox").rglob("*.py")),
    *(ROOT / "bot" / name for name in ("announce.py", "client.py", "requests.py")),
]
"""Where something could be said to a member."""


def test_the_list_of_texts_is_up_to_date() -> None:
    assert POT.read_text("utf-8") == listed(), f"run: {COMMAND}"


@pytest.mark.parametrize("path", catalogue.catalogues(), ids=lambda path: path.parts[-3])
def test_every_catalogue_is_up_to_date(path: Path) -> None:
    assert path.read_text("utf-8") == renewed(path), f"run: {COMMAND}"


@pytest.mark.parametrize("path", [POT, *catalogue.catalogues()], ids=lambda path: path.parts[-3])
def test_texts_name_no_place_that_changes_without_a_text(path: Path) -> None:
    written = path.read_text("utf-8")
    assert str(ROOT) not in written
    assert not re.search(r"Date|\d{4}-\d\d-\d\d", written)
    assert not re.search(r"^#: .*:\d+$", written, re.MULTILINE)


def test_renewing_a_catalogue_keeps_what_holds_and_guesses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "croupier.po"
    head = (
        '# Said by a person.\nmsgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n'
    )
    kept, gone = (
        'msgid "king"\nmsgstr "roi"\n',
        'msgid "kings and queens"\nmsgstr "rois et dames"\n',
    )
    path.write_text(f"{head}\n# As on a card.\n{kept}\n{gone}", "utf-8")
    path.write_text(renewed(path), "utf-8")
    now = path.read_text("utf-8")
    assert now.startswith(head)
    assert re.search(rf"# As on a card\.\n(#: .*\n)*{kept}", now)
    assert "rois et dames" not in now
    assert "fuzzy" not in now
    assert 'msgid "queen"\nmsgstr ""\n' in now
    assert 'msgid_plural "And {count} more."\nmsgstr[0] ""\nmsgstr[1] ""\n' in now
    assert now.count("\nmsgid ") == POT.read_text("utf-8").count("\nmsgid ")
    assert renewed(path) == now


def _called(node: ast.AST) -> str:
    """Return the last name of what a call calls."""
    if not isinstance(node, ast.Call):
        return ""
    called = node.func
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def _texts(path: Path) -> Iterator[tuple[str, int, ast.expr]]:
    """Yield every argument that is a text to translate."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        name = _called(node)
        if name in TRANSLATED and isinstance(node, ast.Call):
            for argument in node.args[: 2 if name == "_n" else 1]:
                yield path.name, node.lineno, argument


def test_every_translated_text_is_a_literal_that_babel_finds() -> None:
    """Babel does not look into f-strings, and nobody can look into variables."""
    listed: set[str] = set()
    for message in extract():
        listed |= {message.id} if isinstance(message.id, str) else set(message.id)
    for path in BOT:
        for name, line, text in _texts(path):
            literal = text.value if isinstance(text, ast.Constant) else None
            assert isinstance(literal, str), f"{name}:{line}: no literal"
            assert literal in listed, f"{name}:{line}: Babel does not find {literal!r}"


def test_translated_texts_are_filled_in_by_name_after_they_are_translated() -> None:
    for path in BOT:
        for name, line, text in _texts(path):
            assert isinstance(text, ast.Constant)
            assert "{}" not in str(text.value), f"{name}:{line}"
            assert not re.search(r"%[sd(]", str(text.value)), f"{name}:{line}"


class _Untranslated(ast.NodeVisitor):
    """Collects literals with words in them that are neither translated nor for programmers."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str]] = []

    def visit_Call(self, node: ast.Call) -> None:
        if _called(node) in TRANSLATED:
            return
        called = node.func
        owner = called.value if isinstance(called, ast.Attribute) else None
        if isinstance(owner, ast.Name) and owner.id in {"log", "re"}:
            return
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        """Skip what a bug says; answers to members are classes without words."""

    def visit_Assert(self, node: ast.Assert) -> None:
        """Skip what a bug says."""

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring is for programmers
            self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        for part in node.values:
            if isinstance(part, ast.Constant):
                self._look(part, r"\s[^\W\d_]|[^\W\d_]\s")
            else:
                self.visit(part)

    def visit_Constant(self, node: ast.Constant) -> None:
        self._look(node, r"[^\W\d_] |[^\W\d_][.!?:]$| [^\W\d_]")

    def _look(self, node: ast.Constant, pattern: str) -> None:
        if isinstance(node.value, str) and re.search(pattern, node.value):
            self.found.append((node.lineno, node.value))


HARMLESS = {" (code ", "D "}
"""A piece of what is logged, and the dealer's button as it lies on the felt."""


@pytest.mark.parametrize("path", SPEAKING, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_words_are_said_without_being_translated(path: Path) -> None:
    visitor = _Untranslated()
    visitor.visit(ast.parse(path.read_text("utf-8")))
    assert [one for one in visitor.found if one[1] not in HARMLESS] == []


def test_a_sentence_that_bypasses_gettext_is_noticed() -> None:
    visitor = _Untranslated()
    source = "def f(name):\n    log.info('not this')\n    say(f'{name} bets')\n    say('You fold.')"
    visitor.visit(ast.parse(source))
    assert visitor.found == [(3, " bets"), (4, "You fold.")]


class _Marked(gettext.NullTranslations):
    """A language in which every text stands between « and »."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"«{msgid1 if n == 1 else msgid2}»"


@pytest.fixture
def _marked_language(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    words = Words(_Marked())
    catalogue._words_in.cache_clear()
    monkeypatch.setattr(Words, "__init__", lambda self, _: self.__dict__.update(words.__dict__))
    yield
    catalogue._words_in.cache_clear()


def _unmarked(shown: str, names: list[str]) -> str:
    """Return what of a text was not translated, without names, numbers, cards and mentions."""
    while "«" in shown:
        inner = re.sub(r"«[^«»]*»", "", shown)
        assert inner != shown, f"a mark without its counterpart: {shown}"
        shown = inner
    for name in names:
        shown = shown.replace(name, "")
    shown = re.sub(r"https://\S+|<t:\d+:\w>|<[@#]\d+>", "", shown)
    return re.sub(r"[2-9JQKA][♣♦♥♠]|10[♣♦♥♠]|^[▸ ]?D|▸", "", shown, flags=re.MULTILINE)


@pytest.mark.usefixtures("_marked_language")
@pytest.mark.parametrize("game", ["holdem", "fivecard"])
async def test_everything_shown_in_an_evening_has_been_translated(house: House, game: str) -> None:
    lea, tom, ines = (house.member(name) for name in ("Léa", "Tom", "Inès"))
    ines.dms_open = False
    replies: list[Reply] = []

    async def slash(who: object, command: str, **options: object) -> None:
        member = house.world.find_member(who)
        assert member is not None
        replies.append(await house.slash(member, command, **options))

    await slash(lea, "holdem start", small=3, big=2)
    await slash(lea, "table status")
    await slash(lea, f"{game} start", stack=50, hands=2, minutes=60)
    await slash(lea, "holdem start")
    await slash(tom, "table join")
    await slash(tom, "table join")
    await slash(ines, "table join")
    replies.append(await house.press("«Start»", lea))
    for command in ("check", "call", "cards", "show", "table status", "help", "table back"):
        for who in (lea, tom, ines):
            await slash(who, command)
    for amount in ("many", "1", "40", "4000"):
        await slash(house.actor(), "bet", amount=amount)
        await slash(house.actor(), "raise", amount=amount)
    for command in ("allin", "call", "allin", "call"):
        for who in (lea, tom, ines):
            await slash(who, command)
    for who in (lea, tom, ines):
        for count, positions in ((3, ""), (2, "1 2"), (2, "1 1"), (0, "")):
            await slash(who, "draw", count=count, positions=positions)
    await slash(tom, "table leave")
    await slash(tom, "table away")
    await slash(tom, "table stop")
    await slash(lea, "table stop", when="at_once")
    await slash(lea, "fold")

    messages: list[Message] = [*house.channel.log.values(), *lea.dms, *tom.dms]
    shown = [message.text for message in messages]
    shown += [button.label for message in messages for button in message.buttons]
    shown += [reply.text for reply in replies]
    assert len(shown) > 60
    names = ["Léa", "Tom", "Inès"]
    left = {text: rest for text in shown if re.search(r"[^\W\d_]", rest := _unmarked(text, names))}
    assert left == {}
