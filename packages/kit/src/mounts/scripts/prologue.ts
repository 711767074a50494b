import { sh, type ShellCommand } from '@caisson/core/driver'
import { ownDirectory } from './own-directory.js'

/** Where things are, for root and for a user without rights. `$state` and everything in it belong to one user only. */
export const prologue: ShellCommand = sh`
set +aefuvx
unset IFS POSIXLY_CORRECT
umask 077
LC_ALL=C
PATH=$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export LC_ALL PATH
uid=$1
gid=$2
self=$(id -u)
trap '' PIPE
cd /
if [ "$self" = 0 ]; then
state=/run/caisson-mounts
caches=/var/cache/caisson-mounts
else
state=/tmp/.caisson-mounts-$self
caches=$state/caches
fi
markers=$state/markers
say() {
printf '%s %s\\n' "$mark" "$*"
}
stop_all() {
say 0 failed "$1"
exit 0
}
${ownDirectory}`

/** Takes in the secrets before anything else is started. They stay in variables of this shell, which are not exported. */
export const readSecrets: ShellCommand = sh`
secrets=
while IFS= read -r line; do
[ "$line" = end ] && break
secrets="$secrets$line
"
done
`

/**
 * Prepares the directories, of which those for secrets are in memory, and waits for other scripts of ours. What a killed
 * one left of its secrets is removed.
 */
export const prepare: ShellCommand = sh`
in_memory() {
[ "$(stat -f -c %T -- "$1" 2>/dev/null)" = tmpfs ]
}
choose_private_base() {
base=$state/private
own_directory "$base" || return 1
in_memory "$base" && return 0
if [ -d /dev/shm ] && [ -w /dev/shm ] && in_memory /dev/shm; then
base=/dev/shm
elif [ "$self" = 0 ] && mount -t tmpfs -o mode=700,size=4m,nosuid,nodev caisson "$base" 2>/dev/null; then
own_base=yes
fi
}
# Of several that find the holder dead only one may take the lock away, and not from the next holder.
break_lock() {
dead=$state/lock.$$
mv -- "$state/lock.d" "$dead" 2>/dev/null || return
moved=
[ ! -f "$dead/pid" ] || read -r moved <"$dead/pid"
if [ "$moved" = "$holder" ]; then
rm -rf -- "$dead"
else
mv -- "$dead" "$state/lock.d"
fi
}
lock() {
if command -v flock >/dev/null 2>&1; then
exec 9>"$state/lock" && timeout "$lock_seconds" flock 9
return
fi
tries=0
until mkdir "$state/lock.d" 2>/dev/null; do
holder=
[ ! -f "$state/lock.d/pid" ] || read -r holder <"$state/lock.d/pid"
tries=$((tries + 1))
# Who made it says so at once; whoever was killed in between never does.
if [ -z "$holder" ] && [ "$tries" -gt 5 ]; then
break_lock
elif [ -n "$holder" ] && ! kill -0 "$holder" 2>/dev/null; then
break_lock
continue
fi
[ "$tries" -le "$lock_seconds" ] || return 1
sleep 1
done
echo $$ >"$state/lock.d/pid"
}
end_all() {
rm -rf -- "$work"
[ ! -d "$state/lock.d" ] || rm -rf -- "$state/lock.d"
if [ "$base" = "$state/private" ] && in_memory "$base" && [ -z "$(ls -A -- "$base")" ]; then
umount -l "$base" 2>/dev/null
fi
}
# The shells of the mounts undo what they have begun, and are waited for while everything is still there.
stop_work() {
trap '' HUP INT TERM
jobs -p >"$work/jobs"
while read -r job; do
kill "$job" 2>/dev/null
done <"$work/jobs"
wait
exit 1
}
sweep() {
for old in "$base"/.caisson-mount.*; do
[ -d "$old" ] && [ ! -L "$old" ] && [ -O "$old" ] || continue
grep -hsF -- "$old" "$markers"/* | grep -qv '^- ' || rm -rf -- "$old"
done
}
# Whoever unmounted something without us left our notes of it.
forget_unmounted() {
for file in "$markers"/*; do
[ -f "$file" ] && read_marker "$file" || continue
find_mount "$marked_path" || forget "$marked_path" "\${file##*/}"
done
}
command -v timeout >/dev/null 2>&1 && command -v setsid >/dev/null 2>&1 || stop_all no-timeout
own_directory "$state" && own_directory "$markers" || stop_all state
lock || stop_all locked
choose_private_base || stop_all state
sweep
work=$(mktemp -d "$base/.caisson-mount.XXXXXXXXXX") || stop_all state
trap end_all EXIT
trap stop_work HUP INT TERM
forget_unmounted
`
