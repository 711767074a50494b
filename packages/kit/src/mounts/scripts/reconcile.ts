import { sh, type ShellCommand } from '@caisson/core/driver'

/**
 * Takes away what this library mounted in the machine and nobody wants any more, children first; `$wanted` holds the paths
 * that stay, each between line ends. Mounts of others are not even looked at.
 */
export const reconcile: ShellCommand = sh`
is_wanted() {
case $wanted in
*"$newline$1$newline"*) return 0 ;;
esac
return 1
}
unwanted_markers() {
for file in "$markers"/*; do
[ -f "$file" ] || continue
if ! read_marker "$file"; then
rm -f -- "$file"
elif ! is_wanted "$marked_path"; then
printf '%s %s\\n' "$marked_path" "\${file##*/}"
fi
done | sort -r
}
remove_noted_by_other() {
for note in /tmp/.mastra-mounts/mount-*; do
[ -f "$note" ] && [ ! -L "$note" ] || continue
IFS= read -r noted 2>/dev/null <"$note" || [ -n "$noted" ] || continue
path=\${noted%|*}
case $path in
''|*[!a-zA-Z0-9_./-]*) continue ;;
esac
is_wanted "$path" && continue
if find_mount "$path" && noted_by_other "$path"; then
detach "$path" "\${found_type#fuse.}" && rm -f -- "$note"
fi
done
}
reconcile() {
unwanted_markers >"$work/unwanted"
while read -r path marker; do
if is_ours "$path" "$marker"; then
detach "$path" "$marked_tool" || continue
fi
read_marker "$markers/$marker" && forget "$path" "$marker"
done <"$work/unwanted"
remove_noted_by_other
}
`
