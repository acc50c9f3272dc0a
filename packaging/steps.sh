# Sourced by try.sh, test.sh and packages.sh: how they speak, become root and build. Expects bash with -euo pipefail.

step_started=
say() { printf '   %s\n' "$*"; }
warn() { printf '\n!! %s\n\n' "$*" >&2; }
die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }

# A heading, and how long the step before it took.
step() {
  [ -z "$step_started" ] || say "($((SECONDS - step_started)) s)"
  step_started=$SECONDS
  printf '\n== %s\n' "$*"
}

is_root() { [ "$(id -u)" = 0 ]; }
can_be_root() { is_root || command -v sudo >/dev/null; }
as_root() {
  if is_root; then "$@"; else
    command -v sudo >/dev/null || die "$1 needs root: run as root, or install sudo"
    sudo "$@"
  fi
}

# One compiler for each processor and each 1.5 GB of free memory: sanitized translation units are that large.
build_jobs() {
  local processors memory
  processors=$(nproc)
  memory=$(awk '/^MemAvailable/ { print int($2 / 1500000) }' /proc/meminfo)
  [ "$memory" -ge 1 ] || memory=1
  echo $((processors < memory ? processors : memory))
}

# build PRESET [TARGET]: configures once, then builds what changed.
build() {
  local preset=$1 target=${2:-all}
  [ -e "build/$preset/build.ninja" ] || cmake --preset "$preset"
  cmake --build --preset "$preset" --target "$target" -j "$(build_jobs)"
}
