"""Draw house rules that can be in force together.

A draw costs as much as reading the set once: its rules are consolidated, elaborated and compiled. So whoever plays many
games draws rarely and plays many games with each draw; these cost nothing more.
"""

from __future__ import annotations

from random import Random

from moot.dsl.diagnostic import Diagnostic

from . import amending
from .card_set import CardSet
from .law import Chosen, InForce


def drawn(set_: CardSet, chance: Random, share: float = 0.5) -> CardSet:
    """Return the same game with further house rules, drawn by chance: each with a probability of `share`, and with any
    of its settings. Of rules that exclude each other, one is dropped; those in force already stay."""
    law, fixed = set_.law, set_.chosen
    inside = {rule.name for rule in fixed.rules} | {a.id for a, _ in law.in_force(fixed)}
    free = [rule for rule in law.rules.values() if rule.id not in inside and rule.edition in (None, fixed.edition)]
    rules = [chance.choice(rule.ways).rules[0] for rule in free if chance.random() < share]
    chance.shuffle(rules)
    while rules:
        faults = _faults(set_, fixed.also(rules))
        if not faults:
            return set_.under(fixed.also(rules))
        rules.remove(_one_of(set_, rules, faults))
    return set_


def _faults(set_: CardSet, chosen: Chosen) -> list[Diagnostic]:
    """Return why house rules cannot be in force together: as texts, and then as what is played."""
    whole = set_.whole
    amended = amending.amended(amending.counting(whole.parts, whole.law, chosen), whole.parts, whole.law, chosen)
    wrong = [d for d in amended.diagnostics if d.severity == "error"]
    if wrong:
        return wrong
    under = set_.under(chosen)
    return [] if under.playable else list(under.hindrances)


def _one_of(set_: CardSet, rules: list[InForce], faults: list[Diagnostic]) -> InForce:
    """Return one of these house rules that a fault is about; the last one drawn if that is not to be seen."""
    paths = {d.span.path for d in faults} | {span.path for d in faults for span, _ in d.notes}
    about = [rule for rule in rules if set_.law.rules[rule.name].path in paths]
    return about[-1] if about else rules[-1]
