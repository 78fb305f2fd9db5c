"""Knows the forms that the right texts of rules need: what a game forbids, limits, keeps as a number or sells.

Like `forms.py`, it finds a word of a game by what it does.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .. import ir
from ..checks.nodes import below
from ..words import plural, singular
from .marking import marking_forms
from .meddling import meddling_forms
from .words import TOKENS, Words, ing, number

Form = Callable[[str], str]
NUMBER = re.compile(r"[0-9]+")
MANY = re.compile(r"(?:all|your|each|every) |.*s in |(?!this).*s$")
ONE = ("", "1", "one")
SO_OFTEN = {"twice": "2", "double": "2", "three times": "3", "3 times": "3"}
NONE = "\0"  # nothing is to be said, and that is right
DEED = re.compile(r"(?:would )?(?P<v>[\w-]+)(?: (?P<n>(?!when)[\w-]+))?(?P<a> (?:as|for|with|from) .+)?")
LONE = ("counter", "marker")  # words of the language, which are no name for what lies on a card


def rule_forms(words: Words) -> dict[str, Form]:
    """Returns the forms, by their names."""
    ours = _limits(words) | _values(words) | _holders(words) | _tokens() | _floors()
    return ours | marking_forms(words) | meddling_forms(words)


def _limits(words: Words) -> dict[str, Form]:
    vocabulary = words.vocabulary
    bought = next((verb for verb in vocabulary.by_word if words.limit(verb)), "")
    keys = [head.key for head in vocabulary.by_word.get(bought, ())]
    refusals = [text for key in keys for text in vocabulary.refusals.get(key, ())]
    free = next((name for name in vocabulary.qualities if name.startswith("outside ")), "")
    return {
        "unbound": lambda _: free,
        "twice": lambda _: next((text for text in refusals if "one" in text.split(" ")), ""),
        "boughts": lambda done: NONE if done in ("", words.done(bought)) else "",
        "buying": lambda _: bought,
        "any_bought": lambda _: re.sub(r"^an? ", "any ", words.object(bought)),
        "reaching": lambda who: _reaching(words, who),
    }


def _reaching(words: Words, who: str) -> str:
    """Returns the verb by which this card, or a card of this rank, asks whether it reaches another; nothing if it does
    not ask."""
    verbs = {head.word for many in words.vocabulary.by_word.values() for head in many if head.doer and head.doer.name}
    named = re.sub(r"^the (?=[A-Z])", "", who)
    printed = re.search(r"\b(?P<f>[a-z]+) (?P<n>[0-9]+)\b", who)
    for card in words.vocabulary.cards.values():
        if card.title == named or printed and (printed["f"], int(printed["n"])) in card.fields:
            asked = (node.verb for clause in card.clauses for node in below(clause) if isinstance(node, ir.Can))
            if found := next((verb for verb in asked if verb in verbs), ""):
                return found
    return ""


def _values(words: Words) -> dict[str, Form]:
    return {
        "brought": lambda said: _brought(words, said),
        "brought_of": lambda said: _brought(words, said, any_deed=True),
        "kept": lambda _: _kept(words),
        "brought_is": lambda said: _with_be(_brought(words, said)),
        "brought_of_is": lambda said: _with_be(_brought(words, said, any_deed=True)),
        "income": lambda _: _with_be(_brought(words, f"take {words.money('')} as your action")),
        "fetching_all": lambda _: _fetching_all(words),
        "fetch": lambda _: _fetching(words, words.money("")),
        "own_deed": lambda said: NONE if _is_own(words, *said.split(" ")) else "",
        "fetching": lambda noun: _fetching(words, noun),
        "counted_anyway": lambda _: _counted_anyway(words),
        "weighed": lambda _: next(iter(words.fields), ""),
    }


def _counted_anyway(words: Words) -> str:
    """Returns the printed number that the points of a player add up by themselves, before any card makes them more."""
    goal = words.vocabulary.values.get(words.goal(""))
    total = goal.base if goal is not None and isinstance(goal.base, ir.Fold) else None
    number = total.body if total is not None and total.op == "total" else None
    return number.value if isinstance(number, ir.ValueOf) and number.value in words.fields else ""


def _brought(words: Words, said: str, any_deed: bool = False) -> str:
    """Returns the value that says how much a deed brings: `gathered gold` for `gather gold`; or of what else there is
    as much: `drawn cards` for `gather cards`. `any_deed`: also of one that can be done without that."""
    found = DEED.fullmatch(said)
    verb, noun = (found["v"], found["n"] or _kept(words).split(" ")[-1]) if found else ("", "")
    heads = words.vocabulary.by_word.get(words.base(verb), ())
    if not any_deed and not (found and found["a"]) and not any(head.words == (noun,) for head in heads):
        return ""
    values = words.vocabulary.values.values()
    ours = [v.name for v in values if v.only_more_or_less and v.name.split(" ")[1:] == [noun]]
    named = (name for name in ours if name.split(" ")[0] in words.vocabulary.events)
    own = f"{words.done(verb)} {noun}"
    return own if own in ours else next(named, "")


def _is_own(words: Words, verb: str, noun: str) -> bool:
    """Whether this is a deed by itself, beside others of the same verb: `gather cards`, and not `draw cards`."""
    base = words.undone(verb) or words.base(verb)
    return any(head.words == (noun,) for head in words.vocabulary.by_word.get(base, ()))


def _with_be(value: str) -> str:
    """Returns a value with the word behind it: `drawn cards are`."""
    return value and f"{value} {'are' if value.endswith('s') else 'is'}"


def _fetching(words: Words, noun: str) -> str:
    """Returns the verb that brings so much of something by itself: `gather` for `gold`."""
    heads = (head for many in words.vocabulary.by_word.values() for head in many)
    return next((head.word for head in heads if head.words == (noun,)), "")


def _fetching_all(words: Words) -> str:
    """Returns what a player does to get something, whatever it is: `gathering resources`, of which the first is said
    before those that bring `gold` or cards."""
    verb = _fetching(words, words.money(""))
    heads = words.vocabulary.by_word.get(verb, ())
    return next((f"{ing(verb)} {' '.join(head.words)}" for head in heads if head.words), "")


def _kept(words: Words) -> str:
    """Returns the value that says how many of the cards that a deed brings are kept."""
    return next((name for name in words.vocabulary.values if name.startswith("kept ")), "")


def _holders(words: Words) -> dict[str, Form]:
    zones = words.vocabulary.zones
    shown = next((z for z in zones.values() if z.owner == "player" and z.seen == "everyone"), None)
    return {
        "laid_open": lambda zone: plural(zones[zone].holds or "card") if zones[zone].seen == "everyone" else "",
        "times": lambda said: NONE if number(said) in ONE else f"{SO_OFTEN.get(said) or number(said)} times ",
        "displayed": lambda _: plural(shown.holds or "card") if shown else "",
        "in_the_open": lambda zone: NONE if shown and zone == shown.name else "",
        "shown_place": lambda _: shown.name if shown else "",
        "all_sorts": lambda _: _sorts(words),
        "foreign": lambda _: f"any {words.actor('')} whose owner is not you",
        "singular_any": lambda said: f"any {said}" if singular(said) == said else "",
        "kept_close": lambda zone: "\0" if zone in zones and zones[zone].seen == "owner" else "",
        "count_as": lambda said: "count" if MANY.match(said) else "counts",
        "lender": lambda _: "this",
        "bearer": lambda said: said if said == "chosen" else "this",
    }


def _sorts(words: Words) -> str:
    """Returns how many words the first list of a game has that is printed on its cards."""
    fields = [f for kind in words.vocabulary.kinds.values() for f in kind.fields]
    enums = words.vocabulary.enums
    return next((str(len(enums[f.type.name].words)) for f in fields if f.type.name in enums), "")


def _tokens() -> dict[str, Form]:
    return {
        "token": _token,
        "laid_on": lambda said: "this" if said in ("it", "them") or said.startswith("that ") else said,
        "bears": lambda said: "player" if said in ("you", "host") else "card",
        "number_of": lambda said: "1" if said in ("a", "an") else said,
        "one_more_than": lambda said: str(int(said) + 1) if said.isdigit() else "2",
        "comparing": lambda said: {"": "at least", "exactly": "\0"}.get(said, said),
    }


def _token(said: str) -> str:
    """Returns the name of what lies on a card: `growth` for `growth counters`, `token` for `counters`."""
    *before, last = said.split(" ")
    name = before[-1] if before and before[-1] not in ("more", "such") else singular(last)
    return TOKENS[0] if name in LONE else name


def _floors() -> dict[str, Form]:
    return {
        "fall": lambda said: _two(said)[0],
        "floor": lambda said: _two(said)[1],
        "above_floor": lambda said: str(int(_two(said)[1]) + 1) if _two(said)[0] == "1" else "",
        "difference": lambda said: _difference(*_two(said)),
    }


def _two(said: str) -> tuple[str, str]:
    found = NUMBER.findall(re.sub(r"^(?:an?|one) ", "1 ", said))
    return (found[0], found[-1]) if len(found) > 1 else ("", "0")


def _difference(new: str, old: str) -> str:
    return str(int(new) - int(old)) if new and int(new) > int(old) else ""
