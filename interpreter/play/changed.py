"""Say changes of a position as lines of the notation, which can be pasted after `set`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from moot.dsl.notation import Vocabulary

from ..kernel.index import index_of
from ..kernel.names import player_name, zone_name
from ..kernel.program import Library, MarkDecl
from ..kernel.state import State
from .behind import limited


@dataclass(frozen=True)
class Change:
    """One change: what it is about (a zone, a cell or a deed), and the line of the notation that makes it. `to`: of a
    counter, the number that it gets. `many`: how much it changes: by which number, or how many cards."""

    about: tuple[str, int]
    said: str
    to: int | None = None
    many: int = 1


class Changed:
    """Says changes of a present position (`state`) in the notation."""

    def __init__(self, lib: Library, words: Vocabulary, state: State) -> None:
        self.lib, self.words, self.state = lib, words, state

    def turns(self, player: int) -> Iterator[Change]:
        """Yield the changes after which a turn of a player begins, if need be once more: nothing is used in it yet.
        Where he has several cards, each has its own turn."""
        held = [c for base in self._dealt_bases() for c in self.state.z[base + player]]
        running = {self.state.m[cell] - 1 for _, cell in self.lib.phases.values()}
        for card in sorted(held, key=lambda c: c not in running) if len(held) > 1 else (None,):
            yield self.turn(player, card)

    def turn(self, player: int, card: int | None = None) -> Change:
        """Return the change after which a turn of a player begins, with this card."""
        name = "" if card is None else f" as {self.lib.cards[card]}"
        return Change(("turn", 0), f"{player_name(player)} acts{name}")

    def turn_with(self, card: int) -> Iterator[Change]:
        """Yield the change after which the turn of a card begins."""
        player = self.lib.zone_owner[self.state.w[card]] if self.state.w[card] >= 0 else -1
        if player >= 0:
            yield self.turn(player, card)

    def turn_as_another(self, card: int, others: Sequence[int]) -> Iterator[Change]:
        """Yield the changes after which the turn is not that of a card: its player is another, and has the turn."""
        zone = self.state.w[card]
        player = self.lib.zone_owner[zone] if zone >= 0 else -1
        for other in others if player >= 0 and self._dealt(zone) else ():
            said = f"{player_name(player)} is {self.lib.cards[other]}"
            yield Change(("turn", 0), f"{said}; {self.turn(player).said}", None, 2)

    def used(self, cell: int) -> Iterator[Change]:
        """Yield the change after which a rule that works once has had its turn."""
        card = self.lib.spent.get(cell)
        if card is not None and not self.state.m[cell]:
            number = limited(self.lib, card).index(cell) + 1
            yield Change(("cell", cell), f"{self.lib.cards[card]} has used rule {number}")

    def counter(self, cell: int, delta: int) -> Iterator[Change]:
        """Yield the change of a counter by an amount."""
        entry = index_of(self.lib).cell.get(cell)
        number = self.state.m[cell] + delta
        if entry is not None and entry[0].counted and number >= 0:
            yield Change(("cell", cell), f"{self._bearer(cell)} {entry[0].name} {number}", number, abs(delta))

    def marker(self, cell: int, there: bool) -> Iterator[Change]:
        """Yield the change that lays a marker on its bearer, or takes it away; one of which there is only one goes to
        somebody else."""
        entry = index_of(self.lib).cell.get(cell)
        if entry is None or entry[0].holds:
            return
        mark, bearer = entry
        if mark.counted:
            yield from self.counter(cell, int(there) - self.state.m[cell])
        elif mark.single and mark.bearer == "player":
            others = range(self.state.m[self.lib.players_cell])
            for player in (bearer,) if there else (p for p in others if p != bearer):
                yield Change(("cell", mark.base), f"{mark.name} {player_name(player)}")
        else:
            said = f"{self._bearer(cell)} is {'' if there else 'not '}{mark.name}"
            if not there and mark.base in self._of_whoever_acted():
                yield from self._passed_over(cell, bearer, said)
            else:
                yield Change(("cell", cell), said)

    def _of_whoever_acted(self) -> set[int]:
        """Return the markers that the game lays on whatever had its turn, as its position says."""
        position = self.lib.position
        code = () if position is None or position.leaves is None else self.lib.programs[position.leaves].code
        laid = {ins.args[0] for ins in code if ins.op == "mark"}
        return {mark.base for mark in self.lib.marks if mark.bearer == "card" and mark.base - mark.first in laid}

    def follows(self, before: State) -> Iterator[str]:
        """Yield what else must be so after cards got markers for which the game passes them over (`before`: the state
        before): they are not marked as those are that had their turn."""
        running = {self.state.m[at] - 1 for _, at in self.lib.phases.values() if at}
        for cell, (decl, card) in index_of(self.lib).cell.items():
            new = self.state.m[cell] and not before.m[cell]
            if not new or decl.bearer != "card" or card in running or not self._skips(decl):
                continue
            for mark in self.lib.marks:
                if mark.base in self._of_whoever_acted() and self.state.m[mark.base - mark.first + card]:
                    yield f"{self.lib.cards[card]} is not {mark.name}"

    def _passed_over(self, cell: int, card: int, said: str) -> Iterator[Change]:
        """Yield the changes after which the game itself would not have marked a card: with a marker for which it passes
        the card over. Nobody at a table could only take such a marker away; whoever has his turn was not passed
        over."""
        running = {self.state.m[at] - 1 for _, at in self.lib.phases.values() if at}
        position, index = self.lib.position, index_of(self.lib)
        if position is None or position.passed is None or card in running:
            return
        for other in index.card_cells[card]:
            decl = index.cell[other][0]
            if other != cell and decl.tells_owner and not self.state.m[other] and self._skips(decl):
                yield Change(("cell", cell), f"{said}; {self.lib.cards[card]} is {decl.name}", None, 0)

    def _skips(self, decl: MarkDecl) -> bool:
        """Whether the game does not come to the turn of a card that is marked so: one of its own programs that begins
        the turn begins it only for a card without that marker."""
        assert self.lib.position is not None
        turn = self.lib.position.passed
        for program in self.lib.programs:
            calls = [at for at, ins in enumerate(program.code) if ins.op == "call" and ins.args[0] == turn]
            for at, ins in enumerate(program.code) if calls else ():
                cond = ins.args[0] if ins.op == "unless" else None
                if cond is not None and cond.op == "has" and cond.args[0] == decl.base - decl.first:
                    return any(at < call for call in calls)
        return False

    def _bearer(self, cell: int) -> str:
        mark, bearer = index_of(self.lib).cell[cell]
        return player_name(bearer) if mark.bearer == "player" else self.lib.cards[bearer]

    def cards(self, zone: int, cards: tuple[int, ...]) -> Iterator[Change]:
        """Yield the change after which exactly these cards lie in a zone. What a player *is* is said so."""
        entry = index_of(self.lib).zone.get(zone)
        if entry is None or entry[0].owner == "table":
            return
        titles = ", ".join(self.lib.cards[c] for c in cards) or "nothing"
        if self._dealt(zone):
            said = f"{player_name(self.lib.zone_owner[zone])} is {' and '.join(titles.split(', '))}"
            if cards:
                yield Change(("zone", zone), said)
            return
        name, _, bearer = zone_name(self.lib, zone).partition(" of ")
        many = len(set(cards) ^ set(self.state.z[zone]))
        yield Change(("zone", zone), f"{bearer} {name} {titles}" if bearer else f"{name} {titles}", None, many)

    def without(self, zone: int, card: int) -> Iterator[Change]:
        """Yield the change that takes a card out of a zone."""
        there = self.state.z[zone]
        if card in there:
            yield from self.cards(zone, tuple(c for c in there if c != card))

    def having(self, zone: int, card: int) -> Iterator[Change]:
        """Yield the change that puts a card into a zone. Where a player has it, it is said what he has then; a player
        who *is* that card gets what the other was."""
        there, here = self.state.z[zone], self.state.w[card]
        if card in there or here < 0:
            return
        rest, swapped = tuple(c for c in self.state.z[here] if c != card), self._dealt(zone) and self._dealt(here)
        for change in self.cards(zone, (card,) if swapped else (*there, card)):
            if self.lib.zone_owner[here] < 0:
                yield change
            for other in self.cards(here, (*rest, *there) if swapped else rest):
                yield Change(change.about, f"{change.said}; {other.said}")

    def somewhere(self, base: int, card: int, player: int) -> Iterator[Change]:
        """Yield the change that puts a card into a player's zone of some sort."""
        entry = index_of(self.lib).zone.get(base + player)
        if entry is not None and entry[0].owner == "player" and self.state.w[card] >= 0:
            yield from self.having(base + player, card)

    def _dealt(self, zone: int) -> bool:
        """Whether a player *is* the cards in a zone."""
        decl = index_of(self.lib).zone[zone][0]
        return decl.base in self._dealt_bases() and decl.owner == "player"

    def _dealt_bases(self) -> list[int]:
        return [base for _, base in self.lib.position.dealt] if self.lib.position is not None else []

    def deed(self, cell: int, player: int) -> Iterator[Change]:
        """Yield the change that says that a deed was done by the player who is asked."""
        for (event, keyed, measure, _), base in self.lib.history.items():
            if base == cell and measure is None and keyed in ("", "by"):
                verb = event.partition("/")[0]
                said = [" ".join(phrase) for phrase, verbs in self.words.deeds.items() if verbs == (verb,)]
                if said:
                    yield Change(("deed", cell), f"{player_name(player)} has {max(said, key=len)}")


def merged(changes: Mapping[tuple[str, int], Change]) -> str:
    """Return the changes as one line that can be pasted after `set`."""
    return "; ".join(change.said for change in changes.values())
