"""One hand, from the first card to the last chip: `deal` it, `apply` actions until it is over.

Both return a new hand and what happened; the hand handed in never changes, and nothing else does.
Inside, players are counted from the first seat left of the button: that is the order in which cards
are dealt, players act after the flop, exchange, show and receive odd chips. Outside, seats have
their numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from engine import betting, pots
from engine.actions import (
    Action,
    AllIn,
    BetTo,
    Call,
    Check,
    Exchange,
    Fold,
    Leave,
    Legal,
    RaiseTo,
    Show,
    TimeOut,
)
from engine.betting import Round
from engine.cards import Card, Deck, check_deck
from engine.errors import Malformed, Reason, Refusal
from engine.events import (
    AntePosted,
    BetPlaced,
    Blind,
    BlindPosted,
    Called,
    CardsDealt,
    CardsDrawn,
    Checked,
    Exchanged,
    Folded,
    HandEnded,
    HandEvent,
    HandsRanked,
    HandsShown,
    Mucked,
    PlayerLeft,
    PotAwarded,
    Raised,
    StreetOpened,
    StubReshuffled,
    TimedOut,
    UncalledReturned,
)
from engine.games import VARIANTS
from engine.ranking import Strength, strength
from engine.rules import AntePayer, Game, Stakes, Street, Structure, Variant
from engine.seats import Positions, clockwise_from, next_seat

Events = tuple[HandEvent, ...]


@dataclass(slots=True)
class Hand:
    """A hand in progress or over. Treat it as a value: only `apply` makes the next one.

    Lists are by player, counted from the first seat left of the button.
    """

    game: Game
    stakes: Stakes
    positions: Positions
    seats: tuple[int, ...]
    """The seat number of each player."""
    round: Round
    """The current betting round; it also holds everybody's chips and who is still in."""
    paid: list[int]
    """What each player put in before the current round, antes included."""
    dead: int
    """What one seat paid as the ante of the whole table: main-pot money."""
    holes: list[tuple[Card, ...]]
    """Private cards; a folded player's are kept for himself."""
    board: tuple[Card, ...]
    stub: tuple[Card, ...]
    """Undealt cards, the next one first."""
    muck: tuple[Card, ...]
    """Cards out of play: burned, folded, discarded."""
    reshuffle: Deck
    """The order in which the stub is shuffled anew, should an exchange need it."""
    street: int
    to_act: int | None
    """The player to act, None when the hand is over."""
    shown: bool
    """The live hands lie open, save those that were mucked."""
    may_show: tuple[int, ...]
    """Players who need not show, and still may: who won unseen, or mucked."""
    pot_awards: tuple[PotAwarded, ...]
    """How the pots were paid, once the hand is over."""

    @property
    def variant(self) -> Variant:
        """The game as data."""
        return VARIANTS[self.game]

    @property
    def current_street(self) -> Street:
        """The street being played."""
        return self.variant.streets[self.street]

    @property
    def is_over(self) -> bool:
        """Whether every chip has found its owner."""
        return self.to_act is None

    @property
    def contributions(self) -> list[int]:
        """What each player has put into the pot in all, in chips."""
        return [paid + bet for paid, bet in zip(self.paid, self.round.bets, strict=True)]

    @property
    def pot(self) -> int:
        """All chips in the middle."""
        return self.dead + sum(self.contributions)

    @property
    def exchanging(self) -> bool:
        """Whether the player to act is asked to exchange cards, not to bet."""
        return self.to_act is not None and bool(self.current_street.exchange)

    def player(self, seat: int) -> int:
        """Return the player in a seat.

        :raises Refusal: `NOT_IN_HAND` when nobody there was dealt in.
        """
        if seat not in self.seats:
            raise Refusal(Reason.NOT_IN_HAND, legal(self))
        return self.seats.index(seat)

    def copy(self) -> Hand:
        """Return a hand that can be changed without changing this one."""
        return replace(
            self, round=self.round.copy(), paid=self.paid.copy(), holes=self.holes.copy()
        )


def deal(
    game: Game,
    stakes: Stakes,
    stacks: Mapping[int, int],
    positions: Positions,
    deck: Sequence[Card],
    reshuffle: Sequence[Card],
) -> tuple[Hand, Events]:
    """Post antes and blinds, deal the private cards, and go to the first decision.

    :param stacks: chips of each seat that is dealt in, two seats at least.
    :param deck: 52 cards, the top one first; the order of everything that follows.
    :param reshuffle: 52 cards; should a stub run short in an exchange, the cards that are shuffled
        together come in this order. Of a random order, any part is in random order too. It is
        needed once a hand at most: at 30 of 52 cards dealt, a full stub holds 22 more.
    :raises Malformed: for a deck that is none, or stacks that cannot be dealt in.
    """
    variant = VARIANTS[game]
    if not 2 <= len(stacks) <= variant.max_players or min(stacks.values()) <= 0:
        raise Malformed(f"a hand needs 2 to {variant.max_players} players with chips")
    seats = clockwise_from(positions.button, stacks)
    chips = [stacks[seat] for seat in seats]
    hand = Hand(
        game=game,
        stakes=stakes,
        positions=positions,
        seats=seats,
        round=betting.new_round(chips, [True] * len(seats), stakes, variant.streets[0], pot=0),
        paid=[0] * len(seats),
        dead=0,
        holes=[()] * len(seats),
        board=(),
        stub=check_deck(deck),
        muck=(),
        reshuffle=check_deck(reshuffle),
        street=0,
        to_act=None,
        shown=False,
        may_show=(),
        pot_awards=(),
    )
    events: list[HandEvent] = []
    _post_antes(hand, events)
    _post_blinds(hand, events)
    _deal_private_cards(hand, events)
    _go_on(hand, _first_after_blinds(hand), events)
    return hand, tuple(events)


def legal(hand: Hand) -> Legal | None:
    """Return what the player to act may do, None when the hand is over.

    It is what `apply` checks against, and what buttons and refusals show.
    """
    player = hand.to_act
    if player is None:
        return None
    seat = hand.seats[player]
    if hand.exchanging:
        return Legal(seat, most_cards=hand.current_street.exchange)
    choice = betting.options(hand.round, player)
    return Legal(
        seat,
        to_call=choice.to_call,
        opens=not hand.round.price,
        min_to=choice.min_to,
        max_to=choice.max_to,
        closed=choice.closed,
    )


def apply(hand: Hand, action: Action) -> tuple[Hand, Events]:
    """Carry out an action: the only way from one state of a hand to the next.

    :raises Refusal: when the rules do not allow it; its `legal` says what they would.
    :raises Malformed: for an amount or positions that are not whole numbers.
    """
    after = hand.copy()
    events: list[HandEvent] = []
    if isinstance(action, Show):
        _show_by_choice(after, action.seat, events)
    elif isinstance(action, Leave):
        _leave(after, action.seat, events)
    else:
        _check_turn(after, action.seat)
        _decide(after, action, events)
    return after, tuple(events)


# How a hand begins


def _post_antes(hand: Hand, events: list[HandEvent]) -> None:
    """Take the antes: dead money, paid before the blinds (RULINGS A19)."""
    if not hand.stakes.ante:
        return
    payers = {
        AntePayer.EVERYONE: hand.seats,
        AntePayer.BIG_BLIND: (hand.positions.big_blind,),
        AntePayer.BUTTON: (hand.positions.button,),
    }[hand.stakes.ante_payer]
    for player, seat in enumerate(hand.seats):
        if seat not in payers:
            continue
        amount = min(hand.stakes.ante, hand.round.stacks[player])
        hand.round.stacks[player] -= amount
        hand.round.pot += amount
        if hand.stakes.ante_payer is AntePayer.EVERYONE:
            hand.paid[player] += amount
        else:
            hand.dead += amount
        events.append(AntePosted(seat, amount, not hand.round.stacks[player]))


def _post_blinds(hand: Hand, events: list[HandEvent]) -> None:
    _check_straddle(hand)
    blinds = (
        (hand.positions.small_blind, Blind.SMALL, hand.stakes.small_blind),
        (hand.positions.big_blind, Blind.BIG, hand.stakes.big_blind),
        (hand.positions.straddle, Blind.STRADDLE, 2 * hand.stakes.big_blind),
    )
    for seat, blind, amount in blinds:
        if seat not in hand.seats or not amount:
            continue
        player = hand.seats.index(seat)
        posted = betting.post_blind(hand.round, player, amount)
        if posted:
            events.append(BlindPosted(seat, blind, posted, not hand.round.stacks[player]))


def _check_straddle(hand: Hand) -> None:
    """Check that the seat that straddles may (RULINGS A18).

    :raises Malformed: when it may not.
    """
    seat, big_blind = hand.positions.straddle, hand.positions.big_blind
    if seat is None:
        return
    fixed = hand.stakes.structure is Structure.FIXED_LIMIT
    if fixed or big_blind is None or len(hand.seats) < 3:
        raise Malformed("a straddle needs blinds, three players and no fixed limit")
    if seat != next_seat(big_blind, hand.seats):
        raise Malformed("only the seat after the big blind may straddle")
    if hand.round.stacks[hand.seats.index(seat)] < 2 * hand.stakes.big_blind:
        raise Malformed("a straddle is twice the big blind, after antes")


def _deal_private_cards(hand: Hand, events: list[HandEvent]) -> None:
    """Deal one card at a time, clockwise from the left of the button."""
    players = len(hand.seats)
    count = hand.current_street.deal
    for player, seat in enumerate(hand.seats):
        hand.holes[player] = hand.stub[player : players * count : players]
        events.append(CardsDealt(seat, hand.holes[player]))
    hand.stub = hand.stub[players * count :]


def _first_after_blinds(hand: Hand) -> int:
    last = hand.positions.straddle or hand.positions.big_blind
    return 0 if last is None else hand.seats.index(last) + 1


# What a player does


def _check_turn(hand: Hand, seat: int) -> None:
    if hand.to_act is None:
        raise Refusal(Reason.HAND_OVER)
    player = hand.player(seat)
    if player != hand.to_act:
        live = hand.round.live[player]
        raise Refusal(Reason.NOT_YOUR_TURN if live else Reason.NOT_IN_HAND, legal(hand))


def _decide(
    hand: Hand,
    action: Fold | Check | Call | BetTo | RaiseTo | AllIn | Exchange | TimeOut,
    events: list[HandEvent],
) -> None:
    may = legal(hand)
    assert may is not None
    if isinstance(action, TimeOut):
        events.append(TimedOut(action.seat))
        action = _default_action(may)
    if isinstance(action, AllIn):
        action = _as_all_in(may, hand)
    if isinstance(action, Exchange) != hand.exchanging:
        raise Refusal(Reason.NOT_NOW, may)
    player = hand.player(action.seat)
    match action:
        case Exchange(positions=positions):
            _exchange(hand, player, positions, may, events)
        case Fold():
            _fold(hand, player, events)
        case Check():
            if may.to_call:
                raise Refusal(Reason.FACING_A_BET, may)
            betting.check(hand.round, player)
            events.append(Checked(action.seat))
        case Call():
            if not may.to_call:
                raise Refusal(Reason.NOTHING_TO_CALL, may)
            added = betting.call(hand.round, player)
            all_in = not hand.round.stacks[player]
            events.append(Called(action.seat, hand.round.bets[player], added, all_in))
        case BetTo(total=total) | RaiseTo(total=total):
            if isinstance(action, BetTo) != may.opens:
                wrong = Reason.NO_BET_TO_RAISE if may.opens else Reason.FACING_A_BET
                raise Refusal(wrong, may)
            _check_total(total, may, hand.round.bets[player] + hand.round.stacks[player])
            betting.raise_to(hand.round, player, total)
            what = BetPlaced if may.opens else Raised
            events.append(what(action.seat, total, not hand.round.stacks[player]))
        case _:
            assert_never(action)
    _go_on(hand, player + 1, events)


def _default_action(may: Legal) -> Fold | Check | Exchange:
    """Return what a player does who does not answer (RULINGS E8, D13)."""
    if may.most_cards is not None:
        return Exchange(may.seat)
    return Check(may.seat) if may.can_check else Fold(may.seat)


def _as_all_in(may: Legal, hand: Hand) -> Call | BetTo | RaiseTo | Exchange:
    """Return the call, bet or raise that putting in everything amounts to.

    :raises Refusal: where it would be a raise and none is allowed.
    """
    if may.most_cards is not None:
        raise Refusal(Reason.NOT_NOW, may)
    if may.closed is Reason.CALL_TAKES_ALL:
        return Call(may.seat)
    if may.closed is not None:
        raise Refusal(may.closed, may)
    player = hand.player(may.seat)
    everything = hand.round.bets[player] + hand.round.stacks[player]
    return BetTo(may.seat, everything) if may.opens else RaiseTo(may.seat, everything)


def _check_total(total: object, may: Legal, everything: int) -> None:
    if type(total) is not int or total <= 0:
        raise Malformed(f"not an amount of chips: {total!r}")
    if total > everything:
        raise Refusal(Reason.ABOVE_STACK, may)
    if may.closed is not None:
        raise Refusal(may.closed, may)
    assert may.min_to is not None
    assert may.max_to is not None
    if total < may.min_to:
        raise Refusal(Reason.BELOW_MINIMUM, may)
    if total > may.max_to:
        raise Refusal(Reason.ABOVE_LIMIT, may)


def _fold(hand: Hand, player: int, events: list[HandEvent]) -> None:
    betting.fold(hand.round, player)
    hand.muck += hand.holes[player]
    events.append(Folded(hand.seats[player]))


def _exchange(
    hand: Hand, player: int, positions: tuple[int, ...], may: Legal, events: list[HandEvent]
) -> None:
    """Replace cards where they lie; the player's own discards stay out of a reshuffle.

    Source: rule text 001 section 4, RULINGS D3-D7.
    """
    hole = hand.holes[player]
    if any(type(position) is not int for position in positions):
        raise Malformed(f"not card positions: {positions!r}")
    if len(set(positions)) != len(positions) or not set(positions) <= set(range(1, len(hole) + 1)):
        raise Refusal(Reason.BAD_POSITIONS, may)
    if len(positions) > len(hand.stub):
        _reshuffle_stub(hand, events)
    drawn = dict(zip(sorted(positions), hand.stub, strict=False))
    hand.stub = hand.stub[len(positions) :]
    hand.holes[player] = tuple(drawn.get(at, card) for at, card in enumerate(hole, start=1))
    hand.muck += tuple(hole[position - 1] for position in sorted(positions))
    hand.round.acted[player] = True
    seat = hand.seats[player]
    events.append(Exchanged(seat, len(positions)))
    events.append(CardsDrawn(seat, hand.holes[player]))


def _reshuffle_stub(hand: Hand, events: list[HandEvent]) -> None:
    """Shuffle the rest of the stub together with what others discarded or folded."""
    pool = {*hand.stub, *hand.muck}
    hand.stub = tuple(card for card in hand.reshuffle if card in pool)
    hand.muck = ()
    events.append(StubReshuffled(len(hand.stub)))


def _leave(hand: Hand, seat: int, events: list[HandEvent]) -> None:
    """Fold the hand of a player who leaves, in turn or not; an all-in hand stays (RULINGS B8)."""
    player = hand.player(seat)
    events.append(PlayerLeft(seat))
    if hand.to_act is None or not hand.round.live[player] or not hand.round.stacks[player]:
        return
    _fold(hand, player, events)
    _go_on(hand, hand.to_act, events)


def _show_by_choice(hand: Hand, seat: int, events: list[HandEvent]) -> None:
    player = hand.player(seat)
    if player not in hand.may_show:
        raise Refusal(Reason.NOTHING_TO_SHOW, legal(hand))
    hand.may_show = tuple(other for other in hand.may_show if other != player)
    events.append(HandsShown(((seat, hand.holes[player]),)))


# How a hand goes on


def _go_on(hand: Hand, start: int, events: list[HandEvent]) -> None:
    """Find the next decision from player `start` on, through as many streets as that takes."""
    hand.to_act = _next_decision(hand, start)
    while hand.to_act is None:
        _return_uncalled(hand, events)
        if hand.round.live.count(True) == 1:
            _end_folded_out(hand, events)
            return
        if hand.street == len(hand.variant.streets) - 1:
            _end_with_showdown(hand, events)
            return
        _open_next_street(hand, events)
        hand.to_act = _next_decision(hand, 0)


def _next_decision(hand: Hand, start: int) -> int | None:
    """Return who is to decide on this street: next in the exchange, or in the betting round."""
    rnd, street = hand.round, hand.current_street
    if rnd.live.count(True) == 1:
        return None
    if street.exchange:
        waiting = (player for player, live in enumerate(rnd.live) if live and not rnd.acted[player])
        return next(waiting, None)
    return betting.next_to_act(rnd, start) if street.bet else None


def _return_uncalled(hand: Hand, events: list[HandEvent]) -> None:
    surplus = pots.uncalled(hand.contributions, hand.round.live)
    if surplus is not None:
        player, amount = surplus
        hand.round.bets[player] -= amount
        hand.round.stacks[player] += amount
        events.append(UncalledReturned(hand.seats[player], amount))


def _open_next_street(hand: Hand, events: list[HandEvent]) -> None:
    """Burn and open the cards of the next street and start its round with nothing bet."""
    hand.paid = hand.contributions
    _show_before_run_out(hand, events)
    hand.street += 1
    street = hand.current_street
    pot = hand.dead + sum(hand.paid)
    hand.round = betting.new_round(hand.round.stacks, hand.round.live, hand.stakes, street, pot)
    burned, opened = hand.stub[: street.burn], hand.stub[street.burn :][: street.opens]
    hand.muck += burned
    hand.board += opened
    hand.stub = hand.stub[street.burn + street.opens :]
    events.append(StreetOpened(street.name, opened, street.burn))


def _show_before_run_out(hand: Hand, events: list[HandEvent]) -> None:
    """Show all live hands once nobody can bet or exchange any more (RULINGS C3)."""
    to_come = hand.variant.streets[hand.street + 1 :]
    over = betting.betting_is_over(hand.round) and not any(street.exchange for street in to_come)
    if over and not hand.shown:
        hand.shown = True
        _show_hands(hand, _live_from(hand, 0), events)


def _show_hands(hand: Hand, order: list[int], events: list[HandEvent]) -> None:
    events.append(HandsShown(tuple((hand.seats[i], hand.holes[i]) for i in order)))


def _live_from(hand: Hand, first: int) -> list[int]:
    players = len(hand.seats)
    clockwise = ((first + step) % players for step in range(players))
    return [player for player in clockwise if hand.round.live[player]]


# How a hand ends


def _end_folded_out(hand: Hand, events: list[HandEvent]) -> None:
    """Pay the only player left, who need not show (rule text 000 section 3)."""
    winner = hand.round.live.index(True)
    hand.may_show = (winner,)
    _pay(hand, {}, events)


def _end_with_showdown(hand: Hand, events: list[HandEvent]) -> None:
    """Show the hands and pay each pot to its best.

    The last to bet or raise in the last round shows first, all-in or called by nobody alike;
    otherwise the first live seat left of the button (RULINGS C1-C5, B8). Hands that were shown
    before a run-out lie open already; others may be mucked where the table allows it (C6).
    """
    aggressor = hand.round.aggressor
    first = aggressor if aggressor is not None and hand.round.live[aggressor] else 0
    order = _live_from(hand, first)
    strengths = {player: strength(hand.holes[player] + hand.board) for player in order}
    if not hand.shown:
        if hand.stakes.muck:
            order = _worth_showing(hand, order, strengths)
            hand.may_show = tuple(player for player in strengths if player not in order)
        hand.shown = True
        _show_hands(hand, order, events)
        events.extend(Mucked(hand.seats[player]) for player in hand.may_show)
    events.append(HandsRanked(tuple((hand.seats[i], strengths[i]) for i in order)))
    _pay(hand, strengths, events)


def _worth_showing(hand: Hand, order: list[int], strengths: Mapping[int, Strength]) -> list[int]:
    """Leave out who can win no pot when his turn to show comes (RULINGS C6)."""
    contested = pots.build_pots(hand.contributions, hand.round.live, hand.dead)
    shown: list[int] = []
    for player in order:
        beaten = [
            any(strengths[other] > strengths[player] for other in shown if other in pot.contenders)
            for pot in contested
            if player in pot.contenders
        ]
        if not all(beaten):
            shown.append(player)
    return shown


def _pay(hand: Hand, strengths: Mapping[int, Strength], events: list[HandEvent]) -> None:
    rnd = hand.round
    for pot in pots.build_pots(hand.contributions, rnd.live, hand.dead):
        paid = pots.award(pot, strengths, apart=hand.stakes.odd_chips_apart)
        for player, chips in paid.shares:
            rnd.stacks[player] += chips
        contenders = tuple(hand.seats[player] for player in pot.contenders)
        shares = tuple((hand.seats[player], chips) for player, chips in paid.shares)
        hand.pot_awards += (PotAwarded(pot.amount, contenders, shares, paid.odd_chips),)
    events.extend(hand.pot_awards)
    hand.dead = 0
    hand.paid = [0] * len(hand.seats)
    rnd.bets = [0] * len(hand.seats)
    events.append(HandEnded(tuple(zip(hand.seats, rnd.stacks, strict=True))))
