#!/usr/bin/env bash
# Every test that schemas/evidence.json names is one that stands in the tests: an operation is exported on their word.
set -euo pipefail
. "$(dirname "$0")/common.sh"

tests() { files tests -- '*_test.cpp' | xargs -r perl -0777 -ne 'print "$1.$2\n" while /^TEST(?:_F)?\(\s*(\w+),\s*(\w+)\s*\)/mg'; }
named() { grep -noP '"(\w+\.\w+)"' schemas/evidence.json | tr -d '"'; }

faults() {
  local known
  known=$(tests)
  named | while IFS=: read -r line name; do
    grep -qxF "$name" <<<"$known" || echo "schemas/evidence.json:$line: no test is called $name"
  done
}
faults | verdict
