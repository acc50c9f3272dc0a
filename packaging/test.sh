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

# ctest's own record: <testsuite … tests="9" failures="1" disabled="0" skipped="2" …>
count() { sed -n "1,/>/s/.*[[:space:]]$2=\"\([0-9]*\)\".*/\1/p" "$1" | head -n 1; }
count_results() {
  local record=$1 tests bad set_aside
  tests=$(count "$record" tests) bad=$(count "$record" failures)
  set_aside=$(($(count "$record" skipped) + $(count "$record" disabled)))
  passed=$((passed + tests - bad - set_aside)) failed=$((failed + bad)) skipped=$((skipped + set_aside))
  [ "$set_aside" = 0 ] || warn "$set_aside tests of $preset were SKIPPED; ctest names them and their reasons above"
}

run_tests() {
  local record=$PWD/build/$1/tests.xml status=0
  rm -f "$record"
  ctest --preset "$1" -j "$(nproc)" --output-junit "$record" || status=$?
  [ -s "$record" ] || broken "ctest of $1 ended without a record (exit $status)"
  count_results "$record"
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
