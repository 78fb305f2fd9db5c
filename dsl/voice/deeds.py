"""Turns what a clause does into parts of sentences.

`Course.add` is the total match over the deeds of the meaning (`ir.AnyStmt`). **To add a node**: add its class to
`ir.AnyStmt`; mypy then names this match. Most deeds are one verb of the tongue's own with what it is done to:
`self.act(own("…"), things)`; each tongue says the verb in its table `DEEDS` (a test names the tongue that lacks it).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, assert_never, cast

from .. import ir
from ..checks.nodes import meaning
from .conditions import deed
from .joining import also, amount_of, asks, both, does, ending, if_so, is_choice, laid, plainly, together
from .naming import again, all_of, at_random, chosen, direct, lasts, lifted, limited, rule_asides, seen, taken
from .restrict import describes
from .ruling import ruled
from .scope import Scope, term_of
from .tree import (
    Adj,
    Aside,
    Branches,
    Det,
    Noun,
    Offer,
    Part,
    Phrase,
    Says,
    Tell,
    Term,
    Thing,
    Under,
    Verb,
    own,
)

Modal = Literal["", "may", "must", "cannot"]
PHASES = {ir.RunPhase: "run", ir.Leave: "leave", ir.Suspend: "suspend", ir.Resume: "resume"}


@dataclass(slots=True)
class Course:
    """What is done in order, as it is put into words. `doer` is who acts unless a deed says otherwise, and `who` is
    what to call them; deeds of one doer become one sentence (`verbs`). `told`: a sentence has named them before;
    `theirs`: who else does what was told last. `offer`: who may let all of it happen."""

    scope: Scope
    doer: ir.Expr
    who: Thing
    modal: Modal = ""
    parts: list[Part] = field(default_factory=list)
    verbs: list[Verb] = field(default_factory=list)
    following: list[ir.Stmt] = field(default_factory=list)
    required: list[ir.Require] = field(default_factory=list)
    told: bool = False
    theirs: object = None
    offer: Thing | None = None

    def done(self) -> tuple[Part, ...]:
        """Returns everything that was added."""
        self.flush()
        if self.offer is None:
            return (*self.parts, *self.limits())
        may = Says(self.offer, (Verb(own("do_this")),), "may")
        return (Offer(may, tuple(self.parts)), *self.limits())

    def limits(self) -> list[Part]:
        """Returns the conditions without which nothing of it can be done; they are told last."""
        if self.required:
            self.scope.last.clear()
        return limited(self.required, self.scope)

    def flush(self) -> None:
        """Ends the sentence that is being put together. What follows is no longer asked for."""
        self.theirs = None
        if self.verbs:
            self.parts.append(Tell(Says(self.who, tuple(self.verbs), self.modal)))
            self.verbs, self.told = [], True
            self.modal = "" if self.modal == "may" else self.modal

    def apart(self) -> None:
        """Ends the sentence before something that the one who acts does not do alone, but may let happen."""
        self.flush()
        if self.modal == "may":
            self.offer, self.modal = self.who, ""

    def begin(self) -> None:
        """Names the one who acts again, as the subject of a new sentence."""
        if not self.verbs and self.told:
            key = self.acting()
            self.who = again(self.who) if key is None else self.scope.name(key)

    def acting(self) -> str | None:
        """Returns the local name of the one who acts, if there is one."""
        if isinstance(self.doer, ir.Var) and self.doer.name in self.scope.entities:
            return self.doer.name
        doer = self.scope.entities.get("the doer")
        known = doer is not None and doer.expr is not None and meaning(doer.expr) == meaning(self.doer)
        return "the doer" if known else None

    def run(self, block: Sequence[ir.Stmt], then: Sequence[ir.Stmt] = ()) -> Course:
        """Adds deeds in order. `then` are those that will follow."""
        for i, stmt in enumerate(block):
            self.following = [*block[i + 1 :], *then]
            self.add(stmt)
        return self

    def act(self, term: Term, *args: Thing | None, business: ir.Expr | None = None) -> None:
        """Adds a deed of the one who acts."""
        verb = Verb(term, args, manner=("secretly",) if business is not None else ())
        joined = together(self.verbs, verb)
        if joined is None:
            self.verbs.append(verb)
        else:
            self.verbs[-1] = joined

    def by(self, doer: ir.Expr, deed: Callable[[], Verb]) -> None:
        """Adds a deed of somebody."""
        if not self.same(doer):
            self.others(doer, deed)
            return
        self.begin()
        verb = deed()
        last = self.verbs[-1] if self.verbs else None
        if last is not None and is_choice(last) and is_choice(verb):
            self.verbs[-1] = replace(last, args=(both(last.args[0], verb.args[0]),))
        else:
            self.verbs.append(verb)

    def others(self, doer: ir.Expr, deed: Callable[[], Verb]) -> None:
        """Adds a deed of somebody else; several in a row are one sentence."""
        last = self.parts[-1] if self.parts else None
        if self.theirs == meaning(doer) and isinstance(last, Tell) and isinstance(last.says, Says):
            self.parts[-1] = replace(last, says=replace(last.says, verbs=(*last.says.verbs, deed())))
            return
        self.apart()
        who = self.scope.subject(doer)
        self.parts.append(Tell(Says(who, (deed(),))))
        self.theirs = meaning(doer)

    def same(self, doer: ir.Expr) -> bool:
        """Whether somebody is the one who acts."""
        if meaning(doer) == meaning(self.doer):
            return True
        of = self.scope.entities
        if isinstance(doer, ir.Var) and isinstance(self.doer, ir.Var):
            return doer.name in of and of.get(doer.name) is of.get(self.doer.name)
        return isinstance(doer, ir.Var) and doer.name in of and of[doer.name] is of.get("the doer")

    # ---- the match

    def add(self, one: ir.Stmt) -> None:
        """Adds one deed."""
        stmt = cast(ir.AnyStmt, one)
        match stmt:
            case ir.Do():
                self.by(stmt.doer, lambda: self.declared(stmt))
            case ir.Remember():
                self.begin()
                self.act(own("set"), self.scope.thing(stmt.of), self.scope.thing(stmt.to), business=stmt.business)
            case (
                ir.MoveCards() | ir.Turn() | ir.MoveAmount() | ir.MoveSingle() | ir.Put() | ir.Mark() | ir.Shuffle()
                | ir.Show() | ir.Swap() | ir.Recover()
            ):  # fmt: skip
                self.change(stmt)
            case ir.UnmarkAll():
                self.begin()
                self.act(own("unmark_all"), all_of(stmt.on, self.scope), business=stmt.business)
            case ir.RunPhase() | ir.Leave() | ir.Suspend() | ir.Resume():
                self.begin()
                self.act(own(PHASES[type(stmt)]), self.phase(stmt))
            case ir.UseAbility():
                self.begin()
                self.act(own("use"), self.scope.thing(stmt.ability))
            case ir.Win():
                self.win(stmt)
            case ir.Nothing():
                self.begin()
                self.act(own("nothing"))
            case ir.Lasting():
                self.lasting(stmt)
            case ir.Let() | ir.PickRandom():
                self.named(stmt)
            case ir.Choose():
                self.choose(stmt)
            case ir.If() | ir.ForEach() | ir.Repeat() | ir.Either() | ir.May():
                self.flush()
                self.parts.append(self.within(stmt))
            case ir.Require():
                if not stmt.implied:
                    self.required.append(stmt)
            case _ as never:
                assert_never(never)

    # ---- single deeds

    def phase(self, stmt: ir.RunPhase | ir.Leave | ir.Suspend | ir.Resume) -> Noun:
        """Returns a phase, and whose it is."""
        noun = Noun(Term("noun", stmt.phase), det=Det.THE)
        of = stmt.arg if isinstance(stmt, ir.RunPhase) else None
        return noun if of is None else replace(noun, owner=self.scope.thing(of))

    def lasting(self, stmt: ir.Lasting) -> None:
        """Adds a rule that holds for a while."""
        self.apart()
        until = lasts(stmt, self.scope)
        told = Tell(ruled(stmt.rule, self.scope), (until,), rule_asides(stmt.rule, self.scope))
        joined = also(self.parts[-1] if self.parts else None, told)
        if joined is None:
            self.parts.append(told)
        else:
            self.parts[-1] = joined

    def declared(self, stmt: ir.Do) -> Verb:
        """Returns a deed of the game."""
        verb = deed(stmt.verb, stmt.args, self.scope)
        kind = () if stmt.as_quality is None else (Aside("as", Adj(Term("describing", stmt.as_quality))),)
        asides = (*kind, *lifted(stmt.verb, stmt.args, stmt.lifted, self.scope))
        if stmt.if_able:
            asides += (Aside("if_possible"),)
        manner = ("secretly",) if stmt.business is not None else ()
        return replace(verb, asides=asides, manner=manner)

    def change(
        self,
        stmt: ir.MoveCards | ir.Turn | ir.MoveAmount | ir.MoveSingle | ir.Put | ir.Mark | ir.Shuffle | ir.Show
        | ir.Swap | ir.Recover,
    ) -> None:  # fmt: skip
        """Adds a change of what lies on the table."""
        self.begin()
        thing = self.scope.thing
        match stmt:
            case ir.MoveCards():
                cards = taken(all_of(stmt.cards, self.scope), self.scope, moved=True)
                how = "_face_down" if stmt.face_down else ""
                self.act(own(f"move_{stmt.place}{how}"), cards, thing(stmt.to), business=stmt.business)
            case ir.Turn():
                cards = taken(all_of(stmt.cards, self.scope), self.scope)
                self.act(own("turn_down" if stmt.down else "turn_up"), cards, business=stmt.business)
            case ir.MoveAmount():
                self.move_amount(stmt)
            case ir.MoveSingle():
                mark = Noun(Term("noun", stmt.mark), det=Det.THE)
                key = "put_aside" if isinstance(stmt.to, ir.Nobody) else "take" if self.same(stmt.to) else "move_single"
                self.act(own(key), mark, thing(stmt.to) if key == "move_single" else None)
            case ir.Put():
                off, amount = laid(stmt, self.scope)
                self.act(own("put_off" if off else "put"), amount, thing(stmt.on), business=stmt.business)
            case ir.Mark():
                self.mark(stmt)
            case ir.Shuffle():
                self.act(own("shuffle"), thing(stmt.zone))
            case ir.Show():
                self.show(stmt)
            case ir.Swap():
                self.act(own(f"swap_{stmt.what}"), thing(stmt.left), thing(stmt.right), business=stmt.business)
            case ir.Recover():
                self.by(stmt.doer, lambda: Verb(own("recover"), (thing(stmt.paid),)))
            case _ as never:
                assert_never(never)

    def move_amount(self, stmt: ir.MoveAmount) -> None:
        """Adds an amount that goes from one to another."""
        self.moved(stmt, amount_of(stmt, self.scope))

    def moved(self, stmt: ir.MoveAmount, what: Thing) -> None:
        """Adds who gives an amount, who takes it, or from where to where it goes."""
        bank: Thing = Phrase("bank", ())
        thing = self.scope.thing
        if stmt.source is not None and self.same(stmt.source):
            if stmt.to is None:
                self.act(own("give"), what, bank, business=stmt.business)
            else:
                on = own("give" if self.scope.person(stmt.to) or stmt.to.type.sort == "bearer" else "put_own")
                self.act(on, what, thing(stmt.to), business=stmt.business)
            return
        source = bank if stmt.source is None else thing(stmt.source)
        if stmt.to is not None and self.same(stmt.to):
            self.act(own("take"), what, source, business=stmt.business)
            return
        to = bank if stmt.to is None else thing(stmt.to)
        laid = stmt.to is not None and not self.scope.person(stmt.to)
        self.act(own("put_from" if laid else "move_amount"), what, source, to, business=stmt.business)

    def mark(self, stmt: ir.Mark) -> None:
        """Adds a marker that is put on something, or taken off."""
        if self.same(stmt.on) and describes(stmt.mark, self.scope):
            self.act(own("become_no_longer" if stmt.off else "become"), Adj(Term("describing", stmt.mark)))
            return
        on = all_of(stmt.on, self.scope)
        if describes(stmt.mark, self.scope):
            word: Thing = Adj(Term("describing", stmt.mark))
        else:
            word = Noun(Term("noun", stmt.mark), True, Det.BARE, mass=True)
        self.act(own("unmark" if stmt.off else "mark"), on, word, business=stmt.business)

    def show(self, stmt: ir.Show) -> None:
        """Adds what somebody learns."""
        if stmt.what.type.sort == "truth":
            what: Thing = Phrase("whether", (self.scope.says(stmt.what),))
            self.act(own("tell" if stmt.to is None else "learn"), what)
        elif stmt.to is not None and self.same(stmt.to):
            self.act(own("look_at"), seen(stmt.what, self.scope))
        elif stmt.to is None:
            self.act(own("show"), seen(stmt.what, self.scope))
        else:
            self.act(own("show_to"), seen(stmt.what, self.scope), self.scope.thing(stmt.to))

    def win(self, stmt: ir.Win) -> None:
        """Adds the end of the game."""
        if stmt.who is not None and self.same(stmt.who):
            self.begin()
            self.act(own("win"))
            return
        self.apart()
        if stmt.who is not None:
            self.parts.append(Tell(Says(self.scope.thing(stmt.who), (Verb(own("win")),))))
            return
        self.parts.append(ending(stmt))

    # ---- names

    def named(self, stmt: ir.Let | ir.PickRandom) -> None:
        """Lets a name stand for something, which is described where the name is read first."""
        if isinstance(stmt, ir.Let):
            if meaning(stmt.value) == meaning(self.doer) and "the doer" in self.scope.entities:
                self.scope.alias(stmt.name, self.scope.entities["the doer"])
                return
            value = stmt.value
            noun = Noun(term_of(value.type), value.type.many, person=value.type.sort == "player")
            self.scope.bind(stmt.name, noun, lambda: all_of(value, self.scope), value)
            return
        noun = Noun(term_of(stmt.of.type), not stmt.single, person=stmt.of.type.sort == "player")
        pick = stmt
        self.scope.bind(stmt.name, noun, lambda: at_random(pick, self.scope))

    def choose(self, stmt: ir.Choose) -> None:
        """Adds a choice. What is done to the thing at once names it: you may kill another character."""
        noun = Noun(term_of(stmt.of.type), not stmt.single, person=stmt.of.type.sort == "player")
        inlined = not isinstance(stmt.of, ir.Numbers) and not stmt.secret
        if inlined and self.same(stmt.chooser) and not stmt.ordered and stmt.otherwise is None:
            if direct(stmt.name, self.following):
                self.scope.bind(stmt.name, noun, lambda: taken(chosen(stmt, self.scope), self.scope))
                return
        self.by(stmt.chooser, lambda: self.picking(stmt, noun))
        if stmt.otherwise is not None and any(not isinstance(s, ir.Nothing) for s in stmt.otherwise):
            self.flush()
            self.parts.append(Under((Aside("if_none"),), self.inner(stmt.otherwise)))

    def picking(self, stmt: ir.Choose, noun: Noun) -> Verb:
        """Returns a choice of its own, after which the thing has a name."""
        picked = taken(chosen(stmt, self.scope), self.scope)
        if isinstance(picked, Noun):
            noun = replace(noun, term=picked.term)
        verb = Verb(own("order" if stmt.ordered else "choose"), (picked,), manner=("secretly",) if stmt.secret else ())
        if stmt.otherwise is not None and any(not isinstance(s, ir.Nothing) for s in stmt.otherwise):
            verb = replace(verb, asides=(Aside("or_else"),))
        self.scope.bind(stmt.name, noun)
        return verb

    # ---- deeds within deeds

    def within(self, stmt: ir.If | ir.ForEach | ir.Repeat | ir.Either | ir.May) -> Part:
        """Returns deeds that have others within."""
        if isinstance(stmt, ir.ForEach | ir.Repeat) or isinstance(stmt, ir.If) and stmt.otherwise:
            self.apart()
        match stmt:
            case ir.If():
                lead = (Aside("if", self.scope.says(stmt.cond)),)
                return Under(lead, self.inner(stmt.then), self.inner(stmt.otherwise))
            case ir.ForEach():
                return self.each(stmt)
            case ir.Repeat():
                body = self.inner(stmt.body)
                return Under((Aside("until", self.scope.says(stmt.until)),), body)
            case ir.Either():
                return self.either(stmt)
            case ir.May():
                return self.may(stmt)
            case _ as never:
                assert_never(never)

    def inner(self, block: ir.Block, who: Thing | None = None) -> tuple[Part, ...]:
        """Returns the parts of a block within."""
        modal, self.modal = self.modal, ""
        told, self.told = self.told, True
        return Course(self.scope, self.doer, who or self.who, modal, told=told).run(block).done()

    def each(self, stmt: ir.ForEach) -> Part:
        """Returns what is done for each of several things, or so often."""
        if isinstance(stmt.of, ir.Numbers) and not asks(stmt.body, stmt.var):
            return Under((Aside("so_often", self.scope.thing(stmt.of.high)),), self.inner(stmt.body))
        of = self.scope.described(stmt.of, Det.EACH, many=False)
        noun = Noun(term_of(replace(stmt.of.type, many=False)), person=stmt.of.type.sort == "player")
        self.scope.bind(stmt.var, noun).each = True
        order = () if stmt.by is None else (Aside("in_order", Noun(Term("noun", stmt.by), det=Det.GENERIC)),)
        if meaning(stmt.of) == meaning(self.doer) or noun.person and all(does(one, stmt.var) for one in stmt.body):
            self.modal = ""
            doer = ir.Var(type=replace(stmt.of.type, many=False), span=stmt.span, name=stmt.var)
            body = Course(self.scope, doer, of).run(stmt.body).done()
        else:
            order, body = (Aside("for_each", of), *order), self.inner(stmt.body)
        self.scope.entities.pop(stmt.var)
        return Under(order, body)

    def acts(self, doer: ir.Expr) -> Thing:
        """Names who takes a course within another."""
        if not self.same(doer):
            self.apart()
            return self.scope.subject(doer)
        self.begin()
        self.told = True
        return self.who

    def either(self, stmt: ir.Either) -> Branches:
        """Returns a choice between courses."""
        who = self.acts(stmt.doer)
        branches = []
        for branch in stmt.branches:
            body = branch.body if branch.choose is None else (branch.choose, *branch.body)
            course = Course(self.scope, stmt.doer, who).run(body).done()
            branches.append(plainly(course) if stmt.secret else course)
        otherwise: tuple[Part, ...] = ()
        if stmt.otherwise is not None and any(not isinstance(s, ir.Nothing) for s in stmt.otherwise):
            otherwise = self.inner(stmt.otherwise)
        modal, self.modal = self.modal, ""
        manner = ("secretly",) if stmt.secret else ()
        return Branches((), who, modal == "may", tuple(branches), manner, otherwise)

    def may(self, stmt: ir.May) -> Part:
        """Returns what somebody may do."""
        if stmt.doer.type.many:
            who = self.scope.described(stmt.doer, Det.EACH, many=False)
            self.scope.bind(stmt.var or "somebody", Noun(own("player"), person=True))
        else:
            who = self.acts(stmt.doer)
        doer: ir.Expr = stmt.doer if stmt.var is None else ir.Var(type=stmt.doer.type, span=stmt.span, name=stmt.var)
        body = Course(self.scope, doer, who, "may").run(stmt.body).done()
        return body[0] if len(body) == 1 else Under((), if_so(body, who))
