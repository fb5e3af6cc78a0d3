"""Evenings that are killed anywhere, and must be played as if nothing had happened."""
