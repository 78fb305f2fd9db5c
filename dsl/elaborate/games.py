"""The second pass over the game itself: how many play, what may not be, where a posed situation begins."""

from __future__ import annotations

from lark import Token, Tree

from .. import ir
from ..nearest import nearest
from ..vocabulary import Vocabulary
from ..words import listed
from . import statements, types
from .atoms import atoms
from .declarations import refusal, source_of
from .nouns import Reader
from .scope import Desk, Local, Mistake, Node, Scope, fail, says, tree, unknown

MOST_PLAYERS = 100


def game(desk: Desk, node: Node, vocabulary: Vocabulary) -> ir.Game:
    least, most = 1, 1
    order: list[str] = []
    refused: list[ir.Refusal] = []
    scope = Scope(desk)
    said: set[str] = set()
    for child in node.children[1:]:
        if not isinstance(child, Tree):
            continue
        if child.data in said and child.data in ("players", "listed"):
            desk.report("duplicate-name", "this is said twice", desk.span(child), "keep one")
        said.add(str(child.data))
        if child.data == "players":
            low, high = child.children
            least, most = int(str(low)), int(str(high if high is not None else low))
            if least > most or least < 1:
                desk.report("wrong-number", "the fewest players come first", desk.span(child))
            elif most > MOST_PLAYERS:
                desk.report("wrong-number", f"at most {MOST_PLAYERS} can play", desk.span(child))
        elif child.data == "listed":
            for token in child.children:
                assert isinstance(token, Token)
                if str(token) not in vocabulary.kinds:
                    near = nearest(str(token), vocabulary.kinds)
                    help = f"did you mean `{near}`?" if near else "there are " + listed(vocabulary.kinds)
                    desk.report("unknown-word", f"no kind `{token}`", desk.span(token), help, near)
                elif str(token) in order:
                    desk.report("duplicate-name", f"`{token}` stands here twice", desk.span(token), "keep one")
                else:
                    order.append(str(token))
        elif child.data == "refused":
            found = refusal(scope, child)
            if found is not None:
                refused.append(found)
    return ir.Game(
        name=str(node.children[0]),
        least_players=least,
        most_players=most,
        order=tuple(order),
        refused=tuple(refused),
        source=source_of(node),
    )


def position(desk: Desk, node: Node, vocabulary: Vocabulary) -> ir.Position:
    begins: tuple[str, str] | None = None
    passed: str | None = None
    passed_var: str | None = None
    leaves: ir.Block = ()
    dealt: list[tuple[str, str]] = []
    for line in node.children:
        assert isinstance(line, Tree)
        try:
            if line.data == "begins":
                begins = begins_at(desk, line, vocabulary)
            elif line.data == "dealt":
                dealt.append(dealt_to(desk, line, vocabulary))
            else:
                passed, passed_var, leaves = passed_over(desk, line, vocabulary)
        except Mistake as error:
            desk.note(error)
    if begins is None:
        fail(
            "missing-word",
            "a position says where the game begins",
            desk.span(node),
            "write `begins at step NAME of PHASE`",
        )
    return ir.Position(
        phase=begins[1],
        step=begins[0],
        passed=passed,
        passed_var=passed_var,
        leaves=leaves,
        dealt=tuple(dealt),
        span=desk.span(node),
    )


def known_phase(desk: Desk, token: Token, vocabulary: Vocabulary) -> ir.Phase:
    found = vocabulary.phases.get(str(token))
    if found is None:
        unknown(f"no phase `{token}`", desk.span(token), str(token), vocabulary.phases)
    return found


def begins_at(desk: Desk, line: Node, vocabulary: Vocabulary) -> tuple[str, str]:
    step_token, phase_token = line.children
    assert isinstance(step_token, Token) and isinstance(phase_token, Token)
    found = known_phase(desk, phase_token, vocabulary)
    names = [s.name for s in found.steps]
    if str(step_token) not in names:
        unknown(f"the {found.name} has no step `{step_token}`", desk.span(step_token), str(step_token), names)
    return str(step_token), found.name


def dealt_to(desk: Desk, line: Node, vocabulary: Vocabulary) -> tuple[str, str]:
    sort_node, chain = tree(line.children[0]), tree(line.children[1])
    t = types.sort(desk, sort_node, vocabulary)
    reader = Reader(Scope(desk), atoms(desk, chain))
    length, found = vocabulary.match(reader.texts, 0, ("zone",))
    if length != len(reader.atoms):
        unknown("no such place", desk.span(chain), " ".join(reader.texts), vocabulary.zones)
    zone = vocabulary.zones[found[0].name]
    if t.sort != "card" or zone.holds != t.name or zone.owner != "player":
        fail("wrong-type", f"a place of a player that holds {says(t)} is wanted", desk.span(chain))
    return zone.holds, zone.name


def passed_over(desk: Desk, line: Node, vocabulary: Vocabulary) -> tuple[str, str | None, ir.Block]:
    tokens = [c for c in line.children if isinstance(c, Token)]
    found = known_phase(desk, tokens[0], vocabulary)
    scope = Scope(desk)
    var: str | None = None
    if len(tokens) > 1:
        if found.param is None:
            fail("misplaced-word", f"the {found.name} is not of anything", desk.span(tokens[1]))
        var = str(tokens[1])
        desk.taken.add(var)
        scope.locals[var] = Local(var, found.param.type, desk.span(tokens[1]), used=True)
    stmts = [c for c in line.children if isinstance(c, Tree)]
    return found.name, var, statements.block(scope, list(stmts))
