import { SandboxExecutionError, SandboxTimeoutError } from '@caisson/core/workspace'
import { startTimer, type DriverRunOptions, type DriverRunResult, type ShellCommand } from '@caisson/core/driver'
import { releaseOnAbort } from '@caisson/kit/http'
import { endStream } from './end-stream.js'
import type { ExecEnd, ExecStream, OpenExec } from './exec-channel.js'
import { exitCodeOf } from './exit-code-of.js'
import type { Features } from './features.js'
import { sendsInput, withInput } from './script-input.js'
import { StreamCollector } from './stream-collector.js'

/** Where scripts are run. */
export interface ScriptPlace {
  readonly open: OpenExec
  /** What sockets to the machine can do, as far as it is known. */
  readonly features: () => Features
}

/**
 * Runs a script of ours over one socket. Both streams are exact.
 *
 * Throws `SandboxExecutionError` when a stream is longer than 16 MiB, `RangeError` for input that the machine does not take
 * (see `inputBytesOf`), `SandboxTimeoutError`, the signal's reason, and what the way to the machine throws.
 */
export async function runPlatformScript(
  { open, features }: ScriptPlace,
  script: ShellCommand,
  { cwd, env, stdin, timeoutMs = Infinity, signal }: DriverRunOptions,
): Promise<DriverRunResult> {
  const input = typeof stdin === 'string' ? Buffer.from(stdin) : stdin
  const isSent = input !== undefined && sendsInput(input, features())
  const plain = { command: script.text, cwd, env, abortSignal: signal }
  const request = input === undefined || isSent ? plain : { ...plain, ...withInput(script, input, env) }
  const tooLong = new AbortController()
  const collectors = [new StreamCollector(() => tooLong.abort()), new StreamCollector(() => tooLong.abort())] as const
  const [stdout, stderr] = collectors
  const sink = { stdout: (bytes: Uint8Array) => stdout.take(bytes), stderr: (bytes: Uint8Array) => stderr.take(bytes) }
  const stream = await open(isSent ? { ...request, input: 'open' } : request, sink)
  const end = watch(stream, { timeoutMs, signal, tooLong: tooLong.signal })
  if (isSent) void send(stream, input)
  const exitCode = exitCodeOf(await end)
  if (tooLong.signal.aborted) throw new SandboxExecutionError('a script printed more than 16 MiB', exitCode, '', '')
  return { exitCode, stdout: stdout.bytes(), stderr: stderr.bytes() }
}

/** Waits for the end. Whoever gives up ends the script, and does not wait for that. */
async function watch(
  stream: ExecStream,
  { timeoutMs, signal, tooLong }: { timeoutMs: number; signal: AbortSignal | undefined; tooLong: AbortSignal },
): Promise<ExecEnd> {
  const expired = new AbortController()
  const timer = startTimer(timeoutMs, () => expired.abort(new SandboxTimeoutError(timeoutMs, 'run a script')))
  const givenUp = signal ? AbortSignal.any([signal, expired.signal]) : expired.signal
  const end = (): void => void endStream(stream).catch(() => undefined)
  const stop = AbortSignal.any([givenUp, tooLong])
  if (stop.aborted) end()
  stop.addEventListener('abort', end, { once: true })
  try {
    return await releaseOnAbort(stream.ended, givenUp)
  } finally {
    timer.cancel()
    stop.removeEventListener('abort', end)
  }
}

/** A script need not read its input to the end, and that the way was lost is told by the script's own end. */
async function send(stream: ExecStream, input: Uint8Array): Promise<void> {
  try {
    await stream.write?.(input)
    await stream.closeInput?.()
  } catch (error) {
    await stream.ended.catch(() => error)
  }
}
