"""Write the first text of a card, a house rule or a ruling, with an example that holds, for its author to change.

Everything in such a text comes from the words of the game: the fields that a kind has, the places where its cards lie,
the cards that there are. Which example holds is not worked out, but tried: the text is read with several, which are
played, and the first that holds stays. So whatever is written passes the checks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from moot.dsl import ir, syntax
from moot.dsl.formatter import formatted
from moot.dsl.parser import parse
from moot.dsl.source import Source

from ..sets.card_set import CardSet, Whole
from ..sets.law import PRINTED, Chosen, InForce
from . import spec

CARDS = 3  # how many cards are tried for a house rule
SENTENCE = "say in a sentence what happens"
REMARK = "# what it does comes here: `moot glossary` lists the words, `moot show CARD` how other cards say it"
Case = list[str]  # the lines of an example, without its title


@dataclass(frozen=True, slots=True)
class Begun:
    """The text of a new file. `tried`: it has an example, which holds."""

    text: str
    tried: bool


def titled(kind: str, title: str) -> bool:
    """Whether a card can have this title."""
    parsed = parse(Source("", f"{kind} {title}\n"))
    return [d.title.text for d in parsed.declarations if isinstance(d, syntax.Card)] == [title]


def card(whole: Whole, path: str, kind: str, title: str) -> Begun:
    """Return the text of a new card of a kind. `path`: where it will lie."""
    game = _game(whole)
    values = {f.name: v for f in game.kinds[kind].fields if not f.optional and (v := _value(game, f.type)) is not None}
    fields = ", ".join(f"{name} {value}" for name, value in values.items())
    head = [f"{kind} {title}", *([f"  {fields}"] if fields else []), f"  {REMARK}", ""]
    facts = [f"{name} of {title} is {value}" for name, value in values.items()]
    cases = list(_cases(game, kind, title, facts))

    def text(cases: Sequence[tuple[str, Case]]) -> str:
        return _joined([*head, *(line for name, case in cases for line in _block(f'  example "{name}"', case))])

    trial = Source(path, text([(str(i), case) for i, case in enumerate(cases)]))
    good = _first(whole, PRINTED, trial)
    return Begun(_laid_out(path, text([] if good is None else [(SENTENCE, cases[good])])), good is not None)


def ruling(whole: Whole, path: str, name: str) -> Begun | None:
    """Return the text of a new file of rulings; None if there is nothing in the game that it could be about."""
    game = _game(whole)
    found = [(one, field, value) for one in game.cards.values() for field, value in _numbers(game, one)]
    for one, field, value in found[:1]:
        cases = list(_cases(game, one.kind, one.title, [f"{field} of {one.title} is {value}"]))
        whole_text = "\n".join(_joined(_block(f'ruling T{i} "{i}"', case)) for i, case in enumerate(cases))
        good = _first(whole, PRINTED, Source(path, whole_text))
        if good is not None:
            return Begun(_laid_out(path, _joined(_block(f'ruling {_id(name)} "{SENTENCE}"', cases[good]))), True)
    return None


def house_rule(whole: Whole, path: str, name: str) -> Begun | None:
    """Return the text of a new house rule, which changes a number on a card; None if no card has any."""
    game = _game(whole)
    written = [one for one in game.cards.values() if one.path.endswith(".card")]
    found = [(one, *number) for one in written for number in list(_numbers(game, one))[:1]]
    for one, field, value in found[:CARDS]:
        head = [
            f'house rule {name} "say in a sentence what your table plays"', f"  in {one.title}",
            f"    instead of: {field} {value}", f"    read: {field} {value + 1}", "",
        ]  # fmt: skip
        cases = list(_cases(game, one.kind, one.title, [f"{field} of {one.title} is {value + 1}"]))
        tried = [line for i, case in enumerate(cases) for line in _block(f'  ruling T{i} "{i}"', case)]
        good = _first(whole, Chosen((InForce(name),)), Source(path, _joined([*head, *tried])))
        if good is not None:
            case = _block(f'  ruling {_id(name)} "{SENTENCE}"', cases[good])
            return Begun(_laid_out(path, _joined([*head, *case])), True)
    return None


def _game(whole: Whole) -> ir.Game:
    game = whole.under(PRINTED).game
    assert game is not None, "only a game that can be played gets new cards"
    return game


def _value(game: ir.Game, type: ir.Type) -> str | None:
    """Return a value that a field of a type can have; None if nothing is known of such values."""
    if type.sort == "enum" and type.name in game.enums:
        return game.enums[type.name].words[0]
    return "1" if type.sort in ("number", "amount") else None


def _numbers(game: ir.Game, card: ir.Card) -> Iterator[tuple[str, int]]:
    """Go through the numbers that are printed on a card, each with the name of its field."""
    printed = dict(card.fields)
    for field in game.kinds[card.kind].fields:
        value = printed.get(field.name)
        if isinstance(value, int) and field.type.sort in ("number", "amount"):
            yield field.name, value


def _cases(game: ir.Game, kind: str, title: str, facts: Sequence[str]) -> Iterator[Case]:
    """Go through examples that may hold of a card: it lies somewhere, and has what is printed on it, or just lies
    there."""
    zones = [z for z in game.zones.values() if z.holds == kind and z.owner == "player" and z.card is None]
    lying = [f"p1 {z.name} {title}" for z in sorted(zones, key=lambda z: z.seen != "everyone")]
    dealt = [f"p1 is {title}"] if game.position and kind in dict(game.position.dealt) else []
    players = dict.fromkeys((min(game.most_players, max(game.least_players, 4)), game.least_players))
    for many in players:
        for place in [*lying[:1], *dealt, *lying[1:], ""]:
            for fact in (*facts, place):
                if fact:
                    given = [f"  given {many} players", *([f"          {place}"] if place else [])]
                    yield [*given, f"  expect {fact}"]


def _block(head: str, case: Case) -> list[str]:
    deep = len(head) - len(head.lstrip())
    return [head, *(" " * deep + line for line in case)]


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(lines).rstrip() + "\n"


def _laid_out(path: str, text: str) -> str:
    laid_out, faults = formatted(Source(path, text))
    assert not faults, f"a new text is wrong: {faults}"
    return laid_out


def _id(name: str) -> str:
    """Return the name of a ruling: `late-hat` becomes `LateHat`."""
    return "".join(part[:1].upper() + part[1:] for part in name.replace("_", "-").split("-"))


def _first(whole: Whole, chosen: Chosen, trial: Source) -> int | None:
    """Return the number of the first example of a text that holds; None if none does. Each has its number as title."""
    set_ = _with(whole, trial).under(chosen)
    if set_.library is None:
        return None
    return min(_holding(set_, trial.path), default=None)


def _holding(set_: CardSet, path: str) -> Iterator[int]:
    mine = tuple(one for one in set_.examples if set_.written_at(one.span).path == path)
    yield from (int(r.title) for r in spec.run(set_, spec.Spec(mine, ())).results if r.status == "passed")


def _with(whole: Whole, source: Source) -> Whole:
    """Return a set with one more file."""
    if source.path.endswith(".rule"):
        return whole.beside([source])
    return replace(whole, parts=replace(whole.parts, base={**whole.parts.base, source.path: source}))
