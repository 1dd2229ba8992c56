# Every door to the project. `make help` lists them.

# A Python of your choice: make lab PYTHON=python3.13
PYTHON ?=
# Options for JupyterLab: make lab LABFLAGS="--no-browser --port 9999"
LABFLAGS ?=

BIN := .venv/bin
PYTEST := $(BIN)/pytest -n 2 --dist loadscope --nbval --nbval-current-env --nbval-sanitize-with tests/nbval.cfg
COMPILE := $(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --fork-strategy fewest --upgrade --quiet

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help lab test bench notebooks lock format clean

# One thread: the pools of numpy and scipy collide on a small machine. Strings must hash differently in each run.
test bench notebooks: export OMP_NUM_THREADS := 1
# scikit-learn's estimator checks then try other array types too.
test: export SCIPY_ARRAY_API := 1
unexport PYTHONHASHSEED

help:  ## list what make can do
	@sed -nE 's/^([a-z]+):.*  ## (.*)/make \1|\2/p' Makefile | awk -F'|' '{ printf "%-16s %s\n", $$1, $$2 }'

lab: .venv/course.stamp  ## open the course in JupyterLab
	$(BIN)/jupyter lab $(LABFLAGS) notebooks/00_start_here.ipynb

test: .venv/tests.stamp  ## style, types, every test, and every notebook twice
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(PYTEST) notebooks
	$(PYTEST)

bench: .venv/tests.stamp  ## the benchmarks, each against a named peer
	@set -e; for script in benchmarks/*.py; do echo "$$script"; $(BIN)/python "$$script"; done

notebooks: .venv/tests.stamp  ## re-execute the notebooks, store what they print, rebuild the concordance
	$(BIN)/python tools/run_notebooks.py
	$(BIN)/python tools/concordance.py

lock: $(BIN)/uv  ## rebuild both requirements files from the loose bounds of pyproject.toml
	$(COMPILE) --extra course --no-emit-package jupyterlab --output-file requirements.txt \
	  --custom-compile-command 'make lock  (all but JupyterLab, which Binder brings in its own version)'
	$(COMPILE) --extra course --extra cluster --extra dev --constraint requirements.txt --output-file requirements-dev.txt \
	  --custom-compile-command 'make lock  (what the tests need beside requirements.txt)' \
	  $$(sed -nE 's/^([a-z0-9._-]+)==.*/--no-emit-package \1/p' requirements.txt)
	sed '/^$$/,$$d' requirements-dev.txt > .venv/lock && mv .venv/lock requirements-dev.txt

format: .venv/tests.stamp  ## let ruff mend what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:  ## remove the environment and every cache
	rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist
	find . -name __pycache__ -prune -exec rm -rf {} +
	find . -name .ipynb_checkpoints -prune -exec rm -rf {} +

# The environment is made once; a stamp is older than its files only when they have changed.

.venv/made.stamp:
	@for python in $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11 python); do \
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
	$$found -m venv --clear .venv && touch $@

.venv/course.stamp: .venv/made.stamp requirements.txt pyproject.toml $(wildcard jupyter/*.json jupyter/*/*.json)
	@echo "Installing the course into .venv (once, about a minute) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt -e '.[course]'
	@touch $@

.venv/tests.stamp: .venv/course.stamp requirements-dev.txt
	@echo "Installing what the tests need ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt -r requirements-dev.txt
	@touch $@

$(BIN)/uv: | .venv/made.stamp
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
