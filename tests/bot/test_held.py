"""Rows that answers under way say: sent after all only where nobody knows what a post shows."""

from __future__ import annotations

from bot.outbox.held import Held
from bot.store import OutboxRow
from bot.table.model import TableId


def an_edit(number: int, key: str = "announce.1") -> OutboxRow:
    return OutboxRow(number, TableId(-1), "edit", 7, key, "", 0.0, 0.0)


def test_an_answer_alone_has_said_its_row() -> None:
    held, row = Held(), an_edit(1)
    held.hold(row, among_others=False)
    assert held.holds(row)
    assert held.was_alone(row)
    held.let_go(row)
    assert not held.holds(row)


def test_of_two_answers_at_once_nobody_knows_which_came_last_and_the_next_alone_does() -> None:
    held, one, two = Held(), an_edit(1), an_edit(2)
    held.hold(one, among_others=False)
    held.hold(two, among_others=False)
    assert not held.was_alone(one)
    held.let_go(one)
    assert held.holds(two)
    assert not held.was_alone(two)
    held.let_go(two)
    assert not held.holds(two)
    held.hold(three := an_edit(3), among_others=False)
    assert held.was_alone(three)


def test_an_answer_during_an_edit_of_its_post_has_not_said_its_row_for_certain() -> None:
    held, row = Held(), an_edit(1)
    held.hold(row, among_others=True)
    assert not held.was_alone(row)


def test_an_answer_that_fails_leaves_another_one_under_way_in_doubt() -> None:
    held, one, two = Held(), an_edit(1), an_edit(2)
    held.hold(one, among_others=False)
    held.let_go(one, unsure=True)
    held.hold(two, among_others=False)
    assert held.was_alone(two)
    held.hold(one, among_others=False)
    held.let_go(one, unsure=True)
    assert not held.was_alone(two)


def test_posts_wait_each_for_its_own_answers() -> None:
    held = Held()
    held.hold(an_edit(1), among_others=False)
    assert not held.holds(an_edit(2, "check.4"))
    held.let_go(an_edit(2, "check.4"))
    assert held.holds(an_edit(3))
