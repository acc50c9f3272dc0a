#!/usr/bin/env bash
# What may be used only in some places, or in none.
set -euo pipefail
. "$(dirname "$0")/common.sh"

everything=$(code $layers)

# fence PATTERN ALLOWED REASON: PATTERN stands only in paths that match ALLOWED.
fence() {
  grep -P "^[^:]*:[0-9]+:.*(?:$1)" <<<"$everything" | grep -vP "^(?:$2):[0-9]+:" |
    sed -E "s@^([^:]*:[0-9]+):.*@\1: $3@" || true
}
nowhere='(?!)'

faults() {
  fence 'boost/beast|\bbeast::' 'incus/(\w+\.cpp|any_stream\.hpp)' 'Beast stays inside incus, behind any_stream'
  fence '<openssl/|boost/asio/ssl' 'incus/\w+\.cpp' 'OpenSSL stays inside incus'
  fence '<valijson/|\bvalijson::' 'schemas/(validator\.cpp|simdjson_adapter\.hpp)' 'valijson stays behind the validator'
  fence '\bstd::(cout|puts|printf)\b|\b(printf|puts|putchar)\s*\(' "$nowhere" 'standard output belongs to the protocol'
  fence '\bco_spawn\s*\(' '(server|incus)/\w+\.cpp' 'work is spawned by server and incus only'
  fence '\bdetached\b' "$nowhere" 'a detached coroutine fails unseen: name its completion handler'
  fence '\bthrow\b' "$nowhere" 'errors are values'
  fence '\bstd::regex\b|<regex>' "$nowhere" 'std::regex overflows the stack on long input'
  fence '\bsystem\s*\(|\bpopen\s*\(' "$nowhere" 'no shell is ever called'
}
faults | verdict
