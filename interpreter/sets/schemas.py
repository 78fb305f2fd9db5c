"""Check data against the JSON Schemas, and say what is wrong to the person who wrote the file.

Every file that people write or exchange has a schema in `schemas/`; editors use the same ones. Only this module knows
`jsonschema`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import jsonschema

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.recent import Recent
from moot.dsl.source import Source, Span

from . import yaml_files
from .nearest import nearest
from .yaml_files import Node

FOLDER = Path(__file__).resolve().parents[2] / "schemas"

LONGEST = 80  # letters of a value that a message repeats
WORDS = {
    "string": "a word or text in quotes",
    "integer": "a whole number",
    "boolean": "`true` or `false`",
    "array": "a list",
    "object": "keys with values",
    "null": "nothing",
}


def schema(name: str) -> dict[str, Any]:
    """Return the schema called `name`, as its file has it."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))
    return found


def faults(data: object, name: str) -> list[str]:
    """Return what is wrong with data that comes from no file (a save that was sent, the output of a command)."""
    return [f"{error.json_path}: {error.message}" for error in _errors(data, name)]


def read(source: Source, name: str) -> tuple[Node | None, list[Diagnostic]]:
    """Read the data of a YAML file and check it against the schema `name` (`set`, `scenario`, …); None if it has a
    fault. What was read lately is not read again."""
    node, diagnostics = READ.get((source, name), lambda: _read(source, name), len(source.text) + 1)
    return node, list(diagnostics)


READ: Recent[tuple[Source, str], tuple[Node | None, list[Diagnostic]]] = Recent(500_000)
"""The data read lately, by the letters of their texts."""


def _read(source: Source, name: str) -> tuple[Node | None, list[Diagnostic]]:
    node, diagnostics = yaml_files.read(source)
    if node is not None:
        diagnostics = against(node, name)
    return (None if diagnostics else node), diagnostics


def against(node: Node, name: str) -> list[Diagnostic]:
    """Report what violates a schema in a file, each fault at its word."""
    errors = [(error, _at(node, list(error.absolute_path))) for error in _errors(node.plain, name)]
    misspelt = {close for error, at in errors for close in _misspelt(error, at).values()}
    return [said for error, at in errors for said in _say(error, at, misspelt)]


@lru_cache(maxsize=8)
def _validator(name: str) -> Any:
    return jsonschema.Draft202012Validator(schema(name))


def _errors(data: object, name: str) -> Iterator[Any]:
    for error in _validator(name).iter_errors(data):
        yield from _innermost(error)


def _innermost(error: Any) -> Iterator[Any]:
    """For an alternative (`anyOf`): the errors of the branch whose type matches the value, if exactly one does."""
    branches: dict[int, list[Any]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.schema_path[0], []).append(inner)
    of_its_sort = [b for b in branches.values() if all(list(i.path) or i.validator != "type" for i in b)]
    if len(of_its_sort) == 1:
        for inner in of_its_sort[0]:
            yield from _innermost(inner)
    else:
        yield error


def _at(node: Node, path: list[str | int]) -> Node:
    for step in path:
        if isinstance(step, int) and node.items is not None:
            node = node.items[step]
        elif isinstance(step, str) and node.inner is not None:
            node = node.inner[step]
    return node


UNKNOWN = ("additionalProperties", "unevaluatedProperties")


def _misspelt(error: Any, node: Node) -> dict[str, str | None]:
    """Return each unknown key of an error with the key that was probably meant."""
    if error.validator not in UNKNOWN:
        return {}
    known = list(error.schema.get("properties", ()))
    missing = [key for key in error.schema.get("required", ()) if key not in node.keys]
    only = missing[0] if len(missing) == 1 else None
    return {key: nearest(key, known) or only for key in node.keys if key not in known}


def _say(error: Any, node: Node, misspelt: set[str | None]) -> Iterator[Diagnostic]:
    """Put an error into words. If a key is missing only because it was `misspelt`, it is not reported again."""
    kind, wanted, value = error.validator, error.validator_value, error.instance
    if kind in UNKNOWN:
        known = list(error.schema.get("properties", ()))
        for key, close in _misspelt(error, node).items():
            help = f"did you mean `{close}`?" if close else f"the keys here are {_listed(known)}"
            yield Diagnostic("unknown-key", f"`{key}` is not a key here", node.keys[key], help)
        return
    if kind == "required":
        for missing in wanted:
            if missing not in misspelt and error.message.startswith(repr(missing)):  # one error for each missing key
                about = error.schema.get("properties", {}).get(missing, {}).get("description")
                yield Diagnostic("missing-key", f"`{missing}` is missing", _head(node), about)
        return
    if isinstance(value, str) and len(value) > LONGEST:
        value = f"{value[:LONGEST]}…"
    message = _message(kind, wanted, value, error.schema)
    hint: str | None = error.schema.get("description") if error.absolute_path else None
    span = node.span
    if kind == "enum" and isinstance(value, str):
        close = nearest(value, [str(w) for w in wanted])
        hint = f"did you mean `{close}`?" if close else None
    if kind == "uniqueItems":
        span, twice = _twice(node)
        message, hint = f"`{twice}` is written twice here", None
    yield Diagnostic("wrong-value", message, span, hint)


def _message(kind: str, wanted: Any, value: Any, schema: Mapping[str, Any]) -> str:
    """Say what is wrong with a value, by the keyword of the schema that it violates."""
    messages: dict[str, Callable[[], str]] = {
        "type": lambda: f"{WORDS.get(str(wanted), str(wanted))} is expected here",
        "anyOf": lambda: f"{schema.get('title', 'something else')} is expected here",
        "enum": lambda: f"`{value}` is none of {_listed(wanted)}",
        "const": lambda: f"`{value}` must be `{wanted}`",
        "pattern": lambda: f"`{value}` is not {schema.get('title', 'in the right form')}",
        "minItems": lambda: "this list is too short",
        "maxItems": lambda: "this list is too long",
        "minLength": lambda: "some text is expected here",
        "maxLength": lambda: "this text is too long",
        "minimum": lambda: f"{value} is less than {wanted}",
        "maximum": lambda: f"{value} is more than {wanted}",
        "minProperties": lambda: "at least one key is expected here",
        "propertyNames": lambda: f"`{value}` is not a key here",
        "uniqueItems": lambda: "something is written twice here",
    }
    return messages.get(kind, lambda: "this is not what is expected here")()


def _head(node: Node) -> Span:
    """Return the beginning of a mapping: its first key."""
    return next(iter(node.keys.values()), node.span)


def _twice(node: Node) -> tuple[Span, Any]:
    seen: list[Any] = []
    for item in node.items or ():
        if item.plain in seen:
            return item.span, item.plain
        seen.append(item.plain)
    return node.span, None


def _listed(words: list[Any]) -> str:
    return ", ".join(f"`{w}`" for w in words)
