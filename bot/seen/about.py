"""What the work at hand is about: fields that every line logged meanwhile carries.

A piece of work shares them with the tasks that it starts, unless they begin work of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import Context, ContextVar, copy_context

_about: ContextVar[dict[str, int]] = ContextVar("about")


def begin(**fields: int) -> None:
    """Begin a piece of work, and say what it is about: guild, channel, interaction."""
    _about.set(fields)


def about(**fields: int) -> None:
    """Say what else the work at hand is about: the table."""
    known = _about.get(None)
    if known is None:
        begin(**fields)
    else:
        known.update(fields)


def all_about() -> Mapping[str, int]:
    """Return what the work at hand is about."""
    return _about.get({})


def context_about(**fields: int) -> Context:
    """Return a context for a task that begins work of its own, whoever starts it."""
    context = copy_context()
    context.run(begin, **fields)
    return context
