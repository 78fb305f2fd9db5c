"""Numbers on the command line have bounds, and a number outside them gets a sentence."""

from __future__ import annotations

import pytest

from moot.repl import cli

WHOLE = [
    ("simulate --games", "1 to 100,000,000"),
    ("simulate --players", "1 to 100"),
    ("repl --seed", "-100,000,000,000,000,000 to 100,000,000,000,000,000"),
    ("test --mutate --sample", "1 to 10,000,000"),
    ("test --mutate --jobs", "1 to 64"),
]


def refused(argument: str, number: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What is said of it."""
    *before, name = argument.split()
    with pytest.raises(SystemExit) as stop:
        cli.main([*before, f"{name}={number}"])
    assert stop.value.code == 2
    return capsys.readouterr().err


@pytest.mark.parametrize(("argument", "bounds"), WHOLE)
@pytest.mark.parametrize("number", ["9" * 5000, "nan", "1.5", "-" + "9" * 18, "x", "", "٣", "1_0", " 1"])
def test_a_whole_number_out_of_bounds_is_refused(
    argument: str, bounds: str, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(argument, number, capsys)
    assert f"is no whole number from {bounds}" in said and len(said) < 3000


@pytest.mark.parametrize("number", ["9" * 5000, "nan", "inf", "1e400", "0", "-1", "x", ""])
def test_a_number_out_of_bounds_is_refused(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "is no number from 0.01 to 3600" in refused("bench --seconds", number, capsys)
