"""An evening at one table, told in words.

::

    evening = await sit_down(house, "Ana", "Ben", "Cem", stack=100)
    await evening.deal(hole="Ana As Ad, Ben Kh Kd", board="Jh 8s 5c 3d 2h")
    await evening.play("Ana raises to 6, Ben calls, Cem folds")

Members sit in the order written, from seat 1; the first opens the table and has the first button.
`play` uses the buttons and dialogs of the newest post, `type` the slash commands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.sandbox import Member, Message, Reply
from engine import session as sessions
from engine.cards import FULL_DECK, Deck, parse_cards
from tests.bot.house import House
from tests.engine.table import read_hands, split_words, stack_deck

NEXT_HAND_S = 8


@dataclass
class Evening:
    """One table with the members who sit at it."""

    house: House
    members: dict[str, Member]

    def __getitem__(self, name: str) -> Member:
        return self.members[name]

    @property
    def post(self) -> Message:
        return self.house.post

    def stack(self, *, hole: str = "", board: str = "", reshuffle: Deck = FULL_DECK) -> None:
        """Stack the deck of the next hand; in five-card draw `board` are the first cards drawn."""
        client = self.house.client
        assert client is not None
        session = client.tables.at(self.house.channel.id).session
        started, _ = sessions.start_hand(session, FULL_DECK, FULL_DECK, self.house.dealer.button)
        assert started.hand is not None
        seats = {name: (seat, 0) for seat, name in enumerate(self.members, start=1)}
        hands = read_hands(hole, seats)
        order = [hands.get(seat, ()) for seat in started.hand.seats]
        deck = stack_deck(session.game, order, parse_cards(board))
        self.house.dealer.decks = [deck, reshuffle]

    async def deal(self, *, hole: str = "", board: str = "", reshuffle: Deck = FULL_DECK) -> None:
        """Have the next hand dealt: the first by Start, later ones by waiting."""
        self.stack(hole=hole, board=board, reshuffle=reshuffle)
        if any(button.label == "Start" for button in self.post.buttons):
            await self.house.press("Start", next(iter(self.members.values())))
        else:
            await self.house.pass_time(NEXT_HAND_S)
        assert not self.house.dealer.decks, "no hand was dealt"

    async def play(self, text: str) -> Reply:
        """Carry out actions with buttons, `Ana raises to 6, Ben calls`; return the last answer."""
        reply: Reply | None = None
        for words in split_words(text):
            name, what = words.split(" ", 1)
            reply = await self._press(self[name], what)
        assert reply is not None
        return reply

    async def type(self, text: str) -> Reply:
        """Carry out the same with slash commands."""
        reply: Reply | None = None
        for words in split_words(text):
            name, what = words.split(" ", 1)
            reply = await self._command(self[name], what)
        assert reply is not None
        return reply

    async def _press(self, who: Member, what: str) -> Reply:
        house = self.house
        if amount := re.fullmatch(r"(?:bets|raises to) (\d+)", what):
            label = "Bet…" if what.startswith("bets") else "Raise…"
            return await house.fill_in(who, label, amount[1])
        if cards := re.fullmatch(r"exchanges ([\d ]+)", what):
            picker = await house.press("Draw…", who)
            return await self.pick(who, picker, cards[1])
        start = {"folds": "Fold", "checks": "Check", "calls": "Call", "goes all-in": "All-in",
                 "stands pat": "Stand pat", "shows": "Show mine"}[what]  # fmt: skip
        return await house.press(self.label(start), who)

    def label(self, start: str) -> str:
        """Return the whole label of the button of the newest post that begins like this."""
        return next(b.label for b in self.post.buttons if b.label.startswith(start))

    async def pick(self, who: Member, picker: Reply | Message, positions: str) -> Reply:
        """Mark cards in a picker, by position, and exchange them."""
        shown = picker.message if isinstance(picker, Reply) else picker
        assert shown is not None
        for position in map(int, positions.split()):
            await self.house.press_on(shown, shown.buttons[position - 1].label, who)
        count = len(positions.split())
        return await self.house.press_on(shown, f"Exchange {count}", who)

    async def _command(self, who: Member, what: str) -> Reply:
        slash = self.house.slash
        if amount := re.fullmatch(r"(bets|raises to) (\d+)", what):
            return await slash(who, amount[1].split(" ")[0].removesuffix("s"), amount=amount[2])
        if cards := re.fullmatch(r"exchanges ([\d ]+)", what):
            count = len(cards[1].split())
            return await slash(who, "draw", count=count, positions=cards[1])
        if what == "stands pat":
            return await slash(who, "draw", count=0)
        return await slash(
            who,
            {"folds": "fold", "checks": "check", "calls": "call", "goes all-in": "allin",
             "shows": "show"}[what],
        )  # fmt: skip

    def stacks(self) -> dict[str, int]:
        """Return the stacks as the newest table post lists them."""
        text = next(post.text for post in reversed(self.house.posts) if "```" in post.text)
        lines = re.findall(r"^.{2} ?\d+ (\S+) +(\d+)", text, re.MULTILINE)
        return {name: int(chips) for name, chips in lines}

    def dms(self, name: str) -> list[str]:
        """Return the direct messages a member has received, as a reader sees them."""
        return [self.house.read(message) for message in self[name].dms]


async def sit_down(
    house: House, *names: str, game: str = "holdem", button: int = 0, **options: object
) -> Evening:
    """Open a table and have everybody join it."""
    house.dealer.button = button
    members = {name: house.member(name) for name in names}
    opener, *others = members.values()
    command = "holdem cash" if game == "cash" else f"{game} start"
    await house.slash(opener, command, **options)
    for member in others:
        await house.press("Join", member)
    return Evening(house, members)


async def deal_first(
    house: House,
    *names: str,
    game: str = "holdem",
    hole: str = "",
    board: str = "",
    reshuffle: Deck = FULL_DECK,
    button: int = 0,
    **options: object,
) -> Evening:
    """Open a table, have everybody join, and deal the first hand."""
    evening = await sit_down(house, *names, game=game, button=button, **options)
    await evening.deal(hole=hole, board=board, reshuffle=reshuffle)
    return evening
