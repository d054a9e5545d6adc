# A fresh machine needs Python 3.11 or later, a C compiler and make; everything else is installed into .venv by the
# first target that is called.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
KERNELS := $(wildcard src/graphgames/kernels/*.py)

.PHONY: demo test check install clean

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

clean:
	rm -rf build dist $(VENV) src/*.egg-info
	find src -name '*.so' -delete
