"""Finished hands as files that others read: PHH, and the text form of PokerStars."""
