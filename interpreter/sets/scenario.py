"""Scenarios: a YAML file lists the cards with which a game may be played. `sets.cast` makes one game's cast from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.source import Source, Span

from .law import PRINTED, Chosen, InForce, Law, Unchosen
from .nearest import meant

if TYPE_CHECKING:
    from .yaml_files import Node

LISTS = ("cast", "optional", "substitutes", "cards")  # the keys below which cards are named
Choice = tuple[str, ...]  # one place in a cast: its card, or several of which the seed picks one


@dataclass(frozen=True, slots=True)
class Substitute:
    """A replacement: for these numbers of players one of `by` takes the place of `title` (the first, unless the person
    asks for another)."""

    title: str
    players: tuple[int, ...]
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as its file states it. `pick`: the seed draws this many of `cards` (None: all are used). `house`: the
    house rules that are in force in it."""

    id: str
    names: Mapping[str, str]
    source: str | None
    players: tuple[int, ...]
    cast: tuple[Choice, ...] = ()
    optional: tuple[Choice, ...] = ()
    substitutes: tuple[Substitute, ...] = ()
    cards: tuple[str, ...] = ()
    pick: int | None = None
    house: tuple[InForce, ...] = ()
    path: str = ""
    name_spans: Mapping[str, Span] = field(default_factory=dict)

    def unmet(self, law: Law, chosen: Chosen) -> str | None:
        """Say with which house rules it is played that are not in force; None if all are."""
        names = {InForce(one.id, setting) for one, setting in law.in_force(chosen)}
        missing = [f"`{rule}`" for rule in self.house if rule not in names]
        if not missing:
            return None
        return f"`{self.id}` is played with the house rule{'s' * (len(missing) > 1)} {', '.join(missing)}"


@dataclass(frozen=True, slots=True)
class Around:
    """What a scenario is read with. `kinds` maps each title of the game to its kind (empty if the game could not be
    read), `players` are the least and the most that can play it. `law`: the amendments that there are. `edition`: the
    one to which the scenario's file belongs. `chosen`: the amendments in force. `names` maps the other names of cards
    to their titles. `always`: the cards that belong to every game."""

    kinds: Mapping[str, str] = field(default_factory=dict)
    players: tuple[int, int] | None = None
    law: Law = field(default_factory=Law)
    edition: str | None = None
    chosen: Chosen = PRINTED
    names: Mapping[str, str] = field(default_factory=dict)
    always: Collection[str] = ()

    @property
    def amended(self) -> bool:
        """Whether amendments are in force for which the scenario was not written."""
        return self.chosen != Chosen((), self.edition)

    @property
    def gone(self) -> frozenset[str]:
        """The cards that such amendments leave out."""
        return self.law.left_out(self.chosen) - self.kinds.keys() if self.amended else frozenset()


def read(source: Source, around: Around) -> tuple[Scenario | None, list[Diagnostic]]:
    """Return the scenario in a file. If the game could be read, it is checked against it. Under amendments for which it
    was not written it loses the cards and the numbers of players that these leave out; that is no fault."""
    from . import schemas  # slow to load, and not needed for a set that was read before

    node, diagnostics = schemas.read(source, "scenario")
    if node is None:
        return None, diagnostics
    inner = (node.inner or {}).items()
    node = replace(node, inner={key: _titled(one, around.names) if key in LISTS else one for key, one in inner})
    stem = PurePosixPath(source.path).stem
    id = node.get("id")
    assert id is not None
    if id.scalar != stem:
        message = f"the file is called `{stem}`, but this says `{id.scalar}`"
        diagnostics.append(Diagnostic("wrong-name", message, id.span))
    if around.kinds:
        diagnostics.extend(_unknown_titles(node, around.kinds.keys() | around.gone))
    diagnostics.extend(_unknown_rules(node, around))
    diagnostics.extend(_never_played(node, None if around.amended else around.players))
    diagnostics.extend(_strangers(node, around.kinds))
    diagnostics.extend(_named_in_vain(node, () if around.amended else around.always))
    scenario, said = _scenario(node, stem, source.path)
    return _fitted(scenario, around) if around.amended else scenario, diagnostics + said


def _titled(node: Node, names: Mapping[str, str]) -> Node:
    """Put the title of a card in the place of each of its other names."""
    if node.items is not None:
        return replace(node, items=[_titled(item, names) for item in node.items])
    if node.inner is not None:
        return replace(node, inner={key: _titled(inner, names) for key, inner in node.inner.items()})
    return replace(node, scalar=names.get(node.scalar, node.scalar)) if isinstance(node.scalar, str) else node


def _fitted(scenario: Scenario, around: Around) -> Scenario:
    """Return a scenario without the cards and the numbers of players that amendments leave out."""
    gone, least, most = around.gone, *(around.players or (1, max(scenario.players)))

    def left(titles: Sequence[str]) -> tuple[str, ...]:
        return tuple(title for title in titles if title not in gone)

    others = (replace(s, by=left(s.by)) for s in scenario.substitutes if s.title not in gone)
    return replace(
        scenario,
        players=tuple(n for n in scenario.players if least <= n <= most),
        cast=tuple(filter(None, map(left, scenario.cast))),
        optional=tuple(filter(None, map(left, scenario.optional))),
        substitutes=tuple(s for s in others if s.by),
        cards=left(scenario.cards),
    )


def _scenario(node: Node, id: str, path: str) -> tuple[Scenario, list[Diagnostic]]:
    """Return the values of a scenario, and whether it draws more cards than it lists."""
    diagnostics = []
    cards = node.get("cards")
    drawn = cards.get("of") if cards else None
    pick = cards.get("pick") if cards else None
    if drawn and pick and isinstance(pick.scalar, int) and pick.scalar > len(drawn.words()):
        diagnostics.append(Diagnostic("wrong-value", f"there are only {len(drawn.words())} to pick from", pick.span))
    scenario = Scenario(
        id=id,
        names={key: str(name.plain) for key, name in _inner(node, "names").items()},
        source=str(said.plain) if (said := node.get("source")) else None,
        players=_numbers(node),
        cast=_places(node, "cast"),
        optional=_places(node, "optional"),
        substitutes=tuple(_substitute(n) for n in _items(node, "substitutes")),
        cards=_words(drawn or cards),
        pick=pick.scalar if pick and isinstance(pick.scalar, int) else None,
        house=tuple(InForce.said(text) for text, _ in _flat(node.get("house"))),
        path=path,
        name_spans={key: name.span for key, name in _inner(node, "names").items()},
    )
    return scenario, diagnostics


def _unknown_titles(node: Node, titles: Collection[str]) -> list[Diagnostic]:
    found = []
    seen: dict[str, Span] = {}
    for place in _title_nodes(node):
        for title, span in place:
            if title not in titles:
                found.append(Diagnostic("unknown-card", f"no card is called `{title}`", span, meant(title, titles)))
    cards = node.get("cards")
    for list_ in (node.get("cast"), node.get("optional"), cards and (cards.get("of") or cards)):
        for title, span in _flat(list_):
            if title in seen:
                notes = ((seen[title], "it was written here before"),)
                message = f"`{title}` is written twice here"
                found.append(Diagnostic("wrong-value", message, span, "keep one", notes=notes))
            seen.setdefault(title, span)
    return found


def _never_played(node: Node, players: tuple[int, int] | None) -> list[Diagnostic]:
    """Report numbers of players that the game does not allow, and substitutes for cards that do not take part."""
    found = []
    for number in _items(node, "players"):
        if players is not None and isinstance(number.scalar, int) and not players[0] <= number.scalar <= players[1]:
            help = f"the game is for {players[0]} to {players[1]}"
            found.append(Diagnostic("wrong-value", f"{number.scalar} cannot play this game", number.span, help))
    counts = _numbers(node)
    taking_part = {title for key in ("cast", "optional") for title, _ in _flat(node.get(key))}
    for entry in _items(node, "substitutes"):
        for title, span in _flat(entry.get("for")):
            if title not in taking_part:
                message = f"`{title}` does not take part, so nothing takes its place"
                found.append(Diagnostic("wrong-value", message, span, "a card in `cast` or `optional` takes part"))
        for number in _items(entry, "players"):
            if isinstance(number.scalar, int) and number.scalar not in counts:
                message = f"this scenario is not for {number.scalar} players"
                found.append(Diagnostic("wrong-value", message, number.span, "`players` lists how many can play it"))
    return found


def _strangers(node: Node, kinds: Mapping[str, str]) -> list[Diagnostic]:
    """Report cards whose kind belongs in the other list, and substitutes of another kind than the card they replace."""
    cards = node.get("cards")
    lists = {
        "cast": [*_flat(node.get("cast")), *_flat(node.get("optional"))],
        "cards": _flat(cards and (cards.get("of") or cards)),
    }
    counts = {key: Counter(kinds.get(title) for title, _ in said) for key, said in lists.items()}
    found = []
    for key, other in (("cast", "cards"), ("cards", "cast")):
        for title, span in lists[key]:
            kind = kinds.get(title)
            if kind is not None and (counts[key][kind], key) < (counts[other][kind], other):
                message = f"`{title}` is a card of the kind `{kind}`, and those belong in `{other}`"
                found.append(Diagnostic("wrong-value", message, span))
    for entry in _items(node, "substitutes"):
        wanted = {kinds.get(title) for title, _ in _flat(entry.get("for")) if title in {t for t, _ in lists["cast"]}}
        for title, span in _flat(entry.get("by")):
            if wanted and None not in wanted and kinds.get(title, "") not in (*wanted, ""):
                message = f"`{title}` is a card of another kind, so it cannot take that place"
                found.append(Diagnostic("wrong-value", message, span))
    return found


def _named_in_vain(node: Node, always: Collection[str]) -> list[Diagnostic]:
    """Report cards that a scenario names although they belong to every game: it could not do without them."""
    cards = node.get("cards")
    help = "it belongs to the game itself; in a file of its own it would take part only where it is named"
    return [
        Diagnostic("named-in-vain", f"`{title}` takes part in every game, named here or not", span, help, "warning")
        for title, span in _flat(cards and (cards.get("of") or cards))
        if title in always
    ]


def _title_nodes(node: Node) -> list[list[tuple[str, Span]]]:
    cards = node.get("cards")
    result = [_flat(node.get("cast")), _flat(node.get("optional")), _flat(cards and (cards.get("of") or cards))]
    for entry in _items(node, "substitutes"):
        result += [_flat(entry.get("for")), _flat(entry.get("by"))]
    return result


def _flat(node: Node | None) -> list[tuple[str, Span]]:
    if node is None:
        return []
    found: list[tuple[str, Span]] = []
    for item in node.items if node.items is not None else [node]:
        any_ = item.get("any")
        found += any_.words() if any_ else item.words()
    return found


def _unknown_rules(node: Node, around: Around) -> list[Diagnostic]:
    """Report house rules that cannot be in force so, each by itself and all together."""
    found = []
    rules = [(InForce.said(text), span) for text, span in _flat(node.get("house"))]
    for rule, span in rules:
        wrong = around.law.wrong(rule, around.edition)
        if wrong is not None:
            found.append(Diagnostic("unknown-house-rule", wrong.reason, span, wrong.help))
    together = around.law.allowed(Chosen(tuple(rule for rule, _ in rules), around.edition))
    if isinstance(together, Unchosen) and rules and not found:
        found.append(Diagnostic("unknown-house-rule", together.reason, rules[-1][1], together.help))
    return found


def _inner(node: Node, key: str) -> Mapping[str, Node]:
    found = node.get(key)
    return (found.inner or {}) if found else {}


def _items(node: Node, key: str) -> list[Node]:
    found = node.get(key)
    return (found.items or []) if found else []


def _words(node: Node | None) -> tuple[str, ...]:
    return tuple(word for word, _ in node.words()) if node else ()


def _numbers(node: Node) -> tuple[int, ...]:
    return tuple(n.scalar for n in _items(node, "players") if isinstance(n.scalar, int))


def _places(node: Node, key: str) -> tuple[Choice, ...]:
    return tuple(tuple(word for word, _ in _flat(item)) for item in _items(node, key))


def _substitute(node: Node) -> Substitute:
    title = node.get("for")
    return Substitute(str(title.scalar) if title else "", _numbers(node), _words(node.get("by")))
