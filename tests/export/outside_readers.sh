#!/usr/bin/env bash
# Exports a short run and has Blender and VTK read it, where they are installed (Debian: blender, python3-vtk9).
#   tests/export/outside_readers.sh build/release/bin/pliant
set -euo pipefail
pliant=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$pliant" run default --frames 3 -o "$scratch/run" --quiet >/dev/null
for format in npy ply obj vtp; do
    "$pliant" export "$scratch/run" --format "$format" --content particles -o "$scratch/$format" --quiet >/dev/null
done
"$pliant" export "$scratch/run" --format pc2 --content particles -o "$scratch/run.pc2" --quiet >/dev/null

if command -v blender >/dev/null; then
    # Blender says much; what matters is the last line of the check, or all of it when it failed.
    if ! said=$(blender --background --factory-startup --python-exit-code 1 --python "$here/blender_check.py" -- \
        "$scratch" default 2>&1); then
        echo "$said" >&2
        exit 1
    fi
    grep '^Blender .* fine$' <<<"$said"
else
    echo "skipped: Blender's importers (blender is not installed)"
fi
if /usr/bin/python3 -c 'import vtkmodules' 2>/dev/null; then
    /usr/bin/python3 "$here/vtk_check.py" "$scratch" default
else
    echo "skipped: VTK's reader (python3-vtk9 is not installed)"
fi
