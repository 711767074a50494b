import { SandboxExecutionError, SandboxTimeoutError } from '@caisson/core/workspace'
import {
  sh,
  startTimer,
  type DriverRunOptions,
  type DriverRunResult,
  type OutputSink,
  type ShellCommand,
} from '@caisson/core/driver'
import { releaseOnAbort } from '@caisson/kit/http'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:os'
import type { ExecEnd, ExecStream, OpenExec } from './exec-channel.js'
import type { Features } from './features.js'

/** Most bytes of each stream that one script brings. */
const longestStreamBytes = 16 * 1024 * 1024
/** Most bytes of input that fit into a command: Linux takes 128 KiB in an argument, and base64 is a third longer. */
export const embeddedInputBytes: number = 64 * 1024
/** Most bytes of input that go over a socket with one script. */
export const streamedInputBytes: number = 4 * 1024 * 1024

/** For a signal that has no number here. */
const unknownExitCode = 255

/** Where scripts are run. */
export interface ScriptPlace {
  readonly open: OpenExec
  /** What sockets to the machine can do, as far as it is known. */
  readonly features: () => Features
}

/**
 * Runs a script of ours over one socket. Both streams are exact. Its input goes over the socket where the server takes that,
 * else in the command.
 *
 * Throws `SandboxExecutionError` when a stream is longer than 16 MiB, `SandboxTimeoutError`, the signal's reason, and what the
 * way to the machine throws.
 */
export async function runPlatformScript(
  { open, features }: ScriptPlace,
  script: ShellCommand,
  { cwd, env, stdin, timeoutMs = Infinity, signal }: DriverRunOptions,
): Promise<DriverRunResult> {
  const input = typeof stdin === 'string' ? Buffer.from(stdin) : stdin
  const isStreamed = input !== undefined && features().takesInput
  const command = input === undefined || isStreamed ? script.text : withInput(script, input)
  const [stdout, stderr] = [new Collector(), new Collector()]
  const sink: OutputSink = { stdout: (bytes) => stdout.take(bytes), stderr: (bytes) => stderr.take(bytes) }
  const request = { command, cwd, env, abortSignal: signal, ...(isStreamed ? { input: 'open' as const } : {}) }
  const stream = await open(request, sink)
  if (isStreamed) void send(stream, input)
  const end = await limited(stream, timeoutMs, signal)
  const exitCode = exitCodeOf(end)
  if (stdout.isTooLong || stderr.isTooLong)
    throw new SandboxExecutionError('a script printed more than 16 MiB', exitCode, '', '')
  return { exitCode, stdout: stdout.bytes(), stderr: stderr.bytes() }
}

/** Waits for the end; whoever gives up ends the script. */
async function limited(stream: ExecStream, timeoutMs: number, signal: AbortSignal | undefined): Promise<ExecEnd> {
  const giveUp = (): void => void stream.signal('KILL').catch(() => undefined)
  const expired = new AbortController()
  const timer = startTimer(timeoutMs, () => expired.abort(new SandboxTimeoutError(timeoutMs, 'run a script')))
  const either = signal ? AbortSignal.any([signal, expired.signal]) : expired.signal
  either.addEventListener('abort', giveUp, { once: true })
  try {
    return await releaseOnAbort(stream.ended, either)
  } finally {
    timer.cancel()
    either.removeEventListener('abort', giveUp)
  }
}

/** A script that does not read its input to the end is not at fault; a lost way is told by the end of the script. */
async function send(stream: ExecStream, input: Uint8Array): Promise<void> {
  try {
    await stream.write?.(input)
    await stream.closeInput?.()
  } catch (error) {
    await stream.ended.catch(() => error)
  }
}

/** In lines: some decoders take no long ones. */
function withInput(script: ShellCommand, input: Uint8Array): string {
  const text = Buffer.from(input)
    .toString('base64')
    .replace(/.{1,76}/g, '$&\n')
  const word = `caisson_${randomUUID().replaceAll('-', '')}`
  return `base64 -d <<'${word}' | ${sh`sh -c ${script.text}`.text}\n${text}${word}\n`
}

function exitCodeOf({ exitCode, signal = '' }: ExecEnd): number {
  if (exitCode !== undefined) return exitCode
  const number = Object.entries(constants.signals).find(([name]) => name === signal)?.[1]
  return number === undefined ? unknownExitCode : 128 + number
}

/** What a script printed, up to a limit. */
class Collector {
  readonly #pieces: Uint8Array[] = []
  #size = 0

  get isTooLong(): boolean {
    return this.#size > longestStreamBytes
  }

  take(bytes: Uint8Array): void {
    this.#size += bytes.length
    if (!this.isTooLong) this.#pieces.push(bytes)
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#pieces)
  }
}
