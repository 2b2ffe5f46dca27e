# windsock: what can be done here.
#
#   make demo      build, then watch three cities through a lost network and back; needs no key
#   make test      build and prove everything this machine can prove
#   make run       the real thing in the foreground, with OPENWEATHERMAP_API_KEY from the environment
#   make build     windsockd, windsock and windsock-simulator in .build/release
#   make install   what was built, below PREFIX (/usr/local) and /etc, for systemd; make uninstall takes it away
#   make deb       the Debian package, in .build
#   make deps      the Debian packages that building needs; deps-test: those that testing needs besides
#   make lint      form, imports, links, units
#   make format    put the sources into form
#   make bench     the figures of Benchmarks/RESULTS.md, measured here in half an hour; PARTS='size latency' for some
#   make fuzz      more than ten million damaged inputs nobody has seen before; CASES=n for each test, SEED=n to replay
#   make sanitize  the suites under ThreadSanitizer and under AddressSanitizer
#   make soak      the real programs for an hour among faults at random; MINUTES=n
#   make clean     remove what was built

SWIFT ?= swift
BUILD = $(SWIFT) build -c release --static-swift-stdlib
# Tests are linked against the shared runtime, with other flags throughout: a folder of their own keeps
# the two from rebuilding each other.
TEST = -c release --scratch-path .build/tests
# One process after the other: suites that watch the clock or the kernel are not disturbed by those that compute.
GROUPS = "CoreTests|Simulation|OpenWeatherMapTests|StoreTests|AgentTests" "Fuzz" "EventLoopTests|TransferTests|ProbesTests" \
	"ControlTests|CommandTests|SimulatorTests" "EndToEnd" "Survival" "SystemdTests"
# What runs within the test process; programs of their own are not instrumented.
SANITIZED = CoreTests|EventLoopTests|TransferTests|ProbesTests|StoreTests|ControlTests|OpenWeatherMapTests|AgentTests|Simulation|Fuzz
CASES ?= 300000
SEED ?= random
MINUTES ?= 60
DEPS = libcurl4-openssl-dev libsqlite3-dev libmicrohttpd-dev pkg-config binutils
DEPS_TEST = dnsmasq-base nginx-light nftables iproute2 python3-venv openssl curl sqlite3 procps \
	systemd dbus dpkg-dev lintian ca-certificates man-db prometheus

.PHONY: demo test fuzz sanitize soak run build deps deps-test lint format bench clean install uninstall deb

# Where things go. DESTDIR stands before all of them and is for packages.
PREFIX ?= /usr/local
SYSCONFDIR ?= /etc
UNITDIR ?= $(PREFIX)/lib/systemd/system
USERUNITDIR ?= $(PREFIX)/lib/systemd/user
SYSUSERSDIR ?= $(PREFIX)/lib/sysusers.d
MANDIR ?= $(PREFIX)/share/man
DOCDIR ?= $(PREFIX)/share/doc/windsock
BASHDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR ?= $(PREFIX)/share/zsh/site-functions
FISHDIR ?= $(PREFIX)/share/fish/vendor_completions.d

build: deps .build/static/libstdc++.a
	$(BUILD)

# For Package.swift's quickStart: a directory in which the linker finds the archive and no shared library.
.build/static/libstdc++.a:
	@mkdir -p $(@D)
	@archive=$$(cc -print-file-name=libstdc++.a 2>/dev/null || clang -print-file-name=libstdc++.a); \
	case $$archive in /*) ln -sf "$$archive" $@ ;; esac

demo: build
	scripts/demo

run: build
	scripts/run

test: build deps-test
	scripts/deb
	$(SWIFT) build $(TEST) --build-tests
	set -e; for group in $(GROUPS); do \
	    WINDSOCK_BINARIES="$(CURDIR)/.build/release" $(SWIFT) test $(TEST) --skip-build --filter "^($$group)\."; \
	done

fuzz: deps
	$(SWIFT) build $(TEST) --build-tests
	WINDSOCK_SEED=$(SEED) WINDSOCK_CASES=$(CASES) $(SWIFT) test $(TEST) --skip-build --filter '^Fuzz\.'

# Debug: optimised code leaves out what is to be watched. One folder each, as their objects do not mix.
# detect_leaks=0: the test runner itself leaks. Six megabytes take longer under ThreadSanitizer than the agent's
# patience with a client.
sanitize: deps deps-test
	set -e; for kind in thread address; do \
	    $(SWIFT) build --sanitize=$$kind --scratch-path .build/$$kind --build-tests; \
	    WINDSOCK_SEED=1 WINDSOCK_CASES=2000 ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=halt_on_error=1 \
	        $(SWIFT) test --sanitize=$$kind --scratch-path .build/$$kind --skip-build --no-parallel \
	        --filter '^($(SANITIZED))\.' --skip 'six megabytes'; \
	done

soak: build
	scripts/soak $(MINUTES)

lint: deps .build/static/libstdc++.a
	scripts/lint
	scripts/check-units

format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests

bench: build deps-test
	@scripts/install-packages python3-requests
	python3 Benchmarks/run.py $(PARTS)

deps:
	@scripts/install-packages $(DEPS)

deps-test:
	@scripts/install-packages $(DEPS_TEST)

# Not 'install: build': sudo has neither the toolchain nor a reason to own .build.
install:
	@test -x .build/release/windsockd || { echo "nothing is built yet; hint: make build" >&2; exit 1; }
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/sbin
	install -s -m 755 .build/release/windsock $(DESTDIR)$(PREFIX)/bin/windsock
	install -s -m 755 .build/release/windsockd $(DESTDIR)$(PREFIX)/sbin/windsockd
	install -d $(DESTDIR)$(UNITDIR) $(DESTDIR)$(USERUNITDIR)
	sed 's,/usr/sbin/windsockd,$(PREFIX)/sbin/windsockd,' systemd/windsockd.service \
		>$(DESTDIR)$(UNITDIR)/windsockd.service
	sed 's,/usr/sbin/windsockd,$(PREFIX)/sbin/windsockd,' systemd/windsockd-user.service \
		>$(DESTDIR)$(USERUNITDIR)/windsockd.service
	chmod 644 $(DESTDIR)$(UNITDIR)/windsockd.service $(DESTDIR)$(USERUNITDIR)/windsockd.service
	install -D -m 644 systemd/windsock.sysusers $(DESTDIR)$(SYSUSERSDIR)/windsock.conf
	install -d $(DESTDIR)$(MANDIR)/man1 $(DESTDIR)$(MANDIR)/man5 $(DESTDIR)$(MANDIR)/man8
	gzip -9nc docs/man/windsock.1 >$(DESTDIR)$(MANDIR)/man1/windsock.1.gz
	gzip -9nc docs/man/windsock.conf.5 >$(DESTDIR)$(MANDIR)/man5/windsock.conf.5.gz
	gzip -9nc docs/man/windsockd.8 >$(DESTDIR)$(MANDIR)/man8/windsockd.8.gz
	chmod 644 $(DESTDIR)$(MANDIR)/man1/windsock.1.gz $(DESTDIR)$(MANDIR)/man5/windsock.conf.5.gz \
		$(DESTDIR)$(MANDIR)/man8/windsockd.8.gz
	install -D -m 644 etc/completions/windsock.bash $(DESTDIR)$(BASHDIR)/windsock
	install -D -m 644 etc/completions/_windsock $(DESTDIR)$(ZSHDIR)/_windsock
	install -D -m 644 etc/completions/windsock.fish $(DESTDIR)$(FISHDIR)/windsock.fish
	install -d $(DESTDIR)$(DOCDIR)/examples
	install -m 644 README.md CHANGELOG.md docs/FAQ.md $(DESTDIR)$(DOCDIR)
	install -m 644 systemd/credential.conf systemd/address-list.conf systemd/prometheus.conf $(DESTDIR)$(DOCDIR)/examples
	@# A configuration that is there is the administrator's.
	test -e $(DESTDIR)$(SYSCONFDIR)/windsock/windsock.conf || \
		install -D -m 644 etc/windsock.conf $(DESTDIR)$(SYSCONFDIR)/windsock/windsock.conf
	@test -n "$(DESTDIR)" || echo "now: systemd-sysusers && systemctl daemon-reload && systemctl enable --now windsockd"

# State and configuration stay.
uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/windsock $(DESTDIR)$(PREFIX)/sbin/windsockd
	rm -f $(DESTDIR)$(UNITDIR)/windsockd.service $(DESTDIR)$(USERUNITDIR)/windsockd.service
	rm -f $(DESTDIR)$(SYSUSERSDIR)/windsock.conf
	rm -f $(DESTDIR)$(MANDIR)/man1/windsock.1.gz $(DESTDIR)$(MANDIR)/man5/windsock.conf.5.gz \
		$(DESTDIR)$(MANDIR)/man8/windsockd.8.gz
	rm -f $(DESTDIR)$(BASHDIR)/windsock $(DESTDIR)$(ZSHDIR)/_windsock $(DESTDIR)$(FISHDIR)/windsock.fish
	rm -rf $(DESTDIR)$(DOCDIR)

deb: build
	scripts/deb

clean:
	rm -rf .build
