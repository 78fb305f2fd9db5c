"""Reads the words of a game aloud: what its verbs and phases do, what its values and describing words mean.

Nobody in particular does what a phase does; so it is told as rules are, *shuffle the deck*, and not by whom.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import ir
from .clauses import SAYERS, rule
from .conditions import is_so, means
from .deeds import Course
from .reading import Told
from .scope import CARD, Scope, term_of
from .tongue import Tongue
from .tree import (
    Adj,
    Aside,
    Det,
    Noun,
    Part,
    Phrase,
    Place,
    Rules,
    Says,
    Sentence,
    Several,
    Tell,
    Term,
    Thing,
    Verb,
    You,
)

Word = ir.Verb | ir.Phase | ir.Value | ir.Quality


def words(game: ir.Game) -> dict[str, Word]:
    """Returns the words of a game of which there is something to say, by name, in the order of its text."""
    values = {name: value for name, value in game.values.items() if value.field is None}
    found: dict[str, Word] = {**game.phases, **game.verbs, **values, **game.qualities}
    return dict(sorted(found.items(), key=lambda item: (item[1].span.path, item[1].span.start)))


def tell(game: ir.Game, word: Word, tongue: Tongue) -> Iterator[Told]:
    """Yields everything that a word of a game means."""
    match word:
        case ir.Verb():
            yield from _verb(game, word, tongue)
        case ir.Phase():
            yield from _phase(game, word, tongue)
        case ir.Value():
            yield from _value(game, word, tongue)
        case ir.Quality():
            yield from _quality(game, word, tongue)


def _verb(game: ir.Game, verb: ir.Verb, tongue: Tongue) -> Iterator[Told]:
    for refusal in verb.refusals:
        scope, who, done = _doing(game, verb)
        cond = refusal.cond
        unless = isinstance(cond, ir.Not)
        why = Aside("unless" if unless else "if", scope.says(cond.of if isinstance(cond, ir.Not) else cond))
        said = Tell(Says(who, (done,), "cannot"), tail=(why,))
        yield Told(refusal.span, tongue.say(Sentence((), (said,))))
    scope, who, done = _doing(game, verb)
    parts: list[Part] = []
    for step in verb.steps:
        you = ir.Var(type=verb.doer, span=step.span, name="you")
        parts += Course(scope, you, scope.name("you")).run(step.body).done()
    yield Told(verb.span, tongue.say(Sentence((Aside("when", Says(who, (done,))),), tuple(parts))))


def _doing(game: ir.Game, verb: ir.Verb) -> tuple[Scope, Thing, Verb]:
    """Returns the scope of a verb, who does it, and the deed with what it is done to."""
    scope = Scope(game, SAYERS)
    who: Thing = You()
    if verb.doer.sort == "player":
        scope.fix("you", You())
    else:
        who = _one(verb.doer)
        scope.bind("you", Noun(term_of(verb.doer)))
    args = tuple(_named(param, scope) for param in verb.params)
    return scope, who, Verb(Term("deed", verb.key), args)


def _named(param: ir.Param, scope: Scope) -> Thing:
    """Names what a parameter stands for, and lets it be known."""
    type_ = param.type
    noun = Noun(term_of(type_), type_.many, person=type_.sort == "player")
    scope.bind(param.name, noun)
    return _one(type_)


def _one(type_: ir.Type) -> Thing:
    """Describes any one thing of a type."""
    if type_.sort == "bearer":
        sorts = (type_.name or "card").split()
        return Several(tuple(_one(ir.Type(sort)) for sort in sorts), "or")
    if type_.sort == "bank":
        return Phrase("bank", ())
    if type_.sort == "number" and type_.name is not None:
        return Noun(CARD, True)
    amount = type_.sort == "amount"
    return Noun(term_of(type_), type_.many or amount, mass=amount, person=type_.sort == "player")


def _phase(game: ir.Game, phase: ir.Phase, tongue: Tongue) -> Iterator[Told]:
    for step in phase.steps:
        scope = Scope(game, SAYERS)
        noun = Noun(Term("noun", phase.name), det=Det.THE)
        if phase.param is not None:
            noun = Noun(Term("noun", phase.name), det=Det.THE, owner=_named(phase.param, scope))
        nobody = ir.Nobody(type=ir.Type("player"), span=step.span)
        parts = Course(scope, nobody, Rules()).run(step.body).done()
        yield Told(step.span, tongue.say(Sentence((Aside("during", noun),), parts)))


def _value(game: ir.Game, value: ir.Value, tongue: Tongue) -> Iterator[Told]:
    if value.base is not None and value.memory is None:
        scope = Scope(game, SAYERS)
        things = [_named(param, scope) for param in value.params]
        places = tuple(Place("for", thing) for thing in things[1:])
        owner = things[0] if things else None
        subject = Noun(Term("noun", value.name), det=Det.THE, owner=owner, places=places)
        yield Told(value.span, tongue.say(Sentence((), (Tell(means(subject, value.base, scope)),))))
    for part in value.rules:
        yield Told(part.span, tongue.say(rule(part, Scope(game, SAYERS))))


def _quality(game: ir.Game, quality: ir.Quality, tongue: Tongue) -> Iterator[Told]:
    if quality.cond is not None:
        scope = Scope(game, SAYERS)
        said = is_so(_named(quality.param, scope), Adj(Term("describing", quality.name)))
        tail = (Aside("if", scope.says(quality.cond)),)
        yield Told(quality.span, tongue.say(Sentence((), (Tell(said, tail=tail),))))
