import { sh, type ShellCommand } from '@caisson/core/driver'
import { awaitCommand, forget, readRecord, scriptPrologue } from './script-parts.js'

/** One step of a command's input. */
export interface InputRequest {
  readonly id: string
  /** What it is: the script's own input is written, or the command's input is closed. */
  readonly kind: 'write' | 'close'
  /** In the line that answers. */
  readonly mark: string
  /** Who writes, and which of its steps this is, from 1 on: the same step is never taken twice. */
  readonly writer: string
  readonly step: number
  readonly forgotten: readonly string[]
}

/**
 * What was taken stays taken, also when the command has ended since. Writers take turns by a directory that only one of them can make; one that has died in its turn is waited for no longer
 * than ten seconds. That nobody reads the pipe is found out by opening it; where `dd` cannot do that without waiting, the
 * feeder finds out.
 */
const taking: ShellCommand = sh`
{ [ -d "$directory" ] && about; } || report none
last=0
read -r last skip <"$directory/writer.$writer"
[ "\${last:-0}" -lt "$step" ] || report done
ended && report over
alive || report none
[ -p "$directory/i" ] || report closed
tries=0
until mkdir "$directory/turn"; do
[ -d "$directory" ] || report none
[ "$tries" -lt 500 ] || { tries=0; rmdir "$directory/turn"; }
tries=$((tries + 1))
sleep 0.02
done
answer() { rmdir "$directory/turn"; report "$1"; }
last=0 number=0
read -r last skip <"$directory/writer.$writer"
[ "\${last:-0}" -lt "$step" ] || answer done
{ [ -e "$directory/closed" ] || [ -e "$directory/end" ]; } && answer closed
read -r number skip <"$directory/next"
`

const write: ShellCommand = sh`
probe() { dd if=/dev/null of="$1" oflag=nonblock conv=notrunc count=0; }
probe "$directory/i" || { probe /dev/null && answer closed; }
umask 077
content >"$directory/piece" || answer space
mv -f "$directory/piece" "$directory/in.$number"
echo "$((number + 1)) end" >"$directory/next"
`

const close: ShellCommand = sh`
: >"$directory/end"
: >"$directory/last.$number"
`

const taken: ShellCommand = sh`
echo "$step end" >"$directory/writer.$writer"
rmdir "$directory/turn"
(set -C; : >"$directory/woken") && echo 1<>"$directory/wake"
report done
`

/** Takes one step of a command's input, once. Prints a mark and `done`, `closed`, `over`, `space` or `none`. */
export function inputScript({ id, kind, mark, writer, step, forgotten }: InputRequest): ShellCommand {
  return sh`${scriptPrologue}
report() { printf '\\037%s %s\\n' ${mark} "$1"; exit 0; }
content() { cat; }
id=${id}
writer=${writer}
step=${step}
${forget(forgotten)}
${readRecord}${awaitCommand}${taking}${kind === 'write' ? write : close}${taken}`
}

/** A script that stays and takes one step after the other. */
export type InputChannelRequest = Pick<InputRequest, 'id' | 'mark' | 'writer' | 'forgotten'>

/** Such a script ends after so long, so that it does not outlive a host that is gone. */
const longestSeconds = 900

/** Ends the script between two steps; the nap must not outlive it. */
const guard: ShellCommand = sh`
trap 'exit 0' TERM
(
trap 'kill "$nap"; exit 0' TERM
sleep ${longestSeconds} &
nap=$!
wait "$nap"
kill -s TERM $$
) </dev/null >/dev/null &
watch=$!
trap 'kill "$watch"' EXIT
`

/**
 * Takes steps from lines `step kind size base64 end`, each in a shell of its own, as `inputScript` does, and answers with a
 * line of `i`, mark, step and what came of it. A line of which something was lost on its way is the last one: it is not
 * answered.
 */
export function inputChannelScript({ id, mark, writer, forgotten }: InputChannelRequest): ShellCommand {
  return sh`${scriptPrologue}
id=${id}
writer=${writer}
${forget(forgotten)}
${readRecord}${awaitCommand}
report() { echo i${mark} "$step" "$1"; exit 0; }
content() { printf %s "$data" | base64 -d; }
take() (
${taking}
if [ "$kind" = close ]; then
:${close}
else
:${write}
fi
${taken})
${guard}
while read -r step kind size data complete && [ "$complete" = end ]; do
[ "$kind" = close ] || [ "\${#data}" -eq $(((size + 2) / 3 * 4)) ] || break
take </dev/null
done
exit 0
`
}

/** A step as one line for such a script. */
export function inputLine({ step, kind }: Pick<InputRequest, 'step' | 'kind'>, data: Uint8Array | undefined): string {
  const text = data === undefined ? '-' : Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64')
  return `${step} ${kind} ${data?.length ?? 0} ${text} end\n`
}
