"""How things stand at the moment somebody asks: read then, kept nowhere."""

from __future__ import annotations

import math
import platform
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from importlib.metadata import version

import discord
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.seen.health import Cause, Health
from bot.seen.metrics import PREFIX
from bot.seen.signs import Signs
from bot.store import OutboxRow
from bot.table.model import Phase, Table

KINDS = ("post", "edit", "delete", "direct")
"""What a row of the outbox may be: shown even when none waits."""


class Gauges(Collector):
    """The state of one client."""

    def __init__(
        self,
        client: discord.Client,
        signs: Signs,
        health: Health,
        tables: Callable[[], Collection[Table]],
        waiting: Callable[[], Collection[OutboxRow]],
    ) -> None:
        self._client = client
        self._signs = signs
        self._health = health
        self._tables = tables
        self._waiting = waiting

    def collect(self) -> Iterator[Metric]:
        """Return everything as it is now."""
        yield self._build()
        yield from self._tables_and_outbox()
        yield from self._discord()
        yield from self._signs_of_life()

    def _tables_and_outbox(self) -> Iterator[Metric]:
        phases = Counter(table.phase.value for table in self._tables())
        open_phases = [phase.value for phase in Phase if phase is not Phase.CLOSED]
        meaning = "Open tables, by what they wait for"
        yield _each("open_tables", meaning, "phase", phases, open_phases)
        kinds = Counter(row.kind for row in self._waiting())
        all_kinds = list(dict.fromkeys((*KINDS, *kinds)))
        yield _each("outbox_rows", "Messages still to be told, by kind", "kind", kinds, all_kinds)
        meaning = "For how long the oldest that is due has been so"
        yield _one("outbox_overdue_seconds", meaning, self._health.overdue_s())

    def _discord(self) -> Iterator[Metric]:
        connected = float(self._signs.connected)
        yield _one("gateway_connected", "1 while Discord's gateway is there", connected)
        latency_s = self._client.latency
        yield _one("gateway_latency_seconds", "How long its last heartbeat took", latency_s)
        yield _one("guilds", "Servers the bot is in", len(self._client.guilds))

    def _signs_of_life(self) -> Iterator[Metric]:
        asked, written = self._age(self._signs.asked_at), self._age(self._signs.written_at)
        yield _one("interaction_age_seconds", "Since the last interaction arrived", asked)
        yield _one("heartbeat_age_seconds", "Since the database last took the heartbeat", written)
        wrong = Counter(cause.value for cause in self._health.complaints())
        meaning = "1 for each cause why the health check is red"
        yield _each("unhealthy", meaning, "cause", wrong, list(Cause))

    def _build(self) -> Metric:
        build = {
            "version": version("croupier"),
            "discord_py": discord.__version__,
            "python": platform.python_version(),
        }
        return InfoMetricFamily(f"{PREFIX}_build", "Versions of what is running", build)

    def _age(self, at: float | None) -> float:
        return math.nan if at is None else self._signs.ago_s(at)


def _one(name: str, meaning: str, value: float) -> Metric:
    return GaugeMetricFamily(f"{PREFIX}_{name}", meaning, value)


def _each(
    name: str, meaning: str, label: str, counted: Counter[str], values: Collection[str]
) -> Metric:
    """Return a gauge that says 0 of what there is none of."""
    gauge = GaugeMetricFamily(f"{PREFIX}_{name}", meaning, labels=[label])
    for value in values:
        gauge.add_metric([value], counted[value])
    return gauge
