#!/usr/bin/env bash
# g++ 12 destroys twice what a co_await expression creates as an aggregate temporary, from a braced list or as a capturing
# lambda. None of them may stand in a statement that awaits: name the value on the line before.
set -euo pipefail
. "$(dirname "$0")/common.sh"

files $layers tests -- '*.hpp' '*.cpp' | xargs -r perl "$lint/coroutine_temporaries.pl" | verdict
