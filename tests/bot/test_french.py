"""How the screens read in French, word for word, by buttons and commands of French names.

"in a while" stands for a countdown, as Discord shows it in each reader's language.
"""

from __future__ import annotations

import pytest

from bot.catalogue import words_for
from bot.render.series_screens import log_screen, result_screen, standings_screen
from bot.sandbox import Member
from bot.series.model import Did, LogLine
from bot.series.standings import Finish, Scoring, standings
from bot.table.model import FORMER, UserId
from engine.cards import parse_cards
from engine.rules import Game
from tests.bot.house import House
from tests.bot.pure import text_of
from tests.engine.table import stack_deck
from tests.series.samples import HOST, LONG_AGO, a_season, a_setup


@pytest.fixture(name="members")
def _members(house: House) -> dict[str, Member]:
    """Return four French members of a French server."""
    house.world.set_locale(house.world.guild, "fr")
    names = ("Léa", "Tom", "Inès", "Max")
    return {name: house.world.member(name, locale="fr") for name in names}


def read(house: House) -> list[str]:
    return house.read(house.post).replace("\u202f", " ").splitlines()


async def said(house: House, who: Member, command: str, **options: object) -> str:
    return house.read(await house.slash(who, command, **options)).replace("\u202f", " ")


async def sit_down(house: House, members: dict[str, Member], command: str) -> None:
    first, *others = members.values()
    await house.slash(first, command)
    for member in others:
        await house.press("Rejoindre", member)


async def test_a_hand_of_holdem_from_the_lobby_to_the_showdown(
    house: House, members: dict[str, Member]
) -> None:
    lea, tom, ines, maxime = members.values()
    # In dealing order: Max, Léa, Tom, Inès.
    holes = [parse_cards(cards) for cards in ("Ac 9h", "7s 2d", "Jh 4h", "Kd Kh")]
    deck = stack_deck(Game.HOLDEM, holes, parse_cards("9c 9d 4s 2h Kc"))
    house.dealer.decks, house.dealer.button = [deck], 2
    await sit_down(house, members, "holdem lancer")
    assert read(house) == [
        "♠ **Hold'em sans limite** · blindes 1/2 · 200 jetons chacun · 2-10 joueurs",
        "Fin quand un joueur a tous les jetons",
        "60 s par décision · mention après 10 s · jetons fictifs seulement",
        "**Places (4)**",
        "1 Léa",
        "2 Tom",
        "3 Inès",
        "4 Max",
        "-# @Léa lance la partie. Sans départ, la table ferme in a while.",
        "[Rejoindre] [Quitter] [Démarrer]",
    ]
    await house.press("Démarrer", lea)
    assert [house.read(message) for message in ines.dms] == [
        "Vous avez une place à la table de #poker. Vos cartes arriveront ici.",
        "Main 1 dans #poker, vous êtes au bouton\n# K♦ K♥\npaire de rois",
    ]
    assert read(house) == [
        "**Main 1** · blindes 1/2 · Avant le flop",
        "pot 3",
        "Inès tire le bouton · Max pose la petite blinde 1 · Léa pose la grosse blinde 2",
        "```",
        "   1 Léa  198 mise 2",
        "▸  2 Tom  200",
        "D  3 Inès 200",
        "   4 Max  199 mise 1",
        "```",
        "À @Tom : 2 pour suivre. Relance à 4 ou plus (tapis : 200). in a while",
        "[Se coucher] [Suivre 2] [Relancer…] [Tapis 200] [Mes cartes]",
    ]

    await house.press("Se coucher", tom)
    raised = await said(house, ines, "relancer", montant="6")
    assert raised == "Vous avez relancé à 6 dans ce tour."
    await house.press("Suivre 5", maxime)
    await house.press("Se coucher", lea)
    await house.press("Parole", maxime)
    await house.fill_in(ines, "Miser…", "10")
    assert read(house) == [
        "**Main 1** · blindes 1/2 · Flop",
        "# 9♣ 9♦ 4♠",
        "pot 24",
        "Max fait parole · Inès mise 10",
        "```",
        "   1 Léa  198 se couche",
        "   2 Tom  200 se couche",
        "D  3 Inès 184 mise 10",
        "▸  4 Max  194",
        "```",
        "À @Max : 10 pour suivre. Relance à 20 ou plus (tapis : 194). in a while",
        "[Se coucher] [Suivre 10] [Relancer…] [Tapis 194] [Mes cartes]",
    ]
    refused = await said(house, maxime, "miser", montant="20")
    assert refused == (
        "Inès a misé 10. Pour relancer, /relancer 20 ou plus, 194 au maximum. "
        "Pour suivre 10, /suivre."
    )
    assert await said(house, lea, "suivre") == "Vous n'êtes pas dans cette main."

    await house.press("Suivre 10", maxime)
    await house.press("Parole", maxime)
    await house.press("Parole", ines)
    await house.slash(maxime, "miser", montant="30")
    await house.slash(ines, "relancer", montant="60")
    await house.press("Suivre 30", maxime)
    assert read(house) == [
        "**Main 1 : Inès gagne 154**",
        "Tableau 9♣ 9♦ 4♠ 2♥ K♣",
        "Inès  **K♦ K♥**  full aux rois par les neuf  +78",
        "Max  **A♣ 9♥**  brelan de neuf  −76",
        "Pot 154 → Inès",
        "-# Prochaine main dans 8 secondes.",
    ]


async def test_an_exchange_at_five_card_draw(house: House, members: dict[str, Member]) -> None:
    del members["Inès"], members["Max"]
    lea, tom = members.values()
    holes = [parse_cards(cards) for cards in ("As Ad 5c 7d 9h", "Ks Kd 2c 3d 4h")]
    house.dealer.decks = [stack_deck(Game.FIVECARD, holes, ())]
    house.dealer.button = 1
    await sit_down(house, members, "poker-fermé lancer")
    await house.press("Démarrer", lea)
    await house.press("Parole", house.actor())
    await house.press("Parole", house.actor())
    assert read(house) == [
        "**Main 1** · ante 1 · Échange",
        "pot 2",
        "```",
        "▸  1 Léa 99",
        "D  2 Tom 99",
        "```",
        "À @Léa : échange de 5 cartes au plus, ou servi. in a while",
        "[Échanger…] [Rester servi] [Mes cartes]",
    ]
    assert house.read(lea.dms[-1]).replace("\u202f", " ").splitlines() == [
        "Main 1 dans #poker",
        "### 1\u00a0A♠   2\u00a0A♦   3\u00a05♣   4\u00a07♦   5\u00a09♥",
        "paire d'as",
        "Marquez ce que vous voulez échanger ; appuyez sur Échanger quand c'est à vous.",
        "[A♠] [A♦] [5♣] [7♦] [9♥] [Rester servi]",
    ]
    drawn = await said(house, lea, "échanger", nombre=3, positions="3 4 5")
    assert drawn.splitlines() == [
        "Main 1 dans #poker",
        "Vous avez échangé 3 cartes.",
        "# A♠ A♦ 2♦ 2♥ 2♠",
        "full aux deux par les as",
    ]
    await house.press("Rester servi", tom)
    assert "Léa échange 3 cartes · Tom reste servi" in house.posts[-2].text


async def test_a_fold_out_and_a_reminder(house: House, members: dict[str, Member]) -> None:
    await sit_down(house, members, "holdem lancer")
    await house.press("Démarrer", members["Léa"])
    await house.slash(members["Max"], "relancer", montant="100")
    for _ in range(3):
        await house.press("Se coucher")
    assert read(house) == [
        "**Main 1 : Max gagne 5**",
        "Cartes non montrées.",
        "-# L'excédent non suivi de 98 est revenu à Max",
        "-# Prochaine main dans 8 secondes.",
        "[Montrer ma main]",
    ]
    await house.pass_time(8)
    waited_for = house.actor().name
    await house.pass_time(10)
    assert read(house) == [f"@{waited_for} : à vous."]


def test_standings_count_and_write_numbers_as_french_does() -> None:
    finishes = [Finish(1, 1, 1, 3), Finish(1, 2, 2, 3), Finish(2, 2, 1, 2), Finish(2, 3, 2, 2)]
    ranked = standings(Scoring(), [*finishes, Finish(1, 3, 3, 3)])
    names = {1: "Léa", 2: "Tom", 3: FORMER}
    shown = standings_screen(a_season().series, ranked, names, 0, words_for("fr"))
    assert text_of(shown).replace("\u202f", " ").splitlines() == [
        "**Tuesday Hold'em : classement**",
        "1. Tom  **4**  2 séances, 1 victoire, moyenne 2,0",
        "2. Léa  **3**  1 séance, 1 victoire, moyenne 3,0",
        "3. ancien membre  **2**  2 séances, 0 victoire, moyenne 1,0",
        "Points : un par joueur devancé, et un de plus",
    ]


def test_the_log_of_a_series_says_what_was_changed_from_what_to_what() -> None:
    after = a_setup(least=4, reminders=(), grace_min=30)
    edited = LogLine(LONG_AGO, HOST, Did.EDITED, "vote", before=a_setup(), after=after)
    one, three = (
        LogLine(LONG_AGO, HOST, did, member=UserId(1), points=points, number=12)
        for did, points in ((Did.CORRECTED, 1), (Did.UNDID, -3))
    )
    shown = log_screen([edited, one, three], {1: "Inès"}, words_for("fr"))
    assert text_of(shown).replace("\u202f", " ").splitlines() == [
        (
            "<t:1767225600:F> <@50> a changé : minimum de joueurs 2 → 4 · retard maximal du début "
            "en minutes 15 → 30 · délai des rappels un jour, une heure et cinq minutes → aucun. "
            "Motif : vote"
        ),
        "<t:1767225600:F> <@50> a corrigé de +1 les points pour Inès (correction 12)",
        "<t:1767225600:F> <@50> a annulé la correction de -3 pour Inès (correction 12)",
    ]


def test_a_session_of_several_tables_ends_with_places_and_points() -> None:
    made = a_season()
    places = [(1, [("Léa", 400)]), (2, [("Tom", 0), ("Inès", 0)])]
    shown = result_screen(made.series, made.sessions[0], places, words_for("fr"))
    assert text_of(shown).replace("\u202f", " ").splitlines() == [
        "**Tuesday Hold'em · séance 1 est terminée**",
        "1. Léa (400) : 3 points",
        "2. Tom (0), Inès (0) : 2 points",
        "-# `/série classement` montre le rang de chacun.",
    ]
