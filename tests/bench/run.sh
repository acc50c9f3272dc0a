#!/usr/bin/env bash
# Measures the daemon beside raw requests on the same Incus and prints a Markdown table. It fails on no number.
#
#   run.sh [--binary PATH] [--socket PATH [--instance NAME]] [--quick] [--only SCENARIO] [--json FILE]
#
# Without --binary the release preset is built (in build/release, or $IMCP_BENCH_BUILD). Without --socket a throwaway Incus with
# one running container is started, as root. With it, exec runs `true` in a running instance (the first, or NAME).
# SCENARIO: start, memory, calls, throughput, exec, size.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
root=$(readlink -f "$here/../..")
build=${IMCP_BENCH_BUILD:-$root/build/release}
binary='' socket='' more=()
while [ $# -gt 0 ]; do
  case $1 in
    --binary) binary=$2; shift 2;;
    --socket) socket=$2; shift 2;;
    --instance|--only|--json) more+=("$1" "$2"); shift 2;;
    --quick) more+=("$1"); shift;;
    *) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" | sed '$d' >&2; exit 2;;
  esac
done

targets=(imcp_bench)
[ -n "$binary" ] || targets+=(incus-mcp-server)
(cd "$root" && { [ -e "$build/build.ninja" ] || cmake --preset release -B "$build"; } && cmake --build "$build" --target "${targets[@]}") >&2
binary=${binary:-$build/server/incus-mcp-server}

scratch=$(mktemp -d)
cleanup() {
  [ ! -e "$scratch/incus" ] || "$root/tests/real/testbed.sh" down --dir "$scratch/incus"
  rm -rf --one-file-system "$scratch"
}
trap cleanup EXIT
chmod 755 "$scratch"
strip -o "$scratch/incus-mcp-server" "$binary"

if [ -z "$socket" ]; then
  eval "$("$root/tests/real/testbed.sh" up --dir "$scratch/incus" --launch bench)"
  socket=$INCUS_SOCKET
  more+=(--instance bench)
fi
"$build/tests/bench/imcp_bench" --binary "$scratch/incus-mcp-server" --socket "$socket" "${more[@]}"
