"""What is counted and timed while the bot plays, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector

PREFIX = "croupier"
COMMIT_BUCKETS_S = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
ANSWER_BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3)
"""Discord waits three seconds for an answer."""


class Metrics:
    """The counters of one client, in a registry of its own.

    The values of labels are few and fixed: kinds and codes, never members, tables or cards.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.actions = self._counter("actions", "What members asked for and got, by kind", "kind")
        self.refusals = self._counter(
            "refusals", "What members asked for and did not get, by code", "code"
        )
        self.bugs = self._counter("bugs", "Interactions that failed by a bug of ours")
        self.turns_expired = self._counter("turns_expired", "Turns that ran out of time")
        self.hands_dealt = self._counter("hands_dealt", "Hands dealt")
        self.discord_errors = self._counter(
            "discord_errors",
            "Requests to Discord that failed, by status and code",
            "status",
            "code",
        )
        self.disconnects = self._counter("gateway_disconnects", "Times the gateway was lost")
        self.commit_seconds = self._histogram(
            "commit_seconds", "From a change to its being on the disk", COMMIT_BUCKETS_S
        )
        self.answer_seconds = self._histogram(
            "answer_seconds", "From a press to its answer's being with Discord", ANSWER_BUCKETS_S
        )
        ProcessCollector(PREFIX, registry=self.registry)

    def _counter(self, name: str, meaning: str, *labels: str) -> Counter:
        return Counter(name, meaning, labels, namespace=PREFIX, registry=self.registry)

    def _histogram(self, name: str, meaning: str, buckets: tuple[float, ...]) -> Histogram:
        return Histogram(name, meaning, namespace=PREFIX, registry=self.registry, buckets=buckets)
