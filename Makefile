# Every door to the project. `make help` lists them.

# A Python of your choice: make lab PYTHON=python3.13
PYTHON ?=
# Options for JupyterLab: make lab LABFLAGS="--no-browser --port 9999"
LABFLAGS ?=
# One notebook: make notebooks ONLY=09_kernel_ridge_regression
ONLY ?=

BIN := .venv/bin
PYTEST := $(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder
NO_BROWSER := --ignore tests/browser --ignore engine/tests/browser
# nbval would wait 2,000 seconds for a kernel that died in a cell.
NBVAL := --nbval --nbval-current-env --nbval-sanitize-with tests/nbval.cfg --nbval-cell-timeout 300
LOCK := $(BIN)/uv pip compile - --universal --python-version 3.11 --fork-strategy fewest --upgrade --quiet --no-header

# biome and tsc; they start through the Node that the tests' packages bring.
NODE := .venv/node/node_modules/.bin
BIOME := PATH="$(CURDIR)/$(BIN):$$PATH" $(NODE)/biome
TSC := PATH="$(CURDIR)/$(BIN):$$PATH" $(NODE)/tsc

BENCH = $(BIN)/python benchmarks/figures.py $(1)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help lab edit style check lectures test test-all test-oldest test-newest binder bench bench-million bench-labs notebooks site book lock format clean

# One thread: the pools of numpy and scipy collide on a small machine. Strings must hash differently in each run.
check lectures test test-all test-oldest test-newest bench bench-million bench-labs notebooks site book: export OMP_NUM_THREADS := 1
# scikit-learn's estimator checks then try other array types too.
check test test-all test-oldest test-newest: export SCIPY_ARRAY_API := 1
unexport PYTHONHASHSEED
# Hundreds of kernels and workers would each compile the whole package anew.
unexport PYTHONDONTWRITEBYTECODE

help:  ## list what make can do
	@sed -nE 's/^([a-z-]+):.*  ## (.*)/make \1|\2/p' Makefile | awk -F'|' '{ printf "%-16s %s\n", $$1, $$2 }'

lab: .venv/course.stamp  ## open a working copy of the course, in work/, in JupyterLab
	@$(BIN)/python -m kernellab.course.work --open $(LABFLAGS)

edit: .venv/course.stamp  ## open the notebooks themselves, for authors
	$(BIN)/jupyter lab --config=jupyter/jupyter_config.py $(LABFLAGS) notebooks/00_start_here.ipynb

STYLE = $(BIN)/ruff check . && $(BIN)/ruff format --check . \
  && { [ ! -e .venv/node.stamp ] || { $(BIOME) ci && $(TSC); }; } && $(BIN)/lint-imports --no-cache --no-logo

# mypy, which without its cache takes longer than all of STYLE, runs beside it and is heard last.
define beside_mypy
@$(BIN)/mypy > .venv/mypy.log 2>&1 & types=$$!; $(1); rest=$$?; \
wait $$types; types=$$?; cat .venv/mypy.log; [ $$types -eq 0 ] && exit $$rest
endef

style: .venv/tests.stamp .venv/node.stamp
	$(call beside_mypy,$(STYLE))

check: .venv/tests.stamp .venv/node.stamp  ## style, types, import rules and the quick tests in a few cases each, in a minute
	$(call beside_mypy,$(STYLE) && $(PYTEST) -m "not slow" --cases 4 --hypothesis-profile=quick -p no:nbval $(NO_BROWSER))

lectures: .venv/tests.stamp  ## run every notebook, whatever it prints
	$(PYTEST) --nbval-lax --nbval-current-env --nbval-cell-timeout 300 notebooks

test: style  ## all of that, every slow test, every notebook, three of them in a browser, and Binder's plan
	$(PYTEST) $(NBVAL)

test-all: test test-oldest test-newest site .venv/nbgrader.stamp  ## all of that, the whole site, old and new packages, ten times the random examples
	$(PYTEST) -m whole tests
	cd engine && ALONE=1 ../$(PYTEST) tests --ignore tests/browser
	$(PYTEST) --hypothesis-profile=large tests engine/tests $(NO_BROWSER)

test-oldest: RESOLVE := --resolution lowest-direct
test-oldest: FLOOR := 3.11
# Old packages use what new ones below them deprecate, and cannot know it.
test-oldest: PATIENCE := -W default::DeprecationWarning -W default::PendingDeprecationWarning
test-oldest:  ## the tests of the package with every direct dependency at its lower bound
test-newest:  ## the tests of the package with every dependency as new as can be had; PYTHON=python3.14
test-oldest test-newest: test-%: $(BIN)/uv
	$(BIN)/uv venv --quiet --clear --python $(or $(FLOOR),$(PYTHON),$(BIN)/python) .venv/$*
	$(BIN)/uv pip install --quiet --python .venv/$* $(RESOLVE) --upgrade -e ./engine -e '.[course,cluster,site,dev]'
	.venv/$*/bin/pytest -n auto --dist loadfile --no-loadscope-reorder $(PATIENCE) tests kernellab engine/tests $(NO_BROWSER) --ignore tests/test_binder.py

# Of the last commit, as Binder does.
binder: .venv/tests.stamp  ## build with Docker what Binder would, and run a lecture in it
	rm -rf .venv/binder && git clone --quiet . .venv/binder
	$(BIN)/jupyter-repo2docker --no-run --image-name kernellab-binder .venv/binder
	docker run --rm kernellab-binder python -m pytest -p no:cacheprovider $(NBVAL) notebooks/09_kernel_ridge_regression.ipynb

bench: .venv/tests.stamp  ## the benchmarks, each against a named peer, into the README, the medians of three runs: fifteen minutes
	$(call BENCH,kernels processes ridge strings support)

bench-million: .venv/tests.stamp  ## those on a million points: fifteen minutes and 9 GB, nearly all of it the peer's
	$(call BENCH,blocks)

bench-labs: .venv/tests.stamp site  ## a slider here and far away, every control of the site, a drag in every lab: an hour and a half
	$(call BENCH,slider site labs frames)

notebooks: .venv/tests.stamp  ## re-execute the notebooks, store what they print, rebuild the concordance
	$(BIN)/python tools/run_notebooks.py $(ONLY:%=notebooks/%.ipynb)
	$(BIN)/python tools/concordance.py

site: .venv/site.stamp  ## the course as pages that need no Python, in site/, to be opened from there
	$(BIN)/python -m kernellab site notebooks

book: .venv/tests.stamp  ## the course as one PDF, site/kernellab.pdf, through Chromium; the site with it
	$(BIN)/python -m kernellab site notebooks --book

lock: $(BIN)/uv  ## rebuild the lists of pinned packages from the bounds of pyproject.toml
	printf '%s\n' '-e ./engine' '-e .[course]' | $(LOCK) --output-file .venv/lock
	{ echo '# The course on any system, made by `make lock`; run pip in this folder.'; cat .venv/lock; } > requirements.txt
	sed -n '/==/p' requirements.txt > .venv/pins
	$(call lock_more,site,[course$(comma)site],requirements.txt,what pages without Python need)
	sed -n '/==/p' requirements-site.txt >> .venv/pins
	$(call lock_more,dev,[course$(comma)cluster$(comma)site$(comma)dev],requirements-site.txt,what the tests need)
	{ echo '# The course but for JupyterLab, which Binder brings in its own version; made by `make lock`.'; \
	  sed -e '/^ *#/d' -e '/^jupyterlab==/d' requirements.txt; } > binder/requirements.txt

# The list $(1), which goes on from the list $(3).
comma := ,
define lock_more
printf '%s\n' '-e ./engine' '-e .$(2)' | $(LOCK) --constraint .venv/pins --output-file .venv/lock $$(sed -nE 's/^([a-z0-9._-]+)==.*/--no-emit-package \1/p' .venv/pins)
{ echo '# Also $(4), made by `make lock`.'; echo '-r $(3)'; \
  sed -e '/^-e/d' -e '/^    #   -c /d' -e '/^$$/,$$d' .venv/lock; } > requirements-$(1).txt
endef

format: .venv/tests.stamp .venv/node.stamp  ## let ruff and biome mend what it can, and write the lists of names
	$(BIN)/python tools/names.py
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	@if [ -e .venv/node.stamp ]; then echo biome check --write && $(BIOME) check --write; fi

clean:  ## remove the environment and every cache
	rm -rf .venv site .site .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist
	find . -name __pycache__ -prune -exec rm -rf {} +
	find . -name .ipynb_checkpoints -prune -exec rm -rf {} +

# The environment is made once; a stamp is older than its files only when they have changed.

BRING_UV = $(BIN)/python -m pip install --quiet --disable-pip-version-check "$$(grep -o '^uv==[0-9.]*' requirements-dev.txt)"

# uv takes a tenth of pip's time. Where it cannot install, say because pip alone knows a mirror, pip does.
# What pip says of a failure is long, so its last line is ours.
define install
{ $(BRING_UV) && $(BIN)/uv pip install --python $(BIN)/python -r $(1); } > .venv/uv.log 2>&1 \
|| $(BIN)/python -m pip install --quiet --disable-pip-version-check -r $(1) || { \
  echo "pip could not install $(1). Is there a network? Then read its error above; else see docs/teaching.md, Without a network." >&2; \
  exit 1; }
endef

.venv/made.stamp:
	@if [ ! -w . ]; then \
	  echo "$$(pwd) cannot be written to, and the environment .venv belongs there. Copy the course to a folder of yours." >&2; exit 1; \
	fi; \
	for python in $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11 python); do \
	  if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	  echo "kernellab needs Python 3.11 or newer, and found none$(if $(PYTHON), at $(PYTHON))." >&2; \
	  echo "Install one (Debian, Ubuntu: apt install python3-venv; elsewhere: https://www.python.org/downloads)," >&2; \
	  echo "or name yours: make PYTHON=/path/to/python3.12 ..." >&2; exit 1; \
	fi; \
	if ! $$found -c 'import ensurepip, venv' 2> /dev/null; then \
	  echo "$$found cannot make an environment: its venv module is not installed. Run: apt install python3-venv" >&2; exit 1; \
	fi; \
	$$found -m venv --clear .venv && touch $@ || { \
	  echo "$$found could not make the environment .venv; its reason stands above. Is the disk full?" >&2; exit 1; \
	}

.venv/course.stamp: .venv/made.stamp requirements.txt pyproject.toml engine/pyproject.toml
	@echo "Installing the course into .venv (once, less than a minute) ..."
	@$(call install,requirements.txt)
	@touch $@

.venv/site.stamp: .venv/made.stamp requirements.txt requirements-site.txt pyproject.toml
	@echo "Installing the course and what its pages need into .venv ..."
	@$(call install,requirements-site.txt)
	@touch .venv/course.stamp $@

.venv/tests.stamp: .venv/made.stamp requirements.txt requirements-site.txt requirements-dev.txt pyproject.toml
	@echo "Installing the course and what its tests need into .venv ..."
	@$(call install,requirements-dev.txt)
	@touch .venv/course.stamp .venv/site.stamp $@

# Where npm cannot fetch them, the rest of `make style` still runs; on CI that is a failure.
.venv/node.stamp: .venv/tests.stamp package.json package-lock.json
	@echo "Installing what checks the scripts ..."
	@rm -f $@ && mkdir -p .venv/node && cp package.json package-lock.json .venv/node
	@if PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --prefix .venv/node --silent --no-audit --no-fund; then touch $@; else \
	  echo "LEFT OUT: the style and types of engine/askfirst/scripts/static." >&2; \
	  echo "npm could not install biome and tsc (package.json). Is there a network, and, on Linux, libatomic1?" >&2; \
	  [ -z "$$CI" ]; \
	fi

# nbgrader would bring its extensions into the course's JupyterLab, so it has an environment of its own.
.venv/nbgrader.stamp: .venv/tests.stamp
	@echo "Installing nbgrader into .venv/nbgrader ..."
	@$(BIN)/uv venv --quiet --clear --python $(BIN)/python .venv/nbgrader
	@sed -n '/==/p' requirements.txt > .venv/pins
	@$(BIN)/uv pip install --quiet --python .venv/nbgrader --constraint .venv/pins -e ./engine -e '.[nbgrader]'
	@touch $@

$(BIN)/uv: | .venv/made.stamp
	@$(BRING_UV)
