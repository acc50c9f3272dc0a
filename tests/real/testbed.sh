#!/usr/bin/env bash
# A private, throwaway Incus for tests: up in a second, and after `down` nothing of it is left. Needs root, no systemd.
#
#   testbed.sh up   [--dir DIR] [--https PORT] [--launch NAME]…   starts a fresh one, prints what `env` prints
#   testbed.sh env  [--dir DIR]              shell exports: where it listens, what it holds
#   testbed.sh exec [--dir DIR] -- COMMAND…  runs COMMAND with these exports, in the testbed's network (for HTTPS)
#   testbed.sh down [--dir DIR]              takes everything down; no error when there is nothing
#
# It holds a dir storage pool `default`, a bridge without addresses and the image `busybox`. With --https it also listens on
# 127.0.0.1:PORT of its own network and makes certificates: `client` is trusted, `restricted` is trusted for the project of
# that name, `untrusted` is not. Several testbeds may be up in different DIRs.
#
# One `unshare --kill-child` process is the whole testbed. Killing it ends incusd and every container (they are in its pid
# namespace), and with them go every mount and every bridge. What is outside: DIR, and one directory in each cgroup hierarchy.
set -euo pipefail
self=$(readlink -f "$0")
here=$(dirname "$self")

die() { echo "testbed.sh: $*" >&2; exit 1; }
usage() { sed -n '2,/^set /s/^# \{0,1\}//p' "$self" >&2; exit 2; }

verb=${1:-}
shift || usage
dir=/tmp/imcp-testbed https= launch=()
while [ $# -gt 0 ]; do
  case $1 in
    --dir) dir=$2; shift 2;;
    --https) https=$2; shift 2;;
    --launch) launch+=("$2"); shift 2;;
    --) shift; break;;
    *) usage;;
  esac
done
dir=$(realpath -m "$dir")
# Cgroups are one tree for the whole machine, while containers and chroots may each have such a DIR.
cgroup=imcp-testbed-$(echo "$dir" "$(readlink /proc/self/ns/pid)" | sha256sum | cut -c1-8)
export INCUS_DIR=$dir/incus INCUS_CONF=$dir/client INCUS_SOCKET=$dir/incus/unix.socket
unset INCUS_REMOTE INCUS_PROJECT

# ---- its processes ---------------------------------------------------------------------------------------------------

# A pid alone may have been reused: it is ours while its start time is the recorded one.
start_time() { sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f20; }
outer_pid() {
  local pid started
  read -r pid started 2>/dev/null <"$dir/pid" && [ "$(start_time "$pid")" = "$started" ] && echo "$pid"
}
incusd_pid() { pgrep -P "$(outer_pid)"; }

start() {
  local path=$dir/stubs:/usr/libexec/incus:/usr/sbin:/usr/bin:/sbin:/bin pid
  env -u INCUS_SOCKET -u INCUS_CONF PATH="$path" LC_ALL=C.UTF-8 HOME=/root \
    INCUS_SECURITY_APPARMOR=false INCUS_SKIP_INSTANCE_TYPES=1 \
    setsid "$self" outer --dir "$dir" </dev/null >>"$dir/incusd.out" 2>&1 &
  pid=$!
  disown "$pid"
  echo "$pid $(start_time "$pid")" >"$dir/pid"
}

# The hidden verbs that `start` runs: `outer` becomes the unshare process, `inner` becomes incusd.
outer() {
  enter_cgroup
  exec unshare --pid --fork --kill-child=KILL --mount --propagation private --net -- "$self" inner --dir "$dir"
}

inner() {
  ip link set lo up
  mount_sysfs
  mount --bind "$dir/subid" /etc/subuid
  mount --bind "$dir/subid" /etc/subgid
  mount -t proc proc /proc
  ulimit -n 1048576 2>/dev/null || ulimit -n "$(ulimit -Hn)"
  exec incusd --logfile="$dir/incusd.log"
}

# A sysfs shows the network namespace it was mounted in: ours needs a new one, with the cgroups in their place.
mount_sysfs() {
  mkdir "$dir/cgroups"
  mount --rbind /sys/fs/cgroup "$dir/cgroups"
  mount -t sysfs sysfs /sys
  mount --rbind "$dir/cgroups" /sys/fs/cgroup
  umount -l "$dir/cgroups"
}

api() { curl -sS --max-time 30 --unix-socket "$INCUS_SOCKET" "http://incus$1"; }

wait_until_ready() {
  local n
  for n in $(seq 600); do
    ! api /internal/ready 2>/dev/null | grep -q '"status_code":200' || return 0
    [ -n "$(outer_pid)" ] || die "incusd ended while starting"
    sleep 0.05
  done
  die "incusd is not ready after 30 s"
}

# ---- its cgroups: one directory in each hierarchy, below the one we run in -------------------------------------------

enter_cgroup() {
  if [ -e /sys/fs/cgroup/cgroup.controllers ]; then enter_unified; else enter_each_v1; fi
}

# LXC goes to the parent of init.scope, where no process may be once controllers are handed down.
enter_unified() {
  mkdir -p "/sys/fs/cgroup/$cgroup/init.scope"
  echo 0 >"/sys/fs/cgroup/$cgroup/init.scope/cgroup.procs"
}

enter_each_v1() {
  local lines controllers mount path ours
  mapfile -t lines </proc/self/cgroup  # read whole: each move changes it
  for line in "${lines[@]}"; do
    IFS=: read -r _ controllers path <<<"$line"
    case $controllers in '') mount=unified;; name=*) mount=${controllers#name=};; *) mount=$controllers;; esac
    ours=/sys/fs/cgroup/$mount${path%/}/$cgroup
    mkdir -p "$ours" 2>/dev/null || continue
    if [ -e "$ours/cpuset.cpus" ]; then inherit_cpuset "$ours"; fi
    echo 0 >"$ours/cgroup.procs" 2>/dev/null || true
  done
}

# A new v1 cpuset is empty and takes no process.
inherit_cpuset() {
  cat "$1/../cpuset.cpus" >"$1/cpuset.cpus"
  cat "$1/../cpuset.mems" >"$1/cpuset.mems"
  echo 1 >"$1/cgroup.clone_children"
}

cgroup_pids() { find /sys/fs/cgroup -path "*/$cgroup/*" -name cgroup.procs -exec cat {} + 2>/dev/null | sort -un; }

# Killing is asynchronous: a cgroup can be removed only when its last process is gone.
remove_cgroups() {
  local n pids
  for n in $(seq 100); do
    find /sys/fs/cgroup -depth -type d \( -path "*/$cgroup/*" -o -name "$cgroup" \) -exec rmdir {} + 2>/dev/null || true
    [ -n "$(find /sys/fs/cgroup -type d -name "$cgroup" 2>/dev/null)" ] || return 0
    pids=$(cgroup_pids)
    if [ "$n" -gt 20 ] && [ -n "$pids" ]; then kill -KILL $pids 2>/dev/null || true; fi
    sleep 0.05
  done
  echo "testbed.sh: cgroups named $cgroup are left" >&2
  return 1
}

# ---- what it holds ---------------------------------------------------------------------------------------------------

prepare() {
  mkdir -m 711 "$dir"
  mkdir "$dir"/{incus,client,tls,stubs}
  echo 'root:1000000:1000000000' >"$dir/subid"
  touch /etc/subuid /etc/subgid  # to bind over; empty on a bare Debian
  # A bridge without addresses needs neither: incusd only asks for their versions, and must not touch the host's rules.
  printf '%s\n' '#!/bin/sh' 'case "$*" in *--version*) echo "nftables v1.0.6";; *ruleset*) echo "{\"nftables\": []}";; esac' \
    >"$dir/stubs/nft"
  printf '%s\n' '#!/bin/sh' 'echo "Dnsmasq version 2.90"' >"$dir/stubs/dnsmasq"
  chmod 755 "$dir"/stubs/*
}

preseed() {
  cat <<PRESEED
config: {${https:+core.https_address: "127.0.0.1:$https"}}
networks:
- {name: incusbr0, type: bridge, config: {ipv4.address: none, ipv6.address: none}}
storage_pools:
- {name: default, driver: dir}
profiles:
- name: default
  devices:
    root: {type: disk, path: /, pool: default}
    eth0: {type: nic, name: eth0, network: incusbr0}
PRESEED
}

import_image() {
  "$here/busybox_image.sh" "$dir/busybox.tar.gz"
  incus -q image import "$dir/busybox.tar.gz" --alias busybox >/dev/null
}

make_certificate() {
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj "/CN=$1" \
    -keyout "$dir/tls/$1.key" -out "$dir/tls/$1.crt" 2>/dev/null
}

set_up_tls() {
  local name
  for name in client restricted untrusted; do make_certificate "$name"; done
  incus config trust add-certificate "$dir/tls/client.crt" --name client
  incus -q project create restricted -c features.images=false -c restricted=true
  incus -q profile device add default root disk path=/ pool=default --project restricted
  incus config trust add-certificate "$dir/tls/restricted.crt" --name restricted --restricted --projects restricted
}

# Started through sudo: the user behind it works with the testbed.
hand_to_user() {
  [ -n "${SUDO_UID:-}" ] || return 0
  chown "$SUDO_UID:${SUDO_GID:-0}" "$INCUS_SOCKET"
  chown -R "$SUDO_UID:${SUDO_GID:-0}" "$dir/tls" "$dir/client"
}

# ---- the commands ----------------------------------------------------------------------------------------------------

need_root() { [ "$(id -u)" = 0 ] || die "$verb needs root"; }

up() {
  local name
  need_root
  [ ${#INCUS_SOCKET} -le 100 ] || die "--dir is too long: a socket path has 107 bytes at most"
  down
  trap 'status=$?; [ $status = 0 ] || { tail -n 20 "$dir/incusd.out" >&2; down; exit $status; }' EXIT
  prepare
  start
  wait_until_ready
  preseed | incus admin init --preseed
  import_image
  [ -z "$https" ] || set_up_tls
  for name in "${launch[@]}"; do incus -q launch busybox "$name" </dev/null; done
  hand_to_user
  print_env
}

print_env() {
  [ -S "$INCUS_SOCKET" ] || die "not up: $dir"
  printf 'export %s=%q\n' INCUS_DIR "$INCUS_DIR" INCUS_CONF "$INCUS_CONF" INCUS_SOCKET "$INCUS_SOCKET" \
    IMCP_TEST_SOCKET "$INCUS_SOCKET" IMCP_TEST_URL "unix://$INCUS_SOCKET" \
    IMCP_TEST_IMAGE busybox IMCP_TEST_POOL default IMCP_TEST_NETWORK incusbr0
  [ -e "$dir/tls/client.crt" ] || return 0
  printf 'export %s=%q\n' IMCP_TEST_HTTPS_URL "$(https_url)" IMCP_TEST_TLS_DIR "$dir/tls" \
    IMCP_TEST_SERVER_CERTIFICATE "$dir/incus/server.crt"
}
https_url() { echo "https://$(api /1.0 | grep -o '"core.https_address":"[^"]*"' | cut -d'"' -f4)"; }

run_inside() {
  need_root
  eval "$(print_env)"
  exec nsenter --net="/proc/$(incusd_pid)/ns/net" -- "$@"
}

down() {
  local pid
  need_root
  [ ! -e "$dir" ] || [ -O "$dir" ] || die "$dir belongs to another user"
  pid=$(outer_pid) || true
  [ -z "$pid" ] || kill -KILL "$pid"
  remove_cgroups
  rm -rf --one-file-system "$dir"
}

case $verb in
  up|down|outer|inner) $verb;;
  env) print_env;;
  exec) [ $# -gt 0 ] || usage; run_inside "$@";;
  *) usage;;
esac
