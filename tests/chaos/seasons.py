"""The seasons that are played."""

from __future__ import annotations

from collections.abc import Iterable

from tests.chaos.season import FIRST, NAME, ZONE, Errand, SeasonScript

HOST = "Host"
DAY, HOUR = 24 * 60.0, 60.0
MANY = ("Léa", "Tom", "Inès", "Max", "Ana", "Ben", "Eva", "Jo", "Kim", "Lou", "Zoé")


def _planned(game: str, sessions: int) -> tuple[Errand, ...]:
    """Have a moderator plan a series of short sessions, with much time to think."""
    create = (
        f"/series create, name={NAME}, first={FIRST:%Y-%m-%d %H:%M}, zone={ZONE}"
        f", repeat=two_weeks, sessions={sessions}, game={game}, minutes=9"
    )
    planned = ("/setup defaults, turn=600, pings=never", create)
    return tuple(Errand(1, -8 * DAY, HOST, what) for what in planned)


def _all(session: int, minutes: float, names: Iterable[str], what: str) -> tuple[Errand, ...]:
    """Have several do the same."""
    return tuple(Errand(session, minutes, name, what) for name in names)


def _moderates(session: int, minutes: float, what: str) -> Errand:
    """Have the moderator change the series."""
    command, _, given = what.partition(", ")
    return Errand(session, minutes, HOST, f"/series {command}, series={NAME}, {given}")


SEASONS = {
    # Two tables with a move between them and a break, one called off, one moved and played to its
    # stop, one that too few want.
    "fivecard season": SeasonScript(
        (HOST, *MANY),
        (
            *_planned("fivecard", 4),
            _moderates(1, -7.5 * DAY, "edit, most=10, why=ten"),
            *_all(1, -6 * DAY, MANY, "joins"),
            *_all(1, -5 * DAY, MANY[8:9], "withdraws"),
            *_all(1, -5, (*MANY[:8], *MANY[9:]), "is here"),
            _moderates(1, DAY, "correct, member=Tom, points=-2, why=late"),
            *_all(2, -2 * DAY, MANY[:2], "joins"),
            _moderates(2, -1.5 * DAY, "skip, session=2, why=away"),
            _moderates(2, -DAY, "undo, number=1, why=fair"),
            _moderates(2, -DAY + 1, "correct, member=Inès, points=3, why=bonus"),
            *_all(3, -3 * DAY, MANY[:3], "joins"),
            _moderates(3, -2 * DAY, "move, session=3, to=2031-11-12 21:00, why=rain"),
            *_all(3, DAY + HOUR - 5, MANY[:3], "is here"),
            *_all(4, -DAY - HOUR, MANY[:1], "joins"),
            Errand(4, DAY, "Léa", f"/series standings, series={NAME}"),
        ),
        {
            "announce": 4,
            "up": 1,
            "remind": 9,
            "check": 3,
            "drawn": 2,
            "final": 1,
            "result": 2,
            "changed": 2,
            "waits": 1,
            "off": 1,
        },
        all_bold_from=3,
        bold=MANY[:5:2],
        to_the_stop=(3,),
    ),
    # Two tables of which one breaks at once, then two that their stop ends.
    "holdem season": SeasonScript(
        (HOST, *MANY),
        (
            *_planned("holdem", 2),
            *_all(1, -2 * HOUR, MANY[:10], "joins"),
            *_all(1, -6, MANY[:10], "is here"),
            *_all(2, -2 * HOUR, MANY[:10], "joins"),
            *_all(2, -6, MANY[:10], "is here"),
            Errand(2, DAY, "Léa", f"/series standings, series={NAME}"),
        ),
        {"announce": 2, "remind": 6, "check": 2, "drawn": 2, "final": 1, "result": 2},
        all_bold_from=2,
        to_the_stop=(2,),
    ),
}
