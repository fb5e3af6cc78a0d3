"""What passes between the bot and the REST interface."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .errors import invalid_json
from .model import Json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .world import StandIn


@dataclass(frozen=True, slots=True)
class Exchange:
    """One REST request of the bot and its answer; `template` is the path in Discord's spec.

    `faulty` says that a fault was asked for (see `faults`).
    """

    method: str
    template: str
    path: str
    status: int
    request: Any
    response: Any
    faulty: bool = False


@dataclass(slots=True)
class Call:
    """One request, read."""

    world: StandIn
    parameters: Mapping[str, str]
    query: Mapping[str, str]
    body: Any = None
    files: list[Json] = field(default_factory=list)

    def id(self, name: str) -> int:
        """Return an id from the path; what is no number is an id nobody has."""
        text = self.parameters[name]
        return int(text) if text.isdecimal() else 0

    @property
    def json(self) -> Json:
        """The body as an object.

        :raises ApiError: 50109 when it is none.
        """
        if not isinstance(self.body, dict):
            raise invalid_json()
        return self.body


# What a handler returns: the status and the JSON body, if any.
Answer = tuple[int, Any]
Handler = Callable[[Call], Answer]


@dataclass(frozen=True, slots=True)
class Route:
    """One address of the REST interface.

    `bucket` names the rate in Limits and `major` the path parameter that it counts by;
    `open` routes need no token of the bot and are free of the limit over everything.
    """

    method: str
    template: str
    handler: Handler
    bucket: str = "other"
    major: str = ""
    open: bool = False
