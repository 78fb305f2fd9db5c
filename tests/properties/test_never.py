"""What is called impossible never happens: over small games made up at random, and over the shipped one with changes,
no clause begins that the analysis says never begins. Without a rule that it says never counts, all goes on alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from moot.dsl import ir, possible
from moot.dsl.elaborate import elaborate
from moot.dsl.mutants import Mutant, all_mutants
from moot.dsl.parser import Parsed, parse
from moot.dsl.source import Source
from moot.interpreter.compile import compile_game
from moot.interpreter.kernel.evaluate import Frame
from moot.interpreter.kernel.faults import Fault
from moot.interpreter.kernel.machine import Machine, answer_question, blank
from moot.interpreter.kernel.program import Library
from tests.properties.sizes import looks

from .test_mutations import read

GAME = """\
game Meadow
  players 2 to 3

kind color: red, blue, green

kind beast
  has size: number
  has color: color
  you are the owner of this
  works while this is in a den

kind sign
  has weight: number
  you are the player that has the drum
  works while this is bright

marker coin on player or beast, counted, seen by everyone
marker drum on player, single, seen by everyone
marker bright on sign, until the end of the round, seen by everyone
marker tired on player, until the end of the turn, seen by everyone
marker tagged on beast, until the end of the round, seen by everyone

zone forest, holds beast, seen by nobody, counted
zone hand of player, holds beast, seen by its owner, counted
zone den of player, holds beast, seen by everyone
zone river, holds beast, seen by everyone
zone tower, holds sign, seen by everyone

value toll of pick: a beast is 1
quality shy on beast
value reach of keeper: a player is 2
quality rich: a player whose coin is at least 3
quality bare: a zone that has no cards
quality free: a beast that is not tagged

verb earn (earned) sum: coin
  do move sum from the bank to you

verb spend (spent) sum: coin
  refused "too little" if your coin is less than sum
  do move sum from you to the bank

verb draw (drawn) wanted: number of beasts
  do move the top (wanted) cards of the forest to your hand

verb play (played) pick: a beast
  refused "it is shy" if pick is shy
  step pay (paid for)
    spend (toll of pick) coin
  step lay
    move pick to your den

verb drown (drowned) gone: a beast
  refused "it floats" if toll of gone is at least 3
  do move gone to the river

verb tag (tagged) prey: a beast
  do mark prey as tagged

verb light (lit) part: a sign
  do mark part as bright

phase game
  step deal
    move all beasts to the forest
    move all signs to the tower
    for each first: player whose seat is 1
      move the drum to first
    for each keeper: player
      the keeper must
        draw 2 beasts
        earn 2 coin
  step rounds
    repeat until there is a player whose coin is at least 7
      run the round
{ending}
phase round
  step lights (lighted)
    let part be a random sign
    light part
  step turns
    for each keeper: player
      run the turn of keeper

phase turn of keeper: a player
  step wake (woken)
    the keeper must
      earn 1 coin
  step act (acted)
    the keeper must
      repeat until they are tired
        either draw 1 beast
        or     choose pick: a card in their hand
                 play pick
        or     choose power: an ability that they may use
                 use power
        or     choose prey: a beast in any den
                 tag prey
        or     mark them as tired
"""
ENDINGS = (
    "", "  step count (counted)\n    win by coin\n",
    "  step count (counted)\n    if there is a rich player\n      win by coin\n    otherwise\n      win by coin\n",
    "  step count (counted)\n    if there is a tagged beast\n      win by coin\n",
)  # fmt: skip
CARDS = (("beast", "Fox", "size 1, color red"), ("beast", "Hen", "size 2, color blue"),
         ("beast", "Owl", "size 5, color red"), ("sign", "Moon", "weight 3"), ("sign", "Star", "weight 4"))  # fmt: skip
EVENTS = ("{is} drawn", "{is} played", "{is} drowned", "{is} tagged", "{is} lit", "{is} paid for", "coin is earned",
          "coin is spent by you", "the turn is acted", "beasts are drawn by you", "the game is counted")  # fmt: skip
PHASES = ("the game", "the game", "the round", "a turn", "your turn")
CONDITIONS = (
    "this is tagged", "this is bright", "you are tired", "you are rich", "your coin is at least 2", "your coin is 0",
    "your coin is at most 1", "your hand has no cards", "there is a beast in the river", "there is a tagged beast",
    "there is a green beast", "there is a beast whose size is at least 4", "there is a beast whose size is 7",
    "number of players is 4", "number of players is 2", "you have the drum", "coin was earned this turn",
    "a beast was drowned this round", "a beast was played this turn", "the reach of you is 3", "size of this is 5",
    "your den is bare", "your den is not bare", "your hand is bare", "number of cards in your hand is at least 1",
    "number of beasts in your den is 0", "you are another player", "the active player is another player",
    "this is free", "there is a free tagged beast", "your coin is more than your coin",
    "there is another beast in your den", "there is a bright sign", "coin of this is at least 1",
    "the active player is you", "you have no coin",
)  # fmt: skip
DEEDS = (
    "earn 1 coin", "draw 1 beast", "drown this", "tag this", "light this", "mark you as tired", "spend 1 coin",
    "move this to your den",
    "choose prey: a tagged beast\n            drown prey", "choose prey: a card in the river\n            tag prey",
    "put 1 coin on this", "move the drum to you", "take 1 coin from this", "leave the turn",
    "choose prey: a green beast\n            tag prey", "until the end of the round, your reach is 3",
    "swap your hand with the river", "choose prey: a beast in any den\n            drown prey",
)  # fmt: skip
RULES = (
    "toll of this is 1 more", "toll of this is 2 more", "this is shy", "you cannot play this", "nobody may drown this",
    'you may play this even if "it is shy"', "you cannot tag this",
)  # fmt: skip
ANSWERS = 120


def lines(chance: Random) -> str:
    """A clause made up at random."""
    moment = chance.choice(("when", "before", "when would", "start", "end", "once", "as soon as"))
    where = chance.choice(("", "", "", "even from your hand, ", "only from your hand, ", "only if tagged, ",
                           "even if bright, ", "only from the river, "))  # fmt: skip
    subject = chance.choice(("this", "this", "a beast", "another beast", "a tagged beast", "a sign"))
    match moment:
        case "start" | "end":
            lead = f"at the {moment} of {chance.choice(PHASES)}, {where}"
        case "once":
            lead = f"{where}once in {chance.choice(PHASES)}, "
        case "as soon as":
            lead = f"as soon as {chance.choice(CONDITIONS)}, {where}"
        case _:
            event = chance.choice(EVENTS).format(**{"is": f"{subject} is"})
            if moment == "when would":
                moment, event = "when", event.replace(" is ", " would be ").replace(" are ", " would be ")
            lead = f"{moment} {event}, {where}"
    if moment != "as soon as" and chance.random() < 0.5:
        both = " and ".join(chance.sample(CONDITIONS, chance.choice((1, 2, 2))))
        lead += f"{chance.choice(('if', 'if', 'unless'))} {both}, "
    first = chance.choice(DEEDS)
    head = "    " if first.startswith("choose") else "    do      "
    return f"  {lead}you {chance.choice(('may', 'must'))}\n{head}{first}\n".replace("\n            ", "\n    do      ")


def rules(chance: Random) -> str:
    """A rule made up at random, of a card about itself."""
    lead = chance.choice(("always ", "always ", "even from your hand, ", "only from the river, ", "only if tagged, "))
    return f"  {lead}{chance.choice(RULES)}\n"


def meadow(seed: int) -> tuple[Parsed, ...]:
    """The meadow with cards of a few clauses each, of which those are left out that cannot be read."""
    chance = Random(seed)
    found = [parse(Source("meadow.game", GAME.replace("{ending}", chance.choice(ENDINGS))))]
    for kind, title, fields in CARDS:
        text = f"{kind} {title}\n  {fields}\n"
        for _ in range(chance.choice((1, 2, 3))):
            more = text + chance.choice((lines, lines, rules))(chance)
            one = parse(Source(f"{title.lower()}.card", more))
            if not one.diagnostics and not elaborate([found[0], *others(title), one]).diagnostics:
                text = more
        found.append(parse(Source(f"{title.lower()}.card", text)))
    return tuple(found)


@lru_cache
def others(title: str) -> tuple[Parsed, ...]:
    return tuple(
        parse(Source(f"{t.lower()}.card", f"{kind} {t}\n  {fields}\n")) for kind, t, fields in CARDS if t != title
    )


def played(lib: Library, seed: int, answers: int, note: Callable[[Frame, int, int], None]) -> list[object]:
    """Plays a game at random, and returns where all cards lay at each question, and how many answers it had."""
    machine, chance = Machine(lib), Random(seed)
    s = blank(lib, chance.randint(lib.min_players, min(lib.max_players, 4)), seed, list(range(len(lib.cards))))
    went: list[object] = []
    try:
        machine.watch(s, observe=note)
        for _ in range(answers):
            if s.ask is None:
                break
            went.append((tuple(s.z), len(s.ask.answers)))
            answer_question(lib, s, chance.choice(s.ask.answers))
            machine.watch(s, observe=note)
    except Fault:
        pass  # cards that answer each other without end, or contradict each other
    return went


def begun(lib: Library, seed: int, answers: int = ANSWERS) -> frozenset[tuple[str, int]]:
    """The clauses that begin in a game played at random."""
    ran: set[int] = set()

    def note(f: Frame, pc: int, to: int) -> None:
        ran.add(f[0])

    played(lib, seed, answers, note)
    named = {p.id: str(p.code[0].args[1]) for p in lib.programs if p.code and p.code[0].args[:1] == ("clause",)}
    begun = (named[program].rpartition(" ") for program in ran & named.keys())
    return frozenset((title, int(number)) for title, _, number in begun)


def never_begins(game: ir.Game, by_path: dict[str, Source], seed: int) -> int:
    """Plays a game in which some clauses are said never to begin, and returns how many."""
    idle = possible.idle(game)
    if idle:
        wrong = idle & begun(compile_game(game, by_path), seed)
        assert not wrong, [by_path[game.cards[title].path].text for title, _ in wrong]
    return len(idle)


def without(parsed: tuple[Parsed, ...], game: ir.Game) -> tuple[Parsed, ...]:
    """The same texts without the rules of which it is said that they never count."""
    sources = {one.source.path: one.source for one in parsed}
    spans = {found.span for found in possible.findings(game, sources) if found.sort == "works"}
    texts = {path: source.text for path, source in sources.items()}
    idle = [rule.span for card in game.cards.values() for rule in card.rules if rule.span in spans]
    for span in sorted(idle, key=lambda span: -span.start):
        before, after = texts[span.path][: span.start], texts[span.path][span.start :]
        texts[span.path] = before.rstrip(" ") + after.partition("\n")[2]
    return tuple(one if texts[path] == one.source.text else parse(Source(path, texts[path])) for path, one in
                 zip(sources, parsed, strict=True))  # fmt: skip


@looks(40)
@given(st.integers(0, 2**32))
def test_no_clause_of_a_made_up_game_begins_that_is_said_never_to(seed: int) -> None:
    parsed = meadow(seed)
    game = elaborate(parsed).game
    assert game is not None
    never_begins(game, {one.source.path: one.source for one in parsed}, seed)


@looks(40)
@given(st.integers(0, 2**32))
def test_a_rule_that_never_counts_changes_nothing(seed: int) -> None:
    parsed = meadow(seed)
    game = elaborate(parsed).game
    assert game is not None
    less = without(parsed, game)
    if less == parsed:
        return
    other = elaborate(less).game
    assert other is not None, [one.source.text for one in less]
    went = [
        played(compile_game(g, {one.source.path: one.source for one in texts}), seed, ANSWERS, lambda f, pc, to: None)
        for g, texts in ((game, parsed), (other, less))
    ]
    assert went[0] == went[1], [one.source.text for one in parsed]


@lru_cache
def changes() -> tuple[Mutant, ...]:
    game = elaborate(list(read("citadels"))).game
    assert game is not None
    return tuple(all_mutants([one.source for one in read("citadels")], game))


@looks(8)
@given(st.integers(0, 2**32))
def test_nor_one_of_the_shipped_game_with_changes(seed: int) -> None:
    chance = Random(seed)
    parsed = {one.source.path: one for one in read("citadels")}
    for mutant in chance.sample(changes(), 8):
        text = parsed[mutant.path].source.text
        if text[mutant.start : mutant.end] == mutant.old:
            parsed[mutant.path] = parse(Source(mutant.path, mutant.of(text)))
    whole = elaborate(list(parsed.values()))
    if whole.game is not None and not any(d.severity == "error" for d in whole.diagnostics):
        never_begins(whole.game, {path: one.source for path, one in parsed.items()}, seed)
