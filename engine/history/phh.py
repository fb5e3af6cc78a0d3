"""Poker Hand History files (``.phh``), the format of PokerKit.

Source: J. Kim, "Recording and Describing Poker Hands", https://phh.readthedocs.io: required and
optional fields, and the grammar of actions. Players count from the left of the button, heads-up
too; forced bets are "reverse-assigned" there, so that both arrays begin with the small blind.

The specification has codes for no-limit and fixed-limit Hold'em (NT, FT). It has none for pot-limit
Hold'em nor for five-card draw: both raise `NotExpressible`, and so does whatever would lead its
reference reader to other stacks (`phh_bets`, `turns`). One thing is left to `finishing_stacks`, as
the specification means it: who gets the odd chips, where a table gives them out apart (RULINGS C8).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC

from engine.events import AntePosted, BlindPosted
from engine.games import VARIANTS
from engine.history.phh_actions import Actions
from engine.history.record import HandRecord, NotExpressible, Reader, full_blind, known_to
from engine.rules import AntePayer, Game, Structure


def to_phh(record: HandRecord, reader: Reader) -> str:
    """Return a hand as PHH, with what one reader may know.

    :raises NotExpressible: for five-card draw, pot-limit, and what a reader would misunderstand.
    """
    if record.game is not Game.HOLDEM:
        raise NotExpressible("PHH has no code for five-card draw")
    if record.stakes.structure is Structure.POT_LIMIT:
        raise NotExpressible("PHH has no code for pot-limit Hold'em")
    known = known_to(record, reader)
    actions = Actions(known)
    lines = "".join(f"    {_text(action)},\n" for action in actions.lines)
    fields = {
        **_forced_bets(known),
        **_sizes(known, actions),
        "starting_stacks": _numbers(player.stack for player in known.in_order),
        "actions": f"[\n{lines}]",
        **_about(known),
    }
    return "".join(f"{name} = {value}\n" for name, value in fields.items())


def _forced_bets(record: HandRecord) -> dict[str, str]:
    stakes = record.stakes
    antes = dict.fromkeys((event.seat for event in record.of(AntePosted)), stakes.ante)
    blinds = {event.seat: full_blind(stakes, event.blind) for event in record.of(BlindPosted)}
    # Uniform antes are layers of the pot, one seat's ante for the table is not (RULINGS A13).
    trimmed = bool(stakes.ante) and stakes.ante_payer is AntePayer.EVERYONE
    return {
        "variant": _text("FT" if stakes.structure is Structure.FIXED_LIMIT else "NT"),
        "ante_trimming_status": "true" if trimmed else "false",
        "antes": _numbers(_by_player(record, antes)),
        "blinds_or_straddles": _numbers(_one_opens(_by_player(record, blinds))),
    }


def _by_player(record: HandRecord, amounts: dict[int, int]) -> list[int]:
    by_player = [amounts.get(seat, 0) for seat in record.order]
    return by_player[::-1] if len(by_player) == 2 else by_player


def _one_opens(blinds: list[int]) -> list[int]:
    """Tell two equal blinds of two players apart.

    The reader lets the player after the last of the largest blinds open. A blind with a minus sign
    is posted in full and does not count there: an extension of PokerKit (`blinds_or_straddles` of
    its `State`), for posts out of turn.
    """
    small, *others = blinds
    return [-small, *others] if others == [small] else blinds


def _sizes(record: HandRecord, actions: Actions) -> dict[str, str]:
    if record.stakes.structure is not Structure.FIXED_LIMIT:
        return {"min_bet": str(actions.min_bet)}
    streets = VARIANTS[record.game].streets
    small, big = (record.stakes.bet_size(street) for street in (streets[0], streets[-1]))
    return {"small_bet": str(small), "big_bet": str(big)}


def _about(record: HandRecord) -> dict[str, str]:
    when = record.started.astimezone(UTC)
    return {
        "time": f"{when:%H:%M:%S}",
        "time_zone": _text("UTC"),
        "day": str(when.day),
        "month": str(when.month),
        "year": str(when.year),
        "hand": str(record.number),
        "seats": _numbers(record.order),
        "seat_count": str(record.max_seats),
        "table": _text(record.table),
        "players": f"[{', '.join(_text(player.name) for player in record.in_order)}]",
        "finishing_stacks": _numbers(record.ended[seat] for seat in record.order),
    }


def _numbers(numbers: Iterable[int]) -> str:
    return f"[{', '.join(map(str, numbers))}]"


def _text(text: str) -> str:
    """Return a TOML basic string (https://toml.io, "String") that reads as the same text.

    Half of a surrogate pair is no character and cannot be filed: it is spelled out.
    """
    return f'"{"".join(map(_character, text))}"'


def _character(character: str) -> str:
    code = ord(character)
    if character in {'"', "\\"}:
        return "\\" + character
    if 0xD800 <= code <= 0xDFFF:
        return f"\\\\u{code:04x}"
    if character.isprintable():
        return character
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
