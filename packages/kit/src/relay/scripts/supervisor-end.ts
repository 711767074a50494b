import { sh, type ShellCommand } from '@caisson/core/driver'
import type { SupervisorParts } from './supervisor-start.js'

/**
 * Waits for the command, then finds out whether a signal ended it: only the job list tells that from an exit code.
 *
 * bash forgets a job whenever it waits for anything, and whenever it reads a line of its text. So everything from the start
 * of the command to the list is one group, which is read before, and the shell does not wait but reads from a pipe whose
 * only writer, a watcher, ends with the command; a command that is over within some milliseconds has none. A trap that lists
 * jobs would be simpler, but its text is read while the shell is inside its wait, on which bash crashes now and then; a read
 * with a time-out may leave the signals about children blocked. What the list no longer shows was ended by a signal.
 * Where the watcher ended early, or there is none, a signal is told as a code. The watcher lets go of the vendor's streams
 * before it waits for its reader, which may have been killed.
 */
const waiting: ShellCommand = sh`
caisson_runs() {
[ -d "/proc/$1" ] && read -r caisson_stat <"/proc/$1/stat" || return 1
set -- \${caisson_stat##*) }
[ "$1" != Z ]
}
caisson_spin() {
caisson_look=0
while [ -d "/proc/$caisson_child" ] && [ "$caisson_look" -lt 1500 ]; do caisson_look=$((caisson_look + 1)); done
}
caisson_lost=1
if [ -n "\${BASH_VERSION-}" ]; then
caisson_lost=
caisson_spin
if [ -d "/proc/$caisson_child" ]; then
tail --pid="$caisson_child" -s 0.01 -f /dev/null >/dev/null 4>&- >"$caisson_dir/tick" &
exec 8<"$caisson_dir/tick"
read -r caisson_skip <&8
exec 8<&-
caisson_spin
while caisson_runs "$caisson_child"; do caisson_lost=1; sleep 0.1; done
fi
[ -n "$caisson_lost" ] || [ -d "/proc/$caisson_child" ] || jobs -l >"$caisson_dir/state"
fi
}
caisson_again=1
while [ -n "$caisson_again" ]; do
caisson_again=
wait "$caisson_child"
caisson_status=$?
kill -0 "$caisson_child" && caisson_again=1
done
caisson_signal=0
if [ "$caisson_status" -gt 128 ] && [ -f "$caisson_dir/state" ]; then
caisson_signal=$((caisson_status - 128))
while read -r caisson_line; do
case $caisson_line in
*" $caisson_child "*)
case \${caisson_line#*" $caisson_child "} in
*"$caisson_status"*) caisson_signal=0 ;;
esac
;;
esac
done <"$caisson_dir/state"
fi
`

/**
 * Waits until both copiers have ended, as they do when nobody can write any more; else until the output was quiet for
 * 200 ms, for one second at the longest. Mostly they have ended, or are about to: the first naps are short.
 */
const lingering: ShellCommand = sh`
caisson_reach() {
caisson_size=0
while read -r caisson_key caisson_value; do
[ "$caisson_key" = pos: ] && caisson_size=$caisson_value
done <"/proc/$1/fdinfo/3"
}
caisson_copies() { caisson_runs "$caisson_out" || caisson_runs "$caisson_err"; }
caisson_look=0
while caisson_copies && [ "$caisson_look" -lt 20 ]; do caisson_look=$((caisson_look + 1)); done
caisson_waited=0 caisson_quiet=0 caisson_last= caisson_nap=2
while caisson_copies; do
caisson_reach "$caisson_out"
caisson_sizes=$caisson_size
caisson_reach "$caisson_err"
caisson_sizes=$caisson_sizes/$caisson_size
[ "$caisson_sizes" = "$caisson_last" ] || caisson_quiet=0
caisson_last=$caisson_sizes
[ "$caisson_quiet" -lt 200 ] && [ "$caisson_waited" -lt 1000 ] || break
caisson_text=00$caisson_nap
sleep "0.\${caisson_text#"\${caisson_text%???}"}"
caisson_waited=$((caisson_waited + caisson_nap)) caisson_quiet=$((caisson_quiet + caisson_nap))
[ "$caisson_nap" -ge 20 ] || caisson_nap=$((caisson_nap * 2))
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
caisson_runs "$3" || return 1
exec 8<>"$caisson_dir/$1"
caisson_reach "$3"
caisson_before=$caisson_size
caisson_mark "end $caisson_status $caisson_signal" >&8
while caisson_runs "$3" && ! caisson_passed "$2"; do sleep 0.05; done
exec 7<"$caisson_dir/$1"
cat <&7 >/dev/null 2>&1 4>&- 7<&- 8>&- &
exec 7<&- 8>&-
caisson_passed "$2" || return 1
kill "$3"
}
caisson_cut o out "$caisson_out" && caisson_out=
caisson_cut e err "$caisson_err" && caisson_err=
`

/** The record first: who sees the last mark may rely on it. */
const record: ShellCommand = sh`
printf '%s %s %s end\\n' "$caisson_status" "$caisson_signal" "\${EPOCHSECONDS:-0}" >"$caisson_dir/exit"
`

/** Everything after the command was started. */
export function endOfSupervisor({ exited, cutting: beforeCutting, ending }: SupervisorParts): ShellCommand {
  return sh`${waiting}${exited}${lingering}if caisson_copies; then ${beforeCutting}
${cutting}fi
${record}${ending}exit "$caisson_status"
`
}
