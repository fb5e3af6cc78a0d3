"""How fast the engine is, next to others, on one core.

hands_per_s, actions_per_s  real six-handed hands replayed through `deal` and `apply`
vs_pokerkit, vs_pokerfast   our hands per second divided by theirs, on the same hands
pokerkit_hands_per_s, pokerfast_hands_per_s  theirs
rankings_per_s              seven-card hands ranked by `strength`
vs_phevaluator, vs_eval7, vs_treys  our rankings per second divided by theirs
session_growth              cost of an action in the last hands of an evening of 200 hands, divided
                            by its cost in the first ones

Decks and actions are prepared for each engine beforehand, and everybody's final stacks are checked
against the file of hands. All take turns, some hands each, so that what else the machine does slows
all of them; each number is the median over the rounds. Time is processor time. What is not
installed counts as null.
"""

from __future__ import annotations

import platform
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from tests.bench import rankings, replays, sessions
from tests.bench.clock import median_rate, median_ratio, take_turns

HELP = "hands, rankings and long sessions, next to other engines"


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--hands", type=int, default=2_000, help="real hands to replay")
    parser.add_argument("--rankings", type=int, default=40_000, help="hands of seven to rank")
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured")


def measure(folder: Path, options: Namespace) -> dict[str, Any]:
    """Measure all of it and return it by key."""
    hands = replays.read_hands(folder / "hands" / replays.FILE, options.hands)
    actions = sum(len(hand.acts) for hand in hands)
    replayed = take_turns(replays.blocks(hands), options.rounds)
    ranked = take_turns(rankings.blocks(options.rankings), options.rounds)
    absent = [name for name, times in {**replayed, **ranked}.items() if not times]
    return {
        "hands_per_s": median_rate(replayed["ours"], len(hands)),
        "actions_per_s": median_rate(replayed["ours"], actions),
        "vs_pokerkit": median_ratio(replayed["pokerkit"], replayed["ours"]),
        "vs_pokerfast": median_ratio(replayed["pokerfast"], replayed["ours"]),
        "pokerkit_hands_per_s": median_rate(replayed["pokerkit"], len(hands)),
        "pokerfast_hands_per_s": median_rate(replayed["pokerfast"], len(hands)),
        "rankings_per_s": median_rate(ranked["ours"], options.rankings),
        "vs_phevaluator": median_ratio(ranked["phevaluator"], ranked["ours"]),
        "vs_eval7": median_ratio(ranked["eval7"], ranked["ours"]),
        "vs_treys": median_ratio(ranked["treys"], ranked["ours"]),
        "session_growth": sessions.growth(options.rounds),
        "hands": len(hands),
        "actions": actions,
        "rounds": options.rounds,
        "python": platform.python_version(),
        "notes": [f"{name} is not installed" for name in absent],
    }
