import { sh, type ShellCommand } from '@caisson/core/driver'

/** Looking at the machine's table of mounts, and taking mounts away. */
export const mountTable: ShellCommand = sh`
# What is mounted at a path, the last one on top: $found_device and $found_type, empty when there is nothing.
find_mount() {
found_device= found_type=
while read -r _ _ device _ point rest; do
[ "$point" = "$1" ] || continue
rest=\${rest#* - }
found_device=$device found_type=\${rest%% *}
done <<CAISSON_END
$(grep -F -- " $1 " /proc/self/mountinfo)
CAISSON_END
[ -n "$found_device" ]
}
# Reads what we noted of a path, and tells whether what is mounted there is what we mounted.
read_marker() {
marked= marked_hash= marked_device= marked_type= marked_tool= marked_private= marked_expiry=
{ IFS= read -r marked && read -r marked_device marked_type marked_tool marked_private marked_expiry; } 2>/dev/null <"$1" || return 1
marked_path=\${marked%|*}
marked_hash=\${marked##*|}
}
# A marker without a device is of a script that was killed while the mount was being made.
is_ours() {
read_marker "$markers/$2" && [ "$marked_path" = "$1" ] && find_mount "$1" || return 1
if [ "$marked_device" != - ]; then
[ "$found_device $found_type" = "$marked_device $marked_type" ]
return
fi
case $found_type in
fuse|fuse.*) return 0 ;;
esac
return 1
}
# Whether what we mounted is still there, below a mount of somebody else.
is_covered() {
read_marker "$markers/$2" && [ "$marked_path" = "$1" ] && find_mount "$1" && [ "$marked_device" != - ] && [ "$found_device" != "$marked_device" ] && grep -qsF -- " $marked_device / $1 " /proc/self/mountinfo
}
# The processes whose arguments name the path as a whole: the daemon of the mount among them.
daemons_of() {
daemons=
for directory in $(grep -lzxFs -- "$1" /proc/[0-9]*/cmdline); do
directory=\${directory%/cmdline}
read -r name <"$directory/comm" || continue
[ "$name" = "$2" ] && daemons="$daemons \${directory#/proc/}"
done 2>/dev/null
}
is_running() {
read -r _ _ condition _ 2>/dev/null <"/proc/$daemon/stat" && [ "$condition" != Z ]
}
await_daemons() {
tries=0
for daemon in $daemons; do
while [ "$tries" -lt 100 ] && is_running; do
tries=$((tries + 1))
sleep 0.1
done
done
}
plain_unmount() {
if [ "$self" = 0 ]; then
timeout -k 2 15 umount "$1" 2>/dev/null || ! find_mount "$1"
else
timeout -k 2 15 fusermount3 -u "$1" 2>/dev/null || timeout -k 2 15 fusermount -u "$1" 2>/dev/null || ! find_mount "$1"
fi
}
lazy_unmount() {
if [ "$self" = 0 ]; then
timeout -k 2 15 umount -l "$1" 2>/dev/null || ! find_mount "$1"
else
timeout -k 2 15 fusermount3 -uz "$1" 2>/dev/null || timeout -k 2 15 fusermount -uz "$1" 2>/dev/null || ! find_mount "$1"
fi
}
# Takes one mount away; $lazily becomes yes when it was in use and only new users are kept out.
detach() {
lazily=
daemons_of "$1" "$2"
if plain_unmount "$1"; then
await_daemons
return 0
fi
lazy_unmount "$1" || return 1
lazily=yes
}
# One of the shells of this script at a time makes or removes directories.
begin_directories() {
tries=0
until mkdir "$work/directories" 2>/dev/null || [ ! -d "$work" ] || [ "$tries" -gt 2000 ]; do
tries=$((tries + 1))
sleep 0.02
done
}
end_directories() {
rmdir "$work/directories" 2>/dev/null
}
# Removes directories that we made, from the path upwards, as far as they are empty. Each has a note, in a tree like theirs.
remove_made() {
directory=$1
while [ -n "$directory" ] && [ -f "$state/made$directory/%" ] && rmdir -- "$directory" 2>/dev/null; do
rm -f -- "$state/made$directory/%"
rmdir -- "$state/made$directory" 2>/dev/null
directory=\${directory%/*}
done
}
# Ends what runs beside a daemon: its arguments name a file in a directory that only we can enter.
end_companion() {
for directory in $(grep -lzxFs -- "$1/token.socket" /proc/[0-9]*/cmdline); do
directory=\${directory%/cmdline}
kill "\${directory#/proc/}" 2>/dev/null
done
}
# Forgets a mount that is gone, with all that was kept for it.
forget() {
case $marked_private in
"$base"/.caisson-mount.*)
end_companion "$marked_private"
rm -rf -- "$marked_private"
;;
esac
rm -rf -- "\${caches:?}/$2"
rm -f -- "$markers/$2"
begin_directories
remove_made "$1"
end_directories
}
`
