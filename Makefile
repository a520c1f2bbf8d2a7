# Outflank. `make help` lists the targets.
.DEFAULT_GOAL := help
.PHONY: help setup run web test format lint doc unit python sdist browser build bench fuzz weights zero cluster-demo \
	install openid \
	uninstall man clean

CARGO ?= cargo
# `make install` writes below this folder; DESTDIR is put before it.
PREFIX ?= $(HOME)/.local
# Seconds for each fuzz target.
SECONDS_EACH ?= 60
# The game and the training time of `make weights` and `make zero`, and the size of the network.
RULES ?= reversi
MINUTES ?= 120
PRESET ?= tiny
# The optimised command, without the Python module: `cargo build` alone builds both.
RELEASE = $(CARGO) build --release --package outflank
# Most tests wait for processes, so there are two for each processor.
TESTS_AT_ONCE = $(shell expr 2 '*' "$$(getconf _NPROCESSORS_ONLN)")
# Runs all test programs at once where cargo-nextest is installed, otherwise one after another.
NEXTEST = $(shell $(CARGO) nextest --version >/dev/null 2>&1 && echo yes)

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install the tools that the build and the tests need
	@scripts/setup test

run: web ## Build and start the browser app, http://127.0.0.1:8303
	@$(RELEASE) --quiet
	@./target/release/outflank

# Stages that wait for the network, for pages or for processes run beside others.
TOGETHER = $(MAKE) --no-print-directory --output-sync=target
test: format web ## Everything CI runs: format, lints, docs, all tests
	@$(TOGETHER) --jobs=2 setup lint doc
	@$(MAKE) --no-print-directory unit
	@OUTFLANK="$(CURDIR)/target/debug/outflank" $(TOGETHER) --jobs=3 browser python sdist

format: ## Check the formatting
	$(CARGO) fmt --all --check

lint: ## Clippy, with warnings as errors
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings

doc: ## Build the API documentation, with warnings as errors
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --quiet

unit: export OUTFLANK_PYTHON ?= $(CURDIR)/target/python/bin/python3
unit: ## Unit, property, documentation and command line tests
	$(if $(NEXTEST),$(CARGO) nextest run --workspace --test-threads $(TESTS_AT_ONCE),$(CARGO) test --workspace --quiet --tests)
	$(CARGO) test --workspace --quiet --doc

python: ## The Python package: wheel, tests, examples and types
	@scripts/setup test
	scripts/python-test

sdist: web ## The source distribution of the Python package, installed in a clean environment
	@scripts/setup test
	nice scripts/sdist-test

browser: web ## The page: its types, unit tests, and tests in Chromium
	@scripts/setup test
	cd web && npm run check && npm test
	scripts/web-test

# The feature brings some 50 packages and a provider from PyPI, so it is not a part of `make test`.
openid: ## Lints and tests of the login with OpenID Connect
	@scripts/setup test
	$(CARGO) clippy --package outflank-server --features openid --all-targets --quiet -- -D warnings
	python3 -m venv target/openid && target/openid/bin/pip install --quiet oidc-provider-mock
	OUTFLANK_OPENID_PROVIDER="$(CURDIR)/target/openid/bin/oidc-provider-mock" \
		$(CARGO) nextest run --package outflank-server --features openid -E 'test(openid)'

build: web ## The optimised command, target/release/outflank
	$(RELEASE)

web: web-setup web/dist/index.html ## Build the browser app in web/dist; cargo build then embeds it

.PHONY: web-setup
web-setup:
	@scripts/setup web

WEB_SOURCES = $(shell find web/src web/public web/scripts web/*.html web/*.json web/*.ts web/*.js -type f)

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci
	@touch $@

web/dist/index.html: web/node_modules/.package-lock.json $(WEB_SOURCES)
	cd web && npm run build
	@touch $@

bench: ## Compare move generation with other crates, in one run
	$(CARGO) bench --manifest-path bench/Cargo.toml --target-dir target

fuzz: ## Fuzz every reader (SECONDS_EACH=60); needs a nightly toolchain
	@scripts/fuzz $(SECONDS_EACH)

weights: ## Train weights of a game (RULES=reversi) from zero for MINUTES=120, ending with the gate
	@scripts/setup
	$(RELEASE)
	@scripts/weights $(RULES) $(MINUTES)

zero: ## Train a network (PRESET=tiny) of a game (RULES=reversi) from zero for MINUTES=120
	$(RELEASE)
	./target/release/outflank zero train training/zero-$(RULES) --rules $(RULES) --preset $(PRESET) \
		--minutes $(MINUTES)

cluster-demo: ## A cluster on this machine: a NATS server and three workers tune an agent for a minute
	@scripts/setup
	$(RELEASE)
	@scripts/cluster-demo target/release/outflank

# The folders that bash, zsh, fish and man search below a prefix.
BINARIES = $(DESTDIR)$(PREFIX)/bin
SHARED = $(DESTDIR)$(PREFIX)/share
COMPLETIONS = $(SHARED)/bash-completion/completions/outflank $(SHARED)/zsh/site-functions/_outflank \
	$(SHARED)/fish/vendor_completions.d/outflank.fish

install: build ## Install the command, its completions and manual pages below PREFIX (~/.local)
	@scripts/command-files target/release/outflank target/command-files
	install -d $(BINARIES) $(dir $(COMPLETIONS)) $(SHARED)/man/man1
	install -m 755 target/release/outflank $(BINARIES)/outflank
	install -m 644 target/command-files/completions/outflank.bash $(word 1,$(COMPLETIONS))
	install -m 644 target/command-files/completions/_outflank $(word 2,$(COMPLETIONS))
	install -m 644 target/command-files/completions/outflank.fish $(word 3,$(COMPLETIONS))
	install -m 644 target/command-files/man/*.1 $(SHARED)/man/man1

uninstall: ## Remove everything that make install wrote below PREFIX
	rm -f $(BINARIES)/outflank $(COMPLETIONS) $(SHARED)/man/man1/outflank.1 $(SHARED)/man/man1/outflank-*.1

man: build ## Manual pages in man/
	./target/release/outflank man man

clean: ## Remove what was built
	$(CARGO) clean
	rm -rf man bench/target fuzz/target web/dist web/dist-tournament
