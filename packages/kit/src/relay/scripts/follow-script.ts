import { sh, type ShellCommand } from '@caisson/core/driver'
import { forget, readRecord, scriptPrologue } from './script-parts.js'

/** Which command is meant: by its own id, or by the number of its supervisor. */
export type CommandTarget = { readonly id: string } | { readonly pid: string }

/** What a look at a command's output shall give. */
export interface FollowRequest {
  readonly target: CommandTarget
  /** In the first line of what is printed. */
  readonly mark: string
  /** The command may just be about to start. */
  readonly mayAppear: boolean
  /** Bytes of stdout and stderr that are known already. */
  readonly offsets: { readonly stdout: number; readonly stderr: number }
  /** After about so many bytes the script ends, to be started anew. */
  readonly budgetBytes: number
  /** Ids of commands whose directories are no longer needed. */
  readonly forgotten: readonly string[]
  /** Ids of commands that are as good as forgotten. */
  readonly ignored: readonly string[]
}

/** Time after which the script ends when nothing happens, so that it does not outlive a host that is gone for long. */
const longestIdleMs = 600_000
/** Looks for a command that is about to start, each 50 ms after the other. */
const mostLooks = { id: 200, pid: 40 }

/**
 * Finds the directory. One by number only counts while its supervisor runs, or when no other process has that number now.
 * A supervisor that is just starting is seen among the processes, so it is waited for; one whose start may still be on the
 * way here, for half a second. Pipes are opened only when the directory is complete: an early look must not make files in
 * their places.
 */
const find: ShellCommand = sh`
look() {
best=
find_base
for directory in "$base"/$pattern; do
[ -d "$directory" ] || continue
about
case " $ignored " in *" $id "*) continue ;; esac
if alive; then best=$directory; break; fi
[ "$by" = pid ] && [ -d "/proc/$supervisor" ] && continue
{ [ -z "$best" ] || [ "$directory" -nt "$best" ]; } && best=$directory
done
directory=$best
[ -n "$directory" ]
}
tries=0
nothing() { echo n; exit 0; }
if [ "$by" = id ]; then table=/proc/[0-9]*/cmdline text=caisson[_]id=$key; else table=/proc/$key/cmdline text=caisson[_]id=; fi
until look; do
if [ "$by" = pid ] || [ "$tries" -ge 10 ]; then grep -qse "$text" $table || nothing; fi
[ "$tries" -lt "$patience" ] || nothing
tries=$((tries + 1))
sleep 0.05
done
tries=0
until about || ended; do
alive && [ "$tries" -lt 500 ] || break
tries=$((tries + 1))
sleep 0.02
done
echo "p$supervisor $id"
printf c
base64 -w0 <"$directory/command"
echo
`

/**
 * `seek` moves a descriptor to an offset, also beyond the end of a file that lags behind what the vendor's stream has
 * brought; `position` reads one, also that of another process, without a new process.
 */
const positions: ShellCommand = sh`
seek() { dd bs=1 skip="$1" count=0; }
position() {
at=-1
while read -r key value; do
[ "$key" = pos: ] && at=$value
done <"/proc/$1/fdinfo/$2"
}
`

/** `piece` prints what is new of one stream, at most 1 MiB; false when nothing was. */
const pieces: ShellCommand = sh`
piece() {
position $$ "$2"
from=$at
if [ -z "$over" ]; then
position "$3" 3
[ "$at" -le "$from" ] && return 1
fi
printf %s "$1"
dd bs=65536 count=16 <&"$2" | base64 -w0
echo
position $$ "$2"
sent=$((sent + at - from))
[ "$at" -gt "$from" ]
}
`

/** Prints pieces until the end is known and everything was printed, the budget is used, or nothing happened for long. */
const loop: ShellCommand = sh`
sent=0 idle=0 step=20
while :; do
over=
alive || over=gone
ended && over=ended
moved=
piece o 3 "$copy_out" && moved=1
piece e 5 "$copy_err" && moved=1
if [ -n "$moved" ]; then
step=20 idle=0
[ "$sent" -lt "$budget" ] || { echo m; exit 0; }
continue
fi
[ "$over" = ended ] && { echo "x$status $signal"; exit 0; }
[ "$over" = gone ] && { echo l; exit 0; }
[ "$idle" -lt "$longest" ] || { echo m; exit 0; }
text=00$step
sleep "0.\${text#"\${text%???}"}"
idle=$((idle + step))
step=$((step * 2))
[ "$step" -le 250 ] || step=250
done
`

/**
 * Prints what a command printed, byte for byte, from offsets on and until its end. Lines: `p` supervisor and id, `c`
 * command, `o` and `e` output, all in base64 but the first; then one of `x` status and signal, `m` more is to come, `l` the
 * supervisor is gone without a word, `n` no such command.
 */
export function followScript(request: FollowRequest): ShellCommand {
  const { target, mark, mayAppear, offsets, budgetBytes, forgotten, ignored } = request
  const [by, key] = 'id' in target ? (['id', target.id] as const) : (['pid', target.pid] as const)
  return sh`${scriptPrologue}
by=${by}
key=${key}
patience=${mayAppear ? mostLooks[by] : 0}
budget=${budgetBytes}
longest=${longestIdleMs}
ignored=${[...forgotten, ...ignored].join(' ')}
${forget(forgotten)}
printf '\\037%s begin\\n' ${mark}
pattern=${by === 'id' ? `*.${key}` : `${key}.*`}
${readRecord}${find}${positions}exec 3<"$directory/out" 5<"$directory/err"
seek ${offsets.stdout} <&3
seek ${offsets.stderr} <&5
${pieces}${loop}`
}
