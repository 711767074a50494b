import type { MountMachine } from './mount-machine.js'
import { standIn } from './stand-in.js'

/** Puts a stand-in of apt in a machine. It notes what it is asked, and "installs" a program for each package it is told to have. */
export async function standInApt(machine: MountMachine, has: readonly string[]): Promise<void> {
  const script = `
echo "$*" >> /tmp/apt.log
case "$*" in *install*) ;; *) exit 0;; esac
seen=
for word; do
  [ -n "$seen" ] || { [ "$word" != install ] || seen=yes; continue; }
  case $word in -*|ca-certificates|curl) continue;; esac
  case " ${has.join(' ')} " in
  *" $word "*) ;;
  *) echo "E: Unable to locate package $word" >&2; exit 100;;
  esac
  program=$word
  case $word in fuse|fuse3) program=fusermount; echo '#' > /etc/fuse.conf;; esac
  printf '#!/bin/sh\\nexit 0\\n' > /usr/local/sbin/$program
  chmod 755 /usr/local/sbin/$program
done`
  await standIn(machine, 'apt-get', script)
}
