"""Read the cases of `cases.jsonl` and play them: every key is understood, or the case fails.

What a key means stands in the README beside the cases. A case whose actions or answers are
sentences is `in_words`: it has a test of its own, which names its id.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.actions import (
    Action,
    AllIn,
    BetTo,
    Call,
    Check,
    Exchange,
    Fold,
    Leave,
    RaiseTo,
    Show,
    TimeOut,
)
from engine.cards import FULL_DECK, RANKS, Card, Deck, card_text, parse_card, parse_cards
from engine.events import (
    Blind,
    BlindPosted,
    CardsDealt,
    HandEvent,
    HandsRanked,
    HandsShown,
    StreetOpened,
    StubReshuffled,
)
from engine.games import VARIANTS
from engine.hand import Hand
from engine.rules import Game, Stakes, Structure
from engine.seats import Positions, clockwise_from, first_blinds, move_blinds, pass_dealer
from engine.session import Player, Session, act, start_hand
from tests.engine.table import Table, discard, stack_deck

GAMES = {"holdem": Game.HOLDEM, "five_card_draw": Game.FIVECARD}

WITHOUT_AMOUNT: dict[str, Callable[[int], Action]] = {
    "fold": Fold,
    "check": Check,
    "call": Call,
    "all_in": AllIn,
    "stand_pat": Exchange,
    "timeout": TimeOut,
    "time_out": TimeOut,
    "leave": Leave,
    "show": Show,
}
VERBS = WITHOUT_AMOUNT.keys() | {"bet_to", "raise_to", "draw"}
EXCHANGES = frozenset({"draw", "stand_pat"})
EVERYONE_CHECKS = re.compile(r"(first betting round: )?everyone checks")
FIRST_CARDS = "the first dealt cards of his hand"


def read_cases(path: Path) -> list[dict[str, Any]]:
    """Return the engine cases of a file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines if line.strip()]
    return [case for case in cases if case.get("kind", "engine") == "engine"]


def in_words(case: Mapping[str, Any]) -> bool:
    """Say whether a case is told in sentences: its actions, or what is expected of them."""
    actions = case.get("actions", [])
    if not all(isinstance(action, dict) for action in actions):
        return True
    verbs = [action["do"] for action in actions if "do" in action]
    if any(verb not in VERBS and not EVERYONE_CHECKS.fullmatch(verb) for verb in verbs):
        return True
    names = {"next_to_act", "invariant"}
    return any(
        isinstance(value, str) and key not in names for key, value in case["expected"].items()
    )


def run_case(case: Mapping[str, Any]) -> None:
    """Play a structured case and check all it says."""
    facts = Facts(case, str(case["id"]))
    for described in ("id", "kind", "title", "source", "checked_by", "notes"):
        facts.take(described, None)
    setup, expected = facts.inner("setup"), facts.inner("expected")
    actions = facts.inners("actions", [])
    facts.done()
    if "occupied_seats" in setup:
        _run_next_hands(setup, actions, expected)
    else:
        _run_hand(setup, actions, expected)
    for part in (setup, *actions, expected):
        part.done()


class Facts:
    """A JSON object of which every key must be used up, by whoever understands it."""

    def __init__(self, data: Mapping[str, Any], where: str) -> None:
        self.data = dict(data)
        self.where = where

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def take(self, key: str, *default: Any) -> Any:
        """Use up a key and return its value."""
        assert default or key in self.data, f"{self.where}: no {key!r}"
        return self.data.pop(key, *default)

    def inner(self, key: str) -> Facts:
        """Use up a key that holds an object."""
        return Facts(self.take(key), f"{self.where} {key}")

    def inners(self, key: str, *default: Any) -> list[Facts]:
        """Use up a key that holds a list of objects."""
        found = self.take(key, *default)
        return [Facts(item, f"{self.where} {key} {at}") for at, item in enumerate(found)]

    def expect(self, key: str, actual: object) -> None:
        """Use up a key, where it is there, whose value must be this."""
        if key in self:
            expected = self.take(key)
            assert actual == expected, f"{self.where}: {key} is {actual!r}, not {expected!r}"

    def done(self) -> None:
        """Assert that nothing is left that nobody understood."""
        assert not self.data, f"{self.where}: not understood: {self.data!r}"


# One hand


@dataclass(frozen=True)
class Drawn:
    """One exchange as it happened."""

    player: str
    discards: list[str]
    received: list[str]
    stub_before: int
    pool: set[str] | None
    """The cards shuffled together, None where the stub sufficed."""
    source: set[str]
    """What the received cards were taken from."""
    left: int


class HandCase:
    """A hand as a case tells it: dealt anew for each time it is played."""

    def __init__(self, setup: Facts, expected: Facts) -> None:
        self.game = GAMES[setup.take("game")]
        self.players = _read_seats(setup)
        self.positions = _read_positions(setup, self.game, self.players)
        self.stakes = _read_stakes(setup)
        self.hands = setup.take("hole", {}) or setup.take("hands_dealt", {})
        self.board = parse_cards(setup.take("board", []))
        self.deck = _read_deck(setup)
        self.after_draw = setup.take("hands_after_draw", {})
        self.draw_phase = expected.take("draw_phase", {})
        self.discards = _read_discards(self.hands, self.after_draw, self.draw_phase)
        strangers = {*self.hands, *self.after_draw, *self.discards} - set(self.players)
        assert not strangers, f"cards of players who do not sit here: {strangers}"

    def deal(self, drawn: tuple[Card, ...]) -> Table:
        """Deal the hand with these cards on the stub where it says nothing about them."""
        occupied = [seat for seat, _ in self.players.values()]
        order = clockwise_from(self.positions.button, occupied)
        name_of = {seat: name for name, (seat, _) in self.players.items()}
        hands = [parse_cards(self.hands.get(name_of[seat], [])) for seat in order]
        deck = self.deck or stack_deck(self.game, hands, self.board or drawn)
        return Table(self.game, self.stakes, self.players, self.positions, deck)

    def new_cards(self, name: str) -> list[Card]:
        """Return the cards a player must draw."""
        held = self.hands.get(name, [])
        return [parse_card(card) for card in self.after_draw.get(name, held) if card not in held]


class Playing:
    """A case's hand while its actions are carried out, one by one."""

    def __init__(self, case: HandCase, actions: list[Facts], drawn: tuple[Card, ...]) -> None:
        self.case = case
        self.actions = actions
        self.table = case.deal(drawn)
        self.done = 0
        """How many of the case's actions have been carried out."""
        self.draws: list[Drawn] = []
        self.pots: dict[str, int] = {}
        """The pot at the end of each street."""
        self.draw_phase_after: int | None = None

    def play(self, checkpoints: list[Facts], rejected: list[Facts]) -> None:
        """Carry out the actions; exchanges the case leaves out are made where they are due."""
        self._look(checkpoints, rejected)
        for action in self.actions:
            self._step(action)
            self.done += 1
            self._look(checkpoints, rejected)
        for fact in (*checkpoints, *rejected):
            fact.done()

    def _look(self, checkpoints: list[Facts], rejected: list[Facts]) -> None:
        if self.table.hand.exchanging and self.draw_phase_after is None:
            self.draw_phase_after = self.done
        here = [fact for fact in checkpoints if fact.data.get("after_actions") == self.done]
        for fact in here:
            if fact.data.get("street") == "draw":
                _check_point(fact, self.table)
        self._exchange_unsaid()
        for fact in here:
            if fact.data:
                _check_point(fact, self.table)
        for fact in rejected:
            if fact.data.get("after_actions") == self.done:
                _check_rejected(fact, self.table)

    def _exchange_unsaid(self) -> None:
        """Exchange for players about whom the case says nothing: as their hands tell, or pat."""
        table, to_come = self.table, [action.data for action in self.actions[self.done :]]
        said = {action.get("player") for action in to_come if action.get("do") in EXCHANGES}
        while table.hand.exchanging and table.next not in said:
            if to_come and to_come[0].get("street") == "draw" and to_come[0]["do"] not in EXCHANGES:
                return
            name = str(table.next)
            self._act(discard(table.hand, table.seat_of[name], self.case.discards.get(name, [])))

    def _step(self, action: Facts) -> None:
        verb = action.take("do")
        action.expect("street", self.table.street)
        if EVERYONE_CHECKS.fullmatch(verb):
            street = self.table.street
            while self.table.street == street:
                self._act(Check(self.table.seat_of[str(self.table.next)]))
        else:
            self._act(self._read_action(action, verb))
        action.done()

    def _read_action(self, action: Facts, verb: str) -> Action:
        seat = self.table.seat_of[action.take("player")]
        if verb != "draw":
            return make_action(verb, seat, action.take("to", None))
        count = action.take("count", None)
        discards = action.take("discards", None)
        cards = self.table.cards(self.table.name_of[seat])
        if discards is None and self.case.after_draw:
            discards = self.case.discards.get(self.table.name_of[seat], [])
        elif discards is None or discards == FIRST_CARDS:
            discards = cards[: int(count)]
        assert isinstance(discards, list), f"{action.where}: which cards are {discards!r}?"
        assert count in {None, len(discards)}, f"{action.where}: {count} cards or {discards}?"
        return discard(self.table.hand, seat, discards)

    def _act(self, action: Action) -> None:
        table = self.table
        before, street = table.hand, table.street
        events = table.act(action)
        if isinstance(action, Exchange):
            self.draws.append(_drawn(table, before, action, events))
        if table.over or table.street != street:
            self.pots.setdefault(street, table.pot)


def make_action(verb: str, seat: int, to: Any = None) -> Action:
    """Return the action a verb of the cases means."""
    if verb in {"bet_to", "raise_to"}:
        return BetTo(seat, to) if verb == "bet_to" else RaiseTo(seat, to)
    assert to is None, f"an amount with {verb!r}"
    return WITHOUT_AMOUNT[verb](seat)


def _run_hand(setup: Facts, actions: list[Facts], expected: Facts) -> None:
    case = HandCase(setup, expected)
    drawn: tuple[Card, ...] = ()
    if case.after_draw and not case.deck:
        rehearsal = Playing(case, deepcopy(actions), ())
        rehearsal.play([], [])
        order = rehearsal.table.draw_order
        drawn = tuple(card for name in order for card in case.new_cards(name))
    playing = Playing(case, actions, drawn)
    playing.play(expected.inners("checkpoints", []), expected.inners("rejected", []))
    table = playing.table
    setup.expect("stub_after_deal", len(table.history[0].stub))
    for name, cards in case.after_draw.items():
        assert set(table.cards(name)) == set(cards), f"{name} holds {table.cards(name)}"
    assert case.board[: len(table.hand.board)] == table.hand.board[: len(case.board)]
    _check_outcome(expected, playing)
    _check_draws(expected, playing, dict(case.draw_phase))


def _check_point(fact: Facts, table: Table) -> None:
    """Check who is next and what he may do; nobody decides about bets in an exchange."""
    fact.take("after_actions")
    drawing = table.hand.exchanging and fact.data.get("street") != "draw"
    fact.expect("next", None if drawing else table.next)
    fact.expect("street", table.street)
    fact.expect("pot", table.pot)
    fact.expect("stacks", table.stacks)
    if fact.data:
        assert table.legal is not None, f"{fact.where}: nobody is to act"
        limits = table.limits or (None, None)
        fact.expect("to_call", table.to_call)
        fact.expect("check", table.legal is not None and table.legal.can_check)
        fact.expect("can_raise", table.limits is not None)
        fact.expect("min_raise_to", limits[0])
        fact.expect("max_raise_to", limits[1])
    fact.done()


def _check_rejected(fact: Facts, table: Table) -> None:
    """Check that an action such as `B bet_to 1` is refused and changes nothing."""
    name, verb, *amount = fact.take("action").split()
    seat = table.seat_of[name]
    if verb == "draw":
        table.refusal(Exchange(seat, tuple(range(1, int(amount[0]) + 1))))
    else:
        table.refusal(make_action(verb, seat, int(amount[0]) if amount else None))
    assert fact.take("state_must_not_change", True) is True
    fact.take("after_actions")
    fact.done()


def _check_outcome(expected: Facts, playing: Playing) -> None:
    table = playing.table
    final = expected.inner("final") if "final" in expected else Facts({}, expected.where)
    if final.data:
        assert table.over, f"{final.where}: the hand is not over, {table.next} is to act"
    for facts in (final, expected):
        _check_chips(facts, table)
        _check_showdown(facts, table)
        if facts is final:
            facts.done()
    expected.expect("hand_continues", not table.over)
    expected.expect("next_to_act", table.next)
    expected.expect("board_cards_dealt", len(table.hand.board))
    expected.expect("burn_cards", table.burned)
    expected.expect("announced_pot_won", table.pot)
    expected.expect("pot", table.pot)
    expected.expect("public_hole_cards", table.shown)
    expected.expect("hands_shown_before_board_completed", _shown_before_board(table))
    if "net" in expected:
        for name, chips in expected.take("net").items():
            assert table.stacks[name] - table.start[name] == chips
    for key in [key for key in expected.data if key.startswith("pot_after_")]:
        street = key.removeprefix("pot_after_")
        expected.expect(key, playing.pots[ROUNDS.get(street, street)])
    for part in filter(None, expected.take("invariant", "").split(";")):
        assert INVARIANTS.search(part), f"{expected.where}: not understood: {part!r}"


ROUNDS = {"first_round": "before_draw", "second_round": "after_draw"}

INVARIANTS = re.compile(
    r"52 distinct cards among hands, stub and discards"
    r"|active hands never enter the pool"
    r"|chips? .*(conserved|constant)"
)
"""What `Table.act` asserts after every action; the pool of a reshuffle is checked by `_drawn`."""


def _check_chips(facts: Facts, table: Table) -> None:
    if "stacks" in facts:
        stacks = facts.take("stacks")
        assert {name: table.stacks[name] for name in stacks} == stacks, table.stacks
    facts.expect("returned", table.returned)
    if "pots" in facts:
        pots = facts.inners("pots")
        assert len(pots) == len(table.hand.pot_awards), f"{facts.where}: {table.pots}"
        for pot, award in zip(pots, table.hand.pot_awards, strict=True):
            eligible = {table.name_of[seat] for seat in award.contenders}
            shares = {table.name_of[seat]: chips for seat, chips in award.shares}
            pot.expect("amount", award.amount)
            assert set(pot.take("eligible", eligible)) == eligible, f"{pot.where}: {table.pots}"
            assert set(pot.take("winners", shares)) == set(shares), f"{pot.where}: {table.pots}"
            assert pot.take("shares", shares) == shares, f"{pot.where}: {table.pots}"
            pot.done()


def _check_showdown(facts: Facts, table: Table) -> None:
    facts.expect("showdown", bool(table.of(HandsRanked)))
    facts.expect("show_order", table.shown)
    made = {name: kind.name.lower().replace("_", " ") for name, kind in table.made.items()}
    for name, kind in facts.take("hands", {}).items():
        assert made[name] == kind.replace("royal", "straight"), f"{name}: {made[name]}"


def _shown_before_board(table: Table) -> bool:
    opened = [at for at, event in enumerate(table.events) if isinstance(event, StreetOpened)]
    shown = [at for at, event in enumerate(table.events) if isinstance(event, HandsShown)]
    return bool(shown) and shown[0] < opened[-1]


def _check_draws(expected: Facts, playing: Playing, phase: dict[str, Any]) -> None:
    expected.expect("draw_phase_after_action", playing.draw_phase_after)
    expected.expect("draw_order", playing.table.draw_order)
    if "steps" in expected:
        for step, drawn in zip(expected.inners("steps"), playing.draws, strict=True):
            _check_step(step, drawn)
    expected.expect("stub_after", len(playing.table.hand.stub))

    by_name = {drawn.player: drawn for drawn in playing.draws}
    assert phase.pop("order", list(by_name)) == list(by_name)
    for key, said in phase.items():
        name, *rest = key.split()
        drawn = by_name[name]
        if rest == ["discards"]:
            assert sorted(drawn.discards) == sorted(said)
        else:
            assert not rest
            assert re.match("stands pat|draws", said), f"draw_phase: not understood: {said!r}"


def _check_step(step: Facts, drawn: Drawn) -> None:
    step.expect("player", drawn.player)
    if "discards" in step:
        assert sorted(step.take("discards")) == sorted(drawn.discards)
    step.expect("stub_before", drawn.stub_before)
    step.expect("reshuffle", drawn.pool is not None)
    step.expect("pool_size", len(drawn.pool or ()))
    step.expect("pool_left", drawn.left)
    if "pool" in step:
        assert set(step.take("pool")) == drawn.pool
    receives = step.take("receives", drawn.received)
    if isinstance(receives, str):
        match = re.match(
            r"(\d+) (?:cards from the pool|of the (\d+) cards left in the pool)", receives
        )
        assert match, f"{step.where}: not understood: {receives!r}"
        assert len(drawn.received) == int(match[1])
        assert match[2] is None or drawn.stub_before == int(match[2])
    else:
        assert drawn.received == receives, f"{step.where}: {drawn.received}"
    assert set(drawn.received) <= drawn.source
    assert not set(step.take("must_not_receive", [])) & set(drawn.received)
    step.done()


def _drawn(table: Table, before: Hand, action: Exchange, events: tuple[HandEvent, ...]) -> Drawn:
    """Note an exchange, and that no live hand entered the pool of a reshuffle."""
    player = before.seats.index(action.seat)
    places = [position - 1 for position in sorted(action.positions)]
    reshuffled = any(isinstance(event, StubReshuffled) for event in events)
    stub, pool = set(before.stub), {*before.stub, *before.muck}
    live = {card for at, hole in enumerate(before.holes) if before.round.live[at] for card in hole}
    assert not pool & live
    source = pool if reshuffled else stub
    return Drawn(
        table.name_of[action.seat],
        [card_text(before.holes[player][place]) for place in places],
        [card_text(table.hand.holes[player][place]) for place in places],
        len(before.stub),
        {card_text(card) for card in pool} if reshuffled else None,
        {card_text(card) for card in source},
        len(source) - len(places),
    )


# What a case's setup says


def _read_seats(setup: Facts) -> dict[str, tuple[int, int]]:
    seats = setup.take("seats")
    players = {seat["player"]: (seat["seat"], seat["stack"]) for seat in seats}
    assert len(players) == len(seats)
    assert all(seat.keys() == {"player", "seat", "stack"} for seat in seats), "a seat says more"
    assert max(seat for seat, _ in players.values()) <= setup.take("n_seats", 10)
    return players


def _read_positions(setup: Facts, game: Game, players: Mapping[str, tuple[int, int]]) -> Positions:
    assert ("button" in setup) != ("dealer" in setup), "one of button and dealer"
    button = setup.take("button" if "button" in setup else "dealer")
    if game is Game.FIVECARD:
        return Positions(button)
    occupied = [seat for seat, _ in players.values()]
    usual = first_blinds(button, occupied)

    def seat_of(key: str, default: int | None) -> int | None:
        if key not in setup:
            return default
        name = setup.take(key)
        return None if name is None else players[name][0]

    straddler = None
    if "straddle" in setup:
        straddle = setup.inner("straddle")
        straddler = players[straddle.take("player")][0]
        straddle.expect("amount", 2 * setup.data.get("big_blind", 0))
        straddle.done()
    return Positions(
        button,
        seat_of("small_blind_player", usual.small_blind),
        seat_of("big_blind_player", usual.big_blind),
        straddler,
    )


def _read_stakes(setup: Facts) -> Stakes:
    small, big = setup.take("small_blind", 0), setup.take("big_blind", 0)
    stakes = Stakes(
        small,
        big,
        setup.take("ante", 0) or 0,
        structure=Structure(setup.take("limit", "no-limit")),
        raise_cap=setup.take("raise_cap", 4),
        muck=setup.take("muck", False),
    )
    setup.expect("min_open", stakes.minimum_bet)
    setup.expect("small_bet", stakes.minimum_bet)
    setup.expect("big_bet", 2 * stakes.minimum_bet)
    return stakes


def _read_deck(setup: Facts) -> Deck | None:
    """Read a whole deck: cards, or runs such as `2c..Ac` before remarks on how it is dealt."""
    order = setup.take("deck_order", None)
    if isinstance(order, str):
        runs, _, remarks = order.partition(" (")
        for remark in re.split(r"\)?; |\)", remarks):
            known = r"top first|dealt one at a time from \w+|no burn|"
            assert re.fullmatch(known, remark), f"deck_order: not understood: {remark!r}"
        order = [card for run in runs.split() for card in _read_run(run)]
    return None if order is None else parse_cards(order)


def _read_run(run: str) -> list[str]:
    first, _, last = run.partition("..")
    ranks = RANKS[RANKS.index(first[0]) : RANKS.index((last or first)[0]) + 1]
    return [rank + first[1] for rank in ranks]


def _read_discards(
    dealt: Mapping[str, list[str]],
    after: Mapping[str, list[str]],
    phase: Mapping[str, Any],
) -> dict[str, list[str]]:
    """Tell who discards what from the hands before and after the draw."""
    discards = {
        name: [card for card in dealt[name] if card not in cards] for name, cards in after.items()
    }
    for key, said in phase.items():
        name, *rest = key.split()
        if rest == ["discards"]:
            discards.setdefault(name, said)
    return discards


# Buttons and blinds from hand to hand


def _run_next_hands(setup: Facts, actions: list[Facts], expected: Facts) -> None:
    """Move the button hand by hand, by `engine.seats` and by dealing real hands alike."""
    game = GAMES[setup.take("game")]
    stakes = _read_stakes(setup)
    occupied: list[int] = setup.take("occupied_seats")
    stack = int(re.match(r"\d+", str(setup.take("all_stacks", 200)))[0])  # type: ignore[index]
    last = _read_last_hand(setup.inner("last_hand"), game, occupied)
    most = max(setup.take("n_seats", 0), *occupied)

    hands = expected.inners("next_hands")
    for number, (action, hand) in enumerate(zip(actions, hands, strict=True), start=1):
        action.expect("after_hand", number)
        busted = action.take("busted_seats")
        action.done()
        hand.expect("busted_before_hand", busted)
        assert set(busted) <= set(occupied)
        before, occupied = occupied, [seat for seat in occupied if seat not in busted]
        move = move_blinds if VARIANTS[game].dead_button else pass_dealer
        positions = move(last, occupied)
        players = tuple(Player(seat, seat, stack) for seat in occupied)
        session = Session(game, stakes, stack, most, None, players, last.button, last, number)
        _check_next_hand(hand, session, positions)
        _check_rotation(last, positions, before, occupied)
        last = positions
    invariant = "no seat pays the big blind twice in a row and no remaining seat is skipped by it"
    assert expected.take("invariant", invariant) == invariant


def _read_last_hand(last: Facts, game: Game, occupied: Collection[int]) -> Positions:
    button = last.take("button") if "button" in last else last.take("dealer")
    small, big = last.take("sb", None), last.take("bb", None)
    last.done()
    if small is None and game is Game.HOLDEM:
        between = clockwise_from(button, {*range(1, 11)} - set(occupied))
        small = next(seat for seat in between if clockwise_from(button, {seat, big})[0] == seat)
    return Positions(button, small, big)


def _check_next_hand(hand: Facts, session: Session, positions: Positions) -> None:
    session, events = start_hand(session, FULL_DECK, FULL_DECK, 0)
    assert session.hand is not None
    assert session.hand.positions == positions
    occupied = session.hand.seats
    posted = {event.blind: event.seat for event in events if isinstance(event, BlindPosted)}
    first_card = next(event.seat for event in events if isinstance(event, CardsDealt))
    small = positions.small_blind if positions.small_blind in occupied else None
    assert posted.get(Blind.SMALL) == small
    assert posted.get(Blind.BIG) == positions.big_blind
    hand.expect("seats_left", sorted(occupied))
    hand.expect("button_seat", positions.button)
    hand.expect("dealer_seat", positions.button)
    hand.expect("button_seat_empty", positions.button not in occupied)
    hand.expect("small_blind_seat", small)
    hand.expect("big_blind_seat", positions.big_blind)
    hand.expect("first_card_to_seat", first_card)
    hand.expect("first_to_act_preflop_seat", _to_act(session))
    hand.expect("first_to_act_seat", _to_act(session))
    while session.hand is not None and session.hand.street == 0:
        seat = _to_act(session)
        owes = session.hand.round.bets[session.hand.seats.index(seat)] < session.hand.round.price
        session, _ = act(session, Call(seat) if owes else Check(seat))
    hand.expect("first_to_act_postflop_seat", _to_act(session))
    hand.done()


def _to_act(session: Session) -> int:
    assert session.hand is not None
    assert session.hand.to_act is not None
    return session.hand.seats[session.hand.to_act]


def _check_rotation(
    last: Positions, now: Positions, before: Collection[int], occupied: Collection[int]
) -> None:
    """Check that the big blind went to the next seat that is left, and to another one."""
    if last.big_blind is None:
        return
    assert now.big_blind != last.big_blind
    assert now.big_blind == clockwise_from(last.big_blind, occupied)[0]
    assert set(occupied) <= set(before)
