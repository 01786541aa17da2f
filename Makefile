# Two commands do all set-up on a fresh machine: `make demo` and `make test`.
# Needed beforehand: python3 (3.11 or later) with its venv module, make, git.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
SYNAPSE ?= .venv-synapse
AUDIT ?= .venv-audit
SYSTEM_PACKAGES := dovecot-imapd dovecot-lmtpd postfix hunspell hunspell-es hunspell-en-us chromium

.PHONY: demo test check types tests torture audit system clean bench

demo: $(VENV)/.installed
	@$(BIN)/estafeta demo

test: system $(SYNAPSE)/.installed check types tests

check: $(VENV)/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.installed-test
	$(BIN)/mypy

# The order of parametrised sets must be the same in all workers, hence the hash seed.
tests: $(VENV)/.installed-test
	PYTHONHASHSEED=0 $(BIN)/pytest -n auto --dist loadfile $(PYTEST)

torture: $(VENV)/.installed-test
	PYTHONPATH=.:tests $(BIN)/python -m torture $(TORTURE)

# Known weaknesses of the libraries that constraints.txt names, by pip-audit in an environment of its own; needs the network.
# "could not be audited" says that its database was not reached: then nothing was looked up, and it ends with an error.
audit:
	@test -x $(AUDIT)/bin/pip-audit || ($(PYTHON) -m venv $(AUDIT) && \
	  $(AUDIT)/bin/pip install -q --disable-pip-version-check pip-audit)
	$(AUDIT)/bin/pip-audit --strict --no-deps --disable-pip -r constraints.txt

bench: $(VENV)/.installed-test
	$(BIN)/python -m bench

# Real mail servers and a real browser for the tests: installed where we are root on Debian, asked for elsewhere.
# Without them the tests that need them are left out and named; with CI=true a missing one is an error.
system:
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  missing=$$(for p in $(SYSTEM_PACKAGES); do dpkg -s $$p >/dev/null 2>&1 || echo $$p; done); \
	  if [ -n "$$missing" ]; then \
	    echo "Installing for the tests:" $$missing; \
	    echo "postfix postfix/main_mailer_type select No configuration" | debconf-set-selections; \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	  fi; \
	else \
	  command -v dovecot >/dev/null || [ -x /usr/sbin/dovecot ] || \
	    echo "No dovecot here: the tests that need a real mail server are left out (Debian: apt install $(SYSTEM_PACKAGES))."; \
	fi

$(VENV)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/.installed-test: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt -e '.[test]'
	@touch $@ $(VENV)/.installed

# A Matrix homeserver for the tests, apart: it wants sixty packages that nothing else does.
$(SYNAPSE)/.installed: tests/servers/synapse.txt
	$(PYTHON) -m venv $(SYNAPSE)
	$(SYNAPSE)/bin/pip install -q --disable-pip-version-check -r tests/servers/synapse.txt
	@touch $@

clean:
	rm -rf $(VENV) $(SYNAPSE) $(AUDIT) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
