"""Five-card draw (rule text 001): five private cards, one exchange, two betting rounds, no burn."""

from engine.rules import Game, Stakes, Street, Variant

FIVECARD = Variant(
    game=Game.FIVECARD,
    streets=(
        Street("before_draw", deal=5),
        Street("draw", exchange=5, bet=False),
        Street("after_draw", big_bet=True),
    ),
    max_players=6,
    dead_button=False,
    part_ante=False,
)

HOUSE_STACK = 100
HOUSE_STAKES = Stakes(ante=1)
HOUSE_HANDS = 10
