"""What is kept of members when their tables are closed: how they did, for them and for others."""
