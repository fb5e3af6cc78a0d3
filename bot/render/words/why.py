"""The reasons behind the last ruling, for who asks `/why`."""

from __future__ import annotations

from collections.abc import Mapping

from bot.render.words.table import TableWords
from engine.errors import Reason
from engine.events import PotAwarded
from engine.explain import WhyPots, WhyRaise
from engine.rules import Structure


class WhyWords(TableWords):
    """Explanations; names are by seat."""

    def why_raise(self, why: WhyRaise, names: Mapping[int, str]) -> list[str]:
        """Say where the limits of the next bet or raise come from."""
        _, may = self._, why.legal
        head = _("**{name} is to act**").format(name=names[may.seat])
        if may.closed is not None:
            return [head, self._why_no_raise(why, names[may.seat])]
        if may.opens:
            least = _("A bet is at least {least}, the smallest of this round.")
        elif why.increment_by is None:
            least = _(
                "A raise is to at least {least}: the price {price} plus {step}, the big blind or "
                "smallest bet; nobody has raised in full."
            )
        else:
            least = _(
                "A raise is to at least {least}: the price {price} plus {step}, which is what "
                "{by} last bet or raised in full."
            )
        lines = [
            head,
            least.format(
                least=may.min_to,
                price=why.price,
                step=why.increment,
                by="" if why.increment_by is None else names[why.increment_by],
            ),
        ]
        if may.min_to != why.price + why.increment and not may.opens:
            lines.append(_("All-in may be less: {amount}.").format(amount=may.min_to))
        return [*lines, self._why_most(why, names[may.seat])]

    def _why_most(self, why: WhyRaise, name: str) -> str:
        _ = self._
        if why.legal.max_to == why.all_in:
            return _("At most {most}: all {name} has.").format(most=why.all_in, name=name)
        if why.structure is Structure.FIXED_LIMIT:
            return _("Neither more nor less: the limit is fixed.")
        return _("At most {most}: the price plus the pot after the call.").format(
            most=why.legal.max_to
        )

    def _why_no_raise(self, why: WhyRaise, name: str) -> str:
        _ = self._
        match why.legal.closed:
            case Reason.RAISE_NOT_REOPENED:
                return _(
                    "No raise: {name} has acted already and faces only {faced} more. It takes "
                    "{step}, a full raise, in one go or by several all-ins, to raise again."
                ).format(name=name, faced=why.faced, step=why.increment)
            case Reason.NOBODY_CAN_ANSWER:
                return _("No raise: every opponent left is all-in, nobody could answer it.")
            case Reason.RAISES_CAPPED:
                return _("No raise: all raises of this round have been made.")
            case _:
                return _("No raise: a call takes all {name} has.").format(name=name)

    def why_pots(self, number: int, why: WhyPots, names: Mapping[int, str]) -> list[str]:
        """Say how a finished hand was paid: who put in what, who contested it, who got it."""
        _ = self._
        lines = [_("**How hand {number} was paid**").format(number=number)]
        for which, pot in enumerate(why.pots):
            shares = [(names[seat], chips) for seat, chips in pot.shares]
            lines.append(self.pot_paid(which, len(why.pots), pot.amount, shares, pot.odd_chips))
            lines.append(self._why_pot(pot, names))
        lines += [
            _("{amount} went back to {name}: nobody called it.").format(
                amount=event.amount, name=names[event.seat]
            )
            for event in why.returned
        ]
        return lines

    def _why_pot(self, pot: PotAwarded, names: Mapping[int, str]) -> str:
        paid_in = ", ".join(f"{names[seat]} {chips}" for seat, chips in pot.paid_in)
        could_win = ", ".join(names[seat] for seat in pot.contenders)
        return self._("-# Paid in: {paid_in}. Could win it: {could_win}.").format(
            paid_in=paid_in, could_win=could_win
        )

    def nothing_to_explain(self) -> str:
        """Say that nothing has happened yet."""
        return self._("Nothing has been decided yet: there is nothing to explain.")
