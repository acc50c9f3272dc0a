#!/usr/bin/env bash
# The one list of Debian packages, each with what it is for. Names are the same on Debian 12 and 13.
#
#   packages.sh GROUP…     installs what is missing of these groups: build image testbed agent clients lint
#   packages.sh --list     prints the list
set -euo pipefail
. "$(dirname "$0")/steps.sh"

# group, package, what for. "or COMMAND": the package is not needed where that command already exists.
packages='
build    g++                                 the compiler; 12.2 or later
build    cmake                               3.25 or later
build    ninja-build                         what the presets build with
build    libboost1.83-dev                    Asio and Beast; 1.83 is the first that carries our streams
build    libboost-program-options1.83-dev    the command line
build    libssl-dev                          mutual TLS to a remote Incus
build    libsimdjson-dev                     the JSON parser
build    libvalijson-dev                     JSON Schema validation
build    libspdlog-dev                       logs, on stderr
build    libtomlplusplus-dev                 the policy file
build    libgtest-dev                        unit tests
build    ccache                              a second build in seconds
image    busybox-static                      the only content of the test image
image    curl                                asks a Unix socket whether an Incus answers
image    incus-client or incus               imports the image, launches and inspects
testbed  incus-base or incusd                the throwaway Incus
testbed  openssl                             certificates for its HTTPS side
testbed  iproute2                            its private network
testbed  procps                              finds its processes
agent    python3-minimal or python3          the example agent of try.sh
clients  npm or npm                          the official MCP clients; brings node, too old on Debian 12: see tests/clients
lint     universal-ctags or ctags            the length of functions
'

rows() { printf '%s' "$packages" | grep -E "^($1) "; }

is_there() {  # PACKAGE [COMMAND]
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ] && return 0
  [ -n "${2:-}" ] && PATH=$PATH:/usr/sbin:/usr/libexec/incus:/opt/incus/bin command -v "$2" >/dev/null
}

missing() {
  local package word command
  while read -r _ package word command _; do
    [ "$word" = or ] || command=
    is_there "$package" "$command" || echo "$package"
  done
}

# Debian 12 has Boost 1.83 and Incus in its backports only. They come from the mirror that this machine already uses.
enable_backports() {
  local targets mirror
  [ "$(. /etc/os-release && echo "${VERSION_CODENAME:-}")" = bookworm ] || return 0
  targets=$(apt-get indextargets --format '$(RELEASE) $(REPO_URI) $(COMPONENT)' 'Created-By: Packages')
  ! grep -q '^bookworm-backports ' <<<"$targets" || return 0
  mirror=$(awk '$1 == "bookworm" && $3 == "main" { print $2; exit }' <<<"$targets")
  [ -n "$mirror" ] || die "no apt source for bookworm main: enable bookworm-backports by hand"
  say "enabling bookworm-backports from $mirror"
  echo "deb $mirror bookworm-backports main" | as_root tee /etc/apt/sources.list.d/bookworm-backports.list >/dev/null
}

install_missing() {
  local wanted=$1 apt="apt-get -o DPkg::Lock::Timeout=300 -qq"
  say "installing:" $wanted
  enable_backports
  as_root $apt update
  as_root env DEBIAN_FRONTEND=noninteractive $apt -y --no-install-recommends install $wanted | count_lines
}

# Hundreds of lines of apt become a line for each fifty packages.
count_lines() {
  awk '/^Setting up / { if (++n % 50 == 0) { print "   " n " packages set up"; fflush() } }
       END { print "   " n + 0 " packages set up" }'
}

[ $# -gt 0 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0"; exit 2; }
if [ "$1" = --list ]; then rows '[a-z]+'; exit; fi
groups=$(IFS='|'; echo "$*")
wanted=$(rows "$groups" | missing | sort -u | tr '\n' ' ')
if [ -z "$wanted" ]; then say "all packages for $* are installed"; else install_missing "$wanted"; fi
