#!/usr/bin/env bash
# From a fresh Debian 12 or 13 to a running agent: installs what is missing, builds the daemon, and lets a small agent create,
# use and delete a container. As root or with sudo. It uses the Incus of this machine if there is one that can take a
# container, in a project of its own, and a private throwaway one otherwise. Packages and build/ stay; nothing else does.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
. packaging/steps.sh

daemon=build/release/server/incus-mcp-server
project=imcp-try-$$
image=imcp-try-busybox
testbed=tests/real/testbed.sh
work=$(mktemp -d)
# A client configuration of our own: the user's default remote and project are not touched.
export INCUS_CONF=$work
echo '{}' >"$work/config.yml"
unset INCUS_REMOTE INCUS_PROJECT

undo=:  # what the clean-up has to take back, grows as we go
clean_up() {
  $undo
  rm -rf "$work"
}
trap clean_up EXIT

# Answers, trusts us, and has a storage pool to put a container in.
is_usable() {
  local server
  [ -w "$1" ] || return 1
  server=$(curl -sS --max-time 5 --unix-socket "$1" http://incus/1.0 2>/dev/null) || return 1
  grep -q '"auth":"trusted"' <<<"$server" || return 1
  curl -sS --max-time 5 --unix-socket "$1" http://incus/1.0/storage-pools | grep -q '/1.0/storage-pools/'
}

find_incus() {
  local socket
  for socket in "${INCUS_SOCKET:-}" /var/lib/incus/unix.socket /run/incus/unix.socket; do
    if [ -n "$socket" ] && is_usable "$socket"; then echo "$socket"; return; fi
  done
}

start_throwaway() {
  packaging/packages.sh testbed
  as_root "$testbed" up --dir /tmp/imcp-try >"$work/env"
  undo=stop_throwaway
  export INCUS_SOCKET
  INCUS_SOCKET=$(. "$work/env" && echo "$INCUS_SOCKET")
}
stop_throwaway() {
  say "taking the throwaway Incus down"
  as_root "$testbed" down --dir /tmp/imcp-try
}

make_project() {
  local pool
  pool=$(incus storage list -f csv -c n | head -n 1)
  incus -q project create "$project"
  if [ "$undo" = : ]; then undo=remove_project; fi
  incus -q profile device add default root disk path=/ pool="$pool" --project "$project" >/dev/null
  tests/real/busybox_image.sh "$work/busybox.tar.gz"
  incus -q image import "$work/busybox.tar.gz" --alias "$image" --project "$project" >/dev/null
}
remove_project() {
  say "removing project $project"
  incus -q delete --force try --project "$project" 2>/dev/null || true
  incus -q image delete "$image" --project "$project" 2>/dev/null || true
  incus -q project delete "$project"
}

write_policy() {
  cat >"$work/policy.toml" <<POLICY
version = 1

[connection]
url = "unix://$INCUS_SOCKET"

[callers.default]
scopes = ["incus.read", "incus.write", "incus.exec", "incus.delete"]
default_project = "$project"
projects = ["$project"]
POLICY
}

step "Packages"
packaging/packages.sh build image agent

step "The daemon, release build"
build release incus-mcp-server

step "An Incus"
INCUS_SOCKET=$(find_incus)
export INCUS_SOCKET
if [ -n "$INCUS_SOCKET" ]; then say "using $INCUS_SOCKET"; else say "none here: a throwaway one"; start_throwaway; fi
make_project
say "project $project holds one image, $image"

step "The agent's session, under this policy"
write_policy
sed 's/^/   /' "$work/policy.toml"
echo
python3 packaging/agent_session.py "$image" "$daemon" --policy "$work/policy.toml"

step "Clean-up"
