#!/bin/bash
# Boots the systemd of a root folder, in namespaces that `unshare` has made. The network is that of the machine.
set -e
root=$1
mount --bind "$root" "$root"
cd "$root"
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty; do
    touch dev/$device
    mount --bind /dev/$device dev/$device
done
ln -s /proc/self/fd dev/fd
# systemd wants it, to give a service devices of its own.
ln -s pts/ptmx dev/ptmx
pivot_root . mnt
umount -l /mnt
# As on a machine: a service gets a copy of what is mounted.
mount --make-rshared /
exec env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system --unit=multi-user.target
