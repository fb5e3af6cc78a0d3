"""One table as a value: what it is, what may be seen of it, and how it changes. No Discord here."""
