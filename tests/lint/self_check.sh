#!/usr/bin/env bash
# self_check.sh LINT: LINT must find in its fixture exactly the lines that are marked with the word FAULT, and end with 1.
set -euo pipefail
lint=$(dirname "$(readlink -f "$0")")
fixture=$lint/fixtures/$1
status=0
found=$("$lint/$1.sh" "$fixture" | cut -d: -f1,2 | sort -u) || status=$?
expected=$(cd "$fixture" && grep -rn FAULT . | sed 's|^\./||' | cut -d: -f1,2 | sort -u)
[ -n "$expected" ] || { echo "no fault is marked in $fixture"; exit 1; }
[ "$status" = 1 ] || { echo "$1 ended with $status on a tree with faults"; exit 1; }
diff <(echo "$expected") <(echo "$found") || { echo "< marked, > found"; exit 1; }
