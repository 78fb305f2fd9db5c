"""Reads `win by score, then gold`. Without `by`, the player who does this wins."""

from __future__ import annotations

from ... import ir, syntax
from ...language import Own
from ..atoms import cover, written
from ..mistakes import fail, unknown
from ..results import teams
from ..scope import Scope
from ..terms import PLAYER
from .deed import Words, deed


@deed(
    "win",
    Own(
        "win by … , then",
        "ends the game: the player with the highest value or counter wins, after `by lowest` with the lowest; each "
        "`then` breaks a tie that is left. "
        "Without `by`, who does this wins. In a game with teams, `by total score` adds up what each has",
        "then",
        "^win by .*, then ",
    ),
    alone=True,
)
def win(scope: Scope, words: Words) -> ir.Stmt:
    """Reads `win by score, then gold`. Without `by`, the player who does this wins."""
    first, following = words.roles.pop("by", None), words.next_ones()
    words.finish(operand=False)
    if first is not None:
        found = tuple([measure(scope, said) for said in (first.what, *following)])
        return ir.Win(span=words.span, by=found, who=None)
    if following:
        help = "write `win by …, then …`"
        fail("missing-word", "nothing says by what value a player wins", following[0].span, help)
    if scope.doer is None:
        fail("no-doer", "who wins?", words.span, "write `win by` and a value of a player")
    return ir.Win(span=words.span, by=(), who=scope.doer)


def measure(scope: Scope, said: syntax.NounPhrase) -> ir.Measure:
    """Reads a value of a player, or a counter that lies on players; before it, perhaps `lowest`. In a game with teams
    it is a value of a team, or behind `total` one of a player."""
    found = said.chain.atoms
    low = found[0].text == "lowest" and len(found) > 1
    found = found[1:] if low or (found[0].text == "highest" and len(found) > 1) else found
    team = teams(scope.vocabulary)
    of_players, of_teams = _of(PLAYER, scope), [] if team is None else _of(team.type, scope)
    total = found[0].text == "total" and written(found) not in (*of_players, *of_teams)
    name, span = written(found[1:] if total and len(found) > 1 else found), cover(found)
    if team is not None and name in of_teams and not total:
        return ir.Measure(name=name, lowest=low, teams="team")
    if name not in of_players or said.filters or said.name is not None:
        fitting = [*of_players, *of_teams]
        unknown(f"no value or counter `{name}` of a {ir.TEAM if of_teams else 'player'}", span, name, fitting)
    if team is not None and not total:
        message = f"teams win here, and `{name}` is of one player"
        fail("wrong-type", message, span, f"write `win by {'lowest ' if low else ''}total {name}`", f"total {name}")
    if team is None and total:
        message = f"`total` adds up what the players of a {ir.TEAM} have, and this game has none"
        fail("misplaced-word", message, found[0].span, f"write `win by {'lowest ' if low else ''}{name}`")
    return ir.Measure(name=name, lowest=low, teams="total" if total else "")


def _of(t: ir.Type, scope: Scope) -> list[str]:
    """Returns the values of one thing of a type, and the counters that lie on such things."""
    values, markers = scope.vocabulary.values.values(), scope.vocabulary.markers.values()
    named = [v.name for v in values if len(v.params) == 1 and v.params[0].type == t]
    return named + [m.name for m in markers if m.counted and (t.name or t.sort) in m.on]
