"""Compare whose hands were shown at the end, and in which order."""

from __future__ import annotations

from engine.actions import Show
from engine.errors import Refusal
from engine.events import HandsShown, StreetOpened
from engine.hand import apply
from engine.replay.deviations import Deviation
from engine.replay.form import ShownKind
from engine.replay.played import Difference, Played, Unchecked, cards_text


def compare_cards(played: Played) -> None:
    """Compare the cards the source saw at the end with those the players have."""
    for place, shown in enumerate(played.source.shown):
        player = played.player(shown.player)
        hole = () if player is None else played.hand.holes[player]
        if shown.cards and set(shown.cards) != set(hole):
            where = f"shown[{place}].cards"
            raise Difference("cards", where, cards_text(shown.cards), cards_text(hole))


def compare_shown(played: Played) -> None:
    """Compare who showed a hand, and in which order."""
    said = [shown.player for shown in played.source.shown if shown.kind is ShownKind.SHOW]
    if played.at_showdown and not said:
        played.unchecked.add(Unchecked.SHOWN)
        return
    if played.at_showdown:
        _compare_kept_back(played, said)
        _compare_order(played, said)
    ours = _shown(played)
    for name in said:
        if name not in ours:
            _show(played, name)


def _shown(played: Played) -> list[str]:
    """Return who had to show, in order."""
    return [
        played.name_in(seat)
        for event in played.events
        if isinstance(event, HandsShown)
        for seat, _ in event.hands
    ]


def _ran_out(played: Played) -> bool:
    """Say whether hands were shown before the last card because nobody could bet any more."""
    kinds = [type(event) for event in played.events]
    return HandsShown in kinds and StreetOpened in kinds[kinds.index(HandsShown) :]


def _compare_kept_back(played: Played, said: list[str]) -> None:
    """Check that who did not show won nothing, and that the table may have it so."""
    kept_back = [name for name in played.at_showdown if name not in said]
    if not kept_back:
        return
    bridge = Deviation.BEATEN_HANDS_MUCKED
    if _ran_out(played):
        bridge = Deviation.ALL_IN_HANDS_MUCKED
    if bridge not in played.bridged:
        raise Difference("shown", "shown", said, _shown(played), bridge)
    if played.winners & set(kept_back):
        raise Difference("shown", "shown", said, sorted(played.winners))


def _compare_order(played: Played, said: list[str]) -> None:
    """Compare the order, and who had to show when it was his turn.

    Of a hand that the source does not tell, nobody can say whether it had to be shown.
    """
    ours, ran_out = _shown(played), _ran_out(played)
    theirs = [name for name in said if name in ours]
    excused = played.at_showdown if ran_out else played.unknown
    due = [name for name in ours if name in said or name not in excused]
    bridge = Deviation.RUN_OUT_SHOW_ORDER if ran_out else Deviation.SHOW_ORDER
    if theirs != due and bridge not in played.bridged:
        raise Difference("shown", "shown", said, ours, bridge)


def _show(played: Played, name: str) -> None:
    """Let a player show who need not.

    :raises Difference: when he may not, either.
    """
    try:
        played.hand, _ = apply(played.hand, Show(played.source.seat_of[name]))
    except Refusal as refusal:
        raise Difference("shown", "shown", f"{name} shows", str(refusal.reason)) from None
