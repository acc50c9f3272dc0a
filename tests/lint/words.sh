#!/usr/bin/env bash
# What belongs to one machine or is left for later has no place in the tree: paths of homes and checkouts, hosts of package
# mirrors and registries, notes to oneself.
set -euo pipefail
. "$(dirname "$0")/common.sh"

all_files() { files . -- '*' | grep -vE '^(LICENSE|tests/lint/words\.sh)$'; }
# find_words PATTERN REASON
find_words() {
  all_files | tr '\n' '\0' | xargs -0 -r grep -InP -- "$1" /dev/null | sed -E "s@^([^:]*:[0-9]+):.*@\1: $2@" || true
}
faults() {
  find_words '(?<![\w.~*-])/(home|Users|work|workspace|mnt|builds)/' 'a path of one machine'
  find_words '//(deb|ftp|registry|mirrors?|snapshot|security)\.' 'a host of packages'
  find_words '\b(TODO|FIXME|XXX|HACK)\b' 'a note to oneself'
}
faults | verdict
