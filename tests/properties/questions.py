"""Everything a player may ask of a game at the prompt, made up from the words of the card set: facts, values, answers,
beginnings of lines."""

from __future__ import annotations

from random import Random
from typing import Any

from moot.interpreter.play.session import Session


class Curious:
    """Asks at random, about anything a card set has words for."""

    def __init__(self, session: Session, seed: int) -> None:
        self.session, self.chance = session, Random(seed)
        assert session.card_set.game is not None
        self.game = session.card_set.game
        self.titles = list(session.cast.titles)
        self.players = [f"p{n}" for n in range(1, session.cast.players + 1)]

    def one(self, *things: Any) -> Any:
        return self.chance.choice(things)

    def player(self) -> str:
        return str(self.one(*self.players))

    def title(self, kind: str | None = None) -> str:
        fitting = [t for t in self.titles if kind is None or self.game.cards[t].kind == kind]
        return str(self.chance.choice(fitting or self.titles))

    def thing(self, type_: Any) -> str | None:
        if type_.sort == "player":
            return self.player()
        if type_.sort == "card":
            return self.title(type_.name)
        zone = self.game.zones.get(str(type_.name)) if type_.sort == "zone" else None
        return None if zone is None else self.place(zone)

    def place(self, zone: Any) -> str:
        if zone.owner is None:
            return str(zone.name)
        return f"{zone.name} of {self.player() if zone.owner == 'player' else self.title(zone.owner)}"

    def of(self, params: Any) -> str | None:
        things = [self.thing(p.type) for p in params]
        if None in things:
            return None
        return "".join(f" {'of' if i == 0 else 'for'} {x}" for i, x in enumerate(things))

    def fact(self) -> str:
        for _ in range(20):
            made = self.one(*self._kinds())()
            if made is not None:
                return str(made)
        return "p1 wins"

    def reason(self, others: list[str]) -> str:
        """What somebody asks why of, beside values and what has happened."""
        doer = self.one(self.player(), f"the {self.title()}")
        deed = self.one(*others, self.title()) if others else self.title()
        verb = self.one(*self.game.verbs.values()).words[0]
        quality = self.one(*(self.game.qualities or {"so": None}))
        counter = self.one(*([m.name for m in self.game.markers.values() if m.counted] or ["score"]))
        single = self.one(*([m.name for m in self.game.markers.values() if m.single] or ["lead"]))
        zone = self.one(*[z for z in self.game.zones.values() if z.owner in (None, "player")])
        return str(
            self.one(
                "",
                f"is {self.player()} {quality} deeper",
                f"is {self.title()} {quality} deeper deeper",
                f"who is {quality}",
                f"who has the {single}",
                f"who has {self.title()}",
                f"who is {self.player()}",
                "who acts",
                f"has {self.player()} 3 {counter}",
                f"did {self.player()} get 1 {counter}",
                f"did {self.player()} pay {counter}",
                f"is {self.title()} in {self.place(zone)}",
                f"was {self.title()} moved",
                f"may {doer} {deed}",
                f"may {doer} {verb} {self.title()}",
                f"is {self.player()} {quality}",
                f"is {self.title()} {quality}",
                f"does {verb}ing {self.title()} cost 3",
                f"is it {self.player()} who is asked",
                f"wasn't {self.player()} asked",
                f"was {self.player()} not asked about {self.title()}",
                f"did {self.player()} not {verb} {self.title()}",
                f"did {self.title()} not {verb} {self.title()}",
                f"was {self.title()} not {verb}ed",
                f"did {self.player()} get nothing from {self.title()}",
                f"did {self.player()} get no {counter}",
                f"did {self.player()} pay no {counter}",
                f"did {self.player()} get 1",
                f"who is the {self.title()}'s player",
            )
        )

    def _kinds(self) -> list[Any]:
        game = self.game
        kinds = [self._zone, self._is]
        for declared, kind in (
            (game.values, self._value),
            (game.qualities, self._quality),
            (game.markers, self._mark),
            (game.verbs, self._can),
        ):
            kinds += [kind] if declared else []
        return kinds

    def words(self, count: int) -> list[str]:
        """Names of values, deeds, markers and qualities."""
        named = [*self.game.values, *self.game.verbs, *self.game.markers, *self.game.qualities]
        return [str(self.chance.choice(named)) for _ in range(count)]

    def value(self) -> str | None:
        if not self.game.values:
            return None
        value = self.one(*self.game.values.values())
        about = self.of(value.params)
        return None if about is None else f"{value.name}{about}"

    def _value(self) -> str | None:
        about = self.value()
        if about is None:
            return None
        named = max((n for n in self.game.values if about.startswith(n)), key=len)
        sort = self.game.values[named].type.sort
        result = {"player": self.player(), "card": self.title()}.get(sort, str(self.chance.randrange(9)))
        more = self.one("", "", "at least ") if sort not in ("player", "card", "enum") else ""
        return f"{about} is {more}{result}"

    def _quality(self) -> str | None:
        quality = self.one(*self.game.qualities.values())
        about = self.thing(quality.param.type)
        return None if about is None else f"{about} is {self.one('', 'not ')}{quality.name}"

    def _zone(self) -> str | None:
        zone = self.one(*self.game.zones.values())
        title = self.title(self.one(*zone.kinds) if getattr(zone, "kinds", None) else None)
        many = self.chance.randrange(5)
        how = self.one(f"includes {title}", f"{many} cards", f"top {title}", title, f"without {title}")
        if zone.owner is None:
            return f"{zone.name} {how}"
        return f"{self.player()} {zone.name} {how}" if zone.owner == "player" else None

    def _mark(self) -> str | None:
        marker = self.one(*self.game.markers.values())
        on = self.one(*marker.on)
        who = self.player() if on == "player" else self.title(None if on == "card" else on)
        if marker.counted:
            return f"{who} {'' if on == 'player' else 'has '}{marker.name} {self.chance.randrange(6)}"
        if marker.single:
            return f"{who} has {self.one('the', 'no')} {marker.name}"
        return f"{who} is {self.one('', 'not ')}{marker.name}{self.one('', f' by {self.player()}')}"

    def _is(self) -> str:
        return f"{self.player()} is {self.title()}"

    def _can(self) -> str | None:
        verb = self.one(*self.game.verbs.values())
        things = [self.thing(p.type) for p in verb.params]
        return None if None in things else f"{self.player()} can {verb.key} {' '.join(map(str, things))}".strip()

    def phrase(self) -> str:
        """A phrase of the language of cards."""
        return str(self.one(self._things, self._more, self._number, self._each_value, self.condition)())

    def condition(self) -> str:
        """A condition of the language of cards."""
        number, many = self._number(), self.chance.randrange(5)
        compared = f"{number} is {self.one('', 'at least ', 'at most ')}{many}"
        there = f"there is {self.one('a card', 'no card')}{self._things().removeprefix('cards')}"
        return str(self.one(compared, there, f"either {self.player()} is {self.player()} or {compared}"))

    def _things(self) -> str:
        zone = self.one(*[z for z in self.game.zones.values() if z.owner in (None, "player")])
        field = next((f.name for f in self.game.kinds[zone.holds].fields if f.type.sort in ("number", "amount")), None)
        more = f" whose {field} is at least {self.chance.randrange(5)}" if field else ""
        return f"{self._cards(zone)}{self.one('', more)}"

    def _cards(self, zone: Any) -> str:
        return f"cards in {'the ' if zone.owner is None else ''}{self.place(zone)}"

    def _number(self) -> str:
        zone = self.one(*[z for z in self.game.zones.values() if z.owner in (None, "player")])
        whole = f"number of {self._cards(zone)}"
        return str(self.one(whole, self.value() or whole))

    def _more(self) -> str:
        return f"{self._number()} plus {self.chance.randrange(3)}"

    def _each_value(self) -> str:
        fitting = [v.name for v in self.game.values.values() if [p.type.sort for p in v.params] == ["player"]]
        return f"{self.one(*fitting)} of each player" if fitting else self._number()

    def line(self, others: list[str]) -> str:
        """An answer that there might be, or not."""
        if others and self.chance.random() < 0.7:
            return f"{self.chance.choice(others)}{self.one('', '', ', ' + self.title())}"
        verb = self.one(*self.game.verbs.values())
        return f"{verb.key} {self.title()}"

    def begun(self) -> str:
        """The beginning of a line, for completion."""
        who = self.player()
        return str(self.one("", f"{who} ", "when ", f"when {who} ", "whynot ", "offered ", self.title()[:2], "why "))
