import { SandboxUnsupportedFeatureError } from '@caisson/core/workspace'
import type { OutputSink } from '@caisson/core/driver'
import type { ExecEnd, ExecRequest, ExecStream, OpenExec } from './exec-channel.js'
import { unknownSignalCode } from './exec-frames.js'
import type { ExecLease } from './exec-lease.js'
import type { LeaseSource } from './lease-cache.js'
import { SandboxExecTransportError } from './sandbox-exec-transport-error.js'

/** What a runner of commands is given. */
export interface E2BExecRequest {
  /** Shell text. */
  readonly command: string
  readonly cwd?: string | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Ends the command with its process tree. */
  readonly abortSignal: AbortSignal
  /** As it arrives. Bytes where the runner has them; text is taken as UTF-8. */
  readonly onStdout: (data: Uint8Array | string) => void
  readonly onStderr: (data: Uint8Array | string) => void
}

/** How a runner tells the end of a command. */
export interface E2BExecResult {
  /** `null` when the end is not known. */
  readonly exitCode: number | null
  /** `false` only when the command provably was not started. Default true. */
  readonly opened?: boolean | undefined
  readonly closeReason?: string | undefined
}

/**
 * Runs commands in machines that the platform keeps at E2B, for example with the SDK of that vendor: the lease has its
 * address, `wsEndpoint`, and its access token, `jwt`. Errors that it throws count as `opened`.
 */
export type E2BExecRunner = (lease: ExecLease, request: E2BExecRequest) => Promise<E2BExecResult>

const mostAttempts = 2

/** Throws `SandboxUnsupportedFeatureError` where there is no runner. */
export function requireRunner(run: E2BExecRunner | undefined): E2BExecRunner {
  if (run) return run
  const message = 'this sandbox is kept at E2B: running commands in it needs the option e2bExecRunner'
  throw new SandboxUnsupportedFeatureError(message, undefined, { provider: 'platform' })
}

/** Runs commands by an injected runner. Without one nothing is sent. */
export function e2bExec(leases: LeaseSource, runner: E2BExecRunner | undefined): OpenExec {
  return async (request, output) => {
    const run = requireRunner(runner)
    const lease = await leases.get()
    request.abortSignal?.throwIfAborted()
    return startRun({ leases, run, request, output, lease })
  }
}

interface Run {
  readonly leases: LeaseSource
  readonly run: E2BExecRunner
  readonly request: ExecRequest
  readonly output: OutputSink
  readonly lease: ExecLease
}

function startRun(run: Run): ExecStream {
  const controller = new AbortController()
  let isOver = false
  const ended = repeat(run, controller.signal).finally(() => {
    isOver = true
  })
  // Nobody has to wait for it.
  ended.catch(() => undefined)
  return {
    ended,
    // There is one way to end it, and letting go of it is the same.
    signal: async (name) => {
      if (isOver) return false
      controller.abort(new Ended(`SIG${name}`))
      return true
    },
    close: () => controller.abort(new Ended('SIGKILL')),
  }
}

/** What a runner is aborted with. */
class Ended extends Error {
  override name: string = 'AbortError'
  readonly signal: string

  constructor(signal: string) {
    super('the command was ended')
    this.signal = signal
  }
}

/** What provably was not started may be tried once more. */
async function repeat(run: Run, abortSignal: AbortSignal): Promise<ExecEnd> {
  const { leases, request } = run
  let { lease } = run
  for (let attempts = 1; ; attempts += 1) {
    const { exitCode, opened = true, closeReason } = await attempt({ ...run, lease }, abortSignal)
    if (exitCode !== null && exitCode >= 0) return { exitCode }
    if (abortSignal.reason instanceof Ended) return { signal: abortSignal.reason.signal }
    if (exitCode !== null) return { exitCode: unknownSignalCode }
    leases.drop(lease)
    if (!opened && attempts < mostAttempts) {
      lease = await leases.get()
      continue
    }
    const { sandboxId, wsEndpoint } = lease
    const { command } = request
    throw new SandboxExecTransportError({ sandboxId, command, attempts, opened, closeReason, wsEndpoint })
  }
}

async function attempt({ lease, run, request, output }: Run, abortSignal: AbortSignal): Promise<E2BExecResult> {
  const { command, cwd, env } = request
  const bytesOf = (data: Uint8Array | string): Uint8Array => (typeof data === 'string' ? Buffer.from(data) : data)
  try {
    return await run(lease, {
      command,
      cwd,
      env,
      abortSignal,
      onStdout: (data) => void output.stdout(bytesOf(data)),
      onStderr: (data) => void output.stderr(bytesOf(data)),
    })
  } catch (error) {
    return { exitCode: null, opened: true, closeReason: error instanceof Error ? error.message : String(error) }
  }
}
