# A fresh machine needs Python 3.11 or later, a C compiler and make; everything else is installed into .venv by the
# first target that is called.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
KERNELS := $(wildcard src/graphgames/kernels/*.py)

.PHONY: demo test check bench install clean

install: $(VENV)/.installed

$(VENV)/.installed: pyproject.toml setup.py $(KERNELS)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $@

demo: install
	GRAPHGAMES=$(BIN)/graphgames examples/demo.sh

check: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: check
	$(BIN)/python -m pytest -n 2

BENCHMARKS := buchi reading races gridgame impartial parity geography verifier
OINK ?=

bench: install
	mkdir -p benchmarks/tables; for name in $(BENCHMARKS); do \
	    case $$name in buchi|reading|parity) peer="$(if $(OINK),--oink $(OINK))";; *) peer="";; esac; \
	    $(BIN)/python benchmarks/$$name.py $$peer > benchmarks/tables/$$name.md || exit 1; \
	done

clean:
	rm -rf build dist $(VENV) src/*.egg-info
	find src -name '*.so' -delete
