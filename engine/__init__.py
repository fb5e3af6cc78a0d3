"""The rules of the house's poker games: pure, without clock, chance, network or storage.

Read them in this order: `cards`, `ranking`, `pots`, `betting`, `seats`, `rules`, `holdem`,
`fivecard`, `hand`, `session`.
"""
