#!/usr/bin/env bash
# What ctest calls around every test that needs a real Incus. Exit 77 means skipped: no testbed can run here.
# With IMCP_REQUIRE_TESTBED set, as in CI, that is a failure instead.
#
#   with_testbed.sh DIR up            the fixture's start: a fresh testbed in DIR, listening on HTTPS too
#   with_testbed.sh DIR down          the fixture's end
#   with_testbed.sh DIR run COMMAND…  COMMAND with the testbed's exports (IMCP_TEST_…), in its network
set -euo pipefail
testbed=$(dirname "$(readlink -f "$0")")/testbed.sh
dir=$1 verb=$2
shift 2

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }

why_not() {
  if ! as_root true 2>/dev/null; then echo "neither root nor sudo without a password"; return; fi
  PATH=$PATH:/usr/libexec/incus command -v incusd >/dev/null || { echo "incusd is not installed"; return; }
  as_root unshare --mount --pid --net --fork true 2>/dev/null || echo "no new namespaces may be made here"
}

# gtest_discover_tests lists the tests through us while the build runs.
case " $* " in *" --gtest_list_tests "*) exec "$@";; esac

reason=$(why_not)
if [ -n "$reason" ]; then
  echo "!! SKIPPED: the throwaway Incus cannot run: $reason" >&2
  [ -z "${IMCP_REQUIRE_TESTBED:-}" ] || exit 1
  exit 77
fi
# A user who needed sudo for the testbed gets out of it again before the test.
as_user=()
[ "$(id -u)" = 0 ] || as_user=(setpriv --reuid "$(id -u)" --regid "$(id -g)" --init-groups env "PATH=$PATH" "HOME=$HOME")
case $verb in
  up) as_root "$testbed" up --dir "$dir" --https 8443;;
  down) as_root "$testbed" down --dir "$dir";;
  run) as_root "$testbed" exec --dir "$dir" -- "${as_user[@]}" "$@";;
  *) echo "with_testbed.sh: unknown verb $verb" >&2; exit 2;;
esac
