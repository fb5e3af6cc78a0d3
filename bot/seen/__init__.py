"""What an operator sees of the bot: metrics, health and logs.

The parts of the bot report to one `Watch`; nothing of it is read back by them. No report names a
member, a card or anything that somebody typed.
"""
