"""What is said about the chips of a table: what moved, and that it adds up."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ledger import Account, Kind
from bot.render.words.why import WhyWords


class AccountWords(WhyWords):
    """Sentences about accounts; names arrive safe to show."""

    def audit_title(self) -> str:
        """Title what everybody has and why."""
        return self._("**The chips of this table**")

    def account(self, name: str, account: Account) -> str:
        """Tell in one line what a member has, and where it is from."""
        _ = self._
        parts = [_("brought {amount}").format(amount=account.brought)]
        if account.won:
            parts.append(_("hands {amount}").format(amount=signed(account.won)))
        if account.in_pot:
            parts.append(_("in the pot {amount}").format(amount=account.in_pot))
        if account.moved:
            parts.append(_("moved {amount}").format(amount=signed(account.moved)))
        if account.corrected:
            parts.append(_("corrected {amount}").format(amount=signed(account.corrected)))
        if account.taken:
            parts.append(_("taken off {amount}").format(amount=account.taken))
        return _("{name}: {parts}. Has {chips}.").format(
            name=name, parts=", ".join(parts), chips=account.chips
        )

    def more(self, count: int) -> str:
        """Say how many members the list leaves out."""
        return self._n("And {count} more.", "And {count} more.", count).format(count=count)

    def audit_total(self, accounts: Sequence[Account], handed_out: int) -> str:
        """Say whether all chips are there."""
        _ = self._
        stacks = sum(account.chips for account in accounts)
        pot = sum(account.in_pot for account in accounts)
        taken = sum(account.taken for account in accounts)
        told = _("Stacks {stacks} + pot {pot} + taken off {taken} = {found}.").format(
            stacks=stacks, pot=pot, taken=taken, found=stacks + pot + taken
        )
        if stacks + pot + taken == handed_out:
            return _("{told} That is all that was ever brought here.").format(told=told)
        return _("{told} But {amount} were brought here: tell the operator.").format(
            told=told, amount=handed_out
        )

    def hand_audit_title(self, number: int) -> str:
        """Title the movements of one hand."""
        return self._("**The chips of hand {number}**").format(number=number)

    def moved(self, name: str, moved: Sequence[tuple[Kind, int]]) -> str:
        """Tell a member's movements in a hand, and what they come to."""
        told = ", ".join(f"{self._moved(kind)} {signed(amount)}" for kind, amount in moved)
        total = signed(sum(amount for _, amount in moved))
        return self._("{name}: {moved}. Together {total}.").format(
            name=name, moved=told, total=total
        )

    def _moved(self, kind: Kind) -> str:
        _ = self._
        return {
            Kind.ANTE: _("ante"),
            Kind.BLIND: _("blind"),
            Kind.CALL: _("call"),
            Kind.BET: _("bet"),
            Kind.RAISE: _("raise"),
            Kind.UNCALLED: _("uncalled"),
            Kind.POT: _("pot"),
            Kind.VOID: _("void"),
        }[kind]

    def correction(self, by: int, name: str, amount: int, reason: str) -> str:
        """Tell of a correction."""
        return self._("Correction by {moderator}: {name} {amount}. Reason: {reason}").format(
            moderator=self.mention(by), name=name, amount=signed(amount), reason=reason
        )

    def corrected_to(self, name: str, chips: int) -> str:
        """Confirm a correction to who made it."""
        return self._("{name} has {chips} chips now.").format(name=name, chips=chips)


def signed(chips: int) -> str:
    """Write chips with their sign."""
    return f"{'+' if chips >= 0 else '−'}{abs(chips)}"
