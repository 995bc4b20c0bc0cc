# make help
SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
SPEED ?= 1
LIVE ?=

bindir = $(DESTDIR)$(PREFIX)/bin
mandir = $(DESTDIR)$(PREFIX)/share/man
sharedir = $(DESTDIR)$(PREFIX)/share/switchway
libdir = $(DESTDIR)$(PREFIX)/lib
metainfodir = $(DESTDIR)$(PREFIX)/share/metainfo
bashdir = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
# Debian's zsh looks elsewhere for what packages bring.
zshdir = $(DESTDIR)$(PREFIX)/share/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
fishdir = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
extensiondir = $(DESTDIR)$(PREFIX)/share/gnome-shell/extensions
# Where Debian's python3 finds modules: packages' in one place for all its versions, below /usr/local in one for each.
pythondir = $(DESTDIR)$(PREFIX)/lib/python3$(if $(filter-out /usr,$(PREFIX)),$(shell /usr/bin/python3 -c \
  'import sys; print(".%d" % sys.version_info[1])' 2>/dev/null))/dist-packages

# Packed relocations take a megabyte less of memory. Swift brings lld, which packs them; its usual linker does not.
# The functions that a press runs lie side by side: after a pause it then reads half as many pages. Their list is made
# by `bench/run --touches scripts/press-order`; names that no longer exist are passed over.
# LOCK: an option for the builder's lock, from `scripts/test`.
RELEASE = $(LOCK) -c release --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs \
	-Xswiftc -Xfrontend -Xswiftc -function-sections \
	-Xlinker --symbol-ordering-file=scripts/press-order -Xlinker --no-warn-symbol-ordering
# Where the programs were built. sudo often does not find Swift, and needs it for nothing else.
BINS = $$({ $(SWIFT) build $(RELEASE) --show-bin-path 2>/dev/null || echo .build/release; })
ON_A_KERNEL = ^DeviceTests\.
TESTS = scripts/counted $(SWIFT) test --disable-xctest
# Swift's own crash reports and the sanitizers' get in each other's way. Leaks: the one-time allocations of Swift's
# runtime and of XCTest would be all that is found.
SANITIZED = env SWITCHWAY_PURE=1 SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 $(TESTS)

# Swift and its clang keep caches in the home folder, and fail where it cannot be written.
ifneq ($(shell test -w "$$HOME" || echo none),)
export XDG_CACHE_HOME ?= $(CURDIR)/.build/cache
endif

.DEFAULT_GOAL := build
.PHONY: help setup setup-build setup-scan setup-test build build-strict release release-scan run test quick unit vm-test sanitize \
	sanitize-address sanitize-thread fuzz fuzz-count soak pointer lint bench corpus five-minutes screens trials steadying \
	scanning writing pointing groups steadying-cost profiles-cost man-check recordings-check install install-scan install-scan-program \
	install-scan-gnome uninstall deb clean trial-gnome

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 24

setup: setup-build setup-scan setup-test ## install what Debian has and this machine lacks

setup-build:
	@scripts/setup build

setup-scan: setup-build
	@scripts/setup scan

setup-test:
	@scripts/setup test

build: ## the programs and the tests, for debugging
	$(SWIFT) build --build-tests

# Swift's warnings are errors already (Package.swift); this also finds those of C and of the package itself.
build-strict:
	@mkdir -p .build
	@bash -o pipefail -c '$(SWIFT) build --build-tests 2>&1 | tee .build/strict.log'
	@if grep -n 'warning:' .build/strict.log; then echo "the build has warnings" >&2; exit 1; fi

release: setup-build ## the programs as they are installed: Swift's runtime inside
	$(SWIFT) build $(RELEASE) --product switchwayd
	$(SWIFT) build $(RELEASE) --product switchway

release-scan: setup-scan ## the desktop scanner, in the same way
	$(SWIFT) build $(RELEASE) --product switchway-scan

run: setup-build ## build, then show scan commands coming from the shipped recording (LIVE=1: from your devices)
	@SWIFT="$(SWIFT)" RELEASE="$(RELEASE)" SPEED="$(SPEED)" LIVE="$(LIVE)" scripts/run

test: ## everything that must hold, the virtual machine included
	@scripts/test

quick: setup-build ## one suite with what it needs and nothing else: make quick T=TimelineTests
	@SWIFT="$(SWIFT)" scripts/quick "$(T)"

unit: ## unit tests, replays and house rules
	$(TESTS) $(BUILT) --skip '$(ON_A_KERNEL)'

vm-test: ## device tests on a real kernel: natively with /dev/uinput and root, else in a virtual machine
	@SWIFT="$(SWIFT)" scripts/vm-test

# One after the other: two builds at once once ended in "error: fatalError", and nothing else was said.
sanitize: sanitize-address sanitize-thread ## the pure parts under the address and the thread sanitizer

sanitize-address sanitize-thread: sanitize-%:
	$(SANITIZED) --sanitize=$* --scratch-path .build/$*

fuzz: setup-build ## throws bytes at what strangers' bytes reach, without end (TARGET=lines, or another of Tests/Fuzz)
	@SWIFT="$(SWIFT)" TARGET="$(TARGET)" scripts/fuzz on

fuzz-count: setup-build ## the same, a fixed count of inputs for each target
	@SWIFT="$(SWIFT)" TARGET="$(TARGET)" scripts/fuzz count

soak: setup ## an hour of fast replay and ten minutes in the virtual machine: memory and descriptors stay as they are
	scripts/install-for-tests
	SWITCHWAYD=.build/installed/usr/bin/switchwayd scripts/soak 3600
	@SWIFT="$(SWIFT)" SOAK_SECONDS=600 FILTER=SoakTests scripts/vm-test

pointer: setup ## a million events of a grabbed mouse in the virtual machine: none is lost, reordered or changed
	@SWIFT="$(SWIFT)" POINTER_EVENTS=1000000 FILTER=PointerTests/many scripts/vm-test devices

lint: ## the house's format
	$(SWIFT) format lint --strict --recursive Sources Tests bench Package.swift

bench: setup ## latency and cost beside minimal C programs, and among 32 clients (tables, never a verdict)
	@SWIFT="$(SWIFT)" bench/run --native
	@SWIFT="$(SWIFT)" bench/run
	@SWIFT="$(SWIFT)" bench/run --typing
	@SWIFT="$(SWIFT)" bench/run --pointer
	@SWIFT="$(SWIFT)" bench/run --clients

corpus: setup ## every device description of DIR, replayed and in the virtual machine (a table; DIR has an INDEX.tsv)
	@test -n "$(DIR)" || { echo "usage: make corpus DIR=FOLDER" >&2; exit 2; }
	scripts/install-for-tests
	SWITCHWAY=.build/installed/usr/bin/switchway scripts/corpus "$(DIR)"

screens: setup-build ## the pictures of switchway(7), docs/screens and docs/guide.md, made again by the program
	SWITCHWAY_SCREENS=draw $(TESTS) --filter 'GuideTests|SixDevicesTests|LanguageTests'

trials: setup ## real programs, operated with one button in the virtual machine (T=gtk-form: only this one)
	@scripts/setup trials
	@PICTURES=yes scripts/trials $(T)

trial-gnome: ## the extension in the GNOME shell that is installed, without a screen (SCALES="1 1.25 2")
	@scripts/setup trials
	gnome/test/run "$$($(SWIFT) build --show-bin-path)"

steadying: setup-build ## steadying on simulated people: presets, calibration and others' rules (a table and a plot)
	$(SWIFT) build -c release --product switchway-workbench
	@"$$($(SWIFT) build -c release --show-bin-path)/switchway-workbench" --plot bench/results/steadying.svg

scanning: setup-build ## the scanning clock on simulated people: wrong items, and what freezing costs (a table and a plot)
	$(SWIFT) build -c release --product switchway-workbench
	@"$$($(SWIFT) build -c release --show-bin-path)/switchway-workbench" scanning --plot bench/results/scanning.svg

writing: setup-build ## what writing with switchway-scan costs (a table; MODELS=folder of onboard-data's models)
	$(SWIFT) build -c release --product switchway-workbench
	@"$$($(SWIFT) build -c release --show-bin-path)/switchway-workbench" writing $(MODELS)

pointing: setup-build ## the page that points on simulated people: hits, presses, steps and time (a table)
	$(SWIFT) build -c release --product switchway-workbench
	@"$$($(SWIFT) build -c release --show-bin-path)/switchway-workbench" pointing

groups: setup-build ## what the pages of recorded and of large windows cost (a table, never a verdict)
	$(SWIFT) build -c release --product switchway-workbench
	@"$$($(SWIFT) build -c release --show-bin-path)/switchway-workbench" groups Tests/SwitchwayScanningTests/Trees/*.tree

steadying-cost: setup-build ## what an edge costs with four switches and with a thousand (a table, never a verdict)
	$(SWIFT) build -c release --product switchway-workbench
	@"$$($(SWIFT) build -c release --show-bin-path)/switchway-workbench" cost

profiles-cost: setup-build ## what the worst key-remap files cost to load: time and memory (a table, never a verdict)
	$(SWIFT) build -c release --product switchway-workbench
	@"$$($(SWIFT) build -c release --show-bin-path)/switchway-workbench" profiles

man-check: ## mandoc warns about nothing in the man pages
	@pages=$$(find man -name '*.[1-8]' | sort); test -n "$$pages" || { echo "no man pages" >&2; exit 1; }; \
	mandoc -T lint -W warning $$pages || exit 1; \
	if grep -n "^\.Bl -column.*'" $$pages; then echo "groff 1.23 breaks a table of such columns: write \\(aq for '" >&2; exit 1; fi

recordings-check: ## the recordings of the tests are what their model makes
	python3 Tests/Recordings/model.py --check

install: ## bins, man pages, completions, profiles, units and rules to PREFIX, below DESTDIR (after make release)
	@bins=$(BINS); for bin in switchwayd switchway; do \
	  test -x "$$bins/$$bin" || { echo "$$bin is not built: run make release first" >&2; exit 1; }; done; \
	install -d $(bindir) && install -m 0711 "$$bins/switchwayd" $(bindir)/ && install -m 0755 "$$bins/switchway" $(bindir)/
	for page in $(filter-out man/switchway-scan.1,$(wildcard man/*.[1-8])); do install -D -m 0644 $$page $(mandir)/man$${page##*.}/$${page##*/} || exit 1; done
	install -d $(bashdir) $(zshdir) $(fishdir)
	set -e; umask 022; script() { $(bindir)/switchway --generate-completion-script "$$1"; }; \
	script bash >$(bashdir)/switchway; script zsh >$(zshdir)/_switchway; script fish >$(fishdir)/switchway.fish
	install -d $(sharedir)/profiles $(sharedir)/recordings
	install -m 0644 Config/*.yaml $(sharedir)/profiles/
	install -d $(sharedir)/profiles/bridges
	install -m 0644 Config/bridges/*.yaml $(sharedir)/profiles/bridges/
	install -m 0644 Config/recordings/*.evemu $(sharedir)/recordings/
	install -d $(sharedir)/python $(pythondir)/switchway
	install -m 0644 docs/protocol.schema.json $(sharedir)/
	install -m 0644 clients/python/board.py clients/python/own_clock.py $(sharedir)/python/
	install -m 0644 clients/python/switchway/*.py $(pythondir)/switchway/
	install -d $(libdir)/systemd/system $(libdir)/systemd/user $(libdir)/sysusers.d $(libdir)/modules-load.d \
	  $(libdir)/udev/rules.d
	umask 022; sed 's|/usr/bin/|$(PREFIX)/bin/|' systemd/switchway@.service >$(libdir)/systemd/system/switchway@.service
	umask 022; for unit in switchway switchway-feedback; do \
	  sed 's|/usr/bin/|$(PREFIX)/bin/|' systemd/user/$$unit.service >$(libdir)/systemd/user/$$unit.service || exit 1; done
	install -m 0644 systemd/switchway.sysusers.conf $(libdir)/sysusers.d/switchway.conf
	install -m 0644 systemd/switchway.modules-load.conf $(libdir)/modules-load.d/switchway.conf
	install -m 0644 udev/70-switchway.rules $(libdir)/udev/rules.d/

install-scan: install-scan-program install-scan-gnome ## the desktop scanner and its extension for GNOME to PREFIX (after make release-scan)

install-scan-program:
	@program=$(BINS)/switchway-scan; \
	test -x "$$program" || { echo "switchway-scan is not built: run make release-scan first" >&2; exit 1; }; \
	install -d $(bindir) && install -m 0755 "$$program" $(bindir)/
	install -D -m 0644 man/switchway-scan.1 $(mandir)/man1/switchway-scan.1
	install -d $(bashdir) $(zshdir) $(fishdir)
	set -e; umask 022; script() { $(bindir)/switchway-scan --generate-completion-script "$$1"; }; \
	script bash >$(bashdir)/switchway-scan; script zsh >$(zshdir)/_switchway-scan; \
	script fish >$(fishdir)/switchway-scan.fish
	install -D -m 0644 packaging/io.switchway.scan.metainfo.xml $(metainfodir)/io.switchway.scan.metainfo.xml

install-scan-gnome:
	gnome/build $(extensiondir)

# Exactly what `install` and `install-scan` of these sources put there: a file of somebody else in the same folders stays,
# and so does its folder. The group and loaded modules stay, too.
uninstall: ## remove what install and install-scan put below PREFIX
	@if test -z "$(DESTDIR)"; then for link in /etc/systemd/system/*.wants/switchway@*.service; do \
	  if test -L "$$link"; then name=$${link##*/switchway@}; \
	    echo "the service of $${name%.service} is installed: switchway uninstall-service $${name%.service}" >&2; exit 1; \
	  fi; done; fi
	rm -f $(addprefix $(bindir)/,switchwayd switchway switchway-scan)
	rm -f $(foreach page,$(notdir $(wildcard man/*.[1-8])),$(mandir)/man$(subst .,,$(suffix $(page)))/$(page))
	rm -f $(foreach name,switchway switchway-scan,$(bashdir)/$(name) $(zshdir)/_$(name) $(fishdir)/$(name).fish)
	rm -f $(metainfodir)/io.switchway.scan.metainfo.xml
	rm -f $(patsubst Config/%,$(sharedir)/profiles/%,$(wildcard Config/*.yaml Config/bridges/*.yaml))
	rm -f $(patsubst Config/%,$(sharedir)/%,$(wildcard Config/recordings/*.evemu))
	@for name in $$(gnome/build --names); do folder=$(extensiondir)/$$name; \
	  rm -f "$$folder/extension.js" "$$folder/metadata.json"; \
	  if test -d "$$folder"; then rmdir --ignore-fail-on-non-empty "$$folder"; fi; done
	rm -f $(sharedir)/protocol.schema.json $(addprefix $(sharedir)/python/,board.py own_clock.py)
	rm -f $(addprefix $(pythondir)/switchway/,$(notdir $(wildcard clients/python/switchway/*.py)))
	rm -rf $(pythondir)/switchway/__pycache__
	rm -f $(libdir)/systemd/system/switchway@.service $(libdir)/udev/rules.d/70-switchway.rules
	rm -f $(addprefix $(libdir)/systemd/user/,switchway.service switchway-feedback.service)
	rm -f $(libdir)/sysusers.d/switchway.conf $(libdir)/modules-load.d/switchway.conf
	@for folder in $(sharedir)/profiles/bridges $(sharedir)/profiles $(sharedir)/recordings $(sharedir)/python $(sharedir) \
	  $(pythondir)/switchway; do \
	  if test -d "$$folder"; then rmdir --ignore-fail-on-non-empty "$$folder"; fi; done

# FAIL_ON: of what lintian says, what ends it. Other versions say other things, and the packages are good.
# The project has no home page yet: appstreamcli 1.0 of Debian 13 warns of that, 0.16 of Debian 12 does not. Nothing
# else that it finds may remain.
FAIL_ON ?= none
deb: release release-scan ## the Debian packages, in .build/deb; lintian says what it thinks of them (FAIL_ON=error,warning: fails)
	@scripts/setup package
	@found=$$(appstreamcli validate --no-net packaging/io.switchway.scan.metainfo.xml) || \
	[ "$$(echo "$$found" | sed -n 's/^[EW]: .* //p')" = url-homepage-missing ] || { echo "$$found"; exit 1; }; \
	echo "$$found"
	@set -e; for name in switchway switchway-scan switchway-scan-gnome; do package=$$(scripts/deb $$name); \
	lintian --allow-root --fail-on $(FAIL_ON) "$$package"; echo "$$package"; done

five-minutes: setup ## README's installation and first switch in the virtual machine, with seven devices; the first is vm/walk/FIVE-MINUTES.md
	scripts/install-for-tests
	LEVEL=1 scripts/deb >/dev/null
	vm/five-minutes

clean: ## forget what was built (the kernel stays in ~/.cache/switchway-vm)
	rm -rf .build
