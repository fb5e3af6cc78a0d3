"""What a broken evening has that the unbroken one has not, and the other way round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from tests.bot.killing import Seen
from tests.chaos.watched import Record

KINDS = ("lost", "doubled", "misdirected", "stuck")
Finding = tuple[str, str]
"""Which of the kinds it is, and a sentence."""


def compare(expected: Record, found: Record) -> list[Finding]:
    """Return everything that is wrong with an evening, by the one in which nothing died."""
    return [
        *found.problems,
        *_in_order("event", expected.events, found.events),
        *_facts(expected.facts, found.facts),
        *_chips("in front of him", expected.stacks, found.stacks),
        *_chips("by the ledger", expected.ledger, found.ledger),
        *_messages(expected.seen, found.seen),
    ]


def repeated(expected: Seen, found: Seen) -> list[Finding]:
    """Return which messages are there too often, in an evening that is not over."""
    return [
        ("doubled", f"message to {reader or 'everybody'} once more: {message}")
        for reader, messages in expected.items()
        for message in (Counter(found.get(reader, ())) - Counter(messages)).elements()
        if message in messages
    ]


def _in_order(what: str, expected: tuple[object, ...], found: tuple[object, ...]) -> list[Finding]:
    """Compare what must be the same, once each and in the same order."""
    if expected == found:
        return []
    wanted, there = Counter(expected), Counter(found)
    findings = [("lost", f"no {what} {each}") for each in (wanted - there).elements()]
    findings += [("doubled", f"{what} once more: {each}") for each in (there - wanted).elements()]
    return findings or [("lost", f"the order of each {what}")]


def _facts(
    expected: Mapping[str, tuple[str, ...]], found: Mapping[str, tuple[str, ...]]
) -> Iterator[Finding]:
    """Compare what else there is to be once each."""
    for what, wanted in expected.items():
        yield from _in_order(what, wanted, found.get(what, ()))


def _chips(where: str, expected: Mapping[str, int], found: Mapping[str, int]) -> Iterator[Finding]:
    """Compare what everybody has at the end, by one of the places that say so."""
    for name in sorted(expected.keys() | found.keys()):
        chips, there = expected.get(name, 0), found.get(name, 0)
        if there != chips:
            kind = "lost" if there < chips else "doubled"
            yield kind, f"{name} has {there} {where}, not {chips}"


def _messages(expected: Seen, found: Seen) -> Iterator[Finding]:
    """Compare what everybody was shown; what was meant for others alone is misdirected."""
    all_texts = {message.text for messages in expected.values() for message in messages}
    for reader, wanted in expected.items():
        who = reader or "everybody"
        there = found.get(reader, ())
        yield from _in_order(f"message to {who}", wanted, there)
        others = all_texts - {message.text for message in wanted}
        for message in there:
            if message.text in others:
                yield "misdirected", f"{who} was shown {message}"
