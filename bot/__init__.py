"""Croupier, the Discord bot around the rules in `engine`."""
