"""What is so behind the cards and markers of a table, in both directions: rules that have been used, what the game has
counted, rules that last for a while, and what players have seen. `place_behind` makes such a fact true; `behind_text`
writes all of them down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from moot.dsl import ir
from moot.dsl.notation.parts import Copies, Counted, Fact, Lasting, Named, Seat, Seen, TurnedUp, Used
from moot.dsl.own_verbs import MOVED

from ..kernel.names import ordinal, player_name, rule_end, rule_name, thing, zone_name
from ..kernel.program import HistoryKey, Library
from ..kernel.state import State
from .lookup import Impossible, bearer_cell, card_of, decl_of, in_game, player_of

NEVER = -1
"""The end of a lasting rule that has none."""


# ---- making it true ---------------------------------------------------------------------------------------------


def place_behind(lib: Library, game: ir.Game, state: State, fact: Used | Counted | Lasting | Seen | TurnedUp) -> None:
    """Make one fact true. Raises `Impossible` if the game has no such thing."""
    match fact:
        case Used():
            card = card_of(lib, state, fact.card)
            cells = limited(lib, card)
            if not 1 <= fact.number <= len(cells):
                many = "no rule" if not cells else "one rule" if len(cells) == 1 else f"{len(cells)} rules"
                raise Impossible(f"{fact.card.title} has {many} that can be used up")
            state.m[cells[fact.number - 1]] = 1
        case Counted() if fact.number < 0:
            raise Impossible(f"`{fact.key}` cannot be counted below 0")
        case Counted():
            state.m[_counted(lib, game, state, fact)] = fact.number
        case Lasting():
            state.lasting = (*state.lasting, _rule(lib, state, fact))
        case Seen():
            player, card = player_of(state, lib, fact.seat), card_of(lib, state, fact.card)
            state.known = {**state.known, card: state.known.get(card, 0) | 1 << player}
        case TurnedUp():
            at = bearer_cell(lib, state, fact.subject, fact.mark)
            decl = decl_of(lib, at)
            if decl.known < 0:
                raise Impossible(f"{fact.mark} is never turned up before everybody")
            state.m[decl.known + at - decl.base] = 1


def limited(lib: Library, card: int) -> list[int]:
    """Return the cells of those rules of a card that can be used up, in the order in which they stand on it."""
    return sorted(at for at, of in lib.spent.items() if of == card)


def _counted(lib: Library, game: ir.Game, state: State, fact: Counted) -> int:
    """Return the cell of what the game counts."""
    found = next((item for item in lib.history.items() if key_text(item[0]) == fact.key), None)
    if found is None:
        raise Impossible(f"this game does not count `{fact.key}`")
    (event, keyed, _, _), base = found
    named = {"subject": fact.subject, "from": fact.origin, "to": fact.goal, "by": fact.by}
    if {name for name, thing in named.items() if thing is not None} != set(kept_for(keyed)):
        raise Impossible(f"`{fact.key}` is not counted like this")
    at = 0
    for name in kept_for(keyed):
        of = named[name]
        sort = _told_sort(game, event) if name == "subject" else "player"
        if sort != ("card" if isinstance(of, Named) else "player"):
            raise Impossible(f"`{fact.key}` is not counted like this")
        number = card_of(lib, state, of) if isinstance(of, Named) else player_of(state, lib, of) if of else 0
        at = at * (len(lib.cards) if sort == "card" else lib.max_players) + number
    return base + at


def kept_for(keyed: str) -> list[str]:
    """Return for each of what a record is kept: `subject`, `from`, `to`, `by`."""
    return ["subject", "by"] if keyed == "both" else keyed.split()


def key_text(key: HistoryKey) -> str:
    """Return `build in gold since turn` for what is counted of past events."""
    event, _, measure, since = key
    return event + (f" in {measure}" if measure else "") + (f" since {since}" if since else "")


def _told_sort(game: ir.Game, event: str) -> str:
    """Return the sort of what an event is about: card, player, or anything else."""
    name = event.partition("/")[0]
    if name == MOVED.key:
        return "card"
    if name in game.phases:
        param = game.phases[name].param
        return param.type.sort if param is not None else ""
    verb = game.verbs.get(name)
    return verb.params[0].type.sort if verb is not None and verb.params else ""


def _kept_sorts(lib: Library, rule: int) -> tuple[str, ...] | None:
    """Return the sorts of what a lasting rule keeps; None if nothing puts it in force. With whom it ends is kept first:
    a card that leaves a place, or a player. What was noted in a phase that is suspended consists of numbers."""
    for program in lib.programs:
        for ins in program.code:
            if ins.op == "lasting" and ins.args[0] == rule:
                sorts = [program.names[slot][1] for slot in ins.args[2]]
                end = rule_end(lib, ins.args[1])
                whose = "number" if end is None else "card" if end.startswith("it leaves ") else "player"
                return tuple(sort or whose for sort in sorts)
    return None


def _said(lib: Library, rule: int) -> str:
    """Return the words of a lasting rule as they stand in quotes: a quotation in them has single ones."""
    return rule_name(lib, rule).replace('"', "'")


def _until(lib: Library, rule: int, said: str | None) -> int:
    """Return the number of the end of a lasting rule. Raises `Impossible` if no rule ends so."""
    if said is None:
        begins = (ins.args for program in lib.programs for ins in program.code if ins.op == "lasting")
        own: list[int] = [args[1] for args in begins if args[0] == rule]
        return next((end for end in own if rule_end(lib, end) is None), NEVER)
    ends: list[int] = [*lib.until.values(), *range(len(lib.until), len(lib.until) + len(lib.ends))]
    found = next((number for number in ends if rule_end(lib, number) == said), None)
    if found is None:
        raise Impossible(f"no rule of this game lasts until {said}")
    return found


def _rule(lib: Library, state: State, fact: Lasting) -> tuple[int, int, tuple[object, ...]]:
    names = [_said(lib, rule) for rule in range(len(lib.lasting_names))]
    if fact.words not in names:
        raise Impossible(f"no card has the lasting rule `{fact.words}`")
    rule = names.index(fact.words)
    sorts = _kept_sorts(lib, rule) or ()
    if len(sorts) != len(fact.values):
        raise Impossible(f"`{fact.words}` keeps {len(sorts)} things, not {len(fact.values)}")
    kept = tuple(
        tuple(_number(lib, state, sort, one) for one in value) if isinstance(value, tuple)
        else _number(lib, state, sort, value)
        for sort, value in zip(sorts, fact.values, strict=True)
    )  # fmt: skip
    return rule, _until(lib, rule, fact.until), kept


def _number(lib: Library, state: State, sort: str, value: object) -> int:
    match value:
        case None:
            return -1
        case Named() if sort == "card":
            return card_of(lib, state, value)
        case Named() if sort == "name":
            return lib.cards.index(value.title)
        case Seat() if sort == "player":
            return player_of(state, lib, value)
        case str() if sort.startswith("word:") and value in lib.words[sort[5:]]:
            return lib.words[sort[5:]].index(value)
        case int() if sort == "number":
            return value
    raise Impossible("a lasting rule keeps other things than these")


def number_copies(lib: Library, state: State, facts: Sequence[Fact]) -> None:
    """Number the copies of each card place by place, or as a fact says. Raises `Impossible` if there are not as
    many."""
    said = {title: order for fact in facts if isinstance(fact, Copies) for title, order in fact.order}
    zones = {zone: list(cards) for zone, cards in enumerate(state.z)}
    for title, spots in copies(lib, state).items():
        cards = [zones[zone][at] for zone, at in spots]
        order = said.pop(title, tuple(range(1, len(cards) + 1)))
        if len(order) != len(cards):
            raise Impossible(f"there are {len(cards)} copies of {title}, not {len(order)}")
        numbers = sorted(cards)
        for (zone, at), number in zip(spots, order, strict=True):
            zones[zone][at] = numbers[number - 1]
            state.w[numbers[number - 1]] = zone
    for title in said:
        raise Impossible(f"there are no copies of {title}")
    state.z = [tuple(zones[zone]) for zone in range(len(state.z))]


def copies(lib: Library, state: State) -> dict[str, list[tuple[int, int]]]:
    """Return where the copies of each card lie of which there are several: the zone, and the place in it."""
    pseudo = set(lib.all_zone.values())
    spots: dict[str, list[tuple[int, int]]] = {}
    for zone, cards in enumerate(state.z):
        for at, card in enumerate(cards) if zone not in pseudo else ():
            spots.setdefault(lib.cards[card], []).append((zone, at))
    return {title: found for title, found in spots.items() if len(found) > 1}


# ---- writing it down --------------------------------------------------------------------------------------------


def designated(lib: Library, state: State, card: int) -> str:
    """Return the words by which a card is meant: its title, with whose it is or where it lies if another copy would be
    meant without that."""
    title, zone = lib.cards[card], state.w[card]
    copies = [c for c in in_game(lib, state) if lib.cards[c] == title]
    if len(copies) < 2 or zone < 0:
        return title
    owner = lib.zone_owner[zone]
    if owner >= 0 and sum(lib.zone_owner[state.w[c]] == owner for c in copies if state.w[c] >= 0) == 1:
        return f"{title} of {player_name(owner)}"
    nth = [c for c in state.z[zone] if c in copies].index(card)
    name = f"{ordinal(nth)} {title}" if nth else title
    place = zone_name(lib, zone).rpartition(" of ")[0]
    return f"{name} of {player_name(owner)}'s {place}" if owner >= 0 else f"{name} of {zone_name(lib, zone)}"


def behind_text(lib: Library, game: ir.Game, state: State) -> list[str]:
    """Return statements of all that is so behind the table."""
    said = [*_used_text(lib, state), *_counted_text(lib, game, state)]
    said += [text for rule in state.lasting if (text := _rule_text(lib, state, rule))]
    for decl in lib.marks:
        for k in range(decl.span) if decl.known >= 0 else ():
            if state.m[decl.known + k]:
                bearer = player_name(k) if decl.bearer == "player" else designated(lib, state, decl.first + k)
                said.append(f"everybody has seen {decl.name} of {bearer}")
    for card, players in state.known.items():
        said += [
            f"{player_name(p)} has seen {designated(lib, state, card)}"
            for p in range(state.m[lib.players_cell]) if players >> p & 1
        ]  # fmt: skip
    return said


def copies_text(lib: Library, state: State) -> list[str]:
    """Return the statement of how copies are numbered; none if they are numbered place by place."""
    said = []
    for title, spots in copies(lib, state).items():
        cards = [state.z[zone][at] for zone, at in spots]
        if cards != sorted(cards):
            said.append(f"{title} {' '.join(str(sorted(cards).index(card) + 1) for card in cards)}")
    return [f"copies of {', '.join(said)}"] if said else []


def _used_text(lib: Library, state: State) -> Iterator[str]:
    for at, card in sorted(lib.spent.items(), key=lambda item: (item[1], item[0])):
        if state.m[at]:
            yield f"{designated(lib, state, card)} has used rule {limited(lib, card).index(at) + 1}"


def used_rules(lib: Library, state: State) -> list[str]:
    """Return for each rule that has been used what it does, for people."""
    found = []
    for at, card in sorted(lib.spent.items(), key=lambda item: (item[1], item[0])):
        what = next((a.label for a in lib.abilities if a.used == at and a.card == card), "")
        if state.m[at] and what:
            found.append(f"rule {limited(lib, card).index(at) + 1} of {what}")
    return found


def _counted_text(lib: Library, game: ir.Game, state: State) -> Iterator[str]:
    for key, base in lib.history.items():
        event, keyed, _, _ = key
        names = kept_for(keyed)
        sorts = [_told_sort(game, event) if name == "subject" else "player" for name in names]
        width = prod(len(lib.cards) if sort == "card" else lib.max_players for sort in sorts)
        for k in range(width):
            if not state.m[base + k]:
                continue
            done = _done_text(game, lib, key, state.m[base + k], k if keyed == "by" else -1, state)
            if done:
                yield done
                continue
            said, left = "", k
            for name, sort in reversed(list(zip(names, sorts, strict=True))):
                left, one = divmod(left, len(lib.cards) if sort == "card" else lib.max_players)
                what = designated(lib, state, one) if sort == "card" else player_name(one)
                said = f" {'of' if name == 'subject' else name} {what}{said}"
            yield f'counted "{key_text(key)}"{said} {state.m[base + k]}'


def _done_text(game: ir.Game, lib: Library, key: HistoryKey, often: int, by: int, state: State) -> str:
    """Return `p1 has gathered resources`, where these words say just what is counted; else nothing."""
    event, keyed, measure, _ = key
    verb = game.verbs.get(event)
    alike = [k for k in lib.history if k[0].partition("/")[0] == event and k[2] is None and k[1] in ("", "by")]
    doer = by if by >= 0 else state.ask.player if state.ask is not None else 0
    if often != 1 or measure is not None or verb is None or not verb.participle or alike != [key]:
        return ""
    return " ".join([player_name(doer), "has", verb.participle, *verb.key.split()[1:]])


def _rule_text(lib: Library, state: State, rule: tuple[int, int, tuple[object, ...]]) -> str:
    """Return a lasting rule in words; nothing if nothing puts it in force."""
    number, until, kept = rule
    sorts = _kept_sorts(lib, number)
    if sorts is None:
        return ""

    def said(sort: str, value: object) -> str:
        if isinstance(value, tuple):
            return f"together {' and '.join(said(sort, one) for one in value) or 'nothing'}"
        assert isinstance(value, int)
        if sort == "card" and value >= 0:
            return designated(lib, state, value)
        return "nobody" if value < 0 and sort != "number" else thing(lib, state, sort, value)

    values = [said(sort, value) for sort, value in zip(sorts, kept, strict=True)]
    end = rule_end(lib, until)
    when = "lasting" if end is None else f"until {end}"
    return f'{when} "{_said(lib, number)}"' + (f" for {', '.join(values)}" if values else "")
