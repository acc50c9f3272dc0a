#!/usr/bin/env bash
# No function is longer than 60 lines.
set -euo pipefail
. "$(dirname "$0")/common.sh"
command -v ctags >/dev/null || { echo "!! SKIPPED: ctags is not installed" >&2; exit 77; }

functions() {
  files $layers tests -- '*.hpp' '*.cpp' |
    ctags --languages=C++ --kinds-C++=f --fields=+ne -L - -f - 2>/dev/null
}
too_long() {
  awk -F'\t' '/^!/ { next }
    { start = end = 0
      for (i = 4; i <= NF; i++) { if ($i ~ /^line:/) start = substr($i, 6); if ($i ~ /^end:/) end = substr($i, 5) }
      if (end - start + 1 > 60) print $2 ":" start ": " $1 " has " end - start + 1 " lines" }'
}
functions | too_long | verdict
