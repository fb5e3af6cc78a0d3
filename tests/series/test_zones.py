from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from bot.series.errors import UnknownZone
from bot.series.zones import MOST_MATCHES, in_utc, matching_zones, read_zone, zone_names


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Paris", "Europe/Paris"),
        (" europe/paris ", "Europe/Paris"),
        ("america/new york", "America/New_York"),
        ("utc", "UTC"),
    ],
)
def test_a_zone_is_read_however_it_is_typed(typed: str, zone: str) -> None:
    assert read_zone(typed) == zone


@pytest.mark.parametrize("typed", ["UTC+2", "GMT-5", "+02:00", "utc +0530", "−3"])
def test_a_fixed_offset_is_no_zone_and_none_is_guessed(typed: str) -> None:
    with pytest.raises(UnknownZone) as refused:
        read_zone(typed)
    assert refused.value == UnknownZone(typed, True, ())


@pytest.mark.parametrize("typed", ["EST", "CET", "Etc/GMT-2", "localtime", "", "../UTC"])
def test_abbreviations_and_offsets_in_disguise_are_no_zones(typed: str) -> None:
    with pytest.raises(UnknownZone) as refused:
        read_zone(typed)
    assert not refused.value.offset


def test_a_misspelt_zone_is_answered_with_similar_ones() -> None:
    with pytest.raises(UnknownZone) as refused:
        read_zone("Europe/Pariss")
    assert "Europe/Paris" in refused.value.similar


def test_completion_puts_places_that_begin_so_first() -> None:
    assert matching_zones("new y") == ("America/New_York",)
    assert matching_zones("par")[:2] == ("America/Paramaribo", "Europe/Paris")
    assert matching_zones("PARIS") == ("Europe/Paris",)
    assert matching_zones("no such place") == ()
    assert len(matching_zones("")) == MOST_MATCHES


def test_every_zone_that_is_offered_is_accepted() -> None:
    assert all(read_zone(name) == name for name in zone_names())


def test_a_moment_without_a_zone_is_rejected() -> None:
    with pytest.raises(ValueError, match="needs a zone"):
        in_utc(datetime(2026, 10, 20, 20))  # noqa: DTZ001 - that is the point
    east = timezone(timedelta(hours=2))
    assert in_utc(datetime(2026, 10, 20, 20, tzinfo=east)) == datetime(2026, 10, 20, 18, tzinfo=UTC)
