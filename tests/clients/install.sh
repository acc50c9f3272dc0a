#!/usr/bin/env bash
# install.sh DIR: the pinned clients of package.json, and the sessions beside them, in DIR of the build directory.
# Exit 77 (skipped) when the npm registry cannot be reached.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
mkdir -p "$1"
cp "$here"/{package.json,.npmrc,*.mjs} "$1"
cd "$1"
! cmp -s package.json installed.json || exit 0

skip() { echo "!! SKIPPED: the official MCP clients are not installed: $*" >&2; exit 77; }
command -v npm >/dev/null || skip "no npm"
# The clients need node 20; npm brings a newer one as a package where the system's is older.
extra=--omit=optional
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] || extra=--include=optional
npm install --prefer-offline --loglevel=error $extra >npm.log 2>&1 || { tail -n 5 npm.log >&2; skip "npm install failed"; }
cp package.json installed.json
