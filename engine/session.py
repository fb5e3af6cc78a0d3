"""One evening at one table: seats, hands one after another, eliminations, places.

A session is a value like a hand: every function returns a new one. Members are opaque numbers here.
What belongs to time (when the session stops) is asked as an argument, never read from a clock.

Source: rule text 000 section 1 (no rebuy; the last player with chips, or the biggest stack at the
agreed time), 001 section 7 (ten hands, or one player who can pay); RULINGS B8, D1, D15, E1-E4.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from engine import hand as hands
from engine.actions import Action, Leave
from engine.cards import Card
from engine.cash import BuyIn, Plan, missed_big_blind, plan_hand, straddler, with_straddle
from engine.errors import Malformed, Reason, Refusal
from engine.events import (
    ButtonDrawn,
    CashedOut,
    Eliminated,
    Event,
    HandStarted,
    HandVoided,
    StackCorrected,
)
from engine.games import VARIANTS
from engine.hand import Hand
from engine.levels import Level, level_at
from engine.rules import Game, Stakes, Variant
from engine.seats import Positions

Events = tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody with a seat, or who had one."""

    member: int
    seat: int
    stack: int
    """Chips, those in the pot of a hand in progress included."""
    left: bool = False
    """Left the session; what he had is out of play once the hand in progress is over."""
    sits_out: bool = False
    """At a cash table: is not dealt in until he is back."""
    waits: bool = False
    """At a cash table: is dealt in when the big blind reaches him, or when he posts one."""
    posts: bool = False
    """Would rather post than wait."""
    arrived: bool = False
    """Has come from another table, and no hand has been dealt here since (RULINGS E13)."""
    straddles: bool = False
    """Straddles when he is first after the big blind (RULINGS A18)."""
    exit: int | None = None
    """How early he was out: 1 for the first, the same number for all who went out together."""


@dataclass(frozen=True, slots=True)
class Session:
    """A table's evening."""

    game: Game
    stakes: Stakes
    stack: int
    """What everyone starts with."""
    max_seats: int
    max_hands: int | None
    """How many hands are played at most; None: no limit."""
    players: tuple[Player, ...] = ()
    """In order of their seats."""
    drawn_button: int | None = None
    """The seat that was drawn to have the button first, None before the first deal."""
    positions: Positions | None = None
    """Those of the last hand that counted, None before it."""
    hands_played: int = 0
    """Hands dealt and ended; a voided one does not count (RULINGS D15, E4)."""
    exits: int = 0
    hand: Hand | None = None
    """The hand in progress, or the last one until the next is dealt."""
    taken_away: int = 0
    """Chips that left the table with their owners."""
    handed_out: int = 0
    """All chips ever brought to the table; `total_chips` finds every one of them."""
    levels: tuple[Level, ...] = ()
    """Stakes that rise; none: `stakes` stay."""
    buy_in: BuyIn | None = None
    """The range of a cash table, None where everybody plays for places with `stack` chips."""

    @property
    def variant(self) -> Variant:
        """The game as data."""
        return VARIANTS[self.game]

    @property
    def hand_in_progress(self) -> bool:
        """Whether somebody is to act."""
        return self.hand is not None and not self.hand.is_over

    @property
    def started(self) -> bool:
        """Whether a hand has been dealt: seats and stacks are closed from then on (RULINGS B8)."""
        return self.drawn_button is not None


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the result, shared by all its players (RULINGS E2)."""

    place: int
    players: tuple[Player, ...]


def new_session(
    game: Game,
    stakes: Stakes,
    stack: int,
    max_seats: int,
    max_hands: int | None = None,
    levels: tuple[Level, ...] = (),
    buy_in: BuyIn | None = None,
) -> Session:
    """Open a table without players; `stakes` are those of the first level where there are levels.

    :raises Malformed: for seats the game does not have, or a stack that cannot pay the stakes.
    """
    if not 2 <= max_seats <= VARIANTS[game].max_players:
        raise Malformed(f"{game} is for 2 to {VARIANTS[game].max_players} players")
    if stack < max(stakes.minimum_bet, stakes.ante):
        raise Malformed("the stack must cover the smallest bet")
    return Session(game, stakes, stack, max_seats, max_hands, levels=levels, buy_in=buy_in)


def next_stakes(session: Session, elapsed_s: float) -> Stakes:
    """Return the stakes of the hand that starts next, seconds after the session began."""
    if not session.levels:
        return session.stakes
    return session.levels[level_at(session.levels, session.hands_played, elapsed_s)].stakes


def sit(
    session: Session, member: int, seat: int | None = None, chips: int | None = None
) -> Session:
    """Seat a member on the first free seat unless one is named.

    He has the starting stack, or at a cash table the chips he brings. There one may sit down at any
    time: who comes after the first deal waits for the big blind or posts one (RULINGS B10).

    :raises Refusal: after the first deal where it is for places, with chips outside the buy-in
        range, when the table is full, or when seat or member is taken.
    """
    if session.started and session.buy_in is None:
        raise Refusal(Reason.SESSION_STARTED)
    stack = session.stack
    if session.buy_in is not None and chips is not None:
        stack = chips
        if not session.buy_in.least <= chips <= session.buy_in.most:
            raise Refusal(Reason.OUTSIDE_BUY_IN)
    if any(player.member == member for player in session.players):
        raise Refusal(Reason.ALREADY_SEATED)
    taken = {player.seat for player in session.players}
    free = [number for number in range(1, session.max_seats + 1) if number not in taken]
    if not free:
        raise Refusal(Reason.TABLE_FULL)
    if seat is not None and seat not in free:
        raise Refusal(Reason.SEAT_TAKEN)
    newcomer = Player(member, seat or free[0], stack, waits=session.started)
    players = sorted((*session.players, newcomer), key=lambda player: player.seat)
    handed_out = session.handed_out + stack
    return replace(session, players=tuple(players), handed_out=handed_out)


def leave(session: Session, member: int) -> tuple[Session, Events]:
    """Take a member off the table.

    Before the first deal the seat is free again. Afterwards his live hand folds unless it is
    all-in, the rest of his chips leave play, and he is ranked as if eliminated then (RULINGS B8).

    :raises Refusal: `NOT_SEATED` when he has no seat, or none any more.
    """
    player = player_of(session, member)
    if not session.started:
        handed_out = session.handed_out - player.stack
        return replace(_without(session, player), handed_out=handed_out), ()
    session = _with(session, replace(player, left=True))
    hand = session.hand
    if hand is not None and not hand.is_over and player.seat in hand.seats:
        return act(session, Leave(player.seat))
    return _settle_exits(session)


def add_chips(session: Session, member: int, chips: int) -> Session:
    """Add chips to a stack at a cash table, between hands (RULINGS B10).

    :raises Refusal: `HAND_IN_PROGRESS` while he is dealt in, `OUTSIDE_BUY_IN` for more than the
        range allows, `NOT_SEATED` when he has no seat.
    :raises Malformed: for chips that are none, or at a table that is no cash table.
    """
    player = player_of(session, member)
    if session.buy_in is None or type(chips) is not int or chips <= 0:
        raise Malformed(f"not chips for a cash table: {chips!r}")
    if session.hand is not None and not session.hand.is_over and player.seat in session.hand.seats:
        raise Refusal(Reason.HAND_IN_PROGRESS)
    if player.stack + chips > session.buy_in.most:
        raise Refusal(Reason.OUTSIDE_BUY_IN)
    session = replace(session, handed_out=session.handed_out + chips)
    return _with(session, replace(player, stack=player.stack + chips))


def correct(
    session: Session, member: int, amount: int, by: int, reason: str
) -> tuple[Session, Events]:
    """Add chips to a stack, or take some away, where the one who runs the table must.

    :param by: who corrects.
    :raises Refusal: `HAND_IN_PROGRESS` while a hand is played, `ABOVE_STACK` for more than there
        is to take, `NOT_SEATED` when the member has no seat, or is out.
    :raises Malformed: for an amount that is none.
    """
    player = player_of(session, member)
    if type(amount) is not int or not amount:
        raise Malformed(f"not a correction: {amount!r}")
    if session.hand_in_progress:
        raise Refusal(Reason.HAND_IN_PROGRESS)
    if player.stack + amount < 0:
        raise Refusal(Reason.ABOVE_STACK)
    session = replace(session, handed_out=session.handed_out + amount)
    session = _with(session, replace(player, stack=player.stack + amount))
    return session, (StackCorrected(player.seat, member, amount, by, reason),)


def choose(
    session: Session,
    member: int,
    *,
    sits_out: bool | None = None,
    posts: bool | None = None,
    straddles: bool | None = None,
) -> Session:
    """Note what a member at a cash table wants from now on; None leaves a choice as it is.

    :raises Refusal: `NOT_SEATED` when he has no seat.
    """
    player = player_of(session, member)
    return _with(
        session,
        replace(
            player,
            sits_out=player.sits_out if sits_out is None else sits_out,
            posts=player.posts if posts is None else posts,
            straddles=player.straddles if straddles is None else straddles,
        ),
    )


def start_hand(
    session: Session,
    deck: Sequence[Card],
    reshuffle: Sequence[Card],
    drawn_button: int,
    elapsed_s: float = 0,
) -> tuple[Session, Events]:
    """Deal the next hand to everyone who can pay for it, at the stakes of its level.

    :param deck: 52 cards in random order, the top one first.
    :param reshuffle: 52 cards in another random order (see `engine.hand.deal`).
    :param drawn_button: a random whole number; it draws the button of the first hand (RULINGS B5).
    :param elapsed_s: seconds since the session began; levels by time look at it.
    :raises Refusal: while a hand is played, or with fewer than two who can pay.
    """
    if session.hand_in_progress:
        raise Refusal(Reason.HAND_IN_PROGRESS)
    session = replace(session, stakes=next_stakes(session, elapsed_s))
    payers = able_to_play(session)
    if len(payers) < 2:
        raise Refusal(Reason.TOO_FEW_PLAYERS)
    if session.max_hands is not None and session.hands_played >= session.max_hands:
        raise Refusal(Reason.SESSION_OVER)
    occupied = sorted(player.seat for player in payers)
    events: list[Event] = []
    if session.drawn_button not in occupied and session.positions is None:
        button = occupied[drawn_button % len(occupied)]
        session = replace(session, drawn_button=button)
        events.append(ButtonDrawn(button))
    plan = _plan(session, payers)
    session = _after_blinds_moved(session, plan)
    stacks = {player.seat: player.stack for player in payers if player.seat in plan.seats}
    hand, dealt = hands.deal(
        session.game, session.stakes, stacks, plan.positions, deck, reshuffle, plan.posters
    )
    held = tuple(stacks.items())
    number, button = session.hands_played + 1, plan.positions.button
    members = tuple((p.seat, p.member) for p in payers if p.seat in plan.seats)
    events.append(HandStarted(number, button, hand.seats, held, session.stakes, members))
    events.extend(dealt)
    return _after_hand_step(replace(session, hand=hand), events)


def act(session: Session, action: Action) -> tuple[Session, Events]:
    """Carry out an action in the hand being played, and settle the hand when it ends.

    :raises Refusal: as `engine.hand.apply`, also when no hand is being played.
    """
    if session.hand is None:
        raise Refusal(Reason.HAND_OVER)
    was_over = session.hand.is_over
    hand, events = hands.apply(session.hand, action)
    session = replace(session, hand=hand)
    return (session, events) if was_over else _after_hand_step(session, list(events))


def void_hand(session: Session) -> tuple[Session, Events]:
    """Cancel the hand being played: every contribution goes back, nothing moves (RULINGS E4).

    :raises Refusal: `HAND_OVER` when none is being played.
    """
    if not session.hand_in_progress:
        raise Refusal(Reason.HAND_OVER)
    voided = HandVoided(session.hands_played + 1)
    session, exits = _settle_exits(replace(session, hand=None))
    return session, (voided, *exits)


def player_of(session: Session, member: int) -> Player:
    """Return the player of a member who is still in the session.

    :raises Refusal: `NOT_SEATED` when he never sat here, has left or is out.
    """
    for player in session.players:
        if player.member == member and not player.left and player.exit is None:
            return player
    raise Refusal(Reason.NOT_SEATED)


def able_to_play(session: Session) -> tuple[Player, ...]:
    """Return the players who can be dealt into the next hand, in order of their seats.

    Where the ante must be paid in full, who has less is out, and keeps it for the places
    (RULINGS D1).
    """
    least = 1 if session.variant.part_ante else session.stakes.ante
    return tuple(
        player
        for player in session.players
        if not player.left and not player.sits_out and player.stack >= max(least, 1)
    )


def is_decided(session: Session) -> bool:
    """Say whether no further hand can be played: one player left, or all hands played."""
    if session.hand_in_progress or session.buy_in is not None:
        return False
    return is_played_out(session) or len(able_to_play(session)) < 2


def is_played_out(session: Session) -> bool:
    """Say whether all hands are played, where they are counted."""
    return session.max_hands is not None and session.hands_played >= session.max_hands


def places(session: Session) -> tuple[Place, ...]:
    """Rank everybody as if the session ended now; a hand in progress counts as voided.

    Chips decide, equal chips share a place and the next place skips. With a dead button (Hold'em) a
    later elimination ranks higher; in five-card draw final balances alone count (RULINGS E2, E3).
    """
    if session.hand_in_progress:
        session, _ = void_hand(session)

    def standing(player: Player) -> tuple[int, int]:
        if player.exit is not None and session.variant.dead_button:
            return (player.exit, 0)
        return (session.exits + 1, player.stack)

    ranked = sorted(session.players, key=standing, reverse=True)
    groups: list[Place] = []
    for position, player in enumerate(ranked, start=1):
        if groups and standing(groups[-1].players[0]) == standing(player):
            groups[-1] = Place(groups[-1].place, (*groups[-1].players, player))
        else:
            groups.append(Place(position, (player,)))
    return tuple(groups)


def total_chips(session: Session) -> int:
    """Count all chips, wherever they are: always what was handed out (design law 10)."""
    in_hand = 0
    if session.hand_in_progress:
        assert session.hand is not None
        in_hand = sum(session.hand.round.stacks) + session.hand.pot
    dealt = session.hand.seats if session.hand_in_progress and session.hand else ()
    behind = sum(player.stack for player in session.players if player.seat not in dealt)
    return in_hand + behind + session.taken_away


def _plan(session: Session, payers: Collection[Player]) -> Plan:
    """Decide who is dealt in and where button and blinds are."""
    assert session.drawn_button is not None
    blinds = session.variant.dead_button
    plan = plan_hand(payers, session.positions, session.drawn_button, blinds=blinds)
    stacks = {player.seat: player.stack for player in payers}
    return with_straddle(plan, straddler(plan, payers, stacks, session.stakes))


def _after_blinds_moved(session: Session, plan: Plan) -> Session:
    """Note who has been dealt in and waits no more, and who must from now on.

    Who comes from another table waits for one hand at most; only at a cash table is it longer.
    """
    session = replace(session, players=tuple(replace(p, arrived=False) for p in session.players))
    if session.buy_in is None:
        return session
    out = [player.seat for player in session.players if player.sits_out or not player.stack]
    missed = missed_big_blind(out, session.positions, plan.positions)
    for player in session.players:
        if player.seat in plan.seats:
            session = _with(session, replace(player, waits=False, posts=False))
        elif player.seat in missed:
            session = _with(session, replace(player, waits=True))
    return session


def _after_hand_step(session: Session, events: list[Event]) -> tuple[Session, Events]:
    """Take over the stacks when the hand is over, and see who is out."""
    hand = session.hand
    assert hand is not None
    if not hand.is_over:
        return session, tuple(events)
    stacks = dict(zip(hand.seats, hand.round.stacks, strict=True))
    session = replace(
        session,
        players=tuple(
            replace(player, stack=stacks.get(player.seat, player.stack))
            for player in session.players
        ),
        positions=hand.positions,
        hands_played=session.hands_played + 1,
    )
    session, exits = _settle_exits(session)
    return session, (*events, *exits)


def _settle_exits(session: Session) -> tuple[Session, Events]:
    """Mark who can play no more, all with the same number, and take leavers' chips out of play."""
    if session.buy_in is not None:
        return _settle_cash(session)
    able = able_to_play(session)
    out = [player for player in session.players if player.exit is None and player not in able]
    if not out:
        return session, ()
    exits = session.exits + 1
    kept = tuple((player.member, 0 if player.left else player.stack) for player in out)
    for player in out:
        gone = player.stack if player.left else 0
        session = replace(session, taken_away=session.taken_away + gone)
        session = _with(session, replace(player, exit=exits, stack=player.stack - gone))
    seats = tuple(player.seat for player in out)
    return replace(session, exits=exits), (Eliminated(seats, kept),)


def _settle_cash(session: Session) -> tuple[Session, Events]:
    """Let who has left a cash table take his chips off it, once his hand is over (RULINGS B10)."""
    playing = session.hand.seats if session.hand is not None and not session.hand.is_over else ()
    gone = [player for player in session.players if player.left and player.seat not in playing]
    for player in gone:
        session = _without(session, player)
        session = replace(session, taken_away=session.taken_away + player.stack)
    return session, tuple(CashedOut(p.seat, p.member, p.stack) for p in gone)


def _with(session: Session, changed: Player) -> Session:
    players = tuple(
        changed if player.seat == changed.seat else player for player in session.players
    )
    return replace(session, players=players)


def _without(session: Session, gone: Player) -> Session:
    return replace(session, players=tuple(player for player in session.players if player != gone))
