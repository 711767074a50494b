import { sh, type ShellCommand } from '@caisson/core/driver'

/**
 * Looks at a path before anything is mounted there, and makes its directories. Sets `$reason` when it must not be, and
 * `$made` to the number of directories that are new.
 */
export const guard: ShellCommand = sh`
make_directories() {
made=0 built=
left=\${1#/}/
while [ -n "$left" ]; do
built=$built/\${left%%/*}
left=\${left#*/}
if [ -L "$built" ]; then
reason=symlink
elif [ -d "$built" ]; then
continue
elif [ -e "$built" ]; then
reason=not-a-directory
elif timeout -k 2 30 mkdir -m 755 -- "$built" 2>"$report"; then
made=$((made + 1))
continue
else
reason=no-directory
fi
remove_made "\${built%/*}" "$made"
return 1
done
}
is_empty() {
for entry in "$1"/* "$1"/.[!.]* "$1"/..?*; do
if [ -e "$entry" ] || [ -L "$entry" ]; then
return 1
fi
done
}
guard() {
reason=
make_directories "$1" || return 1
if ! is_empty "$1"; then
reason=not-empty
return 1
fi
}
# Whether the library this one replaces noted a mount of its own there. Anybody can write its notes: they are good for
# unmounting what is mounted by one of the tools, and for nothing else.
noted_by_other() {
case $found_type in
fuse.s3fs|fuse.gcsfuse|fuse.blobfuse2) ;;
*) return 1 ;;
esac
for note in /tmp/.mastra-mounts/mount-*; do
[ -f "$note" ] && [ ! -L "$note" ] || continue
IFS= read -r noted 2>/dev/null <"$note" || [ -n "$noted" ] || continue
[ "\${noted%|*}" = "$1" ] && return 0
done
return 1
}
`
