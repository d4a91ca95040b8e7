# Two commands do everything on a fresh Debian machine:
#   make run     set up, build, simulate the default scene into out/default/, draw its sheet and report
#   make test    set up, build, run every test that CI runs
# Longer checks: make test-all. Generated docs: make docs. Formatting: make format.

JOBS ?= $(shell nproc)
PLIANT = build/release/bin/pliant
SCENE ?= default
# Quiet unless something goes wrong.
configure = cmake --preset $(1) $(2) >build/$(1).log 2>&1 || { cat build/$(1).log; exit 1; }
build = cmake --build --preset $(1) -j $(JOBS) $(2)

.PHONY: run test test-all docs format clean
run:
	@tools/setup
	@mkdir -p build
	@$(call configure,release,$(if $(wildcard build/release/CMakeCache.txt),,-DPLIANT_BUILD_TESTS=OFF))
	@echo "Building (a minute or two the first time) …"
	@$(call build,release,--target pliant_cli) >build/build.log 2>&1 || { tail -n 40 build/build.log; exit 1; }
	@$(PLIANT) run $(SCENE) -o out/$(SCENE) --force
	@$(PLIANT) render out/$(SCENE) --sheet 8 -o out/$(SCENE)/sheet.png
	@$(PLIANT) report out/$(SCENE)

# Release tests, then the sanitizers on the same tests, then the conservation claims in double precision.
test:
	@tools/setup tests
	@mkdir -p build
	@$(call configure,release,-DPLIANT_BUILD_TESTS=ON)
	$(call build,release)
	ctest --preset release -j $(JOBS)
	@$(call configure,asan)
	$(call build,asan)
	PLIANT_QUICK=1 ctest --preset asan -j $(JOBS) -LE release-only

test-all: test
	tests/export/outside_readers.sh $(PLIANT)
	@$(call configure,double)
	$(call build,double)
	ctest --preset double -j $(JOBS)
	@$(call configure,tsan)
	$(call build,tsan)
	PLIANT_QUICK=1 TSAN_OPTIONS=suppressions=$(CURDIR)/tools/tsan.supp ctest --preset tsan -j $(JOBS) -LE release-only

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
