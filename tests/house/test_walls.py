"""The walls of the house: which room may know which, and why; and that no room knows the words of a game."""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ROOMS = ("dsl", "interpreter", "repl")
STANDARD = set(sys.stdlib_module_names)

# Each wall: whose modules (by path), what they may import besides the standard library, and the reason.
COMPILED = {"moot.dsl", "moot.interpreter.kernel", "moot.interpreter.compile"}
READ = COMPILED | {"moot.interpreter.sets", "moot.version"}
PLAYED = READ | {"moot.interpreter.play"}
PROVED = PLAYED | {"moot.interpreter.proof"}
TYPED = PROVED | {"moot.repl"}
GROUND = {f"moot.interpreter.kernel.{name}" for name in ("analysis", "bounds", "operators", "program")}
LOWER = GROUND | {f"moot.interpreter.kernel.{name}" for name in ("index", "known", "lower", "state")}
WALLS = [
    ("interpreter/kernel/analysis/", GROUND, "what is true of a library is true whatever it is printed in"),
    ("interpreter/kernel/lower/", LOWER, "one lowering stands under the printer of every target"),
    ("interpreter/kernel/", {"moot.interpreter.kernel"}, "the kernel must play a game it has never heard of, anywhere"),
    ("interpreter/compile/", COMPILED, "a card set is compiled from its meaning alone"),
    ("dsl/parser.py", {"moot.dsl", "lark"}, "one module knows the parser generator"),
    ("dsl/kept.py", {"moot.dsl", "platformdirs"}, "one module knows where a user's own folders are"),
    ("dsl/", {"moot.dsl"}, "a card can be read, checked and explained without being run"),
    ("interpreter/sets/yaml_files.py", {*READ, "yaml"}, "one module knows YAML"),
    ("interpreter/sets/schemas.py", {*READ, "jsonschema"}, "one module knows JSON Schema"),
    ("interpreter/sets/", READ, "a card set is read without being played"),
    ("interpreter/play/", PLAYED, "a game is played without asking what the rulings prove"),
    ("interpreter/", PROVED, "the interpreter prints nothing and needs no terminal"),
    ("repl/cli/", {*TYPED, "rich"}, "commands start fast: only the prompt may load more"),
    ("repl/page/html.py", {*TYPED, "jinja2"}, "one module knows how a page is made of a template"),
    ("repl/", {*TYPED, "rich", "prompt_toolkit", "pygments", "platformdirs"}, "nothing else is installed"),
]
AMBIENT = {"random", "time", "datetime", "os", "secrets", "pathlib", "socket", "subprocess", "threading", "asyncio"}
GIVEN_CHANCE = "interpreter/kernel/redeal.py"  # deals again by a generator that its caller hands in


@cache
def modules() -> list[str]:
    """Every module of the product, by its path."""
    return sorted(p.relative_to(ROOT).as_posix() for room in ROOMS for p in (ROOT / room).rglob("*.py"))


@cache
def syntax(path: str) -> ast.Module:
    """A module as Python reads it."""
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


@cache
def nodes(path: str) -> tuple[ast.AST, ...]:
    """Every node of a module."""
    return tuple(ast.walk(syntax(path)))


def name_of(path: str) -> str:
    """The absolute name of a module."""
    return "moot." + path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def names() -> dict[str, str]:
    """Every module of the product, by its absolute name."""
    return {name_of(path): path for path in modules()}


@cache
def imports(path: str) -> tuple[tuple[str, int], ...]:
    """Absolute names of the modules that a module imports, also if only for types, and the lines."""
    return tuple(_imports(path))


def _imports(path: str) -> Iterator[tuple[str, int]]:
    package = name_of(path).split(".")
    if not path.endswith("/__init__.py"):
        package = package[:-1]
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            whole = ".".join([*base, *filter(None, [node.module])])
            named = [name if (name := f"{whole}.{alias.name}") in names() else whole for alias in node.names]
            yield from ((name, node.lineno) for name in dict.fromkeys(named))


def wall_of(path: str) -> tuple[str, set[str], str]:
    return next(wall for wall in WALLS if path.startswith(wall[0]))


def test_each_room_knows_only_what_it_may() -> None:
    found = []
    for path in modules():
        _, allowed, reason = wall_of(path)
        for name, line in imports(path):
            inside = any(name == a or name.startswith(a + ".") for a in allowed)
            if not (name.split(".")[0] in STANDARD or inside):
                found.append(f"{path}:{line} imports {name}, but {reason}")
    assert not found, "\n".join(found)


def circles() -> list[list[str]]:
    """The modules that import each other in a circle (Tarjan's strongly connected components)."""
    known = {path: sorted({names()[name] for name, _ in imports(path) if name in names()}) for path in modules()}
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    open_: list[str] = []
    found: list[list[str]] = []

    def visit(path: str) -> None:
        order[path] = low[path] = len(order)
        open_.append(path)
        for other in known[path]:
            if other not in order:
                visit(other)
            if other in open_:
                low[path] = min(low[path], low[other])
        if low[path] == order[path]:
            at = open_.index(path)
            found.append(sorted(open_[at:]))
            del open_[at:]

    for path in known:
        if path not in order:
            visit(path)
    return [circle for circle in found if len(circle) > 1]


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Whoever reads one module of a circle has to read them all; a type alone ties them as well."""
    found = [", ".join(circle) for circle in circles()]
    assert not found, f"these import each other: {'; '.join(found)}"


def test_nothing_is_imported_under_a_second_name() -> None:
    """In a checkout `import dsl` would find the room, too, and make everything in it a second time."""
    tests = [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py")]
    for path in [*modules(), *tests, "docs/generate.py"]:
        for name, line in imports(path):
            assert name.split(".")[0] not in ROOMS, f"{path}:{line} imports {name}: its name is moot.{name}"


def test_the_command_starts_without_a_terminal_library() -> None:
    """`moot check` must be fast in an editor and in a hook: prompt_toolkit and rich load where they are needed."""
    for path in modules():
        if path.startswith("repl/cli/"):
            for node in syntax(path).body:
                names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                heavy = [n for n in names if n.split(".")[0] in ("rich", "prompt_toolkit")]
                assert not heavy, f"{path}:{node.lineno} loads {heavy[0]} before anything asks for it"


def test_only_the_outermost_room_prints() -> None:
    for path in modules():
        for node in nodes(path) if path.startswith(("dsl/", "interpreter/")) else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                said = f"{path}:{node.lineno} talks to a terminal: values go back, `repl` shows them"
                assert node.func.id not in ("print", "input"), said


def test_the_kernel_knows_no_clock_and_no_chance_but_its_own() -> None:
    for path in modules():
        for name, line in imports(path) if path.startswith("interpreter/kernel/") else ():
            said = f"{path}:{line} imports {name}: a game is a seed and its answers, nothing else"
            assert name.split(".")[0] not in AMBIENT or (path, name) == (GIVEN_CHANCE, "random"), said


KEEPERS = {"interpreter/sets/cache.py": {"pickle"}, "interpreter/sets/engine.py": {"marshal"}}  # by way of `dsl.kept`
RUN_WHAT_THEY_READ = {"pickle", "marshal", "shelve", "dill", "joblib"}


def test_nothing_is_unpickled_but_what_was_kept() -> None:
    for path in modules():
        for name, line in imports(path):
            said = f"{path}:{line} imports {name}: what lies in a file must not be able to run"
            assert name not in RUN_WHAT_THEY_READ - KEEPERS.get(path, set()), said


# ---- the door -------------------------------------------------------------------------------------------------------

DOORS = {
    "play.session": "one game being played, and the values that it gives",
    "play.changes": "the history of a value",
    "play.places": "moments by their names",
    "play.again": "the same game begun with other cards",
    "play.differing": "how one moment differs from another",
    "play.decided": "what was decided for the players where somebody plays on",
    "play.redealing": "what a player does not know, dealt again",
    "play.spoken": "questions and moments as people say them",
    "play.replaying": "a line of play with other cards",
    "play.whatif": "what answers would lead to",
    "play.saving": "a game as a text, and back",
    "play.more": "whether a typed line goes on with a position",
    "play.search": "a shortest line of play to something",
    "play.stepping": "one event or effect at a time",
    "play.touches": "every sentence that bears on a word",
    "play.until": "playing on until a condition holds",
    "play.watching": "what is shown whenever it changes",
    "play.words": "the words of a line, and how they are held against answers",
    "proof.spec": "the rulings, run",
    "proof.beginning": "the first text of a card, with an example that holds",
    "proof.coverage": "what they executed",
    "proof.counting": "what the cards did, counted",
    "proof.mutate": "what they would not notice",
    "proof.record": "a line of play, as a ruling that holds",
    "proof.references": "what they rest on",
    "proof.simulate": "many games at once",
    "proof.pace": "how fast they are played",
    "sets.card_set": "a game's folder, read",
    "sets.law": "which house rules and which edition are in force",
    "sets.drawing": "house rules that chance puts together",
    "sets.checking": "everything wrong with a folder, with all its amendments",
    "sets.cast": "the cards and settings of one game",
    "sets.opening": "with which scenario a game begins, and under which amendments",
    "sets.scenario": "what can be played with a set",
    "sets.listing": "what the machine runs for a card",
    "sets.finding": "which folders hold a set",
    "sets.files": "the texts of a set",
    "sets.paths": "how a path is shown, and why one cannot be used",
    "sets.naming": "what things are called in each language",
    "sets.nearest": "the word that was meant",
    "sets.wordbook": "how the words of a game are said in another language",
}
"""What a front end may import of the interpreter, and what that is. Whatever else it needs, it asks of these."""
INNER = {"machine", "history", "moments", "within", "eyes", "lib", "events", "frames", "took"}
"""Attributes of a session, of a teller and of moments that are none of a front end's business."""


def test_a_front_end_comes_in_by_the_door() -> None:
    """Another front end, or another kernel, would have to do all over again whatever this one did behind the door."""
    allowed = {f"moot.interpreter.{name}" for name in DOORS}
    used = set()
    for path in modules():
        for name, line in imports(path) if path.startswith("repl/") else ():
            if name.startswith("moot.interpreter"):
                assert name in allowed, f"{path}:{line} imports {name}, which is behind the door"
                used.add(name)
    assert allowed == used, f"nobody comes in by {', '.join(sorted(allowed - used))}"


def test_a_front_end_does_not_reach_into_a_session() -> None:
    for path in modules():
        for node in nodes(path) if path.startswith("repl/") else ():
            if isinstance(node, ast.Attribute):
                assert node.attr not in INNER, f"{path}:{node.lineno} reaches for `{node.attr}`: ask the session for it"
                written = isinstance(node.ctx, ast.Store) and ast.unparse(node.value).endswith("session")
                assert not written, f"{path}:{node.lineno} writes into a session: it says itself how it is changed"


# ---- one teller -----------------------------------------------------------------------------------------------------

TELLERS = {"moot.interpreter.kernel." + name for name in ("explain", "knowing", "telling", "text", "view")}
"""The kernel's modules that put what is so into words."""
SPEAK_FOR_IT = {
    f"interpreter/play/{name}.py"
    for name in (
        "alternatives", "answers", "asking", "below", "chain", "compare", "look", "may", "phrases", "questions",
        "reasons", "same", "saving", "session", "so", "teller", "whose", "why", "whynot",
    )
}  # fmt: skip
"""What the teller is made of, what reads the words of answers, and what keeps a whole game."""
ASIDE = ("deciding", "elsewhere", "missed", "passed_over", "paying", "readings", "remedies", "unchanging")
SPEAK_FOR_IT |= {f"interpreter/play/{name}.py" for name in ASIDE}


def test_whoever_speaks_to_a_person_asks_the_teller() -> None:
    """A front end that put a state into words by itself would have to mask it by itself, and one of them would not."""
    speaking = SPEAK_FOR_IT | {"interpreter/play/overheard.py"}  # what the teller takes for known
    seeing = re.compile(r"\bsees_(?:zone|card|mark)\b")
    for path in modules():
        if path.startswith("interpreter/kernel/") or path in speaking:
            continue
        for name, line in imports(path):
            said = f"{path}:{line} imports {name}: what a player may know is told by `interpreter.play.teller`"
            assert name not in TELLERS, said
        assert not seeing.search((ROOT / path).read_text(encoding="utf-8")), f"{path} masks by itself"


# ---- no word of a game in the program -------------------------------------------------------------------------------

# Words that a shipped game declares and that are words of the language, of the notation of play, or of any English
# sentence as well. Every other word that a card set declares must not be found in the program.
ENGLISH = {
    "added", "answer", "answered", "ask", "blank", "build", "built", "call", "character", "complete", "discard",
    "done", "drawn", "empty", "end", "ended", "finished", "first", "fold", "folded", "game", "gather", "give",
    "given", "goal", "paid", "pass", "pay", "payoff", "place", "play", "player", "playing", "raise", "raises", "rank",
    "refuse", "refused", "reveal", "rule", "score", "size", "skip", "space", "speak", "spoken", "suit", "take",
    "taken", "turn", "unique", "Completion", "Library",
}  # fmt: skip


PYTHON = {name for thing in (builtins, set, dict, list, str) for name in dir(thing)}
NAME = r"[a-z][a-z_-]*(?: (?!on\b|of\b|is\b|for\b|are\b)[a-z][a-z-]*)*"
DECLARATION = re.compile(rf"\s*(?:kind|marker|zone|value|quality|kept)\s+({NAME})")
VERB = re.compile(r"\s*(?:verb|phase) ([a-z-]+)(?: \(([a-z-]+))?")
TITLE = re.compile(r"(?!game)[a-z]+ ([A-Z][\w' -]*\w)\s*$")
ROW = re.compile(r"\s+([A-Z][\w' -]*\w),")
ENUM = re.compile(r"kind [a-z ]+:\s*(.+)")


def declared() -> dict[str, str]:
    """What the shipped games declare, read off their text without the program's help: the names of kinds, places,
    markers, values, qualities and deeds, the words of enumerations, and titles. With the file of each."""
    names: dict[str, str] = {}
    for path in sorted((ROOT / "cards").rglob("*")):
        if path.suffix not in (".game", ".card", ".table"):
            continue
        for line in path.read_text(encoding="utf-8").splitlines():
            words = line.split("#")[0].rstrip()
            found: list[str] = []
            if verb := VERB.match(words):
                found = [word for word in verb.groups() if word]
            elif declaration := DECLARATION.match(words):
                found = [declaration[1]]
            if enum := ENUM.match(words):
                found += [word.strip() for word in enum[1].split(",")]
            if title := TITLE.match(words) or (ROW.match(words) if path.suffix != ".card" else None):
                found.append(title[1])
            for name in found:
                names.setdefault(name, path.relative_to(ROOT).as_posix())
    return {name: path for name, path in names.items() if name not in ENGLISH | PYTHON}


DECLARED = declared()
LONGEST_FIRST = sorted(DECLARED, key=len, reverse=True)
ANY = re.compile(
    "(?<![A-Za-z])(" + "|".join(re.escape(n).replace(r"\ ", "[ _-]") for n in LONGEST_FIRST) + ")s?(?![A-Za-z])"
)
TEXTS = ("id", "name", "arg", "attr", "value")  # where a node of Python's syntax holds a name or a string


def test_the_scan_knows_the_words() -> None:
    some = {"district", "crown", "gold", "building limit", "Thief", "Great Wall", "Tavern", "stake", "penalty"}
    assert some <= set(DECLARED)


def test_no_word_of_a_game_is_in_the_program() -> None:
    """Names and strings of the program (not comments and docstrings, where an example helps) hold no declared word."""
    found = [f"{place} says `{word}`, which a game declares" for path in modules() for place, word in _said(path)]
    found.append("the program plays games it has never heard of: take the word from the card set")
    assert len(found) == 1, "\n".join(found)


def _said(path: str) -> Iterator[tuple[str, str]]:
    """The declared words that a module says, with their places."""
    source = (ROOT / path).read_text(encoding="utf-8")
    if not ANY.search(source):
        return
    documentation = {
        id(statement.value)
        for node in nodes(path)
        for statement in (node.body if isinstance(getattr(node, "body", None), list) else ())
        if isinstance(statement, ast.Expr)
    }
    for node in nodes(path):
        if id(node) not in documentation:
            text = next((t for a in TEXTS if isinstance(t := getattr(node, a, None), str)), "")
            for match in ANY.finditer(text):
                yield f"{path}:{getattr(node, 'lineno', 1)}", match[0]
