#!/usr/bin/env bash
# busybox_image.sh OUT.tar.gz: a container image of one static busybox, byte-identical each time, so its fingerprint is too.
set -euo pipefail
busybox=$(command -v busybox) || { echo "busybox_image.sh: busybox-static is not installed" >&2; exit 1; }
if ldd "$busybox" >/dev/null 2>&1; then echo "busybox_image.sh: $busybox is not static" >&2; exit 1; fi

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
root=$tree/rootfs
mkdir -p "$root"/{bin,sbin,etc,proc,sys,dev,root,tmp,run,var,usr/bin}
chmod 1777 "$root/tmp"
cp "$busybox" "$root/bin/busybox"
"$busybox" --list | grep -vx busybox | while read -r applet; do ln -s busybox "$root/bin/$applet"; done

# The first process: reaps orphans, and ends at once on SIGPWR, which is what a stop sends.
cat >"$root/sbin/init" <<'INIT'
#!/bin/sh
trap "exit 0" PWR TERM
trap "" HUP INT
while :; do sleep 3600 & wait $!; done
INIT
chmod 755 "$root/sbin/init"

printf 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/sh\n' >"$root/etc/passwd"
printf 'root:x:0:\nnogroup:x:65534:\n' >"$root/etc/group"
echo '127.0.0.1 localhost' >"$root/etc/hosts"
cat >"$tree/metadata.yaml" <<METADATA
architecture: $(uname -m)
creation_date: 1700000000
properties: {description: busybox for tests, os: busybox, release: "1"}
METADATA

tar -C "$tree" --sort=name --mtime=@1700000000 --owner=0 --group=0 --numeric-owner -cf - metadata.yaml rootfs |
  gzip -n1 >"$1"
