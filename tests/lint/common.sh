# Sourced by every lint. A lint is called with the root of a tree, prints path:line: reason for each fault, ends with 1 if any.
# Expects bash with -euo pipefail.
lint=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
cd "$1"

# The folders, lowest first, as the build knows them.
layers=$(sed -n 's/^set(IMCP_LAYERS \(.*\))$/\1/p' "$lint/../../packaging/cmake/imcp_layers.cmake")

# files FOLDER… -- PATTERN…: those that exist, without what is built and the lints' own fixtures.
files() {
  local folders=() names=()
  while [ "$1" != -- ]; do if [ -e "$1" ]; then folders+=("$1"); fi; shift; done
  shift
  for pattern in "$@"; do names+=(-o -name "$pattern"); done
  [ ${#folders[@]} -gt 0 ] || return 0
  find "${folders[@]}" \( -name .git -o -name build -o -name node_modules -o -path '*tests/lint/fixtures' \) -prune -o \
    -type f \( "${names[@]:1}" \) -print | sed 's|^\./||' | sort
}

# code FOLDER…: path:line:code of their C++.
code() { files "$@" -- '*.hpp' '*.cpp' | xargs -r perl "$lint/code.pl"; }

# Prints what is piped in and fails if there was any. Every lint ends with it.
verdict() { ! grep . ; }
