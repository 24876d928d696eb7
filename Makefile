# The few commands one needs. Each installs what it is missing first (tools/install.sh).

SHELL := bash
.SHELLFLAGS := -eo pipefail -c

PROGRAM := build/release/cli/arbiter
MINUTES ?= 5
KILLS ?= 500
SECONDS_OF_SIEGE ?= 60
ROWS ?=
GAMES ?=
WORD ?=
WRITE ?=

.PHONY: help build run wasm web python docs package gate test kill-test siege table-test campaign matches peers screenshots bench bench-counts bench-native load growth fuzz mutants lint format clean

help:
	@echo "make build     the program: $(PROGRAM)"
	@echo "make run       build it and serve games on http://127.0.0.1:8080"
	@echo "make wasm      the engine as an npm package for browsers and Node: build/wasm/package"
	@echo "make web       the page that the program serves: build/web"
	@echo "make python    the Python package as a wheel: build/wheel"
	@echo "make docs      the documentation as a site, for /docs of the server and for static hosting: build/docs"
	@echo "make package   everything that a release has: .deb, archive, npm package, wheel: build/packages"
	@echo "make gate      install the package in a bare Debian 12, and say how long and how much it took"
	@echo "make test      every test: sanitizers, release, fuzzers, WebAssembly"
	@echo "make kill-test kill the server KILLS=$(KILLS) times while games are played (STORE=sqlite, postgresql)"
	@echo "make siege     honest players among costly requests, slow clients, bots and junk for a minute"
	@echo "make table-test 70 whole games and 200 races through a git repository"
	@echo "make campaign  the tests that 'make test' runs in short, whole: games of engines, WebAssembly, kills, proofs"
	@echo "make matches   the bots against other engines: writes the table of docs/bots.md (ROWS=word, GAMES=number, SHARE=of the nodes)"
	@echo "make peers     second opinions from PyPI: python-chess, OpenSpiel, PettingZoo, sgfmill, mypy"
	@echo "make screenshots pictures of every page, in light and dark: build/screenshots"
	@echo "make bench     speed, beside Stockfish, chess.js and others (ROWS=word)"
	@echo "make bench-counts instructions of the main operations, and which of them grew (WRITE=1 keeps them)"
	@echo "make bench-native the program beside one that was compiled for this processor alone (ROWS=word)"
	@echo "make load      server load test: 1,000 games with their players and watchers (STORE=postgresql, SERVERS=, RELAYS=, DATABASES=, PARTITIONS=number)"
	@echo "make growth    how the cost of each operation grows, at three sizes"
	@echo "make fuzz      every fuzz target for MINUTES=$(MINUTES) (WORD=in its name)"
	@echo "make mutants   a hundred mistakes, one at a time, that the simulation or a test must notice (WORD=in its name, or a folder)"
	@echo "make lint      clang-format, clang-tidy, include directions, Prettier, ESLint"
	@echo "make format    format the C++ and JavaScript files"
	@echo "make clean     remove build/"

build:
	@tools/install.sh build wasm web
	@echo "==> 1/3 the engine in WebAssembly"
	@tools/build.sh wasm all
	@echo "==> 2/3 the page"
	@tools/web.sh
	@echo "==> 3/3 the program"
	@tools/build.sh release arbiter -- -DARBITER_TESTS=OFF
	@echo $(PROGRAM)

run: build
	@$(PROGRAM) serve --docs build/docs

wasm:
	@tools/install.sh wasm
	@tools/build.sh wasm all
	@echo build/wasm/package

web: wasm
	@tools/install.sh web
	@tools/web.sh
	@echo build/web

python:
	@tools/install.sh python
	@/usr/bin/python3 -m venv build/wheel-env
	@build/wheel-env/bin/pip wheel --quiet --no-deps --wheel-dir build/wheel .
	@ls build/wheel/*.whl

docs: build
	@tools/install.sh docs
	@tools/docs.sh $(PROGRAM)
	@echo build/docs

package: docs python
	@tools/install.sh package
	@tools/package.sh

gate: package
	@tools/install.sh gate
	@tools/gate.sh
	@tools/gate.sh clone

test:
	@tools/install.sh test
	@tools/test.sh

kill-test: build
	@tools/install.sh test
	@KILLS=$(KILLS) ARBITER_PROGRAM=$(CURDIR)/$(PROGRAM) node --no-warnings tests/server/kill.test.mjs

siege: build
	@tools/install.sh test
	@SIEGE_SECONDS=$(SECONDS_OF_SIEGE) ARBITER_PROGRAM=$(CURDIR)/$(PROGRAM) \
	    node --no-warnings tests/server/siege.test.mjs

table-test: build
	@tools/install.sh test
	@for name in games races; do \
	    TABLES_FULL=1 ARBITER_SOURCE_DIR=$(CURDIR) ARBITER_PROGRAM=$(CURDIR)/$(PROGRAM) \
	    ARBITER_BUILD_DIR=$(CURDIR)/build/release ARBITER_ENGINE=$(CURDIR)/build/wasm/package \
	        node --no-warnings tests/tables/$$name.test.mjs; \
	done

campaign:
	@tools/install.sh test
	@tools/build.sh wasm all
	@tools/build.sh release all -- -DARBITER_TESTS=ON
	@ARBITER_CAMPAIGN=1 ctest --preset release --timeout 3600 --output-on-failure \
	    -R 'same_bytes|wasm/limits|GitgammonTables|EngineMatches|BotAgainstRandom|AgainstChessJs|server/race|arena/kill'
	@tools/build.sh release test_chess test_go test_tables -- -DARBITER_TESTS=ON
	@for name in chess go tables; do \
	    ARBITER_CAMPAIGN=1 build/release/tests/test_$$name \
	        --gtest_filter='Random*.AreJudged*:AgainstNaive.*:Attacks.*' || exit 1; \
	done

matches: build
	@tools/install.sh test
	@node tests/matches/run.mjs $(PROGRAM) "$(ROWS)" "$(GAMES)" "$(SHARE)"

peers: build
	@tools/install.sh peers
	@tools/build.sh release arbiter_bench arbiter_python -- -DARBITER_TESTS=OFF
	@tools/peers.sh $(PROGRAM)

screenshots: build
	@tools/install.sh test
	@tools/build.sh release all -- -DARBITER_TESTS=ON
	@ARBITER_SCREENSHOTS=1 ctest --preset release --output-on-failure -R '^web/'
	@echo build/screenshots

bench:
	@tools/install.sh bench web
	@tools/build.sh wasm all
	@tools/web.sh
	@tools/build.sh release arbiter benches arbiter_python -- -DARBITER_TESTS=OFF
	@node tests/bench/run.mjs $(if $(ROWS),--only "$(ROWS)")
	@ARBITER_PROGRAM=$(CURDIR)/$(PROGRAM) node tests/bench/review.mjs
	@tools/peers_env.sh pgx jax
	@PYTHONPATH=build/release/python build/peers-env/bin/python tests/bench/python_bench.py

bench-counts:
	@tools/install.sh bench
	@tools/build.sh release benches -- -DARBITER_TESTS=OFF
	@node tests/bench/counts.mjs $(if $(WRITE),--write)

bench-native:
	@tools/install.sh bench
	@tools/build.sh release benches -- -DARBITER_TESTS=OFF
	@tools/build.sh native benches -- -DARBITER_TESTS=OFF
	@node tests/bench/native.mjs $(if $(ROWS),--only "$(ROWS)")

load:
	@tools/install.sh bench
	@tools/build.sh release arbiter arbiter_load -- -DARBITER_TESTS=OFF
	@node tests/bench/load.mjs --store $(or $(STORE),sqlite) --servers $(or $(SERVERS),1) \
	    --relays $(or $(RELAYS),0) --databases $(or $(DATABASES),1) --partitions $(or $(PARTITIONS),0)

growth:
	@tools/install.sh bench
	@tools/build.sh release arbiter arbiter_load -- -DARBITER_TESTS=OFF
	@node --no-warnings tests/bench/growth.mjs

fuzz:
	@tools/install.sh fuzz
	@tools/build.sh fuzz fuzzers -- -DARBITER_TESTS=ON
	@printf '%s\n' build/fuzz/fuzz/fuzz_*$(WORD)* \
	| xargs -P "$$(nproc)" -I '{}' tools/fuzz.sh '{}' $$(($(MINUTES) * 60))

mutants:
	@tools/install.sh test
	@node tools/mutate.mjs build/mutants
	@build/mutants/tools/build.sh quick mutants_simulate \
	    test_{tables,referee,server,chess,go,backgammon,store,arena,players} \
	    -- -DARBITER_TESTS=ON -DARBITER_WERROR=OFF -DCMAKE_CXX_FLAGS_DEBUG=-O1
	@node tests/mutants/run.mjs build/mutants/build/quick "$(WORD)"

lint:
	@tools/install.sh lint
	@tools/lint.sh

format:
	@tools/install.sh lint
	@tools/format.sh
	@npm run --prefix tools/lint --silent format

clean:
	@rm -rf build
