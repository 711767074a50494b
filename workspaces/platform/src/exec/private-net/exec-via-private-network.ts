import type { OutputSink } from '@caisson/core/driver'
import type { SandboxAddress } from '../address-registry.js'
import { exitCodeOf } from '../exit-code-of.js'
import { endOf } from '../exec-frames.js'
import { openPrivateExec } from './open-private-exec.js'
import { readPrivateExec } from './read-private-exec.js'

/** A command for a sandbox in the private network. */
export interface PrivateNetExecRequest {
  /** Shell text. */
  readonly command: string
  readonly cwd?: string | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  /** The sandbox ends the command after so long, in milliseconds. Default: never. */
  readonly timeoutMs?: number | undefined
  /** Stops waiting. The command goes on. */
  readonly signal?: AbortSignal | undefined
  /** Default: the runtime's own. */
  readonly fetch?: typeof fetch | undefined
  /** As output arrives. */
  readonly onStdout?: ((text: string) => void) | undefined
  readonly onStderr?: ((text: string) => void) | undefined
}

/** What came of a command. */
export interface PrivateNetExecResult {
  /** `null` when the connection was lost before the end was told: the command may have run, and may still. */
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  readonly timedOut: boolean
}

/**
 * Runs one command in a sandbox by its address in the private network, past the platform. Never sends it twice. Output is
 * text: bytes that are no UTF-8 are lost on this way.
 *
 * Throws `PrivateNetExecHttpError` when the sandbox refuses the command, and what `fetch` throws.
 */
export async function execViaPrivateNetwork(
  address: SandboxAddress,
  { onStdout, onStderr, fetch: send = fetch, ...request }: PrivateNetExecRequest,
): Promise<PrivateNetExecResult> {
  const texts = { stdout: '', stderr: '' }
  const take = (name: 'stdout' | 'stderr', bytes: Uint8Array): void => {
    const text = Buffer.from(bytes).toString()
    texts[name] += text
    const tell = name === 'stdout' ? onStdout : onStderr
    tell?.(text)
  }
  const sink: OutputSink = { stdout: (bytes) => take('stdout', bytes), stderr: (bytes) => take('stderr', bytes) }
  const end = await readPrivateExec(await openPrivateExec({ ...request, address, fetch: send }), sink)
  const known = end && endOf(end, undefined)
  return { exitCode: known ? exitCodeOf(known) : null, ...texts, timedOut: end?.timedOut === true }
}
