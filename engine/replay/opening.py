"""Deal a source's hand, and compare what was posted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from engine import betting
from engine.errors import Malformed
from engine.events import AntePosted, Blind, BlindPosted
from engine.games import VARIANTS
from engine.hand import deal
from engine.replay.deviations import Deviation
from engine.replay.form import ActType, Post, PostType, SourceHand
from engine.replay.played import Difference, Played, Unchecked
from engine.replay.stacking import Cards, stack
from engine.rules import AntePayer, Stakes, Structure
from engine.seats import Positions, clockwise_from, next_seat

BLINDS = {
    Blind.SMALL: PostType.SMALL_BLIND,
    Blind.BIG: PostType.BIG_BLIND,
    Blind.STRADDLE: PostType.STRADDLE,
}
ANTES = {
    AntePayer.EVERYONE: PostType.ANTE,
    AntePayer.BIG_BLIND: PostType.BIG_BLIND_ANTE,
    AntePayer.BUTTON: PostType.BUTTON_ANTE,
}


def open_hand(
    source: SourceHand, cards: Cards, bridged: Collection[Deviation], filling: int
) -> Played:
    """Deal a hand as the source had it.

    :raises Difference: where the engine would not, or posts otherwise.
    """
    left_out = _left_out(source, bridged)
    dealt = [seat for seat in source.seats if seat.name not in left_out]
    positions = _positions(source, [seat.number for seat in dealt], bridged)
    stacks = {seat.number: seat.stack for seat in dealt}
    order = [source.name_of[seat] for seat in clockwise_from(positions.button, stacks)]
    decks = stack(source, cards, order, filling)
    stakes = _stakes(source, bridged)
    try:
        hand, events = deal(source.game, stakes, stacks, positions, *decks)
    except Malformed as error:
        raise Difference("deal", "seats", "dealt", str(error)) from None
    played = Played(source, cards, bridged, hand, list(events), left_out)
    if source.button is None:
        played.unchecked.add(Unchecked.BUTTON)
    if positions.straddle is None:
        for post in _straddles(source):
            _post_straddle(played, post)
    _compare_posts(played)
    return played


def _left_out(source: SourceHand, bridged: Collection[Deviation]) -> frozenset[str]:
    """Return players to leave out where there are too many: such as fold before they pay."""
    most = VARIANTS[source.game].max_players
    too_many = len(source.seats) - most
    if too_many <= 0:
        return frozenset()
    involved = {post.player for post in source.posts}
    free: list[str] = []
    for act in source.acts:
        if act.type is ActType.FOLD and act.player not in involved:
            free.append(act.player)
        involved.add(act.player)
    bridge = Deviation.CROWDED_TABLE if len(free) >= too_many else None
    if bridge not in bridged:
        raise Difference("deal", "seats", len(source.seats), f"at most {most}", bridge)
    return frozenset(free[:too_many])


def _stakes(source: SourceHand, bridged: Collection[Deviation]) -> Stakes:
    kinds = {post.type for post in source.posts}
    payer = next((payer for payer, kind in ANTES.items() if kind in kinds), None)
    stakes = Stakes(
        source.small_blind,
        source.big_blind,
        source.ante,
        source.structure,
        ante_payer=payer or AntePayer.EVERYONE,
        odd_chips_apart=Deviation.ODD_CHIPS_APART in bridged,
        muck=Deviation.BEATEN_HANDS_MUCKED in bridged,
    )
    return replace(stakes, raise_cap=None) if Deviation.FL_UNCAPPED in bridged else stakes


def _positions(
    source: SourceHand, dealt: Collection[int], bridged: Collection[Deviation]
) -> Positions:
    """Place button and blinds where the source has them; a small blind nobody posted is dead.

    Who is due the big blind may be all-in from the ante and not appear: he is the next one. A
    button that the source does not tell is taken to be right before the first blind.
    """
    posted = {post.type: source.seat_of[post.player] for post in source.posts}
    small, big = posted.get(PostType.SMALL_BLIND), posted.get(PostType.BIG_BLIND)
    button = source.button
    if button is None:
        first = next((seat for seat in (small, big) if seat is not None), max(dealt))
        button = clockwise_from(first, dealt)[-2]
    if big is None and Deviation.BIG_BLIND_MISSING in bridged:
        small, big = None, small
    elif big is None and source.big_blind:
        big = next_seat(button if small is None else small, dealt)
    return Positions(button, small, big, _straddler(source, dealt, big, bridged))


def _straddles(source: SourceHand) -> list[Post]:
    return [post for post in source.posts if post.type is PostType.STRADDLE]


def _straddler(
    source: SourceHand, dealt: Collection[int], big: int | None, bridged: Collection[Deviation]
) -> int | None:
    """Return the seat of a straddle that is ours, None where there is none, or others (A18)."""
    straddles = _straddles(source)
    ours: list[tuple[int, int]] = []
    if big is not None and len(dealt) > 2 and source.structure is not Structure.FIXED_LIMIT:
        ours.append((next_seat(big, dealt), 2 * source.big_blind))
    said = [(source.seat_of[post.player], post.amount) for post in straddles]
    if said and said == ours:
        return said[0][0]
    if said and Deviation.EXTRA_STRADDLE not in bridged:
        posted = [(post.player, post.amount) for post in straddles]
        rule = "one of two big blinds, after the big blind"
        raise Difference("straddle", "posts", posted, rule, Deviation.EXTRA_STRADDLE)
    return None


def _post_straddle(played: Played, post: Post) -> None:
    """Post a live blind that our rules do not have; the next player acts first."""
    hand = played.hand = played.hand.copy()
    player = played.player(post.player)
    assert player is not None, "who posted was not left out"
    posted = betting.post_blind(hand.round, player, post.amount)
    all_in = not hand.round.stacks[player]
    played.events.append(BlindPosted(hand.seats[player], Blind.STRADDLE, posted, all_in))
    hand.to_act = betting.next_to_act(hand.round, player + 1)


def _compare_posts(played: Played) -> None:
    said = Counter(
        (post.type, post.player, post.amount, post.all_in) for post in played.source.posts
    )
    ours = Counter(
        (_post_type(played, event), played.name_in(event.seat), event.amount, event.all_in)
        for event in played.events
        if isinstance(event, AntePosted | BlindPosted)
    )
    if said == ours:
        return
    theirs, extra = said - ours, ours - said
    missing = not theirs and {kind for kind, *_ in extra} == {PostType.BIG_BLIND}
    bridge = Deviation.BIG_BLIND_MISSING if missing else None
    raise Difference("posts", "posts", sorted(theirs), sorted(extra), bridge)


def _post_type(played: Played, event: AntePosted | BlindPosted) -> PostType:
    if isinstance(event, AntePosted):
        return ANTES[played.hand.stakes.ante_payer]
    if event.blind is Blind.BIG and Deviation.BIG_BLIND_MISSING in played.bridged:
        return PostType.SMALL_BLIND
    return BLINDS[event.blind]
