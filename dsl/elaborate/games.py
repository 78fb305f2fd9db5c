"""Runs the second pass over the game itself: how many play, what is refused, where a posed situation begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from .. import ir, syntax
from ..nearest import nearest
from ..syntax import Word
from ..vocabulary import Vocabulary
from ..words import listed
from . import statements, types
from .declarations import refusal, source_of
from .mistakes import Mistake, fail, unknown
from .nouns import reader
from .scope import Desk, Local, Scope
from .terms import says

MOST_PLAYERS = 100


def game(desk: Desk, node: syntax.Game, vocabulary: Vocabulary) -> ir.Game:
    """Reads what a game says of itself."""
    least, most = 1, MOST_PLAYERS
    order: list[str] = []
    decides: Literal["", "active", "owners"] = ""
    refused: list[ir.Refusal] = []
    said: set[type[syntax.Node]] = set()
    for line in node.lines:
        if type(line) in said and isinstance(line, (syntax.Players, syntax.Order, syntax.Decided)):
            desk.report("duplicate-name", "this is said twice", line.span, "keep one")
        said.add(type(line))
        match line:
            case syntax.Origin():
                pass  # read below
            case syntax.Players():
                least, most = players(desk, line)
            case syntax.Order(kinds):
                listed_kinds(desk, kinds, vocabulary, order)
            case syntax.Decided():
                decides = decider(desk, line)
            case syntax.Refused():
                found = refusal(Scope(desk), line)
                if found is not None:
                    refused.append(found)
    if syntax.Players not in said:
        help = "write it below: `players 2 to 6`"
        desk.report("missing-word", "a game says how many can play it", node.title.span, help)
    return ir.Game(
        name=node.title.text,
        least_players=least,
        most_players=most,
        order=tuple(order),
        decides=decides,
        refused=tuple(refused),
        source=source_of(node.lines),
    )


def players(desk: Desk, line: syntax.Players) -> tuple[int, int]:
    """Reads the least and the greatest number of players."""
    least = int(line.least.text)
    most = int(line.most.text) if line.most is not None else least
    if least > most or least < 1:
        desk.report("wrong-number", "the smaller number of players comes first, and is at least 1", line.span)
    elif most > MOST_PLAYERS:
        desk.report("wrong-number", f"at most {MOST_PLAYERS} can play", line.span)
    return least, most


def listed_kinds(desk: Desk, words: Sequence[Word], vocabulary: Vocabulary, order: list[str]) -> None:
    """Reads the order in which the kinds of cards are listed, and adds them to `order`."""
    for word in words:
        if word.text not in vocabulary.kinds:
            near = nearest(word.text, vocabulary.kinds)
            help = f"did you mean `{near}`?" if near else "there are " + listed(vocabulary.kinds)
            desk.report("unknown-word", f"no kind `{word}`", word.span, help, near)
        elif word.text in order:
            desk.report("duplicate-name", f"`{word}` is written twice here", word.span, "keep one")
        else:
            order.append(word.text)


def decider(desk: Desk, line: syntax.Decided) -> Literal["", "active", "owners"]:
    """Reads who decides the order of cards that must answer the same event."""
    who = " ".join(atom.text for atom in line.by.atoms)
    match who:
        case "the active player":
            return "active"
        case "their owners":
            return "owners"
        case _:
            pass
    help = "write `the active player`, or `their owners`: then each decides about the own cards"
    desk.report("misplaced-word", f"`{who}` cannot decide the order", line.by.span, help)
    return ""


def position(desk: Desk, node: syntax.Position, vocabulary: Vocabulary) -> ir.Position:
    """Reads where a posed situation begins, and what has happened before."""
    begins: tuple[str, str] | None = None
    passed: str | None = None
    passed_var: str | None = None
    leaves: ir.Block = ()
    dealt: list[tuple[str, str]] = []
    for line in node.lines:
        try:
            match line:
                case syntax.Begins():
                    begins = begins_at(line, vocabulary)
                case syntax.Dealt():
                    dealt.append(dealt_to(desk, line, vocabulary))
                case syntax.Passed():
                    passed, passed_var, leaves = passed_over(desk, line, vocabulary)
        except Mistake as error:
            desk.note(error)
    if begins is None:
        help = "write `begins at step NAME of PHASE`"
        fail("missing-word", "a position must say where the game begins", node.span, help)
    return ir.Position(
        phase=begins[1],
        step=begins[0],
        passed=passed,
        passed_var=passed_var,
        leaves=leaves,
        dealt=tuple(dealt),
        span=node.span,
    )


def known_phase(word: Word, vocabulary: Vocabulary) -> ir.Phase:
    """Returns the phase that a word names."""
    found = vocabulary.phases.get(word.text)
    if found is None:
        unknown(f"no phase `{word}`", word.span, word.text, vocabulary.phases)
    return found


def begins_at(line: syntax.Begins, vocabulary: Vocabulary) -> tuple[str, str]:
    """Reads `begins at step call of round`. Returns the step and the phase."""
    found, step = known_phase(line.phase, vocabulary), line.step
    names = [s.name for s in found.steps]
    if step.text not in names:
        unknown(f"the {found.name} has no step `{step}`", step.span, step.text, names)
    return step.text, found.name


def dealt_to(desk: Desk, line: syntax.Dealt, vocabulary: Vocabulary) -> tuple[str, str]:
    """Reads `districts are dealt to hand`. Returns the kind of card and the place that each player has."""
    t = types.sort(line.sort, vocabulary)
    c = reader(Scope(desk), line.chain.atoms)
    length, found = c.match(("zone",))
    if length != len(c.atoms):
        unknown("no such place", line.chain.span, " ".join(c.texts), vocabulary.zones)
    zone = vocabulary.zones[found[0].name]
    if t.sort != "card" or zone.holds != t.name or zone.owner != "player":
        fail("wrong-type", f"a place of a player that holds {says(t)} should come here", line.chain.span)
    return zone.holds, zone.name


def passed_over(desk: Desk, line: syntax.Passed, vocabulary: Vocabulary) -> tuple[str, str | None, ir.Block]:
    """Reads `passed turn of who:`. Returns the phase, the name of its parameter, and what the phase leaves behind."""
    found = known_phase(line.phase, vocabulary)
    scope = Scope(desk)
    var: str | None = None
    if found.param is None:
        help = f"say whose it is where the phase is declared, as in `phase {found.name} of taker: a player`"
        fail("misplaced-word", f"a `{found.name}` is nobody's, so nobody's can be passed over", line.span, help)
    if line.name is not None:
        var = line.name.text
        desk.taken.add(var)
        scope.locals[var] = Local(var, found.param.type, line.name.span, used=True)
    return found.name, var, statements.block(scope, line.body)
