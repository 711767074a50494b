import { sh, type ShellCommand } from '@caisson/core/driver'
import { awaitCommand, forget, readRecord, scriptPrologue } from './script-parts.js'

/** What is to be signalled. */
export interface KillRequest {
  readonly signal: 'SIGTERM' | 'SIGKILL'
  /** In the line that answers. */
  readonly mark: string
  /** Ids of commands whose directories are no longer needed. */
  readonly forgotten: readonly string[]
}

/** `send` signals one process or group and notes that it was there. */
const sending: ShellCommand = sh`
sent=none
send() { kill -s "$name" -- "$1" && sent=killed; }
group_of() { read -r stat <"/proc/$1/stat" && set -- \${stat##*) } && group=$3; }
`

/**
 * The process group first, then what left it: all that carries the command's tag in its environment, whatever its session or
 * parent. KILL looks again, since a process may start another one meanwhile. A command whose shell has exited has ended
 * by itself: what it left behind is signalled, but it was not killed. The number of a group is used only while its leader
 * lives, since it may be given to others; without bash the group may be just about to begin.
 */
const killCommand: ShellCommand = sh`
if [ -d "$directory" ] && ended; then report none; fi
over=
if [ -d "$directory" ] && alive && [ -n "$child" ]; then
if kill -0 "$child"; then send "-$child" || { send "$child"; child=; }; else over=1 child=; fi
else
child=
fi
rounds=1
[ "$name" = TERM ] || rounds=5
while [ "$rounds" -gt 0 ]; do
rounds=$((rounds - 1)) found=
for entry in $(grep -lsF -e "$id;" /proc/[0-9]*/environ); do
process=\${entry#/proc/}
process=\${process%/environ}
group_of "$process" || continue
[ "$name" = TERM ] && [ "$group" = "\${child:--}" ] && continue
send "$process" && found=1
done
[ -n "$found" ] || break
done
[ -z "$over" ] || sent=none
report "$sent"
`

/** All descendants of a process by their parents, collected before the first is signalled, then the process itself. */
const killTree: ShellCommand = sh`
kill -0 "$root" || report none
table=
for entry in /proc/[0-9]*/stat; do
read -r stat <"$entry" || continue
set -- \${stat##*) }
process=\${entry#/proc/}
table="$table \${process%/stat}:$2"
done
tree=" $root "
grew=1
while [ -n "$grew" ]; do
grew=
for entry in $table; do
case $tree in *" \${entry%%:*} "*) continue ;; esac
case $tree in *" \${entry#*:} "*) tree="$tree\${entry%%:*} " grew=1 ;; esac
done
done
for process in $tree; do
[ "$process" = $$ ] || send "$process"
done
report "$sent"
`

/** Signals a command of the relay with everything it started. Prints a mark and `killed` or `none`. */
export function killCommandScript(id: string, request: KillRequest): ShellCommand {
  return sh`${beginning(request)}id=${id}
${readRecord}${awaitCommand}${killCommand}`
}

/** The same for a process that the relay did not start, with its descendants. */
export function killTreeScript(pid: string, request: KillRequest): ShellCommand {
  return sh`${beginning(request)}root=${pid}
${killTree}`
}

function beginning({ signal, mark, forgotten }: KillRequest): ShellCommand {
  return sh`${scriptPrologue}
name=${signal.slice('SIG'.length)}
report() { printf '\\037%s %s\\n' ${mark} "$1"; exit 0; }
${forget(forgotten)}
${sending}`
}
