#!/bin/sh
# Filters, scans and locates real records on this machine's GPU; sets up what it needs.
# Usage: sh scripts/demo.sh [--rows N] [--repeat N]
set -eu
root=$(cd "$(dirname "$0")/.." && pwd -P)
sh "$root/scripts/setup.sh" examples
export XDG_RUNTIME_DIR="${XDG_RUNTIME_DIR:-$root/.venv}" # see setup.sh
exec "$root/.venv/bin/python" "$root/examples/flights.py" "$@"
