"""A short part of `python -m tests.chaos`: kills of every way, in every evening."""

from __future__ import annotations

from pathlib import Path

from tests.chaos.campaign import WAYS, Campaign, Plan

SEED = 1
SHORT = [
    Plan("holdem", "twice", 3),
    Plan("fivecard", "writes", 1),
    Plan("holdem with absences", "starts", 0),
    Plan("holdem to the end", "random", 5),
    Plan("fivecard with reminders", "requests", 0),
    Plan("holdem cash", "closing", 2),
    Plan("holdem season", "writes", 1),
    Plan("fivecard season", "random", 3),
]


async def test_evenings_killed_anywhere_are_played_as_if_nothing_had_happened(
    tmp_path: Path,
) -> None:
    campaign = Campaign(tmp_path, SEED, most=9)
    result = await campaign.run(iter(SHORT))
    assert result.pop("kills") > 40
    assert result == {"lost": 0, "doubled": 0, "misdirected": 0, "stuck": 0}
    assert all(campaign.tally.ways[way] for way in WAYS)
