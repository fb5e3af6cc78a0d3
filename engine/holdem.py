"""Texas Hold'em (rule text 000): two private cards, five on the board, four betting rounds."""

from engine.rules import Game, Stakes, Street, Variant

HOLDEM = Variant(
    game=Game.HOLDEM,
    streets=(
        Street("preflop", deal=2),
        Street("flop", burn=1, opens=3),
        Street("turn", burn=1, opens=1, big_bet=True),
        Street("river", burn=1, opens=1, big_bet=True),
    ),
    max_players=10,
    dead_button=True,
    part_ante=True,
)

HOUSE_STACK = 200
HOUSE_STAKES = Stakes(small_blind=1, big_blind=2)
