"""Makes the words of questions and answers from the author's words, or from the name that the author gave them.

They are read by the player who is asked. So *you* is that player, and everybody else has a name: where a card asks
somebody else than its own player, *their* becomes *your*, and *you* the name of the card's player. A local name is
replaced by what it stands for: by a slot's number in braces where that is known when the question is put, else by the
words that describe it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from moot.dsl import ir
from moot.dsl.source import NOWHERE, Span

from .origins import with_names, words
from .scope import Scope
from .standing import Hook
from .unit import Unit
from .walk import walk

NAMELESS = Scope()
"""A scope without names."""
OWN = ("this", "you")
"""The names that are words of the language, and are said as they are."""
YOURS = {"you": "you", "your": "your", "they": "you", "them": "you", "their": "your"}
"""What a word for the player who is asked becomes."""
BRACKETED = re.compile(r"\((\{?[\w-]+\}?)\)")


def clause_label(u: Unit, hook: Hook, scope: Scope = NAMELESS) -> str:
    """Name a clause by its card and its own name, or else its main deed: `Warlord: destroy a district in any city`."""
    title = u.layout.titles[hook.card]
    label = hook.clause.label if hook.clause.named else _deed(u, hook.clause)
    if scope is not NAMELESS and not _is_you(hook.clause.doer):
        label = _to_another(label, scope)
    stands = {n.name: _noun(u, n) for n in walk(hook.clause.body) if isinstance(n, (ir.Choose, ir.Let))}
    label = _filled(label, scope, stands)
    return f"{title}: " + re.sub(r"\bthis\b", title, label.replace("(", "").replace(")", ""))


def _noun(u: Unit, named: ir.Choose | ir.Let) -> str:
    """Quote what a local name stands for, without what narrows it."""
    said = named.of if isinstance(named, ir.Choose) else named.value
    return re.split(r" (?:that|whose|except) ", words(u, said.span))[0]


def _filled(text: str, scope: Scope, nouns: Mapping[str, str]) -> str:
    """Replace the local names in a text. Names may stand for what has names in it, so the last come first."""
    told = {name: f"{{{held.args[0]}}}" for name, held in scope.vars.items() if _public(scope, name)}
    for name, noun in reversed({**told, **{n: w for n, w in nouns.items() if n not in told}}.items()):
        if name not in OWN:
            text = re.sub(rf"(?<![\w{{-]){re.escape(name.partition('#')[0])}(?![\w}}-])", _always(noun), text)
    return text


def _public(scope: Scope, name: str) -> bool:
    """Whether a name stands for something that the question may show."""
    held = scope.vars.get(name)
    if held is None or held.op != "slot" or name in scope.private:
        return False
    sort = scope.slots.names[held.args[0]][1]
    return not (name in scope.hidden and sort == "number" or name in scope.words and sort == "card")


def _always(noun: str) -> Callable[[re.Match[str]], str]:
    """Return a replacement function for `re.sub` that always gives `noun`, taken literally."""
    return lambda _: noun


def _deed(u: Unit, clause: ir.Clause) -> str:
    """Quote a clause's first deed, and its cost if that is short and not the deed itself."""
    costs = [words(u, s.span) for s in clause.cost]
    if len(costs) == 1 and len(costs[0].split()) < 5:
        lasts = bool(clause.effect) and isinstance(clause.effect[0], ir.Lasting)
        return costs[0] if lasts or costs[0] == clause.label else f"{costs[0]} to {clause.label}"
    return clause.label


def spoken(
    u: Unit,
    node: ir.Expr | ir.Stmt,
    s: Scope,
    asked: ir.Expr | None = None,
    nouns: Mapping[str, str] | None = None,
    span: Span | None = None,
    beside: object = (),
) -> str:
    """Quote an author's words as they are said to the player who is asked (None: the card's own). `nouns`: what stands
    in place of names that stand for nothing yet. `span`: quote this place, in which the node stands. `beside`: what
    else stands there."""
    theirs = asked is not None and not _is_you(asked)

    def say(var: ir.Var, word: str) -> str | None:
        if word in YOURS:
            return _person(var, word, s, asked) if theirs else None
        if word == "this":
            return s.card or None
        held, one = s.vars.get(var.name), not var.type.many
        counts = var.type.sort in ("number", "amount") and var.name not in s.hidden
        shown = (var.type.sort in ("player", "card") or counts) if one else var.name in s.picked
        if var.name not in OWN and var.name not in s.private and shown and held is not None and held.op == "slot":
            return f"{{{held.args[0]}}}"
        return (nouns or {}).get(var.name) or s.words.get(var.name)

    return BRACKETED.sub(r"\1", with_names(u, node, say, span, beside))


def _is_you(asked: ir.Expr) -> bool:
    return isinstance(asked, ir.Var) and asked.name == "you"


def _person(var: ir.Var, word: str, s: Scope, asked: ir.Expr | None) -> str | None:
    """Say a word for a player to another player than the card's own, who is asked."""
    if isinstance(asked, ir.Var) and var.name == asked.name:
        return YOURS[word]
    held = s.vars.get(var.name)
    if held is None or held.op != "slot" or var.name in s.private:
        return None
    return f"{{{held.args[0]}}}" + ("'s" if word in ("your", "their") else "")


def given_name(text: str, s: Scope, asked: ir.Expr | None = None, nouns: Mapping[str, str] | None = None) -> str:
    """Say the name that an author gave a question or an answer, with what its local names stand for."""
    if asked is not None and not _is_you(asked):
        text = _to_another(text, s)
    return re.sub(r"\bthis\b", s.card or "this", _filled(text, s, {**s.words, **(nouns or {})}))


def _to_another(text: str, s: Scope) -> str:
    """Say a text to another player than the card's own."""
    you = s.vars.get("you")
    mine = None if you is None or you.op != "slot" else f"{{{you.args[0]}}}"

    def said(match: re.Match[str]) -> str:
        word = match[0]
        if word not in ("you", "your"):
            return YOURS[word]
        return word if mine is None else mine if word == "you" else f"{mine}'s"

    return re.sub(rf"\b(?:{'|'.join(YOURS)})\b", said, text)


def choice_label(u: Unit, s: ir.Choose, scope: Scope) -> str:
    """Say what a player is asked to choose: the name of the choice, or else the author's words for the things."""
    if s.label is not None:
        return given_name(s.label, scope, s.chooser)
    whole = words(u, s.span)
    before = whole.partition(":")[0]
    at = s.span.start + u.sources[s.span.path].text[s.span.start : s.span.end].find(":") + 1 if whole else 0
    span = replace(s.span, start=at) if before and at else s.of.span
    return "choose " + spoken(u, s.of, scope, s.chooser, span=span, beside=(s.least, s.most))


def block_label(
    u: Unit, block: Sequence[ir.Stmt], scope: Scope = NAMELESS, asked: ir.Expr | None = None, name: str | None = None
) -> str:
    """Say what a block does: its name, or else the author's words for its first deed."""
    lead = ir.leading(block)
    nouns = {n.name: _noun(u, n) for n in lead if isinstance(n, (ir.Choose, ir.Let))}
    if name is not None:
        return given_name(name, scope, asked, nouns)
    for s in block[len(lead) :]:
        if s.span is NOWHERE:  # nobody wrote this
            continue
        return spoken(u, s, scope, asked, nouns, beside=block).partition(" otherwise ")[0]
    return "do it"


def branch_label(u: Unit, b: ir.Branch, scope: Scope, asked: ir.Expr | None = None) -> str:
    """Say what a branch does, with `{}` in place of the chosen thing."""
    label = block_label(u, b.body, scope, asked, b.label) if b.body else "choose {}"
    if b.choose is None or not b.choose.single:
        return label
    if b.body and isinstance(b.body[0], ir.UseAbility):
        return "{}"
    found, n = re.subn(rf"\b{re.escape(b.choose.name.partition('#')[0])}\b", "{}", label, count=1)
    return found if n else label + ": {}"
