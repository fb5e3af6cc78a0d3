"""Whatever members type is answered in words, by command and dialog alike; names are harmless."""

from __future__ import annotations

import re
import unicodedata

import pytest

from bot.sandbox import BadInput, BadOption
from tests.bot import raw
from tests.bot.evening import deal_first, sit_down
from tests.bot.house import House

NO_AMOUNTS = [
    "0", "-5", "+5", "2.5", "2,5", "1e3", "0x10", "25k", "ten", "all", " ", "９", "٢٥", "²", "½",
    "1 2", "1,000", "10 00", "NaN", "inf", "@everyone", "`5`", "5\u200b", "0005x", "1_000", "5;6",
    "999999999999999999", "-0", "00",
]  # fmt: skip


class TestAmounts:
    async def test_what_is_no_amount_is_told_so(self, house: House) -> None:
        await deal_first(house, "Ana", "Ben")
        ana, before = house.member("Ana"), house.post.text
        dialog = await house.press("Raise…", ana)
        for amount in NO_AMOUNTS:
            for reply in (
                await ana.slash(house.channel, "raise", amount=amount),
                await ana.slash(house.channel, "bet", amount=amount),
                await ana.submit(dialog, amount=amount),
            ):
                assert reply.ephemeral, amount
                assert " is not a number of chips: use a whole number such as 25." in reply.text
                assert "Between 4 and 200, which is all-in." in reply.text
                assert reply.message is not None
                assert not reply.message.pinged
        await house.settled()
        assert house.post.text == before

    @pytest.mark.parametrize("amount", ["999999999", "201", "100000"])
    async def test_more_than_there_is_names_what_there_is(self, house: House, amount: str) -> None:
        await deal_first(house, "Ana", "Ben")
        ana = house.member("Ana")
        for reply in (
            await house.slash(ana, "raise", amount=amount),
            await house.fill_in(ana, "Raise…", amount),
        ):
            assert reply.ephemeral
            assert reply.text.startswith("You have 200 at most in this round.")

    @pytest.mark.parametrize("amount", ["6", " 6 ", "006", "6\u00a0"])
    async def test_a_number_counts_however_it_is_spaced(self, house: House, amount: str) -> None:
        await deal_first(house, "Ana", "Ben")
        reply = await house.slash(house.member("Ana"), "raise", amount=amount)
        assert reply.text == "You raised to 6 in this round."

    async def test_thousands_may_be_spaced(self, house: House) -> None:
        await deal_first(house, "Ana", "Ben", stack=10_000)
        reply = await house.fill_in(house.member("Ana"), "Raise…", "1 000")
        assert "Ana raises to 1000" in reply.text

    async def test_nothing_at_all_does_not_leave_the_dialog(self, house: House) -> None:
        await deal_first(house, "Ana", "Ben")
        ana = house.member("Ana")
        dialog = await house.press("Raise…", ana)
        with pytest.raises(BadInput):
            await ana.submit(dialog, amount="")

    async def test_a_very_long_text_is_quoted_in_short(self, house: House) -> None:
        await deal_first(house, "Ana", "Ben")
        reply = await house.slash(house.member("Ana"), "raise", amount="9" * 6000)
        assert len(reply.text) < 200


class TestOptions:
    @pytest.mark.parametrize(
        ("options", "said"),
        [
            (
                {"stack": 20, "big": 21},
                "The big blind (twice the small one unless set) must be between 1 and 20.",
            ),
            ({"small": 5, "big": 2}, "The small blind must be between 1 and 2."),
            (
                {"stack": 20, "small": 50},
                "The big blind (twice the small one unless set) must be between 1 and 20.",
            ),
            (
                {"small": 1_000_000},
                "The big blind (twice the small one unless set) must be between 1 and 1000000.",
            ),
        ],
    )
    async def test_blinds_that_do_not_fit(
        self, house: House, options: dict[str, int], said: str
    ) -> None:
        reply = await house.slash(house.member("Ana"), "holdem start", **options)
        assert reply.ephemeral
        assert reply.text == said
        assert not house.channel.messages

    async def test_an_ante_that_leaves_no_bet(self, house: House) -> None:
        ana = house.member("Ana")
        reply = await house.slash(ana, "fivecard start", stack=20, ante=21)
        assert reply.ephemeral
        assert reply.text.startswith("The ante must be between 1 and ")

    @pytest.mark.parametrize(
        "options",
        [{"stack": 19}, {"stack": 1_000_001}, {"turn": 9}, {"turn": 601}, {"minutes": 4},
         {"hands": 0}, {"seats": 1}, {"seats": 11}, {"small": 0}, {"big": -2}],
    )  # fmt: skip
    async def test_discord_itself_refuses_what_is_out_of_bounds(
        self, house: House, options: dict[str, int]
    ) -> None:
        with pytest.raises(BadOption):
            await house.slash(house.member("Ana"), "holdem start", **options)

    async def test_a_big_blind_alone_gets_half_of_it_as_small(self, house: House) -> None:
        await house.slash(house.member("Ana"), "holdem start", big=10)
        assert "blinds 5/10" in house.post.text

    async def test_a_small_blind_alone_gets_twice_as_big_a_one(self, house: House) -> None:
        await house.slash(house.member("Ana"), "holdem start", small=3)
        assert "blinds 3/6" in house.post.text


OUTDATED = "This command has changed. Reload Discord, then try it again."


class TestWhatDiscordWouldNotLetThrough:
    @pytest.mark.parametrize(
        ("command", "options"),
        [
            ("holdem start", {"stack": 10**30}),
            ("holdem start", {"stack": 19}),
            ("holdem start", {"seats": "4"}),
            ("holdem start", {"seats": True}),
            ("holdem start", {"limit": "no limit"}),
            ("holdem start", {"pings": "often"}),
            ("holdem start", {"colour": "red"}),
            ("fivecard start", {"hands": 0}),
            ("table stop", {"when": "never"}),
            ("table straddle", {}),
            ("table dance", {}),
            ("table", {}),
            ("hand export", {"form": "pdf"}),
            ("bet", {"amount": 25}),
            ("draw", {"count": 6}),
            ("call again", {}),
            ("shuffle", {}),
        ],
    )
    async def test_a_command_that_is_not_as_it_was_declared_does_nothing(
        self, house: House, command: str, options: dict[str, object]
    ) -> None:
        reply = await raw.slash(house.member("Ana"), house.channel, command, **options)
        assert reply.ephemeral
        assert reply.text == OUTDATED
        assert not house.channel.messages

    @pytest.mark.parametrize("command", ["holdem start", "help", "call", "maintenance start"])
    async def test_a_command_in_direct_messages_does_nothing(
        self, house: House, command: str
    ) -> None:
        ana = house.member("Ana")
        reply = await raw.slash(ana, ana.conversation, command)
        assert reply.text == "Commands work in the channels of a server only."
        assert house.client is not None
        assert not house.client.tables.all_open()

    async def test_a_forged_picker_under_a_post_shows_no_card_to_others(self, house: House) -> None:
        evening = await deal_first(house, "Ana", "Ben", game="fivecard", hole="Ana As Ad Ac Kh Ks")
        before = house.post.text
        for post in list(house.channel.messages):
            reply = await raw.press(evening["Ana"], post, "c:mark:1:1:0:1/")
            assert reply.ephemeral
            assert "A♠" in reply.text
        assert house.post.text == before


NASTY = [
    "@everyone",
    "@@everyone",
    "@here",
    "<@&1>",
    "<@123>",
    "<#1>",
    "</fold:1>",
    "<t:0:R>",
    "**bold** __u__",
    "# Title",
    "- list",
    "1. first",
    "> quote",
    "||spoiler||",
    "`code`",
    "```\nfence\n```",
    "two\nlines",
    "tab\tand\rreturn",
    "[link](https://example.org)",
    "https://example.org",
    "\u202egnitset",
    "\u2066iso\u2069",
    "zero\u200bwidth\u200d",
    "\u200b\u200b",
    "x" * 100,
    "Z" + "\u0300\u0316\u0489" * 30,
    "漢字" * 20,
    "🃏" * 30,
    "{name}",
    "%s %d",
    "\\",
    "\u2028sep\u2029",
    "\u3164",
    "ﷺ" * 20,
    "Ana`s",
    "a" * 15 + "\\`*",
]


class TestNames:
    @pytest.mark.parametrize("first", range(0, len(NASTY), 9))
    async def test_names_are_shown_harmlessly_on_every_screen(
        self, house: House, first: int
    ) -> None:
        world, ben = house.world, house.member("Ben")
        nasty = [world.add_member(world.ids.next(), name) for name in NASTY[first : first + 9]]
        await house.slash(nasty[0], "holdem start", stack=20, hands=1)
        for member in (*nasty[1:], ben):
            await house.press("Join", member)
        await house.press("Start", nasty[0])
        await house.slash(house.actor(), "fold")
        while "<@" in house.post.text:
            await house.slash(house.actor(), "allin")
        await house.pass_time(6)
        assert "The table is closed" in house.post.text
        assert len(house.channel.messages) > 5
        for post in house.channel.messages:
            assert post.pinged <= world.members.keys()
            assert len(post.pinged) <= 1
            for version in post.history:
                for said in texts(version):
                    self.check(said)
        for member in (*nasty, ben):
            for message in (*house.ephemerals(member), *member.dms):
                self.check(message.text)

    def check(self, said: str) -> None:
        """No mention but a member's own, no broken box, no invisible or very long line."""
        before, *box = said.split("```")
        assert len(box) in {0, 2}
        for line in box[0].strip("\n").splitlines() if box else []:
            assert "`" not in line
            assert re.match(r"[▸D ][D ] ?\d+ ", line), line
            assert sum(unicodedata.category(c)[0] != "M" for c in line) < 40, line
        bare = re.sub(
            r"https://discord\.com/channels/[\d/]+|<#\d{15,}>|<@\d{15,}>|<t:\d+:[Rt]>|\\.",
            "",
            before + "".join(box[1:]),
        )
        for harmful in ("@everyone", "@here", "||", "](", "://"):
            assert harmful not in bare
        assert not re.search(r"<[@#/t&]", bare)
        assert not re.search("[\u200b-\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069\r]", said)
        assert not re.search("[\u0300-\u036f\u0489]{4}", said)

    async def test_a_private_refusal_names_others_harmlessly(self, house: House) -> None:
        nasty, ben = house.member("**@everyone**"), house.member("Ben")
        await house.slash(nasty, "holdem start")
        await house.press("Join", ben)
        await house.press("Start", nasty)
        reply = await house.slash(ben, "call")
        assert reply.text == r"Not your turn: \*\*\@everyone\*\* is to act."

    async def test_a_lobby_has_one_line_a_player(self, house: House) -> None:
        names = ["a\nb", "\u202ec", "d" * 100, "```", "e", "f", "g", "h", "i"]
        evening = await sit_down(house, "Ana", *names)
        seats = evening.post.text.split("**Seats (10)**\n")[1].splitlines()
        assert [line.split(" ")[0] for line in seats[:10]] == [str(seat) for seat in range(1, 11)]


def texts(components: list[dict[str, object]]) -> list[str]:
    found = []
    for component in components:
        if component["type"] == 10:
            found.append(str(component["content"]))
        inside = component.get("components", [])
        assert isinstance(inside, list)
        found += texts(inside)
    return found
