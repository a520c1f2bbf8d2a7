# Outflank. `make help` lists the targets.
.DEFAULT_GOAL := help
.PHONY: help setup run test format lint doc unit python build bench fuzz weights install man clean

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

run: ## Build and start the game in the terminal
	@scripts/setup
	@$(CARGO) build --release --quiet
	@./target/release/outflank

test: setup format lint doc unit python ## Everything CI runs: format, lints, docs, all tests

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

build: ## The optimised binary, target/release/outflank
	@scripts/setup
	$(CARGO) build --release

bench: ## Move generation beside other crates, in one run
	$(CARGO) bench -p outflank-core --bench peers

fuzz: ## Fuzz every reader (SECONDS_EACH=60); needs a nightly toolchain
	@scripts/fuzz $(SECONDS_EACH)

weights: build ## Train weights of a game (RULES=reversi) from zero for MINUTES=120, ending with the gate
	@scripts/weights $(RULES) $(MINUTES)

install: ## Install the outflank command with cargo
	@scripts/setup
	$(CARGO) install --locked --path crates/app

man: build ## Manual pages in man/
	./target/release/outflank man man

clean: ## Remove what was built
	$(CARGO) clean
	rm -rf man fuzz/target
