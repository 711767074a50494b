import { sh, type ShellCommand } from '@caisson/core/driver'
import { find, heartbeatSeconds, loop, mostLooks, pieces, positions, window, type LookWay } from './look-parts.js'
import { forget, readRecord, scriptPrologue } from './script-parts.js'

/** Which command is meant: by its own id, or by the number of its supervisor. */
export type CommandTarget = { readonly id: string } | { readonly pid: string }

/** What a look at a command's output shall give. */
export interface LookRequest {
  readonly way: LookWay
  /** In the first line of what is printed. */
  readonly mark: string
  /** Bytes of stdout and stderr that are known already. */
  readonly offsets: { readonly stdout: number; readonly stderr: number }
  /** After about so many bytes the script ends, to be started anew. */
  readonly budgetBytes: number
  /** When so much is new at once the script ends, since it is read elsewhere. */
  readonly farBytes?: number | undefined
  /** Time after which the script ends: since the beginning, or, for a stream, since something happened. */
  readonly longestMs: number
  /** How far ahead the command may get of what is known and what this look brings; `undefined` where nothing holds it. */
  readonly windowBytes?: number | undefined
}

/** A look at a command that was started before. */
export interface FollowRequest extends LookRequest {
  readonly target: CommandTarget
  /** The command may just be about to start. */
  readonly mayAppear: boolean
  /** Ids of commands whose directories are no longer needed. */
  readonly forgotten: readonly string[]
  /** Ids of commands that are as good as forgotten. */
  readonly ignored: readonly string[]
}

const everything = 2 ** 52

/**
 * Prints what a command printed, byte for byte, from offsets on and until its end. Lines: `c` command, `p` supervisor and
 * id, `o` and `e` output, all in base64 but the second; `h` nothing new; `d` bytes were lost; then one of `x` status and
 * signal, `m` more is to come, `u` nothing more for now, `l` the supervisor is gone without a word, `n` no such command.
 */
export function followScript(request: FollowRequest): ShellCommand {
  const { target, mark, mayAppear, forgotten, ignored } = request
  const [by, key] = 'id' in target ? (['id', target.id] as const) : (['pid', target.pid] as const)
  return sh`${scriptPrologue}
by=${by}
key=${key}
patience=${mayAppear ? mostLooks[by] : 0}
ignored=${[...forgotten, ...ignored].join(' ')}
${forget(forgotten)}
printf '\\037%s begin\\n' ${mark}
pattern=${by === 'id' ? `*.${key}` : `${key}.*`}
${readRecord}${find}${lookAt(request)}`
}

/** The look itself, at what `$directory` is the directory of; `about` has read what is noted there. */
export function lookAt(request: LookRequest): ShellCommand {
  const { way, offsets, budgetBytes, farBytes, longestMs, windowBytes } = request
  return sh`
echo "p$supervisor $id"
budget=${budgetBytes}
far=${farBytes ?? everything}
longest=${Math.max(1, Math.floor(longestMs / 1000))}
heartbeat=${windowBytes === undefined ? 0 : heartbeatSeconds}
${windowBytes === undefined ? sh`` : allowing(offsets, budgetBytes + windowBytes)}${positions}exec 3<"$directory/out" 5<"$directory/err"
seek ${offsets.stdout} <&3
seek ${offsets.stderr} <&5
${pieces}${loop(way)}`
}

function allowing({ stdout, stderr }: LookRequest['offsets'], aheadBytes: number): ShellCommand {
  return sh`allow_out=${stdout + aheadBytes}
allow_err=${stderr + aheadBytes}
${window}`
}
