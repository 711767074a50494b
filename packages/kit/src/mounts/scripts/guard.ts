import { sh, type ShellCommand } from '@caisson/core/driver'

/**
 * Looks at a path before anything is mounted there, and makes its directories. Sets `$reason` when it must not be.
 */
export const guard: ShellCommand = sh`
make_directories() {
built=
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
mkdir -p "$state/made$built" && : >"$state/made$built/%"
continue
else
reason=no-directory
fi
remove_made "\${built%/*}"
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
begin_directories
make_directories "$1"
end_directories
[ -z "$reason" ] || return 1
if ! is_empty "$1"; then
reason=not-empty
begin_directories
remove_made "$1"
end_directories
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
