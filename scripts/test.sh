#!/bin/sh
# Runs the tests on every device profile; sets up what they need.
# Usage: sh scripts/test.sh [PYTEST ARGUMENT...]      Paths are relative to the project.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd -P)
sh "$root/scripts/setup.sh" examples,interop,test
export XDG_RUNTIME_DIR="${XDG_RUNTIME_DIR:-$root/.venv}" # see setup.sh
cd "$root"
exec .venv/bin/python -m pytest -n 2 --dist loadfile --benchmark-disable "$@"
