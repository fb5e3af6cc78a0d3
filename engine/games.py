"""The house's games by name: a third one is a new file and a line here."""

from engine.fivecard import FIVECARD
from engine.holdem import HOLDEM
from engine.rules import Game, Variant

VARIANTS: dict[Game, Variant] = {variant.game: variant for variant in (HOLDEM, FIVECARD)}
