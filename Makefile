# Two commands: `make play` plays, `make test` proves. Each makes the virtual environment if there is none.
# They need Python 3.11 or newer, make, and a package index.

PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin

.PHONY: play test lint types cards checked tried unit clean

# A first game at the prompt; where there is no terminal, a short scripted one.
play: .venv/ready
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/moot repl; else $(BIN)/moot run cards/citadels/scripts/first-game.moot; fi

# Everything that must hold: two at a time, and the tests, which share their work themselves, at the end.
test: .venv/ready
	@$(MAKE) --no-print-directory -j 2 lint types cards
	@$(MAKE) --no-print-directory unit

lint: .venv/ready
	$(BIN)/ruff check .

types: .venv/ready
	$(BIN)/mypy

cards: tried checked

checked: .venv/ready
	$(BIN)/moot check --strict cards
	$(BIN)/moot fmt --check cards

tried: .venv/ready
	$(BIN)/moot test --coverage --strict cards

unit: .venv/ready
	$(BIN)/python -m pytest -n 2 --dist worksteal

# Installed again whenever what is needed has changed.
.venv/ready: pyproject.toml
	@if [ -z "$(PYTHON)" ]; then echo "Moot needs Python 3.11 or newer: make PYTHON=/path/to/python" >&2; exit 1; fi
	@if [ ! -x $(BIN)/python ]; then $(PYTHON) -m venv .venv; fi
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

clean:
	rm -rf .venv dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
