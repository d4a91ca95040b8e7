#!/usr/bin/env bash
# Installs the build given as $1 into a scratch folder and builds and runs a program outside the project against it.
set -euo pipefail
build=$1
source=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cmake --install "$build" --prefix "$scratch/prefix" >/dev/null
cmake -S "$source" -B "$scratch/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$scratch/prefix" >/dev/null
cmake --build "$scratch/build"
"$scratch/build/outside"
"$scratch/prefix/bin/pliant" --version
cd "$scratch" && "$scratch/prefix/bin/pliant" run default --frames 2 --quiet
