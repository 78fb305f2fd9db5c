"""What one process remembers: the last values, up to a size."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from moot.dsl.recent import Recent


def test_a_value_is_made_once() -> None:
    made: list[str] = []
    recent: Recent[str, int] = Recent(3)
    for _ in range(2):
        assert recent.get("a", lambda: len(made.append("a") or made)) == 1
    assert made == ["a"]


def test_what_was_asked_for_longest_ago_is_forgotten() -> None:
    recent: Recent[str, str] = Recent(2)
    for key in ("a", "b", "a", "c"):
        recent.get(key, lambda: "x")
    assert [key in recent for key in ("a", "b", "c")] == [True, False, True]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 12))))
def test_it_never_grows_beyond_its_size(asked: list[tuple[int, int]]) -> None:
    recent: Recent[int, int] = Recent(10)
    sizes: dict[int, int] = {}
    for key, size in asked:
        if key not in recent:
            sizes[key] = size
        assert recent.get(key, lambda key=key: key, size) == key  # type: ignore[misc]
        assert recent.size == sum(sizes[k] for k in sizes if k in recent) <= 10
