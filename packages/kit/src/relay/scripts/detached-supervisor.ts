import { sh, type ShellCommand } from '@caisson/core/driver'
import { feeder } from './feeder.js'
import { endOfSupervisor } from './supervisor-end.js'
import { startOfSupervisor, type SupervisorParts } from './supervisor-start.js'

/** How long a command may be held back after the last sign of somebody who takes its output. */
const longestHoldSeconds = 300
/** A command that has ended may leave so much in its pipes, which is taken whatever the limit. */
const restBytes = 1_048_576

/**
 * Everything arrives in arguments, so that nothing of it reaches the command's environment. Stdout is the pipe by which
 * the script that starts this waits for its first word. Descriptor 4 is what keeps the feeder waiting, if there is one.
 */
const beginning: ShellCommand = sh`
set +aCefuvx
exec 2>/dev/null
caisson_id=\${0#*=} caisson_command=$1 caisson_file=$2 caisson_ended=$3 caisson_input=$4 caisson_window=$5 PATH=$6
caisson_names= caisson_feeder=
set --
unset IFS
caisson_mark() { printf '\\037%s %s\\n' "$caisson_id" "$1"; }
caisson_fail() { printf '%s fail %s\\n' "$caisson_id" "$1"; exit 125; }
`

/**
 * Who waits for the end keeps `done` open: a byte of the supervisor's wakes it.
 *
 * Each copier stays behind the limit that is set by those who take the output, unless nobody has given a sign for long:
 * then the program waits in its own writes, as it would for a slow reader of a pipe. `dd` writes each piece as it has read
 * it, at most 64 of them before the limit is looked at again; that it wrote nothing means that there are no more writers.
 * Bytes that could not be written are noted by taking a file away, which a full disk allows. A shell that redirects a
 * function keeps what was there before, so the function does it itself.
 */
const copiers: ShellCommand = sh`
: >"$caisson_dir/whole"
read -r caisson_now caisson_skip </proc/uptime
printf '%s %s %s end\\n' "$caisson_window" "$caisson_window" "\${caisson_now%.*}" >"$caisson_dir/limit"
caisson_written() {
caisson_size=-1
while read -r caisson_key caisson_value; do
[ "$caisson_key" = pos: ] && caisson_size=$caisson_value
done </proc/self/fdinfo/3
}
caisson_wait() {
caisson_nap=20
while [ -e "$caisson_dir/limit" ] && [ ! -e "$caisson_dir/free" ]; do
caisson_complete=
read -r caisson_most caisson_other caisson_sign caisson_complete <"$caisson_dir/limit"
if [ "$caisson_complete" = end ]; then
[ "$1" = out ] || caisson_most=$caisson_other
caisson_room=$(((caisson_most - caisson_size) / 65536))
[ "$caisson_room" -le 0 ] || return 0
read -r caisson_now caisson_skip </proc/uptime
[ $((\${caisson_now%.*} - caisson_sign)) -le ${longestHoldSeconds} ] || break
fi
[ "$caisson_nap" -gt 20 ] || echo 1<>"$caisson_dir/done"
sleep "0.0$caisson_nap"
[ "$caisson_nap" -ge 80 ] || caisson_nap=$((caisson_nap * 2))
done
caisson_room=64
}
caisson_copy() {
exec 3>"$caisson_dir/$1" <"$caisson_dir/$2" >/dev/null 4>&-
caisson_written
while :; do
caisson_wait "$1"
[ "$caisson_room" -le 64 ] || caisson_room=64
caisson_before=$caisson_size
if dd bs=65536 count="$caisson_room" >&3; then
caisson_written
[ "$caisson_size" -gt "$caisson_before" ] || exit 0
else
rm -f "$caisson_dir/whole"
exec cat
fi
done
}
caisson_copy out o &
caisson_out=$!
caisson_copy err e &
caisson_err=$!
`

const running: ShellCommand = sh`
printf '%s ready %s\\n' "$caisson_id" $$
exec >/dev/null
`

/** What still stands in the pipes of a command that was held back goes to the files, and no more than that. */
const exited: ShellCommand = sh`
read -r caisson_most caisson_other caisson_sign caisson_skip <"$caisson_dir/limit" &&
printf '%s %s %s end\\n' "$((caisson_most + ${restBytes}))" "$((caisson_other + ${restBytes}))" "$caisson_sign" >"$caisson_dir/limit"
`

const parts: SupervisorParts = {
  beginning,
  tools: ['mkdir', 'mkfifo', 'mv', 'dd', 'rm', 'grep', 'tail', 'cat'],
  pipes: sh`"$caisson_dir/done" \${caisson_input:+"$caisson_dir/i" "$caisson_dir/wake"}`,
  copiers: sh`${copiers}${feeder}`,
  running,
  exited,
  cutting: sh`: >"$caisson_dir/free"`,
  ending: sh`echo 1<>"$caisson_dir/done"
[ -z "$caisson_feeder" ] || kill "$caisson_feeder"
`,
}

/** The supervisor of a command that nothing of the vendor's holds: a process of its own, whose output is in files only. */
export const detachedSupervisor: ShellCommand = sh`${startOfSupervisor(parts)}${endOfSupervisor(parts)}`
