#!/usr/bin/env bash
# Every test, from a fresh Debian 12 or 13 on, as root or with sudo: installs what is missing, builds, runs ctest.
#
#   test.sh [PRESET…]     release unless said otherwise; also dev, asan
#
# The last line sums all of them: N passed, N failed, N skipped. With IMCP_REQUIRE_TESTBED set, tests that need a real Incus
# fail where none can be started; otherwise they are skipped. Exit 0 only when nothing failed.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
. packaging/steps.sh
[ $# -gt 0 ] || set -- release

passed=0 failed=0 skipped=0
finish() {
  if [ "$skipped" -gt 0 ]; then
    echo "$passed passed, $failed failed, $skipped skipped"
  else
    echo "$passed passed, $failed failed"
  fi
  [ "$failed" = 0 ]
}

# A step that breaks counts as one failure, and nothing after it can be trusted.
broken() {
  warn "$1: nothing further was tested"
  failed=$((failed + 1))
  finish
  exit 1
}

# ctest's own record says "skipped" of two things: a test that set itself aside, and one that could not start because what
# it depends on failed. Only the first is a skip.
count() { grep -c "$1" "$2" || true; }
count_results() {
  local tests good set_aside
  tests=$(count '<testcase ' "$1") good=$(count '<testcase .* status="run">' "$1")
  set_aside=$(count '<skipped message="SKIP_' "$1")
  passed=$((passed + good))
  failed=$((failed + tests - good - set_aside))
  skipped=$((skipped + set_aside))
  [ "$set_aside" = 0 ] || report_skipped "$1" "$set_aside"
}

report_skipped() {
  warn "$2 tests of $preset were SKIPPED:"
  { grep -o '!! SKIPPED: [^<]*' "$1" || true; } | cut -c4- | sort | uniq -c | sort -rn >&2
}

run_tests() {
  local record=$PWD/build/$1/tests.xml before=$failed status=0
  rm -f "$record"
  ctest --preset "$1" -j "$(nproc)" --output-junit "$record" || status=$?
  [ -s "$record" ] || broken "ctest of $1 ended without a record (exit $status)"
  count_results "$record"
  [ "$status" = 0 ] || [ "$failed" -gt "$before" ] || broken "ctest of $1 ended with exit $status"
}

step "Packages"
packaging/packages.sh build image testbed clients lint || broken "the packages could not be installed"
if ! can_be_root; then
  warn "Neither root nor sudo: tests that need a real Incus will be SKIPPED"
elif ! is_root; then
  sudo -v || warn "sudo refused: tests that need a real Incus will be SKIPPED"
fi

for preset in "$@"; do
  step "Build $preset"
  build "$preset" || broken "the $preset build failed"
  step "Tests of $preset"
  run_tests "$preset"
done

step "Sum"
finish
