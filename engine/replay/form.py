"""One hand in the neutral form, read into frozen dataclasses and checked.

The form is JSON, one object a line: seats, posts, cards, actions, and what the source says came of
them. Amounts are whole numbers of the smallest unit of the source. Keys that a replay does not need
(`source`, `site`, `kind`, `unit`, `checks` and the like) are not looked at.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from engine.cards import Card
from engine.errors import Malformed
from engine.replay.fields import Field
from engine.rules import Game, Structure

GAMES = {"holdem": Game.HOLDEM, "draw": Game.FIVECARD}
STRUCTURES = {
    "nl": Structure.NO_LIMIT,
    "pl": Structure.POT_LIMIT,
    "fl": Structure.FIXED_LIMIT,
}
STREETS = {
    Game.HOLDEM: {"preflop": "preflop", "flop": "flop", "turn": "turn", "river": "river"},
    Game.FIVECARD: {"predraw": "before_draw", "draw": "draw", "postdraw": "after_draw"},
}
"""The engine's name of each street of the form."""
HOLE_SIZE = {Game.HOLDEM: 2, Game.FIVECARD: 5}
BOARD_SIZES = (3, 1, 1)
NO_CARDS: tuple[Card, ...] = ()
LOWBALL = "lowball_2-7"


class PostType(StrEnum):
    """What was posted before the cards."""

    ANTE = "ante"
    BIG_BLIND_ANTE = "bb_ante"
    BUTTON_ANTE = "button_ante"
    SMALL_BLIND = "sb"
    BIG_BLIND = "bb"
    STRADDLE = "straddle"


class ActType(StrEnum):
    """What a player did."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    DRAW = "draw"


class ShownKind(StrEnum):
    """How a hand became known at the end."""

    SHOW = "show"
    MUCK = "muck"
    MUCK_KNOWN = "muck_known"
    """Mucked, though the source knows the cards."""
    KNOWN = "known"
    """Revealed by a summary; its place in the order means nothing."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player dealt in, and his chips before antes and blinds."""

    number: int
    """One more than in the source: the engine counts from 1, some sources from 0."""
    name: str
    stack: int


@dataclass(frozen=True, slots=True)
class Post:
    """An ante or blind, the amount really posted."""

    player: str
    type: PostType
    amount: int
    all_in: bool


@dataclass(frozen=True, slots=True)
class Act:
    """A decision; `to` is the player's total for the street in chips, 0 where he puts none in."""

    street: str
    """As the engine calls it."""
    player: str
    type: ActType
    to: int
    all_in: bool
    count: int
    """Cards exchanged."""
    discarded: tuple[Card, ...]
    """Which, where the source knows."""
    drawn: tuple[Card, ...]
    """What he got for them, where the source knows."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand shown or mucked at the end, with its cards where they are known."""

    player: str
    kind: ShownKind
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class SourceHand:
    """A hand as its source tells it; players go by their names."""

    id: str
    game: Game
    structure: Structure
    small_blind: int
    big_blind: int
    ante: int
    seats: tuple[Seat, ...]
    button: int | None
    """Its seat's number, also of an empty seat; None where the source does not say."""
    posts: tuple[Post, ...]
    holes: Mapping[str, tuple[Card, ...]]
    board: tuple[tuple[Card, ...], ...]
    acts: tuple[Act, ...]
    uncalled: tuple[tuple[str, int], ...]
    """Who took back how many chips that nobody called."""
    shown: tuple[Shown, ...]
    won: tuple[tuple[str, int], ...]
    """Who collected how much, once for each pot where the source tells pots apart."""
    rake: int
    final: Mapping[str, int]
    flags: frozenset[str]
    seat_of: Mapping[str, int]
    name_of: Mapping[int, str]


def read_hand(data: object) -> SourceHand:
    """Read one hand.

    :raises Malformed: naming the field that is not as it should be.
    """
    top = Field("", data)
    game = top.key("game").one_of(GAMES)
    seats = _read_seats(top.key("seats"))
    names = frozenset(seat.name for seat in seats)
    hand = SourceHand(
        id=top.key("id").text(),
        game=game,
        structure=top.key("structure").one_of(STRUCTURES),
        small_blind=top.key("sb").chips(),
        big_blind=top.key("bb").chips(),
        ante=top.key("ante").chips(),
        seats=seats,
        button=None if top.key("button").value is None else top.key("button").chips() + 1,
        posts=tuple(_read_post(each, names) for each in top.key("posts").items()),
        holes={
            each.member(names): value.cards(HOLE_SIZE[game])
            for each, value in top.key("hole").entries()
        },
        board=_read_board(top.key("board"), game),
        acts=tuple(_read_act(each, names, game) for each in top.key("actions").items()),
        uncalled=_read_amounts(top.key("uncalled"), names),
        shown=tuple(_read_shown(each, names, game) for each in top.key("shown").items()),
        won=_read_amounts(top.key("won"), names),
        rake=top.key("rake").chips(),
        final={each.member(names): value.chips() for each, value in top.key("final").entries()},
        flags=frozenset(each.text() for each in top.key("flags").items()),
        seat_of={seat.name: seat.number for seat in seats},
        name_of={seat.number: seat.name for seat in seats},
    )
    _check_limits(top, hand)
    _check_players(hand)
    _check_cards(hand)
    return hand


def _read_seats(field: Field) -> tuple[Seat, ...]:
    seats = tuple(
        Seat(each.key("seat").chips() + 1, each.key("name").text(), each.key("stack").chips(1))
        for each in field.items()
    )
    if len(seats) < 2:
        raise field.wrong("a hand needs two players")
    for key, values in (
        ("seat", {seat.number for seat in seats}),
        ("name", {seat.name for seat in seats}),
    ):
        if len(values) < len(seats):
            raise field.wrong(f"the same {key} twice")
    return seats


def _read_post(field: Field, names: Collection[str]) -> Post:
    return Post(
        field.key("player").member(names),
        field.key("type").enum(PostType),
        field.key("amount").chips(1),
        field.flag("all_in"),
    )


def _read_act(field: Field, names: Collection[str], game: Game) -> Act:
    kind = field.key("type").enum(ActType)
    street = field.key("street").one_of(STREETS[game])
    if (kind is ActType.DRAW) != (street == "draw"):
        raise field.key("type").wrong(f"no {kind} on this street")
    moves = kind in {ActType.CALL, ActType.BET, ActType.RAISE}
    count, discarded, drawn = 0, NO_CARDS, NO_CARDS
    if kind is ActType.DRAW:
        count, discarded = _read_discard(field.key("discard"))
        drawn = field.key("drawn").cards(count) if field.has("drawn") else NO_CARDS
    return Act(
        street=street,
        player=field.key("player").member(names),
        type=kind,
        to=field.key("to").chips(1) if moves else 0,
        all_in=field.flag("all_in"),
        count=count,
        discarded=discarded,
        drawn=drawn,
    )


def _read_discard(field: Field) -> tuple[int, tuple[Card, ...]]:
    """Return how many cards were discarded, and which, where the source knows."""
    cards = field.cards() if isinstance(field.value, list) else NO_CARDS
    count = len(cards) if isinstance(field.value, list) else field.chips()
    if count > HOLE_SIZE[Game.FIVECARD]:
        raise field.wrong("more cards than a hand has")
    return count, cards


def _read_shown(field: Field, names: Collection[str], game: Game) -> Shown:
    cards = field.key("cards").cards()
    if cards and len(cards) != HOLE_SIZE[game]:
        raise field.key("cards").wrong(f"not {HOLE_SIZE[game]} cards")
    kind = field.key("kind").enum(ShownKind)
    return Shown(field.key("player").member(names), kind, cards)


def _read_board(field: Field, game: Game) -> tuple[tuple[Card, ...], ...]:
    streets = list(field.items())
    if len(streets) > (len(BOARD_SIZES) if game is Game.HOLDEM else 0):
        raise field.wrong("more streets than the game has")
    sizes = BOARD_SIZES[: len(streets)]
    return tuple(street.cards(size) for street, size in zip(streets, sizes, strict=True))


def _read_amounts(field: Field, names: Collection[str]) -> tuple[tuple[str, int], ...]:
    return tuple(
        (each.key("player").member(names), each.key("amount").chips(1)) for each in field.items()
    )


def _check_limits(top: Field, hand: SourceHand) -> None:
    """Check that the stakes are such as a game can have."""
    if hand.small_blind > hand.big_blind:
        raise top.key("sb").wrong("more than the big blind")
    if not hand.big_blind and not hand.ante:
        raise top.key("bb").wrong("a game needs blinds or an ante")
    if hand.structure is not Structure.FIXED_LIMIT:
        return
    for key, bets in (("small_bet", 1), ("big_bet", 2)):
        if top.key(key).chips() != bets * hand.big_blind:
            raise top.key(key).wrong(f"not the size of {bets} big blind, as fixed limit has it")


def _check_players(hand: SourceHand) -> None:
    for seat in hand.seats:
        if seat.name not in hand.final:
            raise Malformed(f"field final: {seat.name} is missing")


def _check_cards(hand: SourceHand) -> None:
    """Check that no card is in two places, and that what is shown or discarded was held."""
    board = tuple(chain.from_iterable(hand.board))
    _check_different("hole and board", [*chain.from_iterable(hand.holes.values()), *board])
    _check_different("shown and board", [*chain(*(each.cards for each in hand.shown)), *board])
    _check_different("actions.drawn", chain(*(act.drawn for act in hand.acts)))
    for place, act in enumerate(hand.acts):
        if act.discarded and not set(act.discarded) <= {*hand.holes.get(act.player, act.discarded)}:
            raise Malformed(f"field actions[{place}].discard: not cards of the hole")
    for place, shown in enumerate(hand.shown if hand.game is Game.HOLDEM else ()):
        if shown.cards and set(shown.cards) != {*hand.holes.get(shown.player, shown.cards)}:
            raise Malformed(f"field shown[{place}].cards: not the cards of the hole")


def _check_different(where: str, cards: Iterable[Card]) -> None:
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise Malformed(f"field {where}: the same card twice")
        seen.add(card)
