"""Makes nodes from the shapes of the grammar: the one place where untyped parts become typed.

The parts of a shape come in the order of `cards.lark`: words and nodes that are already made, and None for a part that
is left out. A shape whose parts are the fields of its class, one by one, needs no function of its own here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal

from . import syntax
from .source import Span
from .syntax import Node, Word, WordKind

Parts = Sequence[Any]  # the parser does not type them; the grammar says what they are
Made = Node | Word | Sequence[Word | Node]
Make = Callable[[Parts, Span], Made]

PARTS_OF_SPEECH: tuple[WordKind, ...] = ("det", "poss", "pron", "glue", "prep", "force")
"""The shapes that consist of one word of the grammar itself."""
KINDS: Mapping[str, WordKind] = {
    "WORD": "word", "NUMBER": "number", "NAME": "name", "STRING": "text", "RAW": "raw", "UPTO": "upto",
    "QUOTED": "raw", "MOVED": "word",
}  # fmt: skip
"""The sort of each word whose spelling the grammar leaves open."""


def _some(parts: Parts) -> tuple[Any, ...]:
    """Returns the parts that are there."""
    return tuple([part for part in parts if part is not None])


def _fields(shape: Callable[..., Node]) -> Make:
    def make(parts: Parts, span: Span) -> Node:
        return shape(*parts, span=span)

    return make


def _all(shape: Callable[..., Node]) -> Make:
    def make(parts: Parts, span: Span) -> Node:
        return shape(_some(parts), span=span)

    return make


def _rest(shape: Callable[..., Node], count: int) -> Make:
    """Makes a node whose first `count` parts are fields and whose further parts are the last field."""

    def make(parts: Parts, span: Span) -> Node:
        return shape(*parts[:count], _some(parts[count:]), span=span)

    return make


def _chain(parts: Parts, span: Span) -> Node:
    atoms: list[syntax.Atom] = []
    for part in parts:
        if isinstance(part, list):
            atoms += part
        else:
            atoms.append(part)
    return syntax.Chain(tuple(atoms), span=span)


def _called(parts: Parts, span: Span) -> Word:
    """Makes one word of the words of a declared name."""
    return Word("word", " ".join(part.text for part in parts), span)


def _core(parts: Parts, span: Span) -> Made:
    return list(parts)


def _clause(parts: Parts, span: Span) -> Node:
    *leads, who, force, body = parts
    return syntax.Clause(tuple(leads), who, force, body, span=span)


def _standing(parts: Parts, span: Span) -> Node:
    return syntax.Standing(tuple(parts[:-1]), parts[-1], span=span)


def _happening(moment: Literal["after", "would", "before"], parts: Parts, span: Span) -> Node:
    return syntax.Happening(moment, *parts, span=span)


def _passive(parts: Parts, span: Span) -> Node:
    return syntax.Passive(_some(parts[:2]), parts[2], tuple(parts[3:]), span=span)


def _moved_done(parts: Parts, span: Span) -> Node:
    moved, end = parts
    return syntax.Passive((moved,), None, (end,), span=span)


def _refused(parts: Parts, span: Span) -> Node:
    reason, keyword, cond, *but = parts
    return syntax.Refused(reason, keyword, cond, but[0] if but else None, span=span)


def _enum(parts: Parts, span: Span) -> Node:
    words = tuple([part for part in parts[1:] if isinstance(part, Word)])
    called = tuple([part for part in parts[1:] if isinstance(part, syntax.Title)])
    return syntax.Enum(parts[0], words, called, span=span)


def _alias(parts: Parts, span: Span) -> Node:
    return syntax.Title(parts[0], parts[1], False, span=span)


def _excepted(shape: Callable[..., Node]) -> Make:
    """Makes a node of a condition and, behind an `if`, perhaps an `unless`."""

    def make(parts: Parts, span: Span) -> Node:
        keyword, cond, *but = parts
        return shape(keyword, cond, but[0] if but else None, span=span)

    return make


def _body(parts: Parts, span: Span) -> Node:
    before = tuple([p for p in parts if isinstance(p, (syntax.Refused, syntax.Let, syntax.Choose))])
    cost = next((p for p in parts if isinstance(p, syntax.Cost)), None)
    effects = tuple([p for p in parts if isinstance(p, (syntax.Do, syntax.Instead, syntax.Either))])
    called = next((p for p in parts if isinstance(p, Word)), None)
    return syntax.Body(called, before, cost, effects, span=span)


def _branch(parts: Parts, span: Span) -> Node:
    return syntax.Branch(None, _some(parts), span=span)


def _choosing(parts: Parts, span: Span) -> Node:
    name, what, *body = parts
    return syntax.Choosing(None, name, what, tuple(body), span=span)


def _naming(parts: Parts, span: Span) -> Node:
    """Makes a branch with a name; one that begins with a plain choice is offered with all that can be chosen."""
    called, first, *body = parts
    plain = isinstance(first, syntax.Choose) and not (first.called or first.secretly or first.otherwise)
    if plain and body:
        return syntax.Choosing(called, first.name, first.what, tuple(body), span=span)
    return syntax.Branch(called, (first, *body), span=span)


def _ask(parts: Parts, span: Span) -> Node:
    who, force, secretly, *body = parts
    return syntax.Ask(who, force, secretly, None, _some(body), span=span)


def _either(parts: Parts, span: Span) -> Node:
    return syntax.Either(tuple(parts[:-1]), parts[-1], span=span)


def _whom(parts: Parts, span: Span) -> Node:
    return syntax.NounPhrase(None, parts[0], tuple(parts[1:]), span=span)


def _action(parts: Parts, span: Span) -> Node:
    verb, operand, *roles, face, lift = parts
    return syntax.Action(verb, operand, tuple(roles), lift, face, span=span)


def _if_able(parts: Parts, span: Span) -> Node:
    deed, _, who = parts
    return syntax.Action(deed.verb, deed.operand, deed.roles, deed.lift, deed.face, who, span=span)


def _if(parts: Parts, span: Span) -> Node:
    keyword, cond, *then, otherwise = parts
    return syntax.If(keyword, cond, _some(then), otherwise, span=span)


def _times(parts: Parts, span: Span) -> Node:
    return syntax.Times(parts[0], parts[2], span=span)


def _added(parts: Parts, span: Span) -> Node:
    return _reckoned((syntax.Arithmetic(*parts, span=span),), span)


def _reckoned(parts: Parts, span: Span) -> Node:
    """Makes a phrase of one number out of a sum, as if it stood in parentheses."""
    group = syntax.Group(parts[0], span=span)
    return syntax.NounPhrase(None, syntax.Chain((group,), span=span), (), span=span)


def _delta(parts: Parts, span: Span) -> Node:
    return syntax.Delta(parts[0], parts[1], parts[3] if len(parts) > 2 else None, span=span)


def _mark(parts: Parts, span: Span) -> Node:
    on = tuple([p for p in parts if isinstance(p, syntax.Sort)])
    return syntax.Mark(parts[0], on, tuple(parts[1 + len(on) :]), span=span)


def _quality(parts: Parts, span: Span) -> Node:
    return syntax.Quality(tuple(parts[:-1]), parts[-1], span=span)


def _value(parts: Parts, span: Span) -> Node:
    params = tuple([p for p in parts if isinstance(p, syntax.Param)])
    operand, only, _, _, *rules = parts[1 + len(params) :]
    return syntax.ValueDef(parts[0], params, operand, only, _some(rules), span=span)


def _verb(parts: Parts, span: Span) -> Node:
    keyword, word, forms, of, *rest = parts
    roles = tuple([p for p in rest if isinstance(p, syntax.VerbRole)])
    doer, *lines = rest[len(roles) :]
    return syntax.Verb(keyword.text == "phase", word, forms, of, roles, doer, tuple(lines), span=span)


def _forms(parts: Parts, span: Span) -> Node:
    return syntax.Forms(_some(parts), span=span)


def _doer(parts: Parts, span: Span) -> Node:
    return syntax.Doer(tuple(parts[1:]), span=span)


def _table(parts: Parts, span: Span) -> Node:
    kind, *rest = parts
    columns = tuple([p for p in rest if isinstance(p, Word)])
    return syntax.Table(kind, columns, tuple(rest[len(columns) :]), span=span)


def _raw(said: syntax.Said, parts: Parts, span: Span) -> Node:
    return syntax.Raw(said, None, tuple(parts), span=span)


def _known(parts: Parts, span: Span) -> Node:
    return syntax.Raw("known", parts[0], tuple(parts[1:]), span=span)


def _behind(shape: Callable[..., Node]) -> Make:
    """Makes a node of all parts but the first, which only marks the shape."""
    return lambda parts, span: shape(_some(parts[1:]), span=span)


def _ends(shape: Callable[..., Node]) -> Make:
    """Makes a node of the first and the last part."""
    return lambda parts, span: shape(parts[0], parts[-1], span=span)


def _inside(parts: Parts, span: Span) -> Node:
    targets = tuple([p for p in parts if isinstance(p, syntax.Target)])
    return syntax.Inside(targets, tuple(parts[len(targets) :]), span=span)


def _target(parts: Parts, span: Span) -> Node:
    return syntax.Target(parts[0], tuple(parts[1:]), span=span)


def _replaced(parts: Parts, span: Span) -> Node:
    word, old, read, *new = parts
    said = new[0] if len(new) == 1 and isinstance(new[0], Word) else None
    return syntax.Replaced(word, old, read, said, () if said else tuple(new), span=span)


def _nothing(shape: Callable[..., Node]) -> Make:
    return lambda parts, span: shape(span=span)


def _once(parts: Parts, span: Span) -> Node:
    *first, chain = parts
    return syntax.OnceIn(chain, bool(first), span=span)


MAKE: Mapping[str, Make] = {
    # cards
    "card": _rest(syntax.Card, 2), "props": _all(syntax.Props), "prop": _fields(syntax.Prop),
    "source": _fields(syntax.Origin), "title": _fields(syntax.Title), "alias": _alias,
    "clause": _clause, "standing": _standing,
    "after": partial(_happening, "after"), "would": partial(_happening, "would"),
    "before": partial(_happening, "before"), "clock": _fields(syntax.At), "state": _fields(syntax.AsSoonAs),
    "during": _fields(syntax.During), "once": _once, "when_if": _fields(syntax.Provided),
    "passive": _passive, "done": _passive, "moved_done": _moved_done,
    "prole": _fields(syntax.PassiveRole),
    "where_from": _fields(syntax.WhereFrom), "where_if": _rest(syntax.WhereIf, 1),
    # slots
    "body": _body, "refused": _refused, "leftout": _excepted(syntax.Absent), "let": _fields(syntax.Let),
    "choose": _fields(syntax.Choose),
    "cost": _all(syntax.Cost), "do": _all(syntax.Do), "instead": _all(syntax.Instead), "either": _either,
    "branch": _branch, "choosing": _choosing, "naming": _naming,
    # statements
    "action": _action, "whether": _fields(syntax.Whether), "nothing": _nothing(syntax.Nothing),
    "lasting": _fields(syntax.Lasting), "iff": _if, "foreach": _rest(syntax.ForEach, 2),
    "repeat": _rest(syntax.Repeat, 1), "ask": _ask, "ask_as": _rest(syntax.Ask, 4), "whom": _whom, "subject": _chain,
    "role": _fields(syntax.Role),
    "as_role": _fields(syntax.As), "next_role": _fields(syntax.Next), "lift": _fields(syntax.Lift), "if_able": _if_able,
    # rules
    "permit": _fields(syntax.Permit), "modify": _fields(syntax.Modify), "counts": _fields(syntax.Counts),
    "lends": _fields(syntax.Lends),
    "tail": _excepted(syntax.Tail), "but": _fields(syntax.But),
    # phrases
    "np": _rest(syntax.NounPhrase, 2), "chain": _chain, "core": _core, "group": _fields(syntax.Group),
    "some": _rest(syntax.Filtered, 1), "times": _times, "floor": _fields(syntax.Floor),
    "ceiling": _fields(syntax.Ceiling), "compare": _fields(syntax.Compare), "arith": _fields(syntax.Arithmetic),
    "half": _fields(syntax.Half), "reckoned": _reckoned, "summed": _reckoned, "reckoned_sum": _added,
    "product": _fields(syntax.Product), "remainder": _fields(syntax.Remainder),
    "quotient": _fields(syntax.Quotient),
    "delta": _delta, "bound": _fields(syntax.Bound), "within": _fields(syntax.Within),
    "anyof": _all(syntax.AnyOf), "some_of": _all(syntax.SomeOf),
    "that_is": _fields(syntax.ThatIs), "that_was": _fields(syntax.ThatWas),
    "that_has": _fields(syntax.ThatHas), "that_has_many": _fields(syntax.ThatHasMany),
    "whose_has_many": _fields(syntax.WhoseHasMany), "has_many": _rest(syntax.HasMany, 2),
    "that_one_may": _fields(syntax.ThatMay),
    "that_counts": _fields(syntax.ThatCounts), "whose": _fields(syntax.Whose), "whose_has": _fields(syntax.WhoseHas),
    "except": _fields(syntax.Except),
    # conditions
    "both": _all(syntax.Both), "any_of": _all(syntax.AnyFact), "is": _fields(syntax.Is), "was": _fields(syntax.Was),
    "has_fact": _fields(syntax.Has), "can": _fields(syntax.Can), "exists": _fields(syntax.Exists),
    "counts_fact": _fields(syntax.CountsAs), "one_of": _all(syntax.OneOf),
    # the game file
    "game": _rest(syntax.Game, 1), "players": _fields(syntax.Players), "listed": _all(syntax.Order),
    "decided": _fields(syntax.Decided),
    "enum": _enum, "kind": _rest(syntax.Kind, 1), "names": _all(syntax.Names), "called": _called,
    "field": _fields(syntax.Field), "maybe": _nothing(syntax.Maybe), "you_are": _fields(syntax.YouAre),
    "works": _fields(syntax.Works), "works_from": _fields(syntax.WorksFrom), "zone": _rest(syntax.Zone, 3),
    "seen": _fields(syntax.Seen), "mark": _mark, "kept": _rest(syntax.Kept, 3),
    "lasts": _fields(syntax.Lasts), "counted": _fields(syntax.Counted),
    "single": _fields(syntax.Single), "faceup": _nothing(syntax.FaceUp), "quality": _quality, "valuedef": _value,
    "param": _fields(syntax.Param), "verb": _verb, "object": _fields(syntax.Object), "of": _fields(syntax.Of),
    "sort": _all(syntax.Sort), "forms": _forms, "vrole": _rest(syntax.VerbRole, 2), "doer": _doer,
    "step": _rest(syntax.Step, 2), "table": _table, "row": _all(syntax.Row),
    "position": _all(syntax.Position), "begins": _fields(syntax.Begins), "dealt": _fields(syntax.Dealt),
    "passed": _rest(syntax.Passed, 2),
    # amendments
    "house_rule": _rest(syntax.HouseRule, 2), "edition": _rest(syntax.Edition, 2), "chosen": _fields(syntax.Chosen),
    "counted_setting": _fields(syntax.CountedSetting), "setting_block": _rest(syntax.SettingBlock, 1),
    "takes_in": _behind(syntax.TakesIn), "leaves_out": _behind(syntax.LeavesOut), "target": _target,
    "adds": _rest(syntax.Adds, 1), "inside": _inside, "quoted": _rest(syntax.Quoted, 1),
    "whole": _rest(syntax.Whole, 1),
    "only_if": _ends(syntax.OnlyIf), "but_unless": _ends(syntax.ButUnless), "or_if": _ends(syntax.OrIf),
    "only_such": _ends(syntax.OnlySuch),
    "added": _rest(syntax.Added, 1), "orline": _rest(syntax.OrLine, 1),
    "rule_line": _fields(syntax.RuleLine), "replaced": _replaced, "left_out": _fields(syntax.LeftOut),
    "put_first": _rest(syntax.PutFirst, 1), "put_then": _rest(syntax.PutThen, 1), "moved": _fields(syntax.Moved),
    "in_force": _all(syntax.InForce),
    # examples and rulings
    "example": _rest(syntax.Example, 1), "ruling": _rest(syntax.Ruling, 2), "confidence": _fields(syntax.Confidence),
    "given": partial(_raw, "given"), "played": partial(_raw, "played"), "expected": partial(_raw, "expected"),
    "refused_because": partial(_raw, "refused_because"), "refused_only": partial(_raw, "refused_only"),
    "offered": partial(_raw, "offered"), "not_offered": partial(_raw, "not_offered"), "known": _known,
}  # fmt: skip
