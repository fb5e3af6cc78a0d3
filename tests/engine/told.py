"""Hands in the neutral form, written like a hand history.

::

    told(
        "A 200, B 200, C* 200",
        "preflop C raise 6, A fold, B call 6, flop B check, C bet 8, B fold",
        board="Ah Kd 2c", uncalled="C 8", won="C 13",
    )

Players sit in the order written, from seat 1; the star marks the button. Posts are a small and a
big blind of 1 and 2 from A and B unless said. The final stacks are worked out from the rest.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

STREETS = ("preflop", "flop", "turn", "river", "predraw", "draw", "postdraw")
Hand = dict[str, Any]


def told(
    players: str,
    acts: str,
    *,
    won: str,
    posts: str = "A sb 1, B bb 2",
    hole: str = "",
    board: str = "",
    uncalled: str = "",
    shown: str = "",
    game: str = "holdem",
    structure: str = "nl",
    blinds: tuple[int, int] = (1, 2),
    ante: int = 0,
    rake: int = 0,
    flags: tuple[str, ...] = (),
) -> Hand:
    """Return a hand in the neutral form."""
    seats = [(name.rstrip("*"), int(stack)) for name, stack in words(players)]
    small, big = blinds
    cards = board.split()
    hand = {
        "id": "told-1",
        "game": game,
        "structure": structure,
        "sb": small,
        "bb": big,
        "ante": ante,
        "small_bet": big if structure == "fl" else None,
        "big_bet": 2 * big if structure == "fl" else None,
        "seats": [
            {"seat": place, "name": name, "stack": stack}
            for place, (name, stack) in enumerate(seats, start=1)
        ],
        "button": [name.endswith("*") for name, _ in words(players)].index(True) + 1,
        "posts": [
            {"player": name, "type": kind, "amount": int(amount), "all_in": bool(all_in)}
            for name, kind, amount, *all_in in words(posts)
        ],
        "hole": {name: list(held) for name, *held in words(hole)},
        "board": [part for part in (cards[:3], cards[3:4], cards[4:5]) if part],
        "actions": read_acts(acts),
        "uncalled": amounts(uncalled),
        "shown": [{"player": name, "kind": kind, "cards": c} for name, kind, *c in words(shown)],
        "won": amounts(won),
        "rake": rake,
        "flags": list(flags),
    }
    hand["final"] = final(hand)
    return hand


def words(text: str) -> list[list[str]]:
    """Return the words of each phrase between commas."""
    return [phrase.split() for phrase in text.split(",") if phrase.strip()]


def amounts(text: str) -> list[Hand]:
    return [{"player": name, "amount": int(amount)} for name, amount in words(text)]


def read_acts(text: str) -> list[Hand]:
    """Return actions; a phrase that begins with a street opens it, `!` marks an all-in."""
    acts, street = [], ""
    for phrase in words(text):
        if phrase[0] in STREETS:
            street = phrase.pop(0)
        player, kind, *rest = phrase
        act: Hand = {"street": street, "player": player, "type": kind}
        if kind == "draw":
            act["discard"] = int(rest[0]) if rest[0].isdigit() else rest
        elif rest:
            act |= {"to": int(rest[0].rstrip("!")), "all_in": rest[0].endswith("!")}
        acts.append(act)
    return acts


def final(hand: Hand) -> dict[str, int]:
    """Return the stacks at the end: start - put in + returned + collected."""
    stacks = {seat["name"]: seat["stack"] for seat in hand["seats"]}
    put: Counter[tuple[str, str]] = Counter()
    for post in hand["posts"]:
        live = post["type"] in {"sb", "bb", "straddle"}
        put[post["player"], hand_street(hand) if live else "ante"] += post["amount"]
    for act in hand["actions"]:
        if "to" in act:
            put[act["player"], act["street"]] = act["to"]
    for (name, _), chips in put.items():
        stacks[name] -= chips
    for entry in hand["uncalled"] + hand["won"]:
        stacks[entry["player"]] += entry["amount"]
    return stacks


def hand_street(hand: Hand) -> str:
    """Return the street on which blinds are live."""
    return "preflop" if hand["game"] == "holdem" else "predraw"
