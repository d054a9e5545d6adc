# A fresh machine needs Python 3.11 or later, a C compiler and make; everything else is installed into .venv by the
# first target that is called: the package and what it shows itself with, its kernels, and what only the tests need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
PYTEST = $(BIN)/python -m pytest -q -n 2 --dist worksteal
unexport PYTHONDONTWRITEBYTECODE  # pytest rewrites every test file; it keeps what it wrote
KERNELS := $(wildcard src/graphgames/*/kernels/*.p* src/graphgames/*/*/kernels/*.p*)

.PHONY: demo test pytest quick budget nightly exhaustive check lint proofs prove docs pictures site bench bench-full growth wheels fuzz campaign mutate install clean

install: $(VENV)/.compiled $(VENV)/.complete

$(VENV)/.installed: pyproject.toml setup.py
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) 'pip>=25' 'setuptools>=77' 'cython>=3.2'  # the pip of Python 3.11 takes twice as long
	GRAPHGAMES_COMPILE=never $(PIP) --no-build-isolation --editable '.[explore,layout]'
	$(BIN)/python -m compileall -q src/graphgames  # as pip does for a wheel; else every start would compile them
	touch $@

$(VENV)/.compiled: $(VENV)/.installed $(KERNELS)
	$(BIN)/python setup.py -q build_ext --inplace
	touch $@

$(VENV)/.complete: $(VENV)/.installed
	$(PIP) 'graphgames[test]'  # of the package that is installed: its extra for the tests
	touch $@

demo: $(VENV)/.compiled
	GRAPHGAMES=$(BIN)/graphgames examples/demo.sh

check: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The types and the style of the page's JavaScript, by tools that npm installs into .venv/front.
FRONT := $(VENV)/front

$(FRONT)/.installed: tools/front/package.json
	mkdir -p $(FRONT)
	cp $< $(FRONT)
	npm install --prefix $(FRONT) --silent --no-audit --no-fund
	touch $@

lint: $(FRONT)/.installed
	$(FRONT)/node_modules/.bin/tsc -p tools/front/tsconfig.json
	$(FRONT)/node_modules/.bin/eslint --config tools/front/eslint.config.mjs src/graphgames/draw/front

# The checks, which take one core, and the tests, which take both, at once; the tests of the proofs are those of make
# prove.
test: install
	tests/explore/browser.sh
	$(MAKE) --no-print-directory -j2 check pytest

pytest: install
	$(PYTEST) --ignore=tests/proof

# The proofs in Coq, and the program graphgames-check that is extracted from them; the other targets do not need it,
# and it waits for none of them.
proofs:
	$(MAKE) -C proof

prove: proofs install
	GRAPHGAMES_PROVED=required $(BIN)/python -m pytest -q tests/proof

# What make test leaves out: hours, for which nothing waits; and make quick, whose few cases must suffice as well.
nightly: budget quick exhaustive mutate

# The tests of make test; it fails, too, if one takes several times its budget of processor time.
budget: install
	$(PYTEST) --enforce-budget

# Every test on all of what it enumerates, then small claims about small games, as far as the time for each kind goes,
# by the proved checker as well, where it is built, of all games with three vertices, however long that takes;
# make exhaustive KIND=energy SECONDS=600 makes claims of some kinds alone.
KIND ?=
SECONDS ?= 60
exhaustive: install
	$(if $(KIND),,EXHAUSTIVE=1 $(PYTEST) -m "")
	$(BIN)/python tools/scope.py --seconds $(SECONDS) $(KIND)
	$(if $(KIND),,$(if $(wildcard proof/build/graphgames-check),$(BIN)/python tools/scope.py --proved --vertices 1 2 --seconds $(SECONDS)))
	$(if $(KIND),,$(if $(wildcard proof/build/graphgames-check),$(BIN)/python tools/scope.py --proved --vertices 3 --all --seconds 6000 --limit 20000000))

# The tests without those marked slow, with two cases of each.
quick: install
	$(PYTEST) -m "not slow and not nightly" --few

docs: install
	$(BIN)/python -m sphinx -q -E -a -W --keep-going -n -b html docs docs/_build/html
	@echo docs/_build/html/index.html

# The pictures of the documentation, drawn anew by the examples of its pages.
pictures: install
	UPDATE_PICTURES=1 $(BIN)/python -m pytest -q tests/docs/test_pages.py

# A gallery of all examples, each a page on which it is played, to be opened or served as it is.
site: install
	$(BIN)/python tools/site.py docs/_build/site

# The peer is built by whoever wants the comparison: make bench OINK=/path/to/oink
OINK ?=
BENCH = $(BIN)/python benchmarks/run.py $(if $(OINK),--oink $(OINK))

bench: install
	$(BENCH)

bench-full: install
	$(BENCH) --full

wheels: install
	$(BIN)/python tools/wheels.py

growth: install
	mkdir -p benchmarks/plots benchmarks/results
	$(BIN)/python benchmarks/growth.py --plots benchmarks/plots --json benchmarks/results/growth.json > benchmarks/plots/README.md

# What docs/explanation/trust.md tells of; each takes long. TARGETS, OBJECTIVES and MODULES choose a part.
fuzz: install
	$(BIN)/python -m pip install --quiet atheris
	$(BIN)/python tools/fuzz.py run $(TARGETS)

campaign: install
	$(BIN)/python tools/campaign.py $(OBJECTIVES)
	$(BIN)/python tools/interrupt.py
	$(BIN)/python tools/memory.py

mutate: install
	$(BIN)/python tools/mutate.py $(MODULES)

clean:
	rm -rf build dist docs/_build $(VENV) src/*.egg-info
	find src -name '*.so' -delete
