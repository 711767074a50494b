import { sh, type ShellCommand } from '@caisson/core/driver'
import { endOfSupervisor } from './supervisor-end.js'
import { startOfSupervisor, type SupervisorParts } from './supervisor-start.js'

/**
 * Marks on both streams come first, so that what a login profile printed can be dropped, and no byte order mark of the
 * command is the beginning of a stream. Descriptor 4 is the vendor's stderr.
 */
const beginning: ShellCommand = sh`
unset IFS
caisson_mark() { printf '\\037%s %s\\n' "$caisson_id" "$1"; }
caisson_mark begin
caisson_mark begin >&2
exec 4>&2 2>/dev/null
caisson_fail() { caisson_mark "fail $1"; caisson_mark "fail $1" >&4; exit 125; }
`

/** Two copies of each stream: one to the file, one to the vendor. The copier goes on when the vendor stops reading. */
const copiers: ShellCommand = sh`
caisson_copy() { trap '' PIPE; exec tee "$1" 2>/dev/null 3>&-; }
caisson_copy "$caisson_dir/out" <"$caisson_dir/o" 4>&- &
caisson_out=$!
caisson_copy "$caisson_dir/err" <"$caisson_dir/e" >&4 4>&- &
caisson_err=$!
`

const ending: ShellCommand = sh`
[ -z "$caisson_out" ] || caisson_mark "end $caisson_status $caisson_signal"
[ -z "$caisson_err" ] || caisson_mark "end $caisson_status $caisson_signal" >&4
`

const parts: SupervisorParts = {
  beginning,
  tools: ['mkdir', 'mkfifo', 'tee', 'rm', 'grep', 'tail', 'cat'],
  pipes: sh``,
  copiers,
  running: sh``,
  exited: sh``,
  cutting: sh``,
  ending,
}

/** The supervisor of a command whose output the vendor streams: both are one process of the vendor's. */
export const attachedSupervisor: ShellCommand = sh`${startOfSupervisor(parts)}${endOfSupervisor(parts)}`
