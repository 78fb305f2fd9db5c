"""Weighs what a game has to work out: how many questions a phrase takes at most, how many a deed, how long a chain of
definitions is.

Every definition in a phrase is followed, with all rules of cards that change it, and a set counts as the greatest it
can be: all players, all cards of its kind with every copy. So what is found is a bound from above.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import fields

from .. import ir
from .nodes import Once, below, in_bodies, of_sort

HEAVIEST = 2_000_000  # questions in one phrase; the heaviest of a large real game is at 110,000
LABOUR = 20_000_000  # questions on the way through one deed; the most in a large real game is 500,000
ALWAYS = 100_000  # questions after every deed, all `as soon as` together; a large real game asks 2,500
OFFERED = 500_000  # questions whether abilities are offered, all cards together; a large real game asks 1,700
LONGEST = 1_000  # deeds that one deed comes to; the longest of a large real game comes to a dozen
CHAIN = 40  # definitions of which each needs the next; a large real game has ten
TRIED = 8  # candidates of one choice of several: play gives up after some thousands of answers together

Key = tuple[str, str]  # "value", "quality", "counts", "verb" (may it be done?), "deed" or "length", and the name
LIMITS = {"deed": LABOUR, "length": LONGEST}


class Scale:
    """Weighs the definitions of a game, each of them once, and then whatever is asked. `over` holds those that are too
    heavy, `chained` those with too long a chain below them. Where others use these they weigh nothing, because they
    have been reported."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.over: dict[Key, int] = {}
        self.chained: dict[Key, None] = {}
        self._known: dict[Key, tuple[int, int]] = {}
        self._open = [0]  # for each definition under way, how long the chain below it is
        self._sizes: dict[ir.Type, int] = {}
        self._rules = _by_name(game)
        for key in _definitions(game):
            self.definition(key)

    def known(self) -> Hashable:
        """Returns what the weight of everything else depends on: the sizes of sets, and the weights of definitions."""
        kinds = (None, *self.game.kinds)
        sizes = tuple([self._of_sort(ir.Type("card", kind)) for kind in kinds])
        enums = tuple([len(enum.words) for enum in self.game.enums.values()])
        return self.game.most_players, sizes, enums, self._of_sort(ir.Type("ability")), tuple(self._known.items())

    # ---- phrases

    def phrase(self, e: object) -> int:
        """The weight of an expression, of a rule, or of several together; 0 for anything else."""
        if isinstance(e, tuple):
            return sum([self.phrase(part) for part in e])
        match e:
            case ir.Rule():
                return self.phrase((e.match, e.cond, e.amount, e.during))
            case ir.Where():
                return self.phrase(e.of) + self.size(e.of) * max(1, self.phrase(e.cond))
            case ir.Image() | ir.Fold():
                return self.phrase(e.of) + self.size(e.of) * max(1, self.phrase(e.body))
            case ir.ValueOf():
                own = 1 + self.definition(("value", e.value))
            case ir.QualityOf():
                own = 1 + self.definition(("quality", e.quality))
            case ir.CountsAs():
                own = 1 + self.definition(("counts", e.field))
            case ir.Can():
                own = 1 + self.definition(("verb", e.verb.partition("/")[0]))
            case ir.Expr():
                own = 1
            case _:
                return 0
        return own + sum([self.phrase(getattr(e, name)) for name in _parts(e)])

    def size(self, of: ir.Expr) -> int:
        """The greatest number of things that can be in a set."""
        match of:
            case ir.Where() | ir.Without() | ir.Image():
                return self.size(of.of)
            case ir.Top(count=ir.Num(value=most)):
                return max(1, most)
            case ir.Numbers(high=ir.Num(value=high)):
                return max(1, high + 1)
            case ir.Neighbour():
                return 2
            case ir.Together(parts=parts):
                return len(parts)
        if of.type not in self._sizes:
            self._sizes[of.type] = max(1, self._of_sort(of.type))
        return self._sizes[of.type]

    def _of_sort(self, sort: ir.Type) -> int:
        game = self.game
        match sort.sort:
            case "player":
                return game.most_players
            case "card":
                return sum(card.copies for card in game.cards.values() if sort.name in (None, card.kind))
            case "enum" if sort.name in game.enums:
                return len(game.enums[sort.name].words)
            case "zone" if sort.name in game.zones and game.zones[sort.name].owner in (None, "player"):
                return game.most_players
            case "number" | "amount":
                return ir.MOST_NUMBERS
            case "ability":
                return sum(card.copies * len(card.clauses) for card in game.cards.values())
        return game.most_players + sum(card.copies for card in game.cards.values())

    def definition(self, key: Key) -> int:
        """The weight of a definition with the rules of cards about it; 0 while it is being weighed, and if it has been
        reported."""
        if key not in self._known:
            if len(self._open) > CHAIN:
                self._open[-1] = CHAIN  # what asks for this has too long a chain already
                return 0
            self._known[key] = (0, 0)  # for one that asks for itself
            self._open.append(0)
            weight = self._worked_out(key)
            length = self._open.pop() + 1
            if weight > LIMITS.get(key[0], HEAVIEST):
                self.over[key] = weight
            elif length > CHAIN:
                self.chained[key] = None
            else:
                self._known[key] = (weight, length)
        weight, length = self._known[key]
        self._open[-1] = max(self._open[-1], length)
        return weight

    def _worked_out(self, key: Key) -> int:
        form, name = key
        if form == "deed":
            return sum([self.labour(step.body) for step in self._steps(name)])
        if form == "length":
            done = of_sort(self.game.verbs[name], ir.Do) if name in self.game.verbs else []
            return 1 + sum([self.definition(("length", node.verb.partition("/")[0])) for node in done])
        own: tuple[object, ...] = ()
        if form == "value":
            own = (self.game.values[name].base, *self.game.values[name].rules)
        elif form == "quality":
            own = (self.game.qualities[name].cond,)
        elif form == "verb" and name in self.game.verbs:
            own = tuple(refusal.cond for refusal in self.game.verbs[name].refusals)
        return self.phrase(own) + sum([copies * self.phrase(rule) for copies, rule in self._rules.get(key, ())])

    def _steps(self, verb: str) -> tuple[ir.Step, ...]:
        return self.game.verbs[verb].steps if verb in self.game.verbs else ()

    # ---- choices and deeds

    def choices(self, block: ir.Block, weigh: Callable[[ir.Stmt], int]) -> int:
        """The weight of finding out whether choices can be made, if `weigh` weighs each. If later choices depend on
        one, they are tried with each of its candidates."""
        if not block:
            return 0
        first, rest = block[0], self.choices(block[1:], weigh)
        if isinstance(first, ir.Choose) and first.otherwise is None and first.single:
            if any(isinstance(n, ir.Var) and n.name == first.name for n in below(block[1:])):
                return weigh(first) + TRIED * max(1, rest)
        return weigh(first) + rest

    def labour(self, block: object) -> int:
        """The weight of a block as it is done, with all deeds in it followed, each as often as it is done at most. What
        is done until something holds counts as done once for each card; less often if somebody is asked each time."""
        if isinstance(block, tuple):
            return sum([self.labour(part) for part in block])
        if not isinstance(block, ir.Stmt | ir.Branch):
            return self.phrase(block)
        within = sum([self.labour(getattr(block, name)) for name in _parts(block)])
        match block:
            case ir.ForEach():
                return self.size(block.of) * within
            case ir.Repeat() if any(isinstance(part, ir.Either | ir.May) for part in below(block)):
                return TRIED * within
            case ir.Repeat():
                return self._of_sort(ir.Type("card")) * within
            case ir.Do():
                return 1 + within + self._done(block.verb.partition("/")[0])
        return within

    def _done(self, verb: str) -> int:
        self.definition(("length", verb))
        return self.definition(("deed", verb)) if ("length", verb) not in self.over else 0


def _definitions(game: ir.Game) -> Iterator[Key]:
    yield from (("value", name) for name in game.values)
    yield from (("quality", name) for name in game.qualities)
    yield from (("counts", field.name) for kind in game.kinds.values() for field in kind.fields)
    yield from (("verb", name) for name in game.verbs)
    yield from (("length", name) for name in game.verbs)
    yield from (("deed", name) for name in game.verbs)


def _by_name(game: ir.Game) -> dict[Key, list[tuple[int, tuple[object, ...]]]]:
    """Returns the rules of cards and those that last, by what they are about: how many copies there are of each, and
    the phrases that say whether and how it counts."""
    found: dict[Key, list[tuple[int, tuple[object, ...]]]] = {}
    for card in game.cards.values():
        kind = game.kinds[card.kind]
        for rule in card.rules:
            found.setdefault(_about(rule), []).append((card.copies, (rule, kind.works, kind.you)))
    for node in in_bodies(game, ir.Lasting):
        found.setdefault(_about(node.rule), []).append((1, (node.rule,)))
    return found


scale = Once[ir.Game, Scale](Scale)
"""The scale of a game, with its definitions weighed once for all phrases that are asked about it."""

_PARTS: dict[type, tuple[str, ...]] = {}


def _parts(node: ir.Expr | ir.Stmt | ir.Branch) -> tuple[str, ...]:
    """Returns the names of the parts of a node that may hold phrases."""
    sort = type(node)
    if sort not in _PARTS:
        _PARTS[sort] = tuple(f.name for f in fields(sort) if f.name not in ("type", "span"))
    return _PARTS[sort]


def _about(rule: ir.Rule) -> Key:
    return ("verb", rule.name.partition("/")[0]) if rule.form == "permit" else (rule.form, rule.name)
