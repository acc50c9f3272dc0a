#!/usr/bin/env bash
# session.sh DIR SCRIPT BINARY: runs SCRIPT of DIR (see install.sh) against BINARY, as a caller who may do everything on the
# testbed. Exit 77 (skipped) when the clients are not installed.
set -euo pipefail
dir=$1 script=$2 binary=$3
[ -e "$dir/installed.json" ] || { echo "!! SKIPPED: the official MCP clients are not installed" >&2; exit 77; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/policy.toml" <<POLICY
version = 1
[connection]
url = "$IMCP_TEST_URL"
[callers.default]
scopes = ["incus.read", "incus.write", "incus.exec", "incus.delete"]
POLICY

node=node
for bundled in "$dir"/node_modules/node-linux-*/bin/node; do [ ! -x "$bundled" ] || node=$bundled; done
"$node" "$dir/$script" "$binary" --policy "$work/policy.toml"
