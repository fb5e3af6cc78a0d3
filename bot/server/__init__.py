"""What the managers of a Discord server have set for it."""
