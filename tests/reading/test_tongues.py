"""What each tongue has to heed: how words meet, agree and lean on each other."""

from __future__ import annotations

from functools import cache

import pytest

from moot.dsl import voice
from moot.dsl.elaborate import elaborate
from moot.dsl.parser import parse
from moot.dsl.source import Source
from moot.dsl.voice.clauses import sentence

GAME = """\
game Orchard
  players 2 to 4

kind tree colour: red, green

kind tree
  has height: number
  has colour: tree colour
  you are the owner of this
  works while this is in a garden

marker apple on player or tree, counted, seen by everyone
marker hat on player, single, seen by everyone
marker old on tree, until the end of the game, seen by everyone

zone shed, holds tree, seen by nobody, counted
zone basket of player, holds tree, seen by its owner, counted
zone garden of player, holds tree, seen by everyone

value harvest of picker: a player is 0
value keeper of plant: a tree is the owner of plant
quality rich: a player whose apple is at least 5 apple

verb earn (earned) sum: apple
  do move sum from the bank to you

verb hand (handed) sum: apple to friend: player
  do move sum from you to friend

verb pick (picked) loot: apple from loser: player or tree
  do move loot from loser to you

verb lend (lent) hat to friend: player
  do move the hat to friend

verb fell (felled) victim: a tree
  do move victim to the shed

phase game
  step play
    for each gardener: player
      run the day of gardener

phase day of gardener: a player
  step work
    the gardener must
      earn 1 apple

tree Hedge
  height 1, colour green
"""

FRENCH = {
    "noun": {
        "tree": "un arbre", "tree colour": "une couleur", "height": "une hauteur", "colour": "une couleur",
        "apple": "une pomme", "hat": "un chapeau", "shed": "un hangar", "basket": "une besace", "garden": "une haie",
        "harvest": "une récolte", "keeper": "un gardien", "day": "une journée", "game": "une partie",
    },
    "describing": {"red": "rouge", "green": "vert", "old": "vieux, vieille, vieux, vieilles …", "rich": "heureux"},
    "deed": {"earn": "recevoir …", "hand": "donner … à …", "fell": "abattre …", "pick": "prendre … à …",
             "lend hat": "prêter le chapeau à …"},
}  # fmt: skip
PORTUGUESE = {
    "noun": {
        "tree": "uma árvore", "tree colour": "uma cor", "height": "uma altura", "colour": "uma cor",
        "apple": "uma maçã", "hat": "um chapéu", "shed": "um galpão", "basket": "uma cesta", "garden": "um jardim",
        "harvest": "uma colheita", "keeper": "um guarda", "day": "um dia", "game": "uma partida",
    },
    "describing": {"red": "~vermelho", "green": "~verde", "old": "~velho", "rich": "rico"},
    "deed": {"earn": "ganhar …", "hand": "dar … a …", "fell": "cortar …", "pick": "pegar … de …",
             "lend hat": "emprestar o chapéu a …"},
}  # fmt: skip
FORMS = {"en": {}, "fr": FRENCH, "pt": PORTUGUESE}

DAY = "once in your day, you may\n    "
SORTED = (
    f"{DAY}let near be top 3 cards of the shed\n    choose kept: 2 near\n    do\n      move kept to your basket\n"
    "      move near except kept under the shed"
)
EMPTIED = (
    f"{DAY}choose far: a tree\n    do\n      mark far as old\n      move all cards in your basket to the shed\n"
    "      fell far"
)
CASES = [
    # a and an; vieil before a vowel; the adjective that agrees with what is feminine here and masculine there
    (f"{DAY}choose gone: an old tree in your garden\n    do fell gone", {
        "en": "you may fell an old tree in your garden.",
        "fr": "vous pouvez abattre un vieil arbre dans votre haie.",
        "pt": "você pode cortar uma árvore velha em seu jardim.",
    }),
    # de + le, à + le; de + o, a + o
    (f"{DAY}choose pal: another player\n    do hand 2 apple to pal\n       fell a random card in basket of pal", {
        "en": "you may hand 2 apple to another player and fell a random card from their basket.",
        "fr": "vous pouvez donner 2 pommes à un autre joueur et abattre une carte au hasard de sa besace.",
        "pt": "você pode dar 2 maçãs a outro jogador e cortar uma carta aleatória da cesta dele.",
    }),
    ("when a tree is felled by another player, you must\n    do hand 1 apple to the player that has the hat", {
        "en": "When another player fells a tree, you hand 1 apple to the player with the hat.",
        "fr": "Quand un autre joueur abat un arbre, vous donnez 1 pomme au joueur qui a le chapeau.",
        "pt": "Quando outro jogador cortar uma árvore, você dá 1 maçã ao jogador que tem o chapéu.",
    }),
    # s’il, qu’il, l’; the pronoun that leans on the verb; the personal infinitive and the subjunctive
    ("before old-one: an old tree is felled, if there is a player that has the hat, you must\n    do fell old-one", {
        "en": "Just before an old tree is felled, if there is a player who has the hat, you fell it.",
        "fr": "Juste avant qu’un vieil arbre soit abattu, s’il y a un joueur qui a le chapeau, vous l’abattez.",
        "pt": "Logo antes de uma árvore velha ser cortada, se houver um jogador que tenha o chapéu, você a corta.",
    }),
    (f"{DAY}choose few: up to 2 trees in your garden\n    do mark few as old\n       move few to the shed", {
        "en": "you may mark up to 2 trees in your garden as old and put them into the shed.",
        "fr": "vous pouvez marquer jusqu’à 2 arbres dans votre haie comme vieux et les mettre dans le hangar.",
        "pt": "você pode marcar até 2 árvores em seu jardim como velhas e pô-las no galpão.",
    }),
    # son before a feminine vowel would be sa; des after de; neither … nor; ser and estar
    (f"{DAY}choose far: a tree that is not red nor old\n    do fell far", {
        "en": "you may fell a tree that is neither red nor old.",
        "fr": "vous pouvez abattre un arbre qui n’est ni rouge ni vieux.",
        "pt": "você pode cortar uma árvore que não seja vermelha nem velha.",
    }),
    ("always your harvest is 2 more for each green tree in your garden", {
        "en": "Your harvest is 2 more for each green tree in your garden.",
        "fr": "Votre récolte augmente de 2 pour chaque arbre vert dans votre haie.",
        "pt": "Sua colheita aumenta em 2 para cada árvore verde em seu jardim.",
    }),
    ("always a player that is rich cannot fell green trees", {
        "en": "No rich player may fell green trees.",
        "fr": "Aucun joueur heureux ne peut abattre d’arbres verts.",
        "pt": "Nenhum jogador rico pode cortar árvores verdes.",
    }),
    # nobody may; one of what is read of several trees; a title stands alone
    ("always a player cannot fell this", {
        "en": "No player may fell this tree.",
        "fr": "Aucun joueur ne peut abattre cette carte.",
        "pt": "Nenhum jogador pode cortar esta carta.",
    }),
    ("always keeper of an old tree cannot fell this", {
        "en": "An old tree's keeper cannot fell this tree.",
        "fr": "Le gardien d’un vieil arbre ne peut pas abattre cette carte.",
        "pt": "O guarda de uma árvore velha não pode cortar esta carta.",
    }),
    ("when Hedge is felled, you must\n    do earn 1 apple", {
        "en": "When Hedge is felled, you earn 1 apple.",
        "fr": "Quand l’arbre Hedge est abattu, vous recevez 1 pomme.",
        "pt": "Quando a árvore Hedge for cortada, você ganha 1 maçã.",
    }),
    ("always another player cannot lend hat", {
        "en": "No other player may lend hat.",
        "fr": "Aucun autre joueur ne peut prêter le chapeau.",
        "pt": "Nenhum outro jogador pode emprestar o chapéu.",
    }),
    # who does it for each is told to do it; on what depends the rest; a player or a tree that bears apples
    (("when this is felled, you must\n    do\n      for each pal: another player\n        the pal must\n"
     "          earn 1 apple\n          earn 2 apple"), {
        "en": "each other player earns 1 apple and earns 2 apple.",
        "fr": "chaque autre joueur reçoit 1 pomme et reçoit 2 pommes.",
        "pt": "cada outro jogador ganha 1 maçã e ganha 2 maçãs.",
    }),
    ("at the end of the game, any rich player must\n    do move the hat to them", {
        "en": "At the end of the game, each rich player takes the hat.",
        "fr": "À la fin de la partie, chaque joueur heureux prend le chapeau.",
        "pt": "Ao final da partida, cada jogador rico pega o chapéu.",
    }),
    (f"{DAY}choose far: an old tree\n    do fell far\n       until the end of the game, harvest of you is 2 more", {
        "en": "you may fell an old tree. If you do so, until the end of the game, your harvest is 2 more.",
        "fr": "vous pouvez abattre un vieil arbre. Si vous faites cela, jusqu’à la fin de la partie, votre récolte "
              "augmente de 2.",
        "pt": "você pode cortar uma árvore velha. Se você fizer isso, até o final da partida, sua colheita aumenta em "
              "2.",
    }),
    ("when apple is picked from another player by you, you must\n    do earn 1 apple", {
        "en": "When you pick apple from another player, you earn 1 apple.",
        "fr": "Quand vous prenez des pommes à un autre joueur, vous recevez 1 pomme.",
        "pt": "Quando você pegar maçãs de outro jogador, você ganha 1 maçã.",
    }),
    ("when apple is picked from this by another player, you must\n    do earn 1 apple", {
        "en": "When another player picks apple from this tree, you earn 1 apple.",
        "fr": "Quand un autre joueur prend des pommes sur cette carte, vous recevez 1 pomme.",
        "pt": "Quando outro jogador pegar maçãs de cima desta carta, você ganha 1 maçã.",
    }),
    # `it` is not said of the card while another tree might be meant; what is below zero is taken off
    ("when an old tree is felled, if this is green, you must\n    do put (0 minus 1) apple on this", {
        "en": "When an old tree is felled, if this tree is green, you take 1 apple off this tree.",
        "fr": "Quand un vieil arbre est abattu, si cette carte est verte, vous retirez 1 pomme de cette carte.",
        "pt": "Quando uma árvore velha for cortada, se esta carta for verde, você retira 1 maçã de cima desta carta.",
    }),
    ("when this is felled, you must\n    do put (2 times (3 minus height of this)) apple on you", {
        "en": "you put on yourself as much apple as 2 times (3 minus its height).",
        "fr": "vous mettez sur vous-même un nombre de pommes égal à 2 fois (3 moins sa hauteur).",
        "pt": "você põe em você mesmo um número de maçãs igual a 2 vezes (3 menos a altura dela).",
    }),
    # so much for every 3; a number divided and rounded
    (f"{DAY}do\n      earn 2 apple for each 3 old trees in your garden", {
        "en": "you may earn 2 apple for every 3 old trees in your garden.",
        "fr": "vous pouvez recevoir 2 pommes pour chaque groupe de 3 vieux arbres dans votre haie.",
        "pt": "você pode ganhar 2 maçãs para cada 3 árvores velhas em seu jardim.",
    }),
    (f"{DAY}do\n      put (your apple divided by 5 rounded up) apple on you", {
        "en": "you may put on yourself as much apple as your apple divided by 5, rounded up.",
        "fr": "vous pouvez mettre sur vous-même un nombre de pommes égal au quotient de vos pommes par 5, arrondi au "
              "supérieur.",
        "pt": "você pode pôr em você mesmo um número de maçãs igual ao quociente de suas maçãs por 5, arredondado para "
              "cima.",
    }),
    # what you may let others do as well; who does it again; what lies aside; two rules that hold as long
    ((f"{DAY}do\n      for each pal: another player\n        the pal must\n          earn 1 apple\n"
      "        hand 1 apple to pal"), {
        "en": "you may do this: for each other player, that player earns 1 apple; you hand 1 apple to them.",
        "fr": "vous pouvez faire ceci\u00a0: pour chaque autre joueur, ce joueur reçoit 1 pomme\u00a0; vous lui "
              "donnez 1 pomme.",
        "pt": "você pode fazer isto: para cada outro jogador, esse jogador ganha 1 maçã; você dá 1 maçã a ele.",
    }),
    (f"{DAY}do\n      repeat 2 times\n        choose far: an old tree\n        fell far", {
        "en": "you may do this: 2 times, you fell an old tree.",
        "fr": "vous pouvez faire ceci\u00a0: 2 fois, vous abattez un vieil arbre.",
        "pt": "você pode fazer isto: 2 vezes, você corta uma árvore velha.",
    }),
    ("when this is felled, you must\n    do move the hat to nobody", {
        "en": "you put the hat aside.",
        "fr": "vous mettez le chapeau de côté.",
        "pt": "você põe o chapéu de lado.",
    }),
    (("when this is felled, owner of this must\n    do\n      for each pal: another player\n"
      "        move 1 apple from pal to them"), {
        "en": "for each other player, its owner takes 1 apple from them.",
        "fr": "pour chaque autre joueur, son propriétaire lui prend 1 pomme.",
        "pt": "para cada outro jogador, o dono dela pega 1 maçã dele.",
    }),
    ("as soon as there is lucky: a player whose apple is at least 5, you must\n    do hand 1 apple to lucky", {
        "en": "As soon as a player has at least 5 apple, you hand 1 apple to them.",
        "fr": "Dès qu’un joueur a au moins 5 pommes, vous lui donnez 1 pomme.",
        "pt": "Assim que um jogador tiver pelo menos 5 maçãs, você dá 1 maçã a ele.",
    }),
    (("when this is felled, you must\n    do\n      until the end of the game, nobody may fell this\n"
      "      until the end of the game, your harvest is 1 more"), {
        "en": "until the end of the game, no player may fell it and your harvest is 1 more.",
        "fr": "jusqu’à la fin de la partie, aucun joueur ne peut l’abattre et votre récolte augmente de 1.",
        "pt": "até o final da partida, nenhum jogador pode cortá-la e sua colheita aumenta em 1.",
    }),
    # instead of nothing; none of what might have been; all that lies there
    ("when another tree would be felled by another player, you may\n    cost    fell this\n    instead nothing", {
        "en": "When another player would fell another tree, you may instead fell this tree.",
        "fr": "Au moment où un autre joueur va abattre un autre arbre, vous pouvez à la place abattre cette carte.",
        "pt": "Quando outro jogador for cortar outra árvore, você pode, em vez disso, cortar esta carta.",
    }),
    ("at the end of your day, unless a tree was felled this day, you may\n    do earn 1 apple", {
        "en": "if no tree has been felled this day, you may earn 1 apple.",
        "fr": "si aucun arbre n’a été abattu pendant cette journée, vous pouvez recevoir 1 pomme.",
        "pt": "se nenhuma árvore tiver sido cortada neste dia, você pode ganhar 1 maçã.",
    }),
    ("when this is felled, you must\n    do put (0 minus apple of this) apple on this", {
        "en": "you take all apple off it.",
        "fr": "vous retirez toutes les pommes de celle-ci.",
        "pt": "você retira todas as maçãs de cima dela.",
    }),
    (f"{DAY}choose far: an old tree\n    do unmark far as old", {
        "en": "you may take the mark “old” off an old tree.",
        "fr": "vous pouvez ôter à un vieil arbre la marque « vieux ».",
        "pt": "você pode tirar de uma árvore velha a marca “velha”.",
    }),
    # some of so many, and the others; no pronoun that would be taken for what was named last; none in a denial
    (SORTED, {
        "en": "put 2 of the top 3 cards of the shed into your basket and put the other cards under the shed.",
        "fr": "mettre 2 des 3 premières cartes du hangar dans votre besace et mettre les autres cartes sous le hangar.",
        "pt": "pôr 2 das 3 primeiras cartas do galpão em sua cesta e pôr as outras cartas embaixo do galpão.",
    }),
    (EMPTIED, {
        "en": "put all cards from your basket into the shed and fell it.",
        "fr": "mettre toutes les cartes de votre besace dans le hangar et abattre cet arbre.",
        "pt": "pôr todas as cartas de sua cesta no galpão e cortá-la.",
    }),
    ("always a rich player cannot pick any apple from any tree", {
        "en": "No rich player may pick apple.",
        "fr": "Aucun joueur heureux ne peut prendre de pommes.",
        "pt": "Nenhum jogador rico pode pegar maçãs.",
    }),
    ("at the end of your day, unless a tree was felled by you this day, you may\n    do earn 1 apple", {
        "en": "if you have not felled a tree this day, you may earn 1 apple.",
        "fr": "si vous n’avez abattu aucun arbre pendant cette journée, vous pouvez recevoir 1 pomme.",
        "pt": "se você não tiver cortado nenhuma árvore neste dia, você pode ganhar 1 maçã.",
    }),
]  # fmt: skip


@cache
def spoken(text: str, language: str) -> str:
    """What the last clause or rule of a card says in a language."""
    source = Source("x.game", f"{GAME}\ntree Elm\n  height 3, colour red\n  {text}\n")
    found = elaborate([parse(source)])
    assert found.game is not None and not found.diagnostics, [d.message for d in found.diagnostics]
    card = found.game.cards["Elm"]
    forms = {(sort, word): form for sort, words in FORMS[language].items() for word, form in words.items()}
    tongue = voice.TONGUES[language](voice.Words(found.game, forms))
    return tongue.say(sentence(found.game, card, (*card.clauses, *card.rules)[-1]))


@pytest.mark.parametrize("language", sorted(voice.TONGUES))
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[1]["en"])
def test_words_agree_and_join(case: tuple[str, dict[str, str]], language: str) -> None:
    text, expected = case
    assert spoken(text, language).endswith(expected[language])


def test_a_word_without_a_form_is_said_as_the_game_calls_it_and_remembered() -> None:
    source = Source("x.game", f"{GAME}\ntree Elm\n  height 3, colour red\n  {CASES[6][0]}\n")
    game = elaborate([parse(source)]).game
    assert game is not None
    words = voice.Words(game, {("noun", "tree"): "un arbre"})
    told = voice.read(game, game.cards["Elm"], voice.TONGUES["fr"](words))
    assert told[0].text == "Votre « harvest » augmente de 2 pour chaque arbre « green » dans votre « garden »."
    assert [term.name for term in words.lacking] == ["harvest", "green", "garden"]


def test_what_lies_on_a_card_is_not_what_its_player_has() -> None:
    """A designer who wrote the card instead of its player reads it here, and nowhere else."""
    case = f"{DAY}choose far: a tree in garden of another player\n    do earn half of apple of {{}} rounded down"
    on_the_card = spoken(case.format("far"), "en")
    of_the_player = spoken(case.format("the owner of far"), "en")
    assert on_the_card.endswith("and earn half of the apple on it, rounded down.")
    assert of_the_player.endswith("and earn half of its owner's apple, rounded down.")
