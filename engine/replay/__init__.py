"""Replay hands of other card rooms, in one neutral form, and compare to the chip.

Read in this order: `fields` and `form` (a hand read and checked), `deviations` (where rooms play by
other rules than ours), `stacking` (decks from which the source's cards come), `played`, `opening`,
`acting`, `settling` and `showing` (one hand replayed and compared step by step), `outcome` (with as
many deviations as it takes), `report` (lines and counts).
"""
