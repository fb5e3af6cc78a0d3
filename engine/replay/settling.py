"""Compare what came of a hand: the board, what came back, the pots and the stacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain

from engine.events import PotAwarded, UncalledReturned
from engine.ranking import strength
from engine.replay.deviations import Deviation
from engine.replay.form import LOWBALL
from engine.replay.played import Difference, Played, Unchecked, cards_text
from engine.replay.showing import compare_cards, compare_shown


def settle(played: Played, *, by_source: bool) -> None:
    """Compare everything that came of a hand.

    :param by_source: the cards do not say who wins: the source does.
    :raises Difference: at the first thing on which engine and source do not agree.
    """
    _compare_board(played)
    _compare_uncalled(played)
    _compare_total(played)
    lowball = _is_lowball(played)
    if by_source:
        played.unchecked.add(Unchecked.WINNERS)
    if by_source or lowball:
        _compare_winners(played, ranked=not lowball)
    else:
        _compare_won(played)
    said, ours = dict(played.source.final), final_stacks(played)
    if said != ours:
        raise Difference("final", "final", said, ours)
    compare_cards(played)
    if not by_source and not lowball:
        compare_shown(played)


def final_stacks(played: Played) -> dict[str, int]:
    """Return the stacks at the end, the pots paid as the source pays them.

    How that differs from what the engine pays has been judged before.
    """
    stacks = Counter(played.stacks)
    stacks.subtract(_sums(_shares(played)))
    stacks.update(_sums(played.source.won))
    return dict(stacks)


def _shares(played: Played) -> Iterable[tuple[str, int]]:
    for award in played.hand.pot_awards:
        for seat, chips in award.shares:
            yield played.name_in(seat), chips


def _sums(amounts: Iterable[tuple[str, int]]) -> Counter[str]:
    sums: Counter[str] = Counter()
    for player, amount in amounts:
        sums[player] += amount
    return sums


def _compare_board(played: Played) -> None:
    """Compare the board; cards opened when the hand was over are no part of it."""
    said = tuple(chain.from_iterable(played.source.board))
    ours = played.hand.board
    later = len(said) > len(ours) and said[: len(ours)] == ours
    if said == ours or (later and Deviation.BOARD_AFTER_THE_END in played.bridged):
        return
    bridge = Deviation.BOARD_AFTER_THE_END if later else None
    raise Difference("board", "board", cards_text(said), cards_text(ours), bridge)


def _compare_uncalled(played: Played) -> None:
    """Compare what came back; what a deviation put in or left out comes back, too."""
    ours = Counter(played.excess)
    for event in played.events:
        if isinstance(event, UncalledReturned):
            ours[played.name_in(event.seat)] += event.amount
    said = _sums(played.source.uncalled)
    if said != +ours or min(ours.values(), default=0) < 0:
        raise Difference("uncalled", "uncalled", dict(said), dict(ours))


def _compare_total(played: Played) -> None:
    """Compare the chips in all pots; the rake is part of them."""
    rake = played.source.rake
    if rake and Deviation.RAKE not in played.bridged:
        raise Difference("rake", "rake", rake, 0, Deviation.RAKE)
    said = sum(amount for _, amount in played.source.won)
    ours = sum(award.amount for award in played.hand.pot_awards)
    if said + rake != ours:
        raise Difference("pot", "won", said + rake, ours)


def _is_lowball(played: Played) -> bool:
    """Say whether a hand was decided by a ranking that is not ours."""
    lowball = LOWBALL in played.source.flags and bool(played.at_showdown)
    if lowball and Deviation.LOWBALL_RANKING not in played.bridged:
        ours = "the highest hand wins"
        raise Difference("ranking", "flags", LOWBALL, ours, Deviation.LOWBALL_RANKING)
    return lowball


def _compare_winners(played: Played, *, ranked: bool) -> None:
    """Check that those who win by the source could: none is beaten by known cards, if `ranked`."""
    said = {player for player, _ in played.source.won}
    could: set[str] = set()
    for award in played.hand.pot_awards:
        could |= _not_beaten(played, award) if ranked else set(_names(played, award))
    if not said <= could:
        raise Difference("won", "won", sorted(said), sorted(could))


def _names(played: Played, award: PotAwarded) -> list[str]:
    return [played.name_in(seat) for seat in award.contenders]


def _not_beaten(played: Played, award: PotAwarded) -> set[str]:
    """Return who may have won a pot as far as the source knows the cards."""
    known = {
        name: strength([*played.cards.last[name], *played.hand.board])
        for name in _names(played, award)
        if name in played.cards.last
    }
    best = max(known.values(), default=None)
    return {name for name in _names(played, award) if known.get(name) in {None, best}}


def _compare_won(played: Played) -> None:
    """Compare what each winner collected, and pot by pot where the source tells pots apart."""
    ours = _paid(played, apart=played.hand.stakes.odd_chips_apart)
    said = sorted(played.source.won)
    if ours == said:
        return
    # What the room kept of each winner's chips: of several pots, its rake.
    kept = _sums(ours)
    kept.subtract(_sums(said))
    rake = played.source.rake if len(played.hand.pot_awards) > 1 else 0
    if min(kept.values()) < 0 or sum(kept.values()) != rake:
        bridge = _odd_chips(played, kept)
        if bridge is None or bridge not in played.bridged:
            raise Difference("won", "won", said, ours, bridge)
    if [player for player, _ in ours] != [player for player, _ in said]:
        played.unchecked.add(Unchecked.POTS)


def _paid(played: Played, *, apart: bool) -> list[tuple[str, int]]:
    """Return what the engine pays of each pot, by name; of a single pot, less the rake."""
    awards = played.hand.pot_awards
    rake = played.source.rake if len(awards) == 1 else 0
    paid = []
    for award in awards:
        share, odd = divmod(award.amount - rake, len(award.shares))
        for place, (seat, _) in enumerate(award.shares):
            more = int(place < odd) if apart else odd * (place == 0)
            paid.append((played.name_in(seat), share + more))
    return sorted((player, chips) for player, chips in paid if chips)


def _odd_chips(played: Played, kept: Counter[str]) -> Deviation | None:
    """Return the deviation that explains shares which differ by leftover chips only."""
    leftover = sum(len(award.shares) - 1 for award in played.hand.pot_awards)
    same = {player for player, _ in played.source.won} == played.winners
    if not same or max(map(abs, kept.values())) > leftover:
        return None
    if _sums(_paid(played, apart=True)) == _sums(played.source.won):
        return Deviation.ODD_CHIPS_APART
    return Deviation.ODD_CHIPS_ELSEWHERE
