#!/usr/bin/env bash
# Configures a project that includes Pliant by add_subdirectory, in the folder $1 (made anew), and checks that it looks
# for nothing but what simulating needs. With PLIANT_ALL_TESTS=1 it is built and run too: minutes.
set -euo pipefail
build=$1
source=$(cd "$(dirname "$0")" && pwd)
rm -rf "$build"
cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DPLIANT_SOURCE="$(cd "$source/../../.." && pwd)" \
    "${@:2}" >"$build.log" 2>&1 || { cat "$build.log"; exit 1; }

looked_for=$(grep -Ei '^(embree|png|zlib|webp|cli11|gtest|rapidcheck|ccache)' "$build/CMakeCache.txt" || true)
if [ -n "$looked_for" ]; then
    printf 'A project that only simulates should not look for:\n%s\n' "$looked_for"
    exit 1
fi
grep -q '^PLIANT_PICTURES:BOOL=OFF$' "$build/CMakeCache.txt"

[ "${PLIANT_ALL_TESTS:-}" = 1 ] || exit 0
cmake --build "$build" --target outside
"$build/programs/outside"
