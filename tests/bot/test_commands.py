"""Every action has a command as well as a button, and every command fits into Discord's limits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from babel.messages.pofile import read_po

from bot.catalogue import COMMAND_NAME, OPTION_NAME, languages, translations_into
from bot.render.words.server import autonym
from tests.bot.evening import deal_first, sit_down
from tests.bot.house import House
from tests.bot.pot import POT

SUBCOMMAND = 1
NAME = re.compile(r"[-_\w]{1,32}")


def told(command: dict[str, Any], key: str) -> list[str]:
    """Return a text in each language in which Discord has it."""
    return [command[key], *(command.get(f"{key}_localizations") or {}).values()]


def length(command: dict[str, Any]) -> int:
    """Count a command as Discord does: the longest language of each name, description and value."""
    count = max(map(len, told(command, "name")))
    count += max(map(len, told(command, "description"))) if "description" in command else 0
    count += len(str(command["value"])) if "value" in command else 0
    inside = command.get("options", []) + command.get("choices", [])
    return count + sum(map(length, inside))


def walk(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield command
    for option in command.get("options", []):
        yield from walk(option)


class TestLimits:
    async def test_every_command_stays_within_discords_limits(self, house: House) -> None:
        assert len(house.world.commands) <= 100
        for command in house.world.commands.values():
            assert length(command) <= 8000, command["name"]
            for one in walk(command):
                assert len(one.get("options", [])) <= 25, one["name"]
                assert len(one.get("choices", [])) <= 25, one["name"]
                for name in told(one, "name"):
                    assert NAME.fullmatch(name), name
                    assert name == name.lower()
                for description in told(one, "description"):
                    assert 1 <= len(description) <= 100, description
                for choice in one.get("choices", []):
                    assert all(1 <= len(name) <= 100 for name in told(choice, "name"))

    @pytest.mark.parametrize("locale", languages())
    async def test_no_two_commands_or_options_side_by_side_have_one_name(
        self, house: House, locale: str
    ) -> None:
        def called(one: dict[str, Any]) -> str:
            return str((one.get("name_localizations") or {}).get(locale, one["name"]))

        commands = list(house.world.commands.values())
        sides = [commands] + [one.get("options", []) for each in commands for one in walk(each)]
        for side in sides:
            names = [called(one) for one in side]
            assert len(names) == len(set(names)), names

    @pytest.mark.parametrize("language", languages()[1:])
    async def test_every_command_is_named_and_described_in_every_language(
        self, house: House, language: str
    ) -> None:
        into = translations_into(language)
        with POT.open("rb") as file:
            listed = {autonym(each) for each in languages()} | {m.id for m in read_po(file)}
        for one in (one for each in house.world.commands.values() for one in walk(each)):
            is_command = one["type"] == SUBCOMMAND
            named = into.pgettext(COMMAND_NAME if is_command else OPTION_NAME, one["name"])
            assert one["name_localizations"] == {language: named}
            for said in (one, *one.get("choices", [])):
                key = "description" if said is one else "name"
                assert said[f"{key}_localizations"] == {language: into.gettext(said[key])}
                assert said[key] in listed

    async def test_the_commands_are_these(self, house: House) -> None:
        names = {
            f"{command['name']} {option['name']}" if option else command["name"]
            for command in house.world.commands.values()
            for option in [o for o in command["options"] if o["type"] == SUBCOMMAND] or [None]
        }
        assert names == {
            "holdem start", "fivecard start", "table join", "table leave", "table away",
            "table back", "table status", "table stop", "table chips", "table post",
            "table straddle", "table correct", "table pause", "table resume", "table invite",
            "table kick", "table host", "table settings", "table log", "holdem cash", "bet",
            "raise", "call", "check", "fold", "allin", "draw", "cards", "show", "why", "audit",
            "hand export", "help", "setup show", "setup tables", "setup channel",
            "setup moderators", "setup defaults", "setup zone", "maintenance start",
            "maintenance end",
            "series create", "series template", "series again", "series edit", "series dates",
            "series stakes", "series scoring", "series pause", "series resume", "series cancel",
            "series skip", "series move", "series correct", "series undo", "series list",
            "series explain", "series standings", "series log", "series export",
            "series calendar",
            "setup keep", "setup language", "leaderboard", "record", "privacy show",
            "privacy export", "privacy delete",
        }  # fmt: skip

    async def test_none_is_offered_in_direct_messages(self, house: House) -> None:
        for command in house.world.commands.values():
            assert command["contexts"] == [0] or command.get("dm_permission") is False


class TestEveryAction:
    async def test_a_hand_of_holdem_by_command_alone(self, house: House) -> None:
        ana, ben, cem = (house.member(name) for name in ("Ana", "Ben", "Cem"))
        opened = await house.slash(ana, "holdem start", stack=50)
        place = f"https://discord.com/channels/{house.world.guild.id}/{house.channel.id}"
        assert opened.text == f"Your table is open: {place}"
        for member in (ben, cem):
            assert (await house.slash(member, "table join")).text == "You have a seat."
        await house.press("Start", ana)
        said = [
            (await house.slash(ana, "raise", amount="6")).text,
            (await house.slash(ben, "call")).text,
            (await house.slash(cem, "fold")).text,
            (await house.slash(ben, "check")).text,
            (await house.slash(ana, "bet", amount="10")).text,
            (await house.slash(ben, "raise", amount="20")).text,
            (await house.slash(ana, "allin")).text,
            (await house.slash(ben, "fold")).text,
        ]
        assert said == [
            "You raised to 6 in this round.",
            "You called: 6 in this round.",
            "You folded.",
            "You checked.",
            "You bet 10.",
            "You raised to 20 in this round.",
            "You raised to 44 in this round. You are all-in.",
            "You folded.",
        ]
        shown = await house.slash(ana, "show")
        assert shown.ephemeral
        assert "Ana shows " in house.post.text

    async def test_confirmations_are_private(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        for words in ("Ana raises to 6", "Ben calls", "Ben checks", "Ana bets 2", "Ben folds"):
            reply = await evening.type(words)
            assert reply.kind == "message"
            assert reply.ephemeral

    async def test_a_fold_by_command_where_checking_is_free_asks_once(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        await evening.type("Ana calls")
        question = await evening.type("Ben folds")
        assert house.read(question) == "Checking is free. Fold anyway?\n[Check] [Fold anyway]"
        assert question.message is not None
        assert house.actor() is evening["Ben"]
        reply = await house.press_on(question.message, "Fold anyway", evening["Ben"])
        assert reply.text == "You folded."
        assert "Hand 1: Ana wins" in house.post.text

    async def test_a_fold_by_button_asks_the_same_and_check_answers_it(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        await evening.type("Ana calls")
        question = await evening.play("Ben folds")
        assert question.ephemeral
        assert question.message is not None
        await house.press_on(question.message, "Check", evening["Ben"])
        assert "Flop" in house.post.text

    async def test_the_question_is_for_this_moment_only(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        await evening.type("Ana calls")
        question = await evening.play("Ben folds")
        assert question.message is not None
        await evening.type("Ben checks, Ben bets 2")
        reply = await house.press_on(question.message, "Fold anyway", evening["Ben"])
        assert reply.text.startswith("That button is from an earlier moment of this hand.")

    async def test_the_dialog_shows_its_limits(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        dialog = await house.press("Raise…", evening["Ana"])
        assert dialog.modal is not None
        (label,) = dialog.modal["components"]
        assert dialog.text == "Raise"
        assert label["label"] == "Raise to how much in this round?"
        assert label["description"] == "From 4 to 200, all-in"
        assert label["component"]["placeholder"] == "4"
        await evening.type("Ana calls, Ben checks")
        dialog = await house.press("Bet…", evening["Ben"])
        assert dialog.modal is not None
        assert dialog.text == "Bet"
        assert dialog.modal["components"][0]["description"] == "From 2 to 198, all-in"

    async def test_help(self, house: House) -> None:
        reply = await house.slash(house.member("Ana"), "help")
        assert reply.ephemeral
        assert "Play chips only" in reply.text
        named = set(re.findall(r"/(\w+)", reply.text))
        assert named >= {"holdem", "fivecard", "bet", "raise", "draw", "cards", "show", "table"}
        assert named <= {name.split(" ")[0] for name in house.world.commands}

    async def test_status_shows_the_table_without_its_controls(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        reply = await house.slash(house.member("Guest"), "table status")
        assert reply.ephemeral
        assert reply.message is not None
        assert not reply.message.buttons
        assert not reply.message.pinged
        assert reply.text.startswith(house.post.text)
        assert reply.text.endswith(f"/{evening.post.id}")

    async def test_status_of_a_lobby(self, house: House) -> None:
        await sit_down(house, "Ana", "Ben")
        reply = await house.slash(house.member("Guest"), "table status")
        assert "2 Ben" in reply.text


class TestShowMine:
    async def test_the_winner_unseen_may_show_and_nobody_else(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", "Cem", hole="Ana As Ad, Ben Ks Kd")
        await evening.play("Ana raises to 6, Ben folds, Cem folds")
        for name in ("Ben", "Cem"):
            reply = await house.press("Show mine", evening[name])
            assert reply.ephemeral
            assert reply.text == (
                "There is nothing to show: only a hand that won unseen may be turned over."
            )
        reply = await house.press("Show mine", evening["Ana"])
        assert reply.kind == "update"
        assert "Ana shows A♠ A♦" in house.post.text
        assert not house.post.buttons
        reply = await house.slash(evening["Ana"], "show")
        assert reply.text.startswith("There is nothing to show")

    @pytest.mark.parametrize("when", ["before the deal", "in a hand"])
    async def test_there_is_nothing_to_show(self, house: House, when: str) -> None:
        evening = await sit_down(house, "Ana", "Ben")
        if when == "in a hand":
            await evening.deal()
        reply = await house.slash(evening["Ana"], "show")
        assert reply.ephemeral
        assert not reply.text.startswith("Something went wrong")
