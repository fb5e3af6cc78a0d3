"""An evening at one table, played by a script."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from bot.router import Verb, parse_custom_id
from bot.sandbox import Member as Person
from bot.sandbox import Message, Reply
from bot.table.model import TABLE_JSON, UserId
from tests.bot.killing import TICK_S, Prompt, Shown
from tests.chaos.watched import Watched

WAITING_TICK_S = 8.0
"""How much time passes at once while a member lets his turn run out."""
When = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Script:
    """What is played: who sits down, what is decided at which prompt, and what else is done.

    Prompts are numbered by deal and step; (n, 0) is after the nth hand, (0, 0) in the lobby.

    - decisions: as `Evening` takes them, or "wait" (until the time is up), "dawdle" (until the
      reminder comes, then what costs least), "twice ..." (a button pressed twice at once),
      "pick 1 3" (exchange by the picker in the channel), "direct 1 3" (by the one in the direct
      message), "type 20" (into the dialog for an amount).
    - errands: "Tom /table away", "Tom presses My cards", "Tom leaves", "Tom closes his messages".
    """

    opening: str
    names: tuple[str, ...]
    decisions: Mapping[When, str]
    errands: Mapping[When, tuple[str, ...]] = field(default_factory=dict)
    options: Mapping[str, object] = field(default_factory=dict)
    late: tuple[str, ...] = ()
    """Who does not sit down in the lobby."""
    seed: int = 1
    length: ClassVar[int] = 1
    """How many times as long as an evening at one table it takes."""

    def evening(self, folder: Path) -> ScriptedEvening:
        """Return the evening that is played by it."""
        return ScriptedEvening(folder, self)


class ScriptedEvening(Watched):
    """An evening played by a script."""

    def __init__(self, folder: Path, script: Script) -> None:
        super().__init__(
            folder, "", script.names, script.decisions, seed=script.seed, **script.options
        )
        self.opening = script.opening
        self.options = dict(script.options)
        self.joining = [member for member in self.members if member.name not in script.late]
        self._script = script
        self._done: set[tuple[When, str]] = set()
        self._drew: set[tuple[Person, int | None]] = set()
        """Who exchanges in a direct message, and in which deal."""

    # -- what people do

    async def go_on(self) -> bool:
        await self.caught_up(0.01)
        if self.dead or self._is_stale(self.prompt()):
            await asyncio.sleep(0.01)
            return True
        when = self._now()
        for errand in self._script.errands.get(when, ()) if self.channel.messages else ():
            if (when, errand) not in self._done:
                if await self.ask(self._run(errand)) is not None:
                    self._done.add((when, errand))
                return True
        return not self._waits(when) and await super().go_on()

    def _is_stale(self, prompt: Prompt | None) -> bool:
        """Say whether the table has moved on, and its post does not show it yet."""
        newest = self.ask_database(
            "SELECT state ->> 'deal', state ->> 'step' FROM tables ORDER BY id DESC LIMIT 1"
        )
        return prompt is not None and (prompt.deal, prompt.step) not in newest

    def _waits(self, when: When) -> bool:
        """Say whether the member to act lets the time pass, as the script wants it."""
        wanted = self.script.get(when, "")
        reminded = self.last.endswith("your turn.")
        return wanted == "wait" or (wanted == "dawdle" and not reminded)

    def _now(self) -> When:
        """Return where the evening stands."""
        prompt = self.prompt()
        if prompt is not None:
            return (-1, -1) if prompt in self.pressed else (prompt.deal, prompt.step)
        if len(self.channel.messages) == 1:
            return (0, 0)
        ended = [post for post in self.channel.messages if _RESULT.match(post.text)]
        return (len(ended), 0)

    async def _run(self, errand: str) -> Reply:
        """Do something that is no decision in a hand."""
        name, _, what = errand.partition(" ")
        member = self.world.member(name)
        if what.startswith("brings "):
            return await self._bring(member, int(what.removeprefix("brings ")))
        if what == "leaves":
            asked = await member.slash(self.channel, "table leave")
            assert asked.message is not None
            if not asked.message.buttons:
                return asked  # he has left, and did not hear of it
            return await member.press(asked.message, "Leave for good")
        if what.startswith("presses "):
            post, label = self.posts[-1], what.removeprefix("presses ")
            if all(button.label != label for button in post.buttons):
                return await member.slash(self.channel, "help")  # it has counted already
            return await member.press(post, label)
        if what == "closes his messages":
            member.dms_open = False
            return await member.slash(self.channel, "help")
        command, *given = what.removeprefix("/").split(", ")
        options: dict[str, object] = {}
        for option in given:
            key, _, value = option.partition("=")
            options[key] = int(value) if value.isdecimal() else {"yes": True}.get(value, value)
        return await member.slash(self.channel, command, **options)

    async def _bring(self, member: Person, chips: int) -> Reply:
        """Add chips, unless they are there: who had no answer looks first."""
        rows = self.ask_database("SELECT state FROM tables ORDER BY id DESC LIMIT 1")
        table = TABLE_JSON.validate_json(rows[0][0])
        if table.bought[UserId(member.id)] > table.options.stack:
            return await member.slash(self.channel, "table status")
        return await member.slash(self.channel, "table chips", amount=str(chips))

    async def decide(self, prompt: Prompt) -> Reply:
        wanted = self.script.get((prompt.deal, prompt.step), "")
        how, _, what = wanted.partition(" ")
        actor = prompt.actor
        match how:
            case "dawdle":
                return await self.act(prompt, "")
            case "twice":
                label = next(b.label for b in prompt.post.buttons if b.label.startswith(what))
                presses = (actor.press(prompt.post, label) for _ in range(2))
                first, second = await asyncio.gather(*presses)
                return second if first.kind == "failed" else first
            case "type":
                label = next(b.label for b in prompt.post.buttons if b.label.endswith("…"))
                dialog = await actor.press(prompt.post, label)
                return await actor.submit(dialog, amount=what)
            case "pick":
                picker = await actor.press(prompt.post, "Draw…")
                assert picker.message is not None
                if not picker.message.buttons:
                    return picker  # it has not counted
                return await self._pick(actor, picker.message, what)
            case "direct":
                self._drew.add((actor, prompt.deal))
                return await self._pick(actor, self._picker(actor, prompt), what)
        return await self.act(prompt, wanted)

    async def _pick(self, actor: Person, picker: Message, positions: str) -> Reply:
        wanted = positions.split()
        for position in wanted:
            label = picker.buttons[int(position) - 1].label
            if not label.endswith("✕"):
                await actor.press(picker, label)
        return await actor.press(picker, f"Exchange {len(wanted)}")

    def _picker(self, actor: Person, prompt: Prompt) -> Message:
        """Return the direct message in which a member chooses cards."""
        for message in reversed(actor.dms):
            if _exchanges(message) == prompt.deal:
                return message
        raise LookupError(f"{actor.name} has no picker for deal {prompt.deal}")

    async def wait(self, seconds: float = TICK_S) -> None:
        waiting = self._waits(self._now())
        await super().wait(WAITING_TICK_S if waiting else seconds)

    def shown_to(self, member: Person) -> list[Shown]:
        """Return a member's direct messages.

        Who exchanges by the picker in one has the cards drawn in its place. If the bot died over
        that, the picker stays and they come in a message of their own: that is as good.
        """
        kept = [
            message for message in member.dms if (member, _exchanges(message)) not in self._drew
        ]
        return [
            Shown(_EXCHANGED.sub("", s.text), s.buttons, s.pinged) for s in map(self._shown, kept)
        ]


_RESULT = re.compile(r"\*\*Hand \d+: ")
_EXCHANGED = re.compile(r"^You exchanged \d cards?\.\n", re.MULTILINE)


def _exchanges(message: Message) -> int | None:
    """Return of which deal a message is a picker, None when it is none."""
    for button in message.buttons:
        press = parse_custom_id(button.custom_id)
        if press is not None and press.verb is Verb.EXCHANGE:
            return press.deal
    return None
