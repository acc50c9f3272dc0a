#!/usr/bin/env bash
# Every quoted include names a file of its own folder or a lower one, from the root: the order in imcp_layers.cmake.
set -euo pipefail
. "$(dirname "$0")/common.sh"

faults() {
  local allowed=
  for layer in $layers; do
    allowed=${allowed:+$allowed|}$layer
    code "$layer" | grep -E '^[^:]*:[0-9]+:[ \t]*#[ \t]*include[ \t]*"' |
      grep -vE "include[ \t]*\"($allowed)/" | sed -E "s@:[ \t]*#.*\"(.*)\".*@: $layer may not include \1@" || true
  done
}
faults | verdict
