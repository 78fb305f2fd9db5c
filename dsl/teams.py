"""Makes phrases about teams: players of whom the value `team` is the same are in one team.

A player of whom it is nothing is in no team: he has no partner, and everybody else is his opponent.
"""

from __future__ import annotations

from . import ir
from .source import Span

PLAYER, PLAYERS, TRUTH = ir.Type("player"), ir.Type("player", None, True), ir.Type("truth")


def team_of(team: ir.Value, player: ir.Expr, span: Span) -> ir.ValueOf:
    """Returns the team of a player."""
    return ir.ValueOf(type=team.type, span=span, value=ir.TEAM, args=(player,))


def together(team: ir.Value, one: ir.Expr, other: ir.Expr, span: Span) -> ir.Expr:
    """Returns the condition that two players are in one team. `other`: is in a team, if he is anybody at all."""
    mine = team_of(team, other, span)
    same = ir.Is(type=TRUTH, span=span, op="==", left=team_of(team, one, span), right=mine)
    somebody = ir.Not(type=TRUTH, span=span, of=_is_nobody(other, span))
    parts: list[ir.Expr] = [somebody, same]
    if team.type.sort != "number":
        parts.append(ir.Not(type=TRUTH, span=span, of=_is_nobody(mine, span)))
    return ir.And(type=TRUTH, span=span, parts=tuple(parts))


def members(team: ir.Value, of: ir.Expr, span: Span, var: str) -> ir.Expr:
    """Returns a player and his partners. `var`: a name that is in use for nothing else."""
    one = ir.Var(type=PLAYER, span=span, name=var)
    himself = ir.Is(type=TRUTH, span=span, op="==", left=one, right=of)
    cond = ir.Or(type=TRUTH, span=span, parts=(himself, together(team, one, of, span)))
    return ir.Where(type=PLAYERS, span=span, var=var, of=ir.Players(type=PLAYERS, span=span), cond=cond)


def side(team: ir.Value, of: ir.Expr, same: bool, many: bool, span: Span, var: str) -> ir.Side:
    """Returns the partners of a player (`same`), or his opponents. `var`: a name that is in use for nothing else."""
    one = ir.Var(type=PLAYER, span=span, name=var)
    another = ir.Not(type=TRUTH, span=span, of=ir.Is(type=TRUTH, span=span, op="==", left=one, right=of))
    both = together(team, one, of, span)
    cond = ir.And(type=TRUTH, span=span, parts=(another, both if same else ir.Not(type=TRUTH, span=span, of=both)))
    among = ir.Where(type=PLAYERS, span=span, var=var, of=ir.Players(type=PLAYERS, span=span), cond=cond)
    return ir.Side(type=PLAYERS if many else PLAYER, span=span, of=of, same=same, among=among)


def _is_nobody(of: ir.Expr, span: Span) -> ir.Expr:
    return ir.Is(type=TRUTH, span=span, op="==", left=of, right=ir.Nobody(type=of.type, span=span))
