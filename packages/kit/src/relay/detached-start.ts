import {
  shellQuote,
  type DriverSpawnOptions,
  type OutputSink,
  type RemoteProcess,
  type ShellCommand,
} from '@caisson/core/driver'
import { releaseOnAbort } from '../http/release-on-abort.js'
import { randomId } from '../util/random-id.js'
import { DetachedInput } from './detached-input.js'
import type { DetachedMachine } from './detached-machine.js'
import { endOrphan } from './end-orphan.js'
import { prepareLook } from './follow.js'
import type { Follow } from './follow-reader.js'
import { LiveOutput } from './live-output.js'
import { recoverStart } from './recover-start.js'
import { notStartedError } from './relay-error.js'
import { RelayProcess } from './relay-process.js'
import type { LookWay } from './scripts/look-parts.js'
import { bringScript, commandFile, startScript } from './scripts/start-script.js'

/** Linux takes 128 KiB in one argument, and the command is given on in one by the supervisor. */
const longestCommandBytes: number = 96 * 1024
const longestScriptBytes = 120 * 1024

/** Whether a machine takes the command as the argument that a vendor's own shell is given; a longer one only the relay can hand over. */
export function isOneArgument(command: string): boolean {
  return Buffer.byteLength(command) <= longestCommandBytes
}

/** What is started, and how. */
interface Start {
  readonly id: string
  readonly command: string
  readonly options: DriverSpawnOptions
  readonly live: LiveOutput
  readonly output: OutputSink
}

/** What a stream of files needs of the vendor's decoding and memory: nothing. */
const exact = { decodesOutput: false, maxStreamBytes: Infinity } as const

/**
 * Starts a command under a supervisor of its own. One request, when nobody listens: its answer comes at the end of the
 * command, so the process is given out before. Else a stream of lines, which one request comes before when the command's
 * environment is another one than the machine's and the stream cannot carry it: its values must not stand in a text.
 */
export async function startDetached<Handle>(
  machine: DetachedMachine<Handle>,
  command: string,
  options: DriverSpawnOptions,
  output: OutputSink,
): Promise<RemoteProcess> {
  options.signal?.throwIfAborted()
  const id = randomId()
  const live = exactOutput(id, output)
  const start = { id, command, options, live, output }
  const parts = { machine, id, pid: id, command, output, live, input: new DetachedInput(machine, id) }
  if (options.live === false && options.stdin === 'ignore') {
    const follow = begin(machine, start, 'answer')
    const started = follow.then(() => undefined)
    return new RelayProcess({ ...parts, isQuiet: true, source: { follow }, started })
  }
  const isPlain = Object.entries(options.env).every(([name, value]) => machine.environment[name] === value)
  const follow = await begin(machine, start, isPlain || machine.linesTake.env === true ? 'stream' : 'catch-up')
  return new RelayProcess({ ...parts, source: { follow } })
}

/** Output that is read from files from its beginning on. */
export function exactOutput(id: string, output: OutputSink): LiveOutput {
  const live = new LiveOutput(id, output, exact)
  live.leave()
  return live
}

async function begin<Handle>(machine: DetachedMachine<Handle>, start: Start, way: LookWay): Promise<Follow> {
  const { id, live, output, options } = start
  try {
    return await send(machine, start, way)
  } catch (error) {
    const isGivenUp = options.signal?.aborted === true && way !== 'answer'
    if (isGivenUp && machine.classifyError(error).retry !== 'safe') void endOrphan(machine, id)
    const lookWay = way === 'answer' ? way : 'catch-up'
    // Without listeners the process is known already, and is ended by its id, whoever has given up waiting.
    const signal = way === 'answer' ? undefined : options.signal
    return recoverStart(machine, error, { target: { id }, way: lookWay, live, output, signal })
  }
}

async function send<Handle>(machine: DetachedMachine<Handle>, start: Start, way: LookWay): Promise<Follow> {
  const { id, command, options } = start
  const { request, reader } = prepareLook(machine, { way, live: start.live, output: start.output })
  const unset = machine.ownNames.filter((name) => !Object.hasOwn(options.env, name))
  const common = {
    id,
    cwd: options.cwd,
    unset,
    hasInput: options.stdin === 'pipe',
    allowedBytes: request.budgetBytes + (request.windowBytes ?? 0),
  }
  const { ended } = await machine.forgotten.with(async (forgotten) => {
    const short = startScript({ ...common, command, forgotten }, request)
    const isShort =
      Buffer.byteLength(command) <= longestCommandBytes && textBytes(machine, short, way) <= longestScriptBytes
    const long = isShort ? undefined : await bring(machine, start)
    const script = long ? startScript({ ...common, command: long, forgotten }, request) : short
    const stdin = long && 'inputBytes' in long ? command : undefined
    const env = way !== 'stream' || machine.linesTake.env === true ? options.env : undefined
    return machine.open(way, script, reader, { env, stdin, signal: way === 'stream' ? options.signal : undefined })
  })
  // The stream of a command that was started may stay silent for long.
  const follow = await releaseOnAbort(reader.follow(ended), way === 'answer' ? undefined : options.signal)
  if (!follow) throw notStartedError('unknown')
  if ('refused' in follow) throw notStartedError(follow.refused, options.cwd)
  return follow
}

/** How long a text is, or, where all texts have a limit, what it becomes for a stream. */
function textBytes<Handle>({ needs }: DetachedMachine<Handle>, { text }: ShellCommand, way: LookWay): number {
  return Buffer.byteLength(needs.maxInputBytes !== undefined && way === 'stream' ? shellQuote(text) : text)
}

/** How a long command gets to its script: as its input, or, where that has a limit, before it. */
async function bring<Handle>(
  machine: DetachedMachine<Handle>,
  { id, command, options }: Start,
): Promise<{ readonly inputBytes: number } | { readonly file: string }> {
  const bytes = Buffer.from(command)
  const { maxInputBytes } = machine.needs
  if (maxInputBytes === undefined) return { inputBytes: bytes.length }
  const file = commandFile(id)
  for (let at = 0; at < bytes.length; at += maxInputBytes) {
    const stdin = bytes.subarray(at, at + maxInputBytes)
    const { exitCode } = await machine.run(bringScript(file), { stdin, signal: options.signal })
    if (exitCode !== 0) throw notStartedError('space')
  }
  return { file }
}
