import { sh, type ShellCommand } from '@caisson/core/driver'

/**
 * All of one mount, in a shell of its own beside the others: `mount_one` writes what became of it into `$work/index`, and
 * what the tool said into `$work/index.text`.
 */
export const mountOne: ShellCommand = sh`
answer() {
printf '%s %s\\n' "$1" "\${2:--}" >"$work/$index"
}
save_log() {
cat -- "$private/log" "$report" 2>/dev/null | grep -vF -e "$noise" | tail -n 12 | cut -c 1-600 >"$work/$index.text"
}
# Whether a mount that is there can stay; what cannot is taken away. Fails when it must be left as it is.
settle_existing() {
find_mount "$path" || return 0
if is_ours "$path" "$marker"; then
if [ "$refresh" != yes ] && [ "$marked_hash" = "$hash" ] && access_check "$path" 30; then
answer kept "$marked_expiry"
return 1
fi
if [ "$refresh" = yes ]; then
daemons_of "$path" "$marked_tool"
if ! plain_unmount "$path"; then
answer failed in-use
return 1
fi
await_daemons
else
detach "$path" "$marked_tool" || { answer failed stuck; return 1; }
fi
forget "$path" "$marker"
return 0
fi
if noted_by_other "$path"; then
detach "$path" "\${found_type#fuse.}" || { answer failed stuck; return 1; }
return 0
fi
answer failed foreign
return 1
}
check_tool() {
if ! [ -e /dev/fuse ]; then
answer failed no-fuse
elif [ "$self" != 0 ] && ! [ -w /dev/fuse ]; then
answer failed fuse-permission
elif [ "$self" != 0 ] && [ -n "$everyone" ] && ! grep -qsx ' *user_allow_other *' /etc/fuse.conf; then
answer failed fuse-everyone
elif command -v "$tool" >/dev/null 2>&1; then
return 0
elif [ -f "$work/install.$tool" ]; then
tail -n 8 "$work/install.$tool" | cut -c 1-400 >"$work/$index.text"
answer failed "$(cat "$work/install.$tool.reason")"
elif command -v apt-get >/dev/null 2>&1 && [ "$self" = 0 ]; then
answer missing apt
else
answer missing none
fi
return 1
}
check_above() {
[ -z "$above" ] && return 0
read -r state_above _ <"$work/$above"
case $state_above in
mounted|kept) return 0 ;;
missing) answer missing above ;;
*) answer failed above ;;
esac
return 1
}
write_marker() {
printf '%s|%s\\n%s %s %s %s %s\\n' "$path" "$1" "$2" "$3" "$tool" "$private" "$expiry" >"$work/$index.marker" && mv -f -- "$work/$index.marker" "$markers/$marker"
}
note_mount() {
find_mount "$path" || return 1
[ "$keeps_private" = yes ] || { rm -rf -- "$private"; private=-; }
write_marker "$hash" "$found_device" "$found_type"
}
mount_one() {
index=$1
report=$work/$index.report
private= daemon= cached=
describe "$index"
check_above || return 0
settle_existing || return 0
rm -f -- "$markers/$marker"
check_tool || return 0
guard "$path" || { answer failed "$reason"; save_log; return 0; }
trap 'undo "$path" "$marker"; exit 1' HUP INT TERM
if private=$(mktemp -d "$base/.caisson-mount.XXXXXXXXXX") && with_secrets "$index" file write_file && make_cache && write_marker - - -; then
if start_daemon "$index" && await_mount "$path" && access_check "$path" 45 && ! is_absent && note_mount; then
answer mounted "$expiry"
return 0
fi
sleep 0.1
else
reason=files
fi
save_log
undo "$path" "$marker"
case $reason in
ended|not-mounted|no-access|no-answer) ! is_unreachable || reason=unreachable ;;
esac
answer failed "$reason"
}
make_cache() {
[ "$needs_cache" = yes ] || return 0
own_directory "$caches" || return 1
cached=yes cache=$caches/$marker
rm -rf -- "$cache" && mkdir -m 700 -- "$cache"
}
`
