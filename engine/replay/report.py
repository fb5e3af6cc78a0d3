"""What a replay prints: a line for each hand, and the counts at the end, as JSON objects."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field

from engine.replay.outcome import Known, Outcome

Line = dict[str, object]


@dataclass(slots=True)
class Counts:
    """How many hands there were and what became of them."""

    ok: int = 0
    differ: int = 0
    malformed: int = 0
    deviations: Counter[str] = field(default_factory=Counter)
    """Hands replayed with each deviation."""
    unchecked: Counter[str] = field(default_factory=Counter)
    """Hands of which something could not be compared; `cards`: unknown ones were filled in."""

    @property
    def all_agree(self) -> bool:
        """Whether every hand was read and agrees."""
        return not self.differ and not self.malformed

    def add(self, outcome: Outcome) -> None:
        """Count a hand."""
        self.ok += outcome.ok
        self.differ += not outcome.ok
        self.deviations.update(bridge.value for bridge in outcome.bridged)
        self.unchecked.update(each.value for each in outcome.unchecked)
        self.unchecked["cards"] += outcome.ok and outcome.cards is Known.FILLED

    def line(self) -> Line:
        """Return the counts as the last line."""
        return {
            "hands": self.ok + self.differ + self.malformed,
            "ok": self.ok,
            "differ": self.differ,
            "malformed": self.malformed,
            "deviations": dict(sorted((+self.deviations).items())),
            "unchecked": dict(sorted((+self.unchecked).items())),
        }


def hand_line(hand_id: str, outcome: Outcome) -> Line:
    """Return the line of a hand that was replayed."""
    line: Line = {"id": hand_id, "ok": outcome.ok, "final": outcome.final, "cards": outcome.cards}
    if outcome.bridged:
        line["deviations"] = list(outcome.bridged)
    if outcome.unchecked:
        line["unchecked"] = sorted(outcome.unchecked)
    if outcome.difference is not None:
        line["difference"] = {
            "what": outcome.difference.what,
            "where": outcome.difference.where,
            "source": outcome.difference.source,
            "engine": outcome.difference.engine,
            "deviation": outcome.difference.bridge,
        }
    return line


def malformed_line(hand_id: str, error: str) -> Line:
    """Return the line of a hand that could not be read."""
    return {"id": hand_id, "ok": False, "error": error}


def dumps(line: Line) -> str:
    """Return a line as text."""
    return json.dumps(line, separators=(",", ":"))
