"""Filling in a modal as Discord's app does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .errors import BadInput
from .model import LABEL, SELECTS, STRING_SELECT, TEXT_INPUT, Json, Place
from .selects import problem_of, resolve_chosen

if TYPE_CHECKING:
    from .world import StandIn


class Filling:
    """What a member puts into the inputs of a modal, by their custom ids."""

    def __init__(
        self, world: StandIn, place: Place, values: Mapping[str, str | Sequence[str]]
    ) -> None:
        self._world = world
        self._place = place
        self._values = values
        self.resolved: Json = {}
        """The objects that belong to ids which were chosen."""

    def filled(self, component: Json) -> Json:
        """Return what a modal's component sends back.

        :raises BadInput: when Discord's app would not let the input through.
        """
        kind = component["type"]
        sent: Json = {"type": kind, "id": component["id"]}
        if kind == LABEL:
            return sent | {"component": self.filled(component["component"])}
        if "components" in component:
            return sent | {"components": [self.filled(each) for each in component["components"]]}
        if kind == TEXT_INPUT:
            return sent | self._text(component)
        if kind in SELECTS:
            return sent | self._chosen(component)
        return sent

    def _chosen(self, select: Json) -> Json:
        custom_id = select["custom_id"]
        given = self._values.get(custom_id)
        chosen = [given] if isinstance(given, str) else list(given or ())
        if chosen or select["required"]:
            problem = problem_of(self._world, self._place, select, chosen)
            if problem is not None:
                raise BadInput(f"{custom_id}: {problem}")
        if select["type"] != STRING_SELECT:
            resolve_chosen(self._world, self._place, select, chosen, self.resolved)
        return {"custom_id": custom_id, "values": chosen}

    def _text(self, component: Json) -> Json:
        custom_id = component["custom_id"]
        given = self._values.get(custom_id)
        text = component["value"] if given is None else str(given)
        low, high = component["min_length"], component["max_length"]
        if not text and component["required"]:
            raise BadInput(f"{custom_id} must be filled in")
        if text and not low <= len(text) <= high:
            raise BadInput(f"{custom_id} takes {low} to {high} characters")
        return {"custom_id": custom_id, "value": text}
