# Two commands do everything on a fresh Debian machine:
#   make run     set up, build, simulate the default scene into out/default/, draw its sheet and report
#   make test    set up, build, run every test that CI runs
#   make view    set up, build, and open a live simulation in the browser (make view SCENE=falling-ball)
# Longer checks: make test-all. What can be checked without running: make check, make check-alone. Generated docs: make docs. Formatting: make format.

JOBS ?= $(shell nproc)
PLIANT = build/release/bin/pliant
SCENE ?= default
# Quiet unless something goes wrong.
configure = cmake --preset $(1) $(2) >build/$(1).log 2>&1 || { cat build/$(1).log; exit 1; }
build = cmake --build --preset $(1) -j $(JOBS) $(2)
# Property tests start from a seed of the commit: fresh with each commit, the same for everybody who tests it.
# Another one: make test SEED=7.
SEED ?= $(shell printf '%d' "0x$$(git rev-parse --short=12 HEAD 2>/dev/null || echo 1)")
export RC_PARAMS ?= seed=$(SEED)

.PHONY: run view test test-all check check-alone docs format clean
run:
	@tools/setup
	@mkdir -p build
	@$(call configure,release,$(if $(wildcard build/release/CMakeCache.txt),,-DPLIANT_BUILD_TESTS=OFF))
	@echo "Building (some three minutes the first time) …"
	@$(call build,release,--target pliant_cli) >build/build.log 2>&1 || { tail -n 40 build/build.log; exit 1; }
	@$(PLIANT) run $(SCENE) -o out/$(SCENE) --force --brief
	@$(PLIANT) render out/$(SCENE) --sheet 8 -o out/$(SCENE)/sheet.png
	@$(PLIANT) report out/$(SCENE)
	@echo
	@echo "Made out/$(SCENE)/: the frames of the run, sheet.png (eight of them in one picture) and report.html (open it in a browser)."
	@echo "Next: $(PLIANT) scenes                       (what else there is; make run SCENE=falling-ball)"
	@echo "      $(PLIANT) render out/$(SCENE) --movie film.webp"
	@echo "      $(PLIANT) export out/$(SCENE) --format ply -o frames   (for Blender and others: docs/export.md)"
	@echo "      $(PLIANT) view $(SCENE)                 (touch it, in the browser: docs/viewer.md; make view)"
	@echo "      docs/guide.md                                       (how to write a scene)"

# The page is built where npm is; this gets it. --strict: without its packages there is nothing to open.
view:
	@tools/setup view
	@mkdir -p build
	@tools/build-viewer --strict
	@$(call configure,release,$(if $(wildcard build/release/CMakeCache.txt),,-DPLIANT_BUILD_TESTS=OFF))
	@echo "Building (some three minutes the first time) …"
	@rm -f build/release/src/pliant_view_page.cpp
	@$(call build,release,--target pliant_cli) >build/build.log 2>&1 || { tail -n 40 build/build.log; exit 1; }
	@$(PLIANT) view $(SCENE) --open

# What can be seen without running anything: layers, references, comments, names of tests, formatting.
check:
	@tools/check-layers
	@tools/check-references
	@tools/check-style
	@tools/check-format

# Each source compiles without what its neighbors include. `make test` does this for src, `make test-all` for everything.
check-alone:
	@mkdir -p build
	@tools/check-alone -j $(JOBS)

# Release tests, then address and undefined-behaviour sanitizers on the folders at the bottom. The others, among them io, whose tests need a whole simulation to be compiled
# again, are in test-all: with them this would take longer than the 20 minutes that it may on two slow cores.
ASAN_FOLDERS = core math geometry particles collision contacts shape_matching
test:
	@tools/setup tests
	@mkdir -p build
	@$(MAKE) --no-print-directory check
	@tools/check-alone -j $(JOBS) src
	@$(call configure,release,-DPLIANT_BUILD_TESTS=ON)
	$(call build,release)
	ctest --preset release -j $(JOBS)
	tools/build-viewer --if-possible test
	tools/build-viewer --if-possible e2e $(PLIANT) @short
	@$(call configure,asan)
	$(call build,asan,--target $(addprefix test_,$(ASAN_FOLDERS)))
	ctest --preset asan -j $(JOBS) -R '^($(subst $() ,|,$(ASAN_FOLDERS)))\.' --no-tests=error

# The scenes with meshes and the large ones, then the whole suite under the sanitizers, in double precision, and under the thread sanitizer; Blender and VTK read exports.
test-all: test
	@tools/setup all
	@$(MAKE) --no-print-directory check-alone
	@tools/install-models
	PLIANT_ALL_TESTS=1 ctest --preset release -j $(JOBS) -R '[Bb]unny|[Aa]rmadillo|[Ss]heared|[Uu]neven|fowl|DroppedBar|RandomGlue' --no-tests=error
	tests/export/outside_readers.sh $(PLIANT)
	tools/build-viewer e2e $(PLIANT)
	$(call build,asan)
	ctest --preset asan -j $(JOBS)
	@$(call configure,double)
	$(call build,double)
	ctest --preset double -j $(JOBS)
	@$(call configure,tsan)
	$(call build,tsan)
	TSAN_OPTIONS=suppressions=$(CURDIR)/tools/tsan.supp ctest --preset tsan -j $(JOBS)

docs:
	@tools/setup
	@mkdir -p build
	@$(call configure,release)
	$(call build,release,--target pliant_cli)
	$(PLIANT) schema --markdown >docs/parameters.md

format:
	git ls-files '*.cpp' '*.hpp' '*.inl' | xargs clang-format -i

clean:
	rm -rf build out
