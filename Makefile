# Outflank. `make help` lists the targets.
.DEFAULT_GOAL := help
.PHONY: help setup run web test format lint doc unit python browser build bench fuzz weights install man clean

CARGO ?= cargo
# Every fuzz target runs this many seconds.
SECONDS_EACH ?= 60
# What `make weights` trains, and for how long.
RULES ?= reversi
MINUTES ?= 120

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what build and tests need, or say what is missing
	@scripts/setup test

run: web ## Build and start the browser app, http://127.0.0.1:8303
	@$(CARGO) build --release --quiet
	@./target/release/outflank

test: setup format web lint doc unit python browser ## Everything CI runs: format, lints, docs, all tests

format: ## Check the formatting
	$(CARGO) fmt --all --check

lint: ## Clippy, with warnings as errors
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings

doc: ## Build the API documentation, with warnings as errors
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --quiet

unit: export OUTFLANK_PYTHON ?= $(CURDIR)/target/python/bin/python3
unit: ## Unit, property, documentation and command line tests
	$(CARGO) test --workspace --quiet

python: ## The Python package: wheel, tests, examples and types
	@scripts/setup test
	scripts/python-test

browser: web ## The page: its types, unit tests, and tests in Chromium
	@scripts/setup test
	cd web && npm run check && npm test
	scripts/web-test

build: web ## The optimised binary, target/release/outflank
	$(CARGO) build --release

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

bench: ## Move generation beside other crates, in one run
	$(CARGO) bench -p outflank-core --bench peers

fuzz: ## Fuzz every reader (SECONDS_EACH=60); needs a nightly toolchain
	@scripts/fuzz $(SECONDS_EACH)

weights: ## Train weights of a game (RULES=reversi) from zero for MINUTES=120, ending with the gate
	@scripts/setup
	$(CARGO) build --release
	@scripts/weights $(RULES) $(MINUTES)

install: web ## Install the outflank command with cargo
	$(CARGO) install --locked --path crates/app

man: build ## Manual pages in man/
	./target/release/outflank man man

clean: ## Remove what was built
	$(CARGO) clean
	rm -rf man fuzz/target web/dist
