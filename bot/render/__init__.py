"""Screens: pure functions from views and events to words and components. Nothing is sent here."""
