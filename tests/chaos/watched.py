"""Evenings that are looked into after each death, and that leave a record behind."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any

from bot.sandbox import Member as Person
from bot.store.checking import complaints
from bot.table.model import TABLE_JSON, Table
from engine.session import total_chips
from tests.bot.killing import Evening, Seen, Shown
from tests.bot.leaks import Witness, leaks

Problem = tuple[str, str]
"""What must never be, whatever was played: which kind, and a sentence."""


@dataclass(frozen=True, slots=True)
class Record:
    """What an evening came to, when all is over."""

    seen: Seen
    events: tuple[str, ...]
    stacks: Mapping[str, int]
    ledger: Mapping[str, int]
    """What the ledger's rows of each come to."""
    facts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What else there is to be once each, and in this order."""
    problems: tuple[Problem, ...] = ()


class Watched(Evening):
    """An evening whose every death is followed by a look into the database."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self._problems: list[Problem] = []
        self._log: list[tuple[Any, ...]] = []
        self._witness = Witness(self.world, self.time.now)

    async def open(self) -> None:
        self._witness.watch()
        await super().open()

    async def close(self) -> None:
        await super().close()
        self._witness.stop()

    # -- after each death

    def _bury(self) -> None:
        super()._bury()
        if self.database.exists():
            self._inspect()

    def _inspect(self) -> None:
        """Look at what a dead process has left, in a copy: opening a database mends it."""
        copy = self.folder / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir()
        for file in self.database.parent.glob("croupier.db*"):
            shutil.copy(file, copy)
        wrong = complaints(copy / "croupier.db")
        with closing(sqlite3.connect(copy / "croupier.db")) as database:
            try:
                tables = database.execute("SELECT state FROM tables ORDER BY id").fetchall()
                log = database.execute(
                    "SELECT table_id, version, events FROM log ORDER BY table_id, version"
                ).fetchall()
            except sqlite3.OperationalError:
                return  # it died before there were any
        self._problems += [("lost", complaint) for complaint in wrong]
        self.check([TABLE_JSON.validate_json(state) for (state,) in tables])
        then = {row[:2]: row for row in log}
        if any(then.get(row[:2]) != row for row in self._log):
            self._problems.append(("lost", "what was committed has changed"))
        self._log = log

    def check(self, tables: Iterable[Table]) -> None:
        """See that no chip is too many or missing, and that no accepted action is undone."""
        for table in tables:
            there, handed_out = total_chips(table.session), table.session.handed_out
            if there != handed_out:
                kind = "lost" if there < handed_out else "doubled"
                self._problems.append((kind, f"{there} chips of {handed_out}"))
            self._check_pressed(table)

    def _check_pressed(self, table: Table) -> None:
        if not table.session.hand_in_progress:
            return
        for prompt in [p for p in self.pressed if p.post.place.id == table.channel]:
            if (prompt.deal, prompt.step) == (table.deal, table.step):
                self.pressed.remove(prompt)
                told = f"{prompt.actor.name} was answered at {prompt.deal}.{prompt.step}"
                self._problems.append(("lost", f"{told}, and nothing has come of it"))

    # -- when all is over

    def record(self) -> Record:
        """Return what the evening came to; the bot still runs."""
        log = self.folder / "log"
        lines = log.read_text().splitlines() if log.exists() else []
        self._witness.logged = lines
        tables = self.tables()
        self.check(tables)
        problems = [
            *self._problems,
            *(("stuck", line) for line in lines if line.startswith("ERROR:bot")),
            *(("lost", complaint) for complaint in complaints(self.database)),
            *(("misdirected", leak) for leak in leaks(self._witness, self.database)),
            *self.problems(),
        ]
        return Record(
            self.seen_by_all(),
            self._events(),
            self._stacks(tables),
            self._ledger(),
            self.facts(),
            tuple(problems),
        )

    def problems(self) -> Iterable[Problem]:
        """Return what else is wrong with what an evening came to."""
        return ()

    def facts(self) -> Mapping[str, tuple[str, ...]]:
        """Return what else there is to be once each, and in this order."""
        return {}

    def tables(self) -> list[Table]:
        """Return every table, open or closed."""
        rows = self.ask_database("SELECT state FROM tables ORDER BY id")
        return [TABLE_JSON.validate_json(row[0]) for row in rows]

    def _events(self) -> tuple[str, ...]:
        rows = self.ask_database("SELECT events FROM log ORDER BY table_id, version")
        return tuple(self.named(json.dumps(event)) for row in rows for event in json.loads(row[0]))

    def _stacks(self, tables: Iterable[Table]) -> dict[str, int]:
        """Return what everybody has at each table."""
        return {
            f"{self.name(player.member)} at table {table.id}": player.stack
            for table in tables
            for player in table.session.players
        }

    def _ledger(self) -> dict[str, int]:
        rows = self.ask_database("SELECT member, sum(amount) FROM ledger GROUP BY member")
        return {self.name(member): chips for member, chips in rows}

    def name(self, number: int) -> str:
        """Return who has an id, which differs from evening to evening."""
        return next(member.name for member in self.members if member.id == number)

    def named(self, text: str) -> str:
        """Put names for the ids of members."""
        for member in self.members:
            text = text.replace(str(member.id), member.name)
        return text

    def seen_by_all(self) -> Seen:
        """Return what everybody sees, as far as it can be compared with another evening."""
        seen = self.seen()
        for member in self.members:
            seen[member.name] = tuple(self.shown_to(member))
        return {
            reader: tuple(replace(each, text=self.named(each.text)) for each in messages)
            for reader, messages in seen.items()
        }

    def shown_to(self, member: Person) -> Iterable[Shown]:
        """Return a member's direct messages."""
        return map(self._shown, member.dms)
