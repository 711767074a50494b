import { sh, type ShellCommand } from '@caisson/core/driver'

/** Waits for the command, however often a forwarded signal interrupts the wait; then finds out whether a signal ended it. */
const waiting: ShellCommand = sh`
caisson_again=1
while [ -n "$caisson_again" ]; do
caisson_again=
wait "$caisson_child"
caisson_status=$?
kill -0 "$caisson_child" && caisson_again=1
done
[ -z "\${BASH_VERSION-}" ] || trap - CHLD
caisson_signal=0
if [ "$caisson_status" -gt 128 ] && [ -f "$caisson_dir/state" ]; then
while read -r caisson_line; do
case $caisson_line in
*" $caisson_child "*)
case \${caisson_line#*" $caisson_child "} in
*"$caisson_status"*) caisson_signal=0 ;;
*) caisson_signal=$((caisson_status - 128)) ;;
esac
;;
esac
done <"$caisson_dir/state"
fi
`

/**
 * Waits until both copiers have ended, as they do when nobody can write any more; else until the output was quiet for
 * 200 ms, for one second at the longest.
 */
const lingering: ShellCommand = sh`
exec 9<>"$caisson_dir/tick"
caisson_pause() {
if [ -n "\${BASH_VERSION-}" ]; then read -r -t "$1" caisson_skip <&9; else sleep "$1"; fi
}
caisson_reach() {
caisson_size=0
while read -r caisson_key caisson_value; do
[ "$caisson_key" = pos: ] && caisson_size=$caisson_value
done <"/proc/$1/fdinfo/3"
}
caisson_step=1 caisson_waited=0 caisson_quiet=0 caisson_last=
while kill -0 "$caisson_out" || kill -0 "$caisson_err"; do
caisson_reach "$caisson_out"
caisson_sizes=$caisson_size
caisson_reach "$caisson_err"
caisson_sizes=$caisson_sizes/$caisson_size
[ "$caisson_sizes" = "$caisson_last" ] || caisson_quiet=0
caisson_last=$caisson_sizes
[ "$caisson_quiet" -lt 200 ] && [ "$caisson_waited" -lt 1000 ] || break
caisson_text=00$caisson_step
caisson_pause "0.\${caisson_text#"\${caisson_text%???}"}"
caisson_waited=$((caisson_waited + caisson_step)) caisson_quiet=$((caisson_quiet + caisson_step))
[ "$caisson_step" -ge 25 ] || caisson_step=$((caisson_step * 2))
done
`

/**
 * Ends a stream that something still holds. The last mark goes through the pipe itself, so that it stands behind all that
 * the command wrote, however long a slow reader holds that up. When it has passed, the copier is replaced by a reader that
 * throws away what follows and holds nothing of the vendor's: the writers live on undisturbed.
 */
const cutting: ShellCommand = sh`
caisson_passed() { tail -c "+$((caisson_before + 1))" "$caisson_dir/$1" | grep -qF "$caisson_id end"; }
caisson_cut() {
kill -0 "$3" || return 1
exec 8<>"$caisson_dir/$1"
caisson_reach "$3"
caisson_before=$caisson_size
caisson_mark "end $caisson_status $caisson_signal" >&8
while kill -0 "$3" && ! caisson_passed "$2"; do caisson_pause 0.020; done
exec 7<"$caisson_dir/$1"
cat <&7 >/dev/null 2>&1 4>&- 7<&- 8>&- 9>&- &
exec 7<&- 8>&-
caisson_passed "$2" || return 1
kill "$3"
}
caisson_cut o out "$caisson_out" && caisson_out=
caisson_cut e err "$caisson_err" && caisson_err=
`

/** The record first: who sees the last mark may rely on it. */
const ending: ShellCommand = sh`
printf '%s %s %s end\\n' "$caisson_status" "$caisson_signal" "\${EPOCHSECONDS:-0}" >"$caisson_dir/exit"
[ -z "$caisson_out" ] || caisson_mark "end $caisson_status $caisson_signal"
[ -z "$caisson_err" ] || caisson_mark "end $caisson_status $caisson_signal" >&4
exit "$caisson_status"
`

/** Everything after the command was started. */
export const endOfSupervisor: ShellCommand = sh`${waiting}${lingering}${cutting}${ending}`
