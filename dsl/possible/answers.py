"""Works out what is known of values, words and printed fields: their bases, and all rules that may change them."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Hashable

from .. import ir
from ..renaming import put_in
from .about import ANY, NO, TRUTH, About, Known, joined
from .facts import Facts
from .terms import key
from .world import EVERYTHING, World


class Answers(Facts):
    """What is known of everything that has a name, worked out once. `ask` and `assume` answer phrases (`asking`)."""

    def __init__(self, game: ir.Game) -> None:
        super().__init__(game)
        self.rules = _rules(self.world)
        self._values: dict[str, About] = {}
        self._fields: dict[str, dict[str, About]] = {}
        self._qualities: dict[str, About] = {}
        self._opened: set[str] = set()
        self._said: dict[tuple[str, Hashable], ir.Expr] = {}
        self._counting: dict[tuple[str, frozenset[str | None]], int] = {}

    @abstractmethod
    def ask(self, e: ir.Expr, known: Known) -> About:
        """Returns what is known of the answer to a phrase."""

    @abstractmethod
    def assume(self, e: ir.Expr, known: Known, yes: bool = True) -> Known | None:
        """Returns what is known if a condition holds (`yes`), or if it does not; None if that can never be."""

    def of_type(self, t: ir.Type) -> About:
        """Returns what is known of anything of a type."""
        if t.sort == "truth":
            return TRUTH
        mask = self.mask(t)
        words = frozenset(self.game.enums[t.name].words) if t.sort == "enum" and t.name in self.game.enums else None
        if t.many:
            return About(0, self.most(mask) if t.sort in ("player", "card") else math.inf, mask, None, words)
        return About(-math.inf, math.inf, mask, None, words)

    def value(self, name: str) -> About:
        """Returns what is known of a value, whatever it is asked about."""
        if name not in self._values:
            value = self.game.values[name]
            self._values[name] = self.of_type(value.type)  # for one that asks for itself
            if value.field is not None:
                self._values[name] = joined(self.field(name).values())
            else:
                known = Known({p.name: self.of_type(p.type) for p in value.params})
                base = ANY if value.base is None else self.ask(value.base, known)
                self._values[name] = self._changed(name, base, EVERYTHING)
        return self.note("value", (name,), self._values[name])

    def field(self, name: str) -> dict[str, About]:
        """Returns what is known of a printed field, for each card that has it."""
        if name not in self._fields:
            kind = self.game.values[name].field
            number = self.game.values[name].type.sort in ("number", "amount")
            self._fields[name] = found = {}
            cards = [card for card in self.game.cards.values() if card.kind == kind]
            for card in cards:
                found[card.title] = ANY  # for rules that ask for it themselves
            for card in cards:
                printed = dict(card.fields).get(name)
                if number:
                    base = About(-1, -1) if not isinstance(printed, int) else About(printed, printed)
                else:
                    base = About(words=frozenset({printed if isinstance(printed, str) else None}))
                found[card.title] = self._changed(name, base, self.titles[card.title])
        return self.note("field", (name,), self._fields[name])

    def _changed(self, name: str, base: About, mask: int) -> About:
        """Returns what is known of a value after all rules about it that may be about these things."""
        rules = self.rules.get(("value", name))
        if rules is None:
            return base
        less = more = 0.0
        parts = [base]
        for rule, times in rules:
            known = Known()
            if rule.args and mask != EVERYTHING and rule.match is not None:
                inner = self.assume(rule.match, known.naming(rule.args[0], About(mask=mask)))
                if inner is None:
                    continue
            amount = ANY if rule.amount is None else self.ask(rule.amount, known)
            if rule.op == "is":
                parts.append(amount)
            else:
                less += 0 if amount.low >= 0 else amount.low * times
                more += 0 if amount.high <= 0 else amount.high * times
        found = joined(parts)
        return found._replace(low=found.low + less, high=found.high + more)

    def quality(self, name: str) -> About:
        """Returns whether anything can have a quality, and whether everything has it."""
        if name not in self._qualities:
            self._qualities[name] = TRUTH  # for one that asks for itself
            quality = self.game.qualities[name]
            base = NO
            if quality.cond is not None:
                base = self.ask(quality.cond, Known({quality.param.name: self.of_type(quality.param.type)}))
            self._qualities[name] = About(base.low, 1 if self.given(name) else base.high)
        return self.note("quality", (name,), self._qualities[name])

    def given(self, quality: str) -> bool:
        """Returns whether something may have a quality that it has not by itself."""
        given = bool(self.rules.get(("quality", quality))) or bool(self.world.given[quality])
        return self.note("given", (quality,), given)

    def declared(self, quality: str) -> ir.Quality:
        """Returns what is said of a quality where it is declared."""
        return self.note("declared", (quality,), self.game.qualities[quality])

    def says(self, e: ir.QualityOf) -> ir.Expr | None:
        """Returns the question that a quality stands for, about the thing of which it is asked. None: it stands for
        none, or is asked for within itself."""
        quality = self.declared(e.quality)
        if quality.cond is None or e.quality in self._opened:
            return None
        asked = (e.quality, key(e.of))
        if asked not in self._said:
            self._said[asked] = put_in(quality.cond, quality.param.name, e.of, f"{e.quality} ")
        return self._said[asked]

    def lifted(self, verb: str) -> frozenset[str | None]:
        """Returns the refusals of a verb that some rule sets aside."""
        rules = self.rules.get(("permit", verb), ())
        return self.note("lifted", (verb,), frozenset(rule.lift for rule, _ in rules))

    def lent_out(self) -> bool:
        """Returns whether some rule lets players use abilities of cards for which they do not act."""
        rules = self.rules.get(("permit", "use"), ())
        return self.note("lent_out", (), any(not rule.cannot for rule, _ in rules))

    def counting(self, name: str, words: frozenset[str | None]) -> int:
        """Returns the cards that may count as one of some words."""
        if (name, words) not in self._counting:
            found = 0
            for title, printed in self.field(name).items():
                if printed.words is None or printed.words & words:
                    found |= self.titles[title]
            for rule, _ in self.rules.get(("counts", name), ()):
                amount = None if rule.amount is None else self.ask(rule.amount, Known()).words
                if amount is None or amount & words:
                    found = EVERYTHING
            self._counting[name, words] = found
        return self.note("counting", (name, words), self._counting[name, words])


def _rules(world: World) -> dict[tuple[str, str], list[tuple[ir.Rule, float]]]:
    """Returns all rules by what they are about, each with how often it can count at once."""
    found: dict[tuple[str, str], list[tuple[ir.Rule, float]]] = {}
    for value in world.game.values.values():
        for rule in value.rules:
            found.setdefault((rule.form, rule.name), []).append((rule, 1))
    for card in world.game.cards.values():
        for rule in card.rules:
            found.setdefault((rule.form, rule.name), []).append((rule, card.copies))
    for rule in world.begun:
        found.setdefault((rule.form, rule.name), []).append((rule, math.inf))
    return found
