"""Scenarios: which cards a game is played with, and whether the game's own rules allow it.

`read` makes a `Scenario` of a YAML file; `resolve` makes a `Setup` of a scenario and what the person at the prompt
wishes, or says why there can be no such game. Which casts are legal is not known here: the game's text says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from random import Random
from typing import TYPE_CHECKING

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.source import Source, Span

from .nearest import meant, nearest

if TYPE_CHECKING:
    from .card_set import CardSet
    from .yaml_files import Node

Place = tuple[str, ...]  # one part of a cast: the card for it, or several of which the seed picks one
DRAWS = 400  # how often a random cast that the rules refuse is drawn again


@dataclass(frozen=True, slots=True)
class Substitute:
    """At these numbers of players `title` is replaced by one of `by`: the first, unless another is asked for."""

    title: str
    players: tuple[int, ...]
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as its file states it. `pick` None: all of `cards`; else so many of them, drawn by the seed."""

    id: str
    names: Mapping[str, str]
    source: str | None
    players: tuple[int, ...]
    cast: tuple[Place, ...] = ()
    optional: tuple[Place, ...] = ()
    substitutes: tuple[Substitute, ...] = ()
    cards: tuple[str, ...] = ()
    pick: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    path: str = ""
    name_spans: Mapping[str, Span] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Wish:
    """What the person asks for. `cast` and `cards` replace those of the scenario; `with_` names cards of the cast that
    should be in it (a substitute other than the first); `optional`: the optional parts too."""

    players: int | None = None
    seed: int = 0
    optional: bool = False
    cast: Sequence[str] = ()
    cards: Sequence[str] = ()
    with_: Sequence[str] = ()
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Setup:
    """A game that may be begun: the library's numbers of its cards, and the settings of its options."""

    scenario: str
    players: int
    seed: int
    cards: tuple[int, ...]
    titles: tuple[str, ...]
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why there can be no such game, each reason a sentence; `help` is what could be done."""

    reasons: tuple[str, ...]
    help: str | None = None

    def __str__(self) -> str:
        return "; ".join(self.reasons) + (f" ({self.help})" if self.help else "")


# ---- from its file -------------------------------------------------------------------------------------------------


def read(
    source: Source,
    titles: Collection[str],
    options: Mapping[str, Sequence[str]],
    players: tuple[int, int] | None = None,
    kinds: Mapping[str, str] | None = None,
) -> tuple[Scenario | None, list[Diagnostic]]:
    """The scenario in a file. Titles and settings are held against those of the game, if it could be read, and so is
    how many play: at least and at most so many. `kinds`: of each title."""
    from .yaml_files import read as read_yaml

    node, diagnostics = read_yaml(source, "scenario")
    if node is None:
        return None, diagnostics
    stem = PurePosixPath(source.path).stem
    id = node.get("id")
    assert id is not None
    if id.scalar != stem:
        message = f"the file is called `{stem}`, but this says `{id.scalar}`"
        diagnostics.append(Diagnostic("wrong-name", message, id.span))
    if titles:
        diagnostics.extend(_unknown_titles(node, titles))
        diagnostics.extend(_unknown_settings(node, options))
    diagnostics.extend(_never_played(node, players))
    diagnostics.extend(_strangers(node, kinds or {}))
    cards = node.get("cards")
    drawn = cards.get("of") if cards else None
    pick = cards.get("pick") if cards else None
    if drawn and pick and isinstance(pick.scalar, int) and pick.scalar > len(drawn.words()):
        diagnostics.append(Diagnostic("wrong-value", f"there are only {len(drawn.words())} to pick from", pick.span))
    scenario = Scenario(
        id=stem,
        names={key: str(name.plain) for key, name in _inner(node, "names").items()},
        source=str(said.plain) if (said := node.get("source")) else None,
        players=_numbers(node),
        cast=_places(node, "cast"),
        optional=_places(node, "optional"),
        substitutes=tuple(_substitute(n) for n in _items(node, "substitutes")),
        cards=_words(drawn or cards),
        pick=pick.scalar if pick and isinstance(pick.scalar, int) else None,
        options={key: str(setting.plain) for key, setting in _inner(node, "options").items()},
        path=source.path,
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
                notes = ((seen[title], "it stands here already"),)
                found.append(Diagnostic("wrong-value", f"`{title}` stands here twice", span, "keep one", notes=notes))
            seen.setdefault(title, span)
    return found


def _never_played(node: Node, players: tuple[int, int] | None) -> list[Diagnostic]:
    """Numbers of players that the game does not know, and substitutes for what does not take part."""
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
                found.append(Diagnostic("wrong-value", message, span, "it stands in `cast` or `optional`"))
        for number in _items(entry, "players"):
            if isinstance(number.scalar, int) and number.scalar not in counts:
                message = f"this scenario is not for {number.scalar} players"
                found.append(Diagnostic("wrong-value", message, number.span, "`players` says how many can play it"))
    return found


def _strangers(node: Node, kinds: Mapping[str, str]) -> list[Diagnostic]:
    """Cards of a kind that stands in the other list, and substitutes of another kind than what they stand for."""
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
                message = f"`{title}` is a card of the kind `{kind}`, and those stand in `{other}`"
                found.append(Diagnostic("wrong-value", message, span))
    for entry in _items(node, "substitutes"):
        wanted = {kinds.get(title) for title, _ in _flat(entry.get("for")) if title in {t for t, _ in lists["cast"]}}
        for title, span in _flat(entry.get("by")):
            if wanted and None not in wanted and kinds.get(title, "") not in (*wanted, ""):
                message = f"`{title}` is a card of another kind, so it cannot take that place"
                found.append(Diagnostic("wrong-value", message, span))
    return found


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


def _unknown_settings(node: Node, options: Mapping[str, Sequence[str]]) -> list[Diagnostic]:
    found = []
    whole = node.get("options")
    for name, setting in _inner(node, "options").items():
        if name not in options:
            at = whole.keys[name] if whole else setting.span
            found.append(Diagnostic("unknown-option", f"there is no option `{name}`", at, meant(name, options)))
        elif str(setting.plain) not in options[name]:
            known = ", ".join(f"`{s}`" for s in options[name])
            message = f"`{setting.plain}` is no setting of `{name}`"
            found.append(Diagnostic("unknown-option", message, setting.span, f"its settings are {known}"))
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


def _places(node: Node, key: str) -> tuple[Place, ...]:
    return tuple(tuple(word for word, _ in _flat(item)) for item in _items(node, key))


def _substitute(node: Node) -> Substitute:
    title = node.get("for")
    return Substitute(str(title.scalar) if title else "", _numbers(node), _words(node.get("by")))


# ---- to a game that may be begun -----------------------------------------------------------------------------------


def resolve(set_: CardSet, scenario: Scenario, wish: Wish) -> Setup | Refusal:
    """The cards and settings of one game. Where something is drawn by chance, a draw that the rules refuse is drawn
    again; where optional parts are needed, they join by themselves."""
    assert set_.game is not None
    players = wish.players if wish.players is not None else _usual(scenario)
    if not wish.cast and players not in scenario.players:
        return Refusal((f"`{scenario.id}` is for {_counts(scenario.players)} players, not {players}",))
    if not set_.game.least_players <= players <= set_.game.most_players:
        low, high = set_.game.least_players, set_.game.most_players
        return Refusal((f"{set_.game.name} is for {low} to {high} players, not {players}",))
    options = settings(set_, {**scenario.options, **wish.options})
    if isinstance(options, Refusal):
        return options
    wanted = _known(set_, [*wish.cast, *wish.cards, *wish.with_])
    if isinstance(wanted, Refusal):
        return wanted
    if wish.optional and not scenario.optional and not wish.cast:
        return Refusal((f"`{scenario.id}` has no optional card",), "name a whole cast instead")
    chance = Random(wish.seed)
    refused: Refusal | None = None
    for _ in range(DRAWS if _is_random(scenario) else 1):
        for chosen in _choices(set_, scenario, wish, players, chance):
            reasons = set_.refusals(chosen, players, options)
            if not reasons:
                cards = set_.numbers(chosen)
                return Setup(scenario.id, players, wish.seed, cards, tuple(chosen), options)
            refused = refused or Refusal(tuple(reasons))
    return refused or Refusal(("no cast can be made",))


def settings(set_: CardSet, wished: Mapping[str, str]) -> dict[str, str] | Refusal:
    """The settings that differ from the default, checked."""
    assert set_.game is not None
    known = set_.game.options
    result: dict[str, str] = {}
    for name, setting in wished.items():
        if name not in known:
            return Refusal((f"there is no option `{name}`",), meant(name, known) or "`moot options` lists them")
        if f"p{setting}" in known[name].settings:
            setting = f"p{setting}"  # a player may be said by the number of the seat
        if setting not in known[name].settings:
            listed = ", ".join(f"`{s}`" for s in known[name].settings)
            return Refusal((f"`{setting}` is no setting of `{name}`",), f"its settings are {listed}")
        result[name] = setting
    return result


def _choices(set_: CardSet, scenario: Scenario, wish: Wish, players: int, chance: Random) -> list[list[str]]:
    """The cards to try, the likeliest first: without the optional parts, unless they are asked for, and with them."""
    with_ = [set_.title(t) or t for t in wish.with_]
    if wish.cast:
        casts = [[set_.title(t) or t for t in wish.cast]]
    else:
        cast = [_pick(place, with_, chance) for place in scenario.cast]
        extra = [_pick(place, with_, chance) for place in scenario.optional]
        casts = [[*cast, *extra]] if wish.optional else [cast, [*cast, *extra]] if extra else [cast]
        casts = [[_substituted(t, scenario, players, with_) for t in c] for c in casts]
    if wish.cards:
        others = [set_.title(t) or t for t in wish.cards]
    elif scenario.pick is not None:
        others = sorted(chance.sample(scenario.cards, scenario.pick), key=scenario.cards.index)
    else:
        others = list(scenario.cards)
    return [list(dict.fromkeys([*c, *others, *set_.always])) for c in casts]


def _pick(place: Place, with_: Sequence[str], chance: Random) -> str:
    drawn = chance.choice(place)
    return next((title for title in place if title in with_), drawn)


def _substituted(title: str, scenario: Scenario, players: int, with_: Sequence[str]) -> str:
    for substitute in scenario.substitutes:
        if substitute.title == title and players in substitute.players:
            return next((other for other in substitute.by if other in with_), substitute.by[0])
    return title


def _is_random(scenario: Scenario) -> bool:
    return scenario.pick is not None or any(len(place) > 1 for place in (*scenario.cast, *scenario.optional))


def _known(set_: CardSet, titles: Sequence[str]) -> Refusal | None:
    unknown = [t for t in titles if set_.title(t) is None]
    if not unknown:
        return None
    close = nearest(unknown[0], set_.titles)
    return Refusal(tuple(f"no card is called `{t}`" for t in unknown), f"did you mean `{close}`?" if close else None)


def _usual(scenario: Scenario) -> int:
    """How many play when nobody says: five if the scenario allows it, or as near to that as it does."""
    return min(scenario.players, key=lambda n: (abs(n - 5), n))


def _counts(players: Sequence[int]) -> str:
    """`2, 4 to 7`."""
    runs: list[list[int]] = []
    for n in sorted(players):
        if runs and n == runs[-1][-1] + 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    parts = [str(r[0]) if len(r) == 1 else f"{r[0]} to {r[-1]}" if len(r) > 2 else f"{r[0]} or {r[1]}" for r in runs]
    return ", ".join(parts[:-1]) + (" or " if len(parts) > 1 else "") + parts[-1]
