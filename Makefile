# windsock: what can be done here.
#
#   make demo      build, then watch three cities through a lost network and back; needs no key
#   make test      build and prove everything this machine can prove
#   make run       the real thing in the foreground, with OPENWEATHERMAP_API_KEY from the environment
#   make build     windsockd, windsock and windsock-simulator in .build/release
#   make deps      the Debian packages that building needs; deps-test: those that testing needs besides
#   make lint      form, imports, links
#   make format    put the sources into form
#   make bench     the figures of docs, measured here
#   make clean     remove what was built

SWIFT ?= swift
BUILD = $(SWIFT) build -c release --static-swift-stdlib
# Tests are linked against the shared runtime, with other flags throughout: a folder of their own keeps
# the two from rebuilding each other.
TEST = -c release --scratch-path .build/tests
DEPS = libcurl4-openssl-dev libsqlite3-dev libmicrohttpd-dev pkg-config binutils
DEPS_TEST = dnsmasq-base nginx-light nftables iproute2 python3-venv openssl curl sqlite3 procps

.PHONY: demo test run build deps deps-test lint format bench clean

build: deps
	$(BUILD)

demo: build
	scripts/demo

run: build
	scripts/run

test: build deps-test
	$(SWIFT) build $(TEST) --build-tests
	WINDSOCK_BINARIES="$(CURDIR)/.build/release" $(SWIFT) test $(TEST) --skip-build

lint: deps
	scripts/lint

format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests

bench: build deps-test
	scripts/bench

deps:
	@scripts/install-packages $(DEPS)

deps-test:
	@scripts/install-packages $(DEPS_TEST)

clean:
	rm -rf .build
