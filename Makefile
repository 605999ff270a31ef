# Everything runs from .venv, which is made on first use and again when what it installs has changed.

PYTHON ?= python3.11 python3
EXTRAS := train,search,evaluate,play,render,dev

BIN := .venv/bin
INSTALLED := .venv/.installed

.DEFAULT_GOAL := help
.PHONY: help .venv demo play browser screenshots notebooks test clients wheel check format bench clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z.]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.venv: $(INSTALLED)  ## install the project and everything the targets below need

$(INSTALLED): pyproject.toml constraints.txt
	@for python in $(PYTHON); do \
	    if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	        exec $$python -m venv .venv; \
	    fi; \
	done; \
	echo "make: Python 3.11 or newer not found (tried: $(PYTHON)); name one with make PYTHON=/path/to/python3" >&2; \
	exit 1
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[$(EXTRAS)]"
	@touch $@

demo: $(INSTALLED)  ## train a small agent, a few minutes, then measure the result against random play
	rm -rf runs/demo
	OMP_WAIT_POLICY=PASSIVE $(BIN)/python train.py --run runs/demo --decisions 1000000 --imitate-decisions 150000 --threads 2 --panel random --panel-deals 200 --panel-every 10
	$(BIN)/python evaluate.py runs/demo random --deals 2000 --seed 7 --views cards,game --jobs 2

play: $(INSTALLED)  ## play against three agents, in the browser
	$(BIN)/python play.py

browser: $(INSTALLED)  ## test the page in a real browser (needs /usr/bin/chromium)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[browser]"
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n 2 --timeout=600 tests/browser

screenshots: $(INSTALLED)  ## take pictures of the page's screens into build/screenshots (needs /usr/bin/chromium)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[browser]"
	$(BIN)/python tests/browser/screenshots.py build/screenshots

notebooks: $(INSTALLED)  ## run the notebooks again, in place
	OMP_NUM_THREADS=1 $(BIN)/python notebooks/execute.py

# One thread for each of the two workers: more would only make them wait for each other. Notebooks first: they take longest.
test: $(INSTALLED)  ## run the whole test suite on two cores, notebooks too
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n 2 --timeout=600 --nbmake --nbmake-timeout=300 notebooks tests

# Each library in an environment of its own: some pin what the project does not. make clients CLIENTS="rllib" tests another.
CLIENTS := sb3 torchrl

clients: $(CLIENTS:%=build/clients/%/.installed)  ## test the environments with the libraries of examples/
	@for client in $(CLIENTS); do \
	    OMP_NUM_THREADS=1 build/clients/$$client/bin/python -m pytest -q tests/clients/test_$$client.py || exit 1; \
	done

build/clients/%/.installed: examples/requirements-%.txt pyproject.toml | $(INSTALLED)
	$(BIN)/python -m venv $(@D)
	$(@D)/bin/python -m pip install --quiet --disable-pip-version-check -r $< -e ".[train]"
	@touch $@

wheel: $(INSTALLED)  ## build wheel and sdist, and use the wheel alone in a fresh environment
	$(BIN)/python tests/faults/wheel.py

check: $(INSTALLED)  ## verify format, lint and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(INSTALLED)  ## rewrite the code in the project's format, with the safe lint fixes
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(INSTALLED)  ## measure the engine's decisions per second
	$(BIN)/python benchmarks/engine.py

clean:  ## remove caches and build output; .venv and runs/ stay
	rm -rf build dist .pytest_cache .hypothesis .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -not -path './.venv/*' -prune -exec rm -rf {} +
