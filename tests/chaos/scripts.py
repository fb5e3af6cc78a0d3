"""The evenings that are played, and all that is."""

from __future__ import annotations

from collections.abc import Mapping

from tests.chaos.evening import Script
from tests.chaos.season import SeasonScript
from tests.chaos.seasons import SEASONS

SPLIT_SEED = 11
"""Cards with which two of three share an odd pot."""

EVENINGS = {
    "holdem": Script(
        "holdem start",
        ("Léa", "Tom", "Inès"),
        {
            (1, 1): "/raise 6",
            (1, 2): "twice Call",
            (1, 4): "type 10",
            (1, 6): "Fold",
            (1, 9): "/bet 20",
            (2, 1): "All-in",
            (2, 3): "Fold",
        },
        {
            (0, 0): ("Tom presses Join", "Inès presses Join", "Tom presses Leave"),
            (1, 1): ("Tom presses My cards",),
        },
        {"hands": 2, "turn": 600, "pings": "never"},
    ),
    "fivecard": Script(
        "fivecard start",
        ("Léa", "Tom", "Inès"),
        {
            (1, 1): "/bet 5",
            (1, 4): "direct 1 2 5",
            (1, 5): "pick 1 3",
            (1, 7): "type 10",
            (1, 8): "Fold",
            (2, 4): "/draw 3 1 2 5",
            (2, 5): "direct 2",
        },
        {(2, 0): ("Léa /why",)},
        {"hands": 2, "turn": 600, "pings": "never"},
    ),
    "holdem with absences": Script(
        "holdem start",
        ("Léa", "Tom", "Inès"),
        {
            (1, 2): "Fold",
            (1, 4): "dawdle",
            (1, 6): "wait",
            (2, 1): "wait",
            (2, 4): "wait",
            (3, 1): "/call",
        },
        {
            (1, 1): ("Inès closes his messages",),
            (1, 4): ("Tom /table away",),
            (2, 2): ("Inès presses My cards", "Léa /table status"),
            (2, 0): ("Tom /table back",),
        },
        {"hands": 3, "turn": 60},
        seed=SPLIT_SEED,
    ),
    "holdem to the end": Script(
        "holdem start",
        ("Léa", "Tom", "Inès", "Max"),
        {
            (1, 1): "/raise 60",
            (1, 3): "Fold",
            (1, 4): "Fold",
            (2, 1): "twice All-in",
            (2, 2): "/allin",
            (2, 3): "Call",
            (3, 1): "All-in",
            (3, 2): "Call",
            (4, 1): "All-in",
            (4, 2): "Call",
        },
        {(1, 2): ("Max leaves",), (2, 1): ("Inès /cards",)},
        {"turn": 600, "pings": "always", "hands": 4},
        seed=3,
    ),
    "fivecard with reminders": Script(
        "fivecard start",
        ("Léa", "Tom"),
        {
            (1, 1): "dawdle",
            (1, 3): "/draw 0",
            (1, 4): "direct 1 2",
            (1, 5): "/bet 7",
            (1, 6): "Fold",
            (2, 1): "wait",
            (2, 2): "pick 5",
            (2, 3): "wait",
            (2, 4): "/allin",
            (2, 5): "/call",
        },
        {
            (1, 0): ("Tom presses Show mine",),
            (2, 1): ("Tom /table away",),
            (2, 2): ("Tom /table back",),
        },
        {"hands": 2, "turn": 60, "pings": "late"},
        seed=4,
    ),
    "holdem cash": Script(
        "holdem cash",
        ("Léa", "Tom", "Inès", "Max"),
        {
            (1, 1): "/raise 6",
            (1, 4): "/bet 30",
            (2, 1): "All-in",
            (2, 2): "Fold",
        },
        {
            (1, 1): ("Max /table join, chips=100", "Max /table post"),
            (1, 2): ("Inès /table straddle, on=yes",),
            (1, 0): ("Tom brings 20",),
            (2, 2): ("Tom leaves",),
            (2, 0): ("Inès /table away", "Inès /table back"),
            (3, 1): ("Léa /table stop, when=at_once",),
        },
        {"turn": 600, "pings": "never", "straddle": True},
        late=("Max",),
        seed=5,
    ),
}
SCRIPTS: Mapping[str, Script | SeasonScript] = {**EVENINGS, **SEASONS}
